/** Retrieval by words: chunks from the lexical index, files by structural evidence (rank.ts), one chunk a file first. */

import { intents, lexical as lexicalSettings, ranking, presence as settings, thick } from "../base/settings.ts";
import type { Intent } from "../base/types.ts";
import { queryWords, splitIdentifier } from "../base/words.ts";
import type { ChunkRow, Store } from "../store/graph.ts";
import { idf, type LexicalHit, search, type Totals } from "../store/lexical.ts";
import { type ChunkOutline, chunkNumbers, chunkPlaces, fileEvidence, filesForFilter, outlineOfFile } from "../store/ranking.ts";
import { asSymbol, embeddedIdentifiers, foldName, kindWeight, lastSegment, nameOverlap, queryWeights, stemsSharing } from "./evidence.ts";
import { fileFilter, filtersFiles } from "./filter.ts";
import { oddsAmong, ofFound } from "./likelihood.ts";
import { reportWeights } from "./mend.ts";
import { type Presence, presenceOf } from "./presence.ts";
import { type Evidence, type FileScore, type Part, rankFiles, type Standing } from "./rank.ts";
import type { Semantics } from "./semantic.ts";

/** A chunk with its place in the ranking. */
export interface RankedChunk {
  chunk: ChunkRow;
  score: number;
  /** That it is right (likelihood.ts). */
  likelihood: number;
  /** Its path among those of all indexes. */
  path: string;
  /** The index that it is in. */
  part: Pick<Part, "store" | "semantics">;
}

export interface RankingOptions {
  /** Leave the words out: meaning alone. */
  wordless?: boolean;
  /** How many chunks are wanted. */
  k: number;
  /** What the asker is up to; `explore` unless told. */
  intent?: Intent;
  /** Something is to be mended (mend.ts): the first files give several chunks, tests and documents step back. */
  mends?: boolean;
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
}

/** The chunks of one index that answer a text best (`retrieveAmong`). */
export const retrieve = (store: Store, text: string, options: RankingOptions & Omit<Part, "store">): Retrieved =>
  retrieveAmong([{ store, ...options }], text, options);

/**
 * The chunks that answer a text best, best first, ties by index, path and line; and whether what was asked about is here. Several indexes are ranked as one:
 * nothing is weighed against what one of them has by itself.
 *
 * File score = (best chunk + shares of the next three) / best of all + .5 D + .4 S + S' + symbol terms, times penalties. The best files give one chunk
 * each, then their further chunks follow.
 */
