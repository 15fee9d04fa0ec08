/**
 * The best chunks for a question's words by BM25F over fields.
 *
 * A word's part of a chunk's score is the best over its variants (weight 1 for the word, .5 for a relative) of
 *
 *     weight · idf · f (k1 + 1) / (f + k1),   f = Σ over fields of field weight · occurrences / length norm
 *
 * where idf is the word's own, or the variant's if the index does not have the word; a chunk's score is the sum over the
 * question's words.
 */

import type { Database } from "bun:sqlite";
import { lexical } from "../../base/settings.ts";
import type { Collection, Postings, Totals } from "./collection.ts";
import { postingsWhere } from "./state.ts";

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
  /** What words are weighed against, where several indexes are asked as one. */
  among?: Totals | undefined;
  /** How much each word counts; 1 unless told. It chooses no candidates. */
  weigh?: (word: string) => number;
  /** Order of chunks with equal scores (by path and line, where the caller knows them); by number unless given. */
  tie?: (a: number, b: number) => number;
}

/** The best chunks for words, best first. */
export function score(collection: Collection, words: readonly string[], options: LexicalOptions): LexicalHit[] {
  options.among?.learn(words);
  const found = words.map((word) => lookUp(collection, word, variantsOf(collection.db, word), options.among));
  const total = new Float64Array(collection.bound);
  for (const { nos, scores, count } of found) for (let i = 0; i < count; i++) total[nos[i]!]! += scores[i]!;
  const hits = Array.from(best(total, options), (no): LexicalHit => ({ no, score: 0, terms: [], words: [], parts: [] }));
  const place = new Int32Array(collection.bound).fill(-1);
  for (const [at, { no }] of hits.entries()) place[no] = at;
  for (const [word, { terms, nos, variant, scores, count }] of found.entries()) {
    const weight = options.weigh?.(words[word]!) ?? 1;
    if (weight === 0) continue;
    for (let i = 0; i < count; i++) {
      const hit = hits[place[nos[i]!]!];
      if (hit === undefined) continue;
      const part = weight * scores[i]!;
      hit.score += part;
      hit.terms.push(terms[variant[i]!]!);
      hit.words.push(word);
      hit.parts.push(part);
    }
  }
  const tie = options.tie ?? ((a: number, b: number): number => a - b);
  return hits
    .filter(({ terms }) => terms.length > 0)
    .sort((a, b) => b.score - a.score || tie(a.no, b.no))
    .slice(0, options.limit);
}

/** One query word: where it is found and, in each chunk, through which variant. Parallel arrays over the chunks that have it. */
interface WordHits {
  terms: string[];
  nos: Uint32Array;
  /** Which of the terms. */
  variant: Uint16Array;
  scores: Float64Array;
  count: number;
}

/** All chunks that have the word or a relative, each with its best variant. */
function lookUp(collection: Collection, word: string, variants: readonly Variant[], among?: Totals): WordHits {
  const lists: (Postings & Variant)[] = [];
  let room = 0;
  for (const variant of variants) {
    const postings = collection.read(variant.rows, among?.means);
    if (variant.term === word) collection.know(word, postings.count);
    if (postings.count === 0) continue;
    lists.push({ ...variant, ...postings });
    room += postings.count;
  }
  // A relative stands for the word, so it weighs as the word does: rare compounds would outweigh a frequent word otherwise.
  const own = lists.find(({ term }) => term === word);
  room = Math.min(room, collection.bound);
  const hits: WordHits = {
    terms: lists.map(({ term }) => term),
    nos: new Uint32Array(room),
    variant: new Uint16Array(room),
    scores: new Float64Array(room),
    count: 0,
  };
  // Place of a chunk in the arrays + 1: needed only where several lists may name the same chunk.
  const places = lists.length > 1 ? new Uint32Array(collection.bound) : null;
  for (const [variant, { term, nos, frequencies, count, weight }] of lists.entries()) {
    const rarity = among ? among.idfOf(own || among.documentFrequency(word) > 0 ? word : term) : collection.idfOf(own?.count ?? count);
    const scale = weight * rarity * (lexical.k1 + 1);
    if (variant === 0) {
      // No other list has a claim yet, and this one, mostly the word itself, has most of the entries.
      const { k1 } = lexical;
      const { scores } = hits;
      hits.nos.set(nos.subarray(0, count));
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
      hits.variant[place - 1] = variant;
    }
  }
  return hits;
}

