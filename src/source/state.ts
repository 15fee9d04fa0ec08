/**
 * What a git work tree looks like, as one short text: equal texts mean that nothing changed in between.
 *
 * A question on an unchanged tree then needs no list of all its files: git's index is the same file, and the few files that differ from it
 * or are not in it have the times and sizes that they had.
 */
import { readFileSync, statSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import { filterOverrides, git, gitTop, runGit } from "../base/git.ts";
import { namesFromBytes } from "../base/names.ts";
import { reading } from "../base/settings.ts";
import { look, settledStamp } from "./files.ts";

/**
 * The state of the part of a git work tree below `root`; two git commands at once.
 * @param root absolute, real
 * @param meanwhile called once git is at work: what it does costs no time of its own on a second processor
 * @returns null where it cannot be told: outside git, where git fails, where too many files differ from git's index, or where something
 *   changed so recently that its time cannot tell the next change
 */
export async function treeState(root: string, meanwhile: () => Promise<void> = async () => {}): Promise<string | null> {
  const top = gitTop(root);
  const index = top && indexStamp(top);
  if (!index) return null;
  try {
    const changed = async () => {
      const settings = await filterOverrides(root);
      const names = git(root, ["diff-files", "--name-only", "--relative", "--ignore-submodules=all", "--no-renames", "-z"], { settings });
      const [done] = await Promise.all([names, meanwhile()]);
      return done;
    };
    const [dirty, others] = await Promise.all([changed(), runGit(root, ["ls-files", "-o", "--exclude-standard", "-z"])]);
    if (others.stderr !== "") return null;
    const lines = [index];
    const names = [...namesFromBytes(dirty), "", ...namesFromBytes(others.stdout)];
    if (names.length > reading.maxStateFiles) return null;
    for (const name of names) {
      const { kind, size, stamp } = name === "" || name.endsWith("/") ? { kind: "folder", size: 0, stamp: 0 } : look(root, name);
      if (kind === "file" && settledStamp(stamp) === 0) return null;
      lines.push(`${name}\0${kind} ${size} ${stamp}`);
    }
    return `${names.length} ${Bun.SHA256.hash(lines.join("\n"), "hex")}`;
  } catch {
    return null;
  }
}

/** Identity, size and time of git's index file, or null while it is too young to tell. */
function indexStamp(top: string): string | null {
  try {
    const dot = join(top, ".git");
    const folder = statSync(dot).isDirectory() ? dot : linked(top, readFileSync(dot, "utf8"));
    const stat = statSync(join(folder, "index"));
    return settledStamp(Math.floor(stat.mtimeMs)) === 0 ? null : `${stat.ino} ${stat.size} ${stat.mtimeMs} ${stat.ctimeMs}`;
  } catch {
    return null;
  }
}

/** The folder that a `.git` file points to (work trees, submodules). */
function linked(top: string, text: string): string {
  const path = /^gitdir:\s*(.+?)\s*$/m.exec(text)?.[1] ?? "";
  return isAbsolute(path) ? path : join(dirname(join(top, ".git")), path);
}
