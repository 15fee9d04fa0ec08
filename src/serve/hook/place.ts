/** Where the hooks of a repository live, and who else looks after them. */
import { existsSync, lstatSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { Refusal } from "../../base/errors.ts";
import { GitFailure, gitTop, runGit } from "../../git/git.ts";
import { type HookName, OPEN, OWN, PRE_COMMIT } from "./script.ts";

export interface Place {
  /** Top of the work tree. */
  top: string;
  /** The git directory that all work trees of the repository share. */
  common: string;
  /** The folder in which git looks for hooks. */
  hooks: string;
  /**
   * `own`: the repository's; `tree`: a folder inside the work tree, usually tracked; `husky`: husky's generated folder; `shared`: a folder
   * outside, set for this user or machine; `elsewhere`: a folder outside, set for this repository.
   */
  kind: "own" | "tree" | "husky" | "shared" | "elsewhere";
}

/**
 * @param cwd where the user stands
 * @throws Refusal `not-git`, `git-failed`
 */
export async function placeOf(cwd: string): Promise<Place> {
  const top = gitTop(cwd);
  if (top === null)
    throw new Refusal(
      "not-git",
      isBare(cwd) ? `${cwd} is a bare repository: nobody commits in it.` : `${cwd} is not in a git work tree.`,
      "Go to a work tree of the repository and run it there.",
    );
  try {
    const common = resolve(cwd, (await text(cwd, ["rev-parse", "--git-common-dir"])).trim());
    const configured = await hooksPath(cwd);
    if (configured === null) return { top, common, hooks: join(common, "hooks"), kind: "own" };
    const hooks = resolve(top, configured.path);
    if (basename(hooks) === "_" && existsSync(join(hooks, "h"))) return { top, common, hooks, kind: "husky" };
    if (inside(common, hooks)) return { top, common, hooks, kind: "own" };
    if (inside(top, hooks)) return { top, common, hooks, kind: "tree" };
    return { top, common, hooks, kind: configured.scope === "local" || configured.scope === "worktree" ? "elsewhere" : "shared" };
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error;
    throw new Refusal("git-failed", `git could not be asked: ${error.message}.`, "Check the repository with: git status.", {
      cause: error,
    });
  }
}

const inside = (folder: string, path: string): boolean => {
  const way = relative(folder, path);
  return way === "" || !(way.startsWith("..") || way.startsWith("/"));
};

function isBare(folder: string): boolean {
  return ["HEAD", "objects", "refs"].every((name) => existsSync(join(folder, name)));
}

/** These two say where git's configuration is, and git itself honours them when it runs the hook. */
function configEnvironment(): Record<string, string> {
  const out: Record<string, string> = {};
  for (const name of ["GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM"]) {
    const value = process.env[name];
    if (value !== undefined) out[name] = value;
  }
  return out;
}

async function text(cwd: string, args: string[]): Promise<string> {
  const { stdout } = await runGit(cwd, args, { accept: [1], environment: configEnvironment() });
  return new TextDecoder().decode(stdout);
}

/** `core.hooksPath` as configured, without the override that our own calls of git carry. */
async function hooksPath(cwd: string): Promise<{ scope: string; path: string } | null> {
  const fields = (await text(cwd, ["config", "--show-scope", "--type=path", "-z", "--get-all", "core.hooksPath"])).split("\0");
  let found: { scope: string; path: string } | null = null;
  for (let i = 0; i + 1 < fields.length; i += 2) if (fields[i] !== "command") found = { scope: fields[i]!, path: fields[i + 1]! };
  return found?.path === "" ? null : found;
}

/** The file that is edited for a hook: husky's scripts lie beside its generated folder. */
export function hookFile(place: Place, hook: HookName): string {
  return place.kind === "husky" ? join(dirname(place.hooks), hook) : join(place.hooks, hook);
}

/** The check that belongs to this repository on this machine. */
export function checkFile(place: Place, hook: HookName): string {
  return join(place.common, "manifold", hook);
}

/** Text of a hook file, links followed; null if there is none. Binary hooks come as Latin-1. */
export function readHook(path: string): string | null {
  return existsSync(path) && statSync(path).isFile() ? readFileSync(path, "latin1") : null;
}

/** How a hook file stands to us. */
export type Standing = "missing" | "own" | "block" | "lefthook" | "foreign";

export function standingOf(path: string): Standing {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return "missing";
  const content = readHook(path) ?? "";
  if (content.includes(OWN)) return "own";
  if (content.includes(OPEN)) return "block";
  return content.includes("call_lefthook") ? "lefthook" : "foreign";
}

/** Our file where pre-commit has moved it aside and calls it before its own checks; null where it has not. */
export function movedAside(path: string): string | null {
  const legacy = `${path}.legacy`;
  return (readHook(path) ?? "").includes(PRE_COMMIT) && standingOf(legacy) === "own" ? legacy : null;
}
