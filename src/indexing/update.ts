/**
 * Bringing the tables in line with the tree, inside one transaction: the middle of the write path.
 *
 * Files are parsed and written first, then every reference is resolved that may now mean something else. A full build is the same with
 * nothing there before.
 */
import type { Database } from "bun:sqlite";
import { parsing } from "../base/limits.ts";
import { centrality } from "../base/settings.ts";
import type { FileFacts, ScannedFile, SkipReason } from "../base/types.ts";
import { storeRanks } from "../query/graph/pagerank.ts";
import { embeddingState } from "../store/embedding.ts";
import { bareSymbol, decodeFacts } from "../store/facts.ts";
import { PostingBuilder } from "../store/lexical/post.ts";
import { updatePostings } from "../store/lexical/segments.ts";
import type { PreviousFacts } from "../store/previous.ts";
import { dependents, dropUnusedExternals, graphHash } from "../store/resolution.ts";
import { createIndexes } from "../store/schema.ts";
import { type StoredFacts, Writer } from "../store/write.ts";
import { ChangedKeys, hasAsked, type Moved, movedLines } from "./changes.ts";
import { type Embedding, EmbeddingStep, type EmbedOptions, ModelStep, pairShare } from "./embed.ts";
import { isSkipped } from "./parse.ts";
import { type PoolOptions, parseFiles } from "./pool.ts";
import type { Progress } from "./progress.ts";
import { Resolution, swept } from "./resolver.ts";
import { RECENT_FACTS } from "./world.ts";

/** How the tree differs from the tables. */
export interface Delta {
  changed: ScannedFile[];
  touched: ScannedFile[];
  removed: string[];
  /** Files left out without reading them; null = as before. */
  skipped: ReadonlyMap<string, SkipReason> | null;
}

export interface UpdateOptions extends Omit<PoolOptions, "embed"> {
  /** How a full build embeds chunks; null: not at all. An update does as the index does. */
  embedding: EmbedOptions | null;
  /** The tables are empty and have no indexes yet. */
  full: boolean;
  /** Somebody waits for an answer. */
  hurried?: boolean;
  /** Gets what the tables had of files that are replaced. */
  previous?: PreviousFacts | undefined;
  progress: Pick<Progress, "step">;
}

export interface UpdateResult {
  /** Files that were parsed. */
  parsed: number;
  /** Files that were known by their content instead (reuse.ts). */
  reused: number;
  /** Files whose grammar took a parser down. */
  died: string[];
  /** Files that a second process resolved. */
  helped: number;
}

/** Batches (of about 500 kB of source) between two collections of the garbage. */
const COLLECT_BATCHES = 16;

/**
 * Applies a delta. The caller opens and ends the transaction.
 * @throws Refusal `interrupted`; whatever SQLite throws (the caller rolls back)
 */
export async function applyDelta(db: Database, root: string, delta: Delta, options: UpdateOptions): Promise<UpdateResult> {
  const { full, progress } = options;
  const writer = new Writer(db);
  let resolution: Resolution | null = null;
  try {
    const changed = full ? null : new ChangedKeys();
    const gone = removeFiles(writer, delta.removed, changed, options.previous);
    for (const { path, size, mtime } of delta.touched) writer.touch(path, size, mtime);
    if (delta.skipped) writer.replaceSkipped(delta.skipped);
    const embedding = stepOf(writer, root, options);
    const parsed = await parseInto(writer, root, delta.changed, gone, changed, options, embedding);
    writeWords(db, parsed, gone, options);
    // The postings that were gathered are garbage by now, the largest there is.
    if (full) await swept();
    resolution = new Resolution(writer, root, toResolve(writer, parsed, changed), parsed, options);
    resolution.begin();
    await embedding?.embed(gone);
    const helped = await resolution.finish();
    progress.step("writing the graph", 0, 0);
    embedding?.write();
    if (!full) dropUnusedExternals(writer);
    writer.setMeta("graph_hash", graphHash(writer));
    if (!options.hurried || writer.counts.edges <= centrality.hurriedEdges) {
      progress.step("ranking symbols", 0, 0);
      storeRanks(writer);
    }
    writer.finish();
    return { parsed: delta.changed.length - parsed.reused, reused: parsed.reused, died: parsed.died, helped };
  } finally {
    await resolution?.stop();
    writer.close();
  }
}

/** Writes the words of what was parsed, and lets go of them. */
function writeWords(db: Database, parsed: ParsedFiles, gone: number[], { full, progress }: UpdateOptions): void {
  progress.step("writing the word index", 0, 0);
  updatePostings(db, parsed.postings, gone);
  parsed.postings = new PostingBuilder();
  if (!full) return;
  progress.step("writing the tables' indexes", 0, 0);
  createIndexes(db);
}

