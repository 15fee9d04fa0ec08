/** How far two names are apart. */

/** Letters of a name that a word of bits has room for. */
const WORD = 31;

/**
 * Optimal string alignment distance (Damerau–Levenshtein without overlapping edits) from one name to many; `limit + 1` once it is surely
 * above the limit.
 */
export function distanceFrom(name: string, limit: number): (other: string) => number {
  return name.length === 0 || name.length > WORD ? (other) => editDistance(name, other, limit) : inBits(name, limit);
}

/**
 * A column of the table as bits: a name of 12 letters costs 12 steps instead of 144 cells (Hyyrö, "A Bit-Vector Algorithm for Computing
 * Levenshtein and Damerau Edit Distances", 2003, figure 9).
 */
function inBits(name: string, limit: number): (other: string) => number {
  const places = new Map<number, number>();
  for (let i = 0; i < name.length; i++) {
    const letter = name.charCodeAt(i);
    places.set(letter, (places.get(letter) ?? 0) | (1 << i));
  }
  const usual = new Int32Array(128);
  for (const [letter, bits] of places) if (letter < 128) usual[letter] = bits;
  const last = 1 << (name.length - 1);
  return (other) => {
    const length = other.length;
    if (length - name.length > limit || name.length - length > limit) return limit + 1;
    let [up, down, diagonal, before] = [-1, 0, 0, 0];
    let distance = name.length;
    for (let i = 0; i < length; i++) {
      const letter = other.charCodeAt(i);
      const here = letter < 128 ? usual[letter]! : (places.get(letter) ?? 0);
      diagonal = (((~diagonal & here) << 1) & before) | ((((here & up) + up) | 0) ^ up) | here | down;
      const right = down | ~(diagonal | up);
      const left = diagonal & up;
      if (right & last) distance++;
      else if (left & last) distance--;
      // Each letter that is left takes at most one away.
      if (distance - (length - 1 - i) > limit) return limit + 1;
      const shifted = (right << 1) | 1;
      up = (left << 1) | ~(diagonal | shifted);
      down = shifted & diagonal;
      before = here;
    }
    return Math.min(distance, limit + 1);
  };
}

/**
 * Optimal string alignment distance (Damerau–Levenshtein without overlapping edits); `limit + 1` once it is surely above the limit.
 */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  const width = b.length + 1;
  // Three rows: the one before the last, the last, and the one being made.
  let [before, row, next] = [new Uint16Array(width), Uint16Array.from({ length: width }, (_, i) => i), new Uint16Array(width)];
  for (let i = 1; i <= a.length; i++) {
    next[0] = i;
    let best = i;
    const letter = a.charCodeAt(i - 1);
    for (let j = 1; j < width; j++) {
      const same = letter === b.charCodeAt(j - 1);
      let value = Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && letter === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === b.charCodeAt(j - 1))
        value = Math.min(value, before[j - 2]! + 1);
      next[j] = value;
      if (value < best) best = value;
    }
    if (best > limit) return limit + 1;
    [before, row, next] = [row, next, before];
  }
  return row[b.length]!;
}
