/**
 * The edges that a file's resolution made, as bytes: a table row an edge took 28 bytes and 16 more in its index, this takes about 7.
 *
 * For each edge, ordered by source, kind, target and line: varint difference to the position of the source before, varint of
 * kind << 4 | resolution << 1 | 1 where the confidence is 1, varint target (symbol id), varint line, and where the confidence is not 1
 * its hundredths as a byte.
 */
import { EDGE_KINDS, type EdgeKind, RESOLUTIONS, type Resolution } from "../base/types.ts";
import { DamagedIndex } from "./damage.ts";
import { Bytes, Reader } from "./lexical/codec.ts";

/** An edge whose source is a position in its file. */
export interface Link {
  at: number;
  kind: EdgeKind;
  /** Symbol id. */
  dst: number;
  line: number;
  resolution: Resolution;
  /** In whole hundredths. */
  confidence: number;
}

/** @param links ordered by source; their order is kept */
export function encodeLinks(links: readonly Link[]): Uint8Array {
  const out = new Bytes(links.length * 8 + 8);
  let last = 0;
  for (const { at, kind, dst, line, resolution, confidence } of links) {
    out.varint(at - last);
    out.varint((EDGE_KINDS.indexOf(kind) << 4) | (RESOLUTIONS.indexOf(resolution) << 1) | (confidence === 1 ? 1 : 0));
    out.varint(dst);
    out.varint(line);
    if (confidence !== 1) out.byte(Math.round(confidence * 100));
    last = at;
  }
  return out.data.slice(0, out.length);
}

/** @throws DamagedIndex when the bytes are not ours */
export function decodeLinks(data: Uint8Array): Link[] {
  const links: Link[] = [];
  try {
    const reader = new Reader(data);
    let at = 0;
    while (reader.more) {
      at += reader.varint();
      const code = reader.varint();
      const kind = EDGE_KINDS[code >> 4];
      const resolution = RESOLUTIONS[(code >> 1) & 7];
      if (kind === undefined || resolution === undefined) throw new RangeError("There is no such kind of edge.");
      const dst = reader.varint();
      const line = reader.varint();
      links.push({ at, kind, dst, line, resolution, confidence: code & 1 ? 1 : reader.byte() / 100 });
    }
  } catch (error) {
    throw new DamagedIndex("edges of a file cannot be read", { cause: error });
  }
  return links;
}

/** Ascending numbers as bytes. */
export function encodePositions(positions: readonly number[]): Uint8Array {
  const out = new Bytes(positions.length * 2 + 2);
  let last = 0;
  for (const position of positions) {
    out.varint(position - last);
    last = position;
  }
  return out.data.slice(0, out.length);
}

/** @throws DamagedIndex when the bytes are not ours */
export function decodePositions(data: Uint8Array): number[] {
  const positions: number[] = [];
  try {
    const reader = new Reader(data);
    let last = 0;
    while (reader.more) {
      last += reader.varint();
      positions.push(last);
    }
  } catch (error) {
    throw new DamagedIndex("positions of references cannot be read", { cause: error });
  }
  return positions;
}

/** Bytes of a stored dependency key: 24 bits are enough, as a wrong match only resolves a file once too often. */
const KEY_BYTES = 3;

/** @param keys ascending, below 2^24 */
export function encodeKeys(keys: Uint32Array): Uint8Array {
  const out = new Uint8Array(keys.length * KEY_BYTES);
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] as number;
    out[i * KEY_BYTES] = key >>> 16;
    out[i * KEY_BYTES + 1] = key >>> 8;
    out[i * KEY_BYTES + 2] = key;
  }
  return out;
}

/** Is a key among the encoded ones? */
export function holdsKey(keys: Uint8Array, key: number): boolean {
  let low = 0;
  let high = Math.floor(keys.length / KEY_BYTES);
  while (low < high) {
    const middle = (low + high) >>> 1;
    const at = middle * KEY_BYTES;
    const found = ((keys[at] as number) << 16) | ((keys[at + 1] as number) << 8) | (keys[at + 2] as number);
    if (found === key) return true;
    if (found < key) low = middle + 1;
    else high = middle;
  }
  return false;
}
