/**
 * The embedding step with a local model: new chunks are embedded as text, prefix included. A model takes its time, so vectors are kept by
 * a key of the text that was embedded: what an edit did not change is not embedded again, whatever became of its chunk's number.
 */
import { embedding as settings } from "../embed/limits.ts";
import { readSourceSync } from "../files/reader.ts";
import { prefixOf } from "../lang/engine/prefix.ts";
import { embeddingState, keysOfChunks, setEmbeddingState, writeKeys } from "../store/embedding.ts";
import type { FileRecord } from "../store/records.ts";
import { forgetVectors, openVectors, saveVectors } from "../store/vectors/generation.ts";
import { VectorIndex } from "../store/vectors.ts";
import type { Writer } from "../store/write.ts";
import type { Embedding, LocalModel } from "./embed.ts";
import { interrupted } from "./pool.ts";
import type { Progress } from "./progress.ts";

interface Pending {
  no: number;
  key: bigint;
  text: string;
}

export class ModelStep implements Embedding {
  #made: { index: VectorIndex; removed: readonly number[]; texts: Pending[] } | null = null;
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
    const index = (known !== null && openVectors(this.root, this.writer)) || VectorIndex.create(embedder.dimensions);
    const before = known === null ? new Map<bigint, number>() : keysOfChunks(this.writer.db);
    const texts = this.#texts();
    const rows: (Float32Array | Int8Array)[] = [];
    const open: number[] = [];
    for (const [i, { key }] of texts.entries()) {
      const old = before.get(key);
      const row = old === undefined ? null : index.row(old);
      if (row) rows[i] = row.slice();
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
    index.remove(removed);
    index.add(numbers, rows);
    this.#made = { index, removed, texts };
  }

  write(): void {
    const { embedder, path } = this.model;
    const { index, removed, texts } = this.#made!;
    if (index.size > 0) saveVectors(this.root, this.writer, index);
    else forgetVectors(this.writer);
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
    index.close();
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
