/** Leaving the words and vectors of a few files to the next update, and writing what was left (store/lexical/owed.ts). */

import { dropOwed, keepOwed, type Owed, readOwed, wordsOf } from "../store/lexical/owed.ts";
import { updatePostings } from "../store/lexical/segments.ts";
import type { FileRecord } from "../store/records.ts";
import type { Writer } from "../store/write.ts";
import { EmbeddingStep } from "./embed.ts";

/** Collects what an update leaves. */
export class Owing {
  readonly #words: Owed["words"][number][] = [];
  readonly #bags: Owed["bags"][number][] = [];

  mergeInto(data: Uint8Array, first: number): void {
    this.#words.push({ data, first });
  }

  take({ path, bags }: Pick<FileRecord, "path" | "bags">, first: number): void {
    if (bags.length > 0) this.#bags.push({ path, first, data: bags });
  }

  /**
   * Keeps it.
   * @param gone numbers of chunks that went
   * @param files how many files it is about
   */
  keep(writer: Writer, gone: readonly number[], files: number): void {
    keepOwed(writer.db, { gone, words: this.#words, bags: this.#bags });
    writer.setMeta("owed", Number(writer.meta("owed") ?? 0) + files);
  }
}

/**
 * Writes what updates left, with the same result as if each had written it.
 * @param embeds whether the index has vectors
 */
export function settle(writer: Writer, root: string, embeds: boolean): void {
  const { gone, words, bags } = readOwed(writer.db);
  updatePostings(writer.db, wordsOf(words), gone);
  // Those too that have come and gone since: they were not there yet.
  updatePostings(writer.db, null, gone);
  if (embeds) {
    const left = new Set(gone);
    const step = new EmbeddingStep(writer, root, false, { steps: 0 });
    // The chunks of a file come and go together.
    for (const { path, first, data } of bags) if (!left.has(first)) step.take({ path, bags: data }, first);
    step.finish(gone)();
  }
  dropOwed(writer.db);
  writer.setMeta("owed", null);
}
