import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { index } from "../../src/indexing.ts";
import { spread } from "../../src/query/spread.ts";
import type { Store } from "../../src/store/graph.ts";
import { openStore } from "../../src/store/open.ts";
import { writeTree } from "./_index.ts";

const callers = Array.from({ length: 300 }, (_, i) => `def user_${i}():\n    hub()\n`).join("\n");
const FILES = {
  "a.py": `from b import near, hub\n\ndef seed():\n    near()\n    near()\n    hub()\n\ndef above():\n    seed()\n\ndef apart():\n    pass\n`,
  "b.py": "def near():\n    far()\n\ndef far():\n    pass\n\ndef hub():\n    pass\n",
  "c.py": `from b import hub\n\n${callers}`,
};

let root = "";
let store: Store;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "manifold-spread-"));
  writeTree(root, FILES);
  await index(root, { quiet: true, embedding: null });
  const opened = openStore(root);
  if (opened.state !== "open") throw new Error(opened.state);
  store = opened.store;
});
afterAll(() => {
  store.close();
  rmSync(root, { recursive: true, force: true });
});

const id = (name: string): number => store.symbolsByName(name)[0]!.id;
const named = (found: Map<number, number>): Record<string, number> =>
  Object.fromEntries([...found].map(([one, activation]) => [store.symbolById(one)!.name, activation]));

test("neighbours share what a symbol hands on, whichever way the edge goes; several calls count once", () => {
  const found = named(spread(store, [{ id: id("seed"), activation: 1 }], { hops: 1, decay: 0.6 }));
  expect(Object.keys(found).sort()).toEqual(["above", "hub", "near", "seed"]);
  for (const name of ["above", "hub", "near"]) expect(found[name]).toBeCloseTo(0.2, 6);
  expect(found.seed).toBe(1);
});

test("a second round reaches further and returns some; what is not connected stays silent", () => {
  const found = named(spread(store, [{ id: id("seed"), activation: 1 }], { hops: 2, decay: 0.6, least: 0.001, weights: { calls: 1 } }));
  expect(found.far).toBeCloseTo(0.06, 6);
  expect(found.seed).toBeGreaterThan(1);
  expect(found.apart).toBeUndefined();
});

test("a hub hands on nothing where each would get next to nothing", () => {
  const found = spread(store, [{ id: id("hub"), activation: 1 }], { hops: 3 });
  expect(named(found)).toEqual({ hub: 1 });
});

test("direction and kinds can be left out; the same seed twice adds up", () => {
  const options = { hops: 1, backward: 0, decay: 0.5 };
  expect(Object.keys(named(spread(store, [{ id: id("seed"), activation: 1 }], options))).sort()).toEqual(["hub", "near", "seed"]);
  const twice = [1, 1].map((activation) => ({ id: id("seed"), activation }));
  expect(named(spread(store, twice, { ...options, weights: { inherits: 1 } }))).toEqual({ seed: 2 });
  const contained = named(spread(store, [{ id: id("apart"), activation: 1 }], { hops: 1, weights: { contains: 1 } }));
  expect(Object.keys(contained).sort()).toEqual(["a.py", "apart"]);
});
