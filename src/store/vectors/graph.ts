/**
 * A navigable graph over very many vectors (HNSW: Malkov and Yashunin 2018), with usearch, in half precision.
 *
 * It finds nearly the nearest in a time that hardly grows with their number, but it is three times as large as the rows, takes a minute for each
 * few hundred thousand to build and longer to open than a whole exact search takes: it is used only above `vectors.graphFrom`
 * (scripts/bench/vectors.ts). What it finds is scored again from the rows, so scores and order are those of the exact search.
 */

import { closeSync, fstatSync, fsyncSync, openSync, readSync } from "node:fs";
import { vectors as settings } from "../../base/limits.ts";
import { loadAddon, nativeLibrary, VECTOR_ADDON } from "../../base/native.ts";
import { DamagedIndex } from "../damage.ts";
import type { VectorRows } from "./file.ts";
import { byScore, cosineOf, type RowScore, squares } from "./scan.ts";

/** Above this share of changed rows a new graph is built: removed nodes leave holes that cost recall. */
const REBUILD_SHARE = 0.3;

/** Rows handed over at a time. */
const BATCH = 4_096;

/** Bytes at either end of the file that its stamp is made from: a damaged file would end the process when searched. */
const PROBE = 65_536;

function empty(dimensions: number): CompiledGraph | null {
  const library = usearch();
  return (
    library &&
    new library.CompiledIndex(dimensions, "cos", "f16", settings.connectivity, settings.expansionAdd, settings.expansionSearch, false)
  );
}

/**
 * Writes a graph of rows to a new file. The keys are ids.
 * @param before a graph of other rows that it can be made from, with these
 * @returns the stamp that `openGraph` wants; null where there is no library
 */
export function writeGraph(path: string, rows: VectorRows, before: { path: string; rows: VectorRows } | null): string | null {
  const graph = empty(rows.dimensions);
  if (graph === null) return null;
  const change = before && difference(before.rows, rows);
  if (before && change && change.removed.length + change.added.length <= REBUILD_SHARE * rows.count) {
    graph.load(before.path);
    if (change.removed.length > 0) graph.remove(BigUint64Array.from(change.removed, BigInt));
    addRows(graph, rows, change.added);
  } else
    addRows(
      graph,
      rows,
      Array.from({ length: rows.count }, (_, at) => at),
    );
  graph.save(path);
  return stampOf(path, true);
}

/** Adds rows by position, one thread: several would make another graph every time. */
function addRows(graph: CompiledGraph, { rows, ids, dimensions }: VectorRows, positions: readonly number[]): void {
  for (let from = 0; from < positions.length; from += BATCH) {
    const part = positions.slice(from, from + BATCH);
    const values = new Float32Array(part.length * dimensions);
    for (const [at, position] of part.entries())
      values.set(unitOf(rows.subarray(position * dimensions, (position + 1) * dimensions)), at * dimensions);
    graph.add(
      BigUint64Array.from(part, (position) => BigInt(ids[position]!)),
      values,
      1,
    );
  }
}

function unitOf(row: Int8Array): Float32Array {
  const length = Math.sqrt(squares(row)) || 1;
  return Float32Array.from(row, (value) => value / length);
}

/** Ids that are gone or have another row, and positions of rows that are new. Both lists of ids ascend. */
function difference(old: VectorRows, now: VectorRows): { removed: number[]; added: number[] } | null {
  if (old.dimensions !== now.dimensions) return null;
  const width = now.dimensions;
  const same = (a: number, b: number): boolean => {
    for (let i = 0; i < width; i++) if (old.rows[a * width + i] !== now.rows[b * width + i]) return false;
    return true;
  };
  const removed: number[] = [];
  const added: number[] = [];
  let a = 0;
  let b = 0;
  while (a < old.count || b < now.count) {
    const [left, right] = [a < old.count ? old.ids[a]! : Number.POSITIVE_INFINITY, b < now.count ? now.ids[b]! : Number.POSITIVE_INFINITY];
    if (left === right && same(a, b)) {
      a++;
      b++;
      continue;
    }
    if (left <= right) {
      removed.push(left);
      a++;
    }
    if (right <= left) added.push(b++);
  }
  return { removed, added };
}

