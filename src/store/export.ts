/** The whole graph, one row at a time, in an order that does not depend on how the index came about. */
import { EDGE_KINDS, type EdgeKind, RESOLUTIONS, type Resolution, SYMBOL_KINDS, type SymbolKind } from "../base/types.ts";
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
type EdgeRow = { source: Uint8Array; target: Uint8Array; kind: number; line: number; resolution: number; confidence: number };

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
    .iterate() as Iterable<Pick<EdgeRow, "source" | "target">>;
  for (const row of contained)
    yield { from: id(row.source), to: id(row.target), kind: "contains", line: 0, resolution: "exact", confidence: 1 };
  const rows = store
    .statement(
      `SELECT a.key AS source, b.key AS target, edge.kind, edge.line, resolution, confidence FROM edge JOIN symbol AS a ON a.id = src
       JOIN symbol AS b ON b.id = dst JOIN file ON file.id = a.file ORDER BY path, a.at, edge.kind, edge.line, b.key`,
    )
    .iterate() as Iterable<EdgeRow>;
  for (const row of rows)
    yield {
      from: id(row.source),
      to: id(row.target),
      kind: EDGE_KINDS[row.kind] ?? "references",
      line: row.line,
      resolution: RESOLUTIONS[row.resolution] ?? "ambiguous",
      confidence: row.confidence,
    };
}
