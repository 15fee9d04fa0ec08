/**
 * Writing postings: every update adds rows, and rows of a term are merged before there are many.
 *
 * Chunk numbers only grow, so the rows of a term, ordered by `segment` (the first chunk number they held), hold
 * ascending ranges and merging two is appending one to the other. An update touches only the terms it has: its run is
 * appended to the term's last row as long as that row is small or no larger than what is added (the logarithmic method:
 * a posting is rewritten O(log) times, a term has O(log) rows). Rewriting whole rows costs ten times as much.
 *
 * The terms of a few files stand in hundreds of places of the table, and a page of it is 16 kB: a few changed files dirty more pages of
 * postings than of everything else. So what updates add goes to the table `recent`, a few pages, and is merged into `posting` when it has grown.
 *
 * Removing chunks marks them dead. A dead chunk's postings go when their row is merged, or by the *sweep*: when many are
 * dead, each update also cleans a bounded stretch of the term table, until all of it has been passed.
 */

import type { Database } from "bun:sqlite";
import { lexical } from "../../base/settings.ts";
import { appendRun, Bytes, MAX_CHUNK, NORMALISED, Reader, splitRun } from "./codec.ts";
import { collectionOf } from "./collection.ts";
import type { PostedChunk, PostingBuilder } from "./post.ts";
import { encodeLengths, type Lengths, type LexicalState, loadLengths, postingsWhere, readLengths, readState, writeState } from "./state.ts";

/** When rows are merged and swept; `settings.lexical` unless a test wants to see it happen sooner. */
export type Upkeep = { readonly [K in "smallRow" | "recentBytes" | "sweepBytes" | "sweepShare" | "sweepMinimum"]: number };

/** What an update did. */
export interface LexicalUpdate {
  added: number;
  removed: number;
  /** Rows of the posting table written. */
  rows: number;
}

/**
 * Adds the builder's chunks and removes others, inside the caller's transaction.
 *
 * Numbers of added chunks start at 1 and must be higher than any used before in this index. When a file changes, remove all of its chunks and
 * add all of its new ones: a chunk with the same text may have other words in comments if something above it changed.
 * @param removed numbers of chunks; those without postings (licences) and unknown ones are ignored
 * @param upkeep when rows are merged and swept
 * @throws RangeError when numbers are below 1 or were used before
 */
export function updatePostings(
  db: Database,
  added: PostingBuilder | null,
  removed: readonly number[],
  upkeep: Upkeep = lexical,
): LexicalUpdate {
  const state = readState(db);
  const known = loadLengths(db);
  const highest = known.posted.lastIndexOf(1);
  const fresh = highest < 0;
  const chunks = added?.posted ?? [];
  if (chunks.length > 0 && chunks[0]!.no <= Math.max(0, highest))
    throw new RangeError(`Chunk number ${chunks[0]!.no} is below 1 or was used before.`);
  if (chunks.length > 0 && chunks.at(-1)!.no >= MAX_CHUNK) throw new RangeError("Chunk numbers have run out; build the index afresh.");

  const gone = bury(state, removed, known);
  for (const chunk of chunks) {
    state.chunks++;
    for (const [field, length] of chunk.lengths.entries()) state.sums[field]! += length;
  }
  let rows = 0;
  if (added !== null && chunks.length > 0) {
    const dead = new Set(state.dead);
    const isDead = (no: number): boolean => dead.has(no);
    if (fresh) rows += insertAll(db, added);
    else if (sizeOf(added) > upkeep.recentBytes) {
      rows += mergeRecent(db, state, isDead, upkeep);
      rows += appendAll(db, "posting", [...added.runs()], isDead, upkeep);
    } else {
      rows += appendAll(db, "recent", [...added.runs()], isDead, upkeep);
      state.recent += sizeOf(added);
      if (state.recent > upkeep.recentBytes) rows += mergeRecent(db, state, isDead, upkeep);
    }
    writeLengths(db, chunks, upkeep);
  }
  rows += sweep(db, state, upkeep, upkeep.sweepBytes + 8 * (added?.bytes ?? 0) + 1024 * gone);
  state.generation++;
  writeState(db, state);
  return { added: chunks.length, removed: gone, rows };
}

