/**
 * What changed between two states of a git repository, with both sides of every changed file.
 *
 * git says which lines changed (its own hunks, without context); the contents are git's blobs or the files on disk, read by the rules of the
 * redacting reader. The only patches ever asked for are made by plumbing commands with external diff programs and text conversion switched off.
 */
import { Refusal } from "../base/errors.ts";
import { reading } from "../base/limits.ts";
import { nameFromBytes, namesFromBytes } from "../base/names.ts";
import type { SkipReason } from "../base/types.ts";
import { readContent, readFileOf } from "../files/reader.ts";
import { GitFailure, type GitOptions, git, gitTop, runGit } from "./git.ts";
import { type PatchFile, parsePatch } from "./patch.ts";
import { GitStatus, headHere } from "./status.ts";

/** Which two states are compared. */
export type RevisionSource =
  /** What `git commit` would commit: git's index, not the work tree. */
  | { kind: "staged" }
  /** `REV` (against the work tree), `REV..REV`, `REV...REV`. */
  | { kind: "diff"; of: string }
  /** From where REV and HEAD parted to the work tree. */
  | { kind: "since"; of: string };

/** One side of a changed file. */
export interface Side {
  path: string;
  /** Redacted text; null where it cannot be read, and `reason` says why. */
  text: string | null;
  reason: SkipReason | "missing" | "unmatched" | null;
  /** The work tree, and so the index, has exactly this content. */
  here: boolean;
}

export interface ChangedFile {
  patch: PatchFile;
  before: Side | null;
  after: Side | null;
}

/** A file of the judged state whose content in the work tree is another. */
export interface Differing {
  path: string;
  /** Its judged text; null where there is none (left out, or not a text). */
  text: string | null;
}

export interface Change {
  /** Ids compared; `head` null = the work tree. */
  base: string | null;
  head: string | null;
  files: ChangedFile[];
  /** Files that differ between the judged state and the work tree: empty where the work tree is judged. */
  differing: Differing[];
  /** There are more such files than are read. */
  moreDiffer: boolean;
  /** What could not be read, one sentence each. */
  troubles: string[];
}

/** Paths that a change touches, those before a rename included. */
export function pathsOf(change: Change): string[] {
  return change.files.flatMap(({ patch }) => [patch.oldPath, patch.newPath]).filter((path) => path !== null);
}

export interface RevisionOptions {
  /** GIT_INDEX_FILE: inside a commit hook git may have built the commit's index elsewhere (`commit -a`, `commit FILE`). */
  indexFile?: string | undefined;
  /** In a merge: the other parents. What the merge only brings over from one of them is not a change of this commit. */
  parents?: readonly string[] | undefined;
  /** What git was asked about the work tree already. */
  status?: GitStatus | undefined;
}

/** How patches are asked for: no program of the repository's runs, and no setting of it changes them. */
export const PATCH = [
  "-p",
  "-r",
  "-M",
  "-U0",
  "--full-index",
  "--no-ext-diff",
  "--no-textconv",
  "--no-color",
  "--relative",
  "--src-prefix=a/",
  "--dst-prefix=b/",
  "--ignore-submodules=dirty",
  "--submodule=short",
];
/** Names in a patch that are not ASCII are quoted, so that each is one line. */
export const QUOTED = ["core.quotePath=true", "diff.suppressBlankEmpty=false"];

/**
 * Loads a change.
 * @param root absolute, real
 * @throws Refusal `not-git`, `bad-revision`, `git-failed`
 */
export async function loadChange(root: string, source: RevisionSource, options: RevisionOptions = {}): Promise<Change> {
  if (gitTop(root) === null)
    throw new Refusal("not-git", `${root} is not in a git work tree.`, "Pass a patch with --stdin, or name a symbol.");
  try {
    return await new Loader(root, options).load(source);
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error;
    throw new Refusal("git-failed", `git could not be asked: ${error.message}.`, "Check the repository with: git fsck.", { cause: error });
  }
}

type Ends = [base: string, head: string | null];
type Blobs = Map<string, Uint8Array | "too-large">;

interface Compared {
  kept: PatchFile[];
  troubles: string[];
  old: Blobs;
}

const isText = (file: PatchFile): boolean => !file.binary && !file.submodule;

class Loader {
  private readonly environment: Record<string, string>;
  private readonly status: GitStatus;

  constructor(
    private readonly root: string,
    private readonly options: RevisionOptions,
  ) {
    this.environment = options.indexFile === undefined ? {} : { GIT_INDEX_FILE: options.indexFile };
    this.status = options.status ?? new GitStatus(root);
  }

