/** Nobody but a language's own folder knows its name: everybody else asks the `Language` object or its family. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { LANGUAGES } from "../../src/lang/languages.ts";

const TOP = join(import.meta.dir, "../..");
const LANGUAGE_NAMES = LANGUAGES.map(({ name }) => name);
const NAMES = new Set(LANGUAGES.flatMap(({ name, family }) => [name, family.name]));
/** Names that are no words of another kind: no ending of a file, no form of output, no shell. */
const TELLING = new Set(LANGUAGE_NAMES.filter((name) => !LANGUAGES.some(({ extensions }) => extensions.includes(name)) && name.length > 2));

/** A comparison, or a case, with a name on either side. */
const COMPARED =
  /(?:[\w.?!()\]]*(?:[lL]anguage|[fF]amily)[\w.?!()]*\s*[!=]==?\s*|\bcase\s+)"([^"\n]*)"|"([^"\n]*)"\s*[!=]==?\s*[\w.]*(?:[lL]anguage|[fF]amily)\b/g;

function faultsIn(path: string, text: string): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/g, (comment) => comment.replace(/[^\n]/g, " "));
  const found: string[] = [];
  // forms of output, and what people read and type, where a language can be an example
  const serves = path.startsWith("src/serve/");
  const line = (at: number): number => code.slice(0, at).split("\n").length;
  for (const match of code.matchAll(COMPARED)) {
    const name = match[1] ?? match[2]!;
    if (NAMES.has(name) && !(serves && match[0].startsWith("case"))) found.push(`${path}:${line(match.index)} compares with ${name}`);
  }
  if (serves) return found;
  for (const match of code.matchAll(/"([a-z_:-]+)"/g))
    if (TELLING.has(match[1]!)) found.push(`${path}:${line(match.index)} names ${match[1]}`);
  for (const match of code.matchAll(/[(|^:]([a-z]+)(?=\|([a-z]+)[)|$])/g))
    if (TELLING.has(match[1]!) && TELLING.has(match[2]!)) found.push(`${path}:${line(match.index)} names ${match[1]}`);
  return found;
}

test("what is forbidden is found", () => {
  const texts = [
    'if (facts.language === "go") x();',
    'if (this.family.name !== "clojure") x();',
    'if ("c" === language) x();',
    'switch (language) { case "zig": }',
    'const SOME = new Set(["python", "x"]);',
    "const SCRIPT = /^(?:javascript|typescript)$/;",
  ];
  for (const text of texts) expect(faultsIn("a", text)).not.toEqual([]);
  for (const text of ['// language === "go"', 'if (ending === ".go") x();', 'kind === "c"', 'import x from "../go/language.ts"'])
    expect(faultsIn("a", text)).toEqual([]);
});

test("no language is asked for by its name outside of its folder", () => {
  const faults: string[] = [];
  for (const path of new Bun.Glob("src/**/*.ts").scanSync({ cwd: TOP })) {
    if (/^src\/lang\/(?!engine\/)\w+\//.test(path)) continue;
    faults.push(...faultsIn(path, readFileSync(join(TOP, path), "utf8")));
  }
  expect(faults).toEqual([]);
});
