/** Symbols and edges of the store in the form that answers have. */
import type { GraphEdge, GraphNode } from "../base/schema.ts";
import type { EdgeRow, Store, SymbolRow } from "../store/graph.ts";

/** A symbol as a node of the output. */
export function toNode(symbol: SymbolRow): GraphNode {
  return {
    id: symbol.key,
    kind: symbol.kind,
    name: symbol.name,
    qualified: symbol.qualified,
    path: symbol.path,
    start: symbol.start,
    end: symbol.end,
    external: symbol.kind === "external",
  };
}

/** An edge of the output between two symbols. */
export function toEdge(
  edge: Pick<GraphEdge, "kind" | "line" | "resolution" | "confidence">,
  from: Pick<SymbolRow, "key">,
  to: Pick<SymbolRow, "key">,
): GraphEdge {
  return { from: from.key, to: to.key, kind: edge.kind, line: edge.line, resolution: edge.resolution, confidence: edge.confidence };
}

/**
 * A part of the graph as an answer has it.
 * @param reached nodes by id, in the order in which they are to stand
 * @param edges between them; one that comes twice is given once
 * @returns edges by the order of their sources, then by kind, line and the order of their targets
 */
export function subgraph(reached: ReadonlyMap<number, SymbolRow>, edges: Iterable<EdgeRow>): { nodes: GraphNode[]; edges: GraphEdge[] } {
  const once = new Map<string, EdgeRow>();
  for (const edge of edges) once.set(`${edge.src} ${edge.kind} ${edge.dst} ${edge.line}`, edge);
  const order = new Map([...reached.keys()].map((id, i) => [id, i]));
  const sorted = [...once.values()].sort(
    (a, b) =>
      order.get(a.src)! - order.get(b.src)! ||
      (a.kind < b.kind ? -1 : a.kind > b.kind ? 1 : 0) ||
      a.line - b.line ||
      order.get(a.dst)! - order.get(b.dst)!,
  );
  return {
    nodes: [...reached.values()].map(toNode),
    edges: sorted.map((edge) => toEdge(edge, reached.get(edge.src)!, reached.get(edge.dst)!)),
  };
}

// The part of the graph around a symbol.

/** At most this many nodes: past it a picture or a reader has no use for the rest. */
const LIMIT = 5_000;

/**
 * Nodes within `depth` hops of a symbol over edges of every kind in both directions, breadth first, and the edges among them.
 * @returns nodes in the order they were reached, edges by source, kind, line, target
 */
export function around(store: Store, start: SymbolRow, depth: number): { nodes: GraphNode[]; edges: GraphEdge[] } {
  const reached = new Map<number, SymbolRow>([[start.id, start]]);
  const edges: EdgeRow[] = [];
  let frontier = [start];
  for (let hop = 0; hop < depth && frontier.length > 0; hop++) {
    const next: SymbolRow[] = [];
    for (const symbol of frontier)
      for (const edge of [...store.edgesFrom(symbol.id), ...store.edgesTo(symbol.id)]) {
        const other = edge.src === symbol.id ? edge.dst : edge.src;
        if (!reached.has(other)) {
          const row = reached.size < LIMIT ? store.symbolById(other) : null;
          if (!row) continue;
          reached.set(other, row);
          next.push(row);
        }
        edges.push(edge);
      }
    frontier = next;
  }
  return subgraph(reached, edges);
}
