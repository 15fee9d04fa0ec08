/** Retrieval by words: chunks from the lexical index, files by structural evidence (rank.ts), one chunk a file first. */

import { intents, lexical as lexicalSettings, ranking, presence as settings, thick } from "../base/settings.ts";
import type { Intent } from "../base/types.ts";
import { queryWords, splitIdentifier } from "../base/words.ts";
import type { ChunkRow, Store } from "../store/graph.ts";
import { idf, type LexicalHit, search, type Totals } from "../store/lexical.ts";
import { type ChunkOutline, chunkNumbers, chunkPlaces, fileEvidence, filesForFilter, outlineOfFile } from "../store/ranking.ts";
import { asSymbol, embeddedIdentifiers, foldName, kindWeight, lastSegment, nameOverlap, queryWeights, stemsSharing } from "./evidence.ts";
import { type Filters, fileFilter, filtersFiles } from "./filter.ts";
import { oddsAmong, ofFound } from "./likelihood.ts";
import { reportWeights } from "./mend.ts";
import type { Precedent } from "./precedents.ts";
import { type Presence, presenceOf } from "./presence.ts";
import { type Evidence, type FileScore, rankFiles } from "./rank.ts";
import type { Semantics } from "./semantic.ts";

/** A chunk with its place in the ranking. */
export interface RankedChunk {
  chunk: ChunkRow;
  score: number;
  /** That it is right (likelihood.ts). */
  likelihood: number;
}

export interface RetrieveOptions {
  /** Vectors to ask too; null for words alone. */
  semantics?: Semantics | null;
  /** Leave the words out: meaning alone. */
  wordless?: boolean;
  /** How many chunks are wanted. */
  k: number;
  filters: Filters;
  /** What the asker is up to; `explore` unless told. */
  intent?: Intent;
  /** Something is to be mended (mend.ts): the first files give several chunks, tests and documents step back. */
  mends?: boolean;
  /** Then what history says of files (precedents.ts). */
  precedents?: ReadonlyMap<string, Precedent> | undefined;
  /** Paths of files that the text names. */
  pointed?: ReadonlySet<string>;
  /** Whether the graph has a say. */
  graph?: boolean;
  /** What words are weighed against, where several indexes are asked as one. */
  among?: Totals | undefined;
}

const NONE: ReadonlySet<string> = new Set();

/** What retrieval finds. */
export interface Retrieved {
  chunks: RankedChunk[];
  /** They are merely the nearest: nothing has the question's words or is near its meaning, or what it is about is probably not here. */
  fallback: boolean;
  /** Whether it is here; null where that cannot be judged. */
  presence: Presence | null;
  /** Scores of the files, where the first of them have several chunks each (reports). */
  files?: readonly number[];
  /** The BM25F score of the best chunk and the cosine of the nearest: those of indexes that weigh words alike compare. */
  peak?: { words: number; meaning: number };
}

/**
 * The chunks that answer a text best, best first, ties by path and line; and whether what was asked about is here.
 *
 * File score = (best chunk + shares of the next three) / best of all + .5 D + .4 S + S' + symbol terms, times penalties. The best files give one chunk
 * each, then their further chunks follow.
 */
