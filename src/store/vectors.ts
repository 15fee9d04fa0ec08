/**
 * The vector index: what lies nearest to a query in meaning, by the cosine of vectors in whole numbers of 8 bits (vectors/quantise.ts).
 *
 * A search is exact, but for a million vectors and more, where a graph finds nearly the nearest (vectors/graph.ts). It is filtered before it is
 * made: only rows that pass are looked at. Ids are chunk numbers (`ChunkRow.no`).
 */
import { readRows, type VectorRows, writeRows } from "./vectors/file.ts";
import type { Graph } from "./vectors/graph.ts";
import { cosineOf, quantise, scan, squares } from "./vectors/scan.ts";

export { quantise } from "./vectors/scan.ts";

/** An id and the cosine of its vector with the query, in -1 … 1. */
export interface Match {
  id: number;
  score: number;
}

/** What differs from the rows in a file: ids that no longer count, and vectors beside those of the file. */
export interface Aside {
  gone: readonly number[];
  /** Ascending. */
  ids: readonly number[];
  /** One after the other, in the order of `ids`. */
  rows: Int8Array;
}

/** Rows looked at beyond those wanted, for some that are gone. */
const FEW = 16;

/** A set of vectors by id, in memory or mapped from a file. */
export class VectorIndex {
  #rows: Int8Array;
  #ids: Uint32Array;
  #count: number;
  /** False while rows lie in a file that is mapped and must not be written to. */
  #own: boolean;
  /** Opens the graph over exactly these rows, when first searched; null from then on if it cannot be. */
  #graph: (() => Graph | null) | null = null;
  /** Ids whose rows do not count any more, and rows that count too: so a change of a few leaves those of the file where they are. */
  #gone = new Set<number>();
  #more: VectorIndex | null = null;

  private constructor(
    readonly dimensions: number,
    { rows, ids, count }: Omit<VectorRows, "dimensions">,
    own: boolean,
  ) {
    this.#rows = rows;
    this.#ids = ids;
    this.#count = count;
    this.#own = own;
  }

  /** An index with nothing in it, in memory. */
  static create(dimensions: number): VectorIndex {
    return new VectorIndex(dimensions, { rows: new Int8Array(0), ids: new Uint32Array(0), count: 0 }, true);
  }

  /**
   * The index in a file, mapped: opening costs the same whatever its size.
   * @param stamp what `save` returned
   * @param aside what has changed since
   * @throws DamagedIndex when the file is not the one that was saved
   */
  static open(path: string, stamp: string, aside: Aside | null = null): VectorIndex {
    const file = readRows(path, stamp);
    const index = new VectorIndex(file.dimensions, file, false);
    if (aside) {
      const width = file.dimensions;
      index.setAside(
        aside.gone,
        aside.ids,
        aside.ids.map((_, i) => aside.rows.subarray(i * width, (i + 1) * width)),
      );
    }
    return index;
  }

  /** Vectors in it. Those of zeros are left out: they have no direction, and no query finds them. */
  get size(): number {
    return this.#count - this.#gone.size + (this.#more?.size ?? 0);
  }

  /** Everything in it, as it lies in memory: not to be written to. */
  all(): VectorRows {
    this.#settle();
    return { dimensions: this.dimensions, count: this.#count, rows: this.#rows, ids: this.#ids };
  }

  /** Lets searches without a filter use a graph over exactly these rows; a change of the rows ends that. */
  useGraph(open: () => Graph | null): void {
    let opened: Graph | null | undefined;
    this.#graph = () => {
      opened = opened === undefined ? open() : opened;
      return opened;
    };
  }

  /** All ids, ascending. */
  ids(): Uint32Array {
    this.#settle();
    return this.#ids.subarray(0, this.#count);
  }

