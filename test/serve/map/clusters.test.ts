import { describe, expect, test } from "bun:test";
import { clustersOf, type MapPoint } from "../../../src/serve/map/map.ts";
import { makeModel } from "../../../src/serve/map/model.ts";
import { mapPicture, pageData } from "../../../src/serve/map/page.ts";

/** A heap of points around a place, in a spiral. */
function heap(x: number, y: number, names: readonly string[], pathOf: (at: number) => string): MapPoint[] {
  return names.map((name, at) => ({
    chunk: `chunk_${name}`,
    path: pathOf(at),
    start: 1,
    end: 2,
    kind: "function",
    name,
    module: 0,
    x: x + 0.002 * at * Math.cos(at),
    y: y + 0.002 * at * Math.sin(at),
  }));
}

const LOCKS = ["lockRow", "unlockRow", "lockTable", "tryLock", "lockWait", "heldLock", "getLock", "setAll"];
const DATES = ["parseDate", "dateRange", "formatDate", "dateOf", "addDate", "isDate", "getDate", "setDate"];
const MIXED = ["render", "drawPage", "renderRow", "renderCell", "renderHead", "paint", "renderAll", "getAll"];

const points = [
  ...heap(0.2, 0.2, LOCKS, (at) => `src/store/lock/${at % 2 ? "table" : "row"}.ts`),
  ...heap(0.8, 0.2, DATES, () => "src/time/dates.ts"),
  ...heap(0.5, 0.8, MIXED, (at) => `src/${"abcdefgh"[at]}/${at}.ts`),
];

describe("names of the heaps of a map", () => {
  const clusters = clustersOf(points);

  test("a heap that is mostly of one folder or file has its name, without what all have in common", () => {
    expect(clusters.map(({ folder }) => folder).sort()).toEqual(["", "store/lock", "time/dates.ts"]);
  });

  test("words tell it from the others: what all say, or the folder says already, is none", () => {
    const of = (folder: string) => clusters.find((cluster) => cluster.folder === folder)!.words;
    expect(of("")[0]).toBe("render");
    expect(of("store/lock")).toContain("row");
    expect(of("store/lock")).not.toContain("lock");
    expect(clusters.flatMap(({ words }) => words)).not.toContain("get");
  });

  test("a name stands in its heap", () => {
    for (const { folder, x, y } of clusters) {
      const [cx, cy] = folder === "" ? [0.5, 0.8] : folder === "store/lock" ? [0.2, 0.2] : [0.8, 0.2];
      expect(Math.hypot(x - cx, y - cy)).toBeLessThan(0.05);
    }
  });

  test("the order of the points changes nothing", () => {
    expect(clustersOf(points.toReversed())).toEqual(clusters);
  });

  test("few points have no name, none no heap", () => {
    expect(clustersOf(points.slice(0, 3))).toEqual([]);
    expect(clustersOf([])).toEqual([]);
  });
});

const data = { modules: ["src/"], points, edges: [], clusters: clustersOf(points), total: points.length };

describe("names on the screen", () => {
  const model = makeModel(pageData("shop", data, []));
  const widthOf = (text: string) => text.length * 7;

  test("none lies over another: where there is no room the smaller heap goes without, and has it when one comes nearer", () => {
    const near = model.captions({ scale: 60, left: 100, top: 100 }, 260, 260, 16, widthOf);
    const far = model.captions(model.fit(800, 800), 800, 800, 16, widthOf);
    expect(near.length).toBeLessThan(3);
    expect(far.length).toBe(3);
  });

  test("what is out of sight has none; at the edge it is moved inwards", () => {
    expect(model.captions({ scale: 100, left: -5000, top: 0 }, 800, 800, 16, widthOf)).toEqual([]);
    for (const { x, title } of model.captions({ scale: 1000, left: -190, top: 0 }, 800, 900, 16, widthOf))
      expect(x).toBeGreaterThanOrEqual(widthOf(title) / 2);
  });
});

describe("the map as a picture", () => {
  test("has every point and name, and is the same every time", () => {
    const picture = mapPicture("shop", data);
    expect(picture.match(/M[\d.]+ [\d.]+h0/g)).toHaveLength(points.length);
    expect(picture).toContain(">store/lock<");
    expect(mapPicture("shop", data)).toBe(picture);
  });

  test("names are text, never markup", () => {
    const hostile = data.clusters.map((cluster) => ({ ...cluster, folder: `<script>"&\u202e` }));
    const picture = mapPicture(`</title><script>`, { ...data, clusters: hostile });
    expect(picture).not.toContain("<script");
    expect(picture).not.toContain("\u202e");
    expect(picture).toContain("&lt;script&gt;");
  });
});