export function retrieveAmong(parts: readonly Part[], text: string, options: RankingOptions): Retrieved {
  const words = queryWords(text);
  const onText = parts.some(({ filters }) => filters.within?.chunk);
  // However they are found: filtering first and going down the ranking must give the same.
  const most = {
    candidates: onText ? Math.min(ranking.candidates, options.k * thick.candidates) : ranking.candidates,
    neighbours: onText ? Math.min(ranking.neighbours, options.k * thick.neighbours) : ranking.neighbours,
  };
  const asked = parts.map((part) => ({ ...part, ...conditionsOf(part) }));
  const weigh = options.mends ? { weigh: reportWeights(text) } : {};
  const lexical = options.wordless
    ? []
    : asked
        .flatMap(({ store, filter, passes }, of) => {
          const only = { ...(filter ? { filter } : {}), ...(passes ? { passes } : {}) };
          return search(store.db, words, { limit: most.candidates, among: options.among, ...only, ...weigh }).map((hit) => ({
            ...hit,
            of,
          }));
        })
        .sort((a, b) => b.score - a.score)
        .slice(0, most.candidates);
  const near = nearestAmong(asked, lexical, text, most.neighbours, onText);
  const { hits, fallback } = near === null ? { hits: lexical, fallback: false } : joinMeaning(lexical, near);
  const judging = (near ?? []).filter(({ of }) => parts[of]!.semantics!.judges);
  const symbol = asSymbol(text);
  const best = hits[0]?.score ?? 0;
  const named = symbol ? symbolFiles(parts, symbol) : [];
  const wholes = wholeFiles(
    lexical,
    asked.map(({ store }, of) => placesOf(store, of, lexical)),
  );
  const standings = asked.map(({ store, filters, allows, precedents = new Map(), pointed = NONE }, of): Standing => {
    const places = placesOf(store, of, hits);
    const chunks = new Map<number, { no: number; score: number }[]>();
    for (const hit of hits) {
      const place = hit.of === of ? places.get(hit.no) : undefined;
      if (!place) continue;
      const row = { no: hit.no, score: hit.score / best };
      const list = chunks.get(place.file);
      if (list) list.push(row);
      else chunks.set(place.file, [row]);
    }
    for (const file of [...(named[of]?.keys() ?? []), ...[...pointed].flatMap((path) => store.fileByPath(path)?.id ?? [])])
      if (!chunks.has(file)) chunks.set(file, []);
    const files = fileEvidence(store, [...chunks.keys()]).filter((file) => allows(file.path, file.language));
    return {
      part: parts[of]!,
      mount: filters.mount ?? "",
      files,
      chunks,
      named: named[of] ?? new Map(),
      whole: wholes[of]!,
      precedents,
      pointed,
    };
  });
  const whole = wholeIdentifiers(text);
  const plain = words.filter((word) => !whole.has(word));
  const stems = new Set(plain.length > 0 ? plain : words);
  const evidence: Evidence = {
    query: queryWeights(
      [...stems],
      idf(parts[0]!.store.db, stems, options.among),
      parts.reduce((sum, { store }) => sum + store.counts().chunks, 0),
    ),
    symbol,
    identifiers: symbol ? [] : embeddedIdentifiers(text),
    asked: new Set(words),
    mends: options.mends ?? false,
  };
  // A filter on kinds or text may pass over any number of the best files.
  const wanted = parts[0]!.filters.kinds.length > 0 || onText ? Number.POSITIVE_INFINITY : Math.max(options.k, settings.files);
  const spreads = options.graph === false ? 0 : intents[options.intent ?? "explore"].spread;
  const scored = rankFiles(standings, evidence, wanted, spreads);
  // Without words there is nothing to judge by; what a condition leaves of a tree is not the tree.
  const judged =
    options.wordless || onText
      ? null
      : presenceOf(
          parts.map(({ store }) => store),
          {
            text,
            words: words.slice(0, lexicalSettings.maxWords),
            stems: [...stems],
            hits: lexical,
            cosine: parts.some(({ semantics }) => semantics?.judges) ? Math.max(0, ...judging.map(({ cosine }) => cosine)) : null,
            paths: scored.slice(0, settings.files).map(({ file }) => file.path),
            query: evidence.query,
            mends: evidence.mends,
          },
        );
  // Who says where to look knows that it may be elsewhere.
  const isFiltered = asked.some(({ filter }) => filter !== undefined);
  const presence = judged && { ...judged };
  if (presence && isFiltered) presence.absent = presence.nothing;
  // A report speaks of what it saw, not in the words of the code: its nearest places are shown, with a warning.
  if (presence && (isFiltered || options.mends)) presence.nothing = false;
  const odds = oddsAmong(scored.map((one) => one.score));
  const likely = odds.map((one) => ofFound(one, judged?.score ?? null, evidence.mends));
  return {
    chunks: arrange(scored, likely, evidence, options),
    fallback: fallback || (presence?.absent ?? false),
    presence,
    ...(options.mends ? { files: scored.map((one) => one.score) } : {}),
  };
}

