/** Exact search: the only one, up to as many rows as a graph is kept for (`vectors.graphFrom`). */

/** A row and its cosine with the query, in -1 … 1. */
export interface RowScore {
  row: number;
  score: number;
}

/** Best first; ties by row, and rows are sorted by id. */
export const byScore = (a: RowScore, b: RowScore): number => b.score - a.score || a.row - b.row;

/** Integer sums of one row with the query. */
export function cosineOf(rows: Int8Array, row: number, query: Int8Array, length: number): number {
  const width = query.length;
  const from = row * width;
  let dot = 0;
  let own = 0;
  // Whole numbers below 2^53: the sums are exact, so the order of adding is free.
  for (let i = 0; i < width; i++) {
    const value = rows[from + i]!;
    dot += value * query[i]!;
    own += value * value;
  }
  return own === 0 ? 0 : dot / Math.sqrt(own * length);
}

/**
 * The `k` rows nearest to a query by the cosine of their whole numbers.
 * @param rows `count` rows of `query.length` numbers
 * @returns best first, ties by row
 */
export function scan(rows: Int8Array, count: number, query: Int8Array, k: number): RowScore[] {
  const width = query.length;
  const length = squares(query);
  const wide = Int32Array.from(query);
  const best = new Best(Math.min(k, count));
  const whole = width - (width % 4);
  for (let row = 0, from = 0; row < count; row++, from += width) {
    let dot = 0;
    let own = 0;
    // Four at a time in 32-bit whole numbers (127² × 4,096 dimensions fit) is twice as fast here as one at a time in doubles.
    for (let i = 0; i < whole; i += 4) {
      const a = rows[from + i]!;
      const b = rows[from + i + 1]!;
      const c = rows[from + i + 2]!;
      const d = rows[from + i + 3]!;
      dot = (dot + Math.imul(a, wide[i]!) + Math.imul(b, wide[i + 1]!) + Math.imul(c, wide[i + 2]!) + Math.imul(d, wide[i + 3]!)) | 0;
      own = (own + Math.imul(a, a) + Math.imul(b, b) + Math.imul(c, c) + Math.imul(d, d)) | 0;
    }
    for (let i = whole; i < width; i++) {
      const value = rows[from + i]!;
      dot = (dot + Math.imul(value, wide[i]!)) | 0;
      own = (own + Math.imul(value, value)) | 0;
    }
    best.offer(row, own === 0 ? 0 : dot / Math.sqrt(own * length));
  }
  return best.sorted();
}

/** The best few of many, as a heap with the worst of them on top. */
class Best {
  readonly #heap: RowScore[] = [];

  constructor(private readonly limit: number) {}

  offer(row: number, score: number): void {
    const heap = this.#heap;
    if (heap.length === this.limit) {
      // Rows come in ascending order, so an equal score never displaces.
      if (this.limit === 0 || score <= heap[0]!.score) return;
      heap[0] = { row, score };
      this.#sink();
      return;
    }
    heap.push({ row, score });
    let at = heap.length - 1;
    while (at > 0) {
      const up = (at - 1) >> 1;
      if (byScore(heap[at]!, heap[up]!) <= 0) break;
      [heap[at], heap[up]] = [heap[up]!, heap[at]!];
      at = up;
    }
  }

  #sink(): void {
    const heap = this.#heap;
    let at = 0;
    for (;;) {
      let worst = at;
      for (const child of [2 * at + 1, 2 * at + 2]) if (child < heap.length && byScore(heap[child]!, heap[worst]!) > 0) worst = child;
      if (worst === at) return;
      [heap[at], heap[worst]] = [heap[worst]!, heap[at]!];
      at = worst;
    }
  }

  sorted(): RowScore[] {
    return this.#heap.sort(byScore);
  }
}

// Vectors as whole numbers of 8 bits.
//
// The cosine of two such vectors is computed from integer sums, so it is the same on every machine, in whatever order it is added up:
// native code, plain TypeScript and an arm64 processor rank alike to the last bit.

/** The largest part of a vector becomes this; symmetric, so that a vector and its opposite stay opposites. */
const LEVELS = 127;

/**
 * A vector in whole numbers from -127 to 127, scaled by its largest part: its length is lost (the cosine does not need it).
 * Parts that are no numbers count as 0.
 */
export function quantise(vector: Float32Array): Int8Array {
  const out = new Int8Array(vector.length);
  let largest = 0;
  // By index: an iterator takes a cold process ten times as long.
  for (let i = 0; i < vector.length; i++) {
    const value = Math.abs(vector[i]!);
    if (value > largest && value < Number.POSITIVE_INFINITY) largest = value;
  }
  if (largest === 0) return out;
  for (let i = 0; i < vector.length; i++) {
    const value = vector[i]!;
    // Half away from zero: rounding half up would move a vector and its opposite in the same direction.
    if (Number.isFinite(value)) out[i] = Math.sign(value) * Math.floor((Math.abs(value) / largest) * LEVELS + 0.5);
  }
  return out;
}

/** Sum of squares. */
export function squares(row: Int8Array): number {
  let sum = 0;
  for (const value of row) sum += value * value;
  return sum;
}
