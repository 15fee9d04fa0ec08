/** Which chunks hold a word, for who asks about several words at once and wants no more than so many of each: nothing is weighed. */
import type { Database } from "bun:sqlite";
import { MIXED, ONCE } from "./codec.ts";
import { readState } from "./state.ts";

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
  for (const [term, data] of rows.values(JSON.stringify(asked)) as [string, Uint8Array][]) readInto(found.get(term)!, data, limit, gone);
  return found;
}

/** Numbers of the live chunks in a row, up to so many: written out for an engine that has not compiled it yet. */
function readInto(numbers: number[], data: Uint8Array, limit: number, gone: Uint8Array): void {
  const end = data.length;
  let no = 0;
  for (let at = 0; at < end && numbers.length < limit; ) {
    let byte = data[at++]!;
    let head = byte & 127;
    for (let shift = 7; byte > 127; shift += 7) {
      byte = data[at++]!;
      head |= (byte & 127) << shift;
    }
    no += head >>> 2;
    if (gone[no] !== 1) numbers.push(no);
    const code = head & 3;
    if (code === ONCE) continue;
    let values = 1;
    if (code === MIXED) {
      values = 0;
      for (let mask = data[at++]!; mask !== 0; mask &= mask - 1) values++;
    }
    while (values > 0 && at < end) if (data[at++]! < 128) values--;
  }
}