/** Which files and chunks of an index may be found. */
function conditionsOf({ store, filters }: Part) {
  const allows = fileFilter(filters);
  const allowed = filtersFiles(filters)
    ? new Set(
        chunkNumbers(
          store,
          filesForFilter(store)
            .filter((file) => allows(file.path, file.language))
            .map((file) => file.id),
        ),
      )
    : undefined;
  const sifted = filters.within ?? null;
  const inFiles = allowed ? (no: number) => allowed.has(no) : undefined;
  const passing = sifted?.passing ?? null;
  return {
    allows,
    filter: passing ? (no: number) => passing.has(no) && (inFiles?.(no) ?? true) : inFiles,
    // Conditions on text that were not asked of every chunk before are asked going down the ranking.
    passes: passing ? null : (sifted?.chunk ?? null),
  };
}

/** Where the hits of one of the indexes lie. */
const placesOf = (store: Store, of: number, hits: readonly Hit[]) =>
  chunkPlaces(
    store,
    hits.filter((hit) => hit.of === of).map(({ no }) => no),
  );

/** What a file's chunks have of each word, the best of them for each, as a share of the best file's sum: their evidence is the file's. Of each index. */
function wholeFiles(
  hits: readonly (LexicalHit & Hit)[],
  places: readonly ReadonlyMap<number, { file: number }>[],
): ReadonlyMap<number, number>[] {
  const words = places.map(() => new Map<number, Map<number, number>>());
  for (const hit of hits) {
    const file = places[hit.of]!.get(hit.no)?.file;
    if (file === undefined) continue;
    const held = words[hit.of]!.get(file) ?? new Map<number, number>();
    words[hit.of]!.set(file, held);
    for (const [i, word] of hit.words.entries()) held.set(word, Math.max(held.get(word) ?? 0, hit.parts[i]!));
  }
  const sums = words.map((files) => [...files].map(([file, held]) => [file, [...held.values()].reduce((a, b) => a + b, 0)] as const));
  const best = Math.max(...sums.flat().map(([, sum]) => sum), 1e-9);
  return sums.map((files) => new Map(files.map(([file, sum]) => [file, sum / best])));
}

