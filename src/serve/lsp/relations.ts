/** Where something is defined, declared, implemented and used, who calls it, what stands above and below it, and lists of definitions: as the client shows them. */
import {
  type CallHierarchyIncomingCall,
  type CallHierarchyItem,
  type CallHierarchyOutgoingCall,
  type DocumentSymbol,
  type Location,
  type Range,
  type SymbolInformation,
  SymbolTag,
  type TypeHierarchyItem,
  type WorkspaceSymbol,
} from "vscode-languageserver/node";
import type { Operation } from "../../base/types.ts";
import { languageFor } from "../../lang/languages.ts";
import { Graph } from "../../query/walk/graph.ts";
import { overridesOf, type StructuralHit, walk } from "../../query/walk.ts";
import type { SymbolRow } from "../../store/graph.ts";
import { isType } from "../../store/symbols.ts";
import { lsp } from "../limits.ts";
import { isDefinition, type Pointed, SHOWN_AS, type View } from "./view.ts";

/** Each place once, in the order in which they were found. */
function distinct(places: readonly (Location | null)[]): Location[] {
  const seen = new Set<string>();
  return places.filter((place): place is Location => {
    const key = place && `${place.uri} ${JSON.stringify(place.range)}`;
    return key !== null && !seen.has(key) && seen.add(key) !== undefined;
  });
}

/** The names of some definitions. */
export function locations(view: View, symbols: readonly SymbolRow[]): Location[] {
  return distinct(
    symbols.map((symbol) => {
      const spans = view.spans(symbol);
      return spans && { uri: spans.uri, range: spans.name };
    }),
  );
}

/** Where it is defined; where that is open, what it may be, for the client to choose from. */
export const definitions = (view: View, { symbols, candidates }: Pointed): Location[] =>
  locations(view, symbols.length > 0 ? symbols : candidates);

/** Where it is declared: prototypes, forward declarations; its definition where there are none. */
export function declarations(view: View, { symbols }: Pointed): Location[] {
  const declaring = symbols.flatMap((symbol) =>
    view.store.edgesTo(symbol.id, ["references"]).flatMap(({ src }) => {
      const one = view.store.symbolById(src);
      return one?.declares && one.name === symbol.name ? [one] : [];
    }),
  );
  return locations(view, declaring.length > 0 ? declaring : symbols);
}

/** What implements it: types below a type, members of its name in them; the definition itself where it does something. */
export function implementations(view: View, { symbols }: Pointed): Location[] {
  const graph = new Graph(view.store);
  const found = symbols.flatMap((symbol) => {
    if (isType(symbol)) return walk(view.store, "subclasses", symbol.key).hits.map((hit) => hit.symbol);
    const owner = graph.ownerOf(symbol);
    const below = owner ? overridesOf(view.store, owner, symbol.name).map((one) => one.symbol) : [];
    const abstract = symbol.declares || owner?.kind === "interface" || owner?.kind === "trait";
    return abstract ? below : [symbol, ...below];
  });
  return locations(view, found);
}

/** Every use that was established. */
export function references(view: View, { symbols }: Pointed, declared: boolean): Location[] {
  const uses = symbols.flatMap((symbol) =>
    walk(view.store, "references", symbol.key).hits.map((hit) => (hit.line === null ? null : usePlace(view, hit.path, hit.line, symbol))),
  );
  return distinct([...(declared ? locations(view, symbols) : []), ...uses]);
}

const usePlace = (view: View, path: string, line: number, symbol: SymbolRow): Location | null =>
  view.place(path, line, [symbol.name, ...namesBeside(view, path, symbol)]);

