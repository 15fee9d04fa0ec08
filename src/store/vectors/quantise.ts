/**
 * Vectors as whole numbers of 8 bits.
 *
 * The cosine of two such vectors is computed from integer sums, so it is the same on every machine, in whatever order it is added up:
 * native code, plain TypeScript and an arm64 processor rank alike to the last bit.
 */

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