export function retrieve(store: Store, text: string, options: RetrieveOptions): Retrieved {
  const words = queryWords(text);
  const accept = options.filters;
  const allows = fileFilter(accept);
  const allowed = filtersFiles(accept)
    ? new Set(
        chunkNumbers(
          store,
          filesForFilter(store)
            .filter((file) => allows(file.path, file.language))
            .map((file) => file.id),
        ),
      )
    : undefined;
  const sifted = accept.within ?? null;
  const inFiles = allowed ? (no: number) => allowed.has(no) : undefined;
  const passing = sifted?.passing ?? null;
  const filter = passing ? { filter: (no: number) => passing.has(no) && (inFiles?.(no) ?? true) } : inFiles ? { filter: inFiles } : {};
  // Conditions on text that were not asked of every chunk before are asked going down the ranking.
  const passes = passing ? null : (sifted?.chunk ?? null);
  // However they are found: filtering first and going down the ranking must give the same.
  const most = {
    candidates: sifted?.chunk ? Math.min(ranking.candidates, options.k * thick.candidates) : ranking.candidates,
    neighbours: sifted?.chunk ? Math.min(ranking.neighbours, options.k * thick.neighbours) : ranking.neighbours,
  };
  const lexical = options.wordless
    ? []
    : search(store.db, words, {
        limit: most.candidates,
        among: options.among,
        ...filter,
        ...(passes ? { passes } : {}),
        ...(options.mends ? { weigh: reportWeights(text) } : {}),
      });
  const { hits, fallback, nearest } = options.semantics
    ? joinMeaning(lexical, options.semantics, text, {
        filter: filter.filter,
        passes,
        neighbours: most.neighbours,
        alone: sifted?.chunk != null,
      })
    : { hits: lexical, fallback: false, nearest: 0 };
  const symbol = asSymbol(text);
  const named = symbol ? symbolFiles(store, symbol) : new Map<number, number>();
  const best = hits[0]?.score ?? 0;
  const places = chunkPlaces(
    store,
    hits.map((hit) => hit.no),
  );
  const byFile = new Map<number, { no: number; score: number }[]>();
  for (const hit of hits) {
    const place = places.get(hit.no);
    if (!place) continue;
    const list = byFile.get(place.file);
    const row = { no: hit.no, score: hit.score / best };
    if (list) list.push(row);
    else byFile.set(place.file, [row]);
  }
  const pointed = [...(options.pointed ?? NONE)].flatMap((path) => store.fileByPath(path)?.id ?? []);
  for (const file of [...named.keys(), ...pointed]) if (!byFile.has(file)) byFile.set(file, []);
  const whole = wholeIdentifiers(text);
  const parts = words.filter((word) => !whole.has(word));
  const stems = new Set(parts.length > 0 ? parts : words);
  const evidence: Evidence = {
    query: queryWeights([...stems], idf(store.db, stems, options.among), options.among?.chunks ?? store.counts().chunks),
    symbol,
    named,
    identifiers: symbol ? [] : embeddedIdentifiers(text),
    asked: new Set(words),
    mends: options.mends ?? false,
    precedents: options.precedents ?? new Map(),
    pointed: options.pointed ?? NONE,
    whole: wholeFiles(lexical, places),
  };
  const files = fileEvidence(store, [...byFile.keys()]).filter((file) => allows(file.path, file.language));
  // A filter on kinds or text may pass over any number of the best files.
  const wanted = accept.kinds.length > 0 || sifted?.chunk ? files.length : Math.max(options.k, settings.files);
  const spreads = options.graph === false ? 0 : intents[options.intent ?? "explore"].spread;
  const scored = rankFiles(store, files, byFile, evidence, wanted, spreads);
  // Without words there is nothing to judge by; what a condition leaves of a tree is not the tree.
  const judged =
    options.wordless || sifted?.chunk
      ? null
      : presenceOf(store, {
          text,
          words: words.slice(0, lexicalSettings.maxWords),
          stems: [...stems],
          hits: lexical,
          cosine: options.semantics?.judges ? nearest : null,
          paths: scored.slice(0, settings.files).map(({ file }) => file.path),
          query: evidence.query,
          mends: evidence.mends,
        });
  // Who says where to look knows that it may be elsewhere.
  const presence = judged && { ...judged };
  if (presence && filter.filter) presence.absent = presence.nothing;
  // A report speaks of what it saw, not in the words of the code: its nearest places are shown, with a warning.
  if (presence && (filter.filter || options.mends)) presence.nothing = false;
  const odds = oddsAmong(scored.map((one) => one.score));
  const likely = odds.map((one) => ofFound(one, judged?.score ?? null, evidence.mends));
  return {
    chunks: arrange(store, scored, likely, evidence, options),
    fallback: fallback || (presence?.absent ?? false),
    presence,
    peak: { words: lexical[0]?.score ?? 0, meaning: Math.max(0, nearest) },
    ...(options.mends ? { files: scored.map((one) => one.score) } : {}),
  };
}

