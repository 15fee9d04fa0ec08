/**
 * All edges of the tree in native memory (base/native/packed.c), for walks that meet them all.
 *
 * The addon is loaded into the connection as a library with one SQL function, which sees every file's bytes where SQLite has them: reading and
 * unpacking 1.2 million edges takes 19 ms, where the bytes alone took 20 to be handed over as values, with three copies of each, and every step of a
 * walk had to unpack them again.
 */
import type { Database, Statement } from "bun:sqlite";
import { edges as edgeSettings } from "../base/limits.ts";
import { type Quick, type QuickTree, quickPath } from "../base/quick.ts";
import { EDGE_KINDS, RESOLUTIONS } from "../base/types.ts";
import { kindCode } from "./adjacency.ts";
import { KIN } from "./kin.ts";

/** What the addon must know of kinds and resolutions, in its order. */
export const CODES = Int32Array.of(
  RESOLUTIONS.indexOf("external"),
  kindCode("contains"),
  kindCode("imports"),
  RESOLUTIONS.indexOf("dispatch"),
  RESOLUTIONS.indexOf(KIN.nested),
  RESOLUTIONS.indexOf(KIN.maker),
);

/** Whose snapshot is read. */
export interface Readable {
  readonly db: Database;
  statement(sql: string): Statement;
  meta(key: string): string | null;
}

export interface PackedEdges {
  readonly tree: QuickTree;
  /** Files by id: their place in the order of paths; -1 for none. */
  readonly rank: Int32Array;
  /** By place: has the file tests? */
  readonly tests: Uint8Array;
  /** By symbol, as all below: the place of its file. */
  readonly place: Int32Array;
  /** The function around it, and where that begins. */
  readonly around: Int32Array;
  readonly aroundStart: Int32Array;
  /** Is something else called with it, does a function stand around it? */
  readonly kin: Uint8Array;
  /** Pairs of symbols called with one another, ascending. */
  readonly mates: Int32Array;
}

/** Mark of a seed, as of walks. */
const SEED = 1;

const extended = new WeakSet<Database>();

/** A row each of a file's edges, of the order of paths, of tags that matter, of where symbols stand: the numbers are those of the addon. */
const READ = [
  "SELECT manifold_edges(1, id, 0) FROM (SELECT id FROM file ORDER BY path)",
  "SELECT manifold_edges(2, id, tags) FROM file WHERE tags <> ''",
  "SELECT manifold_edges(3, first, file) FROM (SELECT first, file FROM run ORDER BY first)",
  "SELECT manifold_edges(0, file, links) FROM dependency",
];

/**
 * @param seeds of the walk that will be first: edges that reach them are noted on the way
 * @param beside from how many stored bytes of edges on a second thread reads and walks
 * @returns null where the addon cannot be loaded into the connection, and where it makes no sense of the stored bytes
 */
export function packedEdges(
  store: Readable,
  addon: Quick,
  seeds: readonly number[],
  beside: number = edgeSettings.beside,
): PackedEdges | null {
  const { db } = store;
  if (!extended.has(db)) {
    const path = quickPath();
    if (path === null) return null;
    try {
      db.loadExtension(path, "manifold_edges_init");
    } catch {
      // An engine that was built without extensions.
      return null;
    }
    extended.add(db);
  }
  const size = Number(store.meta("next_symbol") ?? 1);
  const [[last]] = store.statement("SELECT max(id) FROM file").values() as [[number | null]];
  const files = (last ?? 0) + 1;
  const rank = new Int32Array(files).fill(-1);
  const [place, around, aroundStart] = [new Int32Array(size), new Int32Array(size), new Int32Array(size)];
  const [tests, kin] = [new Uint8Array(files), new Uint8Array(size)];
  for (const id of seeds) if (id < size) kin[id] = SEED;
  const tree = addon.edgesBegun(rank, place, tests, around, aroundStart, kin, CODES, EDGE_KINDS.length, beside);
  if (tree === null) return null;
  let read: [number, Int32Array] | null = null;
  try {
    for (const sql of READ) store.statement(sql).values();
  } finally {
    read = addon.edgesEnded(tree);
  }
  if (read === null) return null;
  for (const id of seeds) if (id < size) kin[id]! &= ~SEED;
  const [places, mates] = read;
  return { tree, rank, tests: tests.subarray(0, places), place, around, aroundStart, kin, mates };
}
