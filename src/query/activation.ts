/**
 * Spreading activation from the best files of a question along the calls that leave them: what they call is part of the answer, although
 * its words may be others. One step, from caller to callee, between files.
 *
 * Measured over both sets of questions (scripts/bench/ablation.ts): from callee to caller costs .01, further kinds of edges add nothing to
 * calls, and so does a second step. Fusing a list of activated files by reciprocal ranks costs .04 and more, at any weight: the best
 * files are activated files' callers, and ranks make their neighbours their equals (RETRIEVAL.md found the same of other lists).
 */
import { ranking } from "../base/settings.ts";
import type { Store } from "../store/graph.ts";
import { callsBetweenFiles } from "../store/ranking.ts";

/** A file that hands activation on. */
export interface Source {
  id: number;
  score: number;
}

/**
 * What each file gets: the sum over the sources, which are the first `ranking.sources`, of (score / best score) · √(share of the
 * functions of other files that the source calls which are there). Each function counts once: a constructor that is called sixty times would outweigh
 * all else (dev .9197 by call sites, .9207 by functions).
 * @param files best first
 * @returns activation above 0 by file id
 */
export function activate(store: Store, files: readonly Source[]): Map<number, number> {
  const sources = files.slice(0, ranking.sources);
  const best = sources[0]?.score ?? 0;
  const active = new Map<number, number>();
  if (best <= 0) return active;
  const calls = callsBetweenFiles(
    store,
    sources.map((source) => source.id),
  );
  for (const { id, score } of sources) {
    const targets = calls.get(id);
    if (!targets) continue;
    let all = 0;
    for (const count of targets.values()) all += count;
    for (const [file, count] of targets) active.set(file, (active.get(file) ?? 0) + (score / best) * Math.sqrt(count / all));
  }
  return active;
}
