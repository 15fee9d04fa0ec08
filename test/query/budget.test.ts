/** What is quoted of many results when there is room for some. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type Step, spend } from "../../src/query/budget.ts";

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);
const costs = { line: () => 10, gap: () => 3, open: () => 0 };
const shownOf = (steps: Step[], results: number, room: number, open = 0) =>
  spend(steps, results, room, { ...costs, open: () => open }).shown.map((lines) => [...lines].sort((a, b) => a - b));

describe("spend", () => {
  test("everything where there is room, what is worth most first where there is not", () => {
    const steps = [
      { result: 1, lines: range(0, 4), value: 2 },
      { result: 0, lines: range(0, 6), value: 1 },
    ];
    expect(shownOf(steps, 2, 200)).toEqual([range(0, 6), range(0, 4)]);
    expect(shownOf(steps, 2, 45)).toEqual([[], range(0, 4)]);
  });
  test("of what does not fit, as many of its first lines as do, unless they say nothing", () => {
    expect(shownOf([{ result: 0, lines: [5, 4, 6, 3, 7, 2], value: 1 }], 1, 43)).toEqual([[3, 4, 5, 6]]);
    expect(shownOf([{ result: 0, lines: range(0, 9), value: 1 }], 1, 25)).toEqual([[]]);
  });
  test("a line that joins two stretches saves their gap", () => {
    const steps = [{ result: 0, lines: [0, 2, 1], value: 1 }];
    expect(spend(steps, 1, 100, costs).spent).toBe(33);
  });
  test("naming a result counts once, when something of it is quoted", () => {
    const steps = [
      { result: 0, lines: [0, 1, 2], value: 2 },
      { result: 0, lines: [3], value: 1 },
    ];
    expect(shownOf(steps, 1, 32, 20)).toEqual([[]]);
    expect(shownOf(steps, 1, 63, 20)).toEqual([range(0, 4)]);
  });
  test("never more than there is room for, never a line twice", () => {
    const step = fc
      .record({ result: fc.nat(4), lines: fc.uniqueArray(fc.nat(30), { minLength: 1 }), value: fc.nat(9) })
      .map((one): Step => one);
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), fc.nat(1_500), (steps, room) => {
        const { shown, spent } = spend(steps, 5, room, { ...costs, open: () => 7 });
        const taken = shown.reduce((sum, lines) => {
          const stretches = [...lines].filter((n) => !lines.has(n - 1)).length;
          return sum + 10 * lines.size + 3 * stretches + (lines.size > 0 ? 7 : 0);
        }, 0);
        expect(spent).toBe(taken);
        expect(spent).toBeLessThanOrEqual(room);
      }),
      { seed: 3 },
    );
  });
});
