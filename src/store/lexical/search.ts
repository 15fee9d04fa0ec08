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
import { type Collection, collectionOf, type Postings, rowsOf } from "./collection.ts";
import { variantsOf } from "./relatives.ts";

export interface LexicalHit {
  /** Chunk number. */
  no: number;
  score: number;
  /** Terms of the index that the score comes from, in the order of the question's words. */
  terms: string[];
  /** How many of the question's words they stand for. */
  words: number;
}

export interface LexicalOptions {
  /** Hits wanted. */
  limit: number;
  /** Chunks that may be hits. It changes no score. */
  filter?: (no: number) => boolean;
  /** The same, too dear to ask of every chunk: it is asked from the best down, until as many as wanted pass. */
  passes?: (no: number) => boolean;
  /** Order of chunks with equal scores (by path and line, where the caller knows them); by number unless given. */
  tie?: (a: number, b: number) => number;
}

/** Scores closer than this, relatively, may change places between the selection and MiniSearch, which multiply in another order. */
const SAME = 1e-12;

/** One query word: where it is found and, in each chunk, through which variant. Parallel arrays over the chunks that have it. */
interface WordHits {
  variants: { term: string; weight: number; idf: number }[];
  nos: Uint32Array;
  frequencies: Float64Array;
  variant: Uint16Array;
  scores: Float64Array;
  count: number;
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
    const found = [...new Set(words)].slice(0, lexical.maxWords).map((word) => lookUp(collection, word));
    const total = new Float64Array(collection.bound);
    for (const { nos, scores, count } of found) for (let i = 0; i < count; i++) total[nos[i]!]! += scores[i]!;
    return score(collection, found, best(total, options), options);
  });
}

/** Reads under one snapshot of the database, whoever writes meanwhile. */
function snapshot<T>(db: Database, read: () => T): T {
  return db.inTransaction ? read() : db.transaction(read)();
}

/** All chunks that have the word or a relative, each with its best variant. */
function lookUp(collection: Collection, word: string): WordHits {
  const lists: (Postings & { term: string; weight: number; idf: number })[] = [];
  let room = 0;
  for (const { term, weight, rows } of variantsOf(collection.db, word)) {
    const postings = collection.read(rows);
    if (term === word) collection.know(word, postings.count);
    if (postings.count === 0) continue;
    lists.push({ term, weight, idf: collection.idfOf(postings.count), ...postings });
    room += postings.count;
  }
  // A relative stands for the word, so it weighs as the word does: rare compounds would outweigh a frequent word otherwise.
  const own = lists.find((list) => list.term === word);
  if (own !== undefined) for (const list of lists) list.idf = own.idf;
  room = Math.min(room, collection.bound);
  const hits: WordHits = {
    variants: lists,
    nos: new Uint32Array(room),
    frequencies: new Float64Array(room),
    variant: new Uint16Array(room),
    scores: new Float64Array(room),
    count: 0,
  };
  // Place of a chunk in the arrays + 1: needed only where several lists may name the same chunk.
  const places = lists.length > 1 ? new Uint32Array(collection.bound) : null;
  for (const [variant, { nos, frequencies, count, weight, idf }] of lists.entries()) {
    const scale = weight * idf * (lexical.k1 + 1);
    if (variant === 0) {
      // No other list has a claim yet, and this one, mostly the word itself, has most of the entries.
      const { k1 } = lexical;
      const { scores } = hits;
      hits.nos.set(nos.subarray(0, count));
      hits.frequencies.set(frequencies.subarray(0, count));
      hits.count = count;
      for (let i = 0; i < count; i++) {
        const frequency = frequencies[i]!;
        scores[i] = (scale * frequency) / (frequency + k1);
        if (places !== null) places[nos[i]!] = i + 1;
      }
      continue;
    }
    for (let i = 0; i < count; i++) {
      const no = nos[i]!;
      const frequency = frequencies[i]!;
      const value = (scale * frequency) / (frequency + lexical.k1);
      let place = places === null ? 0 : places[no]!;
      if (place === 0) {
        place = ++hits.count;
        if (places !== null) places[no] = place;
        hits.nos[place - 1] = no;
      } else if (value <= hits.scores[place - 1]!) continue;
      hits.scores[place - 1] = value;
      hits.frequencies[place - 1] = frequency;
      hits.variant[place - 1] = variant;
    }
  }
  return hits;
}

