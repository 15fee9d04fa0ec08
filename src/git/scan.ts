/**
 * Which files make up the tree, and why the others do not.
 *
 * Inside git the index gives names and content hashes; outside, or where git cannot be asked, a walk gives names and the file system
 * sizes and times. Either way each file is looked at by the same rules in the same order, the first that applies being the one reason:
 * submodule or nested repository · git's ignore rules · secret by name · `.manifoldignore` · lock file · link · unreadable · too large;
 * and, when it is read (reader.ts): binary · bad encoding · minified · generated. A git-ignored file with a secret's name counts as `secret`.
 */

import { type Dirent, readdirSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type { Warning } from "../base/errors.ts";
import { reading } from "../base/limits.ts";
import { isSamePath, nameFromBytes, namesFromBytes, realPath, slashed, systemPath } from "../base/names.ts";
import type { ScannedFile, SkipReason } from "../base/types.ts";
import { linkReason, look, settledStamp } from "../files/files.ts";
import { IgnoreRules, MAX_IGNORE_BYTES } from "../files/ignoring.ts";
import { isLockFile, isOwn, isToolFolder, toolFolderOf } from "../files/kinds.ts";
import { hashFile, readSourceSync } from "../files/reader.ts";
import { isSecretName } from "../files/secret_names.ts";
import { GitFailure, git, gitTop } from "./git.ts";
import { plainText } from "./repository.ts";
import { GitStatus, pathsOfRaw, type TreeState } from "./status.ts";

/** All files of a tree. */
export interface Scan {
  root: string;
  /** In code-unit order of their paths. */
  files: ScannedFile[];
  /** Everything left out for a reason that shows without reading; a path that ends with `/` is a whole folder. */
  skipped: Map<string, SkipReason>;
  /** Whether git was asked. */
  git: boolean;
  warnings: Warning[];
}

/**
 * What an index remembers of a file: the reader's `hash`, `size` and `mtime`. Files that were left out because of their content belong in it, with
 * their `reason`, so that they are not read again while they stay the same.
 */
export interface KnownFile {
  hash: string;
  size: number;
  mtime: number;
  reason?: SkipReason;
}

/** How a tree differs from what an index remembers. */
export interface Changes {
  /** New files (hash "" unless git vouches) and files with other content than known, in path order. */
  changed: ScannedFile[];
  /** Files with the same content but another time; store `size` and `mtime`, or they are hashed again each time. */
  touched: ScannedFile[];
  /** Known paths that are gone or are now left out for a reason in `skipped`, in path order. */
  removed: string[];
  /** As in Scan; what git ignores only if asked for. Null: as before. */
  skipped: Map<string, SkipReason> | null;
  /** Sum of the sizes of `changed`. */
  bytes: number;
  git: boolean;
  warnings: Warning[];
}

/**
 * Lists every file of the tree. Nothing is read but ignore files.
 * @param root absolute, real (see root.ts)
 */
export async function scan(root: string): Promise<Scan> {
  const { changed, skipped, git, warnings } = await changedSince(root, new Map(), { ignored: true });
  return { root, files: changed, skipped, git, warnings };
}

/**
 * What changed since an index was made. In git a comparison of hashes; else a stat of each file.
 *
 * A file is unchanged if git vouches for the known hash, or if size and time are the known ones; otherwise its content decides.
 * @param options.ignored list in `skipped` also what git ignores
 * @param options.status what git was asked already, for the same question
 * @param options.looked told now and then how many files have been looked at, of how many (0: not known)
 */
export async function changedSince(
  root: string,
  known: ReadonlyMap<string, KnownFile>,
  options: { ignored?: boolean; status?: GitStatus | undefined; looked?: Looked | undefined } = {},
): Promise<Changes & { skipped: Map<string, SkipReason> }> {
  const { listing, blobs, git, warnings } = await list(root, options.ignored ?? false, options);
  const changes = {
    changed: [],
    touched: [],
    removed: [],
    skipped: listing.skipped,
    bytes: 0,
    git,
    warnings,
  } as Changes & {
    skipped: Map<string, SkipReason>;
  };
  for (const [path, reason] of listing.skipped)
    if (reason === "ignored" && !path.endsWith("/") && isSecretName(path)) listing.skipped.set(path, "secret");
  const rules = manifoldRules(root, gitTop(root), listing.paths);
  for (const file of [...(listing.cut ?? []), ...rules.cut])
    warnings.push({
      code: "ignore-rules-cut",
      message: `${file} is too large or has too many patterns: what is beyond them is not left out for it.`,
    });
  const kept: string[] = [];
  const keptKnown = { count: 0 };
  for (let i = 0; i < listing.paths.length; i++) {
    if (i % LOOKED_AT_ONCE === 0) options.looked?.(i, listing.paths.length);
    const path = listing.paths[i] ?? "";
    const blob = blobs?.[i] ?? "";
    const before = known.get(path);
    if (before !== undefined && blob !== "" && before.hash === blob && rules.judge(path) === null) {
      kept.push(path);
      keptKnown.count++;
      continue;
    }
    const outcome = consider(root, path, blob, before, rules, changes);
    if (outcome === "kept") {
      kept.push(path);
      if (before !== undefined) keptKnown.count++;
    } else if (outcome !== "absent") listing.skipped.set(path, outcome);
  }
  if (keptKnown.count < known.size) {
    const stay = new Set(kept);
    for (const [path, before] of known)
      if (!stay.has(path) && (before.reason === undefined || before.reason !== listing.skipped.get(path))) changes.removed.push(path);
    changes.removed.sort();
  }
  const byPath = (a: ScannedFile, b: ScannedFile) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0);
  changes.changed.sort(byPath);
  changes.touched.sort(byPath);
  return changes;
}

