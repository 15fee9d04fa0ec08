/**
 * Spreading activation from the best files of a question along the calls between files: what they call is part of the answer, although its words may
 * be others; and where something is to be mended, so is what calls them, for the mechanism is often one call away from the symptom. One step.
 *
 * Measured over both sets of questions (scripts/bench/ablation.ts): from callee to caller costs .01 of "where is", further kinds of edges add nothing
 * to calls, and so does a second step. Fusing a list of activated files by reciprocal ranks costs .04 and more, at any weight: the best
 * files are activated files' callers, and ranks make their neighbours their equals (RETRIEVAL.md found the same of other lists).
 */
import type { Store } from "../store/graph.ts";
import { type CallSide, callsBetweenFiles } from "../store/ranking.ts";

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
 * @returns activation above 0 by file id
 */
export function activate(store: Store, files: readonly Source[], count: number, side: CallSide = "callee"): Map<number, number> {
  const sources = files.slice(0, count);
  const best = sources[0]?.score ?? 0;
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
