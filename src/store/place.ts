/**
 * Where the index of a tree lies: `.manifold` at its root, or a folder of the user's cache where that name cannot be ours. It cannot where it is a
 * link, a file, part of the repository, another user's, or in a place that cannot be written. Nothing is changed there, then.
 */
import { accessSync, constants, mkdirSync, readdirSync, realpathSync, utimesSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import type { Warning } from "../base/errors.ts";
import { othersMay } from "../base/private.ts";
import { isTracked } from "../git/tracked.ts";
import { isOwnFolder, ownUser, readOwnOrNull, removeOwn, statOf, writeOwn } from "./own.ts";
import { isSealed } from "./seal.ts";

export const FOLDER = ".manifold";

export interface Place {
  /** Absolute. */
  folder: string;
  /** Why it is not `.manifold` of the root, as the end of a sentence; null if it is. */
  outside: string | null;
}

const places = new Map<string, Place>();

/** The place of a tree's index, as it was when this process looked last. @param root absolute, real */
export function placeOf(root: string): Place {
  return places.get(root) ?? lookForPlace(root);
}

/** Looks anew: for each question and each update. */
export function lookForPlace(root: string): Place {
  const own = join(root, FOLDER);
  const outside = whyOutside(root, own);
  const other = outside === null ? null : cacheFolder(root, true);
  const place = other === null ? { folder: own, outside: null } : { folder: other, outside };
  places.set(root, place);
  return place;
}

function whyOutside(root: string, own: string): string | null {
  let stat: ReturnType<typeof statOf>;
  try {
    stat = statOf(own);
  } catch {
    return "cannot be looked at";
  }
  if (stat === null) {
    // Of a sparse checkout it may come any moment.
    if (isTracked(root)) return "is part of the repository";
    return isWritable(root) ? null : "cannot be made: the folder cannot be written";
  }
  if (stat.isSymbolicLink()) return "is a link";
  if (!stat.isDirectory()) return "is not a folder";
  if (!isOwnFolder(stat)) return "belongs to another user";
  if (isTracked(root)) return "is part of the repository";
  if (!isReadable(own)) return "cannot be opened: you have no permission";
  // What was written before, a tree that is mounted read-only still answers from.
  if (!isWritable(own) && !isSealed(root, own)) return "cannot be written";
  return null;
}

/** May the names in a folder be listed, and its files opened? */
export const isReadable = (folder: string): boolean => may(folder, constants.R_OK | constants.X_OK);

const isWritable = (folder: string): boolean => may(folder, constants.W_OK | constants.X_OK);

function may(folder: string, mode: number): boolean {
  try {
    accessSync(folder, mode);
    return true;
  } catch {
    return false;
  }
}

/** Has this user's Manifold an index of this folder, in it or in the cache? Nothing is made. */
export function isIndexed(root: string): boolean {
  const own = join(root, FOLDER);
  try {
    const cached = cacheFolder(root, false);
    const kept = cached !== null && statOf(cached) !== null;
    if (!kept && statOf(own) === null) return false;
    return whyOutside(root, own) === null ? isSealed(root, own) : kept && isSealed(root, cached);
  } catch {
    return false;
  }
}

/** What there is to know about where the index is kept. */
export function placeWarnings(root: string): Warning[] {
  const { folder, outside } = placeOf(root);
  if (outside === null) return [];
  return [{ code: "index-outside", message: `${join(root, FOLDER)} ${outside}: it was left alone, and the index is kept in ${folder}.` }];
}

// ---------------------------------------------------------------------------------------------- the cache

/** Days after which an index in the cache that nobody asked is dropped. */
const KEPT_DAYS = 30;
const DAY = 86_400_000;

/** The folder for a tree in the first place that is ours, or can be made; null if there is none. */
function cacheFolder(root: string, make: boolean): string | null {
  const name = new Bun.CryptoHasher("sha256").update(root).digest("hex").slice(0, 32);
  for (const base of cacheFolders()) {
    try {
      const folder = join(base, "indexes");
      // Whoever may write to a folder may replace what is in it: each of the two is looked at before anything is made in it.
      if (make && statOf(base) === null) mkdirSync(base, { recursive: true, mode: 0o700 });
      if (!isPrivate(base)) continue;
      if (make && statOf(folder) === null) mkdirSync(folder, { mode: 0o700 });
      if (isPrivate(folder) && isWritable(folder)) return join(realpathSync(folder), name);
    } catch {
      // The next one.
    }
  }
  return null;
}

function isPrivate(folder: string): boolean {
  const stat = statOf(folder);
  return stat !== null && isOwnFolder(stat) && !othersMay(stat.mode, 0o022);
}

function cacheFolders(): string[] {
  const home = process.env.HOME || homedir();
  const base = process.env.XDG_CACHE_HOME || (home ? join(home, ".cache") : "");
  return [...(isAbsolute(base) ? [join(base, "manifold")] : []), join(tmpdir(), `manifold-${ownUser()}`)];
}

/** Names the tree that a folder in the cache is for. */
const ROOT_FILE = "root";

/** Marks a folder in the cache as in use; when it is new, drops those whose trees are gone or that nobody asked for a month. Best effort. */
export function keepInCache(root: string, { folder, outside }: Place): void {
  if (outside === null) return;
  try {
    const note = join(folder, ROOT_FILE);
    if (readOwnOrNull(note, 8_192)?.toString() === root) {
      const now = new Date();
      utimesSync(note, now, now);
      return;
    }
    writeOwn(note, root);
    const all = dirname(folder);
    for (const name of readdirSync(all)) {
      const other = join(all, name);
      if (other === folder || !/^[0-9a-f]{32}$/.test(name)) continue;
      const of = readOwnOrNull(join(other, ROOT_FILE), 8_192)?.toString();
      const used = statOf(join(other, ROOT_FILE));
      const old = used === null || Date.now() - Number(used.mtimeMs) > KEPT_DAYS * DAY;
      // Without a note it was never finished, or is being made this moment.
      if (of === undefined ? Date.now() - Number(statOf(other)?.mtimeMs ?? 0) > DAY : old || isGone(of)) removeOwn(other);
    }
  } catch {}
}

/** A tree on a disk that is not there now is not gone for good; its index is dropped all the same when nobody asks it. */
function isGone(root: string): boolean {
  try {
    return statOf(root) === null;
  } catch {
    return false;
  }
}
