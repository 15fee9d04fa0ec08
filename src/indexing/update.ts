/**
 * Bringing the tables in line with the tree, inside one transaction: the middle of the write path.
 *
 * Files are parsed and written first, then every reference is resolved that may now mean something else. A full build is the same with
 * nothing there before.
 */
import type { Database } from "bun:sqlite";
import { carriesLibrary } from "../base/native.ts";
import type { RawReference, ScannedFile, SkipReason } from "../base/types.ts";
import { LANGUAGES } from "../source/languages.ts";
import type { EdgeTarget, Resolved } from "../source/resolve/_world.ts";
import { resolve } from "../source/resolve/resolve.ts";
import { decodeFacts } from "../store/facts.ts";
import { PostingBuilder } from "../store/lexical/post.ts";
import { updatePostings } from "../store/lexical/segments.ts";
import type { EdgeRecord, OpenRecord } from "../store/records.ts";
import { dependents, dropUnusedExternals, graphHash, ResolutionWriter } from "../store/resolution.ts";
import { createIndexes } from "../store/schema.ts";
import { Writer } from "../store/write.ts";
import { ChangedKeys } from "./changes.ts";
import { distinctEdges, externalKey, fileDigest } from "./keys.ts";
import { isSkipped } from "./parse.ts";
import { interrupted, type PoolOptions, parseFiles } from "./pool.ts";
import type { Progress } from "./progress.ts";
import { StoredWorld } from "./world.ts";

/** How the tree differs from the tables. */
export interface Delta {
  changed: ScannedFile[];
  touched: ScannedFile[];
  removed: string[];
  /** Files left out without reading them; null = as before. */
  skipped: ReadonlyMap<string, SkipReason> | null;
}

export interface UpdateOptions extends PoolOptions {
  /** The tables are empty and have no indexes yet. */
  full: boolean;
  progress: Progress;
}

export interface UpdateResult {
  /** Files that were parsed. */
  parsed: number;
  /** Files whose grammar took a parser down. */
  died: string[];
}

/** Files resolved between two looks at the clock and at Ctrl-C. */
const BREATH = 100;

/** Batches (of about 500 kB of source) between two collections of the garbage. */
const COLLECT_BATCHES = 16;

/** Files resolved between two collections; a multiple of `BREATH`. */
const COLLECT_FILES = 1_000;

/**
 * Applies a delta. The caller opens and ends the transaction.
 * @throws Refusal `interrupted`; whatever SQLite throws (the caller rolls back)
 */
export async function applyDelta(db: Database, root: string, delta: Delta, options: UpdateOptions): Promise<UpdateResult> {
  const writer = new Writer(db);
  try {
    const changed = options.full ? null : new ChangedKeys();
    const gone = removeFiles(writer, delta.removed, changed);
    for (const { path, size, mtime } of delta.touched) writer.touch(path, size, mtime);
    if (delta.skipped) writer.replaceSkipped(delta.skipped);
    const { files, died } = await parseInto(writer, root, delta.changed, gone, changed, options);
    if (options.full) {
      createIndexes(db);
      // The postings that were gathered are garbage by now, the largest there is (once nothing on the stack leads to them).
      await Bun.sleep(0);
      Bun.gc(true);
    }
    const affected = changed ? [...new Set([...files, ...dependents(writer, changed.hashes(writer))])] : files;
    await resolveAll(writer, root, affected, options);
    if (!options.full) dropUnusedExternals(writer);
    writer.setMeta("graph_hash", graphHash(writer));
    writer.finish();
    return { parsed: delta.changed.length, died };
  } finally {
    writer.close();
  }
}

function removeFiles(writer: Writer, paths: readonly string[], changed: ChangedKeys | null): number[] {
  const chunks: number[] = [];
  for (const path of paths) {
    writer.removeSkipped(path);
    chunks.push(...removeFile(writer, path, changed));
  }
  return chunks;
}

function removeFile(writer: Writer, path: string, changed: ChangedKeys | null): number[] {
  const id = writer.fileId(path);
  if (id === null) return [];
  changed?.file(path, writer.facts(id).facts, null);
  return writer.removeFile(id);
}

/**
 * Parses files and writes what they are made of, their words last.
 * @param removedChunks numbers of chunks that are gone already
 */
