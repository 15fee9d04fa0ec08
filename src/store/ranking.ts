/** Reads that ranking makes in bulk: one statement for many rows, nothing it does not weigh. */
import { CHUNK_KINDS, type ChunkKind, EDGE_KINDS, RESOLUTIONS, type Resolution, type SymbolKind } from "../base/types.ts";
import { SAID_BY } from "./edges.ts";
import { decodeNames } from "./facts.ts";
import { CHUNKS_OF_FILE, type Store } from "./graph.ts";

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

/** The end of a call that a file is looked for at. */
export type CallSide = "callee" | "caller";

const CERTAIN = `resolution NOT IN (${["ambiguous", "external"].map((one) => RESOLUTIONS.indexOf(one as Resolution)).join(", ")})`;
const CALLS = EDGE_KINDS.indexOf("calls");
const BETWEEN: Record<CallSide, string> = {
  callee: `SELECT target.file, count(DISTINCT dst) FROM (${SAID_BY}) AS said JOIN symbol AS target ON target.id = dst
    WHERE said.kind = ${CALLS} AND ${CERTAIN} AND target.file <> ?1 GROUP BY target.file`,
  caller: `SELECT source.file, count(DISTINCT dst) FROM symbol AS called CROSS JOIN edge ON dst = called.id CROSS JOIN symbol AS source ON source.id = src
    WHERE called.file = ?1 AND edge.kind = ${CALLS} AND giver = 0 AND ${CERTAIN} AND source.file <> ?1 GROUP BY source.file`,
};

/** The files at the other end of some files' calls: of each how many functions are called there for certain, each once; of callers, how many of its own. */
export function callsBetweenFiles(store: Store, files: readonly number[], side: CallSide = "callee"): Map<number, Map<number, number>> {
  const between = store.statement(BETWEEN[side]);
  return new Map(files.map((file) => [file, new Map(between.values(file) as [number, number][])]));
}
