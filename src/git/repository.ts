/**
 * What a `.git` is, looked at before git is run on it or anything of it is read.
 *
 * An archive may bring any `.git`: one of FIFOs, which git would wait for; one of endless files; one that is a pointer to somebody else's repository, whose
 * files would be taken for those of the archive, and whose history would be shown. So: plain files of a usual size only, and a pointer is followed
 * only to a repository that is this work tree's own.
 */
import { closeSync, constants, fstatSync, openSync, readSync, realpathSync, type Stats, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { isSamePath, slashed } from "../base/names.ts";

/** Files that git reads as a whole wherever it is asked, with the bytes that none has (the index of a million files has 100 MB). */
const FILES: Readonly<Record<string, number>> = {
  HEAD: 65_536,
  commondir: 65_536,
  gitdir: 65_536,
  config: 1_000_000,
  "config.worktree": 1_000_000,
  index: 2_000_000_000,
  "packed-refs": 500_000_000,
  shallow: 50_000_000,
  "info/exclude": 1_000_000,
  "info/attributes": 1_000_000,
  "info/sparse-checkout": 10_000_000,
  "info/grafts": 10_000_000,
  "objects/info/alternates": 65_536,
};

/** Milliseconds for which what was found of a repository holds: a question asks git several times. */
const HOLDS = 1_000;

const found = new Map<string, { at: number; doubt: string | null }>();

/**
 * Why git must not be asked about a work tree; null where it may.
 * @param top as `gitTop` gives it
 * @returns the end of a sentence
 */
export function doubtAbout(top: string): string | null {
  const now = performance.now();
  const known = found.get(top);
  if (known !== undefined && now - known.at < HOLDS) return known.doubt;
  const doubt = look(top);
  found.set(top, { at: now, doubt });
  return doubt;
}

function look(top: string): string | null {
  const dot = join(top, ".git");
  const folder = gitFolder(top);
  if (folder === null) return "its .git leads nowhere";
  const common = commonFolder(folder);
  if (common === null) return "the folder that its .git shares with others is not there";
  for (const at of new Set([folder, common])) {
    const doubt = plainly(at);
    if (doubt !== null) return doubt;
  }
  // Own, as it lies in nearly every work tree.
  if (folder === dot && common === dot) return leadingAway(dot);
  return isOurs(top, folder, common) ? null : "its .git leads to the repository of another work tree";
}

/**
 * The git directory of a work tree, links resolved; null where `.git` leads nowhere.
 * @param top absolute, real
 */
export function gitFolder(top: string): string | null {
  const dot = join(top, ".git");
  try {
    const real = slashed(realpathSync(dot));
    if (statSync(real).isDirectory()) return real;
    const target = pointer(dot);
    return target === null ? null : slashed(realpathSync(resolve(top, target)));
  } catch {
    return null;
  }
}

/** What a `.git` file points to, as it is written there; null for everything else. */
export function pointer(file: string): string | null {
  return /^gitdir:[ \t]*(.+?)\s*$/m.exec(plainText(file, 10_000) ?? "")?.[1] ?? null;
}

/** The directory that a linked work tree shares with the main one; the same for all others. */
export function commonFolder(folder: string): string | null {
  const named = plainText(join(folder, "commondir"), FILES.commondir!)?.trim();
  if (named === undefined || named === "") return folder;
  try {
    return slashed(realpathSync(resolve(folder, named)));
  } catch {
    return null;
  }
}

/** Text of a regular file of at most `limit` bytes, links followed; null for everything else: nothing is waited for. */
export function plainText(path: string, limit: number): string | null {
  let file = -1;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
    const { size } = regular(fstatSync(file), limit);
    const bytes = Buffer.alloc(size);
    return bytes.toString("utf8", 0, readSync(file, bytes, 0, size, 0));
  } catch {
    return null;
  } finally {
    if (file >= 0) closeSync(file);
  }
}

function regular(stat: Stats, limit: number): Stats {
  if (!stat.isFile() || stat.size > limit) throw new Error("not a plain file");
  return stat;
}

