/**
 * All edges of the tree as a few arrays: what algorithms over the whole graph work on (compressed sparse rows).
 *
 * Made from the stored edges when somebody asks, so that neither disk nor updates pay for it: 800,000 edges take 34 ms, and 12 more to sort in one
 * direction (`scripts/bench/graph.ts --synthetic`). Nodes are symbol ids; ids that no symbol has any more are without edges. Nothing but
 * edges is unpacked.
 */
import type { Statement } from "bun:sqlite";
import { EDGE_KINDS, type EdgeKind, RESOLUTIONS } from "../base/types.ts";
import { DamagedIndex } from "./damage.ts";

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

/** Reads all edges. @throws DamagedIndex when the bytes are not ours */
export function readAdjacency(tables: Tables): Adjacency {
  const rows = tables.statement("SELECT links FROM dependency").values() as [Uint8Array][];
  // An edge takes 4 bytes at least.
  const most = rows.reduce((sum, [links]) => sum + links.length, 0) >> 2;
  const src = new Int32Array(most);
  const dst = new Int32Array(most);
  const line = new Int32Array(most);
  const kind = new Uint8Array(most);
  let count = 0;
  let size = 1;
  // Written out for speed: a function a number takes ten times as long as its bytes.
  for (const [data] of rows) {
    let from = 0;
    let to = 0;
    let row = 0;
    for (let at = 0; at < data.length; ) {
      let byte = data[at++]!;
      let value = byte & 127;
      for (let shift = 7; byte > 127; shift += 7) {
        byte = data[at++]!;
        value |= (byte & 127) << shift;
      }
      if (value !== 0) {
        from += value & 1 ? -(value >>> 1) - 1 : value >>> 1;
        to = from;
      }
      byte = data[at++]!;
      let code = byte & 127;
      for (let shift = 7; byte > 127; shift += 7) {
        byte = data[at++]!;
        code |= (byte & 127) << shift;
      }
      byte = data[at++]!;
      value = byte & 127;
      for (let shift = 7; byte > 127; shift += 7) {
        byte = data[at++]!;
        value |= (byte & 127) << shift;
      }
      to += value & 1 ? -(value >>> 1) - 1 : value >>> 1;
      byte = data[at++]!;
      value = byte & 127;
      for (let shift = 7; byte > 127; shift += 7) {
        byte = data[at++]!;
        value |= (byte & 127) << shift;
      }
      row += value & 1 ? -(value >>> 1) - 1 : value >>> 1;
      if ((code & 1) === 0) at++;
      if (((code >> 1) & 7) === EXTERNAL) continue;
      if (from <= 0 || to <= 0 || from > MOST || to > MOST) throw new DamagedIndex("an edge leads nowhere");
      src[count] = from;
      dst[count] = to;
      line[count] = row;
      kind[count] = code >> 4;
      count++;
      if (from >= size) size = from + 1;
      if (to >= size) size = to + 1;
    }
  }
  return new Adjacency(size, count, src, dst, kind, line);
}

/** Ids above this are none: arrays of that size would be all there is of memory. */
const MOST = 50_000_000;
