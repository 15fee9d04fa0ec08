/**
 * The file of vectors: rows of whole numbers, then their ids, then 32 bytes that say what it is.
 *
 *     rows   count × dimensions int8, from byte 0: usearch takes a buffer from its beginning only
 *     ids    count × u32, ascending, from the next multiple of 4
 *     end    "MANIVECT", u32 version, u32 dimensions, u32 count, u32 0, u64 stamp (wyhash of rows and ids); little-endian
 *
 * It is written once, under a name of its own, and never changed: any number of readers can have it while the next one is written. It is read, not
 * mapped: a page that the disk does not give, or that somebody cuts off, would end the process by a signal instead of in words.
 */
import { closeSync, fstatSync, fsyncSync, openSync, readFileSync, readSync, writeSync } from "node:fs";
import { DamagedIndex } from "../damage.ts";

const MAGIC = "MANIVECT";
const VERSION = 1;
const END = 32;

export interface VectorRows {
  dimensions: number;
  count: number;
  /** `count` × `dimensions` numbers, perhaps more, from the beginning of their buffer. */
  rows: Int8Array;
  /** Ascending; perhaps more than `count`. */
  ids: Uint32Array;
}

const idsFrom = (dimensions: number, count: number): number => Math.ceil((dimensions * count) / 4) * 4;

/**
 * Writes a new file to the disk, not only to the system's memory.
 * @param path must not exist
 * @returns its stamp, by which `readRows` knows it again
 */
export function writeRows(path: string, { dimensions, count, rows, ids }: VectorRows): string {
  const size = dimensions * count;
  const gap = new Uint8Array(idsFrom(dimensions, count) - size);
  const body = bytesOf(rows.subarray(0, size));
  const numbers = bytesOf(ids.subarray(0, count));
  const stamp = Bun.hash.wyhash(numbers, Bun.hash.wyhash(body));
  const end = new DataView(new ArrayBuffer(END));
  for (let i = 0; i < MAGIC.length; i++) end.setUint8(i, MAGIC.charCodeAt(i));
  for (const [i, value] of [VERSION, dimensions, count, 0].entries()) end.setUint32(8 + 4 * i, value, true);
  end.setBigUint64(24, stamp, true);
  const file = openSync(path, "wx", 0o600);
  try {
    for (const part of [body, gap, numbers, new Uint8Array(end.buffer)]) writeWhole(file, part);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  return stamp.toString(16);
}

/**
 * Reads a file of vectors.
 * @param stamp the one it must have
 * @throws DamagedIndex when it is another file, or cut off; the system's error when it cannot be opened
 */
export function readRows(path: string, stamp: string): VectorRows {
  const { dimensions, count, length } = readEnd(path, stamp);
  const bytes = readFileSync(path);
  if (bytes.length < length) throw new DamagedIndex("the vectors are cut off");
  // A small file's bytes lie somewhere in a pool; usearch wants them at the beginning of a buffer.
  const own = bytes.byteOffset === 0 ? bytes : new Uint8Array(bytes);
  return {
    dimensions,
    count,
    rows: new Int8Array(own.buffer, 0, dimensions * count),
    ids: new Uint32Array(own.buffer, idsFrom(dimensions, count), count),
  };
}

function readEnd(path: string, stamp: string): { dimensions: number; count: number; length: number } {
  const file = openSync(path, "r");
  try {
    const { size } = fstatSync(file);
    const end = new DataView(new ArrayBuffer(END));
    if (size < END || readSync(file, end, 0, END, size - END) < END) throw new DamagedIndex("the vectors are cut off");
    for (let i = 0; i < MAGIC.length; i++)
      if (end.getUint8(i) !== MAGIC.charCodeAt(i)) throw new DamagedIndex("the file of vectors is no such file");
    const [version, dimensions, count] = [8, 12, 16].map((at) => end.getUint32(at, true)) as [number, number, number];
    const fits = version === VERSION && dimensions > 0 && idsFrom(dimensions, count) + 4 * count + END === size;
    if (!fits || end.getBigUint64(24, true).toString(16) !== stamp)
      throw new DamagedIndex("the file of vectors is not the one that belongs to the index");
    return { dimensions, count, length: size };
  } finally {
    closeSync(file);
  }
}

function writeWhole(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at, bytes.length - at);
}

function bytesOf(array: Int8Array | Uint32Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}
