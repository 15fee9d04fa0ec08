/** Principal axes: the directions in which vectors spread most. */

/** Vectors that are looked at; more do not move the axes. */
const SAMPLE = 20_000;

/** Rounds of the iteration: more change nothing in the first six digits, on vectors of code. */
const ROUNDS = 60;

/**
 * The first principal axes, by orthogonal iteration (Golub and Van Loan, Matrix Computations, 8.2). The same vectors give the same axes.
 * @param vectors at least one, all of one length; their mean is not taken off (a cosine knows no mean)
 * @param width how many axes
 * @returns unit vectors, the largest spread first
 */
export function principalAxes(vectors: readonly ArrayLike<number>[], width: number): Float64Array[] {
  const size = vectors[0]!.length;
  const spread = Array.from({ length: size }, () => new Float64Array(size));
  const every = Math.max(1, Math.floor(vectors.length / SAMPLE));
  for (let at = 0; at < vectors.length; at += every) {
    const vector = vectors[at]!;
    for (let i = 0; i < size; i++) {
      const row = spread[i]!;
      for (let j = 0; j <= i; j++) row[j]! += vector[i]! * vector[j]!;
    }
  }
  for (let i = 0; i < size; i++) for (let j = i + 1; j < size; j++) spread[i]![j] = spread[j]![i]!;
  const next = seeded(3);
  let axes = Array.from({ length: width }, () => Float64Array.from({ length: size }, () => next() - 0.5));
  for (let round = 0; round < ROUNDS; round++) {
    axes = axes.map((axis) => Float64Array.from(spread, (row) => dot(row, axis)));
    for (const [at, axis] of axes.entries()) {
      for (const other of axes.slice(0, at)) {
        const share = dot(other, axis);
        for (let i = 0; i < size; i++) axis[i]! -= share * other[i]!;
      }
      const length = Math.sqrt(dot(axis, axis)) || 1;
      for (let i = 0; i < size; i++) axis[i]! /= length;
    }
  }
  return axes;
}

/** Where a vector lies along each axis. */
export function project(axes: readonly Float64Array[], vector: ArrayLike<number>): Float64Array {
  return Float64Array.from(axes, (axis) => dot(axis, vector));
}

function dot(a: Float64Array, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

/** Numbers from 0 to 1 that look random and are the same every time (Lehmer 1951). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
