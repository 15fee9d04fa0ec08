/**
 * Whether a tree may have changed, without looking at it again: the folders that a scan looks into are recorded by the kernel.
 *
 * Only ever says "nothing happened" where that is certain: on local file systems, with every folder recorded before the tree was compared
 * with the index. What cannot be seen this way (a file written through a memory map or through a hard link elsewhere) is caught where
 * text is quoted: its hash is checked.
 */
import { lstatSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { git, gitTop } from "../base/git.ts";
import { Inotify } from "../base/inotify.ts";
import { mcp } from "../base/limits.ts";
import { namesFromBytes } from "../base/names.ts";
import { gitFolder } from "../base/repository.ts";
import { isLocal } from "./files.ts";
import { toolFolderOf } from "./kinds.ts";
import { ignoredAmong } from "./tree.ts";

const IGNORE_FILES = [".gitignore", ".manifoldignore"];

export class TreeWatch {
  /** Names that count in a watched folder; null = every name but our own. */
  #folders = new Map<number, ReadonlySet<string> | null>();
  #complete = false;
  #changed = true;

  private constructor(
    private readonly root: string,
    private readonly queue: Inotify,
  ) {}

  /** A watch that knows nothing yet, or null where changes cannot be seen for sure. */
  static async open(root: string): Promise<TreeWatch | null> {
    if (!isLocal(root)) return null;
    const queue = await Inotify.open();
    return queue && new TreeWatch(root, queue);
  }

  /**
   * Call before the tree is compared with anything: from here on `quiet` tells of every change.
   * @param known paths that are indexed: folders of tools that hold some are looked into
   * @returns false where not every folder can be recorded; `quiet` is then never true
   */
  async begin(known: () => Iterable<string>): Promise<boolean> {
    this.#drain();
    this.#changed = false;
    if (!this.#complete) this.#complete = await this.#record(known());
    return this.#complete;
  }

  /** Has nothing happened since `begin`? */
  quiet(): boolean {
    if (this.#complete && !this.#changed) this.#drain();
    return this.#complete && !this.#changed;
  }

  close(): void {
    this.queue.close();
  }

  #drain(): void {
    const events = this.queue.drain();
    if (events === null) {
      this.#changed = true;
      this.#complete = false;
      return;
    }
    for (const { watch, name, structure } of events) {
      const counts = this.#folders.get(watch);
      if (counts === undefined || name === ".manifold" || (counts !== null && !counts.has(name) && name !== "")) continue;
      this.#changed = true;
      if (structure || name === ".git") this.#complete = false;
    }
  }

  /** Records every folder that a scan may look into, parents before their entries are listed: none can be missed in between. */
  async #record(known: Iterable<string>): Promise<boolean> {
    const top = gitTop(this.root);
    const ignored = top === null ? new Set<string>() : await ignoredFolders(this.root);
    if (ignored === null) return false;
    const kept = foldersOf(known);
    const { dev } = lstatSync(this.root);
    const pending = [""];
    for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
      const full = join(this.root, folder);
      const stat = lstatSync(full, { throwIfNoEntry: false });
      if (!stat?.isDirectory()) continue;
      if (stat.dev !== dev && !isLocal(full)) return false;
      if (this.#folders.size >= mcp.maxWatches || !this.#watch(full, null)) return false;
      const names = entriesOf(full);
      // Another repository is left out as a whole, unless its `.git` goes away.
      if (folder !== "" && names.some(({ name }) => name === ".git")) {
        this.#watch(full, new Set([".git"]));
        continue;
      }
      for (const { name, isFolder } of names) {
        const path = folder === "" ? name : `${folder}/${name}`;
        if (!isFolder || name === ".git" || name === ".manifold" || ignored.has(path)) continue;
        if (toolFolderOf(`${path}/`) === null || kept.has(path)) pending.push(path);
      }
    }
    return top === null || this.#recordGit(top);
  }

  /** What decides about the tree from outside of it: git's index and excludes, ignore files of the folders above. */
  #recordGit(top: string): boolean {
    let folder = join(top, ".git");
    let common = folder;
    if (!lstatSync(folder).isDirectory()) {
      const target = gitFolder(top);
      if (target === null) return false;
      folder = target;
      common = join(folder, "../..");
    }
    if (!isLocal(folder) || !this.#watch(folder, new Set(["index", "info"]))) return false;
    // Not every repository has the folder; that it comes is seen in the one above. A linked work tree has that of the main one.
    for (const one of new Set([folder, common])) this.#watch(join(one, "info"), new Set(["exclude"]));
    for (let at = this.root; at !== top; ) {
      at = dirname(at);
      if (!this.#watch(at, new Set([...IGNORE_FILES, ".git"]))) return false;
    }
    return true;
  }

  #watch(folder: string, names: ReadonlySet<string> | null): boolean {
    const watch = this.queue.watch(folder);
    if (watch >= 0) this.#folders.set(watch, names);
    return watch >= 0;
  }
}

function entriesOf(folder: string): { name: string; isFolder: boolean }[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }));
  } catch {
    return [];
  }
}

/** Folders that git leaves out as a whole, or null where git cannot tell. */
async function ignoredFolders(root: string): Promise<Set<string> | null> {
  try {
    const names = namesFromBytes(await git(root, ["ls-files", "-o", "-i", "--exclude-standard", "--directory", "-z"]));
    return await ignoredAmong(
      root,
      names.filter((name) => name.endsWith("/")).map((name) => name.slice(0, -1)),
    );
  } catch {
    return null;
  }
}

/** Every folder above these paths. */
function foldersOf(paths: Iterable<string>): Set<string> {
  const folders = new Set<string>();
  for (const path of paths)
    for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1)) {
      const folder = path.slice(0, at);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  return folders;
}
