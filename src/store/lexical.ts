/**
 * The lexical index: BM25F over postings that live in SQLite (DESIGN.md, "Lexical index").
 *
 * Writing: a parse child packs words with `Poster`, the parent gathers the batches in a `PostingBuilder` and hands it to
 * `updatePostings` inside its transaction. Asking: `search`, `idf`, `chunksWithAllTerms`. The table is `LEXICAL_SCHEMA`.
 */

export { Totals } from "./lexical/collection.ts";
export { dumpPostings } from "./lexical/dump.ts";
export { Poster, PostingBuilder } from "./lexical/post.ts";
export type { LexicalHit, LexicalOptions } from "./lexical/score.ts";
export { chunkCount, chunksWithAllTerms, chunksWithEach, chunksWithMost, idf, search } from "./lexical/search.ts";
export { type LexicalUpdate, updatePostings } from "./lexical/segments.ts";
export { LEXICAL_SCHEMA } from "./lexical/state.ts";
