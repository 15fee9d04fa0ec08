/** The collection that words are weighed against, loaded once and kept until an update: which chunks live and how long they are. */

import type { Database } from "bun:sqlite";
import { lexical } from "../../base/settings.ts";
import { BODY, FIELDS, liveIn, MIXED, NORMALISED, ONCE } from "./codec.ts";
import { type Lengths, type LexicalState, lengthRows, postingsWhere, readLengths, readState } from "./state.ts";

const WEIGHTS = FIELDS.map((field) => lexical.weights[field]);

/** BM25's inverse document frequency of what so many of some chunks have. */
export const rarity = (chunks: number, matching: number): number => Math.log(1 + (chunks - matching + 0.5) / (matching + 0.5));

/** Live chunks, and what one occurrence of a word in each of their fields is worth. */
export class Collection {
  /** What the state looked like: another value means an update. */
  readonly version: string;
  /** Live chunks with postings: BM25's N. */
  readonly chunks: number;
  /** Sums of their lengths, by field. */
  readonly sums: readonly number[];
  /** Rows of lengths; what they hold is unpacked when first needed. */
  readonly #rows: Uint8Array[];
  #unpacked: Lengths | null = null;
  readonly #means: readonly number[];
  readonly #buried: readonly number[];
  /** 1 for removed chunks that postings still name, as far as the last of them; null if there are none. */
  #marked: Uint8Array | null = null;
  readonly #documentFrequencies = new Map<string, number>();

  constructor(readonly db: Database) {
    const state = readState(db);
    this.#rows = lengthRows(db);
    this.version = versionOf(state);
    this.chunks = state.chunks;
    this.sums = state.sums;
    this.#means = state.sums.map((sum) => sum / Math.max(1, state.chunks));
    this.#buried = state.dead;
  }

