/** `--deep`: the question asked in several readings at once, and what they agree on. */
import { deep as settings } from "../base/settings.ts";
import { brief } from "../base/visible.ts";
import type { Plan } from "../query/plan.ts";
import { type ReadingOf, readingsOf } from "../query/readings.ts";
import type { RankedChunk, Retrieved } from "../query/retrieve.ts";
import { prepareQuestions, semanticsOf } from "../query/semantic.ts";
import type { Store } from "../store/graph.ts";
import { type Found, POOL, presented, retrieved, wantedOf } from "./find.ts";

/**
 * Answers by all readings: of each file the sum over them of weight · (score / best score), plus `settings.bonus` for what every reading found
 * among its first, in proportion for fewer.
 */
export async function deep(store: Store, plan: Plan): Promise<Found> {
  const { others, ...readings } = await deepChunks(store, plan);
  const found = presented(store, plan, readings, "semantic");
  if (others.length > 0)
    found.warnings.push({ code: "note", message: `Also asked with: ${others.map((words) => brief(words, 200)).join("; ")}.` });
  return found;
}

/** The ranked chunks of that, and the words that the other readings added. */
export async function deepChunks(store: Store, plan: Plan): Promise<Retrieved & { others: string[] }> {
  const text = plan.description || plan.text;
  const semantics = plan.engines.includes("vectors") ? semanticsOf(store) : null;
  const readings = readingsOf(store, text, semantics, plan.among?.totals);
  if (semantics !== null)
    await prepareQuestions(
      semantics,
      readings.map((reading) => reading.text),
    );
  const lists = await Promise.all(readings.map(async (reading) => retrieved(store, plan, reading.text, wantedOf(plan))));
  const [own] = lists;
  // What is only near to the question itself is no reason to call the answers of other readings weak.
  const fallback = own!.fallback && lists.every((list) => list.fallback);
  // Fused are as many of each list however many are wanted; further results are those of the question itself.
  const first = fused(
    lists.map((list) => list.chunks.slice(0, POOL)),
    readings,
  );
  const held = new Set(first.map(({ chunk }) => chunk.id));
  const least = first.at(-1)?.score ?? 0;
  const further = own!.chunks.slice(POOL).filter(({ chunk }) => !held.has(chunk.id));
  const chunks = [...first, ...further.map((one) => ({ ...one, score: Math.min(one.score, least) }))];
  return {
    chunks,
    fallback,
    presence: own!.presence,
    others: readings.slice(1).map((reading) => reading.text.slice(text.length).trim()),
  };
}

/** The files of all lists, best first, each by the chunk that the earliest list has; further chunks of a file keep their distance from its first. */
export function fused(lists: readonly (readonly RankedChunk[])[], readings: readonly Pick<ReadingOf, "from">[]): RankedChunk[] {
  const files = new Map<string, { first: RankedChunk; score: number; convergent: number; order: number }>();
  const further: { one: RankedChunk; share: number }[] = [];
  const weights = lists.map((_, i) => settings.weights[readings[i]?.from ?? "question"]);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  for (const [at, list] of lists.entries()) {
    const best = list[0]?.score ?? 0;
    const seen = new Set<string>();
    for (const one of list) {
      const { path } = one;
      const share = best > 0 ? one.score / best : 0;
      const known = files.get(path);
      if (seen.has(path)) {
        if (at === 0) further.push({ one, share: known && known.first.score > 0 ? one.score / known.first.score : 0 });
        continue;
      }
      const convergent = seen.size < settings.agreeing ? 1 : 0;
      seen.add(path);
      const gained = (weights[at]! * share) / total;
      if (known) {
        known.score += gained;
        known.convergent += convergent;
      } else files.set(path, { first: one, score: gained, convergent, order: files.size });
    }
  }
  const others = Math.max(1, lists.length - 1);
  const scored = new Map(
    [...files].map(([path, { first, score, convergent, order }]) => [
      path,
      { first, order, score: score + (lists.length > 1 ? (settings.bonus * Math.max(0, convergent - 1)) / others : 0) },
    ]),
  );
  const heads = [...scored.values()].map(({ first, score, order }) => ({ ...first, score, order }));
  const rest = further.map(({ one, share }, i) => ({
    ...one,
    score: scored.get(one.path)!.score * share,
    order: heads.length + i,
  }));
  heads.sort((a, b) => b.score - a.score || a.order - b.order);
  rest.sort((a, b) => b.score - a.score || a.order - b.order);
  return [...heads, ...rest].map(({ order: _, score, ...one }) => ({ ...one, score: Number(score.toPrecision(12)) }));
}
