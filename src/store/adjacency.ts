/**
 * All edges of the tree as a few arrays: what algorithms over the whole graph work on (compressed sparse rows).
 *
 * Made from the stored edges when somebody asks, so that neither disk nor updates pay for it. Nodes are symbol ids; ids that no symbol has any more are
 * without edges.
 */
import type { Statement } from "bun:sqlite";
import { EDGE_KINDS, type EdgeKind, RESOLUTIONS } from "../base/types.ts";

/** Position of a kind of edge in the list of all. */
export const kindCode = (kind: EdgeKind): number => EDGE_KINDS.indexOf(kind);

const EXTERNAL = RESOLUTIONS.indexOf("external");

/** Edges by position; `contains`, `defines` and `depends_on` are not among them, those to packages outside neither. */
export class Adjacency {
  #leaving: [Int32Array, Int32Array] | null = null;
  #reaching: [Int32Array, Int32Array] | null = null;

  /**
   * @param size one more than the largest id
   * @param count how many edges there are
   */
  constructor(
    readonly size: number,
    readonly count: number,
    readonly src: Int32Array,
    readonly dst: Int32Array,
    /** See `kindCode`. */
    readonly kind: Uint8Array,
    readonly line: Int32Array,
  ) {}

  /** Where the edges that leave a symbol are in `leaving`: from `outgoing[id]` to before `outgoing[id + 1]`. Sorted when first asked for. */
  get outgoing(): Int32Array {
    this.#leaving ??= grouped(this.src, this.count, this.size);
    return this.#leaving[0];
  }
  /** Positions of edges by source. */
  get leaving(): Int32Array {
    this.#leaving ??= grouped(this.src, this.count, this.size);
    return this.#leaving[1];
  }
  /** The same for those that reach a symbol, in `reaching`. */
  get incoming(): Int32Array {
    this.#reaching ??= grouped(this.dst, this.count, this.size);
    return this.#reaching[0];
  }
  /** Positions of edges by target. */
  get reaching(): Int32Array {
    this.#reaching ??= grouped(this.dst, this.count, this.size);
    return this.#reaching[1];
  }
}

/** Counting sort: offsets by key, and positions in the order of the keys. */
function grouped(keys: Int32Array, count: number, size: number): [Int32Array, Int32Array] {
  const offsets = new Int32Array(size + 2);
  for (let i = 0; i < count; i++) offsets[keys[i]! + 2]!++;
  for (let i = 2; i <= size + 1; i++) offsets[i]! += offsets[i - 1]!;
  const order = new Int32Array(count);
  for (let i = 0; i < count; i++) order[offsets[keys[i]! + 1]!++] = i;
  return [offsets.subarray(0, size + 1), order];
}

/** Who has prepared statements on an index: a `Store` or a `Writer`. */
export interface Tables {
  statement(sql: string): Statement;
}

/** Symbols whose edges are read at once. */
const STEP = 20_000;

/** Reads all edges. */
export function readAdjacency(tables: Tables): Adjacency {
  const [[size, count]] = tables.statement("SELECT coalesce(max(id), 0) + 1, (SELECT count(*) FROM edge) FROM symbol").values() as [
    [number, number],
  ];
  const [src, dst, line] = [new Int32Array(count), new Int32Array(count), new Int32Array(count)];
  const kind = new Uint8Array(count);
  const some = tables.statement(`SELECT src, dst, kind, line FROM edge WHERE dst >= ? AND dst < ? AND resolution <> ${EXTERNAL}`);
  let at = 0;
  for (let from = 0; from < size; from += STEP)
    for (const row of some.values(from, from + STEP) as [number, number, number, number][]) {
      [src[at], dst[at], kind[at], line[at]] = row;
      at++;
    }
  return new Adjacency(size, at, src, dst, kind, line);
}
