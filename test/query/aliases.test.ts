/** A name that only an import or a re-export gives leads to the definition, and it is said who gives it. */
import { expect, test } from "bun:test";
import { findSymbol, walk } from "../../src/query/walk.ts";
import { indexed } from "../_indexed.ts";

const FILES = {
  "ts/lib.ts":
    "export function plus(a: number, b: number) {\n  return a + b;\n}\nexport default function main() {\n  return plus(1, 2);\n}\nconst app = { stop() {}, start: () => 2 };\nexport const { stop, start: begin } = app;\nfunction inner() {}\nexport { inner as outer };\n",
  "ts/index.ts": "export { plus as add } from './lib';\nexport { default as run } from './lib';\nexport * as everything from './lib';\n",
  "ts/use.ts": "import { add } from './index';\nimport { begin } from './lib';\nadd(1, 2);\nbegin();\n",
  "py/pkg/__init__.py": "from .x import compute as calc\nfrom .x import Thing as Widget\n",
  "py/pkg/x.py": "def compute(n):\n    return n\n\n\nclass Thing:\n    pass\n",
  "py/use.py": "from pkg import calc\n\n\ndef go():\n    return calc(1)\n",
  "rs/src/lib.rs": "mod deep;\npub use deep::long_name as short;\npub use deep::Deep as Shallow;\n",
  "rs/src/deep.rs": "pub fn long_name() -> u8 {\n    1\n}\npub struct Deep;\n",
  "kt/A.kt": "package a\n\nclass Original(val x: Int)\n",
  "kt/B.kt": "package b\n\nimport a.Original as Imported\n\nfun m() = Imported(2)\n",
  "cs/A.cs": "using Brief = Far.Away.LongClass;\nnamespace B;\nclass U { Brief s = new Brief(); }\n",
  "cs/L.cs": "namespace Far.Away;\npublic class LongClass { }\n",
  "php/A.php": "<?php\nnamespace A;\nclass Real {}\n",
  "php/B.php": "<?php\nuse A\\Real as Nick;\nnew Nick();\n",
};

const tree = indexed(FILES);

test.each([
  ["add", "ts/lib.ts", "plus", "ts/index.ts:1"],
  ["run", "ts/lib.ts", "main", "ts/index.ts:2"],
  ["everything", "ts/lib.ts", "ts/lib.ts", "ts/index.ts:3"],
  ["outer", "ts/lib.ts", "inner", "ts/lib.ts:10"],
  ["calc", "py/pkg/x.py", "compute", "py/pkg/__init__.py:1"],
  ["pkg.Widget", "py/pkg/x.py", "Thing", "py/pkg/__init__.py:2"],
  ["short", "rs/src/deep.rs", "long_name", "rs/src/lib.rs:2"],
  ["Shallow", "rs/src/deep.rs", "Deep", "rs/src/lib.rs:3"],
  ["Imported", "kt/A.kt", "Original", "kt/B.kt:3"],
  ["Brief", "cs/L.cs", "Far.Away.LongClass", "cs/A.cs:1"],
  ["Nick", "php/A.php", "Real", "php/B.php:2"],
])("%s", (name, path, qualified, by) => {
  const { chosen, reason } = findSymbol(tree.store, { name });
  expect([chosen?.path, chosen?.qualified]).toEqual([path, qualified]);
  expect(reason).toStartWith(`Nothing is defined under the name ${name}: ${by} gives it to `);
});

test("what nobody gives is not there, and what is defined is that", () => {
  expect(findSymbol(tree.store, { name: "nothing_here" }).chosen).toBeNull();
  expect(findSymbol(tree.store, { name: "begin" }).chosen?.path).toBe("ts/lib.ts");
});

test("callers of what a pattern takes out of an object are not none, and it does not read itself", () => {
  const { beyond, hits } = walk(tree.store, "callers", "begin", null, { depth: 1 });
  expect([hits.length, beyond.map(({ message }) => message)]).toEqual([
    0,
    ["begin stands in 1 line of code of which it is not known what is meant (ts/use.ts:4)."],
  ]);
  const stop = findSymbol(tree.store, { name: "stop" }).chosen!;
  expect(tree.store.edgesTo(stop.id, ["uses", "calls"]).map(({ src }) => tree.store.symbolById(src)?.qualified)).toEqual([]);
});

test.each([
  ["pkg.x.compute", "py/pkg/x.py", "compute"],
  ["deep::long_name", "rs/src/deep.rs", "long_name"],
  ["crate::deep::Deep", "rs/src/deep.rs", "Deep"],
  ["kt.Original", "kt/A.kt", "Original"],
  ["nowhere.compute", undefined, undefined],
  ["pkg.compute_all", undefined, undefined],
])("%s is what its module or package defines", (name, path, qualified) => {
  const { chosen } = findSymbol(tree.store, { name });
  expect([chosen?.path, chosen?.qualified]).toEqual([path, qualified]);
});
