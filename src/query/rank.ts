/**
 * Ranking of files by what their chunks, names and paths say (RETRIEVAL.md, "The recipe").
 *
 * Weights are set by hand, on purpose. A linear re-ranker over 19 features (shares of words and meaning by rank of the chunk, names, stems, folders,
 * coverage, how often a file is called, length, depth, calls from the best files), fitted by softmax over the forty best files with one repository
 * left out at a time, gained .0008 NDCG@10 ± .0046 on the prose questions of dev, although it was fitted to that benchmark's own labels; the calls
 * alone, fitted the same way, gained .0034. Weights learnt from the documentation comments of eight packages (scripts/train/rerank.ts) lost
 * .0081, and .0112 on eight packages held out.
 */

import { ranking } from "../base/settings.ts";
import type { SymbolKind } from "../base/types.ts";
import type { Store } from "../store/graph.ts";
import { type CallSide, callsBetweenFiles, definedNames, type FileEvidence } from "../store/ranking.ts";
import {
  compiledAmong,
  foldName,
  lastSegment,
  mendPenalty,
  nameOverlap,
  penalty,
  type QueryWeights,
  softStemOverlap,
  stemOf,
  stemOverlap,
  stemsSharing,
} from "./evidence.ts";
import type { Filters } from "./filter.ts";
import { type Precedent, precedentScores } from "./precedents.ts";
import type { Semantics } from "./semantic.ts";

/** An index in a ranking, with what is asked of it alone. Mostly it is the only one. */
export interface Part {
  store: Store;
  filters: Filters;
  /** Vectors to ask too; null for words alone. */
  semantics?: Semantics | null;
  /** Where something is to be mended, what history says of files (precedents.ts). */
  precedents?: ReadonlyMap<string, Precedent> | undefined;
  /** Paths of files that the text names. */
  pointed?: ReadonlySet<string>;
}

/** What the question says about files. */
export interface Evidence {
  query: QueryWeights;
  /** Something is to be mended (mend.ts). */
  mends: boolean;
  /** The question as one symbol, if it is nothing else. */
  symbol: string | null;
  /** Identifiers inside prose. */
  identifiers: readonly string[];
  asked: ReadonlySet<string>;
}

/** Files of one index that may be ranked, and what is known of them. */
export interface Standing {
  part: Part;
  /** What their paths begin with, where several indexes are ranked as one. */
  mount: string;
  files: readonly FileEvidence[];
  /** The hit chunks of each file, best first. */
  chunks: ReadonlyMap<number, readonly ChunkShare[]>;
  /** Files that define the symbol of the question: how exactly, 0 to 1. */
  named: ReadonlyMap<number, number>;
  /** What all chunks of a file have of the question together, as a share of the best file's. */
  whole: ReadonlyMap<number, number>;
  /** What history says of files where something is to be mended; of none otherwise. */
  precedents: ReadonlyMap<string, Precedent>;
  /** Files that the question names by their path. */
  pointed: ReadonlySet<string>;
}

/** A chunk that the words hit: its score as a share of the best chunk's. */
export interface ChunkShare {
  no: number;
  score: number;
}

/** A file in its place. */
export interface FileScore {
  part: Part;
  file: FileEvidence;
  /** Its path among those of all indexes. */
  path: string;
  score: number;
  /** Best first. */
  chunks: readonly ChunkShare[];
}

/**
 * The best files, best first, ties by path: (best chunk + shares of the next three + .5 D + .4 S + S' + symbol terms) times penalties, and what calls
 * between files add (activation.ts).
 *
 * What the names of its definitions add to a file is bounded, so names are read only of files that can still reach the first `k`.
 * @param standings of each index
 * @param spreads what a file gets for an activation of 1 by the best ones that call it
 * @returns at least the first `k`, in the order that looking at all files would give
 */