/** One chunk a file down the ranking (several of the first where something is to be mended), then, after the first files, their further chunks. */
function arrange(files: readonly FileScore[], likely: readonly number[], evidence: Evidence, options: RankingOptions): RankedChunk[] {
  const { k } = options;
  const first: Placed[] = [];
  const further: Placed[] = [];
  for (const [at, { file, score, chunks, part, path }] of files.entries()) {
    if (first.length >= k) break;
    const { store, filters } = part;
    const passes = filters.within?.chunk ?? null;
    const wanted = new Set(filters.kinds);
    const hit = new Map(chunks.map((chunk) => [chunk.no, chunk.score]));
    const ranked = outlineOfFile(store, file.id)
      .filter((chunk) => passes === null || passes(chunk.no))
      .filter((chunk) => wanted.size === 0 || wanted.has(chunk.kind) || chunk.definitions.some((symbol) => wanted.has(symbol.kind)))
      .map((chunk) => ({
        part,
        no: chunk.no,
        path,
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
  return [...head, ...tail].slice(0, k).flatMap(({ part, no, path, score, likelihood }) => {
    const chunk = part.store.chunkByNo(no);
    // The last digits depend on how many candidates were summed up.
    return chunk ? [{ chunk, score: Number(score.toPrecision(12)), likelihood, path, part }] : [];
  });
}

interface Placed {
  part: Part;
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

/** Files of each index that define a symbol and how exactly: 1 for the very name, less when only the letters agree, by what it is. */
function symbolFiles(parts: readonly Part[], symbol: string): ReadonlyMap<number, number>[] {
  const name = lastSegment(symbol);
  const qualified = symbol === name ? [] : parts.map(({ store }) => store.symbolsByQualified(symbol, true));
  const rows = qualified.some((some) => some.length > 0) ? qualified : parts.map(({ store }) => store.symbolsByName(name, true));
  return rows.map((some) => {
    const found = new Map<number, number>();
    for (const row of some) {
      if (row.file === null || row.kind === "import" || row.at === 0) continue;
      const likeness = (row.name === name ? 1 : ranking.folded) * kindWeight(row.kind);
      found.set(row.file, Math.max(found.get(row.file) ?? 0, likeness));
    }
    return found;
  });
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

/** A chunk of one of the indexes, by its place among them, with what speaks for it. */
export interface Hit {
  of: number;
  no: number;
  score: number;
}

/** How near a chunk is. Cosines of one model compare. */
export interface Near extends Pick<Hit, "of" | "no"> {
  cosine: number;
  model: string;
  similarity: Semantics["similarity"];
}

export interface Joined {
  hits: Hit[];
  /** No chunk has a word of the question or is near enough by itself: these are merely the nearest. */
  fallback: boolean;
}

/** Of chunks of all indexes a number that no two have: of the first index its own. */
const keyOf = ({ of, no }: Pick<Hit, "of" | "no">): number => of * 2 ** 32 + no;

/**
 * The chunks that are nearest to a text, and how near those are that have its words; null where no index has vectors.
 * @param alone those that could not join by themselves are not even looked for
 */
function nearestAmong(
  asked: readonly (Part & ReturnType<typeof conditionsOf>)[],
  lexical: readonly Hit[],
  text: string,
  neighbours: number,
  alone: boolean,
): Near[] | null {
  if (asked.every(({ semantics }) => !semantics)) return null;
  const worded = new Set(lexical.map(keyOf));
  const near = asked.flatMap(({ semantics, filter, passes }, of) => {
    if (!semantics) return [];
    const { similarity, state } = semantics;
    const floor = !alone ? Number.NEGATIVE_INFINITY : lexical.length > 0 ? similarity.first : similarity.second;
    const own = lexical.flatMap((hit) => (hit.of === of ? [hit.no] : []));
    const found = semantics.near(text, neighbours, own, { filter, passes, floor });
    return [...found].map(([no, cosine]): Near => ({ of, no, cosine, model: state.folder ?? "", similarity }));
  });
  if (asked.length === 1) return near;
  near.sort((a, b) => b.cosine - a.cosine);
  return near.filter((one, at) => at < neighbours || worded.has(keyOf(one)));
}

/**
 * Adds what is near to what the words found: each as a share of its own best, meaning weighing `ranking.meaning`. Scores that can be
 * compared are added; ranks would flatten them (RETRIEVAL.md: reciprocal ranks lose .04 here).
 *
 * Something is always nearest. A chunk that has none of the words joins from a cosine of `similarity.first` on; if that leaves nothing at
 * all, from `similarity.second` on, and the answer says so.
 * @param lexical chunks that have words of the question, best first
 */
export function joinMeaning(lexical: readonly Hit[], near: readonly Near[]): Joined {
  const most = new Map<string, number>();
  for (const { model, cosine } of near) most.set(model, Math.max(most.get(model) ?? 0, cosine));
  const fallback = lexical.length === 0 && near.every(({ cosine, similarity }) => cosine < similarity.first);
  const worded = new Set(lexical.map(keyOf));
  const hits = new Map<number, Hit>();
  for (const { of, no, cosine, model, similarity } of near) {
    const least = fallback ? similarity.second : similarity.first;
    const key = keyOf({ of, no });
    if (cosine > 0 && (cosine >= least || worded.has(key))) hits.set(key, { of, no, score: (ranking.meaning * cosine) / most.get(model)! });
  }
  if (hits.size === 0) return { hits: [...lexical], fallback: false };
  const best = lexical[0]?.score ?? 0;
  for (const { of, no, score } of lexical) {
    const key = keyOf({ of, no });
    hits.set(key, { of, no, score: (hits.get(key)?.score ?? 0) + score / best });
  }
  return { hits: [...hits.values()].sort((a, b) => b.score - a.score || a.of - b.of || a.no - b.no), fallback };
}
