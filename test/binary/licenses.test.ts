/** What the program says is inside it, against its own bytes and the libraries that it has. */
import { expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { contentsBeside } from "../../scripts/build.ts";
import type { Contents } from "../../scripts/contents.ts";
import { thisPlatform } from "../../scripts/platforms.ts";
import { differences } from "../../scripts/release/verify.ts";
import { licensesSchema } from "../../src/base/schema.ts";
import { grammarSources } from "../../src/lang/grammars.ts";
import { binary, run } from "./_binary.ts";

const top = join(import.meta.dir, "..", "..");
const contents = JSON.parse(readFileSync(contentsBeside(thisPlatform()!), "utf8")) as Contents;
const listed = (...words: string[]) => run([binary(), "licenses", ...words], top);

test("licenses: every grammar, the addons, Bun and JavaScriptCore, each with a text", () => {
  const { exit, out } = listed("--json");
  expect(exit).toBe(0);
  const { components } = licensesSchema.parse(JSON.parse(out));
  expect(components).toEqual(contents.components);
  const files = components.flatMap((one) => one.files ?? []);
  for (const { grammar } of grammarSources()) expect(files).toContain(`${grammar}.so`);
  // Bundled in another package's bundle, made from another's grammar, linked into a library: those too.
  const carried = ["@huggingface/jinja", "scule", "ml-array-max", "tree-sitter-elixir", "regex-automata", "protobuf"];
  for (const name of ["bun", "JavaScriptCore", "@ast-grep/napi", "usearch", "zod", "manifold", ...carried])
    expect(components.map((one) => one.name)).toContain(name);
  for (const { name, text, licence } of components) expect([name, text.length > 20 && licence.length > 2]).toEqual([name, true]);
});

test("licenses: texts, one line each, and those of a name", () => {
  expect(listed().out).toContain("GNU LIBRARY GENERAL PUBLIC LICENSE");
  const lines = listed("--list", "javascriptcore").out.trim().split("\n");
  expect(lines).toEqual([expect.stringMatching(/^JavaScriptCore {2}LGPL-2\.0-or-later {2}in Bun [\d.]+$/)]);
  const none = listed("no such thing inside");
  expect([none.exit, none.out]).toEqual([1, expect.stringContaining("no such thing inside")]);
});

test("the list is what is in the program's bytes: a library or package too many or too few is noticed, and nothing else is wrong", () => {
  const [first, ...others] = contents.assets;
  const folder = mkdtempSync(join(tmpdir(), "manifold-contents-"));
  try {
    const absent = join(folder, "absent.zst");
    writeFileSync(absent, crypto.getRandomValues(new Uint8Array(256)));
    const more = { ...first!, name: "absent", compressed: relative(top, absent) };
    // The one is a bundle of its own that another package's holds; of the other the program has nothing.
    const components = contents.components.filter(({ name }) => name !== "@huggingface/jinja");
    const sources = { ...contents.sources, "assemblyscript@0.0.0": ["node_modules/assemblyscript/dist/asc.js"] };
    expect(differences(binary(), { ...contents, assets: [...others, more], components, sources }, top)).toEqual([
      "@huggingface/jinja is in the program and not listed",
      "absent is listed and not in the program",
      "assemblyscript@0.0.0 is listed, and its words are not in the program",
      expect.stringMatching(/is in the program and not listed$/),
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