/** Marks chunks dead and takes their lengths off the sums. Returns how many lived. */
function bury(state: LexicalState, removed: readonly number[], known: Lengths): number {
  if (removed.length === 0) return 0;
  const dead = new Set(state.dead);
  let gone = 0;
  for (const no of removed) {
    if (known.posted[no] !== 1 || dead.has(no)) continue;
    dead.add(no);
    gone++;
    state.chunks--;
    for (const [field, column] of known.columns.entries()) state.sums[field]! -= column[no]!;
  }
  if (gone > 0) state.dead = [...dead].sort((a, b) => a - b);
  return gone;
}

/** The first fill: terms in the table's own order, so that pages fill one after the other. */
function insertAll(db: Database, added: PostingBuilder): number {
  const insert = db.query("INSERT INTO posting(term, segment, data) VALUES (?, ?, ?)");
  let rows = 0;
  for (const [term, run] of added.runs())
    for (const piece of pieces(run)) {
      insert.run(term, firstOf(piece), piece);
      rows++;
    }
  return rows;
}

/** A run cut into rows that fit into a page of the table: what does not fit begins a page of its own, whose rest stays empty. */
function* pieces(run: Uint8Array): Generator<Uint8Array> {
  if (run.length <= lexical.rowBytes) {
    yield run;
    return;
  }
  // The sweep reads all rows of a term at a time.
  const limit = Math.max(lexical.rowBytes, Math.ceil(run.length / (SWEEP_ROWS / 4)));
  yield* splitRun(run, limit);
}

/** A row of a term; its data only where it is short enough to be rewritten. */
type Tail = [term: string, segment: number, data: Uint8Array | null];

/** Terms whose rows are asked for at once: one statement for many terms costs a third of one for each. */
const TERMS_AT_ONCE = 1_000;

/** About how many bytes rows of their own take for what is added. */
const sizeOf = (added: PostingBuilder): number => added.bytes + KEY * added.terms;

/** Bytes of a term and all that a row has beside its postings. */
const KEY = 20;

/** Moves what the latest updates added to where everything else is. Returns rows written. */
function mergeRecent(db: Database, state: LexicalState, isDead: (no: number) => boolean, upkeep: Upkeep): number {
  if (state.recent === 0) return 0;
  const rows = db.query<unknown, []>("SELECT term, data FROM recent ORDER BY term, segment").values() as [string, Uint8Array][];
  const runs = [...Map.groupBy(rows, ([term]) => term)].flatMap(([term, list]): Run[] => {
    const run = new Bytes(list.reduce((size, [, data]) => size + data.length, 8));
    let last = 0;
    for (const [, data] of list) last = appendRun(run, last, data, isDead);
    return run.length === 0 ? [] : [[term, run.view()]];
  });
  db.run("DELETE FROM recent");
  state.recent = 0;
  return appendAll(db, "posting", runs, isDead, upkeep);
}

type Run = [term: string, run: Uint8Array];

/** Appends runs to the rows that their terms have in a table. Returns how many. */
function appendAll(
  db: Database,
  table: "posting" | "recent",
  runs: readonly Run[],
  isDead: (no: number) => boolean,
  upkeep: Upkeep,
): number {
  // Long rows are measured, not read: length() of a blob loads no content.
  const tails = db.query<unknown, [number, string]>(
    `SELECT p.term, p.segment, CASE WHEN length(p.data) <= max(?, j.value ->> 1) THEN p.data END
     FROM json_each(?) AS j CROSS JOIN ${table} AS p ON p.term = j.value ->> 0 ORDER BY j.key, p.segment`,
  );
  const put = db.query(`INSERT OR REPLACE INTO ${table}(term, segment, data) VALUES (?, ?, ?)`);
  const drop = db.query(`DELETE FROM ${table} WHERE term = ? AND segment > ? AND segment <= ?`);
  for (let from = 0; from < runs.length; from += TERMS_AT_ONCE) {
    const some = runs.slice(from, from + TERMS_AT_ONCE);
    // Merging rows makes the next one eligible, up to about twice the run.
    const rows = tails.values(upkeep.smallRow, JSON.stringify(some.map(([term, run]) => [term, 2 * run.length]))) as Tail[];
    let at = 0;
    for (const [term, run] of some) {
      let end = at;
      while (end < rows.length && rows[end]![0] === term) end++;
      let first = end;
      let size = run.length;
      for (; first > at; first--) {
        const data = rows[first - 1]![2];
        if (data === null || data.length > Math.max(upkeep.smallRow, size)) break;
        size += data.length;
      }
      if (first === end) put.run(term, firstOf(run), run);
      else {
        const merged = new Bytes(size + 8);
        let last = 0;
        for (const [, , data] of rows.slice(first, end)) last = appendRun(merged, last, data!, isDead);
        appendRun(merged, last, run, null);
        const segment = rows[first]![1];
        if (end - first > 1) drop.run(term, segment, rows[end - 1]![1]);
        put.run(term, segment, merged.view());
      }
      at = end;
    }
  }
  return runs.length;
}

