/**
 * The graph's first floor in every language: what contains what, imports between files, inheritance, calls inside a file and through what is
 * imported. One small project a language in floor/; formats, which have none of the others, are tested for what they contain.
 */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { carriesLibrary } from "../../../../src/base/native.ts";
import { LANGUAGES } from "../../../../src/lang/languages.ts";
import { containsOf, edgesOf } from "./_tree.ts";

/** Files (`--- path`), then what the last of them contains and all its edges but `uses` (`=== contains`, `=== edges`), written by hand or read by eye. */
function projectOf(language: string): { files: Record<string, string>; contains: string[]; edges: string[] } {
  const text = readFileSync(join(import.meta.dir, "floor", `${language}.txt`), "utf8");
  const [sources = "", contains = "", edges = ""] = text.split(/^=== \w+\n/m);
  const parts = sources.split(/^--- (.+)\n/m).slice(1);
  const files: Record<string, string> = {};
  for (let i = 0; i < parts.length; i += 2) files[parts[i]!] = parts[i + 1]!;
  const lines = (list: string): string[] => list.split("\n").filter(Boolean);
  return { files, contains: lines(contains), edges: lines(edges) };
}

for (const { name, grammar } of LANGUAGES)
  test.skipIf(grammar !== null && !carriesLibrary(`${grammar}.so`))(name, () => {
    const { files, contains, edges } = projectOf(name);
    const last = Object.keys(files).at(-1)!;
    expect(containsOf(files, last)).toEqual(contains);
    expect(edgesOf(files).filter((line) => line.startsWith(last) && !line.includes(" uses "))).toEqual(edges);
  });
