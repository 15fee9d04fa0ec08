/** The whole graph, one row at a time, in an order that does not depend on how the index came about. */
import { EDGE_KINDS, type EdgeKind, type Resolution, SYMBOL_KINDS, type SymbolKind } from "../base/types.ts";
import type { Store } from "./graph.ts";

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

type Row = {
  key: Uint8Array;
  kind: number;
  name: string;
  parent: number | null;
  qualified: string | null;
  path: string | null;
  start: number;
  stop: number;
};
type ContainedRow = { source: Uint8Array; target: Uint8Array };

const id = (key: Uint8Array) => `sym_${key.toHex()}`;

/** All nodes by path and position, external ones first. */
export function* allNodes(store: Store): Generator<ExportedNode> {
  const rows = store
    .statement(
      "SELECT key, kind, name, parent, qualified, path, start, stop FROM symbol LEFT JOIN file ON file.id = symbol.file ORDER BY path, at, key",
    )
    .iterate() as Iterable<Row>;
  for (const row of rows)
    yield {
      id: id(row.key),
      kind: SYMBOL_KINDS[row.kind] ?? "external",
      name: row.name,
      qualified: store.qualified(row.qualified, row.parent, row.name),
      path: row.path ?? "",
      start: row.start,
      end: row.stop,
      external: row.path === null,
    };
}

/** All edges: first `contains`, then the others by the place of their source, kind, line and target. */
export function* allEdges(store: Store): Generator<ExportedEdge> {
  const contained = store
    .statement(
      `SELECT parent.key AS source, child.key AS target FROM symbol AS child JOIN symbol AS parent ON parent.id = child.parent
       JOIN file ON file.id = child.file ORDER BY path, child.at`,
    )
    .iterate() as Iterable<ContainedRow>;
  for (const row of contained)
    yield { from: id(row.source), to: id(row.target), kind: "contains", line: 0, resolution: "exact", confidence: 1 };
  const keys = new Map(store.statement("SELECT id, key FROM symbol").values() as [number, Uint8Array][]);
  const keyOf = (symbol: number): string => id(keys.get(symbol) ?? new Uint8Array(8));
  for (const file of store.files()) {
    const position = new Map(store.symbolsOfFile(file.id).map((symbol) => [symbol.id, symbol.at]));
    const edges = store.edgesOfFile(file.id).map((edge) => ({ ...edge, to: keyOf(edge.dst), at: position.get(edge.src) ?? 0 }));
    edges.sort(
      (a, b) =>
        a.at - b.at ||
        EDGE_KINDS.indexOf(a.kind) - EDGE_KINDS.indexOf(b.kind) ||
        a.line - b.line ||
        (a.to < b.to ? -1 : a.to > b.to ? 1 : 0),
    );
    for (const { src, to, kind, line, resolution, confidence } of edges) yield { from: keyOf(src), to, kind, line, resolution, confidence };
  }
}
