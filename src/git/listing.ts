/**
 * Listing a git work tree: what is tracked, with blob ids, what of it may differ from them, what is untracked, what is ignored.
 */

import { namesFromBytes, systemPath } from "../base/names.ts";
import { isOwn, toolFolderOf } from "../files/kinds.ts";
import { type GitFailure, git } from "./git.ts";
import { GitStatus, pathsOfRaw } from "./status.ts";
import type { Listing } from "./walk.ts";

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
