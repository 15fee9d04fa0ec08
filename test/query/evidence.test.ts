import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { ranking } from "../../src/base/settings.ts";
import { splitIdentifier, stem } from "../../src/base/words.ts";
import {
  asSymbol,
  embeddedIdentifiers,
  nameOverlap,
  penalty,
  queryWeights,
  softStemOverlap,
  stemOf,
  stemOverlap,
  stemsSharing,
  wordLikeness,
} from "../../src/query/evidence.ts";

const query = queryWeights(["parse", "config", "file"], (word) => ({ parse: 3, config: 4, file: 1 })[word] ?? 0, 1_000);

describe("overlap of names with the question", () => {
  test("p · 2pr/(p+r) and p · √r, as RETRIEVAL.md writes them", () => {
    const all = 3 + 4 + query.unmatched;
    const p = 7 / all;
    const r = 7 / 8;
    expect(nameOverlap(["parse", "config", "strict"], query)).toBeCloseTo((p * 2 * p * r) / (p + r), 12);
    expect(stemOverlap(["parse", "config", "strict"], query)).toBeCloseTo(p * Math.sqrt(r), 12);
    expect(nameOverlap(["parse", "config", "file"], query)).toBeCloseTo(1, 12);
  });
  test("bounded by 1, zero for strangers, soft never below exact", () => {
    const word = fc.constantFrom("parse", "config", "file", "parser", "configuration", "fi", "stranger", "x");
    fc.assert(
      fc.property(fc.array(word, { maxLength: 5 }), (parts) => {
        for (const overlap of [nameOverlap, stemOverlap, softStemOverlap]) {
          const value = overlap(parts, query);
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(1 + 1e-12);
        }
      }),
    );
    expect(nameOverlap(["stranger"], query)).toBe(0);
  });
  test("likeness of words", () => {
    expect(wordLikeness("config", "config")).toBe(1);
    expect(wordLikeness("config", "configur")).toBe(ranking.soft.prefix);
    expect(wordLikeness("db", "dbname")).toBe(0);
    expect(wordLikeness("format", "formal")).toBe(ranking.soft.common);
    expect(wordLikeness("cat", "dog")).toBe(0);
  });
});

describe("what a question is", () => {
  test("one symbol, or more than that", () => {
    for (const [text, symbol] of [
      ["authenticate()", "authenticate"],
      ["`Session.save`", "Session.save"],
      ["std::vector", "std::vector"],
      ["valid?", "valid?"],
      ["größe", "größe"],
    ] as const)
      expect(asSymbol(text)).toBe(symbol);
    for (const text of ["how does it work", "a b", "", "1abc", "x + y"]) expect(asSymbol(text)).toBeNull();
  });
  test("identifiers inside prose", () => {
    expect(embeddedIdentifiers("how does parseConfig call load_file and Session.save in the Router")).toEqual([
      "parseConfig",
      "load_file",
      "save",
      "Router",
    ]);
    expect(embeddedIdentifiers("How are things done? Nothing here.")).toEqual([]);
    expect(embeddedIdentifiers("what does `run` do and who calls stop()")).toEqual(["run", "stop"]);
  });
  test("names that are not stemmed would have had no overlap", () => {
    const word = fc.oneof(
      fc.stringMatching(/^[a-z]{1,9}$/),
      fc.constantFrom("parsing", "yields", "dying", "skies", "news", "über", "файлы", "2"),
    );
    const joint = fc.oneof(
      fc.tuple(word, fc.constantFrom("_", "-", "", ".", "2", "__")).map(([one, between]) => one + between),
      word.map((one) => one.slice(0, 1).toUpperCase() + one.slice(1)),
      word.map((one) => one.toUpperCase()),
      fc.string({ unit: "binary", maxLength: 4 }),
    );
    const name = fc.array(joint, { maxLength: 5 }).map((parts) => parts.join(""));
    let shared = 0;
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), name, (asked, one) => {
        const own = queryWeights([...new Set(asked.map(stem))], (stemmed) => stemmed.length, 500);
        const all = splitIdentifier(one).map(stem);
        for (const overlap of [nameOverlap, stemOverlap, softStemOverlap])
          expect(overlap(stemsSharing(one, own), own)).toBe(overlap(all, own));
        if (softStemOverlap(all, own) > 0) shared++;
      }),
      { numRuns: 5_000 },
    );
    expect(shared).toBeGreaterThan(100);
    expect(
      stemsSharing(
        "sendQuery",
        queryWeights(["parse"], () => 1, 10),
      ),
    ).toEqual([]);
  });
  test("file stems", () => {
    expect(stemOf("src/http/requestParser.test.ts")).toBe("requestParser.test");
    expect(stemOf("Makefile")).toBe("Makefile");
    expect(stemOf("a/.profile")).toBe(".profile");
  });
});

describe("penalty", () => {
  test("tests and docs count less unless asked for", () => {
    expect(penalty("a.ts", ["test"], new Set(["pars"]))).toBe(ranking.penalties.test);
    expect(penalty("a.ts", ["test"], new Set(["test"]))).toBe(1);
    expect(penalty("README.md", ["docs"], new Set())).toBe(ranking.penalties.docs);
    expect(penalty("pkg/__init__.py", [], new Set())).toBe(ranking.penalties.barrel);
    expect(penalty("src/compat/a.py", [], new Set())).toBe(ranking.penalties.compat);
    expect(penalty("src/latest.ts", [], new Set())).toBe(1);
  });
  test("one system's version counts less than that of most, unless asked for", () => {
    expect(penalty("src/win/pipe.c", [], new Set())).toBe(ranking.penalties.windows);
    expect(penalty("src/pipe_windows.go", [], new Set(["pipe"]))).toBe(ranking.penalties.windows);
    expect(penalty("src/win/pipe.c", [], new Set(["window"]))).toBe(1);
    expect(penalty("src/unix/aix.c", [], new Set())).toBe(ranking.penalties.rareSystem);
    expect(penalty("src/unix/aix.c", [], new Set(["aix"]))).toBe(1);
    expect(penalty("src/window.c", [], new Set())).toBe(1);
  });
});