/**
 * What changed between two states of a tree with one git index: as `changedSince` would tell, from the few files that git did not vouch for before or
 * does not now.
 * @param known what the index remembers of them
 * @param skipped files that the index has as left out unread
 * @returns null where more than these files may be concerned (ignore rules, other repositories): ask `changedSince`
 */
export function changedBetween(
  root: string,
  before: TreeState,
  now: TreeState,
  known: ReadonlyMap<string, KnownFile>,
  skipped: ReadonlyMap<string, SkipReason>,
): Changes | null {
  const changes: Changes = { changed: [], touched: [], removed: [], skipped: null, bytes: 0, git: true, warnings: [] };
  const rules = manifoldRules(root, gitTop(root), []);
  const listed = new Set(now.untracked);
  const left = new Set(before.untracked);
  for (const path of [...new Set([...before.tracked, ...now.tracked, ...left, ...listed])].sort()) {
    // Other repositories, and what lies in folders that only tools write, stand in `skipped` as folders.
    if (path.endsWith("/") || (toolFolderOf(path) !== null && (left.has(path) || listed.has(path)))) {
      if (left.has(path) !== listed.has(path)) return null;
      continue;
    }
    if (hasOwnRules(root, path)) return null;
    const outcome = consider(root, path, "", known.get(path), rules, changes);
    // It is there and git lists it no more: ignored by a new rule, say.
    if (left.has(path) && !listed.has(path) && outcome !== "absent") return null;
    const reason = skipped.get(path);
    if (outcome === "kept" || outcome === "absent") {
      if (reason !== undefined) return null;
      if (outcome === "absent" && known.has(path)) changes.removed.push(path);
    } else if (reason !== outcome || known.has(path)) return null;
  }
  return changes;
}

/** Is the file, or may it be under, a `.manifoldignore` below the root? */
function hasOwnRules(root: string, path: string): boolean {
  if (path === ".manifoldignore" || path.endsWith("/.manifoldignore")) return true;
  for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1))
    if (look(root, `${path.slice(0, at)}/.manifoldignore`).kind !== "missing") return true;
  return false;
}

