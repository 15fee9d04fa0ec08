/** The structural part of an answer: what the graph says, as results and a subgraph. */
import type { GraphEdge, GraphNode } from "../base/schema.ts";
import type { Strategy } from "../base/types.ts";
import { toEdge, toNode } from "../query/subgraph.ts";
import type { StructuralAnswer, StructuralHit } from "../query/walk/types.ts";
import type { Store, SymbolRow } from "../store/graph.ts";
import type { Draft } from "./quote.ts";

/** A symbol as a hit that stands for itself: nothing leads to it. */
export const plainHit = (symbol: SymbolRow): StructuralHit => ({
  symbol,
  depth: 0,
  path: symbol.path,
  line: null,
  kind: null,
  resolution: "exact",
  confidence: 1,
  via: null,
  test: false,
});

/**
 * One hit as a result: the symbol with its own span, `line` the line of the call or use, `chunk` where the symbol starts.
 * What is quoted is the use with a little around it where there is one, else the symbol.
 */
export function toDraft(store: Store, hit: StructuralHit, strategy: Strategy): Draft {
  const { symbol } = hit;
  const outside = symbol.file === null;
  // A use may stand in another file than the symbol (an importer's line, a reopened class).
  const useHere = hit.line !== null && (hit.path === symbol.path || outside);
  const chunk = outside ? null : store.chunkAt(symbol.path, symbol.start);
  const last = Math.max(symbol.start, symbol.end);
  const quote = outside ? null : useHere && hit.line !== null ? { from: hit.line, to: hit.line } : { from: symbol.start, to: last };
  return {
    score: hit.confidence / (1 + hit.depth),
    chunk: chunk?.id ?? "",
    path: symbol.path,
    start: Math.max(1, symbol.start),
    end: Math.max(1, last),
    kind: symbol.kind,
    name: symbol.name,
    qualified: symbol.qualified,
    language: symbol.language,
    strategies: [strategy],
    depth: hit.depth,
    line: useHere ? hit.line : null,
    confidence: hit.confidence,
    resolution: hit.resolution,
    repository: null,
    signature: symbol.signature,
    quote,
  };
}

/** The walked part of the graph: the chosen symbol, every hit, and the edges between them, each once. */
export function toGraph(
  answer: Pick<StructuralAnswer, "choice" | "target" | "edges" | "beside" | "between">,
  hits: readonly StructuralHit[],
): { nodes: GraphNode[]; edges: GraphEdge[] } {
  const symbols = new Map<number, SymbolRow>();
  for (const symbol of [answer.choice.chosen, answer.target?.chosen, ...hits.map((hit) => hit.symbol), ...(answer.beside ?? [])])
    if (symbol) symbols.set(symbol.id, symbol);
  const edges = new Map<string, GraphEdge>();
  for (const edge of answer.between?.(new Set(symbols.keys())) ?? answer.edges) {
    const from = symbols.get(edge.src);
    const to = symbols.get(edge.dst);
    if (!from || !to) continue;
    const key = `${edge.src} ${edge.kind} ${edge.dst} ${edge.line}`;
    if (!edges.has(key)) edges.set(key, toEdge(edge, from, to));
  }
  return { nodes: [...symbols.values()].map(toNode), edges: [...edges.values()] };
}
