/** Asking the postings. */

import type { Database } from "bun:sqlite";
import { lexical } from "../../base/settings.ts";
import { liveIn } from "./codec.ts";
import { collectionOf, rowsOf, type Totals } from "./collection.ts";
import { type LexicalHit, type LexicalOptions, score } from "./score.ts";
import { readState } from "./state.ts";

/**
 * The best chunks for a question's words, best first.
 * @param words as `queryWords` makes them; at most `settings.lexical.maxWords` are looked up
 */
export function search(db: Database, words: readonly string[], options: LexicalOptions): LexicalHit[] {
  if (words.length === 0 || options.limit < 1) return [];
  return snapshot(db, () => {
    const collection = collectionOf(db);
    return collection.chunks === 0 ? [] : score(collection, [...new Set(words)].slice(0, lexical.maxWords), options);
  });
}

/** Reads under one snapshot of the database, whoever writes meanwhile. */
function snapshot<T>(db: Database, read: () => T): T {
  return db.inTransaction ? read() : db.transaction(read)();
}

/**
 * Weighs words by how rare they are in the index: BM25's idf over live chunks. Keep it for one question.
 * @param terms those that will be asked for, as far as known: looked up together they cost a third
 * @param among weigh them by how rare they are in several indexes
 */
export function idf(db: Database, terms: Iterable<string> = [], among?: Totals): (term: string) => number {
  if (among) {
    among.learn(terms);
    return (term) => among.idfOf(term);
  }
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

// Which chunks hold a word, for who asks about several words at once and wants no more than so many of each: nothing is weighed.

/** The first `limit` live chunks that have each of some terms, ascending; `chunksWithAllTerms` has all. */
export function chunksWithEach(db: Database, terms: readonly string[], limit: number): Map<string, number[]> {
  const state = readState(db);
  const gone = new Uint8Array((state.dead.at(-1) ?? 0) + 1);
  for (const no of state.dead) gone[no] = 1;
  const found = new Map<string, number[]>(terms.map((term) => [term, []]));
  const rows = db.query<unknown, [string]>(
    `SELECT p.term, p.data FROM json_each(?1) AS j CROSS JOIN posting AS p ON p.term = j.value
     UNION ALL SELECT p.term, p.data FROM json_each(?1) AS j CROSS JOIN recent AS p ON p.term = j.value`,
  );
  const asked = [...found.keys()].filter((term) => term !== "");
  for (const [term, data] of rows.values(JSON.stringify(asked)) as [string, Uint8Array][]) liveIn(data, gone, found.get(term)!, limit);
  return found;
}
