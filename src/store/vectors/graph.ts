/**
 * A navigable graph over very many vectors (HNSW: Malkov and Yashunin 2018), with usearch, in half precision.
 *
 * It finds nearly the nearest in a time that hardly grows with their number, but it is three times as large as the rows, takes a minute for each
 * few hundred thousand to build and longer to open than a whole exact search takes: it is used only above `vectors.graphFrom`
 * (scripts/bench/vectors.ts). What it finds is scored again from the rows, so scores and order are those of the exact search.
 */

import { vectors as settings } from "../../base/limits.ts";
import { loadAddon, nativeLibrary, VECTOR_ADDON } from "../../base/native.ts";
import { sync } from "../own.ts";
import type { Nearly, VectorIndex } from "../vectors.ts";
import { byScore, cosineOf, type RowScore, squares } from "./scan.ts";

/** Rows handed over at a time. */
const BATCH = 4_096;

function empty(dimensions: number): CompiledGraph | null {
  const library = usearch();
  return (
    library &&
    new library.CompiledIndex(dimensions, "cos", "f16", settings.connectivity, settings.expansionAdd, settings.expansionSearch, false)
  );
}

/**
 * Writes a graph of an index to a new file, and that to the disk. The keys are ids.
 * @returns false where there is no library
 */
export function writeGraph(path: string, { dimensions, ids, rows }: VectorIndex): boolean {
  const graph = empty(dimensions);
  if (graph === null) return false;
  for (let from = 0; from < ids.length; from += BATCH) {
    const keys = BigUint64Array.from(ids.subarray(from, from + BATCH), BigInt);
    const values = new Float32Array(keys.length * dimensions);
    for (let i = 0; i < keys.length; i++)
      values.set(unitOf(rows.subarray((from + i) * dimensions, (from + i + 1) * dimensions)), i * dimensions);
    // One thread: several would make another graph every time.
    graph.add(keys, values, 1);
  }
  graph.save(path);
  sync(path);
  return true;
}

function unitOf(row: Int8Array): Float32Array {
  const length = Math.sqrt(squares(row)) || 1;
  return Float32Array.from(row, (value) => value / length);
}

/** A graph mapped from its file. */
export class Graph implements Nearly {
  private constructor(
    private readonly graph: CompiledGraph,
    readonly upTo: number,
  ) {}

  /** @returns null where there is no library */
  static open(path: string, dimensions: number, upTo: number): Graph | null {
    const graph = empty(dimensions);
    graph?.view(path);
    return graph && new Graph(graph, upTo);
  }

  search(index: VectorIndex, query: Int8Array, k: number): RowScore[] {
    const size = this.graph.size();
    if (size === 0) return [];
    const [keys, , counts] = this.graph.search(unitOf(query), Math.min(size, k + settings.graphMargin), 1);
    const length = squares(query);
    return Array.from(keys.subarray(0, Number(counts[0])), Number)
      .filter((id) => index.has(id))
      .map((id) => {
        const row = index.position(id);
        return { row, score: cosineOf(index.rows, row, query, length) };
      })
      .sort(byScore)
      .slice(0, k);
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
  /** @param threads 1 for the same graph every time */
  add(keys: BigUint64Array, vectors: Float32Array | Int8Array, threads: number): void;
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
