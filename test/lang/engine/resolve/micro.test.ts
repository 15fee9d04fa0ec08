/** Small programs with their call edges annotated by hand, in the manner of the public micro benchmarks for call graphs. */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { edgesOf } from "./_tree.ts";

interface Case {
  name: string;
  files: Record<string, string>;
  edges: string[];
}

function cases(text: string): Case[] {
  return text
    .split(/^== /m)
    .slice(1)
    .map((part) => {
      const [program, edges] = part.split(/^=>\n?/m) as [string, string?];
      const [name, ...files] = program.split(/^-- /m);
      return {
        name: name!.trim(),
        files: Object.fromEntries(files.map((file) => [file.slice(0, file.indexOf("\n")), file.slice(file.indexOf("\n") + 1)])),
        edges: (edges ?? "").split("\n").filter((line) => line.trim() !== ""),
      };
    });
}

/** `a.js:f calls a.js:g exact` → `f g`; names of the first file stand for themselves. */
function short(edge: string, main: string): string | null {
  const [from, kind, to, resolution] = edge.split(" ");
  if (kind !== "calls" || resolution === "external" || resolution === "ambiguous") return null;
  return `${from!.replace(`${main}:`, "")} ${to!.replace(`${main}:`, "")}`;
}

for (const language of ["javascript", "javascript-more", "languages", "python"])
  describe(language, () => {
    for (const { name, files, edges } of cases(readFileSync(join(import.meta.dir, "micro", `${language}.txt`), "utf8")))
      test(name, () => {
        const main = Object.keys(files).find((path) => path.startsWith("main")) ?? "";
        const found = edgesOf(files).flatMap((edge) => short(edge, main) ?? []);
        expect([...new Set(found)].sort()).toEqual([...edges].sort());
      });
  });
