/**
 * What an update left to the next one: the words and vectors of its files. An answer about a change needs neither, and writing them takes as
 * long as the answer (ten files of 10,000: 50 ms). What they are made of is kept in the same commit as everything else of the files, so
 * nothing can be lost, and whoever asks for words has it written first (indexing/refresh.ts).
 *
 *     first   0: numbers of chunks that went (encodePositions of links.ts); else the first chunk that `data` is about
 *     path    of the file whose bags `data` has, for the vectors; null: `data` is encoded postings of some files
 */
import type { Database } from "bun:sqlite";
import { decodePositions, encodePositions } from "../links.ts";
import { BatchTerms } from "./batch.ts";
import { PostingBuilder } from "./post.ts";
import { readState, writeState } from "./state.ts";

/** What updates left. */
export interface Owed {
  /** Numbers of chunks that went; of those too that were left themselves by an update before. */
  gone: readonly number[];
  /** Encoded postings with the number of their first chunk, ascending. */
  words: readonly { first: number; data: Uint8Array }[];
  /** Bags of files with the number of their first chunk. */
  bags: readonly { path: string; first: number; data: Uint8Array }[];
}

/** Keeps what an update leaves. */
export function keepOwed(db: Database, { gone, words, bags }: Owed): void {
  const insert = db.query("INSERT INTO owed(first, path, data) VALUES(?, ?, ?)");
  insert.run(0, null, encodePositions([...gone].sort((a, b) => a - b)));
  for (const { first, data } of words) insert.run(first, null, data);
  for (const { path, first, data } of bags) insert.run(first, path, data);
  // Another state of the words all the same: nobody takes an answer from before for one from now.
  const state = readState(db);
  state.generation++;
  writeState(db, state);
}

/** It has been written. */
export function dropOwed(db: Database): void {
  db.run("DELETE FROM owed");
}

/** All that updates left, in their order. */
export function readOwed(db: Database): Owed {
  const rows = db.query("SELECT first, path, data FROM owed ORDER BY id").values() as [number, string | null, Uint8Array][];
  return {
    gone: rows.flatMap(([first, , data]) => (first === 0 ? decodePositions(data) : [])),
    words: rows.flatMap(([first, path, data]) => (first > 0 && path === null ? [{ first, data }] : [])),
    bags: rows.flatMap(([first, path, data]) => (first > 0 && path !== null ? [{ path, first, data }] : [])),
  };
}

/** What chunks that have some terms become by what updates left; `found` ascending. */
export function withOwed(db: Database, found: number[], terms: readonly string[]): number[] {
  const { gone, words } = leftIn(db);
  if (gone.size === 0 && words.length === 0) return found;
  const [first, ...others] = [...new Set(terms)].map((term) => new Set(words.flatMap((batch) => batch.chunks(term))));
  const added = [...(first ?? [])].filter((no) => others.every((chunks) => chunks.has(no)));
  return [...found, ...added].filter((no) => !gone.has(no));
}

/** What an update left, as far as words go. */
export interface Left {
  /** What the words looked like: another value means an update. */
  generation: number;
  gone: ReadonlySet<number>;
  words: readonly BatchTerms[];
}

const left = new WeakMap<Database, Left>();

/** What updates left; read again only after an update. @param generation of the words as they are now, where it is known already */
export function leftIn(db: Database, generation = readState(db).generation): Left {
  let known = left.get(db);
  if (known?.generation !== generation) {
    const rows = db.query("SELECT first, data FROM owed WHERE path IS NULL ORDER BY id").values() as [number, Uint8Array][];
    known = {
      generation,
      gone: new Set(rows.flatMap(([first, data]) => (first === 0 ? decodePositions(data) : []))),
      words: rows.flatMap(([first, data]) => (first > 0 ? [new BatchTerms(data, first)] : [])),
    };
    left.set(db, known);
  }
  return known;
}

/** Postings put together. */
export function wordsOf(words: Owed["words"]): PostingBuilder {
  const builder = new PostingBuilder();
  for (const { first, data } of words) builder.mergeInto(data, first);
  return builder;
}