/** Numbers of the best `limit` chunks and of all that equal the last of them, ascending. */
function best(total: Float64Array, { limit, filter, passes }: LexicalOptions): Uint32Array {
  // Sorting natively and one pass take half as long as calling back for each chunk that has a word (a cold question: 5 ms less).
  const border = filter || passes ? 0 : total.length <= limit ? 0 : total.slice().sort()[total.length - limit]!;
  const nos = new Uint32Array(total.length);
  let count = 0;
  if (border > 0) {
    const least = border * (1 - SAME);
    for (let no = 0; no < total.length; no++) if (total[no]! >= least) nos[count++] = no;
    return nos.subarray(0, count);
  }
  for (let no = 0; no < total.length; no++) if (total[no]! > 0 && (filter === undefined || filter(no))) nos[count++] = no;
  const held = nos.subarray(0, count);
  if (passes) return passingDown(total, held, limit, passes);
  if (count <= limit) return held;
  const least = ascending(total, held)[count - limit]! * (1 - SAME);
  return held.filter((no) => total[no]! >= least);
}

const ascending = (total: Float64Array, nos: Uint32Array): Float64Array => Float64Array.from(nos, (no) => total[no]!).sort();

/** How many more are looked at where too few of the best passed. */
const FURTHER = 4;

/** The best `limit` chunks that pass and all that equal the last of them, looked at from the highest totals down; ascending. */
function passingDown(total: Float64Array, nos: Uint32Array, limit: number, passes: (no: number) => boolean): Uint32Array {
  const totals = ascending(total, nos);
  const kept: number[] = [];
  let last = 0;
  // Sorted in bands: mostly the first is enough.
  let above = Number.POSITIVE_INFINITY;
  for (let seen = limit; above > 0; seen *= FURTHER) {
    const least = seen >= totals.length ? 0 : totals[totals.length - seen]!;
    const band = nos.filter((no) => total[no]! >= least && total[no]! < above).sort((a, b) => total[b]! - total[a]! || a - b);
    for (const no of band) {
      if (kept.length >= limit && total[no]! < last * (1 - SAME)) return Uint32Array.from(kept).sort();
      if (!passes(no)) continue;
      kept.push(no);
      if (kept.length <= limit) last = total[no]!;
    }
    above = least;
  }
  return Uint32Array.from(kept).sort();
}

/** Scores the candidates with MiniSearch: a term of its index is a query word, its frequency in a chunk that of the best variant. */
function score(collection: Collection, found: readonly WordHits[], candidates: Uint32Array, options: LexicalOptions): LexicalHit[] {
  if (candidates.length === 0) return [];
  const place = new Int32Array(collection.bound).fill(-1);
  for (const [at, no] of candidates.entries()) place[no] = at;
  const asked: string[] = [];
  const index: [string, { 0: Record<number, number> }][] = [];
  const variantOf: Uint16Array[] = [];
  const boosts: number[][] = [];
  for (const [word, { variants, nos, frequencies, variant, count }] of found.entries()) {
    const list: Record<number, number> = {};
    const chosen = new Uint16Array(candidates.length);
    let size = 0;
    for (let i = 0; i < count; i++) {
      const at = place[nos[i]!]!;
      if (at < 0) continue;
      list[at] = frequencies[i]!;
      chosen[at] = variant[i]!;
      size++;
    }
    variantOf.push(chosen);
    boosts.push(variants.map(({ weight, idf }) => (weight * idf) / collection.idfOf(size)));
    if (size === 0) continue;
    asked.push(String(word));
    index.push([String(word), { 0: list }]);
  }
  const results = partialIndex(collection.chunks, candidates.length, index).search("", {
    tokenize: () => asked,
    processTerm: (word) => word,
    boostDocument: (at: number, word) => boosts[+word]![variantOf[+word]![at]!]!,
    bm25: { k: lexical.k1, b: 0, d: 0 },
  });
  const hits = results.map(
    (result): LexicalHit => ({
      no: candidates[result.id as number]!,
      score: result.score / result.queryTerms.length,
      terms: result.queryTerms.map((word) => found[+word]!.variants[variantOf[+word]![result.id as number]!]!.term),
      words: result.queryTerms.length,
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
