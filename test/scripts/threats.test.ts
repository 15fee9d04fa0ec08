/** Every promise of THREATS.md has tests, and they are there. */
import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const top = join(import.meta.dir, "../..");
const page = readFileSync(join(top, "src/THREATS.md"), "utf8");

/** Has a file a test or a group of tests of this name? Names that are put together (`${…}`) are no names. */
function has(text: string, name: string): boolean {
  const pattern = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return (
    new RegExp(`\\b(?:test|describe)\\b[^\\n]*\\(\\s*(["'\`])${pattern}\\1`).test(text) ||
    new RegExp(`\\)\\(\\s*(["'\`])${pattern}\\1`).test(text)
  );
}

const named = [...page.matchAll(/^- `(test\/[\w/.-]+)` "(.+)"$/gm)].map(([, file = "", name = ""]) => ({ file, name }));

test("each test that THREATS.md names exists", () => {
  const missing = named.filter(({ file, name }) => !existsSync(join(top, file)) || !has(readFileSync(join(top, file), "utf8"), name));
  expect(missing).toEqual([]);
  expect(named.length).toBeGreaterThan(40);
});

test("each promise names at least one, and no line names one in another form", () => {
  const [, promised = ""] = /\n## What is promised\n([\s\S]*?)\n## /.exec(page)!;
  const promises = promised.split(/^### /m).slice(1);
  expect(promises.length).toBeGreaterThan(9);
  expect(promises.filter((text) => !/^- `test\//m.test(text)).map((text) => text.split("\n", 1)[0])).toEqual([]);
  expect(page.match(/`test\/(?!scripts\/threats)/g)?.length).toBe(named.length);
});

test("a name that is not there is noticed", () => {
  expect(has('test("one", () => {})', "one")).toBe(true);
  expect(has('describe.skipIf(!x)(\n  "one", () => {})', "one")).toBe(true);
  expect([has('// says "one"', "one"), has('test("one more", () => {})', "one")]).toEqual([false, false]);
});