  get #posted(): Lengths {
    this.#unpacked ??= readLengths(this.#rows);
    return this.#unpacked;
  }

  /** Chunk numbers are below this. */
  get bound(): number {
    return this.#posted.posted.length;
  }

  get #dead(): Uint8Array | null {
    if (this.#marked === null && this.#buried.length > 0) {
      this.#marked = new Uint8Array(this.#buried.at(-1)! + 1);
      for (const no of this.#buried) this.#marked[no] = 1;
    }
    return this.#marked;
  }

  /** Whether a chunk that postings name has been removed. */
  isDead(no: number): boolean {
    return this.#dead !== null && this.#dead[no] === 1;
  }

  /**
   * Live postings of a term: chunk numbers, ascending, and pseudo-frequencies (occurrences by field, weighted and length-normalised, added up).
   * @param rows rows of the term
   * @param means mean lengths that chunks are compared with: of several indexes, where they are asked as one
   * @throws RangeError when they name a chunk that has no lengths: the index is damaged
   */
  read(rows: readonly Uint8Array[], means = this.#means): Postings {
    let room = 0;
    for (const row of rows) room += row.length;
    // An entry takes a byte or more, and no chunk has two.
    const { bound } = this;
    room = Math.min(room, bound);
    const nos = new Uint32Array(room);
    const frequencies = new Float64Array(room);
    const dead = this.#dead;
    // Nearly all occurrences are in bodies: what `worthOf` says of those stands here, for calls are dear until they are compiled.
    const { b } = lexical;
    const { columns } = this.#posted;
    const bodies = columns[0]!;
    const bodyMean = means[0]!;
    const bodyWeight = WEIGHTS[0]!;
    const plain = bodyMean > 0;
    let count = 0;
    for (const data of rows) {
      const end = data.length;
      let no = 0;
      for (let at = 0; at < end; ) {
        let byte = data[at++]!;
        let head = byte & 127;
        for (let shift = 7; byte > 127; shift += 7) {
          byte = data[at++]!;
          head |= (byte & 127) << shift;
        }
        no += head >>> 2;
        const code = head & 3;
        let frequency = 0;
        if (code === ONCE) {
          frequency = plain ? bodyWeight / (1 - b + (b * bodies[no]!) / bodyMean) : bodyWeight;
        } else if (code === MIXED) {
          for (let mask = data[at++]!; mask !== 0; mask &= mask - 1) {
            byte = data[at++]!;
            let value = byte & 127;
            for (let shift = 7; byte > 127; shift += 7) {
              byte = data[at++]!;
              value |= (byte & 127) << shift;
            }
            frequency += value * this.#worthOf(means, columns, 31 - Math.clz32(mask & -mask), no);
          }
        } else {
          byte = data[at++]!;
          let value = byte & 127;
          for (let shift = 7; byte > 127; shift += 7) {
            byte = data[at++]!;
            value |= (byte & 127) << shift;
          }
          if (code === BODY) frequency = value * (plain ? bodyWeight / (1 - b + (b * bodies[no]!) / bodyMean) : bodyWeight);
          else frequency = (value >>> 3) * this.#worthOf(means, columns, value & 7, no);
        }
        if (dead !== null && dead[no] === 1) continue;
        nos[count] = no;
        frequencies[count++] = frequency;
      }
      if (no >= bound) throw new RangeError("The postings name chunks that the index does not have.");
    }
    return { nos, frequencies, count };
  }

  /**
   * What an occurrence in a field of a chunk is worth: its weight over the length norm. Worked out each time: a table by length takes a cold
   * question longer.
   */
  #worthOf(means: readonly number[], columns: readonly Uint16Array[], field: number, no: number): number {
    if (field >= NORMALISED) return WEIGHTS[field]!;
    const mean = means[field]!;
    return mean > 0 ? WEIGHTS[field]! / (1 - lexical.b + (lexical.b * columns[field]![no]!) / mean) : WEIGHTS[field]!;
  }

  /** BM25's inverse document frequency for a term in `matching` chunks. */
  idfOf(matching: number): number {
    return rarity(this.chunks, matching);
  }

  /** Notes in how many live chunks a term is, for who has read its postings. */
  know(term: string, chunks: number): void {
    this.#documentFrequencies.set(term, chunks);
  }

  /** Live chunks that have the term. Each term is looked up once. */
  documentFrequency(term: string): number {
    const known = this.#documentFrequencies.get(term);
    if (known !== undefined) return known;
    this.learn([term]);
    return this.#documentFrequencies.get(term)!;
  }

  /** Looks up the document frequencies of many terms with one statement: a third of the time of one each. */
  learn(terms: Iterable<string>): void {
    const unknown = [...new Set(terms)].filter((term) => term !== "" && !this.#documentFrequencies.has(term));
    for (const term of ["", ...unknown]) this.#documentFrequencies.set(term, 0);
    const rows = this.db.query<unknown, [string]>(
      `SELECT p.term, p.data FROM json_each(?1) AS j CROSS JOIN posting AS p ON p.term = j.value
       UNION ALL SELECT p.term, p.data FROM json_each(?1) AS j CROSS JOIN recent AS p ON p.term = j.value`,
    );
    for (const [term, data] of rows.values(JSON.stringify(unknown)) as [string, Uint8Array][])
      this.#documentFrequencies.set(term, this.#documentFrequencies.get(term)! + liveIn(data, this.#dead));
  }
}

export interface Postings {
  /** Only the first `count` are filled. */
  nos: Uint32Array;
  frequencies: Float64Array;
  count: number;
}

/** Rows of one term's postings, ascending. */
export function rowsOf(db: Database, term: string): Uint8Array[] {
  if (term === "") return [];
  return db
    .query<{ data: Uint8Array }, [string]>(postingsWhere("term = ?1"))
    .all(term)
    .map((row) => row.data);
}

const versionOf = ({ generation, chunks, sums }: LexicalState): string => [generation, chunks, ...sums].join();

const collections = new WeakMap<Database, Collection>();

/** The collection as the database has it now; loaded again only after an update. */
export function collectionOf(db: Database): Collection {
  const known = collections.get(db);
  if (known !== undefined && known.version === versionOf(readState(db))) return known;
  const loaded = new Collection(db);
  collections.set(db, loaded);
  return loaded;
}

// What words are weighed against where several indexes are asked as one: the chunks of all of them, how long they are, and in how many of them a term is.
// With these, a chunk's BM25F score is the one that it would have in a single index of them all.

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