export function rankFiles(standings: readonly Standing[], evidence: Evidence, k: number, spreads: number): FileScore[] {
  const plain = standings.flatMap((standing): Plain[] => {
    const { part, mount, files, chunks } = standing;
    const paths = files.map((file) => file.path);
    const compiled = compiledAmong(part.store, paths);
    const precedent = precedentScores(paths, standing.precedents);
    return files.map((file) => {
      const held = chunks.get(file.id) ?? [];
      return {
        part,
        file,
        path: mount + file.path,
        chunks: held,
        score: plainScore(file, held, evidence, standing) + (precedent.get(file.path) ?? 0),
        factor: evidence.mends
          ? mendPenalty(file.path, file.tags, file.language, compiled.has(file.path))
          : penalty(file.path, file.tags, evidence.asked, compiled.has(file.path)),
      };
    });
  });
  const floor = plain.map((one) => one.score * one.factor).sort((a, b) => b - a)[k - 1] ?? 0;
  const most = ranking.definitions + (evidence.identifiers.length > 0 ? ranking.embedded : 0);
  const sharing = linesSharing(evidence.query.stems);
  const withNames = (some: readonly Plain[]): Plain[] =>
    ofEach(some).flatMap(([{ store }, own]) => {
      const names = definedNames(
        store,
        own.map((one) => one.file.id),
      );
      return own.map((one) => {
        const defined = relevantNames(names.get(one.file.id) ?? "", sharing);
        return { ...one, score: (one.score + nameScore(defined, evidence)) * one.factor };
      });
    });
  const open = withNames(plain.filter((one) => (one.score + most) * one.factor >= floor)).sort(byScore);
  if (spreads <= 0) return open;
  // Files that only activation can bring to the front are looked at now; of those that no chunk hit, the names were never read.
  const lifted = (files: readonly Plain[], weight: number, count: number, side: CallSide) => {
    const best = files[0]?.score ?? 0;
    const active = new Map(
      ofEach(files.slice(0, count)).map(([part, own]) => [part, activate(part.store, own.map(asSource), own.length, side, best)]),
    );
    const activation = ({ part, file }: Plain): number => active.get(part)?.get(file.id) ?? 0;
    const known = new Set(files.map((one) => one.file));
    const others = plain.filter((one) => activation(one) > 0 && !known.has(one.file));
    return [...files, ...withNames(others)]
      .map((one) => ({ ...one, score: one.score + weight * activation(one) * one.factor }))
      .sort(byScore);
  };
  const ranked = lifted(open, spreads, ranking.sources, "callee");
  const [first] = ranked;
  if (!first || !evidence.mends) return ranked;
  const { sources, weight } = ranking.callers;
  const others = lifted(ranked, weight, sources, "caller").filter((one) => one.file !== first.file);
  // What only calls the first places is no better than the first.
  return [first, ...others.map((one) => ({ ...one, score: Math.min(one.score, first.score) }))];
}

/** Files by the index that they are in. */
const ofEach = (files: readonly Plain[]): [Part, Plain[]][] => [...Map.groupBy(files, ({ part }) => part)];

const asSource = ({ file, score }: FileScore) => ({ id: file.id, score });

interface Plain extends FileScore {
  factor: number;
}

const byScore = (a: FileScore, b: FileScore): number => b.score - a.score || (a.path < b.path ? -1 : 1);

/** What chunks and path say. */
function plainScore(
  file: FileEvidence,
  chunks: readonly ChunkShare[],
  evidence: Evidence,
  { whole, pointed, named }: Pick<Standing, "whole" | "pointed" | "named">,
): number {
  const { query } = evidence;
  let score = chunks[0]?.score ?? 0;
  for (let i = 0; i < ranking.nextChunks.length; i++) score += ranking.nextChunks[i]! * (chunks[i + 1]?.score ?? 0);
  score += (evidence.mends ? ranking.whole.mend : ranking.whole.topic) * (whole.get(file.id) ?? 0);
  if (pointed.has(file.path)) score += ranking.pointed;
  const parts = stemsSharing(stemOf(file.path), query);
  score += ranking.fileStem * stemOverlap(parts, query) + ranking.softStem * softStemOverlap(parts, query);
  if (evidence.symbol === null && evidence.identifiers.length === 0) return score;
  const stem = foldName(stemOf(file.path));
  if (evidence.symbol !== null) {
    const exact = named.get(file.id) ?? 0;
    score += ranking.symbol * exact;
    if (exact > 0 && stem === foldName(lastSegment(evidence.symbol))) score += ranking.symbolStem;
  }
  if (evidence.identifiers.some((identifier) => foldName(identifier) === stem)) score += ranking.embeddedStem;
  return score;
}

