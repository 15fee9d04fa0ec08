/** The one subgraph around the results of a thick query: every node and edge once, the nearest to the results first. */
import type { Answer } from "../base/schema.ts";
import { asking } from "../base/settings.ts";
import { EDGE_KINDS, type EdgeKind } from "../base/types.ts";
import { subgraph } from "../query/subgraph.ts";
import type { EdgeRow, Store, SymbolRow } from "../store/graph.ts";
import type { Draft } from "./quote.ts";

/** Relations that say something about code; what contains what is added where it joins nodes. */
export const FOLLOWED: readonly EdgeKind[] = EDGE_KINDS.filter((kind) => kind !== "contains" && kind !== "references");

/** Relations that hang on whole files, mostly: where they are followed, the file of a result is part of it. */
const OF_FILES: ReadonlySet<EdgeKind> = new Set(["imports", "documents", "governed_by", "depends_on"]);

/**
 * Nodes within `hops` of the results, breadth first over edges in both directions, and every edge among them once.
 * @param given the part of the graph that the question itself walked; its nodes are starts too
 * @param edges relations that are followed; `contains` joins nodes whether it is followed or not
 * @returns at most `asking.maxSubgraph` nodes; edges as `subgraph` sorts them
 */
export function expand(
  store: Store,
  drafts: readonly Draft[],
  given: Answer["graph"],
  hops: number,
  edges: readonly EdgeKind[],
): Answer["graph"] {
  const reached = new Map<number, SymbolRow>();
  let frontier: SymbolRow[] = [];
  const reach = (row: SymbolRow | null, into: SymbolRow[]): void => {
    if (!row || reached.has(row.id) || reached.size >= asking.maxSubgraph) return;
    reached.set(row.id, row);
    into.push(row);
  };
  for (const draft of drafts) for (const symbol of symbolsIn(store, draft)) reach(symbol, frontier);
  for (const node of given.nodes) reach(store.symbolByKey(node.id), frontier);
  if (edges.some((kind) => OF_FILES.has(kind)))
    for (const draft of drafts) reach(store.symbolsOfFile(store.fileByPath(draft.path)?.id ?? -1)[0] ?? null, frontier);
  for (let hop = 0; hop < hops && frontier.length > 0; hop++) {
    const next: SymbolRow[] = [];
    for (const symbol of frontier)
      for (const edge of [...store.edgesFrom(symbol.id, edges), ...store.edgesTo(symbol.id, edges)])
        reach(store.symbolById(edge.src === symbol.id ? edge.dst : edge.src), next);
    frontier = next;
  }
  return subgraph(reached, among(store, reached, edges.includes("contains") ? edges : [...edges, "contains"]));
}

/** The edges among nodes. */
function* among(store: Store, reached: ReadonlyMap<number, SymbolRow>, kinds: readonly EdgeKind[]): Generator<EdgeRow> {
  for (const symbol of reached.values()) for (const edge of store.edgesFrom(symbol.id, kinds)) if (reached.has(edge.dst)) yield edge;
}

/** What a result is about: what is defined in it, else what it is a part of. */
function symbolsIn(store: Store, { path, start, end, line, chunk }: Draft): SymbolRow[] {
  const file = store.fileByPath(path);
  if (!file) return [];
  const around = line === null ? null : store.symbolAt(path, line);
  if (around && around.at > 0) return [around];
  const inside = store
    .symbolsOfFile(file.id)
    .filter((one) => one.at > 0 && one.kind !== "import" && one.start >= start && one.start <= end);
  if (inside.length > 0) return inside;
  const row = store.chunkById(chunk);
  const whole = row && store.symbolById(row.symbol);
  return whole ? [whole] : [];
}
