/**
 * Bringing the tables in line with the tree, inside one transaction: the middle of the write path.
 *
 * Files are parsed and written first, then every reference is resolved that may now mean something else. A full build is the same with
 * nothing there before.
 */
import type { Database } from "bun:sqlite";
import { availableParallelism } from "node:os";
import { parsing } from "../base/limits.ts";
import { carriesLibrary } from "../base/native.ts";
import { centrality } from "../base/settings.ts";
import type { FileFacts, ScannedFile, SkipReason } from "../base/types.ts";
import { LANGUAGES } from "../lang/languages.ts";
import { storeRanks } from "../query/graph/pagerank.ts";
import { embeddingState } from "../store/embedding.ts";
import { bareSymbol, decodeFacts } from "../store/facts.ts";
import type { Former } from "../store/former.ts";
import { PostingBuilder } from "../store/lexical/post.ts";
import { updatePostings } from "../store/lexical/segments.ts";
import { dependents, dropUnusedExternals, graphHash, ResolutionWriter } from "../store/resolution.ts";
import { createIndexes } from "../store/schema.ts";
import { type StoredFacts, Writer } from "../store/write.ts";
import { ChangedKeys } from "./changes.ts";
import { EmbeddingStep, type EmbedOptions, pairShare } from "./embed.ts";
import { ModelStep } from "./embed_model.ts";
import { hasAsked, type Moved, movedLines, resolveMoved } from "./moved.ts";
import { isSkipped } from "./parse.ts";
import { interrupted, type PoolOptions, parseFiles } from "./pool.ts";
import type { Progress } from "./progress.ts";
import { resolveFile, unpackResolutions } from "./resolution.ts";
import { Collector, Resolver } from "./resolver.ts";
import { RECENT_FACTS, StoredWorld } from "./world.ts";

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
  former?: Former | undefined;
  progress: Pick<Progress, "step">;
}

export interface UpdateResult {
  /** Files that were parsed. */
  parsed: number;
  /** Files whose grammar took a parser down. */
  died: string[];
  /** Files that a second process resolved. */
  helped: number;
}

/** Files resolved between two looks at the clock and at Ctrl-C. */
const BREATH = 100;

/** Lots of `BREATH` files that a second process gets at first: as much as it does while this one writes words and embeds (10,000 files: 3.5 s). */
const AHEAD = 34;

/** Bytes of postings up to which they are written while a second process resolves (10,000 files: 15 MB, and .6 s less); more would fill the memory. */
const WORDS_ASIDE = 48_000_000;

/** Batches (of about 500 kB of source) between two collections of the garbage. */
const COLLECT_BATCHES = 16;

/**
 * Applies a delta. The caller opens and ends the transaction.
 * @throws Refusal `interrupted`; whatever SQLite throws (the caller rolls back)
 */
export async function applyDelta(db: Database, root: string, delta: Delta, options: UpdateOptions): Promise<UpdateResult> {
  const writer = new Writer(db);
  try {
    const changed = options.full ? null : new ChangedKeys();
    const gone = removeFiles(writer, delta.removed, changed, options.former);
    for (const { path, size, mtime } of delta.touched) writer.touch(path, size, mtime);
    if (delta.skipped) writer.replaceSkipped(delta.skipped);
    const embedding = stepOf(writer, root, options);
    const parsed = await parseInto(writer, root, delta.changed, gone, changed, options, embedding);
    const { files, died } = parsed;
    const writeWords = (): void => {
      const words = parsed.postings;
      if (words === null) return;
      parsed.postings = null;
      options.progress.step("writing the word index", 0, 0);
      updatePostings(db, words, gone);
      if (options.full) {
        options.progress.step("writing the tables' indexes", 0, 0);
        createIndexes(db);
      }
    };
    // What is written while another process reads stays in memory until that one is gone.
    if (!options.full || (parsed.postings?.bytes ?? 0) > WORDS_ASIDE) writeWords();
    if (options.full) await swept();
    if (embedding instanceof ModelStep) await embedding.finish(gone);
    const keys = changed?.hashes(writer);
    const affected = keys ? [...new Set([...files, ...dependents(writer, keys)])] : files;
    if (keys) for (const [file, moved] of parsed.moved) if (hasAsked(moved, keys)) parsed.moved.delete(file);
    let writeVectors: (() => void) | undefined;
    const helped = await resolveAll(writer, root, affected, parsed, options, async () => {
      writeWords();
      // The postings that were gathered are garbage by now, the largest there is (once nothing on the stack leads to them).
      if (options.full) await swept();
      if (embedding instanceof EmbeddingStep)
        writeVectors = embedding.finish(gone, (what, done, total) => options.progress.step(what, done, total));
    });
    options.progress.step("writing the graph", 0, 0);
    writeVectors?.();
    if (!options.full) dropUnusedExternals(writer);
    writer.setMeta("graph_hash", graphHash(writer));
    if (!options.hurried || writer.counts.edges <= centrality.hurriedEdges) {
      options.progress.step("ranking symbols", 0, 0);
      storeRanks(writer);
    }
    writer.finish();
    return { parsed: delta.changed.length, died, helped };
  } finally {
    writer.close();
  }
}

