/** The folder of an index (`.manifold`) and the names of what lies in it. */
import { chmodSync, lstatSync, mkdirSync, readdirSync, renameSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { Refusal } from "../base/errors.ts";
import type { TreeState } from "../git/status.ts";
import { isOwnFile, isOwnFolder, isPlain, readOwn, removeOwn, statOf, writeOwn } from "./own.ts";
import { isReadable, keepOutside, makeChosen, placeOf } from "./place.ts";
import { INDEX_FILE, isMarkOf, markOf, READY_FILE } from "./seal.ts";

export { INDEX_FILE, READY_FILE, removeOwn, writeOwn };

/** The folder of a root's index: everything that lies there is named through it. */
export function indexFolder(root: string): string {
  return placeOf(root).folder;
}

/** A full build grows here. */
export const NEXT_FILE = "index.db.next";

/** What was found in the place of our index, and never opened: the latest only. */
const FOREIGN_FOLDER = "foreign";

/**
 * Makes the folder of an index if it is not there: for its owner only, and ignored by git through a file of its own. The root itself is never created.
 * Whatever in it is no plain file where one of ours belongs was made by somebody else (a repository can bring a `.manifold` full of links along),
 * and goes: nothing is written through it.
 * @throws Refusal `index-unwritable`, `disk-full`, `file-unreadable` for a tree that cannot be listed
 */
export function prepareFolder(root: string): void {
  const place = placeOf(root);
  const { folder } = place;
  // Elsewhere there would be room for an index of nothing.
  if (place.kind !== "tree" && !isReadable(root))
    throw new Refusal("file-unreadable", `No permission to open ${root}.`, "Ask for access, or name another folder.");
  try {
    if (place.kind === "chosen") makeChosen(place);
    const there = statOf(folder);
    if (there === null) made(folder);
    else if (!isOwnFolder(there))
      throw new Refusal(
        "index-unwritable",
        `${folder} is not a folder of yours.`,
        "Remove it, or set XDG_CACHE_HOME to a folder that you can write: the index is kept there then.",
      );
    for (const name of readdirSync(folder)) if (isStray(folder, name)) clear(join(folder, name));
    if (!isPlain(join(folder, ".gitignore"))) writeOwn(join(folder, ".gitignore"), "*\n");
    keepOutside(root, place);
  } catch (error) {
    throw unwritable(folder, error);
  }
}

/** Names under which only plain files of ours may lie. */
const OURS = /^(?:index\.db|lock|watch|(?:feedback|notes)\.db|vectors-|map\.html)|^(?:\.gitignore|writer|seal|tree|root)$/;

function isStray(folder: string, name: string): boolean {
  const stat = statOf(join(folder, name));
  const plain = stat === null || stat.isDirectory() || stat.isFile();
  return !isOwnFile(stat) && stat !== null && (OURS.test(name) || !plain);
}

/** Two processes may find the same stray at once: what the second takes away by that name may be what the first has put there. It puts it back. */
function clear(path: string): void {
  const aside = `${path}.${process.pid}.${crypto.randomUUID().slice(0, 8)}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return;
    throw error;
  }
  if (isPlain(aside)) renameSync(aside, path);
  else removeOwn(aside);
}

/**
 * Puts aside what lies in the folder of an index and is not ours, unopened, to be looked at by people: all but the lock, which the caller holds.
 * Killed on the way, it goes on the next time, because what is left has no seal of ours either.
 * @throws Refusal `index-unwritable`, `disk-full`
 */
export function putAside(root: string): void {
  const folder = indexFolder(root);
  const aside = join(folder, FOREIGN_FOLDER);
  try {
    const names = readdirSync(folder).filter((name) => !/^(?:lock|writer|watch|watcher|root|foreign)$/.test(name));
    removeOwn(aside);
    mkdirSync(aside, { mode: 0o700 });
    for (const name of names) {
      // To move a folder is to write to it.
      if (isOwnFolder(statOf(join(folder, name)))) chmodSync(join(folder, name), 0o700);
      renameSync(join(folder, name), join(aside, name));
    }
    chmodSync(folder, 0o700);
    writeOwn(join(folder, ".gitignore"), "*\n");
  } catch (error) {
    throw unwritable(folder, error);
  }
}

/** Makes the folder, or finds that another process made it a moment ago. */
function made(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
    chmodSync(folder, 0o700);
  } catch (error) {
    if ((error as { code?: string }).code !== "EEXIST" || !lstatSync(folder).isDirectory()) throw error;
  }
}

/** What the tree looked like when the index was last found to match it; see `recall`. */
const TREE_FILE = "tree";

/**
 * The tree that this state of the index is known to match; null if none is.
 * @param identity `Store.identity`
 */
export function recall(root: string, identity: string): TreeState | null {
  try {
    const text = readOwn(join(indexFolder(root), TREE_FILE), MOST_TREE)?.toString("utf8") ?? "";
    const end = text.indexOf("\n");
    const said = text.slice(end + 1);
    if (end < 0 || !said.startsWith(`${identity}\n`) || !isMarkOf(text.slice(0, end), "tree", said + belongsTo(root))) return null;
    return JSON.parse(said.slice(identity.length + 1)) as TreeState;
  } catch {
    return null;
  }
}

/** What is believed of a tree is what was written for this folder, not for another of the same user's. */
const belongsTo = (root: string): string => `\n${statOf(root)?.ino} ${statOf(indexFolder(root))?.ino}`;

/** More than the names of `reading.maxStateFiles` files. */
const MOST_TREE = 32_000_000;

/** Remembers that a state of the index matches a tree. Only a shortcut: a folder that cannot be written does without. */
export function remember(root: string, identity: string, state: TreeState): void {
  try {
    const said = `${identity}\n${JSON.stringify(state)}`;
    writeOwn(join(indexFolder(root), TREE_FILE), `${markOf("tree", said + belongsTo(root))}\n${said}`);
  } catch {}
}

/** Why the index folder cannot be written, as a refusal; a full disk is told apart. */
export function unwritable(folder: string, error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (isDiskFull(folder, error))
    return new Refusal("disk-full", "The disk is full; the index was left as it was.", "Free some space and run the command again.", {
      cause: error,
    });
  return new Refusal(
    "index-unwritable",
    `The folder ${folder} cannot be written.`,
    "Check its owner and permissions, or whether it is mounted read-only.",
    {
      cause: error,
    },
  );
}

/** SQLite reports a full disk as such or, where its shared memory did not fit any more, as an input/output error. */
export function isDiskFull(folder: string, error: unknown): boolean {
  const code = (error as { code?: string } | null)?.code ?? "";
  if (code === "ENOSPC" || code === "EDQUOT" || code === "SQLITE_FULL") return true;
  if (!code.startsWith("SQLITE_IOERR") && !code.startsWith("SQLITE_CANTOPEN")) return false;
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < 65_536;
  } catch {
    return false;
  }
}
