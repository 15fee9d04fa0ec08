/**
 * What a git work tree looks like, in short.
 *
 * A question on an unchanged tree then needs no list of all its files: git's index is the same file, and the few files that differ from it
 * or are not in it have the times and sizes that they had. While git's index is the same, no others than these few can have changed.
 */
import { dirname } from "node:path";
import { reading } from "../base/limits.ts";
import { namesFromBytes } from "../base/names.ts";
import { look, settledStamp } from "../files/files.ts";
import { type FolderTimes, lookAtFolders } from "./folders.ts";
import { gitTop } from "./git.ts";
import { GitLooks, pathsOfRaw } from "./status.ts";

/** What a git work tree looks like, and which of its files git does not vouch for. */
export interface TreeState {
  /** Identity, size and time of git's index file. */
  index: string;
  /** The `.manifoldignore` files that git may not list, a stamp each: the root's and those above it. */
  rules: string;
  /** Tracked files that differ from git's index. */
  tracked: string[];
  /** Files that git neither tracks nor ignores; a name that ends with `/` is another repository. */
  untracked: string[];
  /** Equal stamps mean equal trees. Null where something changed so recently that its time cannot tell the next change. */
  stamp: string | null;
  /** Git's index as `GitLooks.listing` has it; null where it is the one that the caller knows. */
  listing: Uint8Array | null;
  /** The times of the folders from before `untracked` was listed; "same" as in the known state; null where they say nothing. */
  folders: FolderTimes | "same" | null;
}

/** An earlier state, as far as it spares a look. */
export interface KnownState extends Pick<TreeState, "index" | "stamp"> {
  tracked: readonly string[];
  untracked: readonly string[];
  /** The times of folders then. */
  folders: () => FolderTimes | null;
  /** Has git's index the same files now? */
  hasSameFiles: (listing: Uint8Array) => boolean;
}

export interface StateOptions {
  /** Git's index is listed if it is another one now than then; not at all if left out. Null: there is no earlier state. */
  known?: KnownState | null;
  /** What was asked for the same question already. */
  looks?: GitLooks;
}

/**
 * The state of the part of a git work tree below `root`; no git command where only what the tables of times tell is needed.
 * @param root absolute, real
 * @returns null where it cannot be told: outside git, where git fails, or where too many files differ from git's index
 */
export async function treeState(root: string, { known, looks = new GitLooks(root) }: StateOptions = {}): Promise<TreeState | null> {
  const top = gitTop(root);
  const index = looks.stamp();
  if (top === null || index === null) return null;
  const rules = rulesAbove(root, top).join(" ");
  try {
    const other = known !== undefined && known?.index !== index;
    const listed = other ? looks.listing() : null;
    // Of a tree that was copied, say, git vouches for nothing: no need to look at its folders.
    if (!known && pathsOfRaw(namesFromBytes(await looks.differing())).length > reading.maxStateFiles) return null;
    // Git is at work while folders are looked at: before what is untracked is listed, so that whatever comes later has another time.
    const differing = looks.differing();
    await Promise.resolve();
    const times = known === undefined ? null : await lookAtFolders(root, known?.folders() ?? null);
    const names = async (): Promise<readonly string[] | null> => {
      if (known && times?.same && (listed === null || known.hasSameFiles(await listed))) return known.untracked;
      const { stdout, stderr } = await looks.others();
      return stderr === "" ? namesFromBytes(stdout) : null;
    };
    const [dirty, untracked, listing] = await Promise.all([differing, names(), listed]);
    if (untracked === null) return null;
    const tracked = pathsOfRaw(namesFromBytes(dirty));
    if (tracked.length + untracked.length > reading.maxStateFiles) return null;
    return {
      index,
      rules,
      tracked,
      untracked: [...untracked],
      stamp: stampOf(root, index, rules, tracked, untracked),
      listing,
      folders: times?.same ? "same" : (times?.times ?? null),
    };
  } catch {
    return null;
  }
}

/** `TreeState.stamp` */
function stampOf(root: string, index: string, rules: string, tracked: readonly string[], untracked: readonly string[]): string | null {
  const lines = [`${index} ${rules}`];
  for (const name of [...tracked, "", ...untracked]) {
    const { kind, size, stamp } = name === "" || name.endsWith("/") ? { kind: "folder", size: 0, stamp: 0 } : look(root, name);
    if (kind === "file" && settledStamp(stamp) === 0) return null;
    lines.push(`${name}\0${kind} ${size} ${stamp}`);
  }
  return `${lines.length} ${Bun.SHA256.hash(lines.join("\n"), "hex")}`;
}

/** The `.manifoldignore` of each folder from the root up to git's top, as a stamp each. */
function rulesAbove(root: string, top: string): string[] {
  const stamps: string[] = [];
  for (let at = root; ; at = dirname(at)) {
    const { kind, size, stamp } = look(at, ".manifoldignore");
    stamps.push(kind === "missing" ? "-" : `${size}/${stamp}`);
    if (at === top || dirname(at) === at) return stamps;
  }
}
