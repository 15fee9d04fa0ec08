/** The other work trees of a repository, read from its files: a first index does not wait for a process. */
import { readdirSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { slashed } from "../base/names.ts";
import { gitTop } from "./git.ts";
import { commonFolder, doubtAbout, gitFolder, plainText } from "./repository.ts";

/** A repository with more of them has forgotten to prune. */
const MOST = 100;

/**
 * The same folder in every other work tree of the repository that a folder is in, as far as each says itself that it belongs to it: what an archive names as
 * a work tree of its own is none.
 * @param root absolute, real
 */
export function siblings(root: string): string[] {
  const top = gitTop(root);
  const common = top === null ? null : commonOf(top);
  if (top === null || common === null) return [];
  const tops = [...(basename(common) === ".git" ? [dirname(common)] : []), ...linked(common)];
  return [...new Set(tops)].filter((one) => one !== top && commonOf(one) === common).map((one) => join(one, root.slice(top.length)));
}

/** The directory that all work trees of a repository share; null where that is in doubt. */
function commonOf(top: string): string | null {
  if (doubtAbout(top) !== null) return null;
  const folder = gitFolder(top);
  return folder === null ? null : commonFolder(folder);
}

/** Work trees that a repository says it has. */
function linked(common: string): string[] {
  const folder = join(common, "worktrees");
  try {
    return readdirSync(folder)
      .slice(0, MOST)
      .flatMap((name) => {
        const dot = plainText(join(folder, name, "gitdir"), 65_536)?.trim();
        return dot ? [slashed(dirname(resolve(folder, name, dot)))] : [];
      });
  } catch {
    return [];
  }
}