/** Numbers of the best `limit` chunks and of all that equal the last of them, ascending. */
function best(total: Float64Array, { limit, filter, passes }: LexicalOptions): Uint32Array {
  // Sorting natively and one pass take half as long as calling back for each chunk that has a word.
  const border = filter || passes ? 0 : total.length <= limit ? 0 : total.slice().sort()[total.length - limit]!;
  const nos = new Uint32Array(total.length);
  let count = 0;
  if (border > 0) {
    for (let no = 0; no < total.length; no++) if (total[no]! >= border) nos[count++] = no;
    return nos.subarray(0, count);
  }
  for (let no = 0; no < total.length; no++) if (total[no]! > 0 && (filter === undefined || filter(no))) nos[count++] = no;
  const held = nos.subarray(0, count);
  if (passes) return passingDown(total, held, limit, passes);
  if (count <= limit) return held;
  const least = ascending(total, held)[count - limit]!;
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
      if (kept.length >= limit && total[no]! < last) return Uint32Array.from(kept).sort();
      if (!passes(no)) continue;
      kept.push(no);
      if (kept.length <= limit) last = total[no]!;
    }
    above = least;
  }
  return Uint32Array.from(kept).sort();
}

// The terms of the index that a query word stands for: itself, and relatives that stemming has not brought together
// (formatter ~ formatting, auth ~ authentication, config ~ configuration). Found by scans of the term table.

/** A term of the index as a reading of a query word. */
export interface Variant {
  term: string;
  /** 1 for the word itself, `settings.lexical.relatives.weight` for a relative. */
  weight: number;
  /** Rows of the term's postings, ascending. */
  rows: Uint8Array[];
}

/** Whether `term` is a relative of `word` (the rule of RETRIEVAL.md; not the word itself). Lengths are in UTF-16 code units. */
export function isRelative(word: string, term: string): boolean {
  const { extension, minimumStem, minimumPrefix, prefixShare, minimumShared, sharedTail } = lexical.relatives;
  if (term === word) return false;
  if (word.startsWith(term)) return term.length >= minimumPrefix && term.length >= prefixShare * word.length;
  if (term.startsWith(word)) return word.length >= minimumStem && term.length <= word.length + extension;
  const shared = Math.max(minimumShared, word.length - sharedTail);
  return shared <= word.length && term.length <= word.length + sharedTail && term.startsWith(word.slice(0, shared));
}

interface Row {
  term: string;
  data: Uint8Array;
}

/** The word's own postings and those of all its relatives. */
export function variantsOf(db: Database, word: string): Variant[] {
  const { extension, minimumStem, minimumPrefix, prefixShare, minimumShared, sharedTail, weight } = lexical.relatives;
  const exact = db.query<Row, [string]>(postingsWhere("term = ?1"));
  const rows = exact.all(word);
  for (let length = Math.max(minimumPrefix, Math.ceil(prefixShare * word.length)); length < word.length; length++)
    rows.push(...exact.all(word.slice(0, length)));
  if (word.length >= minimumStem) {
    // Whoever shares the first letters lies in one range of the table; the prefixes of the word in it were taken above.
    const stem = word.slice(0, Math.max(minimumShared, word.length - sharedTail));
    rows.push(
      ...db
        .query<Row, [string, string, number]>(postingsWhere("term >= ?1 AND term < ?2 AND length(term) <= ?3"))
        .all(stem, `${stem}\u{10FFFF}`, word.length + extension)
        .filter((row) => !word.startsWith(row.term) && isRelative(word, row.term)),
    );
  }
  const variants = new Map<string, Variant>();
  for (const row of rows) {
    const variant = variants.get(row.term);
    if (variant !== undefined) variant.rows.push(row.data);
    else variants.set(row.term, { term: row.term, weight: row.term === word ? 1 : weight, rows: [row.data] });
  }
  return [...variants.values()];
}
