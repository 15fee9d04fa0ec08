/** The folder `.manifold` and the names of what lies in it. */
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { Refusal } from "../base/errors.ts";

/** `.manifold` of a root. */
export function indexFolder(root: string): string {
  return join(root, ".manifold");
}

export const INDEX_FILE = "index.db";
/** A full build grows here … */
export const NEXT_FILE = "index.db.next";
/** … and is complete once it has this name; whoever finds it puts it in place. */
export const READY_FILE = "index.db.ready";

/**
 * Makes `.manifold` if it is not there: for its owner only, and ignored by git through a file of its own.
 * The root itself is never created. Links in it were made by somebody else (a repository can bring a `.manifold` full of them along):
 * they go, or SQLite would write its log to where they lead.
 * @throws Refusal `index-unwritable`, `disk-full`
 */
export function prepareFolder(root: string): void {
  const folder = indexFolder(root);
  try {
    const there = lstatSync(folder, { throwIfNoEntry: false });
    if (!there) {
      made(folder);
    } else if (!there.isDirectory()) {
      // A repository can bring a link along; what is written here must not end up elsewhere.
      throw new Refusal("index-unwritable", `${folder} is not a folder.`, "Remove it: Manifold keeps its index in a folder of that name.");
    }
    for (const entry of readdirSync(folder, { withFileTypes: true })) if (entry.isSymbolicLink()) unlinkSync(join(folder, entry.name));
    if (!isPlainFile(join(folder, ".gitignore"))) writeOwn(join(folder, ".gitignore"), "*\n");
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

/** Git's index as it was then, and the times of folders; their hashes stand in `tree`. */
const LISTING_FILE = "listing";
const TIMES_FILE = "folders";

/** A tree that an index is known to match, as `treeState` of source/state.ts tells it. */
export type Matched = Readonly<{
  index: string;
  rules: string;
  tracked: readonly string[];
  untracked: readonly string[];
  stamp: string | null;
  /** Hash of git's index as it was listed; null if it never was. */
  listed: string | null;
  /** Hash of the times of folders; null if they say nothing. */
  times: string | null;
}>;

/**
 * The tree that this state of the index is known to match; null if none is.
 * @param identity `Store.identity`
 */
export function recall(root: string, identity: string): Matched | null {
  try {
    const path = join(indexFolder(root), TREE_FILE);
    if (!isPlainFile(path)) return null;
    const text = readFileSync(path, "utf8");
    return text.startsWith(`${identity}\n`) ? (JSON.parse(text.slice(identity.length + 1)) as Matched) : null;
  } catch {
    return null;
  }
}

/** The listing of git's index that belongs to a tree, if it is still there. */
export function recallListing(root: string, { listed }: Matched): Uint8Array | null {
  return keptAs(root, LISTING_FILE, listed, Bun.zstdDecompressSync);
}

/** The times of folders that belong to a tree, as they were kept, if they are still there. */
export function recallTimes(root: string, { times }: Matched): Uint8Array | null {
  return keptAs(root, TIMES_FILE, times);
}

function keptAs(
  root: string,
  name: string,
  hash: string | null,
  unpacked: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array = (bytes) => bytes,
): Uint8Array | null {
  try {
    const path = join(indexFolder(root), name);
    if (hash === null || !isPlainFile(path)) return null;
    const bytes = unpacked(readFileSync(path));
    return hashOf(bytes) === hash ? bytes : null;
  } catch {
    return null;
  }
}

/** Of 10,000 files 1.05 MB become .32 in 4 ms; higher levels and deflate take longer and leave more. Read when git's index is another one: 2 ms. */
const packedListing = (listing: Uint8Array): Uint8Array => Bun.zstdCompressSync(listing as Uint8Array<ArrayBuffer>, { level: 1 });

/** The same beside the engine's thread; undefined where it fails, and whoever needs it packs it itself. */
export function packListing(listing: Uint8Array): Promise<Uint8Array | undefined> {
  return Bun.zstdCompress(listing as Uint8Array<ArrayBuffer>, { level: 1 }).catch(() => undefined);
}

const hashOf = (bytes: Uint8Array): string => `${bytes.length} ${Bun.hash(bytes).toString(16)}`;

/**
 * Remembers that an index matches a tree. Only a shortcut: a folder that cannot be written does without.
 * @param state with git's index, unless it is that of `before`, and times of folders, unless they are
 * @param ready git's index as `packListing` made it
 */
export function rememberMatch(
  root: string,
  identity: string,
  state: Omit<Matched, "listed" | "times"> & { listing: Uint8Array | null; folders: { text: string } | "same" | null },
  before: Matched | null,
  ready?: Uint8Array,
): void {
  const { index, rules, tracked, untracked, stamp, listing, folders } = state;
  try {
    const keep = (name: string, content: Uint8Array, packed: (bytes: Uint8Array) => Uint8Array = (bytes) => bytes): string => {
      const hash = hashOf(content);
      if (hash !== before?.listed && hash !== before?.times) writeOwn(join(indexFolder(root), name), packed(content));
      return hash;
    };
    const same = before?.index === index ? before.listed : null;
    const listed = listing === null ? same : keep(LISTING_FILE, listing, ready ? () => ready : packedListing);
    const times = folders === null ? null : folders === "same" ? (before?.times ?? null) : keep(TIMES_FILE, Buffer.from(folders.text));
    const matched: Matched = { index, rules, tracked, untracked, stamp, listed, times };
    writeOwn(join(indexFolder(root), TREE_FILE), `${identity}\n${JSON.stringify(matched)}`);
  } catch {}
}

/** Is there a file, and no link? A repository can bring a `.manifold` full of links along. */
export function isPlainFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

/** Writes a small file of ours, whole or not at all, never through a link: whatever has the name gives way, whoever else writes it meanwhile. */
export function writeOwn(path: string, content: string | Uint8Array): void {
  const temporary = `${path}.${process.pid}.tmp`;
  const write = (): void => writeFileSync(temporary, content, { flag: "wx" });
  try {
    try {
      write();
    } catch (error) {
      if ((error as { code?: string }).code !== "EEXIST") throw error;
      removeOwn(temporary);
      write();
    }
    renameSync(temporary, path);
  } catch (error) {
    removeOwn(temporary);
    throw error;
  }
}

/** Removes what has a name of ours, if anything has. The first `rmSync` of a process takes 4 ms: only for what is no file. */
export function removeOwn(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if ((error as { code?: string }).code !== "ENOENT") rmSync(path, { recursive: true, force: true });
  }
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
