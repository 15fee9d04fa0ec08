/**
 * The edges that a file's resolution made, as bytes: a table row an edge took 28 bytes and 16 more in its index, this takes about 5.
 *
 * For each edge, ordered by the position of its source, kind, target and line: signed varint difference to the source (a symbol id) before,
 * varint of kind << 4 | resolution << 1 | 1 where the confidence is the usual one of the resolution, signed varint difference of the target (symbol id) to the target
 * before or, at the first edge of a source, to the source, signed varint difference to the line before, and where the confidence is another its hundredths
 * as a byte. Nothing else is needed to read them: walks over many files unpack no symbols.
 */
import { edges as edgeSettings } from "../base/limits.ts";
import { quick } from "../base/quick.ts";
import { EDGE_KINDS, type EdgeKind, RESOLUTIONS, type Resolution } from "../base/types.ts";
import { DamagedIndex } from "./damage.ts";
import { Bytes, Reader } from "./lexical/codec.ts";

/** An edge as it is stored with the file of its source. */
export interface Link {
  /** Symbol ids. */
  src: number;
  dst: number;
  kind: EdgeKind;
  line: number;
  resolution: Resolution;
  /** In whole hundredths. */
  confidence: number;
}

/** Changes with the form of what is stored, of edges and of what their files depend on. */
export const LINK_SHAPE = JSON.stringify([
  "signed differences",
  "kin",
  "extended paths",
  "whose keys",
  edgeSettings.confidence,
  EDGE_KINDS,
  RESOLUTIONS,
]);

const KIND_CODES = new Map(EDGE_KINDS.map((kind, at) => [kind, at]));
const RESOLUTION_CODES = new Map(RESOLUTIONS.map((resolution, at) => [resolution, at]));

/** A number and its sign as one without: small stays small. */
const folded = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value);
const unfolded = (value: number): number => (value & 1 ? -(value >>> 1) - 1 : value >>> 1);

/** @param links ordered by source; their order is kept */
export function encodeLinks(links: readonly Link[]): Uint8Array {
  const out = new Bytes(links.length * 6 + 8);
  let [source, target, row] = [0, 0, 0];
  for (const { src, kind, dst, line, resolution, confidence } of links) {
    const usual = confidence === edgeSettings.confidence[resolution];
    if (src !== source) target = src;
    out.varint(folded(src - source));
    out.varint((KIND_CODES.get(kind)! << 4) | (RESOLUTION_CODES.get(resolution)! << 1) | (usual ? 1 : 0));
    out.varint(folded(dst - target));
    out.varint(folded(line - row));
    if (!usual) out.byte(Math.round(confidence * 100));
    [source, target, row] = [src, dst, line];
  }
  return out.data.slice(0, out.length);
}

/** @throws DamagedIndex when the bytes are not ours */
export function decodeLinks(data: Uint8Array): Link[] {
  const links: Link[] = [];
  try {
    const reader = new Reader(data);
    let [src, dst, line] = [0, 0, 0];
    while (reader.more) {
      const step = unfolded(reader.varint());
      if (step !== 0) {
        src += step;
        dst = src;
      }
      const code = reader.varint();
      const kind = EDGE_KINDS[code >> 4];
      const resolution = RESOLUTIONS[(code >> 1) & 7];
      if (kind === undefined || resolution === undefined) throw new RangeError("There is no such kind of edge.");
      dst += unfolded(reader.varint());
      line += unfolded(reader.varint());
      links.push({ src, kind, dst, line, resolution, confidence: code & 1 ? edgeSettings.confidence[resolution] : reader.byte() / 100 });
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

/** Bytes before the keys of a file: its id (u32) and their length (u24), little-endian, so that lists put together can be told apart. */
const KEYS_HEAD = 7;

/**
 * @param keys ascending, below 2^KEY_BITS
 * @returns whose they are and how long, then differences as varints: mostly two bytes each
 */
export function encodeKeys(file: number, keys: Uint32Array): Uint8Array {
  const out = new Bytes(keys.length * 3 + KEYS_HEAD + 5);
  for (let byte = 0; byte < KEYS_HEAD; byte++) out.byte(0);
  let last = 0;
  for (const key of keys) {
    out.varint(key - last);
    last = key;
  }
  const data = out.data.slice(0, out.length);
  const head = new DataView(data.buffer);
  head.setUint32(0, file, true);
  head.setUint16(4, (out.length - KEYS_HEAD) & 0xffff, true);
  head.setUint8(6, (out.length - KEYS_HEAD) >>> 16);
  return data;
}

/**
 * Files whose encoded keys have any of some keys.
 * @param keys of many files, one after the other
 * @param wanted ascending, not empty
 * @throws DamagedIndex when the bytes are not ours
 */
export function holdingKey(keys: Uint8Array, wanted: readonly number[]): number[] {
  const native = quick()?.holdingKey(keys, Uint32Array.from(wanted));
  return native ? [...native] : inTypeScript(keys, wanted);
}

/** The same without native code: written out for an engine that has not compiled it yet. */
export function inTypeScript(keys: Uint8Array, wanted: readonly number[]): number[] {
  const found: number[] = [];
  const first = wanted[0] as number;
  const heads = new DataView(keys.buffer, keys.byteOffset, keys.byteLength);
  for (let at = 0; at < keys.length; ) {
    const end =
      at + KEYS_HEAD > keys.length ? Number.NaN : at + KEYS_HEAD + heads.getUint16(at + 4, true) + heads.getUint8(at + 6) * 0x10000;
    if (!(end <= keys.length)) throw new DamagedIndex("dependencies of files cannot be read");
    const file = heads.getUint32(at, true);
    at += KEYS_HEAD;
    let next = 0;
    let least = first;
    let key = 0;
    while (at < end) {
      let byte = keys[at++] as number;
      if (byte < 128) key += byte;
      else {
        key += byte & 127;
        byte = keys[at++] as number;
        key += (byte & 127) << 7;
        if (byte > 127) key += (keys[at++] as number) << 14;
      }
      if (key < least) continue;
      while (key > least && ++next < wanted.length) least = wanted[next] as number;
      if (key === least) found.push(file);
      if (key >= least) break;
    }
    at = end;
  }
  return found;
}
