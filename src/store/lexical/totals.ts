/**
 * What words are weighed against where several indexes are asked as one: the chunks of all of them, how long they are, and in how many of them a term is.
 * With these, a chunk's BM25F score is the one that it would have in a single index of them all.
 */
import type { Database } from "bun:sqlite";
import { type Collection, collectionOf, rarity } from "./collection.ts";

export class Totals {
  readonly #collections: readonly Collection[];
  readonly #frequencies = new Map<string, number>();
  /** Live chunks with postings. */
  readonly chunks: number;
  /** Mean lengths of a chunk's fields. */
  readonly means: readonly number[];

  /** @param dbs indexes as they are now: for one question */
  constructor(dbs: readonly Database[]) {
    this.#collections = dbs.map((db) => collectionOf(db));
    this.chunks = this.#collections.reduce((sum, { chunks }) => sum + chunks, 0);
    const sums = [0, 1, 2, 3].map((field) => this.#collections.reduce((sum, one) => sum + (one.sums[field] ?? 0), 0));
    this.means = sums.map((sum) => sum / Math.max(1, this.chunks));
  }

  /** Looks up terms in every index at once. */
  learn(terms: Iterable<string>): void {
    const unknown = [...new Set(terms)].filter((term) => !this.#frequencies.has(term));
    if (unknown.length === 0) return;
    for (const one of this.#collections) one.learn(unknown);
    for (const term of unknown)
      this.#frequencies.set(
        term,
        this.#collections.reduce((sum, one) => sum + one.documentFrequency(term), 0),
      );
  }

  /** Live chunks that have the term. */
  documentFrequency(term: string): number {
    this.learn([term]);
    return this.#frequencies.get(term)!;
  }

  idfOf(term: string): number {
    return rarity(this.chunks, this.documentFrequency(term));
  }
}
