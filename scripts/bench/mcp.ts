#!/usr/bin/env bun
/**
 * The MCP server with the official client: latency of every tool in a live process, what a fresh answer after an edit takes, a thousand
 * calls at once, and memory over ten thousand.
 *
 *   bun scripts/bench/mcp.ts [--tree DIR] [--files 10000] [--calls 10000] [--rounds 20] [--skip memory,burst] [--json FILE] [--manifold "CMD …"]
 *
 * Without --tree the tree is that of the indexing benchmark (10,000 files made from the pinned npm packages, cached). Latency is from the
 * client's call to its parsed, schema-checked result. Baselines in the same run: a ping of the same server (what the protocol alone
 * takes) and a cold `manifold q` process per question. Budgets: live p50 < 15 ms a call, `query_knowledge` < 500 ms, memory flat.
 */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { cacheFolder, environment, manifold, measure, must, quantile, table } from "./_measure.ts";
import { fetchPool, POOLS, prepareHome } from "./_packages.ts";
import { makeTree, sourcesIn } from "./_tree.ts";

const flag = (name: string, fallback = ""): string => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : (process.argv[at + 1] ?? fallback);
};
const skip = flag("skip").split(",");
const rounds = Number(flag("rounds", "20"));
const MIXED_MAX = 20_000;
prepareHome();

function mixedTree(): string {
  const sources = POOLS.flatMap((pool) =>
    sourcesIn(fetchPool(pool), ["js", "mjs", "ts", "py", "cc", "h", "java"], MIXED_MAX).map(({ path, text }) => ({
      path: `${pool.name}/${path}`,
      text,
    })),
  );
  const files = Number(flag("files", "10000"));
  return makeTree(join(cacheFolder(), `mixed-${files}`), sources, files);
}

const tree = flag("tree") ? resolve(flag("tree")) : mixedTree();
const product = manifold();
const indexed = await must([...product, "index", ".", "--json"], { cwd: tree });
const { files, chunks } = JSON.parse(indexed.stdout) as { files: number; chunks: number };
const symbols = someSymbols();

/** Functions that are defined and used, by plain patterns. */
function someSymbols(): string[] {
  const uses = new Map<string, number>();
  for (const path of [...new Bun.Glob("**/*.{js,ts,py,java}").scanSync({ cwd: tree })].sort().slice(0, 1_500))
    for (const [, name] of readFileSync(join(tree, path), "utf8").matchAll(/\b(?:function|def)\s+([A-Za-z]\w{5,})\s*\(/g))
      uses.set(name!, (uses.get(name!) ?? 0) + 1);
  return [...uses]
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, 24)
    .map(([name]) => name);
}

const SENTENCES = [
  "how are errors handled",
  "where is the cache stored",
  "how does a connection get closed",
  "parse the header of a response",
  "retry after a failure",
  "how is the configuration read",
];

const transport = new StdioClientTransport({
  command: product[0]!,
  args: [...product.slice(1), "mcp"],
  cwd: tree,
  env: environment() as Record<string, string>,
  stderr: "inherit",
});
const client = new Client({ name: "bench", version: "1" }, { capabilities: {} });
await client.connect(transport);
await client.listTools();

