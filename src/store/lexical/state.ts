/**
 * What the postings are relative to: which chunks live, how long they are, and the sums of their lengths.
 *
 * All of it stands in rows of the posting table whose term is the empty string (no word is empty):
 *
 *     ('', 0)        the state: counts, exact length sums, dead chunks, position of the sweep
 *     ('', first no) lengths of chunks, column by column; a few rows, merged like those of any term
 *
 * The sums are kept exactly and changed with every chunk, so they do not depend on history as MiniSearch's running averages do.
 */
import type { Database } from "bun:sqlite";
import { Bytes, NORMALISED, Reader } from "./codec.ts";
import type { PostedChunk } from "./post.ts";

/** The table, as the contract names it; the graph store creates it with everything else. */
export const LEXICAL_SCHEMA =
  "CREATE TABLE IF NOT EXISTS posting(term TEXT NOT NULL, segment INTEGER NOT NULL, data BLOB NOT NULL, PRIMARY KEY(term, segment)) WITHOUT ROWID";

export interface LexicalState {
  /** Grows with every change: caches compare it. */
  generation: number;
  /** Live chunks with postings. */
  chunks: number;
  /** Length sums over live chunks: body, comment, import, signature. */
  sums: number[];
  /** Removed chunks that postings may still name, ascending. */
  dead: number[];
  /** The part of `dead` that the running sweep removes; empty when none runs. */
  sweeping: number[];
  /** Last term the sweep has passed. */
  cursor: string;
}

const emptyState = (): LexicalState => ({ generation: 0, chunks: 0, sums: [0, 0, 0, 0], dead: [], sweeping: [], cursor: "" });

function writeAscending(out: Bytes, numbers: readonly number[]): void {
  out.varint(numbers.length);
  let last = 0;
  for (const no of numbers) {
    out.varint(no - last);
    last = no;
  }
}

function readAscending(reader: Reader): number[] {
  const numbers: number[] = [];
  let last = 0;
  for (let left = reader.varint(); left > 0; left--) {
    last += reader.varint();
    numbers.push(last);
  }
  return numbers;
}

/** Sums may pass 32 bits (100 M words): written as two halves. */
function writeLarge(out: Bytes, value: number): void {
  out.varint(value % 2 ** 24);
  out.varint(Math.floor(value / 2 ** 24));
}

const readLarge = (reader: Reader): number => {
  const low = reader.varint();
  return low + reader.varint() * 2 ** 24;
};

/** The state of the index; an empty one before the first chunk. */
export function readState(db: Database): LexicalState {
  const row = db.query<{ data: Uint8Array }, []>("SELECT data FROM posting WHERE term = '' AND segment = 0").get();
  if (row === null) return emptyState();
  const reader = new Reader(row.data);
  const generation = readLarge(reader);
  const chunks = reader.varint();
  const sums = [0, 0, 0, 0].map(() => readLarge(reader));
  const dead = readAscending(reader);
  const sweeping = readAscending(reader);
  return { generation, chunks, sums, dead, sweeping, cursor: new TextDecoder().decode(row.data.subarray(reader.at)) };
}

export function writeState(db: Database, state: LexicalState): void {
  const out = new Bytes(64 + 2 * state.dead.length);
  writeLarge(out, state.generation);
  out.varint(state.chunks);
  for (const sum of state.sums) writeLarge(out, sum);
  writeAscending(out, state.dead);
  writeAscending(out, state.sweeping);
  const cursor = new TextEncoder().encode(state.cursor);
  out.copy(cursor, 0, cursor.length);
  db.query("INSERT OR REPLACE INTO posting(term, segment, data) VALUES ('', 0, ?)").run(out.view());
}

/** Lengths of chunks, live and dead, ascending by number. */
export interface Lengths {
  nos: Uint32Array;
  /** One array a field: body, comment, import, signature. */
  lengths: Uint16Array[];
}

/**
 * A row of lengths: varint count; the runs of consecutive numbers (varint gap, varint length; until all are covered);
 * then, for each field, all lengths as little-endian 16-bit numbers. Fixed width, so that reading is a copy.
 */
export function encodeLengths(chunks: readonly PostedChunk[]): Uint8Array {
  const out = new Bytes(16 + chunks.length * 9);
  out.varint(chunks.length);
  let last = 0;
  for (let from = 0; from < chunks.length; ) {
    let to = from + 1;
    while (to < chunks.length && chunks[to]!.no === chunks[to - 1]!.no + 1) to++;
    out.varint(chunks[from]!.no - last);
    out.varint(to - from);
    last = chunks[to - 1]!.no;
    from = to;
  }
  for (let field = 0; field < NORMALISED; field++) {
    for (const chunk of chunks) {
      out.byte(chunk.lengths[field]! & 255);
      out.byte(chunk.lengths[field]! >>> 8);
    }
  }
  return out.view();
}

/** All rows of lengths put together. */
export function readLengths(rows: readonly Uint8Array[]): Lengths {
  const readers = rows.map((row) => new Reader(row));
  const counts = readers.map((reader) => reader.varint());
  const total = counts.reduce((sum, count) => sum + count, 0);
  const nos = new Uint32Array(total);
  const lengths = Array.from({ length: NORMALISED }, () => new Uint16Array(total));
  let base = 0;
  for (const [row, reader] of readers.entries()) {
    const count = counts[row]!;
    for (let at = 0, last = 0; at < count; ) {
      const first = last + reader.varint();
      const end = at + reader.varint();
      if (end > count) throw new RangeError("A row of chunk lengths is damaged.");
      for (let no = first; at < end; at++, no++) nos[base + at] = no;
      last = nos[base + at - 1]!;
    }
    for (let field = 0; field < NORMALISED; field++) {
      const from = reader.data.byteOffset + reader.at + field * count * 2;
      lengths[field]!.set(new Uint16Array(reader.data.buffer.slice(from, from + count * 2)), base);
    }
    base += count;
  }
  return { nos, lengths };
}

/** Lengths of every chunk that postings name. */
export function loadLengths(db: Database): Lengths {
  return readLengths(
    db
      .query<{ data: Uint8Array }, []>("SELECT data FROM posting WHERE term = '' AND segment > 0 ORDER BY segment")
      .all()
      .map((row) => row.data),
  );
}
