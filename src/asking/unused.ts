/** "Unused functions in src/util.c": what nothing here uses, as `manifold unused` tells it, of the place that is asked about. */
import { TYPES } from "../base/kinds.ts";
import { unused as settings } from "../base/settings.ts";
import { brief } from "../base/visible.ts";
import { fileFilter } from "../query/filter.ts";
import { type Unused, unusedOf } from "../query/graph/unused.ts";
import type { Plan } from "../query/plan.ts";
import type { Aside } from "../query/route/beside.ts";
import { findSymbol } from "../query/walk.ts";
import type { Store } from "../store/graph.ts";
import { type Found, nothing } from "./find.ts";
import { toDraft } from "./structural.ts";

/** Kinds of symbols by the words that ask for them; other words ask for all. */
const KINDS: [RegExp, readonly string[]][] = [
  [/\b(?:functions?|methods?|helpers?)\b/i, ["function", "method"]],
  [/\b(?:class(?:es)?|structs?|interfaces?|types?|enums?)\b/i, [...TYPES]],
  [/\b(?:variables?|constants?)\b/i, ["variable", "constant"]],
  [/\bmacros?\b/i, ["macro"]],
];

export function unusedFor(store: Store, plan: Plan, { about }: Aside): Found {
  const found = nothing();
  const within = placeOf(store, about);
  if (within === null) {
    found.warnings.push({ code: "symbol-unknown", message: `There is no file, folder or definition ${brief(about)} here.` });
    found.suggestions.push("manifold unused  (of the whole tree)");
    return { ...found, fallback: true };
  }
  const asked = about === "" ? plan.text : plan.text.replace(about, "");
  const kinds = KINDS.flatMap(([words, of]) => (words.test(asked) ? of : []));
  const accept = fileFilter(plan.filters);
  const { candidates, held } = unusedOf(store, settings.least);
  const all = candidates.filter(
    ({ symbol }) => within(symbol) && accept(symbol.path, symbol.language) && (kinds.length === 0 || kinds.includes(symbol.kind)),
  );
  const back = Object.values(held).reduce((sum, count) => sum + count, 0);
  const where = about === "" ? "this tree" : about;
  found.drafts = all.slice(0, plan.k).map(({ symbol, confidence }) => ({
    ...toDraft(
      store,
      { symbol, depth: 0, path: symbol.path, line: null, kind: null, resolution: "exact", confidence, via: null, test: false },
      "structural",
    ),
    resolution: null,
  }));
  found.warnings.push(
    all.length === 0
      ? { code: "none-known", message: `Nothing in ${where} is unused, as far as could be told.` }
      : {
          code: "note",
          message: `${all.length} of ${where} that nothing here seems to use, surest first${all.length > plan.k ? `; the first ${plan.k} are shown` : ""}: ${reasons(all)}.`,
        },
    { code: "note", message: `In the whole tree ${back} more were held back because something may use them; manifold unused tells why.` },
  );
  return found;
}

const reasons = (all: readonly Unused[]): string => [...new Set(all.map(({ reason }) => reason))].slice(0, 3).join("; ");

/** Whether a symbol lies in what is asked about; null where that is nowhere. */
function placeOf(store: Store, about: string): ((symbol: Unused["symbol"]) => boolean) | null {
  if (about === "") return () => true;
  const path = about.replace(/^\.\//, "").replace(/\/$/, "");
  const files = store.files().map((file) => file.path);
  const folders = files.some((one) => one.startsWith(`${path}/`)) ? [path] : [];
  if (folders.length === 0) {
    const inner = files.find((one) => one.includes(`/${path}/`));
    if (inner !== undefined) folders.push(inner.slice(0, inner.indexOf(`/${path}/`) + 1 + path.length));
  }
  if (folders.length > 0) return ({ path: one }) => folders.some((folder) => one.startsWith(`${folder}/`));
  const chosen = findSymbol(store, { name: path }).chosen;
  if (!chosen || chosen.file === null) return null;
  if (chosen.kind === "file") return (symbol) => symbol.path === chosen.path;
  return (symbol) => symbol.path === chosen.path && symbol.start >= chosen.start && symbol.end <= chosen.end && symbol.id !== chosen.id;
}
