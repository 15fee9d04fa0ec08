/**
 * What a description means here: the symbols that fit it, best first.
 *
 * Retrieval finds the chunks, then every definition that begins or stands in one of them is weighed: by its chunk's share of the best, and by
 * how much of the description its own name, documentation and lines hold. Nothing is asked of the graph.
 */
import { binding as settings } from "../base/settings.ts";
import type { SymbolKind } from "../base/types.ts";
import { queryWords, STOP_WORDS, splitIdentifier, stem, words } from "../base/words.ts";
import { nameOverlap, type QueryWeights, queryWeights, softStemOverlap, stemOf } from "../query/evidence.ts";
import type { Plan } from "../query/plan.ts";
import type { Sort } from "../query/relation.ts";
import { type RankedChunk, type Retrieved, retrieve } from "../query/retrieve.ts";
import { semanticsOf } from "../query/semantic.ts";
import type { Store, SymbolRow } from "../store/graph.ts";
import { idf } from "../store/lexical.ts";
import type { Pages } from "./quote.ts";

export interface Candidate {
  symbol: SymbolRow;
  /** Share of the best, 0 to 1. */
  score: number;
}

const SORT_OF: Partial<Record<SymbolKind, Sort>> = {
  file: "file",
  module: "type",
  namespace: "type",
  class: "type",
  struct: "type",
  interface: "type",
  trait: "type",
  enum: "type",
  type: "type",
  function: "callable",
  method: "callable",
  macro: "callable",
  field: "value",
  variable: "value",
  constant: "value",
};

/** Of what sort a symbol is; null for what no description means (imports, sections, externals). */
export const sortOf = (symbol: SymbolRow): Sort | null => (symbol.file === null ? null : (SORT_OF[symbol.kind] ?? null));

/** The chunks that retrieval finds for a description. */
export function described(store: Store, plan: Plan, description: string): Retrieved {
  const wordless = !plan.engines.includes("lexical");
  const semantics = plan.engines.includes("vectors") ? semanticsOf(store) : null;
  const filters = { paths: [], excludes: [], languages: [], kinds: [] };
  return wordless && semantics === null
    ? { chunks: [], fallback: false, presence: null }
    : retrieve(store, description, { k: settings.chunks, filters, semantics, wordless, graph: false });
}

/**
 * The symbols that a description may mean, best first, each once; ties by path and line.
 * @param sort only symbols of this sort; null = functions, methods and types
 */
export function bind(store: Store, ranked: readonly RankedChunk[], description: string, sort: Sort | null, pages: Pages): Candidate[] {
  const stems = queryWords(description).filter((word) => !isWhole(word, description));
  const query = queryWeights([...new Set(stems)], idf(store.db, new Set(stems)), store.counts().chunks);
  const acronyms = acronymsOf(description);
  const best = ranked[0]?.score ?? 0;
  const scores = new Map<number, Candidate>();
  for (const { chunk, score } of ranked) {
    const share = best > 0 ? score / best : 0;
    for (const symbol of inside(store, chunk)) {
      const own = sortOf(symbol);
      if (own === null || (sort === null ? own === "file" || own === "value" : own !== sort)) continue;
      const weight =
        settings.chunk * share + fit(symbol, query, acronyms, pages) * (sort === null && own === "type" ? settings.typeShare : 1);
      if (weight > (scores.get(symbol.id)?.score ?? 0)) scores.set(symbol.id, { symbol, score: weight });
    }
  }
  const order = [...scores.values()].sort(
    (a, b) => b.score - a.score || (a.symbol.path < b.symbol.path ? -1 : a.symbol.path > b.symbol.path ? 1 : a.symbol.at - b.symbol.at),
  );
  const most = order[0]?.score ?? 1;
  return order.slice(0, settings.candidates).map(({ symbol, score }) => ({ symbol, score: Math.round((score / most) * 1000) / 1000 }));
}

/** What begins in a chunk, what it is a part of, and their files. */
function inside(store: Store, chunk: RankedChunk["chunk"]): SymbolRow[] {
  const file = store.fileByPath(chunk.path);
  if (!file) return [];
  const found = store.symbolsOfFile(file.id).filter((one) => one.at === 0 || (one.start >= chunk.start && one.start <= chunk.end));
  for (
    let around = store.symbolById(chunk.symbol);
    around && around.at > 0;
    around = around.parent === null ? null : store.symbolById(around.parent)
  )
    if (!found.some((one) => one.id === around!.id)) found.push(around);
  return found;
}

/** How much of the description a definition's name, documentation and own lines hold, 0 to the sum of the weights. */
function fit(symbol: SymbolRow, query: QueryWeights, acronyms: ReadonlyMap<string, readonly string[]>, pages: Pages): number {
  if (query.total === 0) return 0;
  const parts = partsOf(symbol.kind === "file" ? stemOf(symbol.path) : symbol.name, acronyms);
  const outer = partsOf(symbol.qualified.split(".").slice(-2, -1)[0] ?? "", acronyms);
  const name = Math.max(
    nameOverlap(parts, query),
    settings.owner * nameOverlap([...parts, ...outer], query),
    settings.soft * softStemOverlap(parts, query),
  );
  const told = new Set([...parts, ...words(`${symbol.doc} ${symbol.signature}`)]);
  const last = Math.min(symbol.end, symbol.start + settings.lines);
  const text = new Set(symbol.kind === "file" ? [] : words(pages.text(symbol.path, symbol.start, last)));
  for (const word of told) text.add(word);
  return settings.name * name + settings.told * covered(told, query) + settings.body * covered(text, query);
}

/** The idf share of the description that a set of words holds. */
function covered(held: ReadonlySet<string>, query: QueryWeights): number {
  let sum = 0;
  for (const word of query.stems) if (held.has(word)) sum += query.idf.get(word) ?? 0;
  return sum / query.total;
}

/** Stemmed parts of a name; an acronym of words of the description counts as these. */
const partsOf = (name: string, acronyms: ReadonlyMap<string, readonly string[]>): string[] =>
  splitIdentifier(name).flatMap((part) => acronyms.get(part) ?? [stem(part)]);

/** Initials of two to four words of a description that follow one another, with their stems: "garbage collection" is gc. */
function acronymsOf(description: string): Map<string, string[]> {
  const list = description.toLowerCase().match(/[a-z]+/g) ?? [];
  const found = new Map<string, string[]>();
  for (let from = 0; from < list.length; from++)
    for (let size = 2; size <= 4 && from + size <= list.length; size++) {
      const some = list.slice(from, from + size);
      if (!some.some((word) => STOP_WORDS.has(word))) found.set(some.map((word) => word[0]).join(""), some.map(stem));
    }
  return found;
}

/** Is it a whole identifier that stands beside its parts (words.ts)? */
const isWhole = (word: string, description: string): boolean =>
  [...description.matchAll(/[\p{L}_][\p{L}\p{N}_]*/gu)].some(([name]) => {
    const parts = splitIdentifier(name);
    return parts.length > 1 && parts.join("") === word;
  });
