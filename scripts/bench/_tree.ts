/**
 * Big trees for the indexing benchmark, made deterministically from real sources.
 *
 * The tree holds copies of the given files under `copy-000/`, `copy-001/`, …; in every copy but the first, the parts of
 * identifiers and of path names (`parseHeader` has two) are swapped for others from the same sources by a seeded permutation:
 * the same part always for the same other, in file names too, so that imports still lead where they led and the text
 * has the statistics of real code, while no two copies define the same names. Words of the languages and short or rare parts
 * stay. A whole number of copies is cut at exactly the number of files asked for.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { commitTree } from "./_packages.ts";

/** Words that must stay what they are for the copies to parse. */
const RESERVED = new Set(
  (
    "abstract alias assert async await auto await begin boolean break case catch char class const constexpr continue debugger default " +
    "defined delete double elif else elsif encoding ensure enum explicit export extends extern false final finally float for from " +
    "function global goto implements import include inline instanceof interface lambda literal long module mutable namespace native " +
    "never next none nonlocal null number object operator override package pass private protected public raise readonly redo require " +
    "rescue retry return self short signed sizeof static strict string struct super switch symbol synchronized template then this " +
    "throw throws transient true type typedef typename typeof undefined undef union unless unsigned until using virtual void " +
    "volatile when while with yield constructor prototype exports relative attr reader writer accessor"
  ).split(" "),
);
const PART = /[A-Z]?[a-z]{4,}/g;

/** A small seeded generator (mulberry32): the same numbers everywhere. */
export function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export interface Source {
  path: string;
  text: string;
}

/** Parts of identifiers that occur in at least three of the files, in order. */
function vocabulary(sources: readonly Source[]): string[] {
  const files = new Map<string, number>();
  for (const { text } of sources)
    for (const part of new Set(text.match(PART)?.map((word) => word.toLowerCase()))) files.set(part, (files.get(part) ?? 0) + 1);
  return [...files.keys()].filter((part) => files.get(part)! >= 3 && !RESERVED.has(part)).sort();
}

/** A permutation of the vocabulary for one copy. */
function permutation(parts: readonly string[], copy: number): Map<string, string> {
  const next = generator(copy * 7919 + 1);
  const shuffled = [...parts];
  for (let i = shuffled.length - 1; i > 0; i--) {
    const j = Math.floor(next() * (i + 1));
    [shuffled[i], shuffled[j]] = [shuffled[j]!, shuffled[i]!];
  }
  return new Map(parts.map((part, i) => [part, shuffled[i]!]));
}

const rename = (text: string, by: ReadonlyMap<string, string>): string =>
  text.replace(PART, (word) => {
    const other = by.get(word.toLowerCase());
    if (other === undefined) return word;
    return word[0]! < "a" ? other[0]!.toUpperCase() + other.slice(1) : other;
  });

/** The files below a folder whose ending is wanted, no longer than `max` characters, in order of path. */
export function sourcesIn(folder: string, extensions: readonly string[], max = 60_000): Source[] {
  return [...new Bun.Glob(`**/*.{${extensions.join(",")}}`).scanSync({ cwd: folder })]
    .sort()
    .map((path) => ({ path, text: readFileSync(join(folder, path), "utf8") }))
    .filter(({ text }) => text.length > 0 && text.length <= max);
}

/**
 * Makes the tree as a git work tree, once; later calls find it.
 * @param count files it holds, exactly
 */
export function makeTree(folder: string, sources: readonly Source[], count: number): string {
  if (existsSync(join(folder, ".git"))) return folder;
  if (sources.length === 0) throw new Error("There are no sources to make a tree of.");
  const made = `${folder}.new`;
  rmSync(made, { recursive: true, force: true });
  const parts = vocabulary(sources);
  for (let written = 0, copy = 0; written < count; copy++) {
    const by = copy === 0 ? new Map<string, string>() : permutation(parts, copy);
    for (const { path, text } of sources.slice(0, count - written)) {
      const dot = path.lastIndexOf(".");
      const target = join(made, `copy-${String(copy).padStart(3, "0")}`, rename(path.slice(0, dot), by) + path.slice(dot));
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, rename(text, by));
      written++;
    }
  }
  commitTree(made);
  renameSync(made, folder);
  return folder;
}
