/** What an update says has changed (../../src/indexing/changes.ts), beside the property that an update is a full build (../indexing.test.ts). */
import { beforeAll, expect, test } from "bun:test";
import { ChangedKeys } from "../../src/indexing/changes.ts";
import { hashKey } from "../../src/indexing/world.ts";
import { extract } from "../../src/lang/engine/extract.ts";
import { isManifest, worldKey } from "../../src/lang/engine/resolve/world.ts";
import { languageOf, loadGrammars } from "../../src/lang/languages.ts";
import type { Writer } from "../../src/store/write.ts";

beforeAll(() => loadGrammars());

const facts = (path: string, text: string) => extract(path, text, languageOf(path));

/** Keys of a change. */
function changed(path: string, before: string, after: string): ReadonlySet<number> {
  const keys = new ChangedKeys();
  keys.file(path, facts(path, before), facts(path, after));
  return keys.hashes(NOWHERE);
}

/** Tables in which no name is defined. */
const NOWHERE = { statement: () => ({ values: () => [] }) } as unknown as Writer;

test("what only happens inside a function is no matter of other files", () => {
  const before = "import { g } from './g';\nexport function f() { return g(); }\n";
  expect(changed("lib/f.ts", before, before.replace("return g()", "const a = 1; log(a); return g()"))).toEqual(new Set());
  expect(changed("lib/f.py", "def f():\n    return 1\n", "def f():\n    x = 2\n    return x\n")).toEqual(new Set());
});

test("what a function gives is a matter of those who found it by its name", () => {
  const before = "import { g } from './g';\nexport function f() { return g.made(); }\n";
  const outline = hashKey(worldKey.outline("lib/f.ts"));
  for (const [from, to] of [
    [before, `${before}export function h() { return g.other(); }\n`],
    [`${before}export function h() { return g.other(); }\n`, before],
  ] as const) {
    const keys = changed("lib/f.ts", from, to);
    expect(keys).not.toContain(outline);
    expect(keys).toContain(hashKey(worldKey.members("lib/f.ts", "h")));
    expect(keys).toContain(hashKey(worldKey.definitions("h")));
  }
  expect(changed("lib/f.ts", before, before.replace("made", "other"))).toContain(outline);
  expect(changed("lib/f.ts", before, before.replace("return g.made()", "g.made()"))).toContain(outline);
  // A second function of that name: the first one's callers look again.
  expect(changed("lib/f.ts", before, `${before}export function f() { return g.other(); }\n`)).toContain(outline);
});

test("what other files see of it is", () => {
  const before = "export class A { run() { return 1; } }\n";
  const keys = changed("lib/a.ts", before, before.replace("run()", "run(n: number)"));
  expect(keys).toContain(hashKey(worldKey.definitions("run")));
  expect(keys).toContain(hashKey(worldKey.members("lib/a.ts", "A.run")));
});

test("the text of a file is a matter of others where resolution reads it", () => {
  for (const path of ["package.json", "web/package.json", "web/tsconfig.base.json", "go/go.mod", "rust/Cargo.toml", "php/composer.json"]) {
    const keys = changed(path, "{}\n", "{ }\n");
    expect(keys).toContain(hashKey(worldKey.text(path)));
    expect(keys).toContain(hashKey(worldKey.texts(path.slice(path.lastIndexOf("/") + 1))));
  }
  for (const path of ["lib/go.mod.ts", "json", "a/cargo.toml.rs", "Cargo.lock"]) expect(isManifest(path)).toBe(false);
});