/** Other names that stand where a symbol is used: a type's for its constructor, a module's for its file, what an import calls it there. */
function namesBeside({ store }: View, path: string, symbol: SymbolRow): string[] {
  const parent = symbol.kind === "method" && symbol.parent !== null ? store.symbolById(symbol.parent) : null;
  const file = store.fileByPath(path);
  const locals = (file ? store.importsOf(file.id) : []).flatMap(({ names }) =>
    names.flatMap(({ name, local }) => (name === symbol.name || name === parent?.name || name === "default" ? [local] : [])),
  );
  return [...(parent ? [parent.name] : []), ...(symbol.kind === "file" ? [symbol.name.replace(/\.\w+$/, "")] : []), ...locals];
}

// ---------------------------------------------------------------------------------------------- hierarchies

/** What an item of a hierarchy says of itself when the client asks on. */
export interface Kept {
  /** `sym_…`. */
  key: string;
}

/** A definition as an item of either hierarchy; null where it has no place. */
export function item(view: View, symbol: SymbolRow): (CallHierarchyItem & TypeHierarchyItem) | null {
  const spans = view.spans(symbol);
  if (!spans) return null;
  const name = symbol.kind === "file" ? symbol.path : symbol.name;
  const detail = symbol.qualified === name ? symbol.path : `${symbol.qualified}, ${symbol.path}`;
  return {
    name,
    kind: SHOWN_AS[symbol.kind],
    detail,
    uri: spans.uri,
    range: spans.whole,
    selectionRange: spans.name,
    data: { key: symbol.key } satisfies Kept,
  };
}

export const items = (view: View, symbols: readonly SymbolRow[]): (CallHierarchyItem & TypeHierarchyItem)[] =>
  symbols.flatMap((symbol) => item(view, symbol) ?? []);

/** Who calls it, and in which lines. */
export function incoming(view: View, symbol: SymbolRow): CallHierarchyIncomingCall[] {
  return around(view, "callers", symbol).flatMap(({ hit, lines }) => {
    const from = item(view, hit.symbol);
    return from ? [{ from, fromRanges: ranges(view, hit.path, lines, symbol) }] : [];
  });
}

/** What it calls, and in which lines. */
export function outgoing(view: View, symbol: SymbolRow): CallHierarchyOutgoingCall[] {
  return around(view, "callees", symbol).flatMap(({ hit, lines }) => {
    const to = item(view, hit.symbol);
    return to ? [{ to, fromRanges: ranges(view, symbol.path, lines, hit.symbol) }] : [];
  });
}

/** Hits of a relation with the lines of all edges that lead to them. */
function around(view: View, operation: Operation, symbol: SymbolRow): { hit: StructuralHit; lines: number[] }[] {
  const { hits, edges } = walk(view.store, operation, symbol.key);
  const far = operation === "callers" ? "src" : "dst";
  const lines = Map.groupBy(
    edges.filter(({ resolution, line }) => resolution !== "ambiguous" && line > 0),
    (edge) => edge[far],
  );
  return hits.map((hit) => ({
    hit,
    lines: [...new Set([...(lines.get(hit.symbol.id) ?? []).map(({ line }) => line), ...(hit.line === null ? [] : [hit.line])])].sort(
      (a, b) => a - b,
    ),
  }));
}

const ranges = (view: View, path: string, lines: readonly number[], called: SymbolRow): Range[] =>
  lines.flatMap((line) => usePlace(view, path, line, called)?.range ?? []);

/** The types directly above or below one. */
export function types(view: View, operation: "superclasses" | "subclasses", symbol: SymbolRow): TypeHierarchyItem[] {
  return items(
    view,
    walk(view.store, operation, symbol.key, null, { depth: 1 }).hits.map((hit) => hit.symbol),
  );
}

/** What the name means, or the type whose constructor it is, as far as it is a type. */
export function typesOf(view: View, { symbols }: Pointed): SymbolRow[] {
  return symbols.flatMap((symbol) => {
    if (isType(symbol)) return [symbol];
    const parent = symbol.parent === null ? null : view.store.symbolById(symbol.parent);
    return parent && isType(parent) && new Graph(view.store).callees(symbol).some(({ id }) => id === parent.id) ? [parent] : [];
  });
}

