/**
 * What an answer's scores say: how likely a result is right, from 0 to 1, the same from question to question (settings.likelihood,
 * scripts/bench/scores.ts). The order of results is not made here.
 */
import { edges } from "../base/limits.ts";
import { likelihood as settings } from "../base/settings.ts";
import type { Resolution, Strategy } from "../base/types.ts";

/** How a file stands among the best, as log odds: its evidence against that of the first ones together, as a softmax would weigh them. */
export function oddsAmong(scores: readonly number[]): number[] {
  const { sharpness, among } = settings;
  const first = scores.slice(0, among).map((score) => Math.exp(sharpness * score));
  const total = first.reduce((a, b) => a + b, 0);
  return scores.map((score, at) => {
    const others = total - (first[at] ?? 0);
    return sharpness * score - Math.log(Math.max(others, settings.alone));
  });
}

export const logistic = (x: number): number => 1 / (1 + Math.exp(-x));

/**
 * That a place which the search found is right.
 * @param present log odds that what is asked about is here at all (presence.ts); null where nobody could tell
 * @param mends it is a report: where something is to be mended, one place of several is meant
 */
export function ofFound(odds: number, present: number | null, mends: boolean): number {
  const { slope, bias } = mends ? settings.report : settings.search;
  // What a report is about is judged by other weights, of which nobody has asked how likely they make it.
  return logistic(slope * odds + bias) * (present === null || mends ? 1 : logistic(present + settings.present));
}

/** That what the graph says of a symbol is so: at every step as precise as such edges are, or as its maker says where that doubts it. */
export function ofRelated(how: Resolution | null, depth: number, confidence: number): number {
  const resolution = how ?? "exact";
  return (confidence < edges.confidence[resolution] ? confidence : settings.resolution[resolution]) ** Math.max(1, depth);
}

/**
 * That a path is the one that was asked for, by how likely its ends are here, what it costs to take them for what is described, and how much dearer the
 * next one is (settings.likelihood.path).
 */
export function ofPath(likely: number, paths: readonly { cost: number; steps: readonly unknown[] }[]): number {
  const { bias, ends, doubt, gap, clear, most } = settings.path;
  const [first, second] = paths;
  const odds = Math.log(Math.max(1 - clear, likely) / (1 - Math.min(clear, likely)));
  const next = second ? second.cost - first!.cost : gap.most;
  return logistic(bias + ends * odds + doubt * Math.min(first!.cost - first!.steps.length, most) + gap.weight * Math.min(next, gap.most));
}

/**
 * Scores that fall with the rank among what a search ranked: its order says that a later result is no likelier, whatever its own evidence says. Members
 * of a relation stand in the order of their distance and place, which says nothing of that: each keeps its own. What is merely near is hardly ever right.
 */
export function falling<T extends { score: number; strategies: readonly Strategy[]; near?: boolean }>(results: readonly T[]): T[] {
  let least = 1;
  return results.map((one) => {
    if (one.strategies.includes("structural") && !one.near) return one;
    least = Math.min(least, one.near ? one.score * settings.near : one.score);
    return { ...one, score: least };
  });
}
