/**
 * File names as strings, whatever bytes they are made of.
 *
 * A name on Linux is any bytes but `/` and NUL; a JavaScript string (and SQLite, and JSON) holds Unicode only. Names that are not valid UTF-8
 * keep each undecodable byte 0x80–0xFF as one private-use character U+F780–U+F7FF, the way rclone and Cygwin do it. A real character of that range is
 * treated as undecodable too, so that the mapping is one-to-one on all byte strings.
 */
import { realpathSync } from "node:fs";

const ESCAPED = /[\uF780-\uF7FF]/;
const PRIVATE = 0xf700;
const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Length of the valid UTF-8 sequence at `at`, 0 if there is none (overlong forms, surrogates and values above U+10FFFF are not valid). */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return 1;
  const length = first >= 0xc2 && first <= 0xdf ? 2 : first >= 0xe0 && first <= 0xef ? 3 : first >= 0xf0 && first <= 0xf4 ? 4 : 0;
  if (length === 0 || at + length > bytes.length) return 0;
  try {
    strict.decode(bytes.subarray(at, at + length));
    return length;
  } catch {
    return 0;
  }
}

/** The string form of a name or path given as bytes. */
export function nameFromBytes(bytes: Uint8Array): string {
  try {
    const text = strict.decode(bytes);
    if (!ESCAPED.test(text)) return text;
  } catch {
    // Not valid UTF-8: below, piece by piece.
  }
  let name = "";
  for (let at = 0; at < bytes.length; ) {
    const length = sequenceLength(bytes, at);
    const piece = length > 0 ? strict.decode(bytes.subarray(at, at + length)) : "";
    if (piece !== "" && !ESCAPED.test(piece)) {
      name += piece;
      at += length;
      continue;
    }
    for (const end = at + Math.max(length, 1); at < end; at++) name += String.fromCharCode(PRIVATE + (bytes[at] ?? 0));
  }
  return name;
}

/** A list of names, each ended (or separated) by NUL, as `git … -z` prints it. */
export function namesFromBytes(bytes: Uint8Array): string[] {
  if (bytes.length === 0) return [];
  const end = bytes[bytes.length - 1] === 0 ? bytes.length - 1 : bytes.length;
  try {
    // One decode and one split for the usual case: 10,000 names in a millisecond.
    const text = strict.decode(bytes.subarray(0, end));
    if (!ESCAPED.test(text)) return text.split("\0");
  } catch {
    // Some name is not UTF-8.
  }
  const names: string[] = [];
  for (let from = 0; from <= end; ) {
    const next = bytes.indexOf(0, from);
    const to = next < 0 || next > end ? end : next;
    names.push(nameFromBytes(bytes.subarray(from, to)));
    from = to + 1;
  }
  return names;
}

/** A path of this machine with `/` between its parts, as paths inside a tree have: Windows takes either. */
export const slashed = (path: string): string => (process.platform === "win32" ? path.replaceAll("\\", "/") : path);

/** Where a path leads once its links are followed, as a string, with `/`. @throws the system's error */
export const realPath = (path: string): string => slashed(nameFromBytes(realpathSync(systemPath(path), { encoding: "buffer" })));

/** Do two real paths name one file? Where file systems do not tell capitals apart, the same file may have been asked for in others. */
export function isSamePath(a: string, b: string): boolean {
  if (a === b) return true;
  const folded = (path: string): string => path.normalize("NFC").toLowerCase();
  return (process.platform === "darwin" || process.platform === "win32") && folded(a) === folded(b);
}

/** A path in the form that the file system calls take: the string itself, or its bytes where it is not valid UTF-8. */
export function systemPath(path: string): string | Buffer {
  if (!ESCAPED.test(path)) return path;
  const pieces = path.split(/([\uF780-\uF7FF])/);
  return Buffer.concat(pieces.map((piece, i) => (i % 2 === 1 ? Buffer.from([piece.charCodeAt(0) - PRIVATE]) : Buffer.from(piece))));
}
