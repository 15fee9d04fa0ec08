/**
 * What files depend on, as bytes: the short hashes of the keys that the resolution of a file asked for, by which an update finds the files that may
 * mean something else by now.
 *
 * For each file its id (u32) and the length of what follows (u24), little-endian, so that lists put together can be told apart; how many keys there
 * are, as a varint; and the differences of the ascending keys less one, in Rice codes (R. F. Rice, "Some Practical Universal Noiseless Coding
 * Techniques", JPL 1979), lowest bit first: as many ones as the difference has multiples of 2^k, a zero, and the k bits that are left. As k belongs
 * to the number of keys it is not stored.
 */
import { DamagedIndex } from "./damage.ts";
import { Bytes } from "./lexical/codec.ts";

/**
 * Bits of a stored key. A wrong match only resolves a file once too often, which takes as long as what was changed itself. 10,000 files ask for 364,000
 * keys: with 20 bits every third changed key met a file in vain (ten files with a new function each resolved 25), with 24 one in fifty, in 2 % more
 * bytes than the 20 took as varints (2.6 a key).
 */
export const KEY_BITS = 24;

/** Changes with the form of what is stored. */
export const KEYS_SHAPE = JSON.stringify(["extended paths", "no texts", "rice", "holds", KEY_BITS]);

/** Bytes before the keys of a file. */
const HEAD = 7;

/** How many bits of a difference are written as they are. */
const plainBits = (count: number): number => 31 - Math.clz32(Math.max(1, Math.trunc(2 ** KEY_BITS / Math.max(1, count))));

/** @param keys ascending, below 2^KEY_BITS, each once */
export function encodeKeys(file: number, keys: Uint32Array): Uint8Array {
  const out = new Bytes(keys.length * 3 + HEAD + 9);
  for (let byte = 0; byte < HEAD; byte++) out.byte(0);
  out.varint(keys.length);
  const plain = plainBits(keys.length);
  let bits = 0;
  let filled = 0;
  const put = (value: number, many: number): void => {
    bits |= value << filled;
    for (filled += many; filled >= 8; filled -= 8) {
      out.byte(bits & 255);
      bits >>>= 8;
    }
  };
  let last = -1;
  for (const key of keys) {
    const step = key - last - 1;
    last = key;
    for (let left = step >>> plain; left > 0; left--) put(1, 1);
    put(0, 1);
    // Seven bits may be waiting, and 32 are all there is room for.
    put(step & 0xff & ((1 << plain) - 1), Math.min(8, plain));
    if (plain > 8) put((step >>> 8) & 0xff & ((1 << (plain - 8)) - 1), Math.min(8, plain - 8));
    if (plain > 16) put((step >>> 16) & ((1 << (plain - 16)) - 1), plain - 16);
  }
  if (filled > 0) out.byte(bits & 255);
  const data = out.data.slice(0, out.length);
  const head = new DataView(data.buffer);
  head.setUint32(0, file, true);
  head.setUint16(4, (out.length - HEAD) & 0xffff, true);
  head.setUint8(6, (out.length - HEAD) >>> 16);
  return data;
}

/**
 * Files whose encoded keys have any of some keys.
 * @param keys of many files, one after the other
 * @param wanted ascending, not empty
 * @throws DamagedIndex when the bytes are not ours
 */
export function holdingKey(keys: Uint8Array, wanted: readonly number[]): number[] {
  const found: number[] = [];
  const heads = new DataView(keys.buffer, keys.byteOffset, keys.byteLength);
  for (let at = 0; at < keys.length; ) {
    const size = at + HEAD > keys.length ? Number.NaN : heads.getUint16(at + 4, true) + heads.getUint8(at + 6) * 0x10000;
    if (!(at + HEAD + size <= keys.length)) throw damaged();
    if (holdsOne(keys.subarray(at + HEAD, at + HEAD + size), wanted)) found.push(heads.getUint32(at, true));
    at += HEAD + size;
  }
  return found;
}

function holdsOne(data: Uint8Array, wanted: readonly number[]): boolean {
  let at = 0;
  let count = 0;
  for (let shift = 0, byte = 128; byte > 127; shift += 7) {
    if (at === data.length || shift > 28) throw damaged();
    byte = data[at++] as number;
    count += (byte & 127) * 2 ** shift;
  }
  const plain = plainBits(count);
  let bit = at * 8;
  let key = -1;
  let next = 0;
  for (; count > 0; count--) {
    let step = 0;
    while (((data[bit >>> 3] ?? 0) >>> (bit & 7)) & 1) {
      step += 2 ** plain;
      bit++;
    }
    bit++;
    for (let i = 0; i < plain; i++, bit++) step += (((data[bit >>> 3] ?? 0) >>> (bit & 7)) & 1) * 2 ** i;
    if (bit > data.length * 8) throw damaged();
    key += step + 1;
    while (next < wanted.length && (wanted[next] as number) < key) next++;
    if (next === wanted.length) return false;
    if (wanted[next] === key) return true;
  }
  return false;
}

const damaged = (): DamagedIndex => new DamagedIndex("dependencies of files cannot be read");
