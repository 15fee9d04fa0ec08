/** The collection that words are weighed against, loaded once and kept until an update: which chunks live and how long they are. */
import type { Database } from "bun:sqlite";
import { lexical } from "../../base/settings.ts";
import { BODY, FIELDS, NORMALISED, ONCE, SINGLE } from "./codec.ts";
import { type LexicalState, loadLengths, readState } from "./state.ts";

const WEIGHTS = FIELDS.map((field) => lexical.weights[field]);
/** Smallest power of two of numbers a slot table is made for. */
const SLOTS = 1024;

/** Live chunks by slot (their rank), with what one occurrence of a word in each field is worth there. */
export class Collection {
  /** What the state looked like: another value means an update. */
  readonly version: string;
  /** Live chunks with postings: BM25's N. */
  readonly chunks: number;
  /** Chunk number of each slot, ascending. */
  readonly nos: Uint32Array;
  /** Slot + 1 of each chunk number; 0 where none lives. */
  readonly #slots: Uint32Array;
  /** Weight over length norm, by slot, for the four normalised fields. */
  readonly #worth: Float64Array[];
  readonly #documentFrequencies = new Map<string, number>();

  constructor(readonly db: Database) {
    const state = readState(db);
    const { nos, lengths } = loadLengths(db);
    this.version = versionOf(state);
    this.chunks = state.chunks;
    const dead = new Set(state.dead);
    this.nos = new Uint32Array(state.chunks);
    this.#slots = new Uint32Array(Math.max(SLOTS, (nos.at(-1) ?? 0) + 1));
    const from = new Uint32Array(state.chunks);
    let slot = 0;
    for (let at = 0; at < nos.length; at++) {
      const no = nos[at]!;
      if (dead.size > 0 && dead.has(no)) continue;
      if (slot >= state.chunks) throw new RangeError("The postings name more chunks than their state counts.");
      this.nos[slot] = no;
      from[slot] = at;
      this.#slots[no] = ++slot;
    }
    if (slot !== state.chunks) throw new RangeError("The postings name fewer chunks than their state counts.");
    this.#worth = lengths.map((column, field) => {
      const worth = new Float64Array(slot);
      const mean = state.sums[field]! / Math.max(1, state.chunks);
      const weight = WEIGHTS[field]!;
      for (let at = 0; at < slot; at++) worth[at] = mean > 0 ? weight / (1 - lexical.b + (lexical.b * column[from[at]!]!) / mean) : weight;
      return worth;
    });
  }

  /** Slot of a live chunk, -1 of any other number. */
  slotOf(no: number): number {
    return (this.#slots[no] ?? 0) - 1;
  }

  /**
   * Live postings of a term: their slots and pseudo-frequencies (occurrences by field, weighted and length-normalised, added up).
   * @param rows rows of the term
   */
  read(rows: readonly Uint8Array[]): Postings {
    let room = 0;
    for (const row of rows) room += row.length;
    const slots = new Uint32Array(room);
    const frequencies = new Float64Array(room);
    const [body, , , signature] = this.#worth as [Float64Array, Float64Array, Float64Array, Float64Array];
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
        const slot = this.#slots[no]! - 1;
        const code = head & 3;
        let frequency = 0;
        if (code === ONCE) {
          if (slot >= 0) frequency = body[slot]!;
        } else if (code === BODY || code === SINGLE) {
          byte = data[at++]!;
          let value = byte & 127;
          for (let shift = 7; byte > 127; shift += 7) {
            byte = data[at++]!;
            value |= (byte & 127) << shift;
          }
          if (slot >= 0) frequency = code === BODY ? value * body[slot]! : (value >>> 3) * this.#worthOf(value & 7, slot);
        } else {
          for (let mask = data[at++]!; mask !== 0; mask &= mask - 1) {
            byte = data[at++]!;
            let value = byte & 127;
            for (let shift = 7; byte > 127; shift += 7) {
              byte = data[at++]!;
              value |= (byte & 127) << shift;
            }
            const field = 31 - Math.clz32(mask & -mask);
            if (slot >= 0) frequency += value * (field === 3 ? signature[slot]! : this.#worthOf(field, slot));
          }
        }
        if (slot < 0) continue;
        slots[count] = slot;
        frequencies[count++] = frequency;
      }
    }
    return { slots, frequencies, count };
  }

  #worthOf(field: number, slot: number): number {
    return field < NORMALISED ? this.#worth[field]![slot]! : WEIGHTS[field]!;
  }

  /** BM25's inverse document frequency (MiniSearch's formula) for a term in `matching` chunks. */
  idfOf(matching: number): number {
    return Math.log(1 + (this.chunks - matching + 0.5) / (matching + 0.5));
  }

  /** Live chunks that have the term. */
  documentFrequency(term: string): number {
    let known = this.#documentFrequencies.get(term);
    if (known === undefined) {
      known = this.read(rowsOf(this.db, term)).count;
      this.#documentFrequencies.set(term, known);
    }
    return known;
  }
}

export interface Postings {
  /** Only the first `count` are filled. */
  slots: Uint32Array;
  frequencies: Float64Array;
  count: number;
}

/** Rows of one term's postings, ascending. */
export function rowsOf(db: Database, term: string): Uint8Array[] {
  if (term === "") return [];
  return db
    .query<{ data: Uint8Array }, [string]>("SELECT data FROM posting WHERE term = ? ORDER BY segment")
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
