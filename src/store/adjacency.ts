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
const CONTAINS = EDGE_KINDS.indexOf("contains");

/** Who contains whom, as far as it is stored (kin.ts): outer and inner symbol, the outer one's first line, what the pair is. */
export interface Kin {
  outer: number[];
  inner: number[];
  line: number[];
  resolution: number[];
}

/** Files in the order of their edges, and the position of the first edge of each. */
export interface Stored {
  file: number[];
  first: number[];
}

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
    /** Position among the resolutions times two, and 1 where the confidence is the usual one of it. */
    readonly how: Uint8Array = new Uint8Array(count),
    /** In hundredths, where it is not. */
    readonly confidence: Uint8Array = new Uint8Array(count),
    readonly kin: Kin = { outer: [], inner: [], line: [], resolution: [] },
    readonly stored: Stored = { file: [], first: [] },
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
  const rows = tables.statement("SELECT links, file FROM dependency").values() as [Uint8Array, number][];
  // An edge takes 4 bytes at least.
  const decoder = new Decoder(rows.reduce((sum, [links]) => sum + links.length, 0) >> 2);
  const stored: Stored = { file: [], first: [] };
  for (const [links, file] of rows) {
    stored.file.push(file);
    stored.first.push(decoder.count);
    decoder.read(links);
  }
  const { size, count, src, dst, kind, line, how, confidence, kin } = decoder;
  return new Adjacency(size, count, src, dst, kind, line, how, confidence, kin, stored);
}

class Decoder {
  readonly src: Int32Array;
  readonly dst: Int32Array;
  readonly line: Int32Array;
  readonly kind: Uint8Array;
  readonly how: Uint8Array;
  readonly confidence: Uint8Array;
  readonly kin: Kin = { outer: [], inner: [], line: [], resolution: [] };
  count = 0;
  size = 1;

  constructor(most: number) {
    this.src = new Int32Array(most);
    this.dst = new Int32Array(most);
    this.line = new Int32Array(most);
    this.kind = new Uint8Array(most);
    this.how = new Uint8Array(most);
    this.confidence = new Uint8Array(most);
  }

  /**
   * The edges of one file. Written out for speed: a function a number takes ten times as long as its bytes, and one for all files twice as long as
   * one for each, which is compiled sooner.
   */
  read(data: Uint8Array): void {
    const { src, dst, kind, line, how, kin } = this;
    let { count, size } = this;
    let [from, to, row] = [0, 0, 0];
    const end = data.length;
    for (let at = 0; at < end; ) {
      let value = data[at++]!;
      if (value > 127) {
        let byte = value;
        value &= 127;
        for (let shift = 7; byte > 127; shift += 7) {
          byte = data[at++]!;
          value |= (byte & 127) << shift;
        }
      }
      if (value !== 0) {
        from += (value >>> 1) ^ -(value & 1);
        to = from;
      }
      let code = data[at++]!;
      if (code > 127) {
        let byte = code;
        code &= 127;
        for (let shift = 7; byte > 127; shift += 7) {
          byte = data[at++]!;
          code |= (byte & 127) << shift;
        }
      }
      value = data[at++]!;
      if (value > 127) {
        let byte = value;
        value &= 127;
        for (let shift = 7; byte > 127; shift += 7) {
          byte = data[at++]!;
          value |= (byte & 127) << shift;
        }
      }
      to += (value >>> 1) ^ -(value & 1);
      value = data[at++]!;
      if (value > 127) {
        let byte = value;
        value &= 127;
        for (let shift = 7; byte > 127; shift += 7) {
          byte = data[at++]!;
          value |= (byte & 127) << shift;
        }
      }
      row += (value >>> 1) ^ -(value & 1);
      if ((code & 1) === 0) this.confidence[count] = data[at++]!;
      if (((code >> 1) & 7) === EXTERNAL) continue;
      if (from <= 0 || to <= 0 || from > MOST || to > MOST) throw new DamagedIndex("an edge leads nowhere");
      if (code >> 4 === CONTAINS) {
        kin.outer.push(from);
        kin.inner.push(to);
        kin.line.push(row);
        kin.resolution.push((code >> 1) & 7);
        continue;
      }
      src[count] = from;
      dst[count] = to;
      line[count] = row;
      kind[count] = code >> 4;
      how[count] = code & 15;
      count++;
      if (from >= size) size = from + 1;
      if (to >= size) size = to + 1;
    }
    this.count = count;
    this.size = size;
  }
}

/** Ids above this are none: arrays of that size would be all there is of memory. */
const MOST = 50_000_000;
