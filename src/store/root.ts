/**
 * Which folder a question or an index is about.
 */
import { realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { Refusal } from "../base/errors.ts";
import { slashed } from "../base/names.ts";
import { gitTop } from "../git/git.ts";
import { isOwnFolder, statOf } from "./own.ts";
import { FOLDER, isIndexed } from "./place.ts";

/**
 * The root of a question asked in a folder: the nearest parent with an index that this user made there, else the git work tree's top, else (outside git)
 * the outermost with a `.manifold` of this user's, else the folder itself.
 *
 * Never above the git work tree that the folder is in (another repository's index does not cover it); never the home folder, a folder above it,
 * or `/`, unless there is an index in it already: then it was named once.
 * @param home for tests
 * @returns absolute, symbolic links resolved
 * @throws Refusal `root-refused`, `path-missing`
 */
export function rootFor(folder: string, home: string = homedir()): string {
  const start = namedRoot(folder);
  const top = gitTop(start);
  let copied: string | null = null;
  for (let at = start; ; at = dirname(at)) {
    // Whatever else has the name must not decide what is asked: anybody can make `/tmp/.manifold`, or have one in a folder of a repository.
    if (isIndexed(at)) return at;
    if (hasFolder(at) && !isTooWide(at, home)) copied = at;
    if (at === top || dirname(at) === at) break;
  }
  if (top !== null && !isTooWide(top, home)) return top;
  // Outside git nothing else tells how far a copied tree reaches. What a stranger's archive brings deeper inside narrows nothing.
  if (top === null && copied !== null) return copied;
  if (!isTooWide(start, home)) return start;
  throw new Refusal(
    "root-refused",
    `${dirname(start) === start ? "The whole machine" : `${start}, the home folder or a folder above it,`} is not indexed unless it is named.`,
    "Go to a project's folder, or name this one: manifold index DIR.",
  );
}

/** A folder of ours by that name, though nothing in it is sealed by us here: that of a tree that was copied. */
const hasFolder = (at: string): boolean => {
  try {
    return isOwnFolder(statOf(join(at, FOLDER)));
  } catch {
    return false;
  }
};

function isTooWide(folder: string, home: string): boolean {
  if (dirname(folder) === folder) return true;
  let real = home;
  try {
    real = slashed(realpathSync(home));
  } catch {
    // No home folder on this machine.
  }
  return `${real}/`.startsWith(`${folder}/`);
}

/**
 * A folder that the user named, as root: absolute, links resolved. Any folder will do; nothing is ever created.
 * @param base what a relative name is relative to
 * @throws Refusal `path-missing`, `not-a-folder`, `file-unreadable`
 */
export function namedRoot(folder: string, base: string = process.cwd()): string {
  const path = resolve(base, folder);
  try {
    const real = slashed(realpathSync(path));
    if (statSync(real).isDirectory()) return real;
  } catch (error) {
    const code = (error as { code?: string }).code;
    if (code === "EACCES" || code === "EPERM")
      throw new Refusal("file-unreadable", `No permission to open ${path}.`, "Ask for access, or name another folder.");
    if (code === "ELOOP") throw new Refusal("path-missing", `${path} is a link that leads to itself.`, "Name a folder that exists.");
    throw new Refusal("path-missing", `There is no folder ${path}.`, "Check the spelling; Manifold never creates the folder it indexes.");
  }
  throw new Refusal("not-a-folder", `${path} is a file, not a folder.`, `Name its folder: manifold index ${dirname(path)}`);
}
