/**
 * Asking the postings: BM25F over fields, scored by MiniSearch on a partial index of the chunks that can win.
 *
 * A query word's score in a chunk is the best over its variants (weight 1 for the word, .5 for a relative) of
 *
 *     weight · idf · f (k1 + 1) / (f + k1),   f = Σ over fields of field weight · occurrences / length norm
 *
 * where idf is the word's own, or the variant's if the index does not have the word; a chunk's score is the sum over the
 * question's words. All lists are read with typed arrays, which gives every chunk's score; MiniSearch gets the best
 * `limit` chunks (ties at the border included), each (word, chunk) under its best variant only, and scores them: one
 * field with frequency f, `bm25: {k, b: 0, d: 0}`. What its partial view gets wrong is corrected: weight and idf by
 * `boostDocument` (a key for each variant and `boostTerm` give the same in twice the time), its reward for the number of
 * matched words by division. Handing it the whole lists takes 5 to 10 times as long (scripts/bench/lexical.ts).
 */
import type { Database } from "bun:sqlite";
import MiniSearch, { type AsPlainObject } from "minisearch";
import { lexical } from "../../base/settings.ts";
import { type Chosen, choose } from "./choose.ts";
import { type Collection, collectionOf, rowsOf } from "./collection.ts";

export interface LexicalHit {
  /** Chunk number. */
  no: number;
  score: number;
  /** Terms of the index that the score comes from, in the order of the question's words. */
  terms: string[];
  /** Which of the question's words they stand for, by position; parallel to `terms`. */
  words: number[];
  /** What each of them adds to the score; parallel to `terms`. */
  parts: number[];
}

export interface LexicalOptions {
  /** Hits wanted. */
  limit: number;
  /** Chunks that may be hits. It changes no score. */
  filter?: (no: number) => boolean;
  /** The same, too dear to ask of every chunk: it is asked from the best down, until as many as wanted pass. */
  passes?: (no: number) => boolean;
  /** How much each word counts; 1 unless told. It chooses no candidates. */
  weigh?: (word: string) => number;
  /** Order of chunks with equal scores (by path and line, where the caller knows them); by number unless given. */
  tie?: (a: number, b: number) => number;
}

/**
 * The best chunks for a question's words, best first.
 * @param words as `queryWords` makes them; at most `settings.lexical.maxWords` are looked up
 */
export function search(db: Database, words: readonly string[], options: LexicalOptions): LexicalHit[] {
  if (words.length === 0 || options.limit < 1) return [];
  return snapshot(db, () => {
    const collection = collectionOf(db);
    if (collection.chunks === 0) return [];
    const asked = [...new Set(words)].slice(0, lexical.maxWords);
    return score(
      collection,
      choose(collection, asked, options),
      options,
      asked.map((word) => options.weigh?.(word) ?? 1),
    );
  });
}

/** Reads under one snapshot of the database, whoever writes meanwhile. */
function snapshot<T>(db: Database, read: () => T): T {
  return db.inTransaction ? read() : db.transaction(read)();
}

/** Scores the candidates with MiniSearch: a term of its index is a query word, its frequency in a chunk that of the best variant. */
function score(
  collection: Collection,
  { words, nos: candidates, frequencies, variants }: Chosen,
  options: LexicalOptions,
  weights: readonly number[],
): LexicalHit[] {
  const many = candidates.length;
  if (many === 0) return [];
  const asked: string[] = [];
  const index: [string, { 0: Record<number, number> }][] = [];
  const boosts: number[][] = [];
  for (let word = 0; word < words.length; word++) {
    const list: Record<number, number> = {};
    const from = word * many;
    let size = 0;
    for (let at = 0; at < many; at++) {
      const frequency = frequencies[from + at]!;
      if (frequency < 0) continue;
      list[at] = frequency;
      size++;
    }
    boosts.push(words[word]!.map(({ weight, idf }) => (weights[word]! * weight * idf) / collection.idfOf(size)));
    if (size === 0) continue;
    asked.push(String(word));
    index.push([String(word), { 0: list }]);
  }
  const results = partialIndex(collection.chunks, candidates.length, index).search("", {
    tokenize: () => asked,
    processTerm: (word) => word,
    boostDocument: (at: number, word) => boosts[+word]![variants[+word * many + at]!]!,
    bm25: { k: lexical.k1, b: 0, d: 0 },
  });
  const hits = results.map(
    (result): LexicalHit => ({
      no: candidates[result.id as number]!,
      score: result.score / result.queryTerms.length,
      terms: result.queryTerms.map((word) => words[+word]![variants[+word * many + (result.id as number)]!]!.term),
      words: result.queryTerms.map(Number),
      parts: result.queryTerms.map((word) => {
        const at = +word * many + (result.id as number);
        const { weight, idf: rarity } = words[+word]![variants[at]!]!;
        const frequency = frequencies[at]!;
        return (weights[+word]! * weight * rarity * (lexical.k1 + 1) * frequency) / (frequency + lexical.k1);
      }),
    }),
  );
  const tie = options.tie ?? ((a: number, b: number): number => a - b);
  return hits.sort((a, b) => b.score - a.score || tie(a.no, b.no)).slice(0, options.limit);
}