  private git(args: readonly string[], more: GitOptions = {}): Promise<Uint8Array> {
    return git(this.root, args, { environment: this.environment, ...more });
  }

  async load(source: RevisionSource): Promise<Change> {
    const staged = source.kind === "staged";
    const known = staged ? headHere(this.root) : null;
    if (known === null) return this.between(await this.ends(source), staged);
    try {
      return await this.between([known, null], staged);
    } catch (error) {
      // A commit that is not there: git has its own way to say so.
      if (!(error instanceof GitFailure)) throw error;
      return this.between(await this.ends(source), staged);
    }
  }

  private async between([base, head]: Ends, staged: boolean): Promise<Change> {
    const settings = [...QUOTED, ...(await this.status.filters())];
    const compare = staged
      ? ["diff-index", "--cached", ...PATCH, base, "--"]
      : head === null
        ? ["diff-index", ...PATCH, base, "--"]
        : ["diff-tree", ...PATCH, base, head, "--"];
    const differ = staged
      ? this.options.indexFile === undefined
        ? this.status.differing()
        : this.git(["diff-files", "--raw", "-z", "--no-abbrev", "--relative", "--ignore-submodules=all", "--no-renames"], { settings })
      : head === null
        ? Promise.resolve(new Uint8Array())
        : this.git(["diff-index", "--raw", "-z", "--no-abbrev", "--relative", "--ignore-submodules=all", "--no-renames", head, "--"], {
            settings,
          });
    const [{ kept, troubles, old }, raw] = await Promise.all([this.compared(compare, staged, settings), differ]);
    const { listed, others, more } = differing(raw);
    const worktree = head === null && !staged;
    // The side that the work tree has is read from there.
    const fromGit = worktree ? [] : kept.flatMap((file) => (isText(file) && listed.has(file.newPath ?? "") ? file.newBlob : []));
    const wanted = [...fromGit, ...others.map((one) => one.blob)].filter((id) => id !== null);
    const blobs = new Map([...old, ...(await readBlobs(this.root, wanted, this.environment))]);
    return {
      base,
      head,
      files: kept.map((patch) => {
        const after =
          patch.newPath === null
            ? null
            : worktree || !listed.has(patch.newPath)
              ? this.diskSide(patch.newPath)
              : blobSide(patch.newPath, patch.newBlob ?? patch.oldBlob, blobs, false);
        // git names no blobs of a file that only has another name now: its content is what it was.
        const before =
          patch.oldPath === null
            ? null
            : patch.status === "renamed" && patch.hunks.length === 0 && after !== null
              ? { ...after, path: patch.oldPath, here: false }
              : blobSide(patch.oldPath, patch.oldBlob ?? patch.newBlob, blobs, false);
        return { patch, before, after };
      }),
      differing: others.map(({ path, blob }) => ({ path, text: blobSide(path, blob, blobs, false).text })),
      moreDiffer: more,
      troubles,
    };
  }

  /**
   * The files that a comparison names, with their old contents. These are asked for as soon as they are known, whatever else is waited for: an
   * update of the index lets nobody else come to word for as long as it takes.
   */
  private async compared(compare: readonly string[], staged: boolean, settings: string[]): Promise<Compared> {
    const { files, troubles } = parsePatch(await this.git(compare, { settings }));
    const kept = await this.withoutMerged(files, staged, settings);
    const ids = kept.flatMap((file) => (isText(file) && file.oldBlob !== null ? file.oldBlob : []));
    return { kept, troubles, old: await readBlobs(this.root, ids, this.environment) };
  }

  /** The ids of the two states; `head` null for the index and the work tree. */
  private async ends(source: RevisionSource): Promise<Ends> {
    if (source.kind === "staged") return [(await this.resolved("HEAD")) ?? (await this.emptyTree()), null];
    if (source.kind === "since") return [await this.parting(await this.commit(source.of), await this.commit("HEAD"), source.of), null];
    const range = /^(.*?)(\.{2,3})(.*)$/.exec(source.of);
    if (!range) return [await this.commit(source.of), null];
    const [from, to] = [await this.commit(range[1] || "HEAD"), await this.commit(range[3] || "HEAD")];
    return [range[2] === "..." ? await this.parting(from, to, source.of) : from, to];
  }

