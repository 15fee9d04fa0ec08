#!/usr/bin/env bun
/**
 * Manifold beside its peers: the same trees, the same questions, one dated table.
 *
 *   bun scripts/bench/peers.ts [--only manifold,probe] [--files 2000] [--only-tree NAME] [--runs 7] [--retrieval RUN.ts --repos DIR] [--out FILE.md] [--json FILE]
 *
 * Two trees: undici's 113 files, and `--files` files made of the pinned packages (`_tree.ts`). For each tool: the index from nothing (CPU seconds
 * of all its processes, wall time, highest memory of all of them together, disk), one changed file until an answer cites it, and cold questions:
 * where a symbol is, who calls it, a literal, a question in words; medians of whole processes. With --retrieval, the scorer of a public
 * retrieval benchmark (a script that asks `index . --json` and `q - --jsonl -k 10` in every folder of --repos) is run over each tool that answers
 * questions in words (`peers/answer.ts`). --json keeps what was measured, so that --only can measure in pieces.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type Cost, cacheFolder, manifold, measure, quantile } from "./_measure.ts";
import { fetchPool, helper, POOLS, prepareHome } from "./_packages.ts";
import { makeTree, sourcesIn } from "./_tree.ts";
import { clean, type Tool, tools } from "./peers/_tools.ts";

const flag = (name: string, fallback = ""): string => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : (process.argv[at + 1] ?? fallback);
};
const only = flag("only").split(",").filter(Boolean);
const runs = Number(flag("runs", "7"));
const count = Number(flag("files", "2000"));
prepareHome();

/** What was measured of a tool on a tree; milliseconds, megabytes, CPU seconds. */
interface Row {
  index: { wall: number; cpu: number; tree: number } | null;
  disk: number | null;
  update: number | null;
  find: Cold | null;
  callers: Cold | null;
  literal: Cold | null;
  words: Cold | null;
}
interface Cold {
  wall: number;
  cpu: number;
  memory: number;
}
interface Measured {
  version: string;
  licence: string;
  languages: string;
  trees: Record<string, Row>;
  ndcg: number | null;
}

const QUESTIONS = [
  "how are errors handled",
  "where is the cache stored",
  "how does a connection get closed",
  "parse the header of a response",
];
const LITERALS = ["TODO", "not found", "timeout"];

