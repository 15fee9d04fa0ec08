/** What the recorded questions tell: per strategy and intent, how often something was found, used, and how long it took. */

import { ask, PLAIN, type Session } from "../../asking.ts";
import type { Stats, StatsRow } from "../../base/schema.ts";
import { intents } from "../../base/settings.ts";
import { INTENTS, type Intent } from "../../base/types.ts";
import { feedback } from "../limits.ts";
import type { RecordedQuery, Shown } from "./record.ts";

/** The statistics of some records; rows by name. */
export function statsOf(queries: readonly RecordedQuery[]): Omit<Stats, "version" | "root" | "recording"> {
  const by = (key: (query: RecordedQuery) => string): StatsRow[] =>
    [...new Set(queries.map(key))].sort().map((name) =>
      rowOf(
        name,
        queries.filter((query) => key(query) === name),
      ),
    );
  const date = (query: RecordedQuery | undefined) => (query ? new Date(query.at).toISOString() : null);
  return {
    queries: queries.length,
    used: queries.filter(({ used }) => used.length > 0).length,
    since: date(queries[0]),
    until: date(queries.at(-1)),
    strategies: by(({ strategy }) => strategy),
    intents: by(({ intent }) => intent),
    commands: by(({ command }) => command),
  };
}

function rowOf(name: string, queries: readonly RecordedQuery[]): StatsRow {
  const times = queries.map(({ ms }) => ms).sort((a, b) => a - b);
  // Nearest rank: a value that was measured.
  const at = (share: number) => round(times[Math.max(0, Math.ceil(share * times.length) - 1)] ?? 0);
  const used = queries.filter((query) => query.used.length > 0);
  return {
    name,
    queries: queries.length,
    confidence: mean(queries.map(({ confidence }) => confidence)),
    utilisation: round(used.length / queries.length),
    first_used: used.length === 0 ? null : mean(used.map((query) => 1 / query.used[0]!)),
    empties: queries.filter(({ count }) => count === 0).length,
    gaps: queries.filter(({ gap }) => gap).length,
    fallbacks: queries.filter(({ fallback }) => fallback).length,
    latency_ms: { p50: at(0.5), p90: at(0.9), p95: at(0.95), p99: at(0.99), max: at(1) },
  };
}

const round = (value: number) => Math.round(value * 1_000) / 1_000;
const mean = (values: readonly number[]) => round(values.reduce((a, b) => a + b, 0) / Math.max(1, values.length));

const HEADS = ["", "queries", "confidence", "utilisation", "first used", "empty", "p50 ms", "p95 ms", "p99 ms"];

/** The rows as a table, line by line. */
export function statsTable(title: string, rows: readonly StatsRow[]): string[] {
  const cells = rows.map((row) => [
    row.name,
    String(row.queries),
    row.confidence.toFixed(2),
    row.utilisation.toFixed(2),
    row.first_used === null ? "–" : row.first_used.toFixed(2),
    String(row.empties),
    row.latency_ms.p50.toFixed(1),
    row.latency_ms.p95.toFixed(1),
    row.latency_ms.p99.toFixed(1),
  ]);
  return tableOf([[title, ...HEADS.slice(1)], ...cells]);
}

/** Rows of cells as lines, the first column to the left, the others to the right. */
export function tableOf(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]!.map((_, i) => Math.max(...rows.map((row) => row[i]!.length)));
  return rows.map((row) =>
    row
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!)))
      .join("  ")
      .trimEnd(),
  );
}

// What weights the use of answers speaks for: past questions are asked again with one weight of their intent changed, and the change is
// proposed if it ranks higher what was used. Nothing is changed by it: weights are settings of the program, and answers never depend on
// what was recorded.

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
        if (meanScore(scores) > meanScore(best.scores) + 1e-9) Object.assign(best, { to, scores });
      }
      if (meanScore(best.scores) - meanScore(present) < feedback.leastGain) continue;
      suggestions.push({
        setting: `intents.${intent}.${weight}`,
        from,
        to: best.to,
        questions: at.length,
        before: meanScore(present),
        after: meanScore(best.scores),
        better: best.scores.filter((score, i) => score > present[i]!).length,
        worse: best.scores.filter((score, i) => score < present[i]!).length,
      });
    }
  }
  suggestions.sort((a, b) => b.after - b.before - (a.after - a.before) || (a.setting < b.setting ? -1 : 1));
  return { before: meanScore(base), suggestions };
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

const meanScore = (values: readonly number[]) =>
  Math.round((values.reduce((a, b) => a + b, 0) / Math.max(1, values.length)) * 10_000) / 10_000;
