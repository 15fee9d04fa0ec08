import { describe, expect, test } from "bun:test";
import { map as settings } from "../../../src/serve/limits.ts";
import { placedAmong, placesOf, principalAxes, project, seeded } from "../../../src/serve/map/layout.ts";
import { quantise } from "../../../src/store/vectors.ts";

const silent = async (): Promise<void> => {};

/** Vectors around a few directions; the group of each is its position modulo their number. */
function groups(count: number, of: number): Int8Array[] {
  const next = seeded(9);
  const normal = () => next() + next() + next() + next() - 2;
  const middles = Array.from({ length: of }, () => Float32Array.from({ length: 24 }, normal));
  return Array.from({ length: count }, (_, at) => quantise(middles[at % of]!.map((value) => value + 0.4 * normal())));
}

describe("principal axes", () => {
  test("find the directions that the vectors were spread along", () => {
    const next = seeded(4);
    const vectors = Array.from({ length: 500 }, () => {
      const [a, b] = [6 * (next() - 0.5), 2 * (next() - 0.5)];
      return [a * 0.6 - b * 0.8, 0.01 * next(), a * 0.8 + b * 0.6];
    });
    const [first, second] = principalAxes(vectors, 2);
    expect(Math.abs(0.6 * first![0]! + 0.8 * first![2]!)).toBeCloseTo(1, 3);
    expect(Math.abs(-0.8 * second![0]! + 0.6 * second![2]!)).toBeCloseTo(1, 3);
    expect(project([first!, second!], first!)[1]).toBeCloseTo(0, 9);
  });
});

describe("places in the plane", () => {
  test("the same vectors get the same places, and what is alike lies together", async () => {
    const rows = groups(100, 4);
    const places = await placesOf(rows, silent);
    expect(await placesOf(rows, silent)).toEqual(places);
    const distance = (a: number, b: number): number => Math.hypot(places[a]![0] - places[b]![0], places[a]![1] - places[b]![1]);
    let together = 0;
    for (const at of rows.keys()) {
      const nearest = [...rows.keys()].filter((other) => other !== at).sort((a, b) => distance(at, a) - distance(at, b));
      together += nearest.slice(0, 5).filter((other) => other % 4 === at % 4).length / 5;
    }
    expect(together / rows.length).toBeGreaterThan(0.95);
  });

  test("of very many vectors, all lie with what they are like", async () => {
    const rows = groups(settings.landmarks + 200, 3);
    const landmarks = settings.landmarks;
    // UMAP itself is left out: the landmarks of each group stand in a place of their own.
    const known = Array.from({ length: landmarks }, (_, at): [number, number] => [10 * (at % 3), (at % 7) / 10]);
    for (const [i, [x]] of (await placedAmong(known, rows, silent)).entries())
      expect(Math.abs(x - 10 * ((landmarks + i) % 3))).toBeLessThan(1);
  });

  test("few vectors, equal vectors, none", async () => {
    expect(await placesOf([], silent)).toEqual([]);
    for (const rows of [groups(1, 1), groups(2, 2), groups(30, 3), Array.from({ length: 60 }, () => Int8Array.of(1, 2, 3))]) {
      const places = await placesOf(rows, silent);
      expect(places.length).toBe(rows.length);
      expect(places.flat().every(Number.isFinite)).toBe(true);
    }
  });
});
