/** Reciprocal rank fusion of lists whose scores cannot be compared. */
import { asking } from "../base/settings.ts";

/** One item of the fused list. */
export interface Fused<T> {
  item: T;
  score: number;
  /** Positions of the lists it was in. */
  lists: number[];
}

/**
 * Fuses ranked lists: an item's score is Σ weight / (k + rank) over the lists that hold it, ranks from 1
 * (Cormack, Clarke, Büttcher: Reciprocal Rank Fusion, SIGIR 2009). Ties go to the item that stands earlier in the earlier list.
 * @param key what makes two items the same
 */
export function reciprocalRankFusion<T>(
  lists: readonly (readonly T[])[],
  key: (item: T) => string,
  weights: readonly number[] = [],
): Fused<T>[] {
  const fused = new Map<string, Fused<T> & { first: number }>();
  let order = 0;
  lists.forEach((list, at) => {
    const seen = new Set<string>();
    list.forEach((item, i) => {
      const id = key(item);
      if (seen.has(id)) return;
      seen.add(id);
      const share = (weights[at] ?? 1) / (asking.rrfK + i + 1);
      const known = fused.get(id);
      if (known) {
        known.score += share;
        known.lists.push(at);
      } else fused.set(id, { item, score: share, lists: [at], first: order++ });
    });
  });
  return [...fused.values()]
    .sort((a, b) => b.score - a.score || a.first - b.first)
    .map(({ item, score, lists: held }) => ({ item, score, lists: held }));
}
