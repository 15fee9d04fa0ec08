/**
 * The edges that a file's resolution made, as bytes: a table row an edge took 28 bytes and 16 more in its index, this takes about 5.
 *
 * For each edge, ordered by the position of its source, kind, target and line: signed varint difference to the source (a symbol id) before,
 * varint of kind << 4 | resolution << 1 | 1 where the confidence is the usual one of the resolution, signed varint difference of the target (symbol id) to the target
 * before or, at the first edge of a source, to the source, signed varint difference to the line before, and where the confidence is another its hundredths
 * as a byte. Nothing else is needed to read them: walks over many files unpack no symbols.
 */
import { edges as edgeSettings } from "../base/limits.ts";
import { EDGE_KINDS, type EdgeKind, RESOLUTIONS, type Resolution } from "../base/types.ts";
import { DamagedIndex } from "./damage.ts";
import { Bytes, Reader } from "./lexical/codec.ts";
import type { OpenRecord } from "./records.ts";

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

/** Changes with the form of what is stored. */
export const LINK_SHAPE = JSON.stringify(["signed differences", "kin", "marks", edgeSettings.confidence, EDGE_KINDS, RESOLUTIONS]);

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

/** Open references as bytes: of each the difference to the position before and whether marks follow, their number, and they. */
export function encodeOpen(open: readonly Pick<OpenRecord, "position" | "among">[]): Uint8Array {
  const out = new Bytes(open.length * 2 + 2);
  let last = 0;
  for (const { position, among = [] } of open) {
    out.varint((position - last) * 2 + (among.length > 0 ? 1 : 0));
    if (among.length > 0) {
      out.varint(among.length);
      for (const mark of among) out.varint(mark);
    }
    last = position;
  }
  return out.data.slice(0, out.length);
}

/** @throws DamagedIndex when the bytes are not ours */
export function decodeOpen(data: Uint8Array): Pick<OpenRecord, "position" | "among">[] {
  const open: Pick<OpenRecord, "position" | "among">[] = [];
  try {
    const reader = new Reader(data);
    let last = 0;
    while (reader.more) {
      const step = reader.varint();
      last += step >>> 1;
      if ((step & 1) === 0) open.push({ position: last });
      else open.push({ position: last, among: Array.from({ length: reader.varint() }, () => reader.varint()) });
    }
  } catch (error) {
    throw new DamagedIndex("open references cannot be read", { cause: error });
  }
  return open;
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
