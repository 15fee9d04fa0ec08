/**
 * Work over the whole graph, in process and from cold: what a change of the most used symbol reaches within three hops, the adjacency, PageRank.
 *
 *     bun scripts/bench/graph.ts ROOT            the index of a tree
 *     bun scripts/bench/graph.ts --synthetic     200,000 symbols and 800,000 edges in 10,000 files, in memory
 *
 * Each line is the first run in this process: nothing is warm. The start of a process, the look at what changed (git) and printing are not among
 * them: whole processes are timed from the shell. Measured on two cores, best of eight, with 10,000 Python files of 20 functions each whose
 * calls crowd on a few hubs (200,000 symbols, 378,000 edges):
 *
 *     impact of the first hub, whole process, --no-refresh   206 ms   (818 ms over rows, cut at 5,000 of the 78,227 symbols it reaches)
 *     callers of it, whole process, --no-refresh              95 ms   (449 ms)
 *     impact of what 31 symbols reach, --no-refresh           47 ms   --version alone: 10 ms
 *     (since walks of hubs are native: scripts/bench/hub.ts)
 *     reading all edges as arrays, in process                 28 ms   walking them three hops, 69,000 symbols: 26 ms, again: 17 ms
 */
import { Database } from "bun:sqlite";
import { pageRank } from "../../src/query/graph/pagerank.ts";
import { type Adjacency, readAdjacency, type Tables } from "../../src/store/adjacency.ts";
import { encodeLinks, type Link } from "../../src/store/links.ts";
import { openStore } from "../../src/store/open.ts";

const [root] = process.argv.slice(2);
if (root === undefined) throw new Error("Name a tree, or --synthetic.");

const FILES = 10_000;
const SYMBOLS = 20;
const EDGES = 80;

/** A few symbols get most of the edges, as in real trees (the fourth power of a random number). */
function synthetic(): Tables {
  const db = new Database(":memory:");
  db.run("CREATE TABLE dependency(file INTEGER PRIMARY KEY, links BLOB)");
  const insert = db.prepare("INSERT INTO dependency VALUES(?, ?)");
  let state = 1;
  const random = (): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  db.run("BEGIN");
  for (let file = 0; file < FILES; file++) {
    const links = Array.from({ length: EDGES }, (_, i): Link => {
      const src = 1 + file * SYMBOLS + Math.floor((i * SYMBOLS) / EDGES);
      const dst = 1 + Math.floor(random() ** 4 * FILES * SYMBOLS);
      return { src, dst, kind: "calls", line: 1 + i, resolution: "exact", confidence: 1 };
    });
    insert.run(file + 1, encodeLinks(links));
  }
  db.run("COMMIT");
  return { statement: (sql) => db.prepare(sql) };
}

function timed<T>(what: string, work: () => T): T {
  const started = performance.now();
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  console.log(
    `${what.padEnd(40)} ${(performance.now() - started).toFixed(1).padStart(8)} ms  ${((user + system) / 1e3).toFixed(1).padStart(8)} ms CPU`,
  );
  return result;
}

/** Symbols that reach one within some hops, over any edge. */
function reaching({ incoming, reaching, src, size }: Adjacency, start: number, hops: number): number {
  const seen = new Uint8Array(size);
  seen[start] = 1;
  let level = [start];
  let count = 0;
  for (let hop = 0; hop < hops; hop++) {
    const next: number[] = [];
    for (const id of level)
      for (let i = incoming[id]!; i < incoming[id + 1]!; i++) {
        const from = src[reaching[i]!]!;
        if (seen[from]) continue;
        seen[from] = 1;
        next.push(from);
      }
    count += next.length;
    level = next;
  }
  return count;
}

const opened = root === "--synthetic" ? null : openStore(root);
if (opened !== null && opened.state !== "open") throw new Error(`The index of ${root} is ${opened.state}.`);
const tables: Tables = opened === null ? synthetic() : opened.store;
const adjacency = timed("reading all edges", () => readAdjacency(tables));
let hub = 0;
let most = 0;
const { incoming } = timed("sorting them by target", () => ({ incoming: adjacency.incoming }));
for (let id = 0; id < adjacency.size; id++) {
  const degree = incoming[id + 1]! - incoming[id]!;
  if (degree > most) [hub, most] = [id, degree];
}
console.log(`${adjacency.size} ids, ${adjacency.count} edges; the hub has ${most}`);
const count = timed("what reaches the hub in 3 hops", () => reaching(adjacency, hub, 3));
console.log(`${count} symbols`);
if (opened !== null) {
  const { arraysOf } = await import("../../src/query/walk/arrays.ts");
  const { wideHits } = await import("../../src/query/walk/wide.ts");
  const kinds = ["calls", "inherits", "implements", "imports", "uses"] as const;
  timed("arrays for walks, from nothing", () => arraysOf(opened.store));
  const walked = { seeds: [hub], kinds, depth: 3, files: false, around: true };
  const wide = timed("the same walk with all that answers need", () => wideHits(opened.store, walked));
  console.log(`${wide.total ? wide.total.symbols + wide.total.tests : wide.hits.length} symbols`);
}
timed("PageRank, 10 rounds", () => pageRank(adjacency, adjacency.size - 1));
if (opened !== null) {
  const { walk } = await import("../../src/query/walk.ts");
  const again = openStore(root);
  if (again.state !== "open") throw new Error("gone");
  const key = again.store.symbolById(hub)!;
  const answer = timed("impact of the hub, 3 hops, whole answer", () => walk(again.store, "blast_radius", key.key, null, { depth: 3 }));
  console.log(`${key.qualified}: ${answer.hits.length} symbols${answer.truncated ? ", cut" : ""}`);
}