/** Judges one listed path; adds it to `changed` or `touched` if it belongs there. */
function consider(
  root: string,
  path: string,
  blob: string,
  before: KnownFile | undefined,
  rules: ManifoldRules,
  changes: Changes,
): SkipReason | "kept" | "absent" {
  if (isOwn(path)) return "absent";
  if (isSecretName(path)) return "secret";
  if (rules.judge(path) !== null) return "ignored";
  if (isLockFile(path)) return "lock-file";
  const { kind, size, stamp } = look(root, path);
  if (kind === "missing" || kind === "folder") return "absent";
  if (kind === "link") return linkReason(root, path);
  if (kind !== "file") return "unreadable";
  if (size > reading.maxBytes) return "too-large";
  const mtime = settledStamp(stamp);
  if (before === undefined) {
    changes.changed.push({ path, size, mtime: blob === "" ? mtime : 0, hash: blob });
    changes.bytes += size;
    return "kept";
  }
  if (before.mtime > 0 && before.mtime === stamp && before.size === size) return "kept";
  const hash = hashFile(root, path, before.hash);
  if (hash === null && before.reason === "unreadable") return "kept";
  if (hash !== null && hash === before.hash) changes.touched.push({ path, size, mtime, hash });
  else {
    changes.changed.push({ path, size, mtime, hash: hash ?? "" });
    changes.bytes += size;
  }
  return "kept";
}

async function list(
  root: string,
  ignored: boolean,
  { status, looked }: { status?: GitStatus | undefined; looked?: Looked | undefined },
): Promise<{ listing: Listing; blobs: string[] | null; git: boolean; warnings: Warning[] }> {
  const top = gitTop(root);
  // Git says nothing until it is done.
  looked?.(0, 0);
  if (top === null) return { listing: walk(root, null, looked), blobs: null, git: false, warnings: [] };
  try {
    const listing = await listGit(root, ignored, status);
    // Nothing at all below a folder inside a work tree: git ignores the folder, and it was named on purpose.
    if (listing.paths.length === 0 && root !== top) return { listing: walk(root, null, looked), blobs: null, git: false, warnings: [] };
    return { listing, blobs: listing.blobs, git: true, warnings: [] };
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error;
    return {
      listing: walk(root, top, looked),
      blobs: null,
      git: false,
      warnings: [{ code: "git-unavailable", message: gitTroubleSentence(error) }],
    };
  }
}

/** `.manifoldignore` rules with paths relative to the root. */
export interface ManifoldRules {
  judge(path: string): { file: string; line: number; pattern: string } | null;
  /** See `IgnoreRules.cut`. */
  cut: readonly string[];
}

/** Those of the listed `.manifoldignore` files, of the root even if git ignores that file, and of the folders from the root up to git's top. */
export function manifoldRules(root: string, top: string | null, paths: readonly string[]): ManifoldRules {
  const base = top ?? root;
  const prefix = base === root ? "" : `${root.slice(base === "/" ? 1 : base.length + 1)}/`;
  const rules = new IgnoreRules(base, ".manifoldignore");
  for (let at = prefix.lastIndexOf("/"); at >= 0; at = at === 0 ? -1 : prefix.lastIndexOf("/", at - 1)) rules.load(prefix.slice(0, at));
  rules.load("");
  for (const path of paths) {
    if (path === ".manifoldignore") continue;
    if (path.endsWith("/.manifoldignore")) rules.load(prefix + path.slice(0, -"/.manifoldignore".length));
  }
  // A root that those above leave out was named on purpose: they say nothing about what is inside.
  if (prefix !== "" && rules.judge(prefix) !== null) return manifoldRules(root, null, paths);
  return { judge: (path) => rules.judge(prefix + path), cut: rules.cut };
}

// ---------------------------------------------------------------------------------------------- explaining

/**
 * Why a file is not in the index, by the very scan that leaves it out.
 * @param file absolute, or relative to `root`
 * @returns the reason, or null for a file that is indexed or not there; and one sentence that says it with the rule, name or limit that decided
 */
export async function explainSkip(root: string, file: string): Promise<{ reason: SkipReason | null; sentence: string }> {
  const path = slashed(relative(root, resolve(root, file)));
  if (path === "" || path === ".." || path.startsWith("../")) return { reason: null, sentence: `${file} is not inside ${root}.` };
  if (isOwn(path)) return { reason: "ignored", sentence: `${path} belongs to git or to Manifold itself.` };
  const { files, skipped, git } = await scan(root);
  const left = leftOut(path, skipped);
  if (left !== null) return { reason: left.reason, sentence: await sentenceFor(root, path, left.reason, left.folder, git) };
  if (files.some((scanned) => scanned.path === path)) {
    const outcome = readSourceSync(root, path);
    if (typeof outcome !== "string") return { reason: null, sentence: `${path} is indexed.` };
    return { reason: outcome, sentence: await sentenceFor(root, path, outcome, null, git) };
  }
  const { kind } = look(root, path);
  if (kind === "missing") return { reason: null, sentence: `There is no file ${path}.` };
  if (kind === "folder") return { reason: null, sentence: `${path} is a folder; ask about a file in it.` };
  return { reason: "unreadable", sentence: `${path} is not a regular file.` };
}

