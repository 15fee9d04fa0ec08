#!/usr/bin/env bun
/**
 * How long an answer takes: a whole process from the shell, and inside a live one.
 *
 *   bun scripts/bench/latency.ts [--tree DIR] [--runs 12] [--peers optave,colby] [--no-peers] [--json FILE] [--manifold "CMD …"]
 *
 * Without --tree the tree is the first pinned package (about 110 files of JavaScript); a tree given is copied by nobody: it is
 * indexed where it is, and gets the tools' folders. Cold: every run is a new process on an index that is up to date, runs of
 * all tools interleaved, so that a busy machine hurts all alike. Live: `q - --jsonl`, one question written, its answer awaited.
 * ripgrep is the baseline of keyword questions; the two code-graph tools (`_peers.ts`) of symbol questions. Ratios are of
 * medians in the same run, CPU milliseconds do not depend on how busy the machine is. Peak memory cannot read below the few
 * dozen megabytes that a process inherits from this one before it becomes the tool (ripgrep's line shows them). Budgets: cold p50 < 80 ms, p95 < 150 ms, < 150 MB; live p50 < 15 ms; at most 1/3 of the peers.
 */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { type Cost, environment, manifold, measure, must, quantile, table } from "./_measure.ts";
import { fetchPool, POOLS, prepareHome } from "./_packages.ts";
import { type Peer, peerIndex, peers } from "./_peers.ts";

const flag = (name: string, fallback = ""): string => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : (process.argv[at + 1] ?? fallback);
};
const runs = Number(flag("runs", "12"));
prepareHome();
const tree = flag("tree") ? resolve(flag("tree")) : fetchPool(POOLS[0]!);
const product = manifold();

await must([...product, "index", "."], { cwd: tree });
const symbols = someSymbols();
const SENTENCES = [
  "how are errors handled",
  "where is the cache stored",
  "how does a connection get closed",
  "parse the header of a response",
  "retry after a failure",
  "how is the configuration read",
];
const KEYWORDS = ["'TODO'", "'not found'", "/throw new \\w+Error/", "'timeout'"];

