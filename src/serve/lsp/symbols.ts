/** Lists of definitions: those of a file, those of all trees whose name is like what was typed. */
import { type DocumentSymbol, type SymbolInformation, SymbolTag, type WorkspaceSymbol } from "vscode-languageserver/node";
import { languageFor } from "../../lang/languages.ts";
import type { SymbolRow } from "../../store/graph.ts";
import { lsp } from "../limits.ts";
import { isDefinition, SHOWN_AS, type View } from "./view.ts";

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