/** The reason for a path itself or for a folder above it. */
function leftOut(path: string, skipped: ReadonlyMap<string, SkipReason>): { reason: SkipReason; folder: string | null } | null {
  const own = skipped.get(path);
  if (own !== undefined) return { reason: own, folder: null };
  for (let at = path.length; at > 0; at = path.lastIndexOf("/", at - 1)) {
    const folder = `${path.slice(0, at)}/`;
    const reason = skipped.get(folder);
    if (reason !== undefined) return { reason, folder };
  }
  return null;
}

async function sentenceFor(root: string, path: string, reason: SkipReason, folder: string | null, git: boolean): Promise<string> {
  switch (reason) {
    case "ignored": {
      const rule = await ignoreRule(root, path, git);
      if (rule !== null) return `${path} is ignored by line ${rule.line} of ${rule.file}: ${rule.pattern}`;
      return toolFolderOf(`${path}/`) !== null
        ? `${path} is in a folder that only tools write (${folder ?? path}).`
        : `${path} is ignored.`;
    }
    case "secret":
      return `${path} is a secret by its name: it is never read.`;
    case "lock-file":
      return `${path} is a dependency lock file.`;
    case "submodule":
      return `${path} is in the submodule ${folder ?? path}; index that folder by name.`;
    case "nested-repository":
      return `${path} is in another repository, ${folder ?? path}; index that folder by name.`;
    case "symlink":
      return `${path} is a link to something inside the tree, which is there under its own name.`;
    case "symlink-out-of-tree":
      return `${path} is a link out of the tree, or leads through one; such links are never followed.`;
    case "unreadable":
      return `${folder ?? path} cannot be read: no permission, a broken link, or not a regular file.`;
    case "too-large":
      return `${path} is larger than ${reading.maxBytes.toLocaleString("en-US")} bytes.`;
    case "binary":
      return `${path} is binary: it has NUL bytes near its start.`;
    case "bad-encoding":
      return `${path} is neither UTF-8 nor UTF-16: too much of it cannot be decoded.`;
    case "minified":
      return `${path} is minified: its lines are longer than anybody writes.`;
    case "generated":
      return `${path} says in its first lines that a program generated it and that it must not be edited.`;
  }
}

async function ignoreRule(root: string, path: string, git: boolean): Promise<{ file: string; line: number; pattern: string } | null> {
  const top = gitTop(root);
  const folders = path
    .split("/")
    .slice(0, -1)
    .map((_, i, parts) => parts.slice(0, i + 1).join("/"));
  const own = manifoldRules(
    root,
    top,
    folders.map((folder) => `${folder}/.manifoldignore`),
  ).judge(path);
  if (own !== null) return own;
  // Without the rule the sentence is only shorter.
  if (git) return gitIgnoreRule(root, path).catch(() => null);
  const { rules, prefix } = gitignoreRules(root, top);
  for (const folder of ["", ...folders]) rules.load(`${prefix}${folder}`.replace(/\/$/, ""));
  return rules.judge(prefix + path);
}

// Listing a git work tree: what is tracked, with blob ids, what of it may differ from them, what is untracked, what is ignored.

/** A listing in which git vouches for contents. */
export interface GitListing extends Listing {
  /** Beside `paths`: the blob id of each where git says that the file still has that content, else "". */
  blobs: string[];
}

/**
 * Lists the part of a git work tree below `root`.
 *
 * Three git commands at once: `ls-files -s`, `diff-files`, `ls-files -o`.
 * `diff-files` compares times and sizes in git's own threads, and contents of entries as young as the index, with every filter switched off.
 * @param root absolute, real, inside a git work tree
 * @param ignoredToo list what git ignores as well: for a report, not for an answer
 * @param status what was asked already
 * @throws GitFailure (the caller walks instead)
 */