function plainly(folder: string): string | null {
  for (const [name, limit] of Object.entries(FILES)) {
    let stat: Stats | undefined;
    try {
      stat = statSync(join(folder, name), { throwIfNoEntry: false });
    } catch (error) {
      // A link that leads to itself, say. What may not be read is git's to complain of.
      if ((error as { code?: string }).code === "EACCES") continue;
      return `.git/${name} cannot be looked at`;
    }
    // A link that leads nowhere is missing for git, too.
    if (stat === undefined) continue;
    if (!stat.isFile()) return `.git/${name} is not a plain file`;
    if (stat.size > limit) return `.git/${name} is larger than any`;
  }
  return plainlyHead(folder);
}

/** The branch that is checked out is a file of its own, which git reads to its end whatever is asked. */
function plainlyHead(folder: string): string | null {
  const branch = /^ref:\s*(refs\/[^\0\n]{1,1000}?)\s*$/.exec(plainText(join(folder, "HEAD"), FILES.HEAD!) ?? "")?.[1];
  if (branch === undefined || branch.split("/").includes("..")) return null;
  for (const at of new Set([folder, commonFolder(folder) ?? folder])) {
    try {
      const stat = statSync(join(at, branch), { throwIfNoEntry: false });
      if (stat !== undefined && !stat.isDirectory() && (!stat.isFile() || stat.size > FILES.HEAD!))
        return `.git/${branch} is not a plain file`;
    } catch {
      // A link that leads to itself, a name that is too long: git says so by itself.
    }
  }
  return null;
}

/** Do links inside of a `.git` lead into the repository of another work tree? Those of a tool that shares objects (Android's repo) lead into its own folders. */
function leadingAway(dot: string): string | null {
  for (const name of ["HEAD", "index", "config", "objects", "refs", "packed-refs", "logs"]) {
    try {
      const real = slashed(realpathSync(join(dot, name)));
      if (!isSamePath(real, slashed(join(dot, name))) && real.split("/").includes(".git") && !real.startsWith(`${dot}/`))
        return "its .git leads to the repository of another work tree";
    } catch {
      // Not there.
    }
  }
  return null;
}

function isOurs(top: string, folder: string, common: string): boolean {
  const dot = slashed(join(top, ".git"));
  // A linked work tree: the repository knows where it is, or where it was before it was moved.
  const known = plainText(join(folder, "gitdir"), FILES.gitdir!)?.trim();
  if (known) {
    if (common !== dirname(dirname(folder)) || basename(dirname(folder)) !== "worktrees") return false;
    const back = realOf(resolve(folder, known));
    return back === null || back === dot;
  }
  if (common !== folder) return false;
  const { bare, worktree } = coreOf(plainText(join(folder, "config"), FILES.config!) ?? "");
  if (bare) return false;
  // A submodule, or a repository beside its work tree: it names it.
  if (worktree !== null) return realOf(resolve(folder, worktree)) === top;
  // `git init --separate-git-dir` leaves no trace; another work tree's own `.git` is not ours.
  return basename(folder) !== ".git" || dirname(folder) === top;
}

function realOf(path: string): string | null {
  try {
    return slashed(realpathSync(path));
  } catch {
    return null;
  }
}

/** `core.bare` and `core.worktree` of a configuration, as far as they stand in the file itself. */
function coreOf(text: string): { bare: boolean; worktree: string | null } {
  const core = { bare: false, worktree: null as string | null };
  let inside = false;
  for (const line of text.split("\n")) {
    const section = /^\s*\[\s*([\w.-]+)\s*\]/.exec(line)?.[1];
    if (section !== undefined || /^\s*\[/.test(line)) inside = section?.toLowerCase() === "core";
    const [, key, value] = /^\s*(?:\[[^\]]*\])?\s*(\w+)\s*(?:=\s*(.*?))?\s*$/.exec(line) ?? [];
    if (!inside || key === undefined) continue;
    if (key.toLowerCase() === "bare") core.bare = value === undefined || /^(?:true|yes|on|1)$/i.test(value);
    if (key.toLowerCase() === "worktree" && value !== undefined) core.worktree = value.replace(/^"(.*)"$/, "$1").replaceAll("\\\\", "\\");
  }
  return core;
}
