/** The whole graph, one row at a time, in an order that does not depend on how the index came about. */
import { EDGE_KINDS, type EdgeKind, type Resolution, type SymbolKind } from "../base/types.ts";
import { contains, derivedFrom } from "./derived.ts";
import type { EdgeRow, Store, SymbolRow } from "./graph.ts";

/** A node as it is exported. External nodes have no path and lines 0. */
export interface ExportedNode {
  id: string;
  kind: SymbolKind;
  name: string;
  qualified: string;
  path: string;
  start: number;
  end: number;
  external: boolean;
}

export interface ExportedEdge {
  from: string;
  to: string;
  kind: EdgeKind;
  line: number;
  resolution: Resolution;
  confidence: number;
}

/** All nodes by path and position, external ones first. */
export function* allNodes(store: Store): Generator<ExportedNode> {
  const externals = store.externals();
  externals.sort((a, b) => (a.key < b.key ? -1 : 1));
  for (const symbol of externals) yield node(symbol);
  for (const file of store.files()) for (const symbol of store.symbolsOfFile(file.id)) yield node(symbol);
}

function node({ key, kind, name, qualified, path, start, end, file }: SymbolRow): ExportedNode {
  return { id: key, kind, name, qualified, path, start, end, external: file === null };
}

/**
 * All edges, each once: first `contains`, then the others by the place of their source, kind, line and target. What flows is told by every file that
 * hands it on, and the lines of two such files may have one number.
 */
export function* allEdges(store: Store): Generator<ExportedEdge> {
  const keys = new Map(store.externals().map((symbol) => [symbol.id, symbol.key]));
  const keyOf = (symbol: number): string => keys.get(symbol) ?? "";
  const exported = ({ src, dst, ...edge }: EdgeRow): ExportedEdge => ({ from: keyOf(src), to: keyOf(dst), ...edge });
  for (const file of store.files()) {
    const symbols = store.symbolsOfFile(file.id);
    for (const { id, key } of symbols) keys.set(id, key);
    for (const symbol of symbols) if (symbol.parent !== null) yield exported(contains(symbol.parent, symbol));
  }
  for (const file of store.files()) {
    const [own] = store.symbolsOfFile(file.id);
    if (own) for (const edge of derivedFrom(store, own, ["defines", "depends_on", "governed_by"])) yield exported(edge);
  }
  const flows = new Set<string>();
  for (const file of store.files()) {
    const position = new Map(store.symbolsOfFile(file.id).map((symbol) => [symbol.id, symbol.at]));
    const edges = store.edgesOfFile(file.id).map((edge) => ({ ...edge, to: keyOf(edge.dst), at: position.get(edge.src) ?? 0 }));
    edges.sort(
      (a, b) =>
        a.at - b.at ||
        EDGE_KINDS.indexOf(a.kind) - EDGE_KINDS.indexOf(b.kind) ||
        a.line - b.line ||
        (a.to < b.to ? -1 : a.to > b.to ? 1 : 0) ||
        (keyOf(a.src) < keyOf(b.src) ? -1 : 1),
    );
    for (const { src, dst, to, kind, line, resolution, confidence } of edges) {
      const flow = kind === "dataflow" ? `${src} ${dst} ${line}` : null;
      if (flow !== null && flows.has(flow)) continue;
      if (flow !== null) flows.add(flow);
      yield { from: keyOf(src), to, kind, line, resolution, confidence };
    }
  }
}
