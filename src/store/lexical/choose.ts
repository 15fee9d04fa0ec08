/**
 * Which chunks can be among the best for a question's words, and through which variant each has each word: what MiniSearch then scores.
 */
import { lexical } from "../../base/settings.ts";
import type { Collection, Postings } from "./collection.ts";
import { type Variant, variantsOf } from "./relatives.ts";

/** A term of the index that stands for a word. */
export interface Reading {
  term: string;
  weight: number;
  idf: number;
}

/** Chunks that can win. */
export interface Chosen {
  /** Of each word. */
  words: readonly (readonly Reading[])[];
  /** Ascending. */
  nos: Uint32Array;
  /** Of each word in each of these chunks, a word after another; below 0 where it is not. */
  frequencies: Float64Array;
  /** Through which of the word's readings. */
  variants: Uint16Array;
}

/** See `LexicalOptions` of search.ts. */
export interface Limits {
  limit: number;
  filter?: (no: number) => boolean;
  passes?: (no: number) => boolean;
}

/** Scores closer than this, relatively, may change places between the selection and MiniSearch, which multiply in another order. */
const SAME = 1e-12;

/** The best chunks for words; all that equal the last of them are among them. */
export function choose(collection: Collection, words: readonly string[], limits: Limits): Chosen {
  const found = words.map((word) => lookUp(collection, word, variantsOf(collection.db, word)));
  const total = new Float64Array(collection.bound);
  for (const { nos, scores, count } of found) for (let i = 0; i < count; i++) total[nos[i]!]! += scores[i]!;
  const chosen = best(total, limits);
  const many = chosen.length;
  const place = new Int32Array(collection.bound).fill(-1);
  for (const [at, no] of chosen.entries()) place[no] = at;
  const frequencies = new Float64Array(found.length * many).fill(-1);
  const variants = new Uint16Array(found.length * many);
  for (const [word, hits] of found.entries())
    for (let i = 0; i < hits.count; i++) {
      const at = place[hits.nos[i]!]!;
      if (at < 0) continue;
      frequencies[word * many + at] = hits.frequencies[i]!;
      variants[word * many + at] = hits.variant[i]!;
    }
  return { words: found.map((hits) => hits.variants), nos: chosen, frequencies, variants };
}

/** A relative stands for the word, so it weighs as the word does: rare compounds would outweigh a frequent word otherwise. */
function weighAlike(word: string, readings: readonly Reading[]): void {
  const own = readings.find(({ term }) => term === word);
  if (own !== undefined) for (const reading of readings) reading.idf = own.idf;
}

/** One query word: where it is found and, in each chunk, through which variant. Parallel arrays over the chunks that have it. */
interface WordHits {
  variants: Reading[];
  nos: Uint32Array;
  frequencies: Float64Array;
  variant: Uint16Array;
  scores: Float64Array;
  count: number;
}

/** All chunks that have the word or a relative, each with its best variant. */
function lookUp(collection: Collection, word: string, variants: readonly Variant[]): WordHits {
  const lists: (Postings & Reading)[] = [];
  let room = 0;
  for (const { term, weight, rows } of variants) {
    const postings = collection.read(rows);
    if (term === word) collection.know(word, postings.count);
    if (postings.count === 0) continue;
    lists.push({ term, weight, idf: collection.idfOf(postings.count), ...postings });
    room += postings.count;
  }
  weighAlike(word, lists);
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
function best(total: Float64Array, { limit, filter, passes }: Limits): Uint32Array {
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
