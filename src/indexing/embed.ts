/**
 * The embedding step of an update: vectors for new chunks, none for those that went, and with a full build the adaptation of the built-in
 * table to the tree.
 *
 * A chunk's vector depends on its embedded text and on the rows alone, and rows change only with an adaptation. So an update gives the
 * vectors that a full build with the same rows would give.
 */

import { type AdaptedRows, adapt, BagBuilder } from "../embed/adapt.ts";
import { adapting, embedding as settings } from "../embed/limits.ts";
import { builtInTable, type Embedder, embedBags, STATIC_MODEL } from "../embed/static.ts";
import type { Bags } from "../embed/trainer.ts";
import { readSourceSync } from "../files/reader.ts";
import { prefixOf } from "../lang/engine/prefix.ts";
import {
  type EmbeddingState,
  embeddingState,
  keysOfChunks,
  readTokenRows,
  setEmbeddingState,
  writeKeys,
  writeTokenRows,
} from "../store/embedding.ts";
import type { FileRecord } from "../store/records.ts";
import { keepGraph, openVectors, writeVectors } from "../store/vectors/table.ts";
import { VectorIndex } from "../store/vectors.ts";
import type { Writer } from "../store/write.ts";
import { BagReader } from "./bags.ts";
import { interrupted } from "./pool.ts";
import type { Progress } from "./progress.ts";

/** A local model and the path by which it was named. */
export interface LocalModel {
  path: string;
  embedder: Embedder;
}

export interface EmbedOptions {
  /** A local model in place of the built-in one. */
  model?: LocalModel;
  /** Steps of adaptation; 0 = the table as it is shipped. */
  steps: number;
  /** Rows to use instead of adapting: those of another index. */
  rows?: AdaptedRows | undefined;
}

/** Of how many pairs in 2^16 a build of so many bytes takes one: enough that no step would draw many of them twice. */
export function pairShare(bytes: number, steps: number): number {
  if (steps === 0) return 0;
  return Math.max(1, Math.min(65_536, Math.floor((65_536 * adapting.sourceBytes) / Math.max(1, bytes))));
}

interface Taken {
  path: string;
  first: number;
  bags: Uint8Array;
}

/** What an update does with the chunks of parsed files; writing comes last, because another process may be reading the tables meanwhile. */
export interface Embedding {
  /** @param first number of the file's first chunk */
  take(record: FileRecord, first: number): void;
  /** @param removed numbers of chunks that are gone */
  embed(removed: readonly number[]): Promise<void>;
  write(): void;
}

/** The embedding by the built-in table. */
export class EmbeddingStep implements Embedding {
  readonly #files: Taken[] = [];
  #made: { removed: readonly number[]; vectors: VectorIndex; rows: AdaptedRows | null; state: EmbeddingState } | null = null;

  constructor(
    private readonly writer: Writer,
    private readonly root: string,
    private readonly full: boolean,
    private readonly options: EmbedOptions,
    private readonly progress: Pick<Progress, "step">,
  ) {}

  take(record: Pick<FileRecord, "path" | "bags">, first: number): void {
    if (record.bags.length > 0) this.#files.push({ path: record.path, first, bags: record.bags });
  }

  async embed(removed: readonly number[]): Promise<void> {
    // The order of files must not depend on who parsed which.
    this.#files.sort((a, b) => (a.path < b.path ? -1 : 1));
    const known = this.full ? null : embeddingState(this.writer);
    const learnt = known === null ? (this.options.rows ?? this.#learn()) : null;
    const { numbers, bags } = this.#bags();
    // A few files have few of a tree's words.
    const rows = known === null ? learnt : readTokenRows(this.writer.db, new Set(bags.tokens));
    this.progress.step("embedding", 0, numbers.length);
    const vectors = VectorIndex.of(builtInTable().dimensions, numbers, embedBags(bags, rows));
    // The largest there is by now, and names are still to be resolved.
    this.#files.length = 0;
    const state: EmbeddingState = known ?? {
      model: STATIC_MODEL,
      hash: builtInTable().hash,
      dimensions: builtInTable().dimensions,
      folder: null,
      steps: this.options.steps,
      adapted: rows !== null,
      chunks: numbers.length,
      changed: 0,
    };
    if (known) state.changed += Math.max(numbers.length, removed.length);
    this.#made = { removed, vectors, rows: known === null ? rows : null, state };
  }

  write(): void {
    const { removed, vectors, rows, state } = this.#made!;
    if (rows) writeTokenRows(this.writer.db, rows);
    writeVectors(this.writer, removed, vectors);
    setEmbeddingState(this.writer, state);
    if (this.full) keepGraph(this.root, this.writer);
  }

  /** Rows for this tree; null if it is too small to learn from. */
  #learn(): AdaptedRows | null {
    if (this.options.steps === 0 || this.writer.counts.chunks < adapting.leastChunks) return null;
    const table = builtInTable();
    const sides = [new BagBuilder(table.size), new BagBuilder(table.size)] as const;
    const groups: number[] = [];
    for (const [group, { bags }] of this.#files.entries())
      new BagReader(bags).read(
        () => {},
        (numbers, ...both) => {
          for (const [side, [from, to]] of both.entries()) {
            for (let at = from; at < to; at += 2) sides[side]!.putCounted(numbers[at]!, numbers[at + 1]!);
            sides[side]!.close();
          }
          groups.push(group);
        },
      );
    const pairs = { queries: sides[0].bags(), documents: sides[1].bags(), groups: Uint32Array.from(groups) };
    const { steps } = this.options;
    return adapt(table, pairs, { steps, onStep: (done) => this.progress.step("adapting the embedding", done, steps) });
  }

  /** What the chunks are made of, with their numbers. */
  #bags(): { numbers: number[]; bags: Bags } {
    const bags = new BagBuilder(builtInTable().size);
    const numbers: number[] = [];
    for (const { first, bags: packed } of this.#files) {
      let no = first;
      new BagReader(packed).read(
        (counted, from, to) => {
          for (let at = from; at < to; at += 2) bags.putCounted(counted[at]!, counted[at + 1]!);
          if (to > from) numbers.push(no);
          if (to > from) bags.close();
          no++;
        },
        () => {},
      );
    }
    return { numbers, bags: bags.bags() };
  }
}

