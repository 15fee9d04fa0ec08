import { expect, test } from "bun:test";
import { type MapData, tiled } from "../../../src/serve/map/map.ts";

const data: MapData = {
  modules: ["", "src/"],
  points: [
    { chunk: "chunk_0", path: "a.ts", start: 1, end: 2, kind: "code", name: "a", module: 0, x: 0, y: 0 },
    { chunk: "chunk_1", path: "src/b.ts", start: 1, end: 2, kind: "code", name: "b", module: 1, x: 1, y: 1 },
  ],
  edges: [{ from: 0, to: 1, kind: "calls" }],
  clusters: [{ x: 0.5, y: 0.5, size: 2, folder: "src/", words: ["b"] }],
  total: 5,
};
test("maps of several trees lie beside one another, each with its own modules and edges", () => {
  const whole = tiled([
    { mount: "", data },
    { mount: "api/", data },
    { mount: "web/", data },
  ]);
  expect(whole.total).toBe(15);
  expect(whole.points.map(({ path, module }) => `${path} ${whole.modules[module]}`)).toEqual([
    "a.ts ",
    "src/b.ts src/",
    "api/a.ts api/",
    "api/src/b.ts api/src/",
    "web/a.ts web/",
    "web/src/b.ts web/src/",
  ]);
  expect(whole.edges.map(({ from, to }) => [from, to])).toEqual([
    [0, 1],
    [2, 3],
    [4, 5],
  ]);
  const tile = (at: number) => whole.points.slice(2 * at, 2 * at + 2).map(({ x, y }) => [Math.floor(x * 2), Math.floor(y * 2)]);
  expect([tile(0), tile(1), tile(2)]).toEqual([
    [
      [0, 0],
      [0, 0],
    ],
    [
      [1, 0],
      [1, 0],
    ],
    [
      [0, 1],
      [0, 1],
    ],
  ]);
  expect(whole.clusters.map(({ folder }) => folder)).toEqual(["src/", "api/src/", "web/src/"]);
});