  has(id: number): boolean {
    return (this.#find(id) >= 0 && !this.#gone.has(id)) || (this.#more?.has(id) ?? false);
  }

  /** The vector of an id in whole numbers (perhaps a view: do not write), or null. It can be searched for, and added to another index. */
  row(id: number): Int8Array | null {
    const at = this.#gone.has(id) ? -1 : this.#find(id);
    if (at < 0) return this.#more?.row(id) ?? null;
    const width = this.dimensions;
    return this.#rows.subarray(at * width, (at + 1) * width);
  }

  /**
   * As `remove`, then `add`, where few of many change: nothing is copied. Until another change `aside` tells what differs.
   * @param ids ascending
   */
  setAside(removed: Iterable<number>, ids: readonly number[], vectors: readonly (Float32Array | Int8Array)[]): void {
    this.#more ??= VectorIndex.create(this.dimensions);
    const gone = [...removed];
    this.#more.remove(gone);
    for (const id of [...gone, ...ids]) if (this.#find(id) >= 0) this.#gone.add(id);
    this.#more.add(ids, vectors);
  }

  /** What was set aside; null if nothing was. */
  get aside(): Aside | null {
    if (this.#more === null) return null;
    const { rows, ids, count } = this.#more.all();
    const gone = [...this.#gone].sort((a, b) => a - b);
    return { gone, ids: [...ids.subarray(0, count)], rows: rows.subarray(0, count * this.dimensions) };
  }

  /** Puts what was set aside among the others. */
  #settle(): void {
    const [more, gone] = [this.#more, this.#gone];
    if (more === null) return;
    this.#more = null;
    this.#gone = new Set();
    this.remove(gone);
    const { rows, ids, count } = more.all();
    const width = this.dimensions;
    this.add(
      [...ids.subarray(0, count)],
      Array.from({ length: count }, (_, i) => rows.subarray(i * width, (i + 1) * width)),
    );
  }

  /**
   * Adds vectors; an id that is there already gets the new one.
   * @param ids whole numbers from 0 to 2^32 - 1, each once
   * @param vectors one an id; `Int8Array` as `row` gives them
   */
  add(ids: readonly number[], vectors: readonly (Float32Array | Int8Array)[]): void {
    if (ids.length !== vectors.length) throw new RangeError(`${ids.length} ids for ${vectors.length} vectors.`);
    this.#settle();
    this.remove(ids);
    this.#reserve(this.#count + ids.length);
    let sorted = true;
    let last = this.#count > 0 ? this.#ids[this.#count - 1]! : -1;
    for (const [i, id] of ids.entries()) {
      const vector = vectors[i]!;
      if (vector.length !== this.dimensions) throw new RangeError(`A vector has ${vector.length} dimensions, not ${this.dimensions}.`);
      const row = vector instanceof Int8Array ? vector : quantise(vector);
      if (row.every((value) => value === 0)) continue;
      this.#rows.set(row, this.#count * this.dimensions);
      this.#ids[this.#count++] = id;
      sorted &&= id > last;
      last = id;
    }
    if (!sorted) this.#sort();
  }

  /** Takes ids out; those that are not there do not matter. */
  remove(ids: Iterable<number>): void {
    this.#settle();
    const gone = new Set<number>();
    for (const id of ids) {
      const at = this.#find(id);
      if (at >= 0) gone.add(at);
    }
    if (gone.size === 0) return;
    this.#reserve(this.#count);
    const width = this.dimensions;
    let to = 0;
    for (let at = 0; at < this.#count; at++) {
      if (gone.has(at)) continue;
      if (to !== at) {
        this.#rows.copyWithin(to * width, at * width, (at + 1) * width);
        this.#ids[to] = this.#ids[at]!;
      }
      to++;
    }
    this.#count = to;
  }

  /**
   * The `k` nearest of those that pass, best first, ties by id; the same on every machine.
   * @param query of `dimensions` numbers; zeros find nothing
   * @param filter asked once for every id, before anything is compared
   */
  search(query: Float32Array | Int8Array, k: number, filter?: (id: number) => boolean): Match[] {
    if (query.length !== this.dimensions) throw new RangeError(`The query has ${query.length} dimensions, not ${this.dimensions}.`);
    const row = query instanceof Int8Array ? query : quantise(query);
    if (k <= 0 || row.every((value) => value === 0)) return [];
    if (this.#more === null) return this.#nearest(row, k, filter);
    // Few of the nearest are gone, mostly; whichever are, the nearest of the file are among as many more.
    let live: Match[] = [];
    for (let more = Math.min(this.#gone.size, FEW); live.length < k; more = this.#gone.size) {
      live = this.#nearest(row, k + more, filter).filter(({ id }) => !this.#gone.has(id));
      if (more === this.#gone.size) break;
    }
    return [...live, ...this.#more.search(row, k, filter)].sort((a, b) => b.score - a.score || a.id - b.id).slice(0, k);
  }

  /** `search` among the rows themselves, whatever was set aside. */
  #nearest(row: Int8Array, k: number, filter: ((id: number) => boolean) | undefined): Match[] {
    const graph = filter ? null : (this.#graph?.() ?? null);
    if (graph)
      return graph
        .search({ dimensions: this.dimensions, count: this.#count, rows: this.#rows, ids: this.#ids }, row, k, (id) => this.#find(id))
        .map((found) => ({ id: this.#ids[found.row]!, score: found.score }));
    const { rows, ids, count } = filter ? this.#passing(filter) : { rows: this.#rows, ids: this.#ids, count: this.#count };
    if (count === 0) return [];
    return scan(rows, count, row, k).map((found) => ({ id: ids[found.row]!, score: found.score }));
  }

  /** The cosines of some ids with a query, as `search` would give them; ids that are not there are left out. */
  scores(query: Float32Array | Int8Array, ids: readonly number[]): Match[] {
    const row = query instanceof Int8Array ? query : quantise(query);
    if (row.every((value) => value === 0)) return [];
    const held: number[] = [];
    const rows: number[] = [];
    const others: number[] = [];
    for (const id of ids) {
      const at = this.#gone.has(id) ? -1 : this.#find(id);
      if (at < 0) others.push(id);
      else {
        held.push(id);
        rows.push(at);
      }
    }
    const length = squares(row);
    const own = held.map((id, i) => ({ id, score: cosineOf(this.#rows, rows[i]!, row, length) }));
    return this.#more === null ? own : [...own, ...this.#more.scores(row, others)];
  }

  /**
   * Writes everything to a new file.
   * @param path must not exist
   * @returns the stamp that `open` wants
   */
  save(path: string): string {
    return writeRows(path, this.all());
  }

  /** Lets go of the memory or the mapping. */
  close(): void {
    this.#more = null;
    this.#gone.clear();
    this.#graph = null;
    this.#rows = new Int8Array(0);
    this.#ids = new Uint32Array(0);
    this.#count = 0;
  }

  /** The rows that pass, side by side. Filters are by file, whose chunks are neighbours: whole runs are copied. */
  #passing(filter: (id: number) => boolean): Omit<VectorRows, "dimensions"> {
    const width = this.dimensions;
    const all = this.#ids.subarray(0, this.#count);
    const runs: number[] = [];
    let count = 0;
    for (let at = 0, passed = false; at <= all.length; at++) {
      const passes = at < all.length && filter(all[at]!);
      if (passes !== passed) runs.push(at);
      if (passes) count++;
      passed = passes;
    }
    if (count === all.length) return { rows: this.#rows, ids: this.#ids, count };
    const rows = new Int8Array(count * width);
    const ids = new Uint32Array(count);
    let to = 0;
    for (let run = 0; run < runs.length; run += 2) {
      const [from, end] = [runs[run]!, runs[run + 1]!];
      rows.set(this.#rows.subarray(from * width, end * width), to * width);
      ids.set(all.subarray(from, end), to);
      to += end - from;
    }
    return { rows, ids, count };
  }

  #find(id: number): number {
    // Ids ascend, each once: the place of one is at most the id itself, and as far below as ids are missing. Mostly none are.
    let high = Math.min(id, this.#count - 1);
    if (high < 0) return -1;
    let low = Math.max(0, high - Math.max(0, this.#ids[high]! - id));
    while (low <= high) {
      const middle = (low + high) >> 1;
      const value = this.#ids[middle]!;
      if (value === id) return middle;
      if (value < id) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  /** Makes room for so many rows in memory of our own. */
  #reserve(count: number): void {
    this.#graph = null;
    if (this.#own && this.#ids.length >= count) return;
    const room = this.#ids.length < count ? Math.max(count, Math.ceil(this.#ids.length * 1.5)) : count;
    const rows = new Int8Array(room * this.dimensions);
    rows.set(this.#rows.subarray(0, this.#count * this.dimensions));
    const ids = new Uint32Array(room);
    ids.set(this.#ids.subarray(0, this.#count));
    this.#rows = rows;
    this.#ids = ids;
    this.#own = true;
  }

  #sort(): void {
    const width = this.dimensions;
    const order = Array.from({ length: this.#count }, (_, at) => at).sort((a, b) => this.#ids[a]! - this.#ids[b]!);
    const rows = new Int8Array(this.#count * width);
    const ids = new Uint32Array(this.#count);
    for (const [to, from] of order.entries()) {
      rows.set(this.#rows.subarray(from * width, (from + 1) * width), to * width);
      ids[to] = this.#ids[from]!;
    }
    this.#rows = rows;
    this.#ids = ids;
  }
}
