/**
 * What the asker is up to where no row of the router's table says so: the intent whose centroid is nearest in the built-in embedding, if it is clearly
 * nearer than the others (scripts/train/intents.ts has the sentences and the accuracy on held-out ones).
 *
 * The table as it is shipped is looked at, not a tree's own rows: the same question has the same intent everywhere.
 */
import { routing } from "../base/settings.ts";
import { INTENTS, type Intent, type Route } from "../base/types.ts";
import { builtInTable, embedQuestion } from "../embed/static.ts";
import { CENTROIDS } from "./route/centroids.ts";

let rows: { intent: Intent; scale: number; bias: number; row: Int8Array }[] | null = null;

type Nearest = { intent: Intent; margin: number } | null;

let last: { text: string; nearest: Nearest } | null = null;

/** The nearest intent and by how much it is nearer than the next; null for a text without a known word. The last one is remembered. */
export function nearestIntent(text: string): Nearest {
  if (last?.text !== text) last = { text, nearest: find(text) };
  return last.nearest;
}

function find(text: string): Nearest {
  rows ??= INTENTS.map((intent) => {
    const { row, ...rest } = CENTROIDS[intent];
    return { intent, ...rest, row: new Int8Array(Buffer.from(row, "base64")) };
  });
  const vector = embedQuestion(text, () => null, builtInTable());
  if (vector.every((x) => x === 0)) return null;
  let best: Intent = "explore";
  let [first, second] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { intent, scale, bias, row } of rows) {
    let score = bias;
    for (let k = 0; k < vector.length; k++) score += scale * row[k]! * vector[k]!;
    if (score > first) [best, second, first] = [intent, first, score];
    else if (score > second) second = score;
  }
  return { intent: best, margin: first - second };
}

/** A route whose intent no signal told, with the nearest one if that is clear; every other route as it is. */
export function withNearestIntent(route: Route, text: string): Route {
  if (route.signals.length > 0 || route.strategy !== "semantic" || !/\S\s+\S/.test(text)) return route;
  const nearest = nearestIntent(text.slice(0, routing.maxExamined));
  if (nearest === null || nearest.intent === route.intent || nearest.margin < routing.intentMargin) return route;
  return { ...route, intent: nearest.intent, signals: [`nearest:${nearest.intent}`] };
}