async function swept(): Promise<void> {
  await Bun.sleep(0);
  Bun.gc(true);
}

/** The embedding step of an update; null if nothing is embedded. */
function stepOf(writer: Writer, root: string, options: UpdateOptions): EmbeddingStep | ModelStep | null {
  const { embedding, full } = options;
  if (full && embedding === null) return null;
  if (!full && embeddingState(writer) === null) return null;
  if (embedding?.model) return new ModelStep(writer, root, embedding.model, options);
  return new EmbeddingStep(writer, root, full, embedding ?? { steps: 0 });
}

function removeFiles(writer: Writer, paths: readonly string[], changed: ChangedKeys | null, former?: Former): number[] {
  const chunks: number[] = [];
  for (const path of paths) {
    writer.removeSkipped(path);
    chunks.push(...removeFile(writer, path, changed, former));
  }
  return chunks;
}

function removeFile(writer: Writer, path: string, changed: ChangedKeys | null, former?: Former): number[] {
  const id = writer.fileId(path);
  if (id === null) return [];
  former?.note((sql) => writer.statement(sql), id);
  changed?.file(path, writer.facts(id).facts, null);
  return writer.removeFile(id);
}

/** What became of parsed files. */
interface ParsedFiles {
  /** Those that were written. */
  files: number[];
  died: string[];
  /** What was stored of the first of an update, for whoever resolves them. */
  fresh: Map<number, StoredFacts>;
  /** Those in which only lines changed. */
  moved: Map<number, Moved>;
  /** The words of all; null once they are written. */
  postings: PostingBuilder | null;
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
  embedding: EmbeddingStep | ModelStep | null,
): Promise<ParsedFiles> {
  const ids: number[] = [];
  const fresh = new Map<number, StoredFacts>();
  const moved = new Map<number, Moved>();
  const died: string[] = [];
  const builder = new PostingBuilder();
  let done = 0;
  let batches = 0;
  options.progress.step("reading files", 0, files.length);
  const embed = embedding instanceof EmbeddingStep ? (options.full ? pairShare(sourceBytes(files), options.embedding?.steps ?? 0) : 0) : -1;
  for await (const batch of parseFiles(root, files, { ...options, embed })) {
    const first = writer.nextChunk;
    for (const { job, result } of batch.files) {
      if (job.plain) died.push(job.path);
      if (isSkipped(result)) {
        removedChunks.push(...removeFile(writer, job.path, changed, options.former));
        writer.putSkipped(job.path, result);
        continue;
      }
      let facts: FileFacts | null = null;
      if (changed) {
        const known = writer.fileId(job.path);
        if (known !== null) options.former?.note((sql) => writer.statement(sql), known);
        facts = decodeFacts(result.facts, result, result.symbols.map(bareSymbol));
        if (result.spans) options.former?.noteSpans(job.path, result.hash, result.spans);
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
  return { files: ids, died, fresh, moved, postings: builder };
}

const sourceBytes = (files: readonly ScannedFile[]): number => files.reduce((sum, { size }) => sum + size, 0);

/**
 * Resolves the references of files from their stored facts; of a large tree with the help of a second process.
 * @param parsed what is stored of some of them, and in which only lines changed
 * @param meanwhile something else to do, while that one is at work already
 * @returns how many files that one resolved
 */
async function resolveAll(
  writer: Writer,
  root: string,
  files: readonly number[],
  { fresh, moved }: Pick<ParsedFiles, "fresh" | "moved">,
  options: UpdateOptions,
  meanwhile: () => Promise<void>,
): Promise<number> {
  let helpedFiles = 0;
  const out = new ResolutionWriter(writer, options.full);
  const shared = options.full && files.length >= parsing.resolverFiles && (options.children ?? availableParallelism()) > 1;
  const helper = shared ? helped(writer, root) : null;
  try {
    // The helper takes from the end what we have not reached; it is written last, in the order of the files, as if one had done it all.
    const theirs: { files: readonly number[]; packed: Promise<Uint8Array | null> }[] = [];
    let end = files.length;
    let waiting = 0;
    const share = (done: number, most = 3): void => {
      while (helper && waiting < most && end - done > 3 * BREATH) {
        const some = files.slice(end - BREATH, end);
        end -= BREATH;
        waiting++;
        helper.ask(some);
        const packed = helper.answer().finally(() => {
          waiting--;
        });
        theirs.push({ files: some, packed });
      }
    };
    share(0, AHEAD);
    await meanwhile();
    // Its arrays are much garbage that nothing else would collect for a while.
    if (options.full) await swept();
    options.progress.step("resolving names", 0, files.length);
    let world: StoredWorld | null = new StoredWorld(root, writer, fresh);
    if (options.full) world.load();
    const collector = new Collector();
    for (let done = 0; done < end; done++) {
      const file = files[done]!;
      const kept = moved.get(file);
      out.put(kept ? resolveMoved(world, writer, file, kept) : resolveFile(world, file));
      if (done % BREATH !== BREATH - 1) continue;
      options.progress.step("resolving names", done + files.length - end, files.length);
      await Bun.sleep(0);
      share(done);
      if (options.full) collector.collect();
      if (options.signal?.aborted) throw interrupted();
    }
    const lots: { files: readonly number[]; packed: Uint8Array | null }[] = [];
    let known = end;
    for (const { files: some, packed } of theirs.splice(0)) {
      lots.push({ files: some, packed: await packed });
      known += some.length;
      options.progress.step("resolving names", known, files.length);
    }
    if (lots.every(({ packed }) => packed !== null)) world = null;
    // Two worlds beside the results of one would be the peak of the whole build.
    if (helper) await alone(writer, helper);
    for (let lot = lots.pop(); lot; lot = lots.pop()) {
      if (lot.packed) {
        for (const resolution of unpackResolutions(lot.packed)) out.put(resolution);
        helpedFiles += lot.files.length;
      } else for (const file of lot.files) out.put(resolveFile(world!, file));
    }
  } finally {
    helper?.stop();
  }
  out.finish();
  return helpedFiles;
}

/** A process that reads the tables as they are now. What was written so far is committed: the file of a full build is nobody's index yet. */
function helped(writer: Writer, root: string): Resolver {
  writer.db.run("COMMIT");
  writer.db.run("PRAGMA locking_mode = NORMAL");
  // The exclusive lock goes with the next access outside a transaction.
  writer.db.query("SELECT count(*) FROM sqlite_schema").get();
  // A full cache that is written out would lock that process out.
  writer.db.run("PRAGMA cache_spill = OFF");
  writer.db.run("BEGIN");
  return new Resolver({ root, database: writer.db.filename });
}

/** The second process is not needed any more: the tables are written as they were before it came. */
async function alone(writer: Writer, helper: Resolver): Promise<void> {
  await helper.stop();
  writer.db.run("PRAGMA cache_spill = ON");
  await swept();
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
