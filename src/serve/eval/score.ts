/** How good ranked answers are: MRR@10, NDCG@10 and recall@k of expected places. */

/** A place that answers a question; without lines, anywhere in the file. */
export interface Expected {
  path: string;
  start: number | null;
  end: number | null;
}

export interface Hit {
  path: string;
  start: number;
  end: number;
}

export interface Score {
  mrr: number;
  ndcg: number;
  recall: number;
}

/** How deep MRR and NDCG look. */
export const DEPTH = 10;

const covers = (hit: Hit, place: Expected): boolean =>
  hit.path === place.path && (place.start === null || (hit.start <= (place.end ?? place.start) && place.start <= hit.end));

/**
 * Scores of one ranked list, each 0 to 1. A place counts at the first hit that overlaps it; NDCG has binary gains (Järvelin, Kekäläinen:
 * Cumulated gain-based evaluation of IR techniques, TOIS 2002), the ideal list having every place at its head.
 * @param k how deep recall looks
 */
export function score(hits: readonly Hit[], places: readonly Expected[], k: number): Score {
  const ranks = places.map((place) => hits.findIndex((hit) => covers(hit, place))).filter((rank) => rank >= 0);
  const first = Math.min(...ranks, DEPTH);
  // Two places in one hit are found at one rank: it gains once, and the ideal has room for it once less.
  const gains = [...new Set(ranks)].filter((rank) => rank < DEPTH);
  const distinct = places.length - (ranks.length - new Set(ranks).size);
  const discounted = (at: readonly number[]) => at.reduce((sum, rank) => sum + 1 / Math.log2(rank + 2), 0);
  const ideal = discounted(Array.from({ length: Math.min(distinct, DEPTH) }, (_, i) => i));
  return {
    mrr: first < DEPTH ? 1 / (first + 1) : 0,
    ndcg: ideal === 0 ? 0 : discounted(gains) / ideal,
    recall: ranks.filter((rank) => rank < k).length / places.length,
  };
}

/** Mean scores of some questions, rounded to four digits. */
export interface Means extends Score {
  questions: number;
}

export function meansOf(scores: readonly Score[]): Means {
  const mean = (key: keyof Score) => Math.round((scores.reduce((sum, one) => sum + one[key], 0) / Math.max(1, scores.length)) * 1e4) / 1e4;
  return { questions: scores.length, mrr: mean("mrr"), ndcg: mean("ndcg"), recall: mean("recall") };
}
