/** What scores say: they fall with the evidence, stay between 0 and 1, and follow the precision of edges. */
import { expect, test } from "bun:test";
import { likelihood as settings } from "../../src/base/settings.ts";
import { RESOLUTIONS, type Strategy } from "../../src/base/types.ts";
import { falling, oddsAmong, ofFound, ofPath, ofRelated } from "../../src/query/likelihood.ts";

test("a file stands as its evidence does against that of the first ones", () => {
  const scores = [2.6, 1.9, 1.8, 0.7, 0.2];
  const odds = oddsAmong(scores);
  for (let i = 1; i < odds.length; i++) expect(odds[i]).toBeLessThan(odds[i - 1]!);
  const others = scores.slice(1).reduce((sum, one) => sum + Math.exp(settings.sharpness * one), 0);
  expect(odds[0]).toBeCloseTo(settings.sharpness * 2.6 - Math.log(others), 9);
  expect(oddsAmong([2.6, 2.5])[0]).toBeLessThan(oddsAmong([2.6, 1.5])[0]!);
  // However many follow, the first ones stand as they do.
  const many = Array.from({ length: 30 }, (_, i) => 3 - i / 10);
  expect(oddsAmong(many).slice(0, settings.among)).toEqual(oddsAmong(many.slice(0, settings.among)));
  expect(oddsAmong([])).toEqual([]);
  expect(Number.isFinite(oddsAmong([1])[0])).toBe(true);
});

test("what is found is no likelier than that it is here at all", () => {
  for (const mends of [false, true])
    for (const odds of [-8, -1, 0, 2, 9]) {
      const whole = ofFound(odds, null, mends);
      expect(whole).toBeGreaterThan(0);
      expect(whole).toBeLessThan(1);
      expect(ofFound(odds, 12, mends)).toBeCloseTo(whole, 3);
      if (mends) expect(ofFound(odds, -6, mends)).toBe(whole);
      else expect(ofFound(odds, -6, mends)).toBeLessThan(0.02);
      expect(ofFound(odds + 1, 0, mends)).toBeGreaterThan(ofFound(odds, 0, mends));
    }
});

test("a path is likelier the surer its ends are, the less they cost, and the farther the next path is", () => {
  const path = (cost: number) => ({ cost, steps: [1, 2] });
  const sure = ofPath(0.9, [path(2)]);
  expect(sure).toBeGreaterThan(0.9);
  expect(ofPath(0.5, [path(2)])).toBeLessThan(sure);
  expect(ofPath(0.9, [path(4)])).toBeLessThan(sure);
  expect(ofPath(0.9, [path(2), path(2.1)])).toBeLessThan(ofPath(0.9, [path(2), path(4)]));
  expect(ofPath(0.05, [path(22), path(22)])).toBeLessThan(0.1);
  for (const likely of [0, 1]) expect(ofPath(likely, [path(2)])).toBeWithin(0, 1);
});

test("a relation is as sure as its edges, at every step", () => {
  for (const resolution of RESOLUTIONS) {
    const once = ofRelated(resolution, 1, 1);
    expect(once).toBe(settings.resolution[resolution]);
    expect(ofRelated(resolution, 3, 1)).toBeCloseTo(once ** 3, 9);
    expect(ofRelated(resolution, 0, 1)).toBe(once);
  }
  expect(ofRelated("ambiguous", 1, 0.125)).toBe(0.125);
  expect(ofRelated("exact", 0, 0.6)).toBe(0.6);
  expect(settings.resolution.exact).toBeGreaterThan(settings.resolution.typed);
  expect(settings.resolution.typed).toBeGreaterThan(settings.resolution.dispatch);
});

test("scores fall down what a search ranked; members of a relation keep theirs", () => {
  const one = (score: number, strategy: Strategy) => ({ score, strategies: [strategy] });
  const before = [one(0.98, "structural"), one(0.5, "semantic"), one(0.7, "semantic"), one(0.8, "structural"), one(0.1, "semantic")];
  expect(falling(before).map(({ score }) => score)).toEqual([0.98, 0.5, 0.5, 0.8, 0.1]);
});
