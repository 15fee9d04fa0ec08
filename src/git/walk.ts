/**
 * Listing a tree without git: a walk that obeys nested `.gitignore` files, leaves out nested repositories and follows no link.
 */
import { type Dirent, readdirSync, realpathSync } from "node:fs";
import { join, relative } from "node:path";
import { nameFromBytes, systemPath } from "../base/names.ts";
import type { SkipReason } from "../base/types.ts";
import { look } from "../files/files.ts";
import { IgnoreRules, MAX_IGNORE_BYTES } from "../files/ignoring.ts";
import { isToolFolder } from "../files/kinds.ts";
import { plainText } from "./repository.ts";

/** What is in a tree, before names and content are judged. */
export interface Listing {
  /** Files and links. */
  paths: string[];
  /** Left out already; a whole folder ends with `/`. */
  skipped: Map<string, SkipReason>;
  /** Ignore files that are not followed as a whole (`IgnoreRules.cut`). */
  cut?: readonly string[];
}

/** Told how many files have been looked at, of how many (0: not known). */
export type Looked = (done: number, total: number) => void;

/** Files between two calls of a `Looked`. */
export const LOOKED_AT_ONCE = 500;

/** `.gitignore` rules as they hold at `root`, those of the git work tree around it (`top`) and its `info/exclude` included. Paths are relative to the returned base. */
export function gitignoreRules(root: string, top: string | null): { rules: IgnoreRules; prefix: string } {
  const base = top ?? root;
  const prefix = relative(base, root);
  // None where `.git` is a pointer.
  const exclude = top === null ? "" : (plainText(join(top, ".git/info/exclude"), MAX_IGNORE_BYTES) ?? "");
  const rules = new IgnoreRules(base, ".gitignore", exclude);
  let folder = "";
  for (const part of prefix.split("/").filter(Boolean)) {
    rules.load(folder);
    folder = folder === "" ? part : `${folder}/${part}`;
  }
  return { rules, prefix: prefix === "" ? "" : `${prefix}/` };
}

/**
 * Walks a tree.
 * @param root absolute, real
 * @param top the git work tree around it where git itself could not be asked; its ignore rules hold
 * @param looked told how many files there are so far
 */
export function walk(root: string, top: string | null = null, looked?: Looked): Listing {
  const { rules, prefix } = gitignoreRules(root, top);
  const listing: Listing = { paths: [], skipped: new Map() };
  // If the root itself is ignored by what surrounds it, it was named on purpose, and the rules above say nothing about what is inside.
  if (prefix !== "" && rules.judge(prefix) !== null) return walk(root, null, looked);
  const pending = [""];
  let told = 0;
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    if (listing.paths.length >= told + LOOKED_AT_ONCE) {
      told = listing.paths.length;
      looked?.(told, 0);
    }
    const entries = readFolder(root, folder);
    if (entries === null) {
      listing.skipped.set(folder === "" ? "./" : `${folder}/`, "unreadable");
      continue;
    }
    if (folder !== "" && entries.some((entry) => entry.name === ".git" && entry.kind !== "special")) {
      listing.skipped.set(`${folder}/`, "nested-repository");
      continue;
    }
    const at = folder === "" ? "" : `${folder}/`;
    if (entries.some((entry) => entry.name === ".gitignore")) rules.load(`${prefix}${folder}`.replace(/\/$/, ""));
    for (const { name, kind } of entries) {
      if (name === ".manifold" || name === ".git") continue;
      const path = at + name;
      if (kind === "folder") {
        if (isToolFolder(name) || rules.judge(`${prefix}${path}/`) !== null) listing.skipped.set(`${path}/`, "ignored");
        else pending.push(path);
      } else if (rules.judge(prefix + path) !== null) listing.skipped.set(path, "ignored");
      else listing.paths.push(path);
    }
  }
  listing.cut = rules.cut;
  return listing;
}

interface Entry {
  name: string;
  kind: "file" | "folder" | "special";
}

/** Entries of a folder, or null if it cannot be read. Links count as files here: opening decides. */
function readFolder(root: string, folder: string): Entry[] | null {
  const full = systemPath(folder === "" ? root : `${root}/${folder}`);
  try {
    // A folder swapped for a link since its parent was read must not be followed.
    const real = nameFromBytes(realpathSync(full, { encoding: "buffer" }));
    if (real !== (folder === "" ? root : `${root}/${folder}`)) return null;
    const entries = readdirSync(full, { withFileTypes: true });
    if (!entries.some((entry) => entry.name.includes("\uFFFD") || /[\uF780-\uF7FF]/.test(entry.name)))
      return entries.map((entry) => ({ name: entry.name, kind: kindOf(entry) ?? kindAt(root, folder, entry.name) }));
    // Some name is not UTF-8: as bytes, with a look at each.
    return readdirSync(full, { encoding: "buffer" }).map((bytes) => {
      const name = nameFromBytes(bytes);
      return { name, kind: kindAt(root, folder, name) };
    });
  } catch {
    return null;
  }
}

/** Null where the file system does not tell with the name. */
function kindOf(entry: Dirent): Entry["kind"] | null {
  if (entry.isFile() || entry.isSymbolicLink()) return "file";
  if (entry.isDirectory()) return "folder";
  return entry.isFIFO() || entry.isSocket() || entry.isBlockDevice() || entry.isCharacterDevice() ? "special" : null;
}

function kindAt(root: string, folder: string, name: string): Entry["kind"] {
  const { kind } = look(root, folder === "" ? name : `${folder}/${name}`);
  return kind === "folder" || kind === "special" ? kind : "file";
}
