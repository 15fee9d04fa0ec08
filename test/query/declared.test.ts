/** Which definition a name or a place means: declarations, names with signs, several definitions. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { index } from "../../src/indexing.ts";
import { findSymbol, walk } from "../../src/query/walk.ts";
import type { Store } from "../../src/store/graph.ts";
import { openStore } from "../../src/store/open.ts";
import { writeTree } from "./_index.ts";

const FILES = {
  "src/list.h": "int list_push(int n);\nint list_size(void);\n",
  "src/list.c": '#include "list.h"\nint list_push(int n) { return n; }\nint list_size(void) { return list_push(1); }\n',
  "src/main.c": '#include "list.h"\nint main(void) { return list_push(2); }\n',
  "deps/list/list.c": "int list_push(int n) { return n + 1; }\nint list_other(void) { return list_push(1); }\n",
  "src/box.rs": "macro_rules! route { ($x:expr) => { $x } }\npub fn run() { route!(1); }\n",
  "lib/box.rb": "class Box\n  def empty?; true; end\n  def run; empty?; end\nend\n",
  "src/v.cc": "struct V { int operator()(int a) { return a; } bool operator==(const V& o) const { return true; } };\n",
  "lib/go.js": "export function $scope(x) { return x; }\nexport function go() { return $scope(1); }\n",
  "dist/go.js": "export function go() { return 1; }\n",
  "src/a.py": "def twice():\n    return 1\n",
  "src/b.py": "def twice():\n    return 2\n\n\ndef uses():\n    return twice()\n",
};

let root: string;
let store: Store;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "manifold-declared-"));
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

const callers = (name: string | null, at?: { path: string; line: number }): string[] =>
  walk(store, "callers", name, null, at ? { at } : {}).hits.map(({ symbol }) => `${symbol.path}#${symbol.name}`);

test("callers are the same by name, at the definition and at the declaration; references list the declaration", () => {
  const all = ["src/list.c#list_size", "src/main.c#main"];
  expect(callers("list_push")).toEqual(all);
  expect(callers(null, { path: "src/list.c", line: 2 })).toEqual(all);
  expect(callers(null, { path: "src/list.h", line: 1 })).toEqual(all);
  const references = walk(store, "references", "list_push", null, {}).hits.map(({ symbol, line }) => `${symbol.path}:${line}`);
  expect(references).toEqual(["src/list.c:3", "src/list.h:1", "src/main.c:2"]);
});

test("of several definitions: no declaration, none that was brought along or built, the one that is used", () => {
  const push = findSymbol(store, { name: "list_push" });
  expect(push.chosen?.path).toBe("src/list.c");
  expect(push.candidates.map(({ path }) => path)).toEqual(["src/list.c", "deps/list/list.c"]);
  expect(findSymbol(store, { name: "go" }).chosen?.path).toBe("lib/go.js");
  expect(findSymbol(store, { name: "twice" }).chosen?.path).toBe("src/b.py");
});

test("signs are part of names", () => {
  const chosen = (name: string): string | undefined => findSymbol(store, { name }).chosen?.qualified;
  expect(["route!", "empty?", "Box#empty?", "operator==", "V::operator()", "$scope"].map(chosen)).toEqual([
    "route",
    "Box.empty?",
    "Box.empty?",
    "V.operator==",
    "V.operator()",
    "$scope",
  ]);
});

test("definitions are listed with the one that is meant first, not by path", () => {
  const answer = walk(store, "definition", "go", null, {});
  expect(answer.choice.chosen?.path).toBe("lib/go.js");
  expect(answer.hits.map(({ symbol }) => symbol.path)).toEqual(["lib/go.js", "dist/go.js"]);
});