/** What a file's chunks have of each word, the best of them for each, as a share of the best file's sum: their evidence is the file's. */
function wholeFiles(hits: readonly LexicalHit[], places: ReadonlyMap<number, { file: number }>): Map<number, number> {
  const words = new Map<number, Map<number, number>>();
  for (const hit of hits) {
    const file = places.get(hit.no)?.file;
    if (file === undefined) continue;
    const held = words.get(file) ?? new Map<number, number>();
    words.set(file, held);
    for (const [i, word] of hit.words.entries()) held.set(word, Math.max(held.get(word) ?? 0, hit.parts[i]!));
  }
  const sums = [...words].map(([file, held]): [number, number] => [file, [...held.values()].reduce((a, b) => a + b, 0)]);
  const best = Math.max(...sums.map(([, sum]) => sum), 1e-9);
  return new Map(sums.map(([file, sum]) => [file, sum / best]));
}

/** One chunk a file down the ranking (several of the first where something is to be mended), then, after the first files, their further chunks. */
function arrange(
  store: Store,
  files: readonly FileScore[],
  likely: readonly number[],
  evidence: Evidence,
  options: RetrieveOptions,
): RankedChunk[] {
  const { k, filters } = options;
  const passes = filters.within?.chunk ?? null;
  const first: Placed[] = [];
  const further: Placed[] = [];
  const wanted = new Set(filters.kinds);
  for (const [at, { file, score, chunks }] of files.entries()) {
    if (first.length >= k) break;
    const hit = new Map(chunks.map((chunk) => [chunk.no, chunk.score]));
    const ranked = outlineOfFile(store, file.id)
      .filter((chunk) => passes === null || passes(chunk.no))
      .filter((chunk) => wanted.size === 0 || wanted.has(chunk.kind) || chunk.definitions.some((symbol) => wanted.has(symbol.kind)))
      .map((chunk) => ({
        no: chunk.no,
        path: file.path,
        start: chunk.start,
        score: (hit.get(chunk.no) ?? 0) + chunkEvidence(chunk, evidence),
      }))
      .sort((a, b) => b.score - a.score || a.start - b.start);
    const [head, ...rest] = ranked;
    if (!head) continue;
    first.push({ ...head, score, likelihood: likely[at]! });
    let more = (options.mends ? (ranking.chunksAFile[at] ?? 1) : 1) - 1;
    for (const other of rest) {
      if (!hit.has(other.no)) continue;
      const share = other.score / Math.max(head.score, other.score, 1e-9);
      const placed = { ...other, score: score * share, likelihood: likely[at]! * share };
      if (more-- > 0) first.push(placed);
      else further.push(placed);
    }
  }
  const head = first.slice(0, Math.min(k, ranking.oneAFile));
  const tail = [...first.slice(head.length), ...further].sort(
    (a, b) => b.score - a.score || (a.path < b.path ? -1 : a.path > b.path ? 1 : a.start - b.start),
  );
  return [...head, ...tail].slice(0, k).flatMap(({ no, score, likelihood }) => {
    const chunk = store.chunkByNo(no);
    // The last digits depend on how many candidates were summed up.
    return chunk ? [{ chunk, score: Number(score.toPrecision(12)), likelihood }] : [];
  });
}

interface Placed {
  no: number;
  path: string;
  start: number;
  score: number;
  likelihood: number;
}

/** How much a chunk's own definitions speak for it within its file. */
function chunkEvidence(chunk: ChunkOutline, evidence: Evidence): number {
  const wanted = evidence.symbol ? lastSegment(evidence.symbol) : null;
  let overlap = 0;
  let defines = 0;
  for (const { name } of chunk.definitions) {
    overlap = Math.max(overlap, nameOverlap(stemsSharing(name, evidence.query), evidence.query));
    if (wanted !== null && name === wanted) defines = Math.max(defines, 1);
    else if (wanted !== null && foldName(name) === foldName(wanted)) defines = Math.max(defines, ranking.folded);
    else if (evidence.identifiers.includes(name)) defines = Math.max(defines, ranking.chunkIdentifier);
  }
  return ranking.chunkDefinitions * overlap + ranking.chunkSymbol * defines;
}

