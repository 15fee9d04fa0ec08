/**
 * Whether git would list the same untracked files as before, told by the times of the folders that it looked into.
 *
 * `git ls-files -o` reads every folder of the tree: on 10,000 files in 2,648 folders 34 ms of a processor, as much as half of an answer. A folder's
 * time changes with its entries, so while all times are the same, and those of the files with ignore rules are, and git's index has the same
 * files, the list is the same. Taken only where times can be trusted (local file systems) and the root is the top of a work tree of its own;
 * everywhere else git is asked each time.
 */
import { lstatSync, readdirSync, type Stats } from "node:fs";
import { join } from "node:path";
import { reading } from "../base/limits.ts";
import { isLocal, settledStamp, stampOf } from "../files/files.ts";
import { toolFolderOf } from "../files/kinds.ts";
import { gitTop } from "./git.ts";
import { ignoredAmong } from "./listing.ts";

/** What decides besides the folders: git's own excludes and settings, and every `.gitignore` in a folder that was looked into. */
const SETTINGS = [".git/config", ".git/info/exclude"];

/** Stamps of folders and of files with rules by path; "" is the root. 0 = its time cannot tell the next change, -1 = it is not there. */
export interface FolderTimes {
  folders: Record<string, number>;
  rules: Record<string, number>;
}

/** The times now beside those of before. */
export interface FolderLook {
  times: FolderTimes;
  /** Nothing differs: git would list the same files. */
  same: boolean;
}

/** Times as text: `<stamp> f<path>\0` a folder, then `<stamp> r<path>\0` a file with rules. */
export function timesAsText({ folders, rules }: FolderTimes): string {
  let text = "";
  for (const path in folders) text += `${folders[path]} f${path}\0`;
  for (const path in rules) text += `${rules[path]} r${path}\0`;
  return text;
}

/** What `timesAsText` wrote; null where it did not. */
export function timesFromText(bytes: Uint8Array): FolderTimes | null {
  const times: FolderTimes = { folders: {}, rules: {} };
  const entries = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString().split("\0");
  if (entries.pop() !== "") return null;
  for (const entry of entries) {
    const cut = entry.indexOf(" ");
    const kind = entry[cut + 1];
    const stamp = Number(entry.slice(0, cut));
    if (cut < 1 || !Number.isSafeInteger(stamp) || (kind !== "f" && kind !== "r")) return null;
    (kind === "f" ? times.folders : times.rules)[entry.slice(cut + 2)] = stamp;
  }
  return times;
}

/**
 * When a folder or a file with rules last changed, and which it is (a folder in the place of another may have its time): milliseconds up to 2^31
 * and the inode up to 2^21 in one number.
 * @param now of the whole look: later changes are younger
 */
function stampNow(path: string, folder: boolean, now: number): number {
  const stat: Stats | undefined = lstatSync(path, { throwIfNoEntry: false });
  if (!stat || (folder && !stat.isDirectory())) return -1;
  const stamp = settledStamp(stampOf(stat), now);
  return stamp === 0 ? 0 : (stamp % 2 ** 31) * 2 ** 21 + (stat.ino % 2 ** 21);
}

/**
 * Looks at the times of all folders of before, and into those that changed. To be called before git lists what is untracked: whatever comes
 * later then has another time.
 * @param root absolute, real
 * @param before as an earlier look had them; null = never looked
 * @returns null where times say nothing, or there are too many folders
 */
export async function lookAtFolders(root: string, before: FolderTimes | null): Promise<FolderLook | null> {
  try {
    return await look(root, before);
  } catch {
    return null;
  }
}

async function look(root: string, before: FolderTimes | null): Promise<FolderLook | null> {
  const now = Date.now();
  const times: FolderTimes = { folders: {}, rules: {} };
  let same = before !== null;
  if (before) {
    for (const path in before.rules) {
      const stamp = stampNow(`${root}/${path}`, false, now);
      times.rules[path] = stamp;
      if (stamp === 0 || stamp !== before.rules[path]) same = false;
    }
    // Other rules leave out other folders: all are looked into anew.
    if (same) {
      const changed: string[] = [];
      for (const path in before.folders) {
        const stamp = stampNow(path === "" ? root : `${root}/${path}`, true, now);
        if (stamp === before.folders[path] && stamp !== 0) times.folders[path] = stamp;
        else {
          same = false;
          if (stamp === -1) continue;
          times.folders[path] = stamp;
          changed.push(path);
        }
      }
      if (same) return { times, same: true };
      return (await lookInto(root, changed, times, now)) ? { times, same: false } : null;
    }
  }
  if (gitTop(root) !== root || !lstatSync(join(root, ".git")).isDirectory() || !isLocal(root)) return null;
  const fresh: FolderTimes = { folders: { "": stampNow(root, true, now) }, rules: {} };
  for (const path of SETTINGS) fresh.rules[path] = stampNow(`${root}/${path}`, false, now);
  return (await lookInto(root, [""], fresh, now)) ? { times: fresh, same: false } : null;
}

/**
 * Adds the folders below some, as far as git looks into them: not into what it ignores, submodules and what only tools write.
 * @param folders whose times were taken already
 * @returns false where that cannot be told
 */
async function lookInto(root: string, folders: readonly string[], times: FolderTimes, now: number): Promise<boolean> {
  const { dev } = lstatSync(root);
  for (let pending = [...folders]; pending.length > 0; ) {
    const found: string[] = [];
    for (const folder of pending) {
      const entries = readdirSync(folder === "" ? root : `${root}/${folder}`, { withFileTypes: true });
      // A submodule; should its `.git` go away, the folder has another time.
      if (folder !== "" && entries.some((entry) => entry.name === ".git" && entry.isFile())) continue;
      for (const entry of entries) {
        const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
        if (entry.name === ".gitignore") times.rules[path] = stampNow(`${root}/${path}`, false, now);
        if (entry.isFile() || entry.isSymbolicLink() || entry.name === ".git" || entry.name === ".manifold") continue;
        if (path in times.folders || toolFolderOf(`${path}/`) !== null) continue;
        // No text: it cannot be asked for again.
        if (path.includes("\uFFFD")) return false;
        const stat = lstatSync(`${root}/${path}`, { throwIfNoEntry: false });
        if (!stat?.isDirectory()) continue;
        if (stat.dev !== dev) return false;
        found.push(path);
      }
    }
    if (found.length === 0) return true;
    if (Object.keys(times.folders).length + found.length > reading.maxFolders) return false;
    const ignored = await ignoredAmong(root, found);
    pending = found.filter((path) => !ignored.has(path));
    // Before they are looked into: whatever comes later changes the time.
    for (const path of pending) times.folders[path] = stampNow(`${root}/${path}`, true, now);
  }
  return true;
}
