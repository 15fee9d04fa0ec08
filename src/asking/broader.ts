/** What a tree has that is near to a question which found nothing: said as broader than what was asked, never as its answer. */
import type { Warning } from "../base/errors.ts";
import { broader as settings } from "../base/settings.ts";
import { brief } from "../base/visible.ts";
import { stem } from "../base/words.ts";
import type { Plan } from "../query/plan.ts";
import { rarities } from "../query/presence.ts";
import { plainWords, synonyms } from "../query/readings.ts";
import { type RankedChunk, retrieve } from "../query/retrieve.ts";
import { semanticsOf } from "../query/semantic.ts";
import { nearestNames } from "../query/walk.ts";
import type { Store } from "../store/graph.ts";
import { idf } from "../store/lexical.ts";
import type { Found } from "./find.ts";

/** Was nothing found but what is near, if that? */
export const isLost = ({ drafts, warnings }: Found, { command, engines }: Plan): boolean =>
  command === null &&
  engines.includes("lexical") &&
  drafts.every((draft) => draft.near) &&
  warnings.some(({ code }) => code === "no-match" || code === "weak-match" || code === "symbol-unknown");

/** One sentence of what is near, with searches to try; nothing where nothing is. */
export function broader(store: Store, plan: Plan): { warnings: Warning[]; suggestions: string[] } {
  const words = [...new Set(plainWords(plan.keyword ?? (plan.description || plan.text)))]
    .filter((word) => word.length > 1)
    .slice(0, settings.words);
  const weigh = idf(store.db);
  const isHere = (word: string): boolean => weigh(stem(word)) < weigh("");
  const missing = words.filter((word) => !isHere(word));
  const semantics = plan.engines.includes("vectors") ? semanticsOf(store) : null;
  const asked = new Set(words.map(stem));
  const like = [
    ...synonyms(missing).filter((word) => word.split(" ").every(isHere)),
    ...(semantics?.neighbours(missing, settings.most, true) ?? []),
  ]
    .filter((word, at, all) => !asked.has(stem(word)) && all.indexOf(word) === at)
    .slice(0, settings.most);
  const names = [
    ...new Set(missing.filter((word) => word.length >= settings.named).flatMap((word) => nearestNames(store, word, settings.edits))),
  ];
  const rest = withoutRarest(store, plan, words, missing);
  const quoted = (some: readonly string[]): string =>
    some
      .slice(0, settings.most)
      .map((one) => `“${brief(one)}”`)
      .join(", ");
  const parts = [
    ...(rest === null
      ? []
      : [`without ${quoted(rest.dropped)} it finds ${rest.chunks.map(placeOf).join(", ")} for ${quoted([rest.words.join(" ")])}`]),
    ...(names.length > 0
      ? [
          `the nearest names are ${names
            .slice(0, settings.most)
            .map((name) => brief(name))
            .join(", ")}`,
        ]
      : []),
    ...(like.length > 0 ? [`words that may stand for it here are ${quoted(like)}`] : []),
  ];
  if (parts.length === 0) return { warnings: [], suggestions: [] };
  return {
    warnings: [{ code: "broader", message: `Broader than what was asked: ${parts.join("; ")}.` }],
    suggestions: rest === null ? [] : [`manifold q '${rest.words.join(" ")}'  (broader: without ${quoted(rest.dropped)})`],
  };
}

const placeOf = ({ chunk: { path, start, end, name } }: RankedChunk): string =>
  `${brief(path)}:${start}-${end}${name === "" ? "" : ` (${brief(name)})`}`;

/** The question without the words that are nowhere, then without its rarest ones, until it finds something; null where it never does. */
function withoutRarest(
  store: Store,
  { filters, engines }: Plan,
  words: readonly string[],
  missing: readonly string[],
): { words: string[]; dropped: string[]; chunks: RankedChunk[] } | null {
  const rarity = rarities(words.join(" "), words.map(stem));
  const order = [...words.keys()].sort(
    (a, b) => Number(missing.includes(words[b]!)) - Number(missing.includes(words[a]!)) || rarity[b]! - rarity[a]! || a - b,
  );
  const least = Math.max(1, missing.length);
  for (let count = least; count < words.length && count < least + settings.tries; count++) {
    const dropped = new Set(order.slice(0, count));
    const kept = words.filter((_, at) => !dropped.has(at));
    const { chunks, fallback } = retrieve(store, kept.join(" "), {
      k: settings.places,
      filters,
      semantics: engines.includes("vectors") ? semanticsOf(store) : null,
      wordless: !engines.includes("lexical"),
    });
    if (chunks.length > 0 && !fallback)
      return { words: kept, dropped: words.filter((_, at) => dropped.has(at)), chunks: chunks.slice(0, settings.places) };
  }
  return null;
}
