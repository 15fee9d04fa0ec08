/** Which definition a name or a place means: declarations, names with signs, several definitions. */
import { expect, test } from "bun:test";
import { findSymbol, walk } from "../../src/query/walk.ts";
import { indexed } from "../_indexed.ts";

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

const tree = indexed(FILES, { embedding: null });

const callers = (name: string | null, at?: { path: string; line: number }): string[] =>
  walk(tree.store, "callers", name, null, at ? { at } : {}).hits.map(({ symbol }) => `${symbol.path}#${symbol.name}`);

test("callers are the same by name, at the definition and at the declaration; references list the declaration", () => {
  const all = ["src/list.c#list_size", "src/main.c#main"];
  expect(callers("list_push")).toEqual(all);
  expect(callers(null, { path: "src/list.c", line: 2 })).toEqual(all);
  expect(callers(null, { path: "src/list.h", line: 1 })).toEqual(all);
  const references = walk(tree.store, "references", "list_push", null, {}).hits.map(({ symbol, line }) => `${symbol.path}:${line}`);
  expect(references).toEqual(["src/list.c:3", "src/list.h:1", "src/main.c:2"]);
});

test("of several definitions: no declaration, none that was brought along or built, the one that is used", () => {
  const push = findSymbol(tree.store, { name: "list_push" });
  expect(push.chosen?.path).toBe("src/list.c");
  expect(push.candidates.map(({ path }) => path)).toEqual(["src/list.c", "deps/list/list.c"]);
  expect(findSymbol(tree.store, { name: "go" }).chosen?.path).toBe("lib/go.js");
  expect(findSymbol(tree.store, { name: "twice" }).chosen?.path).toBe("src/b.py");
});

test("signs are part of names", () => {
  const chosen = (name: string): string | undefined => findSymbol(tree.store, { name }).chosen?.qualified;
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
  const answer = walk(tree.store, "definition", "go", null, {});
  expect(answer.choice.chosen?.path).toBe("lib/go.js");
  expect(answer.hits.map(({ symbol }) => symbol.path)).toEqual(["lib/go.js", "dist/go.js"]);
});