async function call(name: string, args: Record<string, unknown>): Promise<string> {
  const result = (await client.callTool({ name, arguments: args })) as { content: { text?: string }[]; isError?: boolean };
  const text = result.content[0]?.text ?? "";
  // A name found by pattern may stand in a text only.
  if (result.isError && !text.includes("[symbol-unknown]")) throw new Error(`${name} ${JSON.stringify(args)}: ${text}`);
  return text;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

const of = <T>(list: readonly T[], i: number): T => list[i % list.length]!;
const citation = /(chunk_\w+ \S+:\d+-\d+)/.exec(await call("search", { query: SENTENCES[0] }))?.[1] ?? symbols[0]!;
const calls: Record<string, (i: number) => Promise<unknown>> = {
  ping: () => client.ping(),
  "search, a sentence": (i) => call("search", { query: of(SENTENCES, i) }),
  "search, callers": (i) => call("search", { query: `who calls ${of(symbols, i)}` }),
  "search, exact text": () => call("search", { query: "grep for TODO" }),
  "graph callers": (i) => call("graph", { operation: "callers", symbol: of(symbols, i) }),
  "graph definition": (i) => call("graph", { operation: "definition", symbol: of(symbols, i) }),
  "impact of a symbol": (i) => call("impact", { symbol: of(symbols, i) }),
  "impact of a diff": () => call("impact", { diff: "HEAD" }),
  read_chunk: () => call("read_chunk", { citation }),
  query_knowledge: (i) => call("query_knowledge", { natural_query: of(SENTENCES, i), regex_filter: "\\.(js|ts|py)$" }),
  search_chunks: (i) => call("search_chunks", { query: of(SENTENCES, i) }),
};
for (const one of Object.values(calls)) for (let i = 0; i < 3; i++) await one(i);
const times: Record<string, number[]> = Object.fromEntries(Object.keys(calls).map((name) => [name, []]));
for (let round = 0; round < rounds; round++)
  for (const [name, one] of Object.entries(calls)) times[name]!.push(await timed(() => one(round)));
const all = Object.entries(times).flatMap(([name, list]) => (name === "ping" ? [] : list));
console.log(`${tree}: ${files} files, ${chunks} chunks, ${rounds} rounds; milliseconds a call, client included`);
table(
  ["", "p50", "p95", "max"],
  [...Object.entries(times), ["all calls", all] as const].map(([name, list]) => [
    name,
    quantile(list, 0.5).toFixed(1),
    quantile(list, 0.95).toFixed(1),
    Math.max(...list).toFixed(1),
  ]),
);

const cold: number[] = [];
for (let i = 0; i < 5; i++) cold.push((await measure([...product, "q", of(SENTENCES, i)], { cwd: tree })).wall);
console.log(`baseline, a cold manifold q: p50 ${quantile(cold, 0.5).toFixed(0)} ms`);

const probe = join(tree, "bench_probe.js");
const fresh: number[] = [];
for (let i = 0; i < 5; i++) {
  writeFileSync(probe, `export function benchProbe${i}(value) {\n  return value + ${i};\n}\n`);
  fresh.push(
    await timed(async () => {
      const text = await call("graph", { operation: "definition", symbol: `benchProbe${i}` });
      if (!text.includes("bench_probe.js")) throw new Error(`A stale answer: ${text}`);
    }),
  );
}
rmSync(probe);
console.log(
  `an edited file, to the answer that knows it: p50 ${quantile(fresh, 0.5).toFixed(0)} ms, max ${Math.max(...fresh).toFixed(0)} ms`,
);

const burst = skip.includes("burst")
  ? null
  : await timed(() =>
      Promise.all(Array.from({ length: 1_000 }, (_, i) => call("graph", { operation: "callers", symbol: of(symbols, i) }))),
    );
if (burst !== null) console.log(`1,000 calls at once: ${(burst / 1000).toFixed(2)} s in all`);

const resident = (): number => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${transport.pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
const memory: [number, number][] = [];
if (!skip.includes("memory")) {
  const kinds = Object.entries(calls).filter(([name]) => !/ping|diff|exact/.test(name));
  const total = Number(flag("calls", "10000"));
  for (let i = 0; i <= total; i++) {
    if (i % Math.ceil(total / 10) === 0) memory.push([i, resident()]);
    await of(kinds, i)[1](i);
  }
  console.log(`memory by calls, MB: ${memory.map(([at, mb]) => `${at}: ${mb.toFixed(0)}`).join(", ")}`);
}
await client.close();
if (flag("json")) writeFileSync(flag("json"), JSON.stringify({ tree, files, chunks, times, cold, fresh, burst, memory }, null, 1));