  private async parting(a: string, b: string, asked: string): Promise<string> {
    const { stdout, code } = await runGit(this.root, ["merge-base", a, b], { accept: [1] });
    const id = new TextDecoder().decode(stdout).trim();
    if (code === 0 && id !== "") return id;
    throw new Refusal(
      "bad-revision",
      `${asked} has no commit in common with this branch.`,
      "Compare with --diff instead, or fetch more history.",
    );
  }

  private async commit(name: string): Promise<string> {
    const id = await this.resolved(name);
    if (id !== null) return id;
    throw new Refusal(
      "bad-revision",
      `git knows no commit "${name}" here.`,
      "Name a branch, tag or commit; in a shallow clone fetch more history first.",
    );
  }

  /** A commit or tree by any name; null if there is none. A name that git would take for an option is none. */
  private async resolved(name: string): Promise<string | null> {
    if (name.startsWith("-") || name.includes("\0") || name.length > 1_000) return null;
    for (const kind of ["commit", "tree"]) {
      const { stdout, code } = await runGit(this.root, ["rev-parse", "--verify", "--quiet", `${name}^{${kind}}`], { accept: [1, 128] });
      const id = new TextDecoder().decode(stdout).trim();
      if (code === 0 && /^[0-9a-f]{40,64}$/.test(id)) return id;
    }
    return null;
  }

  private async emptyTree(): Promise<string> {
    return new TextDecoder().decode(await this.git(["hash-object", "-t", "tree", "--stdin"], { input: new Uint8Array() })).trim();
  }

  /** Without the files that a merge takes over from another parent as they are there. */
  private async withoutMerged(files: PatchFile[], staged: boolean, settings: string[]): Promise<PatchFile[]> {
    let kept = files;
    for (const parent of staged ? (this.options.parents ?? []) : []) {
      const names = await this.git(["diff-index", "--cached", "--name-only", "-z", "--relative", "--no-renames", parent, "--"], {
        settings,
      });
      const own = new Set(namesFromBytes(names));
      kept = kept.filter((file) => own.has(file.newPath ?? file.oldPath ?? ""));
    }
    return kept;
  }

  private diskSide(path: string): Side {
    const source = readFileOf(this.root, path);
    return "reason" in source
      ? { path, text: null, reason: source.reason, here: true }
      : { path, text: source.text, reason: null, here: true };
  }
}

function blobSide(path: string, blob: string | null, blobs: ReadonlyMap<string, Uint8Array | "too-large">, here: boolean): Side {
  const bytes = blob === null ? undefined : blobs.get(blob);
  if (bytes === undefined) return { path, text: null, reason: "missing", here };
  const read = bytes === "too-large" ? bytes : readContent(path, bytes);
  return typeof read === "string" ? { path, text: null, reason: read, here } : { path, text: read.text, reason: null, here };
}

/** Files that differ between the judged state and the work tree, from `--raw -z`: `:<mode> <mode> <blob> <blob> <letter>\0<path>\0`. */
function differing(raw: Uint8Array): { listed: Set<string>; others: { path: string; blob: string }[]; more: boolean } {
  const listed = new Set<string>();
  const others: { path: string; blob: string }[] = [];
  const records = namesFromBytes(raw);
  for (let i = 0; i + 1 < records.length; i += 2) {
    const [mode = "", , blob = ""] = records[i]!.slice(1).split(" ");
    const path = records[i + 1]!;
    listed.add(path);
    if (mode.startsWith("100") && others.length < reading.maxDiffering) others.push({ path, blob });
  }
  return { listed, others, more: listed.size > others.length && listed.size > reading.maxDiffering };
}

/**
 * Contents of blobs by id, one git process for any number. What git does not have (a partial clone) is left out.
 * @param ids full or abbreviated; the map has them as given
 */
export async function readBlobs(root: string, ids: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<Blobs> {
  const out: Blobs = new Map();
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return out;
  const input = new Uint8Array(Buffer.from(wanted.map((id) => `${id}\n`).join("")));
  const bytes = await git(root, ["cat-file", "--batch"], { environment, input });
  let at = 0;
  for (const id of wanted) {
    const end = bytes.indexOf(10, at);
    if (end < 0) break;
    const [, type, length] = nameFromBytes(bytes.subarray(at, end)).split(" ");
    at = end + 1;
    // "missing" and "ambiguous" have no content behind them.
    const size = Number(length);
    if (length === undefined || !Number.isInteger(size)) continue;
    if (type === "blob") out.set(id, size > reading.maxBytes ? "too-large" : bytes.subarray(at, at + size));
    at += size + 1;
  }
  return out;
}
