/** The postings in plain form: for tests of *incremental ≡ full* and for looking into an index. */
import type { Database } from "bun:sqlite";
import { FIELD_COUNT, FIELDS, type Field, Reader, readPayload } from "./codec.ts";
import { collectionOf } from "./collection.ts";
import { postingsWhere } from "./state.ts";

/** Occurrences of one term in one live chunk; only fields that have it. */
export interface PlainPosting {
  term: string;
  no: number;
  counts: Partial<Record<Field, number>>;
}

/** All postings of live chunks, by term (in the table's order) and chunk number. */
export function* dumpPostings(db: Database): Generator<PlainPosting> {
  const collection = collectionOf(db);
  const counts = new Uint32Array(FIELD_COUNT);
  for (const { term, data } of db.query<{ term: string; data: Uint8Array }, []>(postingsWhere("term > ''")).iterate()) {
    const reader = new Reader(data);
    let no = 0;
    while (reader.more) {
      const head = reader.varint();
      no += head >>> 2;
      readPayload(reader, head & 3, counts);
      if (collection.isDead(no)) continue;
      const plain: PlainPosting["counts"] = {};
      for (const [field, name] of FIELDS.entries()) if (counts[field]! > 0) plain[name] = counts[field]!;
      yield { term, no, counts: plain };
    }
  }
}
