/** Whether what a question is about is here: the verdict grows with every sign, and words of other languages are no evidence. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { isForeign, judged, type Signs } from "../../src/query/presence.ts";

const share = fc.double({ min: 0, max: 1, noNaN: true });
const signs: fc.Arbitrary<Signs> = fc.record({
  covered: share,
  words: fc.integer({ min: 1, max: 40 }),
  cosine: fc.option(share),
  path: share,
  names: fc.double({ min: -1, max: 1, noNaN: true }),
  chunks: fc.integer({ min: 0, max: 1_000_000 }),
});

describe("the verdict", () => {
  test("a long report of which a chunk has a part is about what is here, a question of which it has no more is not", () => {
    const part: Signs = { covered: 0.35, words: 30, cosine: 0.45, path: 0.1, names: 0.5, chunks: 2_000 };
    expect(judged(part, true).absent).toBe(false);
    expect(judged({ ...part, words: 5, cosine: 0.3, names: 0 }).absent).toBe(true);
    expect(judged({ ...part, covered: 0.15, cosine: 0.3, path: 0, names: -1 }, true).absent).toBe(true);
  });
  test("no sign speaks against what it stands for", () => {
    fc.assert(
      fc.property(signs, share, fc.boolean(), (one, more, mends) => {
        const scoreOf = (some: Signs) => judged(some, mends).score;
        const score = scoreOf(one);
        expect(scoreOf({ ...one, covered: Math.min(1, one.covered + more) })).toBeGreaterThanOrEqual(score);
        expect(scoreOf({ ...one, path: Math.min(1, one.path + more) })).toBeGreaterThanOrEqual(score);
        expect(scoreOf({ ...one, names: Math.min(1, one.names + more) })).toBeGreaterThanOrEqual(score);
        if (one.cosine !== null) expect(scoreOf({ ...one, cosine: Math.min(1, one.cosine + more) })).toBeGreaterThanOrEqual(score);
      }),
    );
  });
  test("what is not worth showing is not here either, and trees beyond those measured count as the nearest of them", () => {
    fc.assert(
      fc.property(signs, (one) => {
        const { nothing, absent, score } = judged(one);
        expect(nothing && !absent).toBe(false);
        if (one.chunks > 100_000) expect(judged({ ...one, chunks: 2_000_000 }).score).toBe(score);
      }),
    );
  });
  test("a question that is covered, near and named is here in any tree; one of which nothing is here is in none", () => {
    for (const chunks of [1, 300, 12_000, 500_000]) {
      expect(judged({ covered: 1, words: 3, cosine: 0.6, path: 0.7, names: 0, chunks }).absent).toBe(false);
      expect(judged({ covered: 0.1, words: 3, cosine: 0.2, path: 0, names: 0, chunks }).absent).toBe(true);
      expect(judged({ covered: 0, words: 3, cosine: null, path: 0, names: 0, chunks }).nothing).toBe(true);
    }
  });
});

test("questions in other languages are told from English ones that hold their words", () => {
  for (const text of [
    "wie wird der Druck der Warteschlange gemessen",
    "wo ist die Anmeldung",
    "comment est-ce que les messages sont envoyés",
    "dónde se procesan los pagos",
    "dove sono gli errori della rete",
    "支付退款流程",
    "как обрабатываются платежи",
    "天気予報を取得する",
  ])
    expect([text, isForeign(text)]).toEqual([text, true]);
  for (const text of [
    "how does the parser die on bad input",
    "DER encoding of certificates",
    "what uses the list of open files",
    "where are war files deployed",
    "el.focus() and the a11y tree",
    "use of the SI unit prefixes in la carte mode",
    "x",
    "",
  ])
    expect([text, isForeign(text)]).toEqual([text, false]);
});
