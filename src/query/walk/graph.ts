/** The store's edges as the walks need them: hits, orders, subtrees. */
import { EDGE_KINDS, type EdgeKind } from "../../base/types.ts";
import { languageFor } from "../../lang/languages.ts";
import type { EdgeRow, Store, SymbolRow } from "../../store/graph.ts";
import { constructs, isConstructor, isOneOfSeveral, isType } from "../../store/symbols.ts";
import type { StructuralHit } from "./types.ts";

/** What imports a file, as far as it was asked. */
interface Importing {
  reaching: ReadonlySet<number>;
  ids: ReadonlySet<number>;
  known: Map<number, boolean>;
}

export class Graph {
  private readonly kept = new Map<number, SymbolRow | null>();
  private readonly tags = new Map<number, string[]>();
  private readonly importing = new Map<number, Importing>();

  constructor(readonly store: Store) {}

  symbol(id: number): SymbolRow | null {
    let symbol = this.kept.get(id);
    if (symbol === undefined) {
      symbol = this.store.symbolById(id);
      this.kept.set(id, symbol);
    }
    return symbol;
  }

  /** Does it stand in a file of tests, or in a module of tests in the file that it tests (`mod tests`)? */
  isTest(symbol: SymbolRow): boolean {
    if (symbol.file === null) return false;
    if (this.tagsOf(symbol.file).includes("test")) return true;
    if (!/(?:^|\.)tests?(?:\.|$)/.test(symbol.qualified)) return false;
    for (let one: SymbolRow | null = symbol; one !== null; one = one.parent === null ? null : this.symbol(one.parent))
      if (one.kind === "module" && /^tests?$/.test(one.name)) return true;
    return false;
  }

  /** How far it stands from the tree's own source: 1 in an example, 2 in a test. */
  distance(symbol: SymbolRow): number {
    if (this.isTest(symbol)) return 2;
    return symbol.file !== null && this.tagsOf(symbol.file).some((tag) => tag === "example" || tag === "vendored") ? 1 : 0;
  }

  /** Order of every answer: nearest first, the tree's own source before examples and tests, then by path and line. */
  readonly inOrder = (a: StructuralHit, b: StructuralHit): number =>
    a.depth - b.depth ||
    this.distance(a.symbol) - this.distance(b.symbol) ||
    compare(a.path, b.path) ||
    (a.line ?? a.symbol.start) - (b.line ?? b.symbol.start) ||
    compare(a.symbol.path, b.symbol.path) ||
    a.symbol.at - b.symbol.at ||
    compare(a.symbol.name, b.symbol.name);

  private tagsOf(file: number): string[] {
    let tags = this.tags.get(file);
    if (!tags) {
      tags = this.store.fileById(file)?.tags ?? [];
      this.tags.set(file, tags);
    }
    return tags;
  }

  fileOf(symbol: SymbolRow): SymbolRow | null {
    if (symbol.kind === "file" || symbol.file === null) return symbol;
    return this.store.symbolsOfFile(symbol.file)[0] ?? null;
  }

  /** Does a file import (something of) another? */
  imports(from: number, to: number): boolean {
    let found = this.importing.get(to);
    if (!found) {
      // Few files reach another at all: of the others no edge is unpacked.
      found = {
        reaching: this.store.filesReachingFile(to),
        ids: new Set(this.store.symbolIds(to)),
        known: new Map(),
      };
      this.importing.set(to, found);
    }
    const { reaching, ids, known } = found;
    if (!reaching.has(from)) return false;
    let does = known.get(from);
    if (does === undefined) {
      does = this.store.edgesOfFile(from).some((edge) => edge.kind === "imports" && ids.has(edge.dst));
      known.set(from, does);
    }
    return does;
  }

  /** A symbol and everything inside it, in order. */
  subtree(symbol: SymbolRow): SymbolRow[] {
    if (symbol.file === null) return [symbol];
    if (symbol.kind === "file") return this.store.symbolsOfFile(symbol.file);
    const out = [symbol];
    for (const one of out) if (out.length < 2_000) out.push(...this.store.childrenOf(one.id));
    return out;
  }

  /** What is called when a symbol is called: a type through its constructors, a constructor through its type. */
  callees(symbol: SymbolRow): SymbolRow[] {
    const out = [symbol];
    if (isType(symbol)) {
      for (const child of symbol.file === null ? [] : this.store.childrenOf(symbol.id)) if (constructs(child, symbol.name)) out.push(child);
    } else if (symbol.kind === "method" && symbol.parent !== null) {
      const parent = this.symbol(symbol.parent);
      if (!parent || !isType(parent) || !isConstructor(symbol, parent.name)) return out;
      // of several constructors the edges say which
      if (!isOneOfSeveral(languageFor(symbol.language).overloading !== undefined, parent.name, this.store.childrenOf(parent.id)))
        out.push(parent);
    }
    return out;
  }

