/** `--rerank`: the first results in the order of a local cross-encoder. */
import { reranking } from "../base/settings.ts";
import { rerankers } from "../embed/onnx/opened.ts";
import type { Plan } from "../query/plan.ts";
import type { RankedChunk } from "../query/retrieve.ts";
import type { Store } from "../store/graph.ts";
import { type Found, presented, retrieved, wantedOf } from "./find.ts";
import { textsOf } from "./search.ts";

/** What a cross-encoder does; `OnnxReranker` is one. */
export interface Reranker {
  score(question: string, texts: readonly string[]): Promise<number[]>;
}

/**
 * Answers a search with its first `settings.reranking.most` results in the order of a model, which reads them as the redacting reader shows them.
 * @param folder of the model
 * @throws Refusal `model-missing`, `model-unusable`
 */
export async function reranked(store: Store, plan: Plan, folder: string): Promise<Found> {
  const text = plan.description || plan.text;
  const { chunks, ...verdict } = plan.deep
    ? await (await import("./deep.ts")).deepChunks(store, plan)
    : retrieved(store, plan, text, Math.max(wantedOf(plan), reranking.most));
  const ordered = async () => inOrderOf(await rerankers.at(folder), text, chunks);
  if (plan.among) plan.among.reranked ??= ordered();
  return presented(
    store,
    plan,
    { chunks: await (plan.among?.reranked ?? ordered()), fallback: verdict.fallback, presence: verdict.presence },
    "semantic",
  );
}

/**
 * The first chunks by the model's score, ties in their old order; the others follow.
 * @returns scores from 0 to 1 that fall: the logistic function of the model's, then shares of the last of them
 */
export async function inOrderOf(model: Reranker, question: string, chunks: readonly RankedChunk[]): Promise<RankedChunk[]> {
  const head = chunks.slice(0, reranking.most);
  const texts = textsOf(head);
  const scores = await model.score(
    question,
    head.map(({ chunk }, i) => `${chunk.path} ${chunk.qualified}\n${texts[i]}`),
  );
  // Nothing is known of what the model's order is worth: a place is as likely as the same place was before.
  const likely = head.map(({ likelihood }) => likelihood).sort((a, b) => b - a);
  const first = head
    .map((one, i) => ({ ...one, score: 1 / (1 + Math.exp(-scores[i]!)), order: i }))
    .sort((a, b) => b.score - a.score || a.order - b.order)
    .map(({ order: _, ...one }, i) => ({ ...one, likelihood: likely[i]! }));
  const rest = chunks.slice(head.length);
  const [least, most] = [first.at(-1)?.score ?? 1, rest[0]?.score ?? 1];
  return [...first, ...rest.map((one) => ({ ...one, score: most > 0 ? (least * one.score) / most : 0 }))];
}