/** Number of the first chunk of a run. */
function firstOf(run: Uint8Array): number {
  let value = 0;
  for (let at = 0, shift = 0; ; at++, shift += 7) {
    value |= (run[at]! & 127) << shift;
    if (run[at]! < 128) return value >>> 2;
  }
}

/** Adds a row of lengths; small ones are merged at once, so that there are few. */
function writeLengths(db: Database, chunks: readonly PostedChunk[], upkeep: Upkeep): void {
  const rows = db.query<{ segment: number; size: number }, []>(
    "SELECT segment, length(data) AS size FROM posting WHERE term = '' AND segment > 0 ORDER BY segment DESC",
  );
  let size = chunks.length * 9;
  let segment = chunks[0]!.no;
  for (const row of rows.all()) {
    if (row.size > Math.max(upkeep.smallRow * 8, size)) break;
    size += row.size;
    segment = row.segment;
  }
  rewriteLengths(db, segment, chunks, null);
}

/** Puts the lengths of all rows from `segment` on, less those that `drop` names, plus `more`, into one row. */
function rewriteLengths(db: Database, segment: number, more: readonly PostedChunk[], drop: ReadonlySet<number> | null): void {
  const rows = db.query<{ data: Uint8Array }, [number]>(
    "SELECT data FROM posting WHERE term = '' AND segment > 0 AND segment >= ? ORDER BY segment",
  );
  const { columns, posted } = readLengths(rows.all(segment).map((row) => row.data));
  const kept: PostedChunk[] = [];
  for (let no = posted.indexOf(1); no >= 0; no = posted.indexOf(1, no + 1)) {
    if (!drop?.has(no)) kept.push({ no, lengths: [columns[0]![no]!, columns[1]![no]!, columns[2]![no]!, columns[3]![no]!] });
  }
  kept.push(...more);
  db.query("DELETE FROM posting WHERE term = '' AND segment > 0 AND segment >= ?").run(segment);
  if (kept.length > 0) db.query("INSERT INTO posting(term, segment, data) VALUES ('', ?, ?)").run(kept[0]!.no, encodeLengths(kept));
}

/** Cleans rows of dead chunks, about `budget` bytes of them, if a sweep runs or is due. Returns rows written. */
function sweep(db: Database, state: LexicalState, upkeep: Upkeep, budget: number): number {
  if (state.sweeping.length === 0) {
    if (state.dead.length < Math.max(upkeep.sweepMinimum, upkeep.sweepShare * state.chunks)) return 0;
    // From now on `recent` has younger chunks only: the sweep need not look there.
    const dead = new Set(state.dead);
    mergeRecent(db, state, (no) => dead.has(no), upkeep);
    state.sweeping = state.dead;
    state.cursor = "";
  }
  const doomed = new Set(state.sweeping);
  const stretch = db.query<{ term: string; segment: number; data: Uint8Array }, [string, number]>(
    "SELECT term, segment, data FROM posting WHERE term > ? ORDER BY term, segment LIMIT ?",
  );
  const put = db.query("UPDATE posting SET data = ? WHERE term = ? AND segment = ?");
  const drop = db.query("DELETE FROM posting WHERE term = ? AND segment = ?");
  let left = budget;
  let written = 0;
  for (;;) {
    const rows = stretch.all(state.cursor, SWEEP_ROWS);
    // The limit may have cut a term off: it is left to the next round. No term has as many rows as the limit.
    const cut = rows.length === SWEEP_ROWS ? rows.at(-1)!.term : null;
    for (const row of rows) {
      if (row.term === cut) break;
      if (left <= 0 && row.term !== state.cursor) return written;
      left -= row.data.length + 16;
      state.cursor = row.term;
      let dropped = 0;
      const kept = new Bytes(row.data.length + 8);
      appendRun(kept, 0, row.data, (no) => doomed.has(no) && ++dropped > 0);
      if (dropped === 0) continue;
      written++;
      if (kept.length === 0) drop.run(row.term, row.segment);
      else put.run(kept.view(), row.term, row.segment);
    }
    if (cut === null) break;
  }
  state.dead = state.dead.filter((no) => !doomed.has(no));
  state.sweeping = [];
  state.cursor = "";
  rewriteLengths(db, 0, [], doomed);
  return written;
}

