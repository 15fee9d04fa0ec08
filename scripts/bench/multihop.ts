/**
 * Questions that need a search and then the graph: `bun scripts/bench/multihop.ts [--cache DIR] [--failed] [--trees DIR --questions FILE]`.
 *
 * The questions are in questions/multihop.jsonl, over three packages that are fetched by version and hash; what is expected was written by
 * reading their code. Of paths it is told, too, in how many of them the first one has everything. With `--trees` those of another file are asked (questions/paths.jsonl), over work trees that lie in a folder as OWNER+NAME. A question is a success if everything expected is among its first ten results or on its first path. Prints the share per repository and
 * relation, the share whose first result is right, and, with --failed, what was found instead. Exits with 1 below `LEAST`.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ask, PLAIN } from "../../src/asking.ts";
import type { Answer, Result } from "../../src/base/schema.ts";
import { refresh } from "../../src/indexing/refresh.ts";
import { index } from "../../src/indexing.ts";
import { cacheFolder } from "./_measure.ts";
import { commitTree } from "./_packages.ts";
import { SOURCES, type Source } from "./_pinned.ts";
import { fetchSource } from "./_sources.ts";

const argument = (name: string): string | null => {
  const at = process.argv.indexOf(name);
  return at < 0 ? null : (process.argv[at + 1] ?? null);
};

interface Question {
  repository: string;
  question: string;
  /** `path:qualified`, a path alone for a file, with a colon or, of a folder, its slash for anything in it; several that are right, with bars between them. */
  expect: string[];
  /** An end of it is not here: right is that this is told, and no path. */
  absent?: boolean;
}

const LEAST = 0.9;
const K = 10;

/** The packages, by the name that the questions use; what of them is searched. */
const REPOSITORIES: Record<string, { source: Source; keep: string[] }> = {
  jinja2: { source: pinned("python", "jinja2"), keep: ["src", "tests"] },
  "query-core": { source: pinned("typescript", "@tanstack/query-core"), keep: ["src"] },
  gin: { source: pinned("go", "golang-github-gin-gonic-gin"), keep: ["."] },
};

function pinned(language: string, name: string): Source {
  const found = SOURCES[language]?.find((source) => source.name === name);
  if (!found) throw new Error(`${name} is not pinned.`);
  return found;
}

/** A repository as an indexed git work tree of its own; a package's is made once. */
async function tree(name: string): Promise<string> {
  const given = argument("--trees");
  if (given !== null) {
    const there = join(given, name.replace("/", "+"));
    await index(there, { quiet: true });
    return there;
  }
  const { source, keep } = REPOSITORIES[name]!;
  const folder = join(cacheFolder(), "multihop", `${name}-${source.version}`);
  if (!existsSync(join(folder, ".git"))) {
    const from = fetchSource(source);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    for (const part of keep) cpSync(join(from, part), join(folder, part), { recursive: true });
    commitTree(folder);
  }
  await index(folder, { quiet: true });
  return folder;
}

/** Is it one of the expected symbols (or something inside it), or the expected file? */
const isIt = (result: Pick<Result, "path" | "qualified" | "kind">, expected: string): boolean =>
  expected.split("|").some((one) => isOne(result, one));

function isOne(result: Pick<Result, "path" | "qualified" | "kind">, expected: string): boolean {
  const [path, qualified] = expected.split(":") as [string, string | undefined];
  if (path.endsWith("/")) return result.path.startsWith(path);
  if (result.path !== path) return false;
  if (qualified === "") return true;
  if (qualified === undefined) return result.kind === "file" || result.qualified === path;
  // The name spaces before it need not be said.
  return `.${result.qualified}.`.includes(`.${qualified}.`);
}

const questions = readFileSync(argument("--questions") ?? join(import.meta.dir, "questions/multihop.jsonl"), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Question);
const failed = process.argv.includes("--failed");
const rows: { question: Question; answer: Answer; all: boolean; first: boolean; path: boolean; ms: number }[] = [];
for (const name of new Set(questions.map((question) => question.repository))) {
  const root = await tree(name);
  const { store, behind, warnings } = await refresh(root, { skip: true });
  for (const question of questions.filter((one) => one.repository === name)) {
    const started = performance.now();
    const answer = await ask({ root, store, behind, warnings }, question.question, { ...PLAIN, k: K, explain: true });
    const ms = performance.now() - started;
    const steps = answer.paths[0]?.steps ?? [];
    const shown = [...answer.results, ...steps];
    const told = answer.paths.length === 0 && answer.warnings.some(({ code }) => code === "weak-match" || code === "unbound");
    const all = question.absent ? told : question.expect.every((expected) => shown.some((result) => isIt(result, expected)));
    const first = question.absent
      ? told
      : question.expect.some((expected) => answer.results[0] !== undefined && isIt(answer.results[0], expected));
    const path = question.absent ? told : question.expect.every((expected) => steps.some((step) => isIt(step, expected)));
    rows.push({ question, answer, all, first, path, ms });
    if (failed && (!all || (answer.route.operation === "path" && !path))) {
      console.log(`\n${name}: ${question.question} [${answer.route.strategy}/${answer.route.operation}]`);
      for (const warning of answer.warnings) console.log(`  ! ${warning.message}`);
      for (const expected of question.expect)
        console.log(`  ${answer.results.some((result) => isIt(result, expected)) ? "found  " : "MISSING"} ${expected}`);
      for (const result of answer.results)
        console.log(`    ${result.path}:${result.start} ${result.qualified} ${result.strategies.join("+")}`);
      for (const one of answer.paths)
        console.log(`    path ${one.kind} ${one.cost}: ${one.steps.map(({ qualified }) => qualified).join(" -> ")}`);
    }
  }
  store.close();
}

const share = (list: typeof rows, of: "all" | "first"): string => (list.filter((row) => row[of]).length / list.length).toFixed(3);
function table(title: string, key: (row: (typeof rows)[number]) => string): void {
  console.log(`\n| ${title} | questions | all found | first right |\n|---|---|---|---|`);
  for (const [name, list] of Object.entries(Object.groupBy(rows, key)))
    console.log(`| ${name} | ${list!.length} | ${share(list!, "all")} | ${share(list!, "first")} |`);
}
table("repository", (row) => row.question.repository);
table("relation", (row) => row.answer.route.operation);
const walked = rows.filter(({ answer }) => answer.route.operation === "path");
if (walked.length > 0)
  console.log(
    `\nof ${walked.length} paths the first has everything: ${(walked.filter(({ path }) => path).length / walked.length).toFixed(3)}`,
  );
const times = rows.map((row) => row.ms).sort((a, b) => a - b);
console.log(
  `\nsuccess ${share(rows, "all")} of ${rows.length} (first right ${share(rows, "first")}); median ${times[times.length >> 1]!.toFixed(0)} ms, slowest ${times.at(-1)!.toFixed(0)} ms`,
);
process.exit(Number(share(rows, "all")) >= LEAST ? 0 : 1);