/** Files that define a symbol and how exactly: 1 for the very name, less when only the letters agree, by what it is. */
function symbolFiles(store: Store, symbol: string): Map<number, number> {
  const found = new Map<number, number>();
  const name = lastSegment(symbol);
  const rows = symbol === name ? store.symbolsByName(name, true) : store.symbolsByQualified(symbol, true);
  for (const row of rows.length > 0 ? rows : store.symbolsByName(name, true)) {
    if (row.file === null || row.kind === "import" || row.at === 0) continue;
    const likeness = (row.name === name ? 1 : ranking.folded) * kindWeight(row.kind);
    found.set(row.file, Math.max(found.get(row.file) ?? 0, likeness));
  }
  return found;
}

/** Whole identifiers of several parts, as words.ts keeps them beside their parts (`parseconfig` of `parseConfig`). */
function wholeIdentifiers(text: string): Set<string> {
  const whole = new Set<string>();
  for (const match of text.matchAll(/[\p{L}_][\p{L}\p{N}_]*/gu)) {
    const parts = splitIdentifier(match[0]);
    if (parts.length > 1) whole.add(parts.join(""));
  }
  return whole;
}

// Words and meaning as one list of chunks, and when what is merely near counts as an answer.

/** A chunk with what speaks for it. */
export interface Scored {
  no: number;
  score: number;
}

export interface Joined {
  hits: Scored[];
  /** No chunk has a word of the question or is near enough by itself: these are merely the nearest. */
  fallback: boolean;
  /** Cosine of the nearest chunk. */
  nearest: number;
}

/**
 * Adds what is near to what the words found: each as a share of its own best, meaning weighing `ranking.meaning`. Scores that can be
 * compared are added; ranks would flatten them (RETRIEVAL.md: reciprocal ranks lose .04 here).
 *
 * Something is always nearest. A chunk that has none of the words joins from a cosine of `ranking.similarity.first` on; if that leaves nothing at
 * all, from `ranking.similarity.second` on, and the answer says so.
 * @param lexical chunks that have words of the question, best first
 * @param chunks those that may be hits, by a cheap condition and by one that is too dear to ask of all; how many of the nearest join; `alone`: those that
 *   could not join by themselves are not even looked for
 */
export function joinMeaning(
  lexical: readonly Scored[],
  semantics: Semantics,
  text: string,
  chunks: {
    filter?: ((no: number) => boolean) | undefined;
    passes?: ((no: number) => boolean) | null;
    neighbours?: number;
    alone?: boolean;
  } = {},
): Joined {
  const worded = new Set(lexical.map((hit) => hit.no));
  const { filter, passes = null, neighbours = ranking.neighbours, alone = false } = chunks;
  const { first, second } = semantics.similarity;
  const floor = alone ? (lexical.length > 0 ? first : second) : Number.NEGATIVE_INFINITY;
  const near = semantics.near(text, neighbours, [...worded], { filter, passes, floor });
  let most = 0;
  for (const cosine of near.values()) most = Math.max(most, cosine);
  const fallback = lexical.length === 0 && most < first;
  if (most <= 0 || (fallback && most < second)) return { hits: [...lexical], fallback: false, nearest: most };
  const least = fallback ? second : first;
  const best = lexical[0]?.score ?? 0;
  const scores = new Map<number, number>();
  for (const [no, cosine] of near) if (cosine > 0 && (cosine >= least || worded.has(no))) scores.set(no, (ranking.meaning * cosine) / most);
  for (const { no, score } of lexical) scores.set(no, (scores.get(no) ?? 0) + score / best);
  return {
    hits: [...scores].map(([no, score]) => ({ no, score })).sort((a, b) => b.score - a.score || a.no - b.no),
    fallback,
    nearest: most,
  };
}
