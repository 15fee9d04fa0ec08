/**
 * Every tunable, with the reason for its value and the measurement behind it; the index version and its history.
 *
 * "dev" is NDCG@10 on the 21 development repositories of the retrieval benchmark (mean over languages).
 */

/** What each version of the index changed. A folder written by another version is rebuilt with a warning. */
export const INDEX_HISTORY = [
  { version: 1, change: "First release: files, symbols, edges, chunks, postings in one SQLite file." },
] as const;
export const INDEX_VERSION: number = INDEX_HISTORY[INDEX_HISTORY.length - 1]!.version;

/** Version of the JSON output; later versions only add keys. */
export const OUTPUT_VERSION = 1;

/** Reading files. */
export const reading = {
  /** Files above this are skipped as `too-large`: hand-written source above 2 MB is practically unknown, data files are common. */
  maxBytes: 2_000_000,
  /** Mean line length above this marks a text file of more than `minifiedMinBytes` as minified. */
  minifiedMeanLine: 500,
  minifiedMinBytes: 5_000,
  /** How much of the start is searched for NUL bytes (git uses 8000 too). */
  binaryProbe: 8_000,
} as const;

/** Signatures longer than this are cut: beyond it they are parameter lists nobody reads whole. */
export const signatureLimit = 300;

/** Chunks. RETRIEVAL.md: shape hardly matters (1,500-character AST siblings, 50-line windows and definitions lie within .01). */
export const chunking = {
  targetCharacters: 1_500,
  /** A definition above this is split at its own children. */
  maxCharacters: 3_000,
  /** DESIGN.md: no chunk over 400 lines. */
  maxLines: 400,
  /** A line above this is a chunk of its own. */
  longLine: 5_000,
  /** Characters a token, by content. */
  charactersPerToken: { prose: 4.0, code: 3.1, mixed: 3.5 },
} as const;

/** Asking. */
export const asking = {
  /** Longest question accepted, in characters; beyond it something was pasted by mistake. */
  maxQuestion: 100_000,
  defaultResults: 10,
  maxResults: 1_000,
  defaultBudget: 2_000,
  defaultDepth: 3,
  maxDepth: 8,
  /** RRF constant of Cormack, Clarke, Buettcher 2009 (SIGIR), the field's default. */
  rrfK: 60,
  /** Above this much changed source a terminal answers from the old index and says how far it is behind. */
  refreshLimitBytes: 8_000_000,
} as const;

/** Confidence of an edge by how it was established (DESIGN.md, "edge"). An order, not yet a calibrated probability: the accuracy bench replaces it. */
export const edges = {
  confidence: {
    /** Scope, same file, import binding, same package: the language itself says so. */
    exact: 1,
    /** The receiver's type is known; an override or a shadow the text does not show may still answer. */
    typed: 0.95,
    /** The only definition of that name in the tree among callables of the language: a global of a library could have the same name. */
    unique: 0.8,
    /** A candidate, never a fact. */
    ambiguous: 0.3,
    /** Leaves the tree; that it leaves is sure. */
    external: 1,
  },
  /** Hops of a re-export chain or a class hierarchy that are followed; real ones have under 10, a cycle would have no end. */
  maxHops: 24,
} as const;
