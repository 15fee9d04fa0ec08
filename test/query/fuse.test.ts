import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { asking } from "../../src/base/settings.ts";
import { reciprocalRankFusion } from "../../src/query/fuse.ts";

/** The formula, item by item. */
function naive(lists: string[][], weights: number[]): Map<string, number> {
  const scores = new Map<string, number>();
  for (const id of new Set(lists.flat())) {
    let score = 0;
    lists.forEach((list, at) => {
      // A repetition keeps its later neighbours at their own places.
      if (list.includes(id)) score += (weights[at] ?? 1) / (asking.rrfK + list.indexOf(id) + 1);
    });
    scores.set(id, score);
  }
  return scores;
}

describe("reciprocalRankFusion", () => {
  test("equals the formula, sorted, with the lists each item was in", () => {
    const lists = fc.array(fc.array(fc.constantFrom<string>("a", "b", "c", "d", "e"), { maxLength: 6 }), { maxLength: 4 });
    fc.assert(
      fc.property(lists, fc.array(fc.double({ min: 0.1, max: 2, noNaN: true }), { minLength: 4, maxLength: 4 }), (given, weights) => {
        const fused = reciprocalRankFusion(given, (item) => item, weights);
        const wanted = naive(given, weights);
        expect(new Set(fused.map((one) => one.item))).toEqual(new Set(wanted.keys()));
        for (const one of fused) {
          expect(one.score).toBeCloseTo(wanted.get(one.item)!, 12);
          expect(one.lists).toEqual(given.flatMap((list, at) => (list.includes(one.item) ? [at] : [])));
        }
        for (let i = 1; i < fused.length; i++) expect(fused[i - 1]!.score).toBeGreaterThanOrEqual(fused[i]!.score);
      }),
    );
  });
  test("ties keep the order of the earlier list", () => {
    expect(reciprocalRankFusion([["a"], ["b"]], (item) => item).map((one) => one.item)).toEqual(["a", "b"]);
  });
});
