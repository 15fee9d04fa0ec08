/** A language costs one folder and one row: a toy is added to a copy of the source, and a tree of it is indexed and asked about. */
import { afterAll, expect, test } from "bun:test";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { carriesLibrary } from "../../src/base/native.ts";

const TOP = join(import.meta.dir, "../..");
const place = mkdtempSync(join(tmpdir(), "manifold-toy-"));
afterAll(() => rmSync(place, { recursive: true, force: true }));

/** Its grammar is another's: npm has none for it. */
const FOLDER = {
  "language.ts": `import { language } from "../engine/written.ts";

export const toy = language({ name: "toy", extensions: "toy", grammar: "lua", rules: async () => (await import("./rules.ts")).toy });
`,
  "rules.ts": `import type { RuleSet } from "../engine/rules/_rules.ts";

export const toy: RuleSet = {
  nodes: {
    arguments: { role: "call", callee: "before" },
    function_declaration: { role: "define", as: "function", name: (text) => [{ name: /^function (\\w+)/.exec(text)![1]!, end: text.indexOf("(") }], params: true },
  },
  syntax: { separators: ["."], quotes: '"', lineComments: ["--"], blockComments: [] },
};
`,
};
const ROW = 'export { toy } from "./toy/language.ts";\n';

function manifold(...words: string[]): string {
  const { stdout, stderr, exitCode } = Bun.spawnSync([process.execPath, join(place, "src/main.ts"), ...words], {
    cwd: join(place, "tree"),
    env: {
      ...process.env,
      XDG_CACHE_HOME: join(place, "cache"),
      XDG_STATE_HOME: join(place, "state"),
      XDG_CONFIG_HOME: join(place, "config"),
    },
  });
  if (exitCode !== 0) throw new Error(`${words.join(" ")}: ${exitCode}\n${stdout}\n${stderr}`);
  return stdout.toString();
}

test.skipIf(!carriesLibrary("lua.so"))("adding a language touches its folder and the table", () => {
  for (const name of ["src", "package.json", "tsconfig.json"]) cpSync(join(TOP, name), join(place, name), { recursive: true });
  for (const name of ["node_modules", "dist"]) if (existsSync(join(TOP, name))) symlinkSync(join(TOP, name), join(place, name));
  mkdirSync(join(place, "src/lang/toy"));
  for (const [name, text] of Object.entries(FOLDER)) writeFileSync(join(place, "src/lang/toy", name), text);
  const table = join(place, "src/lang/table.ts");
  writeFileSync(table, readFileSync(table, "utf8") + ROW);
  // A repository of its own: what lies above it in the folder for temporary files is no concern of it.
  Bun.spawnSync(["git", "init", "-q", join(place, "tree")]);
  writeFileSync(join(place, "tree/greet.toy"), "function greet(name)\n  return name\nend\n");
  writeFileSync(join(place, "tree/main.toy"), "function begin(a)\n  greet(1)\nend\n");
  manifold("index");
  const { results } = JSON.parse(manifold("callers", "greet", "--json")) as { results: { path: string; start: number }[] };
  expect(results.map(({ path }) => path)).toEqual(["main.toy"]);
  expect(manifold("languages")).toMatch(/^toy\s+symbols, calls/m);
});