/** Files whose references may mean something else now: those that were parsed, and those that had asked for what changed. */
function toResolve(writer: Writer, { files, moved }: ParsedFiles, changed: ChangedKeys | null): number[] {
  if (changed === null) return files;
  const keys = changed.hashes(writer);
  for (const [file, lines] of moved) if (hasAsked(lines, keys)) moved.delete(file);
  return [...new Set([...files, ...dependents(writer, keys)])];
}

/** The embedding step of an update; null if nothing is embedded. */
function stepOf(writer: Writer, root: string, options: UpdateOptions): Embedding | null {
  const { embedding, full } = options;
  if (full && embedding === null) return null;
  if (!full && embeddingState(writer) === null) return null;
  if (embedding?.model) return new ModelStep(writer, root, embedding.model, options);
  return new EmbeddingStep(writer, root, full, embedding ?? { steps: 0 }, options.progress);
}

function removeFiles(writer: Writer, paths: readonly string[], changed: ChangedKeys | null, previous?: PreviousFacts): number[] {
  const chunks: number[] = [];
  for (const path of paths) {
    writer.removeSkipped(path);
    chunks.push(...removeFile(writer, path, changed, previous));
  }
  return chunks;
}

function removeFile(writer: Writer, path: string, changed: ChangedKeys | null, previous?: PreviousFacts): number[] {
  const id = writer.fileId(path);
  if (id === null) return [];
  previous?.note((sql) => writer.statement(sql), id);
  changed?.file(path, writer.facts(id).facts, null);
  return writer.removeFile(id);
}

/** What became of parsed files. */
interface ParsedFiles {
  /** Those that were written. */
  files: number[];
  died: string[];
  reused: number;
  /** What was stored of the first of an update, for whoever resolves them. */
  fresh: Map<number, StoredFacts>;
  /** Those in which only lines changed. */
  moved: Map<number, Moved>;
  /** The words of all. */
  postings: PostingBuilder;
}

/**
 * Parses files and writes what they are made of, all but their words.
 * @param removedChunks numbers of chunks that are gone already
 */
async function parseInto(
  writer: Writer,
  root: string,
  files: readonly ScannedFile[],
  removedChunks: number[],
  changed: ChangedKeys | null,
  options: UpdateOptions,
  embedding: Embedding | null,
): Promise<ParsedFiles> {
  const ids: number[] = [];
  const fresh = new Map<number, StoredFacts>();
  const moved = new Map<number, Moved>();
  const died: string[] = [];
  const builder = new PostingBuilder();
  let done = 0;
  let reused = 0;
  let batches = 0;
  options.progress.step("reading files", 0, files.length);
  const embed = embedding instanceof EmbeddingStep ? (options.full ? pairShare(sourceBytes(files), options.embedding?.steps ?? 0) : 0) : -1;
  for await (const batch of parseFiles(root, files, { ...options, embed })) {
    const first = writer.nextChunk;
    for (const { job, result } of batch.files) {
      if (job.plain) died.push(job.path);
      if (isSkipped(result)) {
        removedChunks.push(...removeFile(writer, job.path, changed, options.previous));
        writer.putSkipped(job.path, result);
        continue;
      }
      if (result.reused) reused++;
      let facts: FileFacts | null = null;
      if (changed) {
        const known = writer.fileId(job.path);
        if (known !== null) options.previous?.note((sql) => writer.statement(sql), known);
        facts = decodeFacts(result.facts, result, result.symbols.map(bareSymbol));
        if (result.spans) options.previous?.noteSpans(job.path, result.hash, result.spans);
        const before = known === null ? null : writer.facts(known).facts;
        changed.file(job.path, before, facts);
        const same = before && moved.size < parsing.movedFiles ? movedLines(writer, known!, before, facts) : null;
        if (same) moved.set(known!, same);
        writer.removeSkipped(job.path);
      }
      const put = writer.putFile(result);
      if (facts && fresh.size < RECENT_FACTS) fresh.set(put.id, { facts, nodes: result.nodes });
      ids.push(put.id);
      embedding?.take(result, put.firstChunk);
      for (const no of put.removedChunks) removedChunks.push(no);
    }
    builder.mergeInto(batch.postings, first);
    done += batch.files.length;
    // What a batch leaves behind is collected before it piles up: the collector cannot see how large the buffers of the pipes are.
    if (options.full && ++batches % COLLECT_BATCHES === 0) Bun.gc(true);
    options.progress.step("reading files", done, files.length);
  }
  return { files: ids, died, reused, fresh, moved, postings: builder };
}

const sourceBytes = (files: readonly ScannedFile[]): number => files.reduce((sum, { size }) => sum + size, 0);
