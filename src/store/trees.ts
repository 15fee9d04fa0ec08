/**
 * Which trees this user has indexed on this machine: where the index of a tree that has none may begin. A file for each in the cache by content's folder, with
 * its path. Only where to look: whether an index there is believed, its seal decides.
 */
import { readdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { caching } from "../base/limits.ts";
import { type CachePlace, cachePlace, TREE } from "./cache.ts";
import { readOwnOrNull, removeOwn, statOf, writeOwn } from "./own.ts";

/** Notes a tree that has just been indexed. Best effort. */
export function noteTree(root: string): void {
  try {
    const place = ownPlace();
    if (place === null) return;
    const note = join(place.folder, `tree-${new Bun.CryptoHasher("sha256").update(root).digest("hex").slice(0, 32)}`);
    const now = new Date();
    if (readOwnOrNull(note, caching.mostPath)?.toString() === root) utimesSync(note, now, now);
    else writeOwn(note, root);
  } catch {}
}

/** The trees that were indexed last, the latest first; those that are gone are forgotten. */
export function notedTrees(): string[] {
  try {
    const place = ownPlace();
    if (place === null) return [];
    const notes = readdirSync(place.folder)
      .filter((name) => TREE.test(name))
      .map((name) => join(place.folder, name));
    const dated = notes.map((note) => ({ note, at: Number(statOf(note)?.mtimeMs ?? 0) })).sort((a, b) => b.at - a.at);
    return dated.flatMap(({ note }, i) => {
      const root = readOwnOrNull(note, caching.mostPath)?.toString();
      if (root && i < caching.mostTrees && statOf(root)?.isDirectory()) return [root];
      removeOwn(note);
      return [];
    });
  } catch {
    return [];
  }
}

/** Nobody else learns from a shared folder which trees this user has. */
function ownPlace(): CachePlace | null {
  const place = cachePlace();
  return typeof place === "string" || !place.own || !place.writable ? null : place;
}