/** Kinds that can stand in a hierarchy of calls. */
export const callable = (symbol: SymbolRow): boolean => isDefinition(symbol) && symbol.kind !== "section" && symbol.kind !== "note";

// Lists of definitions: those of a file, those of all trees whose name is like what was typed.

/** The definitions of a file, each in what it is contained in. */
export function outline(view: View, path: string): DocumentSymbol[] {
  const file = view.store.fileByPath(path);
  const top: DocumentSymbol[] = [];
  const made = new Map<number, DocumentSymbol>();
  for (const symbol of file ? view.store.symbolsOfFile(file.id) : []) {
    const spans = isDefinition(symbol) ? view.spans(symbol) : null;
    if (!spans) continue;
    const one: DocumentSymbol = {
      name: shownName(symbol),
      detail: symbol.type ?? "",
      kind: SHOWN_AS[symbol.kind],
      range: spans.whole,
      selectionRange: spans.name,
      children: [],
    };
    made.set(symbol.id, one);
    const parent = symbol.parent === null ? undefined : made.get(symbol.parent);
    (parent?.children ?? top).push(one);
  }
  return top;
}

/** A name of which nothing is left is refused by clients. */
const shownName = ({ name, kind }: SymbolRow): string => (name.trim() === "" ? kind : name);

/** The same as a list, for clients that know no tree. */
export function flat(view: View, path: string): SymbolInformation[] {
  const uri = view.uri(path);
  const of = (symbols: readonly DocumentSymbol[], containerName: string): SymbolInformation[] =>
    symbols.flatMap(({ name, kind, range, children }) => [
      { name, kind, location: { uri, range }, containerName },
      ...of(children ?? [], name),
    ]);
  return of(outline(view, path), "");
}

/** Definitions whose name holds what was typed: those of that name first, then those that begin so; of documents and data none. */
export function named(view: View, query: string): WorkspaceSymbol[] {
  const { store } = view;
  const [, owner = "", start = ""] = /^(.+?)(?:[.#]|::)([^.#:]*)$/.exec(query) ?? [];
  // Who types `Class.me` sees what begins so as it grows.
  const members = store.symbolsByQualified(owner, true).flatMap(({ id }) => store.childrenOf(id));
  const begun = members.filter(({ name }) => name.toLowerCase().includes(start.toLowerCase()));
  const dotted = owner === "" ? [] : [...store.symbolsByQualified(query, true), ...begun];
  const found: WorkspaceSymbol[] = [];
  const add = (symbol: SymbolRow): void => {
    if (found.length >= lsp.symbols || !isDefinition(symbol) || languageFor(symbol.language).content !== undefined) return;
    const spans = view.spans(symbol);
    if (!spans) return;
    const dot = symbol.qualified.lastIndexOf(".");
    found.push({
      name: shownName(symbol),
      kind: SHOWN_AS[symbol.kind],
      location: { uri: spans.uri, range: spans.name },
      containerName: dot > 0 ? `${symbol.qualified.slice(0, dot)}, ${symbol.path}` : symbol.path,
      ...(/@deprecated|^Deprecated/im.test(symbol.doc) ? { tags: [SymbolTag.Deprecated] } : {}),
    });
  };
  for (const [, one] of new Map(dotted.map((one) => [one.id, one]))) add(one);
  if (found.length > 0) return found;
  for (const folded of store.namesHolding(query, lsp.symbols)) {
    if (found.length >= lsp.symbols) break;
    store
      .symbolsByName(folded, true)
      .sort((a, b) => weight(a, query) - weight(b, query))
      .forEach(add);
  }
  return found;
}

/** Of names that differ in nothing but their letters' case: as it was typed first, then types and functions, then what holds values, then packages. */
function weight({ name, kind }: SymbolRow, query: string): number {
  const value = kind === "field" || kind === "variable" || kind === "constant" ? 1 : kind === "module" || kind === "namespace" ? 2 : 0;
  return value + (name === query ? 0 : 3);
}
