/**
 * Which tree a call is about: the client's roots decide, and where it has none the folder that the server was started in.
 *
 * Nothing above a root of the client is read or written: its index lies in the root itself, or in a repository below it that was named.
 */
import { existsSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { Refusal } from "../../base/errors.ts";
import { slashed } from "../../base/names.ts";
import { isIndexed } from "../../store/place.ts";
import { namedRoot, rootFor } from "../../store/root.ts";
import { mcp } from "../limits.ts";
import { LiveTree } from "./live.ts";

/** Is `path` the folder itself or below it? Both absolute and real. */
export function isWithin(path: string, folder: string): boolean {
  const way = slashed(relative(folder, path));
  return way !== ".." && !way.startsWith("../") && !isAbsolute(way);
}

/** `file:` URIs as real folders; what is no folder of this machine is left out. */
export function rootFolders(uris: readonly string[]): string[] {
  const folders: string[] = [];
  for (const uri of uris) {
    try {
      const folder = namedRoot(fileURLToPath(uri));
      if (!folders.includes(folder)) folders.push(folder);
    } catch {
      // Another scheme, another machine's path, or a folder that is gone.
    }
  }
  return folders;
}

/**
 * The root of the tree that a call is about.
 * @param given the call's own `root` argument, a path or a `file:` URI
 * @param roots the client's, null where it has none to say
 * @param started the folder that the server stands for without roots
 * @throws Refusal `root-refused` for a folder outside of what may be looked into, and as `rootFor`
 */
export function treeFor(given: string | undefined, roots: readonly string[] | null, started: string): string {
  const named = given?.startsWith("file:") ? pathOf(given) : given;
  if (roots === null) {
    const tree = rootFor(started);
    if (named === undefined) return tree;
    const folder = namedRoot(named, tree);
    if (!isWithin(folder, tree)) throw outside(named, [tree]);
    return rootFor(folder);
  }
  if (roots.length === 0) throw new Refusal("root-refused", "The client has no open folder.", "Open one in the client, then ask again.");
  const here = roots.find((root) => isWithin(started, root)) ?? roots[0]!;
  if (named === undefined) return narrow(here) ? here : rootFor(here);
  for (const root of roots) {
    const folder = isAbsolute(named) ? existing(named) : existing(resolve(root, named));
    if (folder !== null && isWithin(folder, root)) return nearest(folder, root);
  }
  // Says what is wrong with the name itself, if anything is.
  namedRoot(named, here);
  throw outside(named, roots);
}

/** @throws Refusal `bad-value` */
function pathOf(uri: string): string {
  try {
    return fileURLToPath(uri);
  } catch {
    throw new Refusal("bad-value", `${uri} names no folder of this machine.`, "Give a path.");
  }
}

function existing(path: string): string | null {
  return existsSync(path) ? namedRoot(path) : null;
}

/** The nearest folder upwards with an index or a repository, the root at most; the folder itself where only the root says nothing of it. */
function nearest(folder: string, root: string): string {
  for (let at = folder; at !== root; at = dirname(at)) if (isIndexed(at) || existsSync(join(at, ".git"))) return at;
  return narrow(root) ? root : folder;
}

/** May the folder be indexed without having been named (the home folder and those above it may not)? */
function narrow(root: string): boolean {
  try {
    rootFor(root);
    return true;
  } catch {
    return false;
  }
}

function outside(named: string, roots: readonly string[]): Refusal {
  return new Refusal(
    "root-refused",
    `${named} is outside of what this server may look into (${roots.join(", ")}).`,
    "Name a folder inside, or leave the argument out.",
  );
}

/** The trees that are open, by root; the one unused for longest makes room. */
export class OpenTrees {
  readonly #open = new Map<string, LiveTree>();
  /** More where many trees are asked together: each question would open them all again. */
  #room: number = mcp.maxTrees;

  /** @param together it is asked together with those that are in use */
  at(root: string, together = false): LiveTree {
    if (together && !this.#open.has(root)) this.#room = Math.min(mcp.maxFleet, Math.max(this.#room, mcp.maxTrees + this.#open.size));
    const tree = this.#open.get(root) ?? new LiveTree(root);
    this.#open.delete(root);
    this.#open.set(root, tree);
    for (const [other, idle] of this.#open) {
      if (this.#open.size <= this.#room) break;
      if (idle.busy || idle === tree) continue;
      idle.close();
      this.#open.delete(other);
    }
    return tree;
  }

  close(): void {
    for (const tree of this.#open.values()) tree.close();
    this.#open.clear();
  }
}
