/** Ranked chunks without near-repetitions and, as far as the intent or the asker wants it, unlike each other. */
import { diversity, intents } from "../base/settings.ts";
import { collapse, type Likeness, marginalOrder, termLikeness, vectorLikeness } from "../query/diversity.ts";
import { distanceOf } from "../query/keyword.ts";
import { mends } from "../query/mend.ts";
import type { Plan } from "../query/plan.ts";
import type { RankedChunk } from "../query/retrieve.ts";
import { semanticsOf } from "../query/semantic.ts";
import type { Store } from "../store/graph.ts";
import { Pages } from "./quote.ts";

/** A chunk that also stands for near-duplicates. */
export interface Varied extends RankedChunk {
  duplicates: number;
}

/**
 * The first `settings.diversity.most` chunks with near-duplicates collapsed, in the order of maximal marginal relevance; the others follow as they are.
 * Compared are the stored vectors or, where there are none, the words.
 */
export function varied(
  store: Store,
  plan: Pick<Plan, "diversity" | "engines" | "route" | "text">,
  ranked: readonly RankedChunk[],
): Varied[] {
  const head = ranked.slice(0, diversity.most);
  const rest = ranked.slice(head.length).map((one) => ({ ...one, duplicates: 0 }));
  // Several places of a file at fault are alike, and all wanted.
  const share = plan.diversity ?? (mends(plan.text) ? 0 : intents[plan.route.intent].diversity);
  const { likeness, repeats } = compared(store, plan, head);
  const same = (a: number, b: number) => head[a]!.chunk.hash === head[b]!.chunk.hash || likeness(a, b) >= repeats;
  const away = head.map(({ chunk }) => distanceOf(chunk.tags, chunk.path));
  const { kept, duplicates } = collapse(head.length, same, (later, earlier) => away[later]! < away[earlier]!);
  // The order is by file first: a later chunk with a higher score of its own is no more relevant than those before it.
  let least = Number.POSITIVE_INFINITY;
  const relevance = kept.map((at) => {
    least = Math.min(least, head[at]!.score);
    return least;
  });
  const order = share > 0 ? marginalOrder(relevance, (a, b) => likeness(kept[a]!, kept[b]!), 1 - share) : kept.map((_, i) => i);
  return [...order.map((i) => ({ ...head[kept[i]!]!, duplicates: duplicates[i]! })), ...rest];
}

/** How alike the chunks are. */
function compared(store: Store, plan: Pick<Plan, "engines">, chunks: readonly RankedChunk[]): { likeness: Likeness; repeats: number } {
  const semantics = plan.engines.includes("vectors") ? semanticsOf(store) : null;
  if (semantics !== null)
    return { likeness: vectorLikeness(chunks.map(({ chunk }) => semantics.vectors.row(chunk.no))), repeats: diversity.repeats };
  const pages = new Pages(store);
  const texts = chunks.map(({ chunk }) => pages.text(chunk.path, chunk.start, chunk.end));
  return { likeness: termLikeness(texts), repeats: diversity.repeatsTerms };
}
