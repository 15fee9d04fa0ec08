/**
 * The terms of the index that a query word stands for: itself, and relatives that stemming has not brought together
 * (formatter ~ formatting, auth ~ authentication, config ~ configuration). Found by scans of the term table.
 */
import type { Database } from "bun:sqlite";
import { lexical } from "../../base/settings.ts";
import { postingsWhere } from "./state.ts";

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