async function parseInto(
  writer: Writer,
  root: string,
  files: readonly ScannedFile[],
  removedChunks: number[],
  changed: ChangedKeys | null,
  options: UpdateOptions,
): Promise<{ files: number[]; died: string[] }> {
  const ids: number[] = [];
  const died: string[] = [];
  const builder = new PostingBuilder();
  let done = 0;
  let batches = 0;
  for await (const batch of parseFiles(root, files, options)) {
    const first = writer.nextChunk;
    for (const { job, result } of batch.files) {
      if (job.plain) died.push(job.path);
      if (isSkipped(result)) {
        removedChunks.push(...removeFile(writer, job.path, changed));
        writer.putSkipped(job.path, result);
        continue;
      }
      if (changed) {
        const known = writer.fileId(job.path);
        changed.file(job.path, known === null ? null : writer.facts(known).facts, decodeFacts(result.facts, result.symbols));
        writer.removeSkipped(job.path);
      }
      const put = writer.putFile(result);
      ids.push(put.id);
      for (const no of put.removedChunks) removedChunks.push(no);
    }
    builder.mergeInto(batch.postings, first);
    done += batch.files.length;
    // What a batch leaves behind is collected before it piles up: the collector cannot see how large the buffers of the pipes are.
    if (options.full && ++batches % COLLECT_BATCHES === 0) Bun.gc(true);
    options.progress.step("reading files", done, files.length);
  }
  options.progress.step("writing the word index", 0, 0);
  updatePostings(writer.db, builder, removedChunks);
  return { files: ids, died };
}

/** Resolves the references of files from their stored facts. */
async function resolveAll(writer: Writer, root: string, files: readonly number[], options: UpdateOptions): Promise<void> {
  if (files.length === 0) return;
  const world = new StoredWorld(root, writer);
  const out = new ResolutionWriter(writer, options.full);
  if (options.full) world.load();
  for (const [done, file] of files.entries()) {
    resolveFile(writer, world, out, file);
    if (done % BREATH === BREATH - 1) {
      options.progress.step("resolving names", done, files.length);
      await Bun.sleep(0);
      if (done % COLLECT_FILES === COLLECT_FILES - 1) Bun.gc(true);
      if (options.signal?.aborted) throw interrupted();
    }
  }
  out.finish();
}

function resolveFile(writer: Writer, world: StoredWorld, out: ResolutionWriter, file: number): void {
  const { facts, nodes, ids, keys } = writer.facts(file);
  world.record();
  const { edges, open } = resolve(facts, world);
  const asked = world.recorded();
  const own = new Map(ids.map((id, at) => [id, keys[at]!]));
  const keyOf = (id: number): string => own.get(id) ?? writer.keyOf(id);
  const records = distinctEdges(edges.flatMap((edge) => toRecord(writer, world, ids, edge)));
  out.put(file, ids, records, openRecords(facts.references, open), asked, fileDigest(nodes, records, keyOf));
}

/** Where the open references stand among the file's; both lists are in the same order. */
function openRecords(references: readonly RawReference[], open: Resolved["open"]): OpenRecord[] {
  const records: OpenRecord[] = [];
  let position = 0;
  for (const one of open) {
    while (position < references.length && !isSame(references[position]!, one)) position++;
    if (position === references.length) throw new Error("Resolution left a reference open that is none of the file's.");
    records.push({ name: one.name, position: position++ });
  }
  return records;
}

function isSame(a: RawReference, b: Resolved["open"][number]): boolean {
  return (
    a.line === b.line && a.name === b.name && a.scope === b.scope && a.kind === b.kind && a.receiver === b.receiver && a.arity === b.arity
  );
}

function toRecord(writer: Writer, world: StoredWorld, ids: readonly number[], edge: Resolved["edges"][number]): EdgeRecord[] {
  const dst = target(writer, world, ids, edge.to);
  if (dst === null) return [];
  return [{ src: ids[edge.from]!, kind: edge.kind, dst, line: edge.line, resolution: edge.resolution, confidence: edge.confidence }];
}

function target(writer: Writer, world: StoredWorld, ids: readonly number[], to: EdgeTarget): number | null {
  switch (to.at) {
    case "here":
      return ids[to.symbol]!;
    case "there":
      return to.id;
    case "file":
      return world.fileSymbol(to.path);
    case "external":
      return writer.external(to.name, () => externalKey(to.name));
  }
}

/** Grammars that this program can load, sorted: two programs that differ in them make different graphs. */
export function availableGrammars(): string[] {
  const names = LANGUAGES.flatMap((language) => (language.grammar && carriesLibrary(`${language.grammar}.so`) ? [language.grammar] : []));
  return [...new Set(names)].sort();
}

/** Grammars that the files in the index were parsed with, sorted. */
export function usedGrammars(languages: Iterable<string>): string[] {
  const present = new Set(languages);
  const available = new Set(availableGrammars());
  const names = LANGUAGES.flatMap((language) =>
    language.grammar && present.has(language.name) && available.has(language.grammar) ? [language.grammar] : [],
  );
  return [...new Set(names)].sort();
}
