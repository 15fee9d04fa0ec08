/** The postings of single files, taken out of the table again in the form in which a parser hands them over (`Poster.encodePostings`). */
import type { Database } from "bun:sqlite";
import { Bytes, NORMALISED, Reader } from "./codec.ts";
import { collectionOf } from "./collection.ts";
import { loadLengths, postingsWhere } from "./state.ts";

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
