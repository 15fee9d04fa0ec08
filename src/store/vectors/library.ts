/**
 * The usearch addon, loaded when first needed and called directly: its own wrapper looks for the addon through `node-gyp-build`, which
 * fails inside a binary.
 *
 * Its builds need glibc 2.34 (older Jetsons have 2.31) and an x64 or arm64 machine. Where it cannot be loaded there is no library, and the
 * callers search exactly (scan.ts).
 */
import { loadAddon, nativeLibrary, VECTOR_ADDON } from "../../base/native.ts";

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
