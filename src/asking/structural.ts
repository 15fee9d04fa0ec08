/** The structural part of an answer: what the graph says, as results, paths and a subgraph. */
import type { Answer, GraphEdge, GraphNode } from "../base/schema.ts";
import { quoting } from "../base/settings.ts";
import type { Strategy } from "../base/types.ts";
import { brief } from "../base/visible.ts";
import { ofRelated } from "../query/likelihood.ts";
import { toEdge, toNode } from "../query/subgraph.ts";
import { Graph } from "../query/walk/graph.ts";
import { flowPlace } from "../query/walk/paths.ts";
import type { Connection, StructuralAnswer, StructuralHit } from "../query/walk/types.ts";
import type { Store, SymbolRow } from "../store/graph.ts";
import type { Draft, Pages } from "./quote.ts";

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
    score: ofRelated(hit.resolution, hit.depth, hit.confidence),
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

/** The paths of a connection, each step with the line that makes it. */
export function toPaths(store: Store, { kind, paths }: Connection, pages: Pages): Answer["paths"] {
  if (kind === "none") return [];
  return paths.map(({ from, steps, cost }) => {
    const place = (symbol: SymbolRow): Omit<Answer["paths"][number]["steps"][number], "by"> => {
      const { id, qualified, path, start } = toNode(symbol);
      return { id, kind: symbol.kind, qualified, path, start: Math.max(1, start) };
    };
    const later = steps.flatMap((edge) => {
      const [before, symbol] = [store.symbolById(edge.src), store.symbolById(edge.dst)];
      if (!before || !symbol) return [];
      const flow = edge.kind === "dataflow" ? flowPlace(new Graph(store), edge) : null;
      const { path } = flow?.by ?? before;
      const line = edge.kind === "dataflow" ? (flow?.line ?? null) : edge.line > 0 ? edge.line : null;
      const text = line === null ? "" : brief(pages.text(path, line, line).trim(), quoting.signature);
      return [{ ...place(symbol), by: { kind: edge.kind, path, line, text, resolution: edge.resolution, confidence: edge.confidence } }];
    });
    const certain = steps.every(({ resolution }) => resolution !== "ambiguous");
    return { kind, certain, cost: Math.round(cost * 100) / 100, steps: [{ ...place(from), by: null }, ...later] };
  });
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
