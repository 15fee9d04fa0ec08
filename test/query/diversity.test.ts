/** Maximal marginal relevance and collapsing, against their definitions. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { diversity } from "../../src/base/settings.ts";
import { collapse, marginalOrder, termLikeness, vectorLikeness } from "../../src/query/diversity.ts";

/** By the formula, from scratch at every step. */
function naive(relevance: readonly number[], likeness: (a: number, b: number) => number, lambda: number): number[] {
  const best = Math.max(...relevance);
  const order: number[] = [];
  while (order.length < relevance.length) {
    const open = relevance.map((_, i) => i).filter((i) => !order.includes(i));
    const value = (i: number) => (lambda * relevance[i]!) / best - (1 - lambda) * Math.max(0, ...order.map((j) => likeness(i, j)));
    order.push(open.reduce((a, b) => (value(b) > value(a) + 1e-12 ? b : a)));
  }
  return order;
}

describe("marginal relevance", () => {
  test("equals its definition", () => {
    const one = fc.record({
      relevance: fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: diversity.most }),
      seed: fc.integer(),
      lambda: fc.constantFrom(0, 0.3, 0.5, 0.85, 1),
    });
    fc.assert(
      fc.property(one, ({ relevance, seed, lambda }) => {
        const sorted = [...relevance].sort((a, b) => b - a);
        const likeness = (a: number, b: number) => (Math.abs(Math.imul((a + 1) * (b + 1), 2_654_435_761) ^ seed) % 101) / 100;
        expect(marginalOrder(sorted, likeness, lambda)).toEqual(naive(sorted, likeness, lambda));
      }),
      { numRuns: 200 },
    );
  });
  test("λ = 1 keeps the order, the best is always first, what is past the limit stays", () => {
    const many = Array.from({ length: diversity.most + 5 }, (_, i) => 100 - i);
    const places = many.map((_, i) => i);
    expect(marginalOrder(many, () => 1, 1)).toEqual(places);
    const moved = marginalOrder(many, (a, b) => (a % 2 === b % 2 ? 1 : 0), 0.5);
    expect([moved[0], moved[1]]).toEqual([0, 1]);
    expect(marginalOrder(many, (a, b) => (a < 10 === b < 10 ? 1 : 0), 0.5)[1]).toBe(10);
    expect(moved.slice(diversity.most)).toEqual(places.slice(diversity.most));
    expect([...moved].sort((a, b) => a - b)).toEqual(places);
  });
  test("nothing, one, and equal scores", () => {
    expect(marginalOrder([], () => 0, 0.5)).toEqual([]);
    expect(marginalOrder([3], () => 0, 0.5)).toEqual([0]);
    expect(marginalOrder([1, 1, 1], () => 0, 0.5)).toEqual([0, 1, 2]);
    expect(marginalOrder([0, 0], () => 0, 1)).toEqual([0, 1]);
  });
});

test("repeats are counted by the first of their kind", () => {
  const kinds = [1, 2, 1, 3, 2, 1];
  expect(collapse(kinds.length, (later, earlier) => kinds[later] === kinds[earlier])).toEqual({ kept: [0, 1, 3], duplicates: [2, 1, 0] });
  expect(collapse(0, () => true)).toEqual({ kept: [], duplicates: [] });
});

describe("likeness", () => {
  test("of vectors is their cosine; a missing one is like nothing", () => {
    const like = vectorLikeness([Int8Array.of(3, 4), Int8Array.of(6, 8), Int8Array.of(-4, 3), null, Int8Array.of(0, 0)]);
    expect(like(0, 1)).toBeCloseTo(1, 12);
    expect(like(0, 2)).toBeCloseTo(0, 12);
    expect([like(0, 3), like(0, 4)]).toEqual([0, 0]);
  });
  test("of texts grows with shared words and is 1 for the same", () => {
    const like = termLikeness(["parse the header", "parse the header", "parse a footer", "", "zebra"]);
    expect(like(0, 1)).toBeCloseTo(1, 12);
    expect(like(0, 2)).toBeGreaterThan(0);
    expect(like(0, 2)).toBeLessThan(1);
    expect([like(0, 3), like(0, 4)]).toEqual([0, 0]);
  });
});
