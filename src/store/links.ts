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

/**
 * Bits of a stored dependency key. A wrong match only resolves a file once too often: an update that changes five keys meets one file in a thousand in
 * vain (files ask for 60 to 200 keys). With 24 bits and no differences they took a third more.
 */
export const KEY_BITS = 20;

/**
 * @param keys ascending, below 2^KEY_BITS
 * @returns differences as varints: mostly two bytes each
 */
export function encodeKeys(keys: Uint32Array): Uint8Array {
  const out = new Bytes(keys.length * 3 + 5);
  let last = 0;
  for (const key of keys) {
    out.varint(key - last);
    last = key;
  }
  return out.data.slice(0, out.length);
}

/**
 * Is any of some keys among the encoded ones? Looks at every byte of 10,000 files in about 5 ms.
 * @param wanted ascending, not empty
 */
export function holdsKey(keys: Uint8Array, wanted: readonly number[]): boolean {
  let next = 0;
  let key = 0;
  for (let at = 0; at < keys.length; ) {
    let shift = 0;
    let byte: number;
    do {
      byte = keys[at++] as number;
      key += (byte & 127) << shift;
      shift += 7;
    } while (byte > 127 && at < keys.length);
    while ((wanted[next] as number) < key) if (++next === wanted.length) return false;
    if (wanted[next] === key) return true;
  }
  return false;
}