/** Functions that are defined once and used most: questions every tool can answer. Found by plain patterns, by no tool measured. */
function someSymbols(): string[] {
  const definitions = new Map<string, number>();
  const uses = new Map<string, number>();
  const texts = [...new Bun.Glob("**/*.{js,mjs,ts,tsx,py,rb,go,rs,java,php}").scanSync({ cwd: tree })]
    .sort()
    .slice(0, 2_000)
    .map((path) => readFileSync(resolve(tree, path), "utf8"));
  const add = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const text of texts) {
    for (const [, name] of text.matchAll(/\b(?:function|def|func|fn)\s+([A-Za-z]\w{5,})\s*\(/g)) add(definitions, name!);
    for (const [, name] of text.matchAll(/\b([A-Za-z]\w{5,})\s*\(/g)) add(uses, name!);
  }
  return [...definitions]
    .filter(([name, times]) => times === 1 && uses.get(name)! > 1)
    .map(([name]) => name)
    .sort((p, q) => uses.get(q)! - uses.get(p)! || (p < q ? -1 : 1))
    .slice(0, 12);
}

interface Job {
  tool: string;
  what: string;
  command(run: number): string[];
}
const of = (list: readonly string[], run: number): string => list[run % list.length]!;
const jobs: Job[] = [
  { tool: "manifold", what: "--version", command: () => [...product, "--version"] },
  { tool: "manifold", what: "q sentence", command: (run) => [...product, "q", of(SENTENCES, run)] },
  { tool: "manifold", what: "q symbol", command: (run) => [...product, "q", of(symbols, run)] },
  { tool: "manifold", what: "q callers", command: (run) => [...product, "q", `who calls ${of(symbols, run)}`] },
  { tool: "manifold", what: "q keyword", command: (run) => [...product, "q", of(KEYWORDS, run)] },
];
if (Bun.which("rg"))
  jobs.push({
    tool: "ripgrep",
    what: "keyword",
    command: (run) => {
      const word = of(KEYWORDS, run);
      return ["rg", "--no-config", "-n", "-S", ...(word.startsWith("'") ? ["-F"] : []), "-e", word.slice(1, -1), "."];
    },
  });
else console.log("SKIPPED ripgrep: rg is not installed.");

const others: Peer[] = process.argv.includes("--no-peers") ? [] : await peers(flag("peers").split(",").filter(Boolean));

const costs = new Map<Job, Cost[]>();
async function measureAll(list: readonly Job[]): Promise<void> {
  for (let run = -1; run < runs; run++)
    for (const job of list) {
      const cost = await measure(job.command(Math.max(run, 0)), { cwd: tree });
      // The first round warms the page cache and is not counted; 1 is "nothing found".
      if (cost.code > 1) throw new Error(`${job.tool} ${job.what} exited ${cost.code}: ${cost.stderr.slice(-600)}`);
      if (run >= 0) costs.set(job, [...(costs.get(job) ?? []), cost]);
    }
}
// Both peers keep their index in a folder of the same name, so each is measured beside a fresh round of ours.
const peerJobs: Job[] = [];
if (others.length === 0) await measureAll(jobs);
for (const [i, peer] of others.entries()) {
  const indexed = await peerIndex(peer, tree);
  if (indexed.code !== 0) {
    console.log(`SKIPPED ${peer.name}: its index command exited ${indexed.code}: ${indexed.stderr.slice(-300)}`);
    if (i === 0) await measureAll(jobs);
    continue;
  }
  const mine: Job[] = [
    { tool: peer.name, what: "find symbol", command: (run) => peer.find(of(symbols, run)) },
    { tool: peer.name, what: "callers", command: (run) => peer.callers(of(symbols, run)) },
  ];
  peerJobs.push(...mine);
  await measureAll(i === 0 ? [...jobs, ...mine] : mine);
  rmSync(resolve(tree, peer.folder), { recursive: true, force: true });
}

const walls = (job: Job): number[] => (costs.get(job) ?? []).map((cost) => cost.wall);
const rows = [...jobs, ...peerJobs].map((job) => {
  const all = costs.get(job) ?? [];
  return {
    tool: job.tool,
    what: job.what,
    p50: quantile(walls(job), 0.5),
    p95: quantile(walls(job), 0.95),
    cpu: quantile(
      all.map((cost) => cost.cpu * 1000),
      0.5,
    ),
    mb: Math.max(...all.map((cost) => cost.largest)),
  };
});
console.log(`${tree}: ${runs} runs each, whole processes`);
table(
  ["", "", "p50 ms", "p95 ms", "CPU ms", "peak MB"],
  rows.map((row) => [row.tool, row.what, row.p50, row.p95, row.cpu, row.mb]),
);
const p50 = (tool: string, what: string): number => rows.find((row) => row.tool === tool && row.what === what)?.p50 ?? Number.NaN;
const ratios: Record<string, number> = {};
for (const peer of others) {
  ratios[`q symbol / ${peer.name} find`] = p50("manifold", "q symbol") / p50(peer.name, "find symbol");
  ratios[`q sentence / ${peer.name} find`] = p50("manifold", "q sentence") / p50(peer.name, "find symbol");
  ratios[`q callers / ${peer.name} callers`] = p50("manifold", "q callers") / p50(peer.name, "callers");
}
ratios["q keyword / ripgrep"] = p50("manifold", "q keyword") / p50("ripgrep", "keyword");
for (const [name, ratio] of Object.entries(ratios)) console.log(`${name}: ${ratio.toFixed(2)}`);

const live = await liveTimes([...SENTENCES, ...symbols, ...symbols.map((one) => `who calls ${one}`), ...KEYWORDS]);
console.log("live (q - --jsonl), milliseconds from writing the question to its whole answer; the first question of the process apart");
table(
  ["", "questions", "p50", "p95", "max"],
  Object.entries(live.groups).map(([name, times]) => [
    name,
    String(times.length),
    quantile(times, 0.5).toFixed(1),
    quantile(times, 0.95).toFixed(1),
    Math.max(...times).toFixed(1),
  ]),
);
console.log(`first answer of the process after ${live.first.toFixed(0)} ms`);
if (flag("json")) writeFileSync(flag("json"), JSON.stringify({ tree, runs, rows, ratios, live }, null, 1));

/** Round trips through one live process, every question asked three times in turn, by the kind of question. */
async function liveTimes(questions: readonly string[]): Promise<{ first: number; groups: Record<string, number[]> }> {
  const from = performance.now();
  const child = Bun.spawn([...product, "q", "-", "--jsonl"], {
    cwd: tree,
    env: environment(),
    stdin: "pipe",
    stdout: "pipe",
    stderr: "ignore",
  });
  const reader = child.stdout.getReader();
  const decoder = new TextDecoder();
  const answer = async (question: string): Promise<number> => {
    const start = performance.now();
    child.stdin.write(`${question}\n`);
    child.stdin.flush();
    let text = "";
    while (!text.endsWith("\n")) {
      const { value, done } = await reader.read();
      if (done) throw new Error(`q - ended before it answered "${question}".`);
      text += decoder.decode(value, { stream: true });
    }
    return performance.now() - start;
  };
  await answer("what is this");
  const first = performance.now() - from;
  const groups: Record<string, number[]> = { sentence: [], symbol: [], callers: [], keyword: [], all: [] };
  for (let round = 0; round < 3; round++)
    for (const question of questions) {
      const kind = SENTENCES.includes(question)
        ? "sentence"
        : KEYWORDS.includes(question)
          ? "keyword"
          : question.startsWith("who")
            ? "callers"
            : "symbol";
      const time = await answer(question);
      groups[kind]!.push(time);
      groups.all!.push(time);
    }
  child.stdin.end();
  await child.exited;
  return { first, groups };
}
