/** What is quoted of many results when there is room for some. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { fill, type Quotable } from "../../src/query/budget.ts";

const item = (lines: number, head: number, cuts: number[] = []): Quotable => ({
  lines: Array.from({ length: lines }, (_, i) => `line ${i}`),
  head,
  cuts,
});
const costs = { line: () => 10, rest: (_: number, n: number) => (n === 0 ? 0 : 5) };

describe("fill", () => {
  test("everything where there is room", () => {
    expect(fill([item(5, 1), item(3, 1)], 80, costs)).toEqual({ shown: [5, 3], spent: 80 });
  });
  test("heads of all before the body of the first", () => {
    expect(fill([item(20, 2), item(20, 2), item(20, 2)], 80, costs).shown).toEqual([2, 2, 2]);
  });
  test("a small definition whole rather than a large one cut", () => {
    expect(fill([item(50, 1), item(4, 1)], 60, costs).shown).toEqual([1, 4]);
  });
  test("a cut one ends with a definition inside it", () => {
    expect(fill([item(50, 1, [3, 8, 30])], 100, costs).shown).toEqual([8]);
  });
  test("what is left goes to further lines of the first", () => {
    expect(fill([item(50, 1), item(50, 1)], 155, costs).shown).toEqual([13, 1]);
  });
  test("never more than there is room for, never more lines than there are", () => {
    const one = fc
      .record({ lines: fc.nat(30), head: fc.nat(8), cuts: fc.uniqueArray(fc.integer({ min: 1, max: 29 })) })
      .map(({ lines, head, cuts }) =>
        item(
          lines,
          head,
          cuts.filter((n) => n < lines).sort((a, b) => a - b),
        ),
      );
    fc.assert(
      fc.property(fc.array(one, { maxLength: 12 }), fc.nat(2_000), (items, room) => {
        const { shown, spent } = fill(items, room, costs);
        const taken = shown.reduce((sum, n, i) => sum + 10 * n + (n > 0 && n < items[i]!.lines.length ? 5 : 0), 0);
        expect(taken).toBe(spent);
        expect(spent).toBeLessThanOrEqual(room);
        for (const [i, n] of shown.entries()) expect(n).toBeLessThanOrEqual(items[i]!.lines.length);
      }),
      { seed: 3 },
    );
  });
});
