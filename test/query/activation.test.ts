/** Activation of the best files spreads along the calls that leave them, and changes the ranking by intent. */
import { expect, test } from "bun:test";
import { ranking } from "../../src/base/settings.ts";
import { activate } from "../../src/query/rank.ts";
import { retrieve } from "../../src/query/retrieve.ts";
import { callsBetweenFiles } from "../../src/store/ranking.ts";
import { indexed } from "../_indexed.ts";

const FILES: Record<string, string> = {
  "upload.py":
    "from wire import flush, send\nfrom log import note\n\ndef upload_picture(p):\n    send(p)\n    send(p)\n    send(p)\n    flush(p)\n    note(p)\n",
  "wire.py": "def send(p):\n    return p\n\ndef flush(p):\n    return p\n",
  "log.py": "def note(p):\n    return p\n",
  "caller.py": "from upload import upload_picture\n\ndef every():\n    upload_picture(1)\n",
  "apart.py": "def apart():\n    return 1\n",
};
const tree = indexed(FILES, { embedding: null });
const id = (path: string): number => tree.store.fileByPath(path)!.id;

test("what is called is counted by the file it stands in, each function once; calls inside a file are not", () => {
  const calls = callsBetweenFiles(tree.store, [id("upload.py"), id("apart.py")]);
  expect(calls.get(id("upload.py"))).toEqual(
    new Map([
      [id("wire.py"), 2],
      [id("log.py"), 1],
    ]),
  );
  expect(calls.get(id("apart.py"))).toEqual(new Map());
});

test("a file gets the root of its share, in proportion to the score of what calls it; nothing goes back to callers", () => {
  const active = activate(
    tree.store,
    [
      { id: id("apart.py"), score: 2 },
      { id: id("upload.py"), score: 1 },
    ],
    ranking.sources,
  );
  expect([...active.keys()].sort()).toEqual([id("wire.py"), id("log.py")].sort());
  expect(active.get(id("wire.py"))).toBeCloseTo(0.5 * Math.sqrt(2 / 3), 12);
  expect(active.get(id("log.py"))).toBeCloseTo(0.5 * Math.sqrt(1 / 3), 12);
  expect(activate(tree.store, [], 5)).toEqual(new Map());
  expect(activate(tree.store, [{ id: id("upload.py"), score: 0 }], 5)).toEqual(new Map());
});

test("only the first five hand activation on", () => {
  const quiet = Array.from({ length: 5 }, () => ({ id: id("apart.py"), score: 1 }));
  expect(activate(tree.store, [...quiet, { id: id("upload.py"), score: 1 }], ranking.sources).size).toBe(0);
});

test("what calls a file gets the root of its share of the functions that are called there", () => {
  expect(callsBetweenFiles(tree.store, [id("wire.py")], "caller").get(id("wire.py"))).toEqual(new Map([[id("upload.py"), 2]]));
  const active = activate(tree.store, [{ id: id("upload.py"), score: 1 }], 1, "caller");
  expect(active).toEqual(new Map([[id("caller.py"), 1]]));
});

test("where something is to be mended what calls the first files rises, but never above the first", () => {
  const filters = { paths: [], excludes: [], languages: [], kinds: [] };
  const found = (graph: boolean) => retrieve(tree.store, "upload picture p", { k: 10, filters, mends: true, graph }).chunks;
  const score = (path: string, graph: boolean) => found(graph).find(({ chunk }) => chunk.path === path)!.score;
  expect(score("caller.py", true)).toBeGreaterThan(score("caller.py", false));
  expect(found(true)[0]!.chunk.path).toBe("upload.py");
});

test("how far the first stands out of a report is told by files: it has several places itself", () => {
  const ask = (mends: boolean) =>
    retrieve(tree.store, "upload picture p", { k: 10, filters: { paths: [], excludes: [], languages: [], kinds: [] }, mends });
  const { chunks, files } = ask(true);
  expect(files).toHaveLength(new Set(chunks.map(({ chunk }) => chunk.path)).size);
  expect(files).toEqual([...files!].sort((a, b) => b - a));
  expect(ask(false).files).toBeUndefined();
});

test("what the best file calls rises, but not for a question after a definition or without the graph", () => {
  const filters = { paths: [], excludes: [], languages: [], kinds: [] };
  const score = (path: string, more: object) =>
    retrieve(tree.store, "upload picture p", { k: 10, filters, ...more }).chunks.find(({ chunk }) => chunk.path === path)!.score;
  for (const path of ["wire.py", "log.py"]) {
    const plain = score(path, { intent: "find_definition" });
    expect(score(path, { intent: "understand" })).toBeGreaterThan(plain);
    expect(score(path, { intent: "understand", graph: false })).toBe(plain);
  }
  expect(score("caller.py", { intent: "understand" })).toBe(score("caller.py", { intent: "find_definition" }));
});
