/**
 * The small addon of what is done thousands of times: by a cold question (native/quick.c), and by an index to every file (native/counting.c). Every
 * user has a twin in TypeScript and does without it.
 */
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
   * Tracked files that differ from git's index, as `GitLooks.differing` has them; the letter `?` where the content must tell. It looks on a
   * thread of its own.
   * @param top absolute, of the work tree
   * @param prefix the part of it that is asked about, ended by `/`, or ""
   * @param part compare the entries of this part of `parts`, from 0
   * @returns a promise of null where git must be asked; null where it cannot be asked
   */
  trackedDiffering(top: string, prefix: string, part: number, parts: number): Promise<Uint8Array | null> | null;
  /** How many surely changed files the look that was begun last has found so far. */
  trackedFound(): number;
  /** Git's index as `GitLooks.listing` has it; arguments and nulls as of `trackedDiffering`. */
  trackedListing(top: string, prefix: string): Promise<Uint8Array | null> | null;
  /**
   * The content of a regular file that lies where its path says, no link in any part of it.
   * @param path absolute, real but for its last part
   * @param limit of a larger file nothing is read
   * @param about gets its size, its stamp (`stampOf` of source/files.ts), and 1 if it changed meanwhile
   * @returns null for everything else
   */
  contentOf(path: string, limit: number, about: Float64Array): ArrayBuffer | null;
  /** Maps the beginning of a file of vectors. @returns null where it is shorter or cannot be mapped */
  rowsMapped(path: string, length: number): QuickRows | null;
  /** Some of its bytes. @returns null outside of what was mapped */
  rowsCopied(rows: QuickRows, from: number, length: number): ArrayBuffer | null;
  /**
   * The `k` rows nearest to a query by the cosine of their whole numbers: row, score, row, score …, best first, ties by row.
   * @param rows `count` rows of `query.length` numbers
   * @returns null for more than 4,096 dimensions, and where there are fewer rows than told
   */
  nearest(rows: Rows, count: number, query: Int8Array, k: number): Float64Array | null;
  /** Begins the same beside the engine's thread. The rows must not change until it has ended. @returns null where it cannot be begun */
  nearestBegun(rows: Rows, count: number, query: Int8Array, k: number): QuickSearch | null;
  /** What `nearest` would give; carried out now if it has not been begun yet. */
  nearestEnded(search: QuickSearch): Float64Array | null;
  /** The cosines of some rows with a query, in their order; null as `nearest`. */
  cosines(rows: Rows, query: Int8Array, which: Uint32Array): Float64Array | null;
  /**
   * Tokens of a text, as query/tokens.ts counts them.
   * @param table the bytes of its table of ASCII tokens
   * @returns null where the text has signs that it does not know
   */
  tokens(table: Uint8Array, text: string): number | null;
  /**
   * See store/depends.ts.
   * @param bits of a key
   * @returns files; null where the bytes make no sense
   */
  holdingKey(keys: Uint8Array, wanted: Uint32Array, bits: number): Uint32Array | null;
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
  /**
   * Begins to read the edges of a tree: what SQL statements with `manifold_edges` tell from now on (store/packed.ts).
   * @param rank gets the place of each file in the order of paths; -1 before
   * @param place gets, by symbol, the place of its file
   * @param tests gets, by place, 1 for files with tests
   * @param around gets the function around a symbol, `aroundStart` where that begins, `kin` marks of those that have one, or mates; what is
   * marked 1 there already are seeds: edges that reach them are noted
   * @param beside from how many stored bytes of edges on a second thread reads and walks
   * @returns null where the arguments do not fit together
   */
  edgesBegun(
    rank: Int32Array,
    place: Int32Array,
    tests: Uint8Array,
    around: Int32Array,
    aroundStart: Int32Array,
    kin: Uint8Array,
    codes: Int32Array,
    kinds: number,
    beside: number,
  ): QuickTree | null;
  /** @returns how many files there are, and pairs of symbols called with one another; null where what was read made no sense */
  edgesEnded(tree: QuickTree): [places: number, mates: Int32Array] | null;
  /**
   * Meets the edges that reach a level. Source, target, line, how and file are told of each edge of which it depends on more which comes first.
   * @param walk see query/walk/compact.ts
   * @param files ascending ids of those whose edges are met; null = all
   * @param self the seed whose use of itself is reported, 0 for none
   * @param again 1 after a walk, which is left as it is: all edges that it met are told of as those whose line is not known
   * @param noted 1 to meet those that were noted when the tree was read: in the first step from its seeds
   * @returns how many symbols were found; edges whose line is not known; edges with the same line as the first; sources and targets of edges
   * that reach the seeds, and how many of those come from outside, in the first step
   */
  edgesMeet(
    walk: readonly unknown[],
    tree: QuickTree,
    files: Int32Array | null,
    depth: number,
    self: number,
    again: number,
    noted: number,
  ): [found: number, odd: Int32Array, tied: Int32Array, firsts: Int32Array, resolved: number] | null;
  /** Sorts what was found by path and line. @returns where those begin and end that have one line in common */
  edgesOrder(walk: readonly unknown[], found: number): Int32Array | null;
  /** Lists what was found, and makes the next level. @returns how many are listed, and how many lead on */
  edgesAdvance(
    walk: readonly unknown[],
    found: number,
    listed: number,
    mates: Int32Array,
    depth: number,
    last: number,
    files: number,
    around: number,
  ): Int32Array | null;
  /**
   * Counts what was reached.
   * @param folded leave out lines that import a name into a file that is known to use something
   * @param out gets the first of them
   * @returns how many; how many outside tests, in how many files; how many in tests
   */
  edgesTotal(walk: readonly unknown[], listed: number, folded: number, seeds: Int32Array, out: Int32Array): Int32Array | null;
  /** A counter of words and tokens that knows nothing yet; what it is told is written in indexing/counter.ts. */
  counter(): QuickCounter;
  /**
   * Takes a text apart into names.
   * @param aside is it what is said beside the file, or the file's own text?
   * @param names the class of every UTF-16 unit (`CLASSES` of base/words.ts), or of every name where it starts and ends
   * @returns false where a class is not known
   */
  counterRead(counter: QuickCounter, text: string, aside: boolean, names: Uint8Array | Uint32Array): boolean;
  /**
   * Pieces of names of which the tokens (else the words) have not been told, one a line: in ASCII a part in lower case, else a whole name.
   * @param most how many are wanted
   */
  counterPieces(counter: QuickCounter, tokens: boolean, most: number): string;
  /** Tells the words of these pieces: a line each, blanks between. @returns does that fit? */
  counterWords(counter: QuickCounter, words: string): boolean;
  /** Looks up the tokens of pieces, until one is not in ASCII, in a table of embed/table.ts. @returns false where that is none */
  counterLearn(counter: QuickCounter, table: Uint8Array): boolean;
  /** Tells the tokens of the next pieces: of each how many, then they. @returns does that fit? */
  counterTokens(counter: QuickCounter, tokens: Uint32Array): boolean;
  /** Adds the chunks of the file that was read. @returns its bags, null where the plan makes no sense */
  counterFile(counter: QuickCounter, plan: Uint32Array): ArrayBuffer | null;
  /** The postings of the files since the last call. */
  counterPostings(counter: QuickCounter): ArrayBuffer;
}

declare const handle: unique symbol;
export type QuickRows = { readonly [handle]: "rows" };
/** Rows of vectors one after the other, in memory or mapped. */
export type Rows = Int8Array | QuickRows;
/** The edges of a tree. */
export type QuickTree = { readonly [handle]: "tree" };
export type QuickSearch = { readonly [handle]: "search" };
export type QuickCounter = { readonly [handle]: "counter" };
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

/** Where the addon lies that `quick` has loaded. */
export const quickPath = (): string | null => (quick() === null ? null : nativeLibrary(QUICK));
