/**
 * Where the index of a tree lies: in the folder for indexes that the user has named (`--index-dir`); else `.manifold` at its root, or a folder of the
 * user's cache where that name cannot be ours. It cannot where it is a link, a file, part of the repository, another user's, or in a place that cannot
 * be written. Nothing is changed there, then.
 */
import { accessSync, constants, mkdirSync, readdirSync, realpathSync, utimesSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { basename, dirname, isAbsolute, join } from "node:path";
import { Refusal, type Warning } from "../base/errors.ts";
import { othersMay, privateFolder } from "../base/private.ts";
import { brief } from "../base/visible.ts";
import { isTracked } from "../git/tracked.ts";
import { isOwnFolder, ownUser, readOwnOrNull, removeOwn, statOf, writeOwn } from "./own.ts";
import { isSealed } from "./seal.ts";

export const FOLDER = ".manifold";

export interface Place {
  /** Absolute. */
  folder: string;
  /** `tree`: `.manifold` of the root; `chosen`: in the folder that the user has named; `cache`: where neither can be. */
  kind: "tree" | "chosen" | "cache";
  /** Why it is in the cache, as the end of a sentence; null for the others. */
  outside: string | null;
}

/** Environment variable that names a folder for indexes: one subfolder a tree, nothing in the trees. */
export const INDEX_DIR = "MANIFOLD_INDEX_DIR";

let userSays: () => string | null = () => null;

/** Tells how to learn which folder for indexes the user's own settings name; asked where the environment names none. */
export function setIndexDir(from: () => string | null): void {
  userSays = from;
  places.clear();
}

const places = new Map<string, Place>();

/** The place of a tree's index, as it was when this process looked last. @param root absolute, real */
export function placeOf(root: string): Place {
  return places.get(root) ?? lookForPlace(root);
}

/** Looks anew: for each question and each update. @throws Refusal `bad-value` for a folder for indexes that is named by half */
export function lookForPlace(root: string): Place {
  const chosen = chosenFolder(root);
  const place: Place = chosen === null ? placeInTree(root) : { folder: chosen, kind: "chosen", outside: null };
  places.set(root, place);
  return place;
}

function placeInTree(root: string): Place {
  const own = join(root, FOLDER);
  const outside = whyOutside(root, own);
  const other = outside === null ? null : cacheFolder(root, true);
  return other === null ? { folder: own, kind: "tree", outside: null } : { folder: other, kind: "cache", outside };
}

/** The place to read another tree's index from: where it would be written now, or else where it is without a folder for indexes. */
export function lookForSource(root: string): Place {
  const place = lookForPlace(root);
  if (place.kind !== "chosen" || isSealed(root, place.folder)) return place;
  const own = join(root, FOLDER);
  if (whyOutside(root, own) === null && isSealed(root, own)) places.set(root, { folder: own, kind: "tree", outside: null });
  return placeOf(root);
}

/** Where the folder for indexes that the user has named keeps that of a tree; null if none is named. Nothing is made. */
function chosenFolder(root: string): string | null {
  const named = process.env[INDEX_DIR] || userSays();
  if (!named) return null;
  if (!isAbsolute(named))
    throw new Refusal(
      "bad-value",
      `The folder for indexes must be named from the root of the file system on, not "${brief(named)}": hooks and servers stand elsewhere.`,
      `Write it in full, in ${INDEX_DIR} or "index": {"dir": …} of your own settings.`,
    );
  const base = realFolder(named);
  const there = statOf(base);
  // In a folder that several users share each has their own.
  const whose = there === null || isOwnFolder(there) ? "" : `\0${ownUser()}`;
  return join(base, nameFor(root + whose));
}

/** A path with the links of what is there of it resolved. */
function realFolder(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if ((error as { code?: string }).code !== "ENOENT" || dirname(path) === path) return path;
    return join(realFolder(dirname(path)), basename(path));
  }
}

/** What the folder of a tree is called among those of others. */
const nameFor = (root: string): string => new Bun.CryptoHasher("sha256").update(root).digest("hex").slice(0, 32);

/**
 * Makes the folder that a place in the user's folder for indexes needs, for this user only.
 * @throws Refusal `index-unwritable` where somebody else could put something into it; the system's error where it cannot be made
 */
export function makeChosen({ folder }: Place): void {
  if (privateFolder(folder) !== null) return;
  throw new Refusal(
    "index-unwritable",
    `Others may write to ${dirname(folder)}, to a folder above it, or own one of them: an index there could be replaced.`,
    "Name a folder of yours that only you can write (or one with the sticky bit, as /tmp has it).",
  );
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

/** Is a folder there, and may this process do so much with it? */
export function may(folder: string, mode: number): boolean {
  try {
    accessSync(folder, mode);
    return true;
  } catch {
    return false;
  }
}

/** Has this user's Manifold an index of this folder, where it would be written now? Nothing is made. */
export function isIndexed(root: string): boolean {
  const own = join(root, FOLDER);
  try {
    const chosen = chosenFolder(root);
    if (chosen !== null) return isSealed(root, chosen);
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
  const folder = privateCache("indexes", make);
  return folder === null ? null : join(folder, nameFor(root));
}

/** A folder of the cache that this user alone can write, in the first place that is ours, or can be made; null if there is none. */
export function privateCache(name: string, make: boolean): string | null {
  for (const base of cacheFolders()) {
    try {
      const folder = join(base, name);
      // Whoever may write to a folder may replace what is in it: each of the two is looked at before anything is made in it.
      if (make && statOf(base) === null) mkdirSync(base, { recursive: true, mode: 0o700 });
      if (!isPrivate(base)) continue;
      if (make && statOf(folder) === null) mkdirSync(folder, { mode: 0o700 });
      if (isPrivate(folder) && isWritable(folder)) return realpathSync(folder);
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

/** Names the tree that a folder outside of it is for. */
const ROOT_FILE = "root";

/**
 * Marks a folder outside of its tree as in use, with the name of the tree; in the cache, when it is new, drops those whose trees are gone or that nobody
 * asked for a month. What lies in a folder that the user named is the user's to drop. Best effort.
 */
export function keepOutside(root: string, { folder, kind }: Place): void {
  if (kind === "tree") return;
  try {
    const note = join(folder, ROOT_FILE);
    if (readOwnOrNull(note, 8_192)?.toString() === root) {
      const now = new Date();
      utimesSync(note, now, now);
      return;
    }
    writeOwn(note, root);
    if (kind === "chosen") return;
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

/** Trees whose indexes lie in a folder for them, by what their notes say. */
export function treesIn(folder: string): { folder: string; root: string }[] {
  try {
    return readdirSync(folder)
      .filter((name) => /^[0-9a-f]{32}$/.test(name))
      .sort()
      .flatMap((name) => {
        const root = readOwnOrNull(join(folder, name, ROOT_FILE), 8_192)?.toString();
        return root ? [{ folder: join(folder, name), root }] : [];
      });
  } catch {
    return [];
  }
}
