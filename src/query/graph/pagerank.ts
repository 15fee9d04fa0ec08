/**
 * PageRank (Brin and Page 1998) of symbols: ten rounds over who uses whom, stored with the index.
 *
 * Ranks are whole numbers, so that sums do not depend on the order of the edges: the same graph has the same ranks whatever happened to the index
 * before, to the last bit. What has no edges at all has one rank, which is kept once.
 */

import { DEPENDING } from "../../base/kinds.ts";
import { centrality } from "../../base/settings.ts";
import { type Adjacency, kindCode, readAdjacency, type Tables } from "../../store/adjacency.ts";
import type { Store } from "../../store/graph.ts";
import type { Writer } from "../../store/write.ts";

/** Kinds that recommend: text that names a symbol and values that flow do not. */

/** All ranks together. */
const TOTAL = 2 ** 48;

/** Ranks by symbol id, as multiples of the mean of all symbols. */
export interface Ranks {
  of(id: number): number;
}

/**
 * Works ranks out.
 * @param nodes how many symbols there are, files included, packages outside not
 * @returns logarithms of the ranks by id, in steps of 1/2048 of an octave around 2^15; 0 for a symbol without edges
 */
export function pageRank({ size, count, dst, kind, outgoing, leaving }: Adjacency, nodes: number): Uint16Array {
  const recommends = new Uint8Array(256);
  for (const one of DEPENDING) recommends[kindCode(one)] = 1;
  const connected = new Uint8Array(size);
  const degree = new Int32Array(size);
  const from = new Int32Array(count);
  const to = new Int32Array(count);
  const last = new Int32Array(size).fill(-1);
  let pairs = 0;
  for (let id = 0; id < size; id++)
    for (let i = outgoing[id]!; i < outgoing[id + 1]!; i++) {
      const edge = leaving[i]!;
      const target = dst[edge]!;
      // Several edges between two symbols recommend no more than one.
      if (recommends[kind[edge]!] === 0 || target === id || last[target] === id) continue;
      last[target] = id;
      from[pairs] = id;
      to[pairs++] = target;
      degree[id]!++;
      connected[id] = connected[target] = 1;
    }
  const ids: number[] = [];
  for (let id = 0; id < size; id++) if (connected[id]) ids.push(id);
  const all = Math.max(nodes, ids.length, 1);
  const { damping, rounds } = centrality;
  let ranks = new Float64Array(size).fill(Math.floor(TOTAL / all));
  let next = new Float64Array(size);
  // Symbols without any edge are all alike.
  let lonely = Math.floor(TOTAL / all);
  for (let round = 0; round < rounds; round++) {
    let idle = lonely * (all - ids.length);
    for (const id of ids) if (degree[id] === 0) idle += ranks[id]!;
    const base = Math.floor(((1 - damping) * TOTAL + damping * idle) / all);
    for (const id of ids) next[id] = base;
    for (const id of ids) if (degree[id]! > 0) ranks[id] = Math.floor((damping * ranks[id]!) / degree[id]!);
    for (let i = 0; i < pairs; i++) next[to[i]!]! += ranks[from[i]!]!;
    lonely = base;
    [ranks, next] = [next, ranks];
  }
  const logs = new Uint16Array(size + 1);
  for (const id of ids) logs[id] = logOf((ranks[id]! * all) / TOTAL);
  logs[size] = logOf((lonely * all) / TOTAL);
  return logs;
}

const STEPS = 2_048;
const logOf = (rank: number): number => Math.max(1, Math.min(65_535, Math.round(Math.log2(rank) * STEPS) + 32_768));
const rankOf = (log: number): number => 2 ** ((log - 32_768) / STEPS);

const NAME = "pagerank";

/** Works the ranks out and stores them; before the commit, once the hash of the graph is written. */
export function storeRanks(writer: Writer): void {
  writeDerived(writer, NAME, writer.meta("graph_hash") ?? "", packed(pageRank(readAdjacency(writer), nodesOf(writer.counts))));
}

const nodesOf = ({ files, symbols }: { files: number; symbols: number }): number => files + symbols;

const kept = new WeakMap<Store, { graph: string; logs: Uint16Array }>();

/** The ranks of an index: those stored, or worked out where an update was in a hurry and left them behind. */
export function ranksOf(store: Store): Ranks {
  const graph = store.meta("graph_hash") ?? "";
  let known = kept.get(store);
  if (known?.graph !== graph) {
    const stored = readDerived(store as Tables, NAME, graph);
    const logs = stored ? unpacked(stored) : pageRank(readAdjacency(store), nodesOf(store.counts()));
    known = { graph, logs };
    kept.set(store, known);
  }
  const { logs } = known;
  return { of: (id) => rankOf(logs[id] || logs[logs.length - 1]!) };
}

/** Low bytes after high bytes: the high ones are nearly all alike. */
function packed(logs: Uint16Array): Uint8Array {
  const bytes = new Uint8Array(logs.length * 2);
  for (const [at, log] of logs.entries()) {
    bytes[at] = log >> 8;
    bytes[logs.length + at] = log & 255;
  }
  return bytes;
}

function unpacked(bytes: Uint8Array): Uint16Array {
  const half = bytes.length >> 1;
  return Uint16Array.from({ length: half }, (_, at) => (bytes[at]! << 8) | bytes[half + at]!);
}

// What was worked out from the whole graph, stored with the hash of the graph it belongs to: after a hurried update it is that of another.

const OPTIONS = { level: 6, library: "libdeflate" } as const;

/** The bytes stored under a name for exactly this graph; null if there are none. */
export function readDerived(tables: Tables, name: string, graph: string): Uint8Array | null {
  const row = tables.statement("SELECT data FROM derived WHERE name = ? AND graph = ?").values(name, graph)[0] as [Uint8Array] | undefined;
  return row ? Bun.inflateSync(row[0] as Uint8Array<ArrayBuffer>, OPTIONS) : null;
}

/** Stores bytes in place of those of an earlier graph. */
export function writeDerived(tables: Tables, name: string, graph: string, data: Uint8Array): void {
  tables
    .statement("INSERT OR REPLACE INTO derived(name, graph, data) VALUES(?, ?, ?)")
    .run(name, graph, Bun.deflateSync(data as Uint8Array<ArrayBuffer>, OPTIONS));
}
