/**
 * The table of vectors: blocks of neighbouring chunk numbers, so that reading all of them takes few rows, and a change of a few chunks writes few bytes.
 * Of very many a graph is kept too, in a file that the database names (graph.ts).
 */
import type { Statement } from "bun:sqlite";
import { join } from "node:path";
import { vectors as settings } from "../../base/limits.ts";
import { DamagedIndex } from "../damage.ts";
import { embeddingState } from "../embedding.ts";
import { indexFolder } from "../folder.ts";
import { identityOf } from "../seal.ts";
import { VectorIndex } from "../vectors.ts";
import { Graph, writeGraph } from "./graph.ts";

/** Chunk numbers in a block: of the built-in embedding (128 bytes, and 4 for the number) as many as a page of 16,384 bytes holds. */
const BLOCK = 120;

/** Keys in `meta`: how many vectors there are, and which file is the graph of them. */
const COUNT = "vectors";
const GRAPH = "vectors_graph";

/** Where vectors are read: a `Store` or a `Writer`. */
interface Stored {
  meta(key: string): string | null;
  statement(sql: string): Statement;
}
interface Written extends Stored {
  setMeta(key: string, value: string | number | null): void;
}

const bytesOf = (array: Int8Array | Uint32Array): Uint8Array => new Uint8Array(array.buffer, array.byteOffset, array.byteLength);

function countOf(store: Stored): number {
  const count = Number(store.meta(COUNT) ?? 0);
  if (!Number.isSafeInteger(count) || count < 0) throw new DamagedIndex("the number of its vectors makes no sense");
  return count;
}

/**
 * The vectors of an index; null if it has none.
 * @throws DamagedIndex when some are gone, or of another size
 */
export function openVectors(root: string, store: Stored): VectorIndex | null {
  const count = countOf(store);
  const dimensions = embeddingState(store)?.dimensions ?? 0;
  if (count === 0 || dimensions === 0) return null;
  const ids = new Uint32Array(count);
  const rows = new Int8Array(count * dimensions);
  const [allIds, allRows] = [bytesOf(ids), bytesOf(rows)];
  let at = 0;
  for (const block of store.statement("SELECT ids, rows FROM vector ORDER BY block").values() as Block[]) {
    const size = sizeOf(block, dimensions);
    if (at + size > count) throw new DamagedIndex("it has more vectors than were written");
    allIds.set(block[0], 4 * at);
    allRows.set(block[1], dimensions * at);
    at += size;
  }
  if (at < count) throw new DamagedIndex("some of its vectors are gone");
  let opened: Graph | null | undefined;
  const index = new VectorIndex(dimensions, ids, rows, () => {
    opened = opened === undefined ? graphOver(root, store, index) : opened;
    return opened;
  });
  return index;
}

type Block = [ids: Uint8Array, rows: Uint8Array];

function sizeOf([ids, rows]: Block, dimensions: number): number {
  const size = ids.length / 4;
  if (!Number.isInteger(size) || rows.length !== size * dimensions) throw new DamagedIndex("some of its vectors are of another size");
  return size;
}

/**
 * Writes vectors; they count from the caller's commit on.
 * @param removed ids that are gone
 */
export function writeVectors(writer: Written, removed: readonly number[], fresh: VectorIndex): void {
  const { dimensions } = fresh;
  const gone = new Set(removed);
  const blocks = new Set([...removed, ...fresh.ids].map((no) => Math.floor(no / BLOCK)));
  const read = writer.statement("SELECT ids, rows FROM vector WHERE block = ?");
  let count = countOf(writer);
  for (const block of blocks) {
    let now = fresh.between(block * BLOCK, (block + 1) * BLOCK);
    const before = read.values(block)[0] as Block | undefined;
    if (before) {
      const size = sizeOf(before, dimensions);
      const was = new VectorIndex(dimensions, new Uint32Array(before[0].slice().buffer), new Int8Array(before[1].slice().buffer));
      const kept = [...was.ids].filter((no) => !gone.has(no) && !now.has(no));
      const all = [...kept, ...now.ids];
      now = VectorIndex.of(
        dimensions,
        all,
        all.map((no) => now.row(no) ?? was.row(no)!),
      );
      count -= size;
    }
    if (now.size === 0) writer.statement("DELETE FROM vector WHERE block = ?").run(block);
    else
      writer.statement("INSERT OR REPLACE INTO vector(block, ids, rows) VALUES(?, ?, ?)").run(block, bytesOf(now.ids), bytesOf(now.rows));
    count += now.size;
  }
  writer.setMeta(COUNT, count);
}

// ---------------------------------------------------------------------------------------------- the graph

interface Named {
  name: string;
  /** Inode, size and times: the seal vouches for the database, and this for the file. */
  identity: string;
  /** Of the rows that it was made of: how many, and a number above all of theirs. */
  size: number;
  upTo: number;
}

/** Name of the graph's file; null if the index has none. */
export const graphName = (store: Stored): string | null => graphNamed(store)?.name ?? null;

function graphNamed(store: Stored): Named | null {
  const text = store.meta(GRAPH);
  try {
    return text === null ? null : (JSON.parse(text) as Named);
  } catch (error) {
    throw new DamagedIndex("the name of its graph of vectors makes no sense", { cause: error });
  }
}

/**
 * Makes a graph of all vectors that were written, where they are so many: after a full build only, for it takes a minute for every few hundred thousand.
 * @param least number of vectors from which there is one
 */
export function keepGraph(root: string, writer: Written, least: number = settings.graphFrom): void {
  if (countOf(writer) < least) return;
  const index = openVectors(root, writer)!;
  const name = `vectors-${crypto.randomUUID()}.usearch`;
  const path = join(indexFolder(root), name);
  if (!writeGraph(path, index)) return;
  const named: Named = { name, identity: identityOf(path)!, size: index.size, upTo: index.ids.at(-1)! + 1 };
  writer.setMeta(GRAPH, JSON.stringify(named));
}

/** The graph of rows, unless too many of them are not those that it was made of, or its file is not the one that was written: then they are all looked at. */
function graphOver(root: string, store: Stored, index: VectorIndex): Graph | null {
  const named = graphNamed(store);
  if (named === null) return null;
  const left = index.position(named.upTo);
  const path = join(indexFolder(root), named.name);
  if (named.size - left + (index.size - left) > settings.graphDrift * index.size || identityOf(path) !== named.identity) return null;
  return Graph.open(path, index.dimensions, named.upTo);
}