/** Rows read at a time by the sweep. */
const SWEEP_ROWS = 512;

// The postings of single files, taken out of the table again in the form in which a parser hands them over (`Poster.encodePostings`).

/** The chunks of a file: numbers from `first` on. */
export interface ChunkRange {
  file: number;
  first: number;
  count: number;
}

/** Of each file a batch for `PostingBuilder.mergeInto`, terms in the table's order; the same bytes whatever numbers its chunks have. */
export function batchesOf(db: Database, ranges: readonly ChunkRange[]): Map<number, Uint8Array> {
  const { columns, posted } = loadLengths(db);
  const collection = collectionOf(db);
  const place = new Int32Array(Math.max(0, ...ranges.map(({ first, count }) => first + count))).fill(-1);
  const outs = ranges.map(({ first, count }, at) => {
    const out = new Bytes(256);
    const live: number[] = [];
    for (let no = first; no < first + count; no++) {
      place[no] = at;
      if (posted[no] === 1 && !collection.isDead(no)) live.push(no);
    }
    out.varint(count);
    out.varint(live.length);
    for (const no of live) {
      out.varint(no - first);
      for (let field = 0; field < NORMALISED; field++) out.varint(columns[field]![no]!);
    }
    return out;
  });
  const run = new Bytes(256);
  let [term, at, last] = ["", -1, 0];
  const close = (): void => {
    if (at < 0) return;
    const [out, name] = [outs[at]!, Buffer.from(term)];
    out.varint(name.length);
    out.copy(name, 0, name.length);
    out.varint(last);
    out.varint(run.length);
    out.copy(run.data, 0, run.length);
    [at, last, run.length] = [-1, 0, 0];
  };
  for (const row of db.query<{ term: string; data: Uint8Array }, []>(postingsWhere("term > ''")).iterate()) {
    if (row.term !== term) close();
    term = row.term;
    const reader = new Reader(row.data);
    let no = 0;
    while (reader.more) {
      const head = reader.varint();
      no += head >>> 2;
      const from = reader.at;
      reader.skipPayload(head & 3);
      const own = place[no] ?? -1;
      if (own < 0 || collection.isDead(no)) continue;
      if (own !== at) close();
      at = own;
      const ordinal = no - ranges[own]!.first;
      run.varint(((ordinal - last) << 2) | (head & 3));
      run.copy(row.data, from, reader.at);
      last = ordinal;
    }
  }
  close();
  return new Map(ranges.map(({ file }, i) => [file, outs[i]!.data.slice(0, outs[i]!.length)]));
}

/** How many live chunks have each term. */
export function frequenciesOf(db: Database): Map<string, number> {
  const collection = collectionOf(db);
  const found = new Map<string, number>();
  for (const { term, data } of db.query<{ term: string; data: Uint8Array }, []>(postingsWhere("term > ''")).iterate()) {
    const reader = new Reader(data);
    let [no, count] = [0, 0];
    while (reader.more) {
      const head = reader.varint();
      no += head >>> 2;
      reader.skipPayload(head & 3);
      if (!collection.isDead(no)) count++;
    }
    if (count > 0) found.set(term, (found.get(term) ?? 0) + count);
  }
  return found;
}
