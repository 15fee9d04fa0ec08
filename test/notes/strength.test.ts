/** How notes fade: a year of numbers that were worked out by hand from FSRS's published formulas (decisions/notes.md), not by the library. */
import { expect, test } from "bun:test";
import { NOTE_TIERS, type NoteTier } from "../../src/base/types.ts";
import { fresh, recalled, strengthAt } from "../../src/notes/memory.ts";

const START = Date.UTC(2026, 0, 1);
const day = (n: number, hours = 0): number => START + n * 86_400_000 + hours * 3_600_000;

test.each([
  ["constitutional", [0.9947, 0.9808, 0.9668, 0.9568, 0.9511, 0.9459]],
  ["critical", [0.9841, 0.9425, 0.9003, 0.8704, 0.8534, 0.8377]],
  ["important", [0.9681, 0.885, 0.8005, 0.7407, 0.7068, 0.6754]],
  ["normal", [0.9468, 0.8083, 0.6675, 0.5678, 0.5113, 0.4589]],
  ["temporary", [0.8937, 0.6166, 0.3351, 0.1357, 0.0226, 0]],
  ["scratch", [0.8405, 0.4249, 0.0026, 0, 0, 0]],
] as [NoteTier, number[]][])("a %s note that nobody recalls, after 1, 7, 30, 90, 180 and 365 days", (tier, wanted) => {
  const memory = fresh(START);
  const got = [1, 7, 30, 90, 180, 365].map((n) => Math.round(strengthAt(memory, tier, day(n)) * 1e4) / 1e4);
  expect(got).toEqual(wanted);
});

test("a normal note that is recalled on days 10, 40, 120 and 250", () => {
  let memory = fresh(START);
  const rows = [10, 40, 120, 250].map((n) => {
    const before = strengthAt(memory, "normal", day(n));
    memory = recalled(memory, "normal", day(n));
    return [before, memory.stability, memory.difficulty, memory.strength].map((value) => value.toFixed(4));
  });
  expect(rows).toEqual([
    ["0.7744", "25.1087", "2.1112", "0.8872"],
    ["0.7872", "104.7156", "2.1043", "0.8936"],
    ["0.8198", "294.3589", "2.0975", "0.9099"],
    ["0.8608", "584.4407", "2.0906", "0.9304"],
  ]);
  expect(strengthAt(memory, "normal", day(365)).toFixed(4)).toBe("0.9054");
  expect(memory.recalls).toBe(4);
});

test("the tier multiplies the decay, not the stability", () => {
  for (const [tier, wanted] of [
    ["important", "0.9414"],
    ["temporary", "0.8252"],
  ] as [NoteTier, string][]) {
    let memory = fresh(START);
    for (const n of [10, 40, 120, 250]) memory = recalled(memory, tier, day(n));
    expect(memory.stability.toFixed(4)).toBe("584.4407");
    expect(strengthAt(memory, tier, day(365)).toFixed(4)).toBe(wanted);
  }
});

test("whole days count; a second recall of a day, and a clock that went back, change nothing", () => {
  const first = recalled(fresh(START), "normal", day(10));
  expect(recalled(first, "normal", day(10, 23))).toBe(first);
  expect(recalled(first, "normal", day(3))).toBe(first);
  expect(strengthAt(first, "normal", day(10, 23))).toBe(first.strength);
  expect(strengthAt(first, "normal", day(3))).toBe(first.strength);
  expect(recalled(first, "normal", day(11)).recalls).toBe(2);
});

test("without a date nothing fades until it was recalled; every tier stays between 0 and 1", () => {
  const undated = fresh(null);
  expect(strengthAt(undated, "scratch", day(9_999))).toBe(1);
  const once = recalled(undated, "scratch", day(0));
  expect([once.at, strengthAt(once, "scratch", day(40))]).toEqual([day(0), 0]);
  for (const tier of NOTE_TIERS)
    for (const n of [0, 1, 5, 10_000, 1_000_000]) {
      const strength = strengthAt(fresh(START), tier, day(n));
      expect(strength).toBeGreaterThanOrEqual(0);
      expect(strength).toBeLessThanOrEqual(1);
    }
});