  /** The type whose method a symbol is; that of its declaration where it is defined outside (`void Shape::draw()`). */
  ownerOf(symbol: SymbolRow): SymbolRow | null {
    if (symbol.kind !== "method" && symbol.kind !== "function") return null;
    const parent = symbol.parent === null ? null : this.symbol(symbol.parent);
    if (parent && isType(parent)) return parent;
    if (!symbol.qualified.includes(".")) return null;
    for (const { src } of this.store.edgesTo(symbol.id, ["references"])) {
      const declaration = this.symbol(src);
      if (!declaration?.declares || declaration.name !== symbol.name || declaration.parent === null) continue;
      const owner = this.symbol(declaration.parent);
      if (owner && isType(owner)) return owner;
    }
    return null;
  }

  /** Members of a type that stand in other files of its folder (Go methods, C++ sources, partial and reopened classes). */
  membersElsewhere(type: SymbolRow): SymbolRow[] {
    const file = type.file === null ? null : this.store.fileById(type.file);
    if (!file || !isType(type)) return [];
    const folder = file.path.slice(0, file.path.lastIndexOf("/") + 1);
    const out: SymbolRow[] = [];
    for (const other of this.store.files()) {
      if (
        other.id === file.id ||
        other.language !== file.language ||
        !other.path.startsWith(folder) ||
        other.path.indexOf("/", folder.length) >= 0
      )
        continue;
      for (const symbol of this.store.symbolsOfFile(other.id))
        if (symbol.qualified.endsWith(`${type.name}.${symbol.name}`) && symbol.qualified === `${type.qualified}.${symbol.name}`)
          out.push(symbol);
    }
    return out;
  }

  /** Order of edges that come from one symbol in one line: by kind, then by the place of what they lead to. */
  sooner(a: EdgeRow, b: EdgeRow): number {
    if (a.kind !== b.kind) return EDGE_KINDS.indexOf(a.kind) - EDGE_KINDS.indexOf(b.kind);
    if (a.dst === b.dst) return 0;
    const [one, other] = [this.symbol(a.dst), this.symbol(b.dst)];
    return compare(one?.path ?? "", other?.path ?? "") || (one?.at ?? 0) - (other?.at ?? 0);
  }

  /** The other end of an edge as a hit. */
  hit(id: number, edge: EdgeRow, depth: number, via: number | null): StructuralHit | null {
    const symbol = this.symbol(id);
    const source = this.symbol(edge.src);
    return symbol && source ? this.found(symbol, edge, depth, via, source) : null;
  }

  /** The same of what is known already. @param source of the edge */
  found(symbol: SymbolRow, edge: EdgeRow, depth: number, via: number | null, source: SymbolRow = symbol): StructuralHit {
    return {
      symbol,
      depth,
      path: source.path,
      line: edge.line > 0 ? edge.line : null,
      kind: edge.kind,
      resolution: edge.resolution,
      confidence: edge.confidence,
      via,
      test: this.isTest(symbol),
    };
  }

  /** A symbol by itself, at distance 0 or as a member. */
  plain(symbol: SymbolRow, depth = 0, kind: EdgeKind | null = null): StructuralHit {
    return { symbol, depth, path: symbol.path, line: null, kind, resolution: "exact", confidence: 1, via: null, test: this.isTest(symbol) };
  }
}

export { isType };

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Edges in a canonical order, each once. */
export function distinctEdges(graph: Graph, edges: EdgeRow[]): EdgeRow[] {
  const seen = new Set<string>();
  const out = edges.filter((edge) => {
    const identity = `${edge.src} ${edge.kind} ${edge.dst} ${edge.line}`;
    return seen.has(identity) ? false : seen.add(identity) !== undefined;
  });
  const place = (id: number): string => {
    const symbol = graph.symbol(id);
    return symbol ? `${symbol.path}\0${String(symbol.at).padStart(7, "0")}\0${symbol.name}` : "";
  };
  return out.sort(
    (a, b) =>
      Number(a.resolution === "ambiguous") - Number(b.resolution === "ambiguous") ||
      compare(place(a.src), place(b.src)) ||
      a.line - b.line ||
      compare(a.kind, b.kind) ||
      compare(place(a.dst), place(b.dst)),
  );
}
