/**
 * What git says about one work tree, for one question: several parts of a question need the same, and each command reads the state of every file.
 *
 * Nothing is asked before it is needed, and nothing twice. A question makes its own: what an earlier one was told may be old.
 */
import { lstatSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { reading } from "../base/limits.ts";
import { namesFromBytes } from "../base/names.ts";
import { look, settledStamp, settlesIn } from "../files/files.ts";
import { filterOverrides, type GitOutput, git, gitTop, runGit } from "./git.ts";
import { doubtAbout, gitFolder, plainText } from "./repository.ts";

export class GitStatus {
  #stamp: string | null | undefined;
  #settling: Promise<void> | null = null;
  #filters: Promise<string[]> | null = null;
  #differing: Promise<Uint8Array> | null = null;
  #others: Promise<GitOutput> | null = null;
  #listing: Promise<Uint8Array> | null = null;

  /** @param root absolute, real, inside a git work tree */
  constructor(readonly root: string) {}

  /**
   * Identity, size and time of git's index file before anything was asked of it; null while it is too young to tell, and outside git. It is taken
   * now: what changes later makes another one.
   */
  stamp(): string | null {
    if (this.#stamp === undefined) {
      const top = gitTop(this.root);
      this.#stamp = top && indexStamp(top);
    }
    return this.#stamp;
  }

  /**
   * Waits until git's index is old enough to tell, if that is soon, and looks anew from then on: what was seen of files before may be of the same tick
   * as the next change.
   */
  async settled(): Promise<void> {
    if (this.stamp() !== null) return;
    const top = gitTop(this.root);
    const file = top && indexFile(top);
    const wait = file ? settlesIn(file.written) : Number.POSITIVE_INFINITY;
    if (wait > SOON) return;
    // A timer may come up to a millisecond early. An index that has become old enough since it was looked at is looked at anew too.
    this.#settling = Bun.sleep(wait + 1);
    await this.#settling;
    this.#settling = null;
    this.#stamp = undefined;
    this.#differing = null;
    this.#others = null;
    this.#listing = null;
  }

  /** As `filterOverrides`. */
  filters(): Promise<string[]> {
    this.#filters ??= kept(filterOverrides(this.root));
    return this.#filters;
  }

  /** Tracked files that differ from git's index, as raw records: `:<mode> <mode> <blob> <blob> <letter>\0<path>\0`. */
  differing(): Promise<Uint8Array> {
    // What was seen by then would be looked at once more.
    if (this.#settling) return this.#settling.then(() => this.differing());
    this.stamp();
    this.#differing ??= kept(this.#askDiffering());
    return this.#differing;
  }

  async #askDiffering(): Promise<Uint8Array> {
    const settings = await this.filters();
    return git(this.root, ["diff-files", "--raw", "-z", "--no-abbrev", "--relative", "--ignore-submodules=all", "--no-renames"], {
      settings,
    });
  }

  /** Files that git neither tracks nor ignores, each ended by a NUL, and what git warns of. */
  others(): Promise<GitOutput> {
    this.#others ??= kept(runGit(this.root, ["ls-files", "-o", "--exclude-standard", "-z"]));
    return this.#others;
  }

  /** Git's index: records `H 100644 <blob> <stage>\t<path>`, each ended by a NUL. */
  listing(): Promise<Uint8Array> {
    this.stamp();
    this.#listing ??= kept(git(this.root, ["ls-files", "-s", "-v", "-z"]));
    return this.#listing;
  }
}

/**
 * The commit that is checked out, by its branch's own file: half of the processes that a staged change waits for. Null where git must be asked: none
 * yet, packed, in a linked work tree, or anything but plain files.
 * @param root absolute, real
 */
export function headHere(root: string): string | null {
  const top = gitTop(root);
  if (top === null || doubtAbout(top) !== null) return null;
  const head = shortFile(join(top, ".git", "HEAD"));
  if (head === null) return null;
  const branch = /^ref: (refs\/heads\/[\w./-]+)\n$/.exec(head)?.[1];
  const id = branch === undefined ? head : branch.includes("..") ? null : shortFile(join(top, ".git", branch));
  return id !== null && /^(?:[0-9a-f]{40}|[0-9a-f]{64})\n$/.test(id) ? id.slice(0, -1) : null;
}

/** Text of a small regular file; null for everything else: a FIFO would be waited for. */
function shortFile(path: string): string | null {
  try {
    return lstatSync(path).isFile() ? plainText(path, 1_000) : null;
  } catch {
    return null;
  }
}

/** Who asked first may have failed otherwise before: a failure must not count as unhandled meanwhile. */
function kept<T>(asked: Promise<T>): Promise<T> {
  asked.catch(() => {});
  return asked;
}

/** Paths of raw records of `diff-files` or `diff-index`, decoded already: a path follows each record. */
export function pathsOfRaw(parts: readonly string[]): string[] {
  return parts.filter((_, i) => i % 2 === 1);
}

/** Milliseconds that a wait for git's index may take at most: a file system with ticks of seconds is not waited for. */
const SOON = 60;

/** Identity, size and time of git's index file, or null while it is too young to tell. */
function indexStamp(top: string): string | null {
  const file = indexFile(top);
  return file === null || settledStamp(file.written) === 0 ? null : file.stamp;
}

/** Git's index file as it is now, and when it was written; null where there is none. */
function indexFile(top: string): { stamp: string; written: number } | null {
  try {
    const folder = gitFolder(top);
    if (folder === null) return null;
    const { ino, size, mtimeMs, ctimeMs } = statSync(join(folder, "index"));
    return { stamp: `${ino} ${size} ${mtimeMs} ${ctimeMs}`, written: Math.floor(mtimeMs) };
  } catch {
    return null;
  }
}

/** What a git work tree looks like, in short, and which of its files git does not vouch for: what an index is known to match. */
export interface TreeState {
  /** Identity, size and time of git's index file. */
  index: string;
  /** The `.manifoldignore` files that git may not list, a stamp each: the root's and those above it. */
  rules: string;
  /** Tracked files that differ from git's index. */
  tracked: readonly string[];
  /** Files that git neither tracks nor ignores; a name that ends with `/` is another repository. */
  untracked: readonly string[];
  /** Equal stamps mean equal trees. Null where something changed so recently that its time cannot tell the next change. */
  stamp: string | null;
}

/**
 * The state of the part of a git work tree below `root`.
 *
 * A question on an unchanged tree then needs no list of all its files: git's index is the same file, and the few files that differ from it
 * or are not in it have the times and sizes that they had. While git's index is the same, no others than these few can have changed.
 * @param root absolute, real
 * @returns null where it cannot be told: outside git, where git fails, or where too many files differ from git's index
 */
export async function treeState(root: string, status = new GitStatus(root)): Promise<TreeState | null> {
  const top = gitTop(root);
  const index = status.stamp();
  if (top === null || index === null) return null;
  const rules = rulesAbove(root, top).join(" ");
  try {
    const [differing, others] = await Promise.all([status.differing(), status.others()]);
    if (others.stderr !== "") return null;
    const tracked = pathsOfRaw(namesFromBytes(differing));
    const untracked = namesFromBytes(others.stdout);
    if (tracked.length + untracked.length > reading.maxStateFiles) return null;
    return { index, rules, tracked, untracked, stamp: stampOf(root, index, rules, tracked, untracked) };
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
