/**
 * Listing a git work tree: what is tracked, with blob ids, what of it may differ from them, what is untracked, what is ignored.
 */

import { type Dirent, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { isSamePath, nameFromBytes, namesFromBytes, realPath, slashed, systemPath } from "../base/names.ts";
import type { SkipReason } from "../base/types.ts";
import { look } from "../files/files.ts";
import { IgnoreRules, MAX_IGNORE_BYTES } from "../files/ignoring.ts";
import { isOwn, isToolFolder, toolFolderOf } from "../files/kinds.ts";
import { type GitFailure, git } from "./git.ts";
import { plainText } from "./repository.ts";
import { GitStatus, pathsOfRaw } from "./status.ts";

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