/** Functions defined once and called often, found by plain patterns. */
function symbolsOf(tree: string): string[] {
  const definitions = new Map<string, number>();
  const uses = new Map<string, number>();
  const add = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const path of [...new Bun.Glob("**/*.{js,mjs,ts,py}").scanSync({ cwd: tree })].sort().slice(0, 1_000)) {
    const text = readFileSync(join(tree, path), "utf8");
    for (const [, name] of text.matchAll(/\b(?:function|def)\s+([A-Za-z]\w{5,})\s*\(/g)) add(definitions, name!);
    for (const [, name] of text.matchAll(/\b([A-Za-z]\w{5,})\s*\(/g)) add(uses, name!);
  }
  return [...definitions]
    .filter(([name, times]) => times === 1 && uses.get(name)! > 1)
    .map(([name]) => name)
    .sort((p, q) => uses.get(q)! - uses.get(p)! || (p < q ? -1 : 1))
    .slice(0, 8);
}

async function cold(tree: string, command: ((text: string) => string[]) | null, texts: readonly string[]): Promise<Cold | null> {
  if (!command) return null;
  const costs: Cost[] = [];
  // The first run warms the page cache and does not count.
  for (let run = -1; run < runs; run++) {
    const cost = await measure(command(texts[Math.max(0, run) % texts.length]!), { cwd: tree });
    if (cost.code > 1) return null;
    if (run >= 0) costs.push(cost);
  }
  const median = (of: (cost: Cost) => number): number => quantile(costs.map(of), 0.5);
  return {
    wall: median(({ wall }) => wall),
    cpu: median(({ cpu }) => cpu * 1000),
    memory: Math.max(...costs.map(({ largest }) => largest)),
  };
}

const megabytes = (path: string): number => Number(helper(["du", "-sk", "--apparent-size", path], ".").split("\t")[0]) / 1024;

/** A function appended to a file, until an answer cites the file. */
async function updated(tool: Tool, tree: string, file: string): Promise<number | null> {
  if (!tool.find) return null;
  const path = join(tree, file);
  const before = readFileSync(path, "utf8");
  const times: number[] = [];
  try {
    for (let run = 0; run < 3; run++) {
      const name = `quicklyAddedFunction${"ABC"[run]}`;
      writeFileSync(path, `${before}\nexport function ${name}(value) {\n  return value;\n}\n`);
      let wall = 0;
      if (tool.update) wall += (await measure(tool.update, { cwd: tree })).wall;
      const found = await measure(tool.find(name), { cwd: tree });
      if (!found.stdout.includes(file.slice(file.lastIndexOf("/") + 1))) return null;
      times.push(wall + found.wall);
    }
    return quantile(times, 0.5);
  } finally {
    writeFileSync(path, before);
  }
}

async function measureTool(tool: Tool, tree: string, symbols: readonly string[]): Promise<Row> {
  clean(tree, tool);
  try {
    const built = tool.index ? await measure(tool.index, { cwd: tree, sample: true }) : null;
    if (built && built.code !== 0) throw new Error(`its index command exited ${built.code}: ${(built.stderr || built.stdout).slice(-300)}`);
    const disk = built ? tool.leaves.reduce((sum, name) => sum + megabytes(join(tree, name)), 0) : null;
    const file = helper(["git", "ls-files", "*.js"], tree)
      .trim()
      .split("\n")
      .find((path) => !/test|min/.test(path))!;
    return {
      index: built && { wall: built.wall, cpu: built.cpu, tree: built.tree },
      disk,
      update: await updated(tool, tree, file),
      find: await cold(tree, tool.find, symbols),
      callers: await cold(tree, tool.callers, symbols),
      literal: await cold(tree, tool.literal, LITERALS),
      words: await cold(tree, tool.words, QUESTIONS),
    };
  } finally {
    clean(tree, tool);
  }
}

/** NDCG@10 by the benchmark's own scorer. */
function score(tool: Tool): number | null {
  const runner = flag("retrieval");
  if (!runner || !tool.answers) return null;
  const command =
    tool.answers === "manifold"
      ? manifold().join(" ")
      : `${process.execPath} ${join(import.meta.dir, "peers", "answer.ts")} ${tool.answers}`;
  const report = join(tmpdir(), `manifold-peers-${process.pid}.json`);
  helper([process.execPath, resolve(runner), "--manifold", command, "--repos", resolve(flag("repos")), "--json", report], ".");
  return (JSON.parse(readFileSync(report, "utf8")) as { summary: { ndcg10: number } }).summary.ndcg10;
}

const undici = fetchPool(POOLS[0]!);
const trees: Record<string, string> = { undici };
if (count > 0) {
  const sources = POOLS.flatMap((pool) =>
    sourcesIn(fetchPool(pool), ["js", "mjs", "ts", "py", "cc", "h", "java"], 20_000).map(({ path, text }) => ({
      path: `${pool.name}/${path}`,
      text,
    })),
  );
  trees[`${count} files`] = makeTree(join(cacheFolder(), "trees", `mixed-${count}`), sources, count);
}

const store = flag("json");
const measured: Record<string, Measured> =
  store && existsSync(store) ? (JSON.parse(readFileSync(store, "utf8")) as Record<string, Measured>) : {};
for (const tool of await tools()) {
  if (only.length > 0 && !only.some((name) => tool.name.includes(name))) continue;
  const before = measured[tool.name];
  const entry: Measured = {
    version: tool.version,
    licence: tool.licence,
    languages: tool.languages,
    trees: { ...before?.trees },
    ndcg: before?.ndcg ?? null,
  };
  if (!process.argv.includes("--only-retrieval"))
    for (const [name, tree] of Object.entries(trees)) {
      if (flag("only-tree") && flag("only-tree") !== name) continue;
      try {
        entry.trees[name] = await measureTool(tool, tree, symbolsOf(tree));
        console.error(`${tool.name}, ${name}: ${JSON.stringify(entry.trees[name])}`);
      } catch (error) {
        console.log(`SKIPPED ${tool.name} on ${name}: ${(error as Error).message}`);
      }
    }
  entry.ndcg = score(tool) ?? entry.ndcg;
  measured[tool.name] = entry;
  if (store) writeFileSync(store, JSON.stringify(measured, null, 1));
}

const page = report();
console.log(page);
if (flag("out")) writeFileSync(flag("out"), page);

function report(): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const rule = (cells: readonly string[]): string => line(cells.map((_, i) => (i === 0 ? "---" : "--:")));
  const number = (value: number | null | undefined, digits = 0): string => (value == null ? "–" : value.toFixed(digits));
  const ms = (one: Cold | null | undefined): string => (one ? `${one.wall.toFixed(0)} (${one.cpu.toFixed(0)})` : "–");
  const out = [
    "# Manifold and its peers",
    "",
    `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores (${cpus()[0]?.model.trim() ?? "unknown"}), shared with other work: compare within the table, CPU seconds before wall times.`,
    "`bun scripts/bench/peers.ts` installs every tool by exact version and measures it on the same trees, offline, with telemetry and daemons off.",
    "gitnexus is not run: its licence (PolyForm Noncommercial 1.0.0) does not permit every reader's purpose.",
    "",
    line(["tool", "version", "licence", "languages", "NDCG@10"]),
    line(["---", "---", "---", "---", "--:"]),
    ...Object.entries(measured).map(([name, one]) => line([name, one.version, one.licence, one.languages, number(one.ndcg, 3)])),
    "",
    "NDCG@10: 419 questions about 21 repositories in 19 languages, mean over languages, by the benchmark's own scorer; – where a tool does not answer",
    "questions in words offline, or was not scored (`--retrieval RUN.ts` scores them: half a CPU second a question for @colbymchenry/codegraph),",
    "and @probelabs/probe was published with 0.406 (`--retrieval RUN.ts` scores both). ripgrep's answers are whole files ranked by the question's words in",
    "them by a script of ours, which favours it; by itself it was published with 0.141. Manifold is measured as it comes, with its embedding.",
  ];
  for (const tree of Object.keys(trees)) {
    const heads = [
      "tool",
      "index CPU s",
      "wall s",
      "memory MB",
      "disk MB",
      "one-file update ms",
      "find a symbol ms (CPU)",
      "callers ms (CPU)",
      "a literal ms (CPU)",
      "in words ms (CPU)",
      "question's peak MB",
    ];
    out.push(
      "",
      `## ${tree === "undici" ? "undici, 113 files of JavaScript" : `${tree} of JavaScript, TypeScript, Python, C++ and Java`}`,
      "",
      line(heads),
      rule(heads),
    );
    for (const [name, { trees: rows }] of Object.entries(measured)) {
      const row = rows[tree];
      if (!row) continue;
      const peak = Math.max(...[row.find, row.callers, row.literal, row.words].map((one) => one?.memory ?? 0));
      out.push(
        line([
          name,
          number(row.index?.cpu, 1),
          number(row.index && row.index.wall / 1000, 1),
          number(row.index?.tree),
          number(row.disk, 1),
          number(row.update),
          ms(row.find),
          ms(row.callers),
          ms(row.literal),
          ms(row.words),
          number(peak),
        ]),
      );
    }
  }
  out.push(
    "",
    "Memory is the highest sum over all processes alive at once. An update is one function appended to one file, until an answer cites it: Manifold updates",
    "and answers in one process, the others need two; ctags writes all tags anew. Questions are whole processes on an index that is up to date, medians.",
    "ctags and global answer about symbols only, and global's callers are references by name.",
  );
  return `${out.join("\n")}\n`;
}
