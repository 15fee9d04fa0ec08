/** Which of several definitions the ends of a path are: those that calls join. */
import { walking } from "../../base/settings.ts";
import type { EdgeKind } from "../../base/types.ts";
import type { Store, SymbolRow } from "../../store/graph.ts";
import { Graph } from "./graph.ts";
import type { SymbolQuestion } from "./symbols.ts";
import type { SymbolChoice } from "./types.ts";

type End = [choice: SymbolChoice, at: SymbolQuestion["at"]];

/**
 * The ends of a path with the definitions chosen that are joined, where a name has several ("main"): of the pairs with a chain of resolved calls the
 * shortest, then the first in the order of the choices. As they were where one is, none is, or both were named by place.
 */
export function joinedEnds(store: Store, from: End, to: End): [SymbolChoice, SymbolChoice] {
  const starts = from[1] ? [from[0].chosen!] : callable(from[0]);
  const ends = to[1] ? [to[0].chosen!] : callable(to[0]);
  if (starts.length <= 1 && ends.length <= 1) return [from[0], to[0]];
  const graph = new Graph(store);
  let best: { start: SymbolRow; end: SymbolRow; steps: number } | null = null;
  // From each end once, against the calls: whichever start it meets first is the nearest.
  const begun = new Map<number, SymbolRow>();
  for (const start of starts) for (const inside of graph.subtree(start)) if (!begun.has(inside.id)) begun.set(inside.id, start);
  for (const kinds of [CALLS, HANDED]) {
    for (const end of ends) {
      const met = nearest(graph, end, begun, starts, kinds, best === null ? Number.POSITIVE_INFINITY : best.steps);
      if (met && (best === null || met.steps < best.steps)) best = { end, ...met };
    }
    if (best !== null) return [chosen(from[0], best.start, JOINED), chosen(to[0], best.end, JOINED)];
  }
  if (starts.length <= 1) return [from[0], to[0]];
  // Nothing joins them for certain: the start beside the end that does most is the likeliest.
  const folder = folderOf(to[0].chosen!);
  const weights = new Map(starts.map((start) => [start, (folderOf(start) === folder ? 1_000_000 : 0) + callsOf(graph, start)]));
  const likeliest = starts.reduce((most, start) => (weights.get(start)! > weights.get(most)! ? start : most));
  return [chosen(from[0], likeliest, LIKELIEST), to[0]];
}

const CALLS: readonly EdgeKind[] = ["calls"];
/** A function that is handed over is called by whoever gets it. */
const HANDED: readonly EdgeKind[] = ["calls", "uses"];
const JOINED = "from or to which the shortest chain leads";
const LIKELIEST = "which lies nearest to the other end and calls most; no chain of calls joins any of them to it for certain";

const folderOf = ({ path }: SymbolRow): string => path.slice(0, path.lastIndexOf("/") + 1);
const callsOf = (graph: Graph, symbol: SymbolRow): number =>
  graph.subtree(symbol).reduce((sum, one) => sum + graph.store.edgesFrom(one.id, CALLS).length, 0);

/** Calls join what can call and be called; the first of the others stands for them. */
function callable({ candidates, chosen: first }: SymbolChoice): SymbolRow[] {
  const some = candidates.filter((symbol) => symbol.file !== null && symbol.kind !== "section").slice(0, walking.maxEnds);
  return some.length > 0 ? some : [first!];
}

function nearest(
  graph: Graph,
  end: SymbolRow,
  begun: ReadonlyMap<number, SymbolRow>,
  order: readonly SymbolRow[],
  kinds: readonly EdgeKind[],
  most: number,
): { start: SymbolRow; steps: number } | null {
  const seen = new Set(graph.callees(end).map((symbol) => symbol.id));
  for (const symbol of graph.subtree(end)) seen.add(symbol.id);
  let level = [...seen];
  for (let steps = 1; level.length > 0 && steps < most && seen.size <= walking.maxVisited; steps++) {
    const next: number[] = [];
    const met = new Set<SymbolRow>();
    for (const id of level)
      for (const edge of graph.store.edgesTo(id, kinds)) {
        if (edge.resolution === "external" || edge.resolution === "ambiguous") continue;
        const start = begun.get(edge.src);
        if (start && start.id !== end.id) met.add(start);
        if (seen.has(edge.src)) continue;
        seen.add(edge.src);
        next.push(edge.src);
        // Who calls a constructor calls its type, and the other way round.
        const caller = graph.symbol(edge.src);
        for (const twin of caller ? graph.callees(caller) : [])
          if (!seen.has(twin.id)) {
            seen.add(twin.id);
            next.push(twin.id);
          }
      }
    const first = order.find((start) => met.has(start));
    if (first) return { start: first, steps };
    level = next;
  }
  return null;
}

function chosen(choice: SymbolChoice, symbol: SymbolRow, why: string): SymbolChoice {
  if (choice.chosen?.id === symbol.id) return choice;
  const others = choice.candidates.filter((one) => one.id !== symbol.id);
  return {
    ...choice,
    chosen: symbol,
    candidates: [symbol, ...others],
    reason: `${choice.candidates.length} definitions of ${symbol.name}; taken was ${symbol.path}:${symbol.start}, ${why}.`,
  };
}
