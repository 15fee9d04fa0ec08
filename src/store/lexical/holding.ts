/** Which chunks hold a word, for who asks about several words at once and wants no more than so many of each: nothing is weighed. */
import type { Database } from "bun:sqlite";
import { liveIn } from "./codec.ts";
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
  for (const [term, data] of rows.values(JSON.stringify(asked)) as [string, Uint8Array][]) liveIn(data, gone, found.get(term)!, limit);
  return found;
}