/** A graph mapped from its file. */
export class Graph {
  private constructor(private readonly graph: CompiledGraph) {}

  /**
   * @returns null where there is no library
   * @throws DamagedIndex when the file is not the one that was written
   */
  static open(path: string, dimensions: number, stamp: string): Graph | null {
    const graph = empty(dimensions);
    if (graph === null) return null;
    if (stampOf(path, false) !== stamp) throw new DamagedIndex("the graph of its vectors is not the one that belongs to it");
    graph.view(path);
    return new Graph(graph);
  }

  /**
   * Rows near a query, best first, ties by row; nearly always the nearest.
   * @param positionOf row of an id, -1 if there is none
   */
  search({ rows }: VectorRows, query: Int8Array, k: number, positionOf: (id: number) => number): RowScore[] {
    const size = this.graph.size();
    if (size === 0) return [];
    const [keys, , counts] = this.graph.search(unitOf(query), Math.min(size, k + settings.graphMargin), 1);
    const length = squares(query);
    return Array.from(keys.subarray(0, Number(counts[0])), (key) => positionOf(Number(key)))
      .filter((row) => row >= 0)
      .map((row) => ({ row, score: cosineOf(rows, row, query, length) }))
      .sort(byScore)
      .slice(0, k);
  }
}

/** Size and both ends of a file. */
function stampOf(path: string, flush: boolean): string {
  const file = openSync(path, "r");
  try {
    // Windows flushes only what may be written.
    if (flush && process.platform !== "win32") fsyncSync(file);
    const { size } = fstatSync(file);
    const head = new Uint8Array(Math.min(size, PROBE));
    readSync(file, head, 0, head.length, 0);
    const tail = new Uint8Array(head.length);
    readSync(file, tail, 0, tail.length, size - tail.length);
    return `${size}-${Bun.hash.wyhash(tail, Bun.hash.wyhash(head)).toString(16)}`;
  } finally {
    closeSync(file);
  }
}

// The usearch addon, loaded when first needed and called directly: its own wrapper looks for the addon through `node-gyp-build`, which
// fails inside a binary.
//
// Its builds need glibc 2.34 (older Jetsons have 2.31) and an x64 or arm64 machine. Where it cannot be loaded there is no library, and the
// callers search exactly (scan.ts).

/** Keys, distances and (a query each) the number of matches; one array after another as C++ fills them. */
type Matches = [BigUint64Array, Float32Array, BigUint64Array];

/** An HNSW graph as the addon has it. All arguments are positional and unchecked: wrong ones end the process. */
export interface CompiledGraph {
  size(): number;
  capacity(): number;
  dimensions(): number;
  /** @param threads 1 for the same graph every time */
  add(keys: BigUint64Array, vectors: Float32Array | Int8Array, threads: number): void;
  remove(keys: BigUint64Array): number[];
  search(queries: Float32Array | Int8Array, k: number, threads: number): Matches;
  save(path: string): void;
  load(path: string): void;
  view(path: string): void;
}

/** The addon's exports, as far as they are used. */
export interface Usearch {
  version(): string;
  /**
   * The nearest rows to one query. Both arrays must start at the beginning of their buffers (their offsets are ignored).
   * @param k at most the number of rows
   */
  exactSearch(
    rows: Int8Array | Float32Array,
    query: Int8Array | Float32Array,
    dimensions: number,
    k: number,
    metric: string,
    threads: number,
  ): Matches;
  CompiledIndex: new (
    dimensions: number,
    metric: string,
    scalar: string,
    connectivity: number,
    expansionAdd: number,
    expansionSearch: number,
    multi: boolean,
  ) => CompiledGraph;
}

let library: Usearch | null | undefined;

/** The addon, or null where this machine cannot load it. */
export function usearch(): Usearch | null {
  if (library !== undefined) return library;
  library = null;
  try {
    const path = nativeLibrary(VECTOR_ADDON);
    if (path !== null) library = loadAddon<Usearch>(path);
  } catch {
    // Too old a C library, or a cache folder where programs may not run: searching goes on without it.
  }
  return library;
}
