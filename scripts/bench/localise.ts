#!/usr/bin/env bun
/**
 * Is the place found where a fix was made, and is what decides printed? Real fixes of real histories (`_fixes.ts`), asked by their messages.
 *
 *   bun scripts/bench/localise.ts --set DIR [--mirrors DIR] [--repositories OWNER/NAME,…] [--each 3] [--every N] [--only NAME,NAME] [--forms whole,masked,trace]
 *     [--print q,context] [--budgets 1000,2000,4000] [--mcp] [--half 0|1] [--fresh] [--history] [--no-baselines] [--worst N] [--json FILE] [--manifold "CMD …"]
 *
 * DIR holds the set; where it is not there yet it is made from --mirrors (one git directory a repository, `owner+name/repo`), of the repositories of
 * `_fixes.ts` or others.
 * --every N asks every Nth repository only, --half those of one half (for tuning on the one and reading on the other), --fresh makes the indexes
 * anew (needed where what is indexed has changed), --history gives each tree its history up to its own commit, from --mirrors (without, trees have one commit).
 *
 * Read by form of question: acc@1, the first file is one that the fix changed; any@5 and all@5, some or all of its files are among the first five
 * files; definitions@10, share of the definitions with changed lines that one of the first ten results overlaps (a result of more than 150 lines
 * counts for none, else a whole file would). Hunk recall: share of the changed lines, old side, that the text printed at a budget holds together with the
 * file's path; text beyond the budget (o200k) is cut off before it is read. Shares are means over fixes.
 * Baselines in the same run: BM25 (k1 1.2, b .75; words split and stemmed as ours) over files, over source files, over windows of 40 lines.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { words } from "../../src/base/words.ts";
import { languageOf } from "../../src/lang/languages.ts";
import { countTokens } from "../../src/query/tokens.ts";
import { type Fix, fixes, isSource } from "./_fixes.ts";
import { environment, manifold, mean, table } from "./_measure.ts";

const flag = (name: string, fallback = ""): string => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : (process.argv[at + 1] ?? fallback);
};
const on = (name: string): boolean => process.argv.includes(`--${name}`);
const set = resolve(flag("set"));
const budgets = flag("budgets", "1000,2000,4000").split(",").map(Number);
const forms = flag("forms", "whole,masked,trace").split(",") as ("whole" | "masked" | "trace")[];
const printing = flag("print", "q,context").split(",").filter(Boolean);
const product = manifold();
/** Lines of a result that counts for a definition. */
const LONGEST = 150;

interface Place {
  path: string;
  start: number;
  end: number;
}

/** What is read of one answer; null where it does not apply. */
interface Row {
  repository: string;
  language: string;
  commit: string;
  form: string;
  way: string;
  first: number | null;
  any: number | null;
  all: number | null;
  definitions: number | null;
  /** By budget. */
  hunks: Record<number, number>;
  tokens: Record<number, number>;
  question: string;
}

/** Plain BM25 over texts. */
class Lexical {
  readonly #counts: Map<string, number>[];
  readonly #lengths: number[];
  readonly #holding = new Map<string, number>();
  readonly #average: number;
  readonly places: readonly (Place & { text: string })[];

