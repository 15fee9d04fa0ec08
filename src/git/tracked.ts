/**
 * Does git's index name the folder `.manifold` of a root, or something in it? A repository that brings one would have its own index believed.
 *
 * The file is looked at here, without a process: a question must not wait for one, and a folder whose owner git doubts must be told as well. Of
 * versions 2 and 3 of its format every path stands whole in it, after two bytes of flags that hold its length: a search for the bytes finds all
 * (10,000 files: 1 MB). Version 4 shortens paths and is read entry by entry.
 */
import { closeSync, constants, fstatSync, openSync, readdirSync, readFileSync, readSync, statSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import { gitTop } from "./git.ts";

/** An index of git of more bytes (some five million files) is not looked at. */
const MOST = 512_000_000;

/**
 * @param root absolute, real
 * @returns true as well where the index cannot be understood but holds the name
 */
export function isTracked(root: string): boolean {
  const top = gitTop(root);
  if (top === null) return false;
  const wanted = Buffer.from(`${top === root ? "" : `${root.slice(top === "/" ? 1 : top.length + 1)}/`}.manifold`, "utf8");
  try {
    const folder = gitFolder(top);
    // The shared part of a split index holds most of the names.
    const files = ["index", ...readdirSync(folder).filter((file) => file.startsWith("sharedindex."))];
    return files.some((file) => {
      const bytes = bytesOf(join(folder, file));
      return bytes !== null && names(bytes, wanted);
    });
  } catch {
    return false;
  }
}

function gitFolder(top: string): string {
  const dot = join(top, ".git");
  if (statSync(dot).isDirectory()) return dot;
  // `gitTop` has seen that it is a small plain file.
  const path = /^gitdir:\s*(.+?)\s*$/m.exec(readFileSync(dot, "utf8"))?.[1] ?? "";
  return isAbsolute(path) ? path : join(dirname(dot), path);
}

/** A plain file of a bounded size; null for everything else, which is not waited for. */
function bytesOf(path: string): Buffer | null {
  let file: number;
  try {
    if (!statSync(path).isFile()) return null;
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch {
    return null;
  }
  try {
    const stat = fstatSync(file);
    if (!stat.isFile() || stat.size > MOST) return null;
    const bytes = Buffer.allocUnsafe(stat.size);
    return bytes.subarray(0, readSync(file, bytes, 0, stat.size, 0));
  } finally {
    closeSync(file);
  }
}

/** Does an index of git name a path, or one below it? */
export function names(index: Buffer, wanted: Buffer): boolean {
  if (index.toString("latin1", 0, 4) !== "DIRC") return false;
  if (index.readUInt32BE(4) === 4) return namesShortened(index, wanted);
  for (let at = index.indexOf(wanted, 12); at >= 0; at = index.indexOf(wanted, at + 1)) {
    const after = index[at + wanted.length];
    if (after !== 0 && after !== SLASH) continue;
    const end = index.indexOf(0, at);
    const length = Math.min(end - at, 0xfff);
    // Flags stand right before the path, or two bytes earlier where there are more of them.
    for (const flags of [at - 2, at - 4]) if (flags >= 12 && (index.readUInt16BE(flags) & 0xfff) === length) return true;
  }
  return false;
}

const SLASH = "/".charCodeAt(0);

/** Version 4: each path is what it shares with the one before, by how many bytes to drop from its end, and the rest. */
function namesShortened(index: Buffer, wanted: Buffer): boolean {
  // 40 bytes of times and sizes, then the hash: 20 bytes, or 32; the lengths in the flags tell which.
  for (const fixed of [60, 72]) {
    const found = readShortened(index, wanted, fixed);
    if (found !== null) return found;
  }
  return false;
}

function readShortened(index: Buffer, wanted: Buffer, fixed: number): boolean | null {
  const entries = index.readUInt32BE(8);
  const below = Buffer.concat([wanted, Buffer.from("/")]);
  let path = Buffer.alloc(0);
  let at = 12;
  for (let entry = 0; entry < entries; entry++) {
    at += fixed;
    if (at + 4 > index.length) return null;
    const flags = index.readUInt16BE(at);
    at += flags & 0x4000 ? 4 : 2;
    let byte = index[at++] ?? 0;
    let drop = byte & 0x7f;
    while (byte & 0x80 && at < index.length) {
      byte = index[at++] ?? 0;
      drop = (drop + 1) * 128 + (byte & 0x7f);
    }
    const end = index.indexOf(0, at);
    if (end < 0 || drop > path.length) return null;
    path = Buffer.concat([path.subarray(0, path.length - drop), index.subarray(at, end)]);
    if (Math.min(path.length, 0xfff) !== (flags & 0xfff)) return null;
    if (path.equals(wanted) || path.subarray(0, below.length).equals(below)) return true;
    at = end + 1;
  }
  return false;
}
