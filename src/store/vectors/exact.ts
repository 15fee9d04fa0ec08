/** Exact search over all rows: by usearch where there are many, in plain TypeScript where there are few or it cannot be loaded. */
import { vectors } from "../../base/limits.ts";
import { type Usearch, usearch } from "./library.ts";
import { squares } from "./quantise.ts";
import { byScore, cosineOf, type RowScore, scan } from "./scan.ts";

/** usearch computes the cosine in 32-bit floats; seen 2e-7 off, on all kinds of rows. */
const TOLERANCE = 1e-5;

/** Asked for beyond `k`, so that rows of nearly the same score are all seen. */
const MARGIN = 32;

/** Numbers that this process has scanned in TypeScript. */
let scanned = 0;

/** The library, once what it saves has paid for verifying and loading it: either way gives the same results. */
function libraryFor(size: number): Usearch | null {
  scanned += size;
  return scanned < vectors.nativeFrom || size < vectors.nativeLeast ? null : usearch();
}

/**
 * The `k` rows nearest to a query; the same rows, scores and order as `scan`, whichever way they were found.
 * @param rows `count` rows of `query.length` numbers, from the beginning of their buffer
 */
export function nearest(rows: Int8Array, count: number, query: Int8Array, k: number): RowScore[] {
  const library = libraryFor(count * query.length);
  if (library === null) return scan(rows, count, query, k);
  const width = query.length;
  const length = squares(query);
  const dataset = rows.subarray(0, count * width);
  // usearch ignores where in its buffer an array begins.
  const own = query.byteOffset === 0 && query.buffer.byteLength === query.byteLength ? query : query.slice();
  for (let wanted = Math.min(count, k + MARGIN); ; wanted = Math.min(count, wanted * 4)) {
    const [keys, distances] = library.exactSearch(dataset, own, width, wanted, "cos", 1);
    const found = Array.from(keys, (key) => ({ row: Number(key), score: cosineOf(rows, Number(key), own, length) })).sort(byScore);
    const last = found[k - 1];
    // Ties that go on beyond what was asked for: which of them come first is decided by row, so all must be seen.
    if (wanted === count || last === undefined || 1 - distances[wanted - 1]! < last.score - TOLERANCE) return found.slice(0, k);
  }
}
