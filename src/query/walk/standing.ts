/**
 * What a name means where it stands: what the edges of its line lead to, never whatever else has the name. What resolution left open has candidates, which
 * are told apart from that.
 */
import type { EdgeKind } from "../../base/types.ts";
import type { EdgeRow, Store, SymbolRow } from "../../store/graph.ts";
import { constructs } from "../../store/symbols.ts";
import { candidatesOf } from "./possible.ts";

/** Relations in whose line the name of the other end stands. */
const NAMING: ReadonlySet<EdgeKind> = new Set(["calls", "imports", "inherits", "implements", "uses", "references"]);

/**
 * The definitions that a name means in a line of a file: by its own name or the one that an import gives it there, the type for its constructor, the file
 * for the module that is imported. Of a call through an interface its declaration; by path and position.
 */
export function usedAt(store: Store, path: string, line: number, name: string): SymbolRow[] {
  const file = store.fileByPath(path);
  if (!file) return [];
  const edges = store.edgesOfFile(file.id).filter((edge) => NAMING.has(edge.kind) && edge.resolution !== "ambiguous");
  const here = edges.filter((edge) => edge.line === line);
  if (here.length === 0) return [];
  const imported = store.importsOf(file.id);
  const called = new Set([name]);
  /** What the imports that bind the name lead to. */
  const bound: SymbolRow[] = [];
  for (const one of imported)
    for (const { name: outer, local } of one.names) {
      if (local !== name) continue;
      called.add(outer);
      if (outer === "default" || outer === "*") bound.push(...ends(store, edges, one.line));
    }
  const meaning = here.flatMap((edge) => {
    const symbol = meant(store, edge, called, bound);
    return symbol ? [{ symbol, through: edge.resolution === "dispatch" }] : [];
  });
  // What implements what is called is reached through it.
  const plain = meaning.filter(({ through }) => !through);
  const all = withoutMade(distinct((plain.length > 0 ? plain : meaning).map(({ symbol }) => symbol)));
  if (all.length > 0) return all.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.at - b.at));
  return modules(store, here, bound, imported.filter((one) => one.line === line && wordsOf(one.source).includes(name)).length > 0);
}

const ends = (store: Store, edges: readonly EdgeRow[], line: number): SymbolRow[] =>
  edges.flatMap((edge) => (edge.kind === "imports" && edge.line === line ? (store.symbolById(edge.dst) ?? []) : []));

const distinct = (symbols: readonly SymbolRow[]): SymbolRow[] => [...new Map(symbols.map((one) => [one.id, one])).values()];

/** Of a type and a constructor that has its name the constructor: it is what is called. */
function withoutMade(symbols: SymbolRow[]): SymbolRow[] {
  const made = new Set(symbols.filter((one) => one.kind === "method").map(({ parent }) => parent));
  const left = symbols.filter(({ id }) => !made.has(id));
  return left.length > 0 ? left : symbols;
}

const wordsOf = (source: string): string[] => source.split(/[^\p{L}\p{N}_$]+/u);

/** What an edge leads to, if it is called so. */
function meant(store: Store, edge: EdgeRow, called: ReadonlySet<string>, bound: readonly SymbolRow[]): SymbolRow | null {
  const symbol = store.symbolById(edge.dst);
  if (!symbol || symbol.kind === "file") return null;
  if (called.has(symbol.name) || bound.some(({ id }) => id === symbol.id)) return symbol;
  const parent = symbol.parent === null ? null : store.symbolById(symbol.parent);
  return parent && constructs(symbol, parent.name) && called.has(parent.name) ? parent : null;
}

/** The module that a name stands for before what is taken from it, or in the import itself. */
function modules(store: Store, here: readonly EdgeRow[], bound: readonly SymbolRow[], isSource: boolean): SymbolRow[] {
  const reached = new Set(here.map(({ dst }) => store.symbolById(dst)?.file));
  const files = bound.filter((one) => one.kind === "file" && reached.has(one.file));
  const imported = isSource ? here.flatMap(({ dst }) => store.symbolById(dst) ?? []).filter(({ kind }) => kind === "file") : [];
  return distinct([...files, ...imported]);
}

/** The definitions that a name may mean in a line where that is open; empty where it is not, or where too many have the name. */
export function candidatesAt(store: Store, path: string, line: number, name: string): SymbolRow[] {
  const test = store.fileByPath(path)?.tags.includes("test") ?? false;
  const found: SymbolRow[] = [];
  let around = store.symbolAt(path, line);
  while (around) {
    for (const reference of store.unresolvedIn(around.id))
      if (reference.line === line && reference.name === name) found.push(...candidatesOf(store, reference, around.language, test));
    around = around.parent === null ? null : store.symbolById(around.parent);
  }
  return distinct(found);
}