// The embedding step with a local model: new chunks are embedded as text, prefix included. A model takes its time, so vectors are kept by
// a key of the text that was embedded: what an edit did not change is not embedded again, whatever became of its chunk's number.

interface Pending {
  no: number;
  key: bigint;
  text: string;
}

export class ModelStep implements Embedding {
  #made: { removed: readonly number[]; vectors: VectorIndex; texts: Pending[] } | null = null;
  readonly #files: { record: Pick<FileRecord, "path" | "hash" | "chunks" | "symbols">; first: number }[] = [];

  constructor(
    private readonly writer: Writer,
    private readonly root: string,
    private readonly model: LocalModel,
    private readonly options: { full: boolean; progress: Pick<Progress, "step">; signal?: AbortSignal | undefined },
  ) {}

  take({ path, hash, chunks, symbols }: FileRecord, first: number): void {
    this.#files.push({ record: { path, hash, chunks, symbols }, first });
  }

  async embed(removed: readonly number[]): Promise<void> {
    const { embedder } = this.model;
    const known = this.options.full ? null : embeddingState(this.writer);
    const index = known === null ? null : openVectors(this.root, this.writer);
    const before = index === null ? new Map<bigint, number>() : keysOfChunks(this.writer.db);
    const texts = this.#texts();
    const rows: (Float32Array | Int8Array)[] = [];
    const open: number[] = [];
    for (const [i, { key }] of texts.entries()) {
      const old = before.get(key);
      const row = old === undefined ? null : index!.row(old);
      if (row) rows[i] = row;
      else open.push(i);
    }
    for (let at = 0; at < open.length; at += settings.batchTexts) {
      if (this.options.signal?.aborted) throw interrupted();
      this.options.progress.step("embedding", at, open.length);
      const some = open.slice(at, at + settings.batchTexts);
      const vectors = await embedder.embedDocuments(some.map((i) => texts[i]!.text));
      for (const [j, i] of some.entries()) rows[i] = vectors[j]!;
    }
    const numbers = texts.map(({ no }) => no);
    this.#made = { removed, vectors: VectorIndex.of(embedder.dimensions, numbers, rows), texts };
  }

  write(): void {
    const { embedder, path } = this.model;
    const { removed, vectors, texts } = this.#made!;
    writeVectors(this.writer, removed, vectors);
    writeKeys(this.writer.db, removed, texts);
    setEmbeddingState(this.writer, {
      model: embedder.id,
      hash: embedder.hash,
      dimensions: embedder.dimensions,
      folder: path,
      steps: 0,
      adapted: false,
      chunks: 0,
      changed: 0,
    });
    if (this.options.full) keepGraph(this.root, this.writer);
  }

  /** What is to be embedded of the files taken. A file that changed meanwhile is left out: the next update parses it again. */
  #texts(): Pending[] {
    const found: Pending[] = [];
    for (const { record, first } of this.#files) {
      const source = readSourceSync(this.root, record.path, { hash: record.hash });
      if (typeof source === "string" || !source.fresh) continue;
      const lines = source.text.split("\n");
      for (const [i, chunk] of record.chunks.entries()) {
        if (chunk.kind === "licence") continue;
        const qualified = chunk.symbol === 0 ? "" : (record.symbols[chunk.symbol]?.qualified ?? "");
        const prefix = prefixOf(record.path, { qualified, doc: chunk.doc });
        const text = `${prefix}\n${lines
          .slice(chunk.start - 1, chunk.end)
          .join("\n")
          .trimEnd()}`;
        found.push({ no: first + i, key: Bun.hash.wyhash(text), text });
      }
    }
    return found;
  }
}
