/**
 * The vector index: what lies nearest to a query in meaning, by the cosine of vectors in whole numbers of 8 bits (vectors/scan.ts).
 *
 * A search is exact, but for a million vectors and more, where a graph finds nearly the nearest (vectors/graph.ts). It is filtered before it is
 * made: only rows that pass are looked at. Ids are chunk numbers (`ChunkRow.no`).
 */
import { byScore, cosineOf, quantise, type RowScore, scan, squares } from "./vectors/scan.ts";

export { quantise } from "./vectors/scan.ts";

/** An id and the cosine of its vector with the query, in -1 … 1. */
export interface Match {
  id: number;
  score: number;
}

/** What finds nearly the nearest rows without looking at all of them. */
export interface Nearly {
  /** A number above all ids that it knows. */
  readonly upTo: number;
  /** Rows of an index near a query, best first, ties by row. */
  search(index: VectorIndex, query: Int8Array, k: number): RowScore[];
}

/** Vectors by id, in memory; they do not change. */
export class VectorIndex {
  /**
   * @param ids ascending
   * @param rows those of the ids one after the other, `dimensions` numbers each, none of them all zeros
   * @param graph opens a graph over these rows when first asked; null where there is none
   */
  constructor(
    readonly dimensions: number,
    readonly ids: Uint32Array,
    readonly rows: Int8Array,
    private readonly graph: () => Nearly | null = () => null,
  ) {}

  /**
   * An index of these vectors. Those of zeros are left out: they have no direction, and no query finds them.
   * @param ids whole numbers from 0 to 2^32 - 1, each once
   * @param vectors one an id; `Int8Array` as `row` gives them
   */
  static of(dimensions: number, ids: readonly number[], vectors: readonly (Float32Array | Int8Array)[]): VectorIndex {
    if (ids.length !== vectors.length) throw new RangeError(`${ids.length} ids for ${vectors.length} vectors.`);
    const order = ids.map((_, at) => at).sort((a, b) => ids[a]! - ids[b]!);
    const numbers = new Uint32Array(ids.length);
    const rows = new Int8Array(ids.length * dimensions);
    let count = 0;
    for (const at of order) {
      const row = wholeNumbers(vectors[at]!, dimensions);
      if (row.every((value) => value === 0)) continue;
      rows.set(row, count * dimensions);
      numbers[count++] = ids[at]!;
    }
    return new VectorIndex(dimensions, numbers.subarray(0, count), rows.subarray(0, count * dimensions));
  }

  get size(): number {
    return this.ids.length;
  }

  has(id: number): boolean {
    return this.#find(id) >= 0;
  }

  /** The vector of an id in whole numbers (a view: do not write), or null. It can be searched for. */
  row(id: number): Int8Array | null {
    const at = this.#find(id);
    return at < 0 ? null : this.rows.subarray(at * this.dimensions, (at + 1) * this.dimensions);
  }

  /** Those whose ids are at least `from` and below `to`, as a view. */
  between(from: number, to: number): VectorIndex {
    const [first, end] = [this.position(from), this.position(to)];
    return new VectorIndex(
      this.dimensions,
      this.ids.subarray(first, end),
      this.rows.subarray(first * this.dimensions, end * this.dimensions),
    );
  }

  /**
   * The `k` nearest of those that pass, best first, ties by id; the same on every machine.
   * @param query of `dimensions` numbers; zeros find nothing
   * @param filter asked once for every id, before anything is compared
   */
  search(query: Float32Array | Int8Array, k: number, filter?: (id: number) => boolean): Match[] {
    const row = wholeNumbers(query, this.dimensions);
    if (k <= 0 || row.every((value) => value === 0)) return [];
    const graph = filter ? null : this.graph();
    if (graph) {
      const tail = this.position(graph.upTo);
      const later = scan(this.rows.subarray(tail * this.dimensions), this.size - tail, row, k);
      return [...graph.search(this, row, k), ...later.map((found) => ({ ...found, row: tail + found.row }))]
        .sort(byScore)
        .slice(0, k)
        .map((found) => ({ id: this.ids[found.row]!, score: found.score }));
    }
    const { rows, ids } = filter ? this.#passing(filter) : this;
    return scan(rows, ids.length, row, k).map((found) => ({ id: ids[found.row]!, score: found.score }));
  }

  /** The cosines of some ids with a query, as `search` would give them; ids that are not there are left out. */
  scores(query: Float32Array | Int8Array, ids: readonly number[]): Match[] {
    const row = wholeNumbers(query, this.dimensions);
    const length = squares(row);
    if (length === 0) return [];
    return ids.flatMap((id) => {
      const at = this.#find(id);
      return at < 0 ? [] : [{ id, score: cosineOf(this.rows, at, row, length) }];
    });
  }

  /** The rows that pass, side by side. Filters are by file, whose chunks are neighbours: whole runs are copied. */
  #passing(filter: (id: number) => boolean): { rows: Int8Array; ids: Uint32Array } {
    const width = this.dimensions;
    const all = this.ids;
    const runs: number[] = [];
    let count = 0;
    for (let at = 0, passed = false; at <= all.length; at++) {
      const passes = at < all.length && filter(all[at]!);
      if (passes !== passed) runs.push(at);
      if (passes) count++;
      passed = passes;
    }
    if (count === all.length) return this;
    const rows = new Int8Array(count * width);
    const ids = new Uint32Array(count);
    let to = 0;
    for (let run = 0; run < runs.length; run += 2) {
      const [from, end] = [runs[run]!, runs[run + 1]!];
      rows.set(this.rows.subarray(from * width, end * width), to * width);
      ids.set(all.subarray(from, end), to);
      to += end - from;
    }
    return { rows, ids };
  }

  #find(id: number): number {
    const at = this.position(id);
    return this.ids[at] === id ? at : -1;
  }

  /** Position of the first id that is at least this one. */
  position(id: number): number {
    const last = this.ids.at(-1);
    if (last === undefined || last < id) return this.size;
    // Ids ascend, each once: the place of one is at most the id itself, and as far below as ids are missing. Mostly none are.
    let [low, high] = [Math.max(0, this.size - 1 - (last - id)), Math.min(id, this.size - 1)];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.ids[middle]! < id) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function wholeNumbers(vector: Float32Array | Int8Array, dimensions: number): Int8Array {
  if (vector.length !== dimensions) throw new RangeError(`A vector has ${vector.length} dimensions, not ${dimensions}.`);
  return vector instanceof Int8Array ? vector : quantise(vector);
}
