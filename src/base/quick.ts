/** The small addon of what a cold question does thousands of times (native/quick.c); every user has a twin in TypeScript and does without it. */
import { loadAddon, nativeLibrary, QUICK } from "./native.ts";

export interface Quick {
  /**
   * Do folders and files with rules have the stamps that they had? It looks on a thread of its own.
   * @param root absolute
   * @param times entries `<stamp> f<path>\0` of folders and `<stamp> r<path>\0` of files, paths relative to the root
   * @param now in milliseconds
   * @returns null where it cannot be asked
   */
  sameTimes(root: string, times: Uint8Array, now: number): Promise<boolean> | null;
  /**
   * The `k` rows nearest to a query by the cosine of their whole numbers: row, score, row, score …, best first, ties by row.
   * @param rows `count` rows of `query.length` numbers
   * @returns null for more than 4,096 dimensions, and where there are fewer rows than told
   */
  nearest(rows: Int8Array, count: number, query: Int8Array, k: number): Float64Array | null;
  /**
   * See store/links.ts.
   * @returns files; null where the bytes make no sense
   */
  holdingKey(keys: Uint8Array, wanted: Uint32Array): Uint32Array | null;
  /**
   * Lengths of chunks, and what an occurrence in each field is worth.
   * @param rows as `encodeLengths` of store/lexical/state.ts makes them
   * @param dead removed chunks that postings still name
   * @param means of the four normalised fields
   * @param weights of all fields
   * @returns null where the rows make no sense
   */
  lexicalOpen(
    rows: readonly Uint8Array[],
    dead: Uint32Array,
    means: Float64Array,
    weights: Float64Array,
    b: number,
  ): QuickCollection | null;
  /**
   * Reads the rows of several terms.
   * @returns null where they make no sense
   */
  lexicalRead(collection: QuickCollection, variants: readonly (readonly Uint8Array[])[]): QuickPostings | null;
  /**
   * The best chunks for some words, and all that equal the last of them.
   * @param words the word of each variant, ascending
   * @param scales weight × idf × (k1 + 1) of each variant
   * @param asked number of words
   */
  lexicalSelect(
    postings: QuickPostings,
    words: Uint32Array,
    scales: Float64Array,
    asked: number,
    k1: number,
    limit: number,
  ): QuickSelection | null;
}

declare const handle: unique symbol;
export type QuickCollection = { readonly [handle]: "collection" };
export interface QuickPostings {
  readonly [handle]: "postings";
  /** Live entries of each variant. */
  readonly counts: Uint32Array;
}
export interface QuickSelection {
  /** Chunk numbers, ascending. */
  readonly nos: Uint32Array;
  /** Of each word in each of these chunks, a word after another; -1 where it is not. */
  readonly frequencies: Float64Array;
  /** Through which of the word's variants. */
  readonly variants: Uint16Array;
}

let addon: Quick | null | undefined;

/** The addon, or null where this build does not have it or it cannot be loaded here. */
export function quick(): Quick | null {
  if (addon !== undefined) return addon;
  addon = null;
  try {
    const path = nativeLibrary(QUICK);
    if (path !== null) addon = loadAddon<Quick>(path);
  } catch {
    // A cache folder where programs may not run: the twins in TypeScript answer.
  }
  return addon;
}
