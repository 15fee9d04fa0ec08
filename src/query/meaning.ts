/** Words and meaning as one list of chunks, and when what is merely near counts as an answer. */
import { ranking } from "../base/settings.ts";
import type { Semantics } from "./semantic.ts";

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
