/** Reads that ranking makes in bulk: one statement for many rows, nothing it does not weigh. */
import { CHUNK_KINDS, type ChunkKind, type SymbolKind } from "../base/types.ts";
import { CHUNKS_OF_FILE, type Store } from "./graph.ts";
import { decodeNames } from "./prose.ts";

/** Where a chunk lies. */
export interface ChunkPlace {
  no: number;
  file: number;
  start: number;
}

/** What ranking weighs of a file besides its names. */
export interface FileEvidence {
  id: number;
  path: string;
  language: string | null;
  tags: string[];
}

/** Files and first lines of chunks by number; the order is that of the rows, callers look up. */
export function chunkPlaces(store: Store, numbers: readonly number[]): Map<number, ChunkPlace> {
  const rows = store
    .statement("SELECT no, file, start FROM chunk WHERE no IN (SELECT value FROM json_each(?))")
    .all(JSON.stringify(numbers)) as ChunkPlace[];
  return new Map(rows.map((row) => [row.no, row]));
}

/** Paths, languages and tags of files by id, ordered by path. */
export function fileEvidence(store: Store, files: readonly number[]): FileEvidence[] {
  const rows = store
    .statement("SELECT id, path, language, tags FROM file WHERE id IN (SELECT value FROM json_each(?)) ORDER BY path")
    .all(JSON.stringify(files)) as (Omit<FileEvidence, "tags"> & { tags: string })[];
  return rows.map((row) => ({ ...row, tags: row.tags === "" ? [] : row.tags.split(" ") }));
}

/** Names that files define, by file id: one line a definition: stemmed parts joined by space, tab, kind, tab, name. */
export function definedNames(store: Store, files: readonly number[]): Map<number, string> {
  const rows = store
    .statement("SELECT file, names FROM wording WHERE file IN (SELECT value FROM json_each(?))")
    .values(JSON.stringify(files)) as [number, Uint8Array][];
  return new Map(rows.map(([file, names]) => [file, decodeNames(names)]));
}

/** All files with what filters look at, by path. */
export function filesForFilter(store: Store): { id: number; path: string; language: string | null }[] {
  return store.statement("SELECT id, path, language FROM file ORDER BY path").all() as {
    id: number;
    path: string;
    language: string | null;
  }[];
}

/** Chunk numbers of some files. */
export function chunkNumbers(store: Store, files: readonly number[]): number[] {
  const rows = store
    .statement("SELECT chunk, chunks FROM file WHERE id IN (SELECT value FROM json_each(?))")
    .values(JSON.stringify(files)) as [number, number][];
  return rows.flatMap(([first, count]) => Array.from({ length: count }, (_, i) => first + i));
}

/** Number and first line of a file's chunks, from top to bottom. */
export function chunkStarts(store: Store, file: number): [no: number, start: number][] {
  return store.statement(`SELECT no, start FROM ${CHUNKS_OF_FILE} WHERE file.id = ? ORDER BY no`).values(file) as [number, number][];
}

/** A chunk of a file with the definitions that begin in it, the file itself left out. */
export interface ChunkOutline {
  no: number;
  start: number;
  kind: ChunkKind;
  definitions: { name: string; kind: SymbolKind }[];
}

/** The chunks of a file from top to bottom. No text: this is read for every file of an answer. */
export function outlineOfFile(store: Store, file: number): ChunkOutline[] {
  const chunks = (
    store.statement(`SELECT no, start, kind FROM ${CHUNKS_OF_FILE} WHERE file.id = ? ORDER BY no`).values(file) as [
      number,
      number,
      number,
    ][]
  ).map(([no, start, kind]): ChunkOutline => ({ no, start, kind: CHUNK_KINDS[kind] ?? "text", definitions: [] }));
  const symbols = store.symbolsOfFile(file).slice(1);
  symbols.sort((a, b) => a.start - b.start);
  let at = 0;
  for (const { name, kind, start } of symbols) {
    while (at + 1 < chunks.length && chunks[at + 1]!.start <= start) at++;
    chunks[at]?.definitions.push({ name, kind });
  }
  return chunks;
}

/** Callees by file: how many functions of which other files each of these files calls for certain, each once. Unpacks no symbols. */
export function callsBetweenFiles(store: Store, files: readonly number[]): Map<number, Map<number, number>> {
  const between = new Map<number, Map<number, number>>();
  const run = store.statement("SELECT file, first FROM run WHERE first <= ? ORDER BY first DESC LIMIT 1");
  const next = store.statement("SELECT first FROM run WHERE first > ? ORDER BY first LIMIT 1");
  // The symbols of a file are a few runs of ids: one look-up serves all calls into a run.
  let [file, from, to] = [-1, 1, 0];
  for (const source of files) {
    const called = store
      .edgesOfFile(source)
      .flatMap((edge) => (edge.kind === "calls" && edge.resolution !== "ambiguous" && edge.resolution !== "external" ? edge.dst : []));
    const calls = [...new Set(called)].sort((a, b) => a - b);
    const targets = new Map<number, number>();
    for (const symbol of calls) {
      if (symbol < from || symbol >= to) {
        const row = run.values(symbol)[0] as [number, number] | undefined;
        [file, from] = row ?? [-1, symbol];
        to = (next.values(symbol)[0] as [number] | undefined)?.[0] ?? Number.POSITIVE_INFINITY;
      }
      if (file !== source && file >= 0) targets.set(file, (targets.get(file) ?? 0) + 1);
    }
    between.set(source, targets);
  }
  return between;
}