  constructor(places: readonly (Place & { text: string })[]) {
    this.places = places;
    this.#counts = places.map(({ path, text }) => {
      const counts = new Map<string, number>();
      for (const word of words(`${path} ${text}`)) counts.set(word, (counts.get(word) ?? 0) + 1);
      for (const word of counts.keys()) this.#holding.set(word, (this.#holding.get(word) ?? 0) + 1);
      return counts;
    });
    this.#lengths = this.#counts.map((counts) => [...counts.values()].reduce((a, b) => a + b, 0));
    this.#average = mean(this.#lengths) || 1;
  }

  ask(question: string): (Place & { text: string })[] {
    const asked = new Set(words(question));
    const n = this.places.length;
    const scores = this.#counts.map((counts, i) => {
      let score = 0;
      for (const word of asked) {
        const times = counts.get(word) ?? 0;
        if (times === 0) continue;
        const holding = this.#holding.get(word)!;
        score +=
          (Math.log(1 + (n - holding + 0.5) / (holding + 0.5)) * times * 2.2) /
          (times + 1.2 * (0.25 + (0.75 * this.#lengths[i]!) / this.#average));
      }
      return score;
    });
    return scores
      .map((score, i) => ({ score, i }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score || a.i - b.i)
      .slice(0, 60)
      .map(({ i }) => this.places[i]!);
  }
}

function textsOf(root: string): { path: string; text: string }[] {
  return [...new Bun.Glob("**/*").scanSync({ cwd: root })]
    .sort()
    .filter((path) => languageOf(path) !== null && !/(^|\/)(node_modules|\.manifold)\//.test(path))
    .flatMap((path) => {
      const text = readFileSync(join(root, path), "utf8");
      return text.length > 600_000 || text.includes("\0") ? [] : [{ path, text }];
    });
}

const windows = (path: string, text: string): (Place & { text: string })[] => {
  const rows = text.split("\n");
  const found: (Place & { text: string })[] = [];
  for (let start = 0; start < rows.length; start += 40)
    found.push({ path, start: start + 1, end: Math.min(rows.length, start + 40), text: rows.slice(start, start + 40).join("\n") });
  return found;
};

/** A text without what lies beyond the budget, by lines. */
function cut(text: string, budget: number): string {
  if (countTokens(text) <= budget) return text;
  const rows = text.split("\n");
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (countTokens(rows.slice(0, middle).join("\n")) <= budget) low = middle;
    else high = middle - 1;
  }
  return rows.slice(0, low).join("\n");
}

/** Share of the changed lines that a text holds, in order to be read: the line itself, and its file's path somewhere. */
function hunkRecall(fix: Fix, text: string): number | null {
  if (fix.lines.length === 0) return null;
  const rows = new Set(text.split("\n").map((row) => row.replace(/^\s*\d+[:|]?\s/, "").trim()));
  const plain = new Set(text.split("\n").map((row) => row.trim()));
  return mean(fix.lines.map(({ path, text: line }) => (text.includes(path) && (rows.has(line) || plain.has(line)) ? 1 : 0)));
}

function places(fix: Fix, found: readonly Place[]): Pick<Row, "first" | "any" | "all" | "definitions"> {
  const files = [...new Set(found.map(({ path }) => path))];
  const five = new Set(files.slice(0, 5));
  const ten = found.slice(0, 10).filter(({ start, end }) => end - start < LONGEST);
  return {
    first: fix.files.includes(files[0] ?? "") ? 1 : 0,
    any: fix.files.some((path) => five.has(path)) ? 1 : 0,
    all: fix.files.every((path) => five.has(path)) ? 1 : 0,
    definitions:
      fix.definitions.length === 0
        ? null
        : mean(
            fix.definitions.map((one) =>
              ten.some(({ path, start, end }) => path === one.path && start <= one.end && one.start <= end) ? 1 : 0,
            ),
          ),
  };
}

const NONE = { first: null, any: null, all: null, definitions: null };

function run(root: string, words: readonly string[], input?: string): string {
  const { stdout } = Bun.spawnSync([...product, ...words], {
    cwd: root,
    env: environment(),
    stdin: input === undefined ? "ignore" : Buffer.from(input),
    stderr: "ignore",
    timeout: 120_000,
    maxBuffer: 1 << 28,
  });
  return stdout.toString();
}

const rows: Row[] = [];
const others = flag("repositories")
  .split(/[\s,]+/)
  .filter(Boolean);
const chosen = (await fixes(set, flag("mirrors") || null, Number(flag("each", "3")), others.length > 0 ? others : undefined)).filter(
  (() => {
    const all: string[] = [];
    const only = flag("only").split(",").filter(Boolean);
    return ({ repository }: Fix) => {
      if (!all.includes(repository)) all.push(repository);
      const at = all.indexOf(repository);
      if (only.length > 0) return only.some((name) => repository.includes(name));
      return at % Number(flag("every", "1")) === 0 && (!on("half") || at % 2 === Number(flag("half")));
    };
  })(),
);

for (const fix of chosen) {
  const root = join(set, fix.tree);
  if (on("fresh")) rmSync(join(root, ".manifold"), { recursive: true, force: true });
  // The folder is no repository of its own: a tree within another's would be that other's.
  if (on("history")) withHistory(root, fix);
  else if (!existsSync(join(root, ".git")))
    Bun.spawnSync(["sh", "-c", "git init -q . && git add -A && git -c user.name=b -c user.email=b@b commit -qm b"], { cwd: root });
  run(root, ["index", "."]);
  const asked = forms.flatMap((form) => (fix[form] === null ? [] : [{ form, question: fix[form] }]));
  const about = (form: string, question: string) => ({
    repository: fix.repository,
    language: fix.language,
    commit: fix.commit,
    form,
    question,
  });
  for (const { form, question } of asked) {
    const answer = JSON.parse(run(root, ["q", "--paste", "--json", "-k", "10", "--no-feedback"], question) || '{"results":[]}') as {
      results: Place[];
    };
    rows.push({ ...about(form, question), way: "manifold q", ...places(fix, answer.results), hunks: {}, tokens: {} });
    if (form === "trace") continue;
    const way = (name: string): Row => {
      const row: Row = { ...about(form, question), way: name, ...NONE, hunks: {}, tokens: {} };
      rows.push(row);
      return row;
    };
    for (const name of printing) {
      const row = name === "q" ? rows.at(-1)! : way(`manifold ${name}`);
      for (const budget of budgets) {
        const text =
          name === "q"
            ? run(root, ["q", "--paste", "--budget", String(budget), "--no-feedback"], question)
            : run(root, [name, "--budget", String(budget), "--no-feedback", "--", question]);
        read(row, fix, text, budget);
      }
    }
    if (on("mcp")) await overMcp(root, fix, question, way);
  }
  if (!on("no-baselines")) baselines(fix, textsOf(root), asked, about);
  process.stderr.write(".");
}
process.stderr.write("\n");

/** The mirror's commits, up to the parent of the fix, as those of a tree. */
function withHistory(root: string, { repository, commit }: Fix): void {
  const mirror = join(resolve(flag("mirrors")), repository.replace("/", "+"), "repo");
  const git = existsSync(join(mirror, ".git")) ? join(mirror, ".git") : mirror;
  rmSync(join(root, ".git"), { recursive: true, force: true });
  const script =
    'git init -q . && echo "$0/objects" > .git/objects/info/alternates && git update-ref refs/heads/at "$1~1" && git symbolic-ref HEAD refs/heads/at && git reset -q';
  const { exitCode, stderr } = Bun.spawnSync(["sh", "-c", script, git, commit], { cwd: root });
  if (exitCode !== 0) throw new Error(`${repository} ${commit}: ${stderr}`);
}

function read(row: Row, fix: Fix, text: string, budget: number): void {
  const share = hunkRecall(fix, cut(text, budget));
  if (share === null) return;
  row.hunks[budget] = share;
  row.tokens[budget] = countTokens(text);
}

function baselines(
  fix: Fix,
  texts: ReturnType<typeof textsOf>,
  asked: { form: string; question: string }[],
  about: (form: string, question: string) => Pick<Row, "repository" | "language" | "commit" | "form" | "question">,
): void {
  const whole = texts.map(({ path, text }) => ({ path, start: 1, end: text.split("\n").length, text }));
  const ways: [string, Lexical][] = [
    ["BM25 files", new Lexical(whole)],
    ["BM25 source files", new Lexical(whole.filter(({ path }) => isSource(path)))],
    ["BM25 windows", new Lexical(texts.flatMap(({ path, text }) => windows(path, text)))],
  ];
  for (const { form, question } of asked)
    for (const [way, index] of ways) {
      const found = index.ask(question);
      const row: Row = { ...about(form, question), way, ...places(fix, found), hunks: {}, tokens: {} };
      if (way === "BM25 windows" && form !== "trace")
        for (const budget of budgets)
          read(row, fix, found.map((one) => `${one.path}:${one.start}-${one.end}\n${one.text}\n`).join("\n"), budget);
      rows.push(row);
    }
}

async function overMcp(root: string, fix: Fix, question: string, way: (name: string) => Row): Promise<void> {
  const client = new Client({ name: "bench", version: "1" }, { capabilities: {} });
  await client.connect(
    new StdioClientTransport({
      command: product[0]!,
      args: [...product.slice(1), "mcp"],
      cwd: root,
      env: environment() as Record<string, string>,
      stderr: "ignore",
    }),
  );
  await client.listTools();
  const short = question.slice(0, 2_000);
  const calls: [string, (budget: number) => Record<string, unknown>][] = [
    ["search", (budget) => ({ query: short, budget })],
    ["query_knowledge", (budget) => ({ natural_query: short, budget })],
  ];
  for (const [name, words] of calls) {
    const row = way(`MCP ${name}`);
    for (const budget of budgets) {
      const result = (await client.callTool({ name, arguments: words(budget) })) as { content: { text?: string }[] };
      read(row, fix, result.content.map(({ text }) => text ?? "").join("\n"), budget);
    }
  }
  await client.close();
}

const share = (list: readonly (number | null | undefined)[]): string => {
  const given = list.filter((one): one is number => typeof one === "number");
  return given.length === 0 ? "" : mean(given).toFixed(3);
};
console.log(
  `${chosen.length} fixes of ${new Set(chosen.map(({ repository }) => repository)).size} repositories, ${new Set(chosen.map(({ language }) => language)).size} languages`,
);
for (const form of forms) {
  const ways = [...new Set(rows.filter((row) => row.form === form).map(({ way }) => way))];
  console.log(`\n${form} (${rows.filter((row) => row.form === form && row.way === "manifold q").length})`);
  table(
    [
      "",
      "acc@1",
      "any@5",
      "all@5",
      "definitions@10",
      ...budgets.map((budget) => `hunks ${budget}`),
      ...budgets.map((budget) => `tokens ${budget}`),
    ],
    ways.map((way) => {
      const mine = rows.filter((row) => row.form === form && row.way === way);
      return [
        way,
        share(mine.map(({ first }) => first)),
        share(mine.map(({ any }) => any)),
        share(mine.map(({ all }) => all)),
        share(mine.map(({ definitions }) => definitions)),
        ...budgets.map((budget) => share(mine.map(({ hunks }) => hunks[budget]))),
        ...budgets.map((budget) => Math.round(mean(mine.map(({ tokens }) => tokens[budget]).filter((one) => one !== undefined)) || 0)),
      ];
    }),
  );
}
const worst = Number(flag("worst", "0"));
if (worst > 0)
  for (const row of rows.filter((one) => one.way === "manifold q" && one.form === forms[0] && one.any === 0).slice(0, worst))
    console.log(`\nmissed ${row.repository} ${row.commit.slice(0, 10)} ${row.question.slice(0, 200).replaceAll("\n", " ")}`);
if (flag("json")) writeFileSync(flag("json"), JSON.stringify(rows, null, 1));
