/**
 * What the postings are relative to: which chunks live, how long they are, and the sums of their lengths.
 *
 * All of it stands in rows of the posting table whose term is the empty string (no word is empty):
 *
 *     ('', 0)        the state: counts, exact length sums, dead chunks, position of the sweep
 *     ('', first no) lengths of chunks, column by column; a few rows, merged like those of any term
 *
 * The sums are kept exactly and changed with every chunk, so they do not depend on history.
 */
import type { Database } from "bun:sqlite";
import { Bytes, NORMALISED, Reader } from "./codec.ts";
import type { PostedChunk } from "./post.ts";

const ROWS = "(term TEXT NOT NULL, segment INTEGER NOT NULL, data BLOB NOT NULL, PRIMARY KEY(term, segment)) WITHOUT ROWID";

/**
 * The tables; the graph store creates them with everything else. `recent` has the postings that the latest updates added, whose chunk numbers
 * are above all in `posting`; who reads postings reads both (`postingsWhere`).
 */
export const LEXICAL_SCHEMA = `CREATE TABLE IF NOT EXISTS posting${ROWS};
CREATE TABLE IF NOT EXISTS recent${ROWS}`;

/**
 * The statement that reads the rows of both tables that meet a condition, by term and segment, merged as they come: a view of both would sort them.
 * @param condition with numbered parameters, for it stands there twice
 */
export function postingsWhere(condition: string): string {
  const rows = (table: string): string => `SELECT term, data, segment FROM ${table} WHERE ${condition}`;
  return `${rows("posting")} UNION ALL ${rows("recent")} ORDER BY term, segment`;
}

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
  /** Bytes of `recent`, about. */
  recent: number;
}

const emptyState = (): LexicalState => ({ generation: 0, chunks: 0, sums: [0, 0, 0, 0], dead: [], sweeping: [], cursor: "", recent: 0 });

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
  const recent = reader.varint();
  const dead = readAscending(reader);
  const sweeping = readAscending(reader);
  return { generation, chunks, sums, dead, sweeping, cursor: new TextDecoder().decode(row.data.subarray(reader.at)), recent };
}

export function writeState(db: Database, state: LexicalState): void {
  const out = new Bytes(64 + 2 * state.dead.length);
  writeLarge(out, state.generation);
  out.varint(state.chunks);
  for (const sum of state.sums) writeLarge(out, sum);
  out.varint(state.recent);
  writeAscending(out, state.dead);
  writeAscending(out, state.sweeping);
  const cursor = new TextEncoder().encode(state.cursor);
  out.copy(cursor, 0, cursor.length);
  db.query("INSERT OR REPLACE INTO posting(term, segment, data) VALUES ('', 0, ?)").run(out.view());
}

/** Lengths of all chunks that postings may name, live and dead, by chunk number. */
export interface Lengths {
  /** One array a field (body, comment, import, signature), as long as the highest number + 1; 0 where no chunk is. */
  columns: Uint16Array[];
  /** 1 where a chunk has postings. */
  posted: Uint8Array;
}

/** Gaps up to this many numbers (licence headers, removed chunks) are filled with zeros rather than starting a new piece. */
const GAP = 64;

/**
 * A row of lengths: pieces of nearly consecutive numbers until the row ends, each
 *
 *     varint numbers since the end of the piece before, varint count
 *     count bytes: 1 where a chunk is
 *     for each field: count little-endian 16-bit lengths
 *
 * Fixed width, so that a question's cold start copies instead of decoding (50,000 chunks: 450 kB).
 * @param chunks ascending, not empty
 */
export function encodeLengths(chunks: readonly PostedChunk[]): Uint8Array {
  const out = new Bytes(16 + chunks.length * 10);
  let end = 0;
  for (let from = 0; from < chunks.length; ) {
    let to = from + 1;
    while (to < chunks.length && chunks[to]!.no - chunks[to - 1]!.no <= GAP) to++;
    const first = chunks[from]!.no;
    const count = chunks[to - 1]!.no + 1 - first;
    out.varint(first - end);
    out.varint(count);
    out.reserve(count * 9);
    const base = out.length;
    out.data.fill(0, base, base + count * 9);
    for (const { no, lengths } of chunks.slice(from, to)) {
      out.data[base + no - first] = 1;
      for (let field = 0; field < NORMALISED; field++) {
        const at = base + count + (field * count + no - first) * 2;
        out.data[at] = lengths[field]! & 255;
        out.data[at + 1] = lengths[field]! >>> 8;
      }
    }
    out.length = base + count * 9;
    end = first + count;
    from = to;
  }
  return out.view();
}

/** All rows of lengths put together. */
export function readLengths(rows: readonly Uint8Array[]): Lengths {
  const pieces: { data: Uint8Array; at: number; first: number; count: number }[] = [];
  let size = 1;
  for (const data of rows) {
    const reader = new Reader(data);
    let end = 0;
    while (reader.more) {
      const first = end + reader.varint();
      const count = reader.varint();
      pieces.push({ data, at: reader.at, first, count });
      reader.at += count * 9;
      end = first + count;
      if (reader.at > data.length) throw new RangeError("A row of chunk lengths is damaged.");
    }
    size = Math.max(size, end);
  }
  const posted = new Uint8Array(size);
  const columns = Array.from({ length: NORMALISED }, () => new Uint16Array(size));
  for (const { data, at, first, count } of pieces) {
    posted.set(data.subarray(at, at + count), first);
    for (const [field, column] of columns.entries()) {
      const from = at + count + field * count * 2;
      column.set(new Uint16Array(data.slice(from, from + count * 2).buffer), first);
    }
  }
  return { columns, posted };
}

/** The rows of lengths, ascending. */
export function lengthRows(db: Database): Uint8Array[] {
  return db
    .query<{ data: Uint8Array }, []>("SELECT data FROM posting WHERE term = '' AND segment > 0 ORDER BY segment")
    .all()
    .map((row) => row.data);
}

/** Lengths of every chunk that postings name. */
export function loadLengths(db: Database): Lengths {
  return readLengths(lengthRows(db));
}
