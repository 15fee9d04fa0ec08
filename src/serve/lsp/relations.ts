/** Where something is defined, declared, implemented and used, who calls it and what stands above and below it: walks over the graph as the client shows them. */
import type {
  CallHierarchyIncomingCall,
  CallHierarchyItem,
  CallHierarchyOutgoingCall,
  Location,
  Range,
  TypeHierarchyItem,
} from "vscode-languageserver/node";
import type { Operation } from "../../base/types.ts";
import { Graph } from "../../query/walk/graph.ts";
import { overridesOf, type StructuralHit, walk } from "../../query/walk.ts";
import type { SymbolRow } from "../../store/graph.ts";
import { isType } from "../../store/symbols.ts";
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