export async function listGit(root: string, ignoredToo: boolean, status: GitStatus = new GitStatus(root)): Promise<GitListing> {
  const listing: GitListing = { paths: [], blobs: [], skipped: new Map() };
  // The index is read while the slower commands still run.
  const index = async () => readIndex(namesFromBytes(await status.listing()), listing);
  const [, dirty, others, ignored] = await Promise.all([
    index(),
    status.differing(),
    status.others(),
    ignoredToo ? git(root, ["ls-files", "-o", "-i", "--exclude-standard", "--directory", "-z"]) : new Uint8Array(),
  ]);
  if (dirty.length > 0) {
    const names = new Set(pathsOfRaw(namesFromBytes(dirty)));
    for (let i = 0; i < listing.paths.length; i++) if (names.has(listing.paths[i] ?? "")) listing.blobs[i] = "";
  }
  for (const name of namesFromBytes(others.stdout)) {
    if (isOwn(name)) continue;
    const tool = toolFolderOf(name);
    if (tool !== null) listing.skipped.set(`${tool}/`, "ignored");
    // Only another repository is listed as a folder.
    else if (name.endsWith("/")) listing.skipped.set(name, "nested-repository");
    else {
      listing.paths.push(name);
      listing.blobs.push("");
    }
  }
  for (const name of namesFromBytes(ignored)) if (!isOwn(name)) listing.skipped.set(name, "ignored");
  for (const [, folder] of others.stderr.matchAll(/^warning: could not open directory '(.*?)\/?': /gm))
    if (folder) listing.skipped.set(`${folder}/`, "unreadable");
  return listing;
}

/**
 * Records of `ls-files -s -v`: `H 100644 <blob> <stage>\t<path>`. The letter is `H` where git really looks at the file: lower case is
 * assume-unchanged, `S` is skip-worktree, `M` is unmerged (up to three records a path).
 */
function readIndex(records: string[], listing: GitListing): void {
  let last = "";
  for (const record of records) {
    const tab = record.indexOf("\t");
    const path = record.slice(tab + 1);
    if (path === last) continue;
    last = path;
    if (record.startsWith("160000", 2)) {
      listing.skipped.set(`${path}/`, "submodule");
      continue;
    }
    listing.paths.push(path);
    listing.blobs.push(record.startsWith("H 100") ? record.slice(9, record.indexOf(" ", 9)) : "");
  }
}

/** Which rule makes git ignore a path: file, line and pattern; null if none does. */
export async function gitIgnoreRule(root: string, path: string): Promise<{ file: string; line: number; pattern: string } | null> {
  const output = await git(root, ["check-ignore", "-v", "-z", "--no-index", "--stdin"], {
    accept: [1],
    input: new Uint8Array(Buffer.from(systemPath(`${path}\0`))),
  });
  const [file, line, pattern] = namesFromBytes(output);
  return file === undefined || pattern === undefined ? null : { file, line: Number(line), pattern };
}

/** One sentence on why git could not be asked. */
export function gitTroubleSentence(failure: GitFailure): string {
  switch (failure.trouble) {
    case "missing":
      return "git is not installed: the folder was walked instead, and what git tracks although ignored is left out.";
    case "refused":
      return `git refuses to work here (${failure.message}): the folder was walked instead.`;
    case "timeout":
      return `${failure.message}: the folder was walked instead.`;
    case "failed":
      return `git could not read this repository (${failure.message}): the folder was walked instead.`;
  }
}

// Listing a tree without git: a walk that obeys nested `.gitignore` files, leaves out nested repositories and follows no link.

/** What is in a tree, before names and content are judged. */
export interface Listing {
  /** Files and links. */
  paths: string[];
  /** Left out already; a whole folder ends with `/`. */
  skipped: Map<string, SkipReason>;
  /** Ignore files that are not followed as a whole (`IgnoreRules.cut`). */
  cut?: readonly string[];
}

/** Told how many files have been looked at, of how many (0: not known). */
export type Looked = (done: number, total: number) => void;

/** Files between two calls of a `Looked`. */
export const LOOKED_AT_ONCE = 500;

