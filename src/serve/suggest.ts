/**
 * What weights the use of answers speaks for: past questions are asked again with one weight of their intent changed, and the change is
 * proposed if it ranks higher what was used. Nothing is changed by it: weights are settings of the program, and answers never depend on
 * what was recorded.
 */
import { ask, PLAIN, type Session } from "../asking.ts";
import { feedback } from "../base/limits.ts";
import { intents } from "../base/settings.ts";
import { INTENTS, type Intent } from "../base/types.ts";
import type { RecordedQuery, Shown } from "../store/feedback.ts";

/** A past question whose answer can be judged. */
export interface Past {
  text: string;
  intent: Intent;
  used: Shown[];
}

export interface Suggestion {
  /** `intents.fix_bug.structural`. */
  setting: string;
  from: number;
  to: number;
  questions: number;
  /** Mean reciprocal rank of the first place used, over these questions. */
  before: number;
  after: number;
  better: number;
  worse: number;
}

/** Weights tried beside the present one. */
const TRIED = { spread: [0, 0.1, 0.3], semantic: [0.5, 2], structural: [0.5, 2] } as const;
type Weight = keyof typeof TRIED;

/** The latest questions with something used, each text once; cut ones cannot be asked again. */
export function replayable(queries: readonly RecordedQuery[]): Past[] {
  const past = new Map<string, Past>();
  for (const query of [...queries].reverse()) {
    const intent = INTENTS.find((name) => name === query.intent);
    const used = query.results.filter((_, i) => query.used.includes(i + 1));
    if (intent === undefined || used.length === 0 || query.text.length >= feedback.maxText || past.has(query.text)) continue;
    // A relation asked by command has no weights.
    if (query.strategy === "structural" || query.strategy === "keyword") continue;
    past.set(query.text, { text: query.text, intent, used });
    if (past.size >= feedback.maxReplay) break;
  }
  return [...past.values()];
}

/** @returns the mean reciprocal rank with the present weights, and the changes that would have raised it, the largest gain first */
export async function suggest(session: Session, past: readonly Past[]): Promise<{ before: number; suggestions: Suggestion[] }> {
  const base = await ranks(session, past);
  const suggestions: Suggestion[] = [];
  for (const intent of INTENTS) {
    const at = past.flatMap((one, i) => (one.intent === intent ? [i] : []));
    if (at.length < feedback.leastReplay) continue;
    const questions = at.map((i) => past[i]!);
    const present = at.map((i) => base[i]!);
    for (const weight of Object.keys(TRIED) as Weight[]) {
      const from = intents[intent][weight];
      const best = { to: from, scores: present };
      for (const to of TRIED[weight]) {
        if (to === from) continue;
        const scores = await withWeight(intent, weight, to, () => ranks(session, questions));
        if (mean(scores) > mean(best.scores) + 1e-9) Object.assign(best, { to, scores });
      }
      if (mean(best.scores) - mean(present) < feedback.leastGain) continue;
      suggestions.push({
        setting: `intents.${intent}.${weight}`,
        from,
        to: best.to,
        questions: at.length,
        before: mean(present),
        after: mean(best.scores),
        better: best.scores.filter((score, i) => score > present[i]!).length,
        worse: best.scores.filter((score, i) => score < present[i]!).length,
      });
    }
  }
  suggestions.sort((a, b) => b.after - b.before - (a.after - a.before) || (a.setting < b.setting ? -1 : 1));
  return { before: mean(base), suggestions };
}

/** Runs something with one weight changed, in this process only. */
async function withWeight<T>(intent: Intent, weight: Weight, value: number, work: () => Promise<T>): Promise<T> {
  const present = intents[intent];
  intents[intent] = { ...present, [weight]: value };
  try {
    return await work();
  } finally {
    intents[intent] = present;
  }
}

/** Reciprocal rank of the first place used, of each question. */
async function ranks(session: Session, past: readonly Past[]): Promise<number[]> {
  const scores: number[] = [];
  for (const { text, used } of past) {
    const { results } = await ask(session, text, PLAIN);
    const at = results.findIndex((hit) =>
      used.some(([chunk, path, start, end]) => hit.chunk === chunk || (hit.path === path && hit.start <= end && start <= hit.end)),
    );
    scores.push(at < 0 ? 0 : 1 / (at + 1));
  }
  return scores;
}

const mean = (values: readonly number[]) => Math.round((values.reduce((a, b) => a + b, 0) / Math.max(1, values.length)) * 10_000) / 10_000;
