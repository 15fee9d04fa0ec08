/** Vectors to search among, the same on every run. */

/** Numbers from a seed (Lehmer), about normally distributed. */
export function numbers(seed: number): () => number {
  let state = (seed % 2_147_483_646) + 1;
  const uniform = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  return () => uniform() + uniform() + uniform() + uniform() - 2;
}

export function someVectors(count: number, dimensions: number, seed: number): Float32Array[] {
  const next = numbers(seed);
  return Array.from({ length: count }, () => Float32Array.from({ length: dimensions }, next));
}

/** One after the other. */
export const rowsOf = (list: readonly Int8Array[]): Int8Array => Int8Array.from(list.flatMap((row) => [...row]));
