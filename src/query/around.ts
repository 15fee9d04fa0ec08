/** The part of the graph around a symbol. */
import type { GraphEdge, GraphNode } from "../base/schema.ts";
import type { EdgeRow, Store, SymbolRow } from "../store/graph.ts";
import { subgraph } from "./subgraph.ts";

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
