/**
 * Keyword search against ripgrep: the same lines, and how much longer it takes.
 *
 *     bun scripts/bench/keyword.ts DIR…
 *
 * Each folder is indexed in memory; then every pattern is asked of both, over the same files, and the matching lines are compared.
 * Times are medians of several runs in one process against whole runs of `rg`, which start a process each time; its start-up alone is shown.
 * The machine needs `rg`.
 */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { searchKeyword } from "../../src/query/keyword.ts";
import type { Store } from "../../src/store/graph.ts";
import { indexInMemory } from "../../test/query/_index.ts";

const LITERALS = [
  "TODO",
  "FIXME",
  "error",
  "Error",
  "return null",
  "import",
  "self.",
  "->",
  "==",
  "(",
  "[]",
  "$",
  "#include <",
  "public static",
  "config",
  "getClass",
  "utf-8",
  "http://",
  "a.b",
  "\\n",
  "  ",
  "\t",
  "é",
  "ü",
  "–",
  "“",
  "日本",
  "漢",
  "größe",
  "ÉCOLE",
  "école",
  "k",
  "ssl",
  "assert_equal",
  "no_such_text_anywhere",
  "x".repeat(60),
];
const EXPRESSIONS = [
  "/TODO|FIXME|XXX/",
  "/fn\\s+\\w+_\\w+/",
  "/[A-Z]{3,}_[A-Z]+/",
  "/^\\s*def \\w+\\(self/",
  "/^import .*;$/",
  "/return$/",
  "/^$/",
  "/^\\s+$/",
  "/\\d+\\.\\d+\\.\\d+/",
  "/(get|set)[A-Z]\\w*\\(/",
  "/error/i",
  "/(foo|bar|baz)\\d/i",
  "/\\berror\\b/",
  "/\\bconfig\\b/i",
  "/\\bTODO\\b/",
  "/[^\\x00-\\x7f]/",
  "/\\p{Greek}/",
  "/\\w+é\\w*/",
  "/[äöü]/i",
  "/https?:\\/\\/[^\\s\"')]+/",
  "/\\bclass [A-Z]\\w+/",
  "/(a+)+$/",
  "/x*/",
  "/a.c/",
  "/\\.{3}/",
  '/"[^"]*"\\s*:/',
  "/(?i)readme/",
  "/[[:upper:]]{8}/",
  "/[]x]{2}/",
  "/\\w{30,}/",
  "/(?:async|await)\\s+\\w+/",
  "/^(?:\\s*\\/\\/|#)/",
  "/[\\w.-]+@[\\w-]+\\.\\w+/",
  "/\\bk/i",
];

/** ripgrep's options for a keyword of ours. */
function options(keyword: string): string[] {
  const parts = /^\/(.+)\/(i?)$/.exec(keyword);
  if (parts === null) return ["-S", "-F", "-e", keyword];
  return [...(parts[2] === "i" ? ["-i"] : ["-s"]), "-e", parts[1]!.replaceAll("\\/", "/")];
}

const base = ["--no-config", "--crlf", "-n", "-H", "--no-heading", "--color=never", "--null", "-uuu", "-a"];

/** Lines that ripgrep finds in the files, as `path:line`. */
function reference(store: Store, keyword: string, paths: string[]): Set<string> {
  const found = new Set<string>();
  for (let i = 0; i < paths.length; i += 2_000) {
    const run = Bun.spawnSync(["rg", ...base, ...options(keyword), "--", ...paths.slice(i, i + 2_000).map((path) => `./${path}`)], {
      cwd: store.root,
      maxBuffer: 2 ** 30,
    });
    if (run.exitCode === 2) throw new Error(run.stderr.toString());
    for (const row of run.stdout.toString("latin1").split("\n")) {
      const parts = /^([^\0]+)\0(\d+):/.exec(row);
      if (parts !== null) found.add(`${Buffer.from(parts[1]!, "latin1").toString().slice(2)}:${parts[2]}`);
    }
  }
  return found;
}

const median = (times: number[]) => times.sort((a, b) => a - b)[times.length >> 1]!;

function timed(runs: number, action: () => unknown): number {
  return median(
    Array.from({ length: runs }, () => {
      const start = performance.now();
      action();
      return performance.now() - start;
    }),
  );
}

let wrong = 0;
for (const folder of process.argv.slice(2)) {
  const store = await indexInMemory(resolve(folder));
  // What redaction blanks is rightly not found; files with it are left out of the comparison.
  const paths = store
    .files()
    .filter((file) => !/\0/.test(file.path))
    .map((file) => file.path);
  const bytes = store.files().reduce((sum, file) => sum + file.size, 0);
  const start = timed(5, () => Bun.spawnSync(["rg", "--version"]));
  console.log(`${folder}: ${paths.length} files, ${(bytes / 1e6).toFixed(1)} MB; rg alone starts in ${start.toFixed(0)} ms`);
  console.log("pattern".padEnd(34), "lines".padStart(8), "ours".padStart(8), "first10".padStart(8), "rg".padStart(8), "ratio".padStart(7));
  const ratios: number[] = [];
  for (const keyword of [...LITERALS, ...EXPRESSIONS]) {
    const answer = searchKeyword(store, keyword, { limit: Number.POSITIVE_INFINITY });
    const ours = new Set(answer.files.flatMap((file) => file.lines.map((line) => `${file.path}:${line.line}`)));
    const theirs = reference(store, keyword, paths);
    const missing = [...theirs].filter((one) => !ours.has(one));
    const extra = [...ours].filter((one) => !theirs.has(one));
    const full = timed(3, () => searchKeyword(store, keyword, { limit: Number.POSITIVE_INFINITY }));
    const first = timed(3, () => searchKeyword(store, keyword, { limit: 10 }));
    const rg = timed(3, () => Bun.spawnSync(["rg", ...base, ...options(keyword), "."], { cwd: store.root, maxBuffer: 2 ** 30 }));
    ratios.push(full / rg);
    console.log(
      keyword.slice(0, 33).replace(/\t/g, "\\t").padEnd(34),
      String(ours.size).padStart(8),
      full.toFixed(0).padStart(8),
      first.toFixed(0).padStart(8),
      rg.toFixed(0).padStart(8),
      (full / rg).toFixed(1).padStart(7),
    );
    for (const [name, list] of [
      ["missing", missing],
      ["extra", extra],
    ] as const) {
      if (list.length === 0) continue;
      wrong += list.length;
      console.log(`  ${list.length} ${name}:`);
      for (const one of list.slice(0, 3)) {
        const cut = one.lastIndexOf(":");
        const row = readFileSync(`${store.root}/${one.slice(0, cut)}`, "utf8").split("\n")[Number(one.slice(cut + 1)) - 1];
        console.log(`    ${one}: ${JSON.stringify(row?.slice(0, 120))}`);
      }
    }
  }
  console.log(`median ratio to rg: ${median(ratios).toFixed(1)}`);
}
console.log(wrong === 0 ? "all lines equal" : `${wrong} lines differ`);
process.exitCode = wrong === 0 ? 0 : 1;