/** What the names of its definitions say. */
function nameScore(names: readonly DefinedName[], { query, identifiers }: Evidence): number {
  let overlap = 0;
  for (const name of names) if (!isValue(name.kind)) overlap = Math.max(overlap, nameOverlap(name.parts, query));
  const defines = identifiers.some((identifier) => names.some((name) => name.name === identifier));
  return ranking.definitions * overlap + (defines ? ranking.embedded : 0);
}

interface DefinedName {
  parts: string[];
  kind: SymbolKind;
  name: string;
}

/** The lines of a file's names (`definedNames`) that have one of some words among their parts. */
function linesSharing(stems: readonly string[]): RegExp | null {
  if (stems.length === 0) return null;
  return new RegExp(`^(?:[^\\t\\n]* )?(?:${stems.map(RegExp.escape).join("|")})[ \\t][^\\n]*`, "gm");
}

/** The names of a file's definitions that share a part with the question; the others can add nothing. */
function relevantNames(names: string, sharing: RegExp | null): DefinedName[] {
  const found: DefinedName[] = [];
  for (const line of (sharing && names.match(sharing)) ?? []) {
    const tab = line.indexOf("\t");
    const [kind, name] = line.slice(tab + 1).split("\t") as [SymbolKind, string];
    found.push({ parts: line.slice(0, tab).split(" "), kind, name });
  }
  return found;
}

/** Fields, variables and constants are named after everything: as definitions of a topic they mislead (dev .8873 with, .8896 without). */
const isValue = (kind: SymbolKind) => kind === "field" || kind === "variable" || kind === "constant";

// Spreading activation from the best files of a question along the calls between files: what they call is part of the answer, although its words may
// be others; and where something is to be mended, so is what calls them, for the mechanism is often one call away from the symptom. One step.
//
// Measured over both sets of questions (scripts/bench/ablation.ts): from callee to caller costs .01 of "where is", further kinds of edges add nothing
// to calls, and so does a second step. Fusing a list of activated files by reciprocal ranks costs .04 and more, at any weight: the best
// files are activated files' callers, and ranks make their neighbours their equals (RETRIEVAL.md found the same of other lists).

/** A file that hands activation on. */
export interface Source {
  id: number;
  score: number;
}

/**
 * What each file gets: the sum over the sources of (score / best score) · √(share of the functions called between the source and other files that it has
 * to do with). Each function counts once: a constructor that is called sixty times would outweigh all else (dev .9197 by call sites, .9207 by functions).
 * @param files best first
 * @param count how many of them are sources
 * @param side which files of a call get something
 * @param best score of the best file, where that is one of another index
 * @returns activation above 0 by file id
 */
export function activate(
  store: Store,
  files: readonly Source[],
  count: number,
  side: CallSide = "callee",
  best = files[0]?.score ?? 0,
): Map<number, number> {
  const sources = files.slice(0, count);
  const active = new Map<number, number>();
  if (best <= 0) return active;
  const calls = callsBetweenFiles(
    store,
    sources.map((source) => source.id),
    side,
  );
  for (const { id, score } of sources) {
    const others = calls.get(id);
    if (!others) continue;
    let all = 0;
    for (const functions of others.values()) all += functions;
    for (const [file, functions] of others) active.set(file, (active.get(file) ?? 0) + (score / best) * Math.sqrt(functions / all));
  }
  return active;
}
