/** The ends of a described path: which of the symbols that its two descriptions may mean are joined by calls. */
import { binding as settings, walking } from "../base/settings.ts";
import { Graph } from "../query/walk/graph.ts";
import type { Store, SymbolRow } from "../store/graph.ts";
import { sortOf } from "./bind.ts";

/** What an end of a relation may be: one symbol, or all that another relation gave. */
export interface Alternative {
  symbols: SymbolRow[];
  score: number;
}

/** Ends that belong together. */
export interface Pair {
  from: Alternative;
  to: Alternative | null;
  score: number;
  /** Calls lead from one to the other, for certain. */
  joined: boolean;
}

/**
 * The ends of a path that calls join, best first, one search an end; the best two where none are joined for certain: looking for chains that
 * need candidates costs as much as all of this, for every pair.
 */
export function connected(store: Store, starts: readonly Alternative[], ends: readonly Alternative[]): Pair[] {
  const graph = new Graph(store);
  const goals = new Map<number, Alternative>();
  for (const end of ends)
    for (const symbol of end.symbols)
      for (const one of sortOf(symbol) === "callable" ? graph.callees(symbol) : graph.subtree(symbol))
        if (!goals.has(one.id)) goals.set(one.id, end);
  const found = starts
    .slice(0, settings.starts)
    .flatMap((from) => [...reached(graph, from, goals)].map((to): Pair => ({ from, to, score: from.score * to.score, joined: true })));
  found.sort((a, b) => b.score - a.score);
  const [from] = starts;
  const [to] = ends;
  return found.length > 0 || !from || !to ? found : [{ from, to, score: from.score * to.score, joined: false }];
}

/** Which goals are called from a start, over facts, however far. */
function reached(graph: Graph, from: Alternative, goals: ReadonlyMap<number, Alternative>): Set<Alternative> {
  const met = new Set<Alternative>();
  let level = from.symbols.flatMap((symbol) => graph.subtree(symbol).map((one) => one.id));
  const seen = new Set(level);
  while (level.length > 0 && seen.size < walking.maxVisited) {
    const next: number[] = [];
    for (const id of level)
      for (const edge of graph.store.edgesFrom(id, ["calls"])) {
        const goal = goals.get(edge.dst);
        if (goal && goal !== from) met.add(goal);
        if (edge.resolution === "external" || seen.has(edge.dst)) continue;
        const called = graph.symbol(edge.dst);
        for (const one of called ? graph.callees(called) : []) {
          if (seen.has(one.id)) continue;
          seen.add(one.id);
          next.push(one.id);
        }
      }
    level = next;
  }
  return met;
}