/** `.gitignore` rules as they hold at `root`, those of the git work tree around it (`top`) and its `info/exclude` included. Paths are relative to the returned base. */
export function gitignoreRules(root: string, top: string | null): { rules: IgnoreRules; prefix: string } {
  const base = top ?? root;
  const prefix = slashed(relative(base, root));
  // None where `.git` is a pointer.
  const exclude = top === null ? "" : (plainText(join(top, ".git/info/exclude"), MAX_IGNORE_BYTES) ?? "");
  const rules = new IgnoreRules(base, ".gitignore", exclude);
  let folder = "";
  for (const part of prefix.split("/").filter(Boolean)) {
    rules.load(folder);
    folder = folder === "" ? part : `${folder}/${part}`;
  }
  return { rules, prefix: prefix === "" ? "" : `${prefix}/` };
}

/**
 * Walks a tree.
 * @param root absolute, real
 * @param top the git work tree around it where git itself could not be asked; its ignore rules hold
 * @param looked told how many files there are so far
 */
export function walk(root: string, top: string | null = null, looked?: Looked): Listing {
  const { rules, prefix } = gitignoreRules(root, top);
  const listing: Listing = { paths: [], skipped: new Map() };
  // If the root itself is ignored by what surrounds it, it was named on purpose, and the rules above say nothing about what is inside.
  if (prefix !== "" && rules.judge(prefix) !== null) return walk(root, null, looked);
  const pending = [""];
  let told = 0;
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    if (listing.paths.length >= told + LOOKED_AT_ONCE) {
      told = listing.paths.length;
      looked?.(told, 0);
    }
    const entries = readFolder(root, folder);
    if (entries === null) {
      listing.skipped.set(folder === "" ? "./" : `${folder}/`, "unreadable");
      continue;
    }
    if (folder !== "" && entries.some((entry) => entry.name === ".git" && entry.kind !== "special")) {
      listing.skipped.set(`${folder}/`, "nested-repository");
      continue;
    }
    const at = folder === "" ? "" : `${folder}/`;
    if (entries.some((entry) => entry.name === ".gitignore")) rules.load(`${prefix}${folder}`.replace(/\/$/, ""));
    for (const { name, kind } of entries) {
      if (name === ".manifold" || name === ".git") continue;
      const path = at + name;
      if (kind === "folder") {
        if (isToolFolder(name) || rules.judge(`${prefix}${path}/`) !== null) listing.skipped.set(`${path}/`, "ignored");
        else pending.push(path);
      } else if (rules.judge(prefix + path) !== null) listing.skipped.set(path, "ignored");
      else listing.paths.push(path);
    }
  }
  listing.cut = rules.cut;
  return listing;
}

interface Entry {
  name: string;
  kind: "file" | "folder" | "special";
}

/** Entries of a folder, or null if it cannot be read. Links count as files here: opening decides. */
function readFolder(root: string, folder: string): Entry[] | null {
  const full = systemPath(folder === "" ? root : `${root}/${folder}`);
  try {
    // A folder swapped for a link since its parent was read must not be followed.
    const named = folder === "" ? root : `${root}/${folder}`;
    if (!isSamePath(realPath(named), named)) return null;
    const entries = readdirSync(full, { withFileTypes: true });
    if (!entries.some((entry) => entry.name.includes("\uFFFD") || /[\uF780-\uF7FF]/.test(entry.name)))
      return entries.map((entry) => ({ name: entry.name, kind: kindOf(entry) ?? kindAt(root, folder, entry.name) }));
    // Some name is not UTF-8: as bytes, with a look at each.
    return readdirSync(full, { encoding: "buffer" }).map((bytes) => {
      const name = nameFromBytes(bytes);
      return { name, kind: kindAt(root, folder, name) };
    });
  } catch {
    return null;
  }
}

/** Null where the file system does not tell with the name. */
function kindOf(entry: Dirent): Entry["kind"] | null {
  if (entry.isFile() || entry.isSymbolicLink()) return "file";
  if (entry.isDirectory()) return "folder";
  return entry.isFIFO() || entry.isSocket() || entry.isBlockDevice() || entry.isCharacterDevice() ? "special" : null;
}

function kindAt(root: string, folder: string, name: string): Entry["kind"] {
  const { kind } = look(root, folder === "" ? name : `${folder}/${name}`);
  return kind === "folder" || kind === "special" ? kind : "file";
}
