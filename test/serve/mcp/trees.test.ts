/** Which tree a call is about. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isWithin, rootFolders, treeFor } from "../../../src/serve/mcp/trees.ts";

let base: string;
beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "manifold-trees-")));
  for (const folder of ["one/.git", "one/sub", "two/inner/.git", "two/inner/deep", "other"])
    mkdirSync(join(base, folder), { recursive: true });
  Bun.spawnSync(["git", "init", "-q", join(base, "one")]);
  symlinkSync(join(base, "other"), join(base, "one/way-out"));
});
afterAll(() => rmSync(base, { recursive: true, force: true }));
const at = (path: string) => join(base, path);

test("a folder is within itself and those above, not within one whose name it only begins with", () => {
  expect([
    isWithin("/a", "/a"),
    isWithin("/a/b", "/a"),
    isWithin("/ab", "/a"),
    isWithin("/", "/a"),
    isWithin("/a", "/"),
    isWithin("/a/..b", "/a"),
  ]).toEqual([true, true, false, false, true, true]);
});

test("roots that are no folders of this machine are left out", () => {
  expect(
    rootFolders([`file://${at("one")}`, "https://example.org/x", `file://${at("none")}`, "file://%zz", "", `file://${at("one")}/`]),
  ).toEqual([at("one")]);
});

test("the root that holds the folder of the server comes first, else the first; a named folder picks the repository that it is in", () => {
  const roots = [at("one"), at("two")];
  expect(treeFor(undefined, roots, "/")).toBe(at("one"));
  expect(treeFor(undefined, roots, at("two/inner"))).toBe(at("two"));
  expect(treeFor("sub", roots, "/")).toBe(at("one"));
  expect(treeFor(at("two/inner/deep"), roots, "/")).toBe(at("two/inner"));
  expect(treeFor(`file://${at("two")}`, roots, "/")).toBe(at("two"));
  for (const outside of [at("other"), "/", "..", "../other", "way-out", at("one/way-out"), at("onerous"), "file://host/x"])
    expect([
      outside,
      (() => {
        try {
          return treeFor(outside, roots, "/");
        } catch (error) {
          return (error as { code: string }).code;
        }
      })(),
    ]).toEqual([outside, expect.stringMatching(/^(root-refused|path-missing|bad-value)$/)]);
});