/** A MiniSearch that holds only `index`; documents are 0 to `documents - 1`, and `total` is the size of the true collection. */
function partialIndex(total: number, documents: number, index: [string, { 0: Record<number, number> }][]): MiniSearch {
  const documentIds: Record<number, number> = {};
  const fieldLength: Record<number, [number]> = {};
  for (let at = 0; at < documents; at++) {
    documentIds[at] = at;
    fieldLength[at] = [1];
  }
  // MiniSearch declares the field id keys of its serialised form as strings and its counters as plain numbers; JSON makes no difference.
  const plain: AsPlainObject = {
    documentCount: total,
    nextId: documents,
    documentIds,
    fieldIds: { words: 0 },
    fieldLength,
    averageFieldLength: [1],
    storedFields: {},
    dirtCount: 0,
    index,
    serializationVersion: 2,
  };
  return MiniSearch.loadJS(plain, { fields: ["words"] });
}

/**
 * Weighs words by how rare they are in the index: BM25's idf over live chunks. Keep it for one question.
 * @param terms those that will be asked for, as far as known: looked up together they cost a third
 */
export function idf(db: Database, terms: Iterable<string> = []): (term: string) => number {
  return snapshot(db, () => {
    const collection = collectionOf(db);
    collection.learn(terms);
    return (term) => collection.idfOf(collection.documentFrequency(term));
  });
}

/** Live chunks with postings. */
export const chunkCount = (db: Database): number => snapshot(db, () => collectionOf(db).chunks);

/**
 * The live chunks that have most of some terms (exactly, in any field), by the idf that those add up to, highest first, ties by number.
 * @param limit how many; those that equal the last are left out
 */
export function chunksWithMost(db: Database, terms: readonly string[], limit: number): { no: number; weight: number }[] {
  const asked = [...new Set(terms)].slice(0, lexical.maxWords);
  if (asked.length === 0) return [];
  return snapshot(db, () => {
    const collection = collectionOf(db);
    if (collection.chunks === 0) return [];
    const total = new Float64Array(collection.bound);
    for (const term of asked) {
      const { nos, count } = collection.read(rowsOf(db, term));
      const weight = collection.idfOf(count);
      for (let i = 0; i < count; i++) total[nos[i]!]! += weight;
    }
    const found: { no: number; weight: number }[] = [];
    const least = total.length <= limit ? 0 : total.slice().sort()[total.length - limit]!;
    for (let no = 0; no < total.length; no++) if (total[no]! > 0 && total[no]! >= least) found.push({ no, weight: total[no]! });
    return found.sort((a, b) => b.weight - a.weight || a.no - b.no).slice(0, limit);
  });
}

/** Live chunks that have every one of the terms (exactly, in any field), ascending; none for no terms. */
export function chunksWithAllTerms(db: Database, terms: readonly string[]): number[] {
  if (terms.length === 0) return [];
  return snapshot(db, () => {
    const collection = collectionOf(db);
    const [only, ...others] = terms;
    if (others.length === 0) {
      const { nos, count } = collection.read(rowsOf(db, only!));
      return Array.from(nos.subarray(0, count));
    }
    const hits = new Uint32Array(collection.bound);
    let wanted = 0;
    for (const term of new Set(terms)) {
      const { nos, count } = collection.read(rowsOf(db, term));
      for (let i = 0; i < count; i++) if (hits[nos[i]!] === wanted) hits[nos[i]!]!++;
      wanted++;
    }
    const all: number[] = [];
    for (let no = 0; no < hits.length; no++) if (hits[no] === wanted) all.push(no);
    return all;
  });
}
