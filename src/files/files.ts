/**
 * Touching the files of the tree without ever leaving it.
 *
 * A path is relative to a root and is opened only where the root's own folders lead to a regular file: no symbolic link in any part of it, no FIFO or
 * device (opening one can block or act). The check is made on the opened descriptor, so a folder swapped for a link in between is noticed.
 */
import { closeSync, constants, fstatSync, lstatSync, openSync, readlinkSync, readSync, type Stats } from "node:fs";
import { isSamePath, nameFromBytes, realPath, systemPath } from "../base/names.ts";
import type { SkipReason } from "../base/types.ts";

/**
 * When a file last changed: the later of its mtime and ctime, integer milliseconds. The ctime is in it because tools set an mtime back (`cp -p`, `tar`,
 * `touch -r`), and no tool can set a ctime.
 */
export function stampOf(stat: Stats): number {
  return Math.floor(Math.max(stat.mtimeMs, stat.ctimeMs));
}

/**
 * A stamp that may be trusted to tell the next change, else 0 ("compare content"): file times advance in ticks (4 ms on Linux, 2 s on FAT), and a
 * second write within the tick of the first leaves the same size and time behind. git calls such entries racy.
 */
export function settledStamp(stamp: number, now = Date.now()): number {
  return now - stamp > ticksOf(stamp) ? stamp : 0;
}

/** Milliseconds until `settledStamp` trusts a stamp that does not change meanwhile; 0 if it does now. */
export function settlesIn(stamp: number): number {
  return Math.max(0, stamp + ticksOf(stamp) + 1 - Date.now());
}

/**
 * Milliseconds that are more than two ticks of the file system that a stamp comes from: kernels count in steps of 1 to 10. A gate that runs right after
 * `git add` waits for so long since then, and has started meanwhile.
 */
const ticksOf = (stamp: number): number => (stamp % 1000 === 0 ? 2000 : 25);

/** What is at a path, links not followed. `size` in bytes and `stamp` (see stampOf) are 0 unless it is a file. */
export interface Look {
  kind: "file" | "folder" | "link" | "special" | "missing" | "unreadable";
  size: number;
  stamp: number;
}

/** One lstat. `path` "" is the root. Does not see links in the folders above: only opening does. */
export function look(root: string, path: string): Look {
  try {
    const stat = lstatSync(systemPath(path === "" ? root : `${root}/${path}`), { throwIfNoEntry: false });
    if (stat === undefined) return { kind: "missing", size: 0, stamp: 0 };
    if (stat.isFile()) return { kind: "file", size: stat.size, stamp: stampOf(stat) };
    return { kind: stat.isDirectory() ? "folder" : stat.isSymbolicLink() ? "link" : "special", size: 0, stamp: 0 };
  } catch (error) {
    const code = (error as { code?: string }).code;
    return { kind: code === "ENOENT" || code === "ENOTDIR" ? "missing" : "unreadable", size: 0, stamp: 0 };
  }
}

/** Why a symbolic link is left out: `symlink` where it leads to something inside the root (which has its own name there), else out of the tree or nowhere. */
export function linkReason(root: string, path: string): SkipReason {
  try {
    const target = realPath(`${root}/${path}`);
    return target === root || target.startsWith(root === "/" ? "/" : `${root}/`) ? "symlink" : "symlink-out-of-tree";
  } catch (error) {
    // Dangling: where it would lead is read from the link alone. A loop (ELOOP) leads nowhere.
    if ((error as { code?: string }).code === "ELOOP") return "unreadable";
    return danglingInside(root, path) ? "unreadable" : "symlink-out-of-tree";
  }
}

function danglingInside(root: string, path: string): boolean {
  try {
    const target = nameFromBytes(readlinkSync(systemPath(`${root}/${path}`), { encoding: "buffer" }));
    if (target.startsWith("/")) return target.startsWith(`${root}/`);
    let depth = path.split("/").length - 1;
    for (const part of target.split("/")) {
      if (part === "..") depth--;
      else if (part !== "." && part !== "") depth++;
      if (depth < 0) return false;
    }
    return true;
  } catch {
    return false;
  }
}

/** An opened regular file. */
export interface OpenFile {
  size: number;
  stamp: number;
  /** Reads up to `length` bytes from the start. */
  read(length: number): Uint8Array;
  /** Whether the file has changed since it was opened. */
  changed(): boolean;
}

/** False for what cannot be inside a root: absolute paths, empty parts, `.`, `..`, NUL. */
export function isInside(path: string): boolean {
  return path !== "" && !path.includes("\0") && path.split("/").every((part) => part !== "" && part !== "." && part !== "..");
}

const reals = new Map<string, string>();
function realRoot(root: string): string {
  let real = reals.get(root);
  if (real === undefined) {
    real = realPath(root);
    reals.set(root, real);
  }
  return real;
}

/**
 * Opens a regular file of the tree, hands it to `use` and closes it.
 * @returns what `use` returned, or why the file cannot be had: `unreadable` (missing, forbidden, not a regular file) or a link's reason
 */
export function withFile<T>(root: string, path: string, use: (file: OpenFile) => T): T | SkipReason {
  if (!isInside(path)) return "symlink-out-of-tree";
  let descriptor = -1;
  try {
    const real = realRoot(root);
    const full = real === "/" ? `/${path}` : `${real}/${path}`;
    try {
      descriptor = openSync(systemPath(full), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY);
    } catch (error) {
      if ((error as { code?: string }).code === "ELOOP") return linkReason(real, path);
      throw error;
    }
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) return "unreadable";
    if (!isSamePath(whereIs(descriptor, full), full)) return "symlink-out-of-tree";
    const opened = descriptor;
    return use({
      size: stat.size,
      stamp: stampOf(stat),
      read: (length) => readStart(opened, length, stat.size),
      changed: () => {
        const now = fstatSync(opened);
        return now.size !== stat.size || stampOf(now) !== stampOf(stat);
      },
    });
  } catch (error) {
    if ((error as { syscall?: string }).syscall === undefined && !(error as { code?: string }).code) throw error;
    return "unreadable";
  } finally {
    if (descriptor >= 0) closeSync(descriptor);
  }
}

/**
 * Where an opened file really is. Without /proc: where its name leads now, which leaves a moment for a swap but follows no link that stays (Windows
 * has no way to open a file without following one).
 */
function whereIs(descriptor: number, full: string): string {
  try {
    return nameFromBytes(readlinkSync(`/proc/self/fd/${descriptor}`, { encoding: "buffer" }));
  } catch {
    return realPath(full);
  }
}

function readStart(descriptor: number, length: number, size: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let filled = 0;
  while (filled < length) {
    const count = readSync(descriptor, bytes, filled, length - filled, filled);
    if (count === 0) break;
    filled += count;
    // Whoever asks for one byte more than the file has is told the end by getting all of it: no second call.
    if (filled === size && length === size + 1) break;
  }
  return filled === length ? bytes : bytes.subarray(0, filled);
}
