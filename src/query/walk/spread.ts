/**
 * The walk against the edges: who uses some symbols, and who uses those; breadth first, a level at a time.
 *
 * Every answer about callers, subclasses, importers and the reach of a change is this walk with other parameters. It lists the nearest
 * `walking.maxVisited`, counts to `walking.maxCounted` and says when there is more.
 */
import { edges } from "../../base/limits.ts";
import { walking } from "../../base/settings.ts";
import type { EdgeKind } from "../../base/types.ts";
import type { EdgeRow, SymbolRow } from "../../store/graph.ts";
import type { Graph } from "./graph.ts";
import { totalOf } from "./risk.ts";
import type { Total } from "./types.ts";

/** Where a walk begins, and how it goes on. */
export interface Spread {
  /** Nothing inside them is reported. */
  seeds: readonly number[];
  kinds: readonly EdgeKind[];
  depth: number;
  /** A symbol among the seeds whose use of itself is reported. */
  self?: number;
  /** Import edges are followed further. */
  files: boolean;
  /** A function inside a function is run or handed out by the one around it. */
  around: boolean;
  /** The seeds are a package outside the tree: what leads there is followed. */
  outside?: boolean;
  /** Uses of what is gone: nothing in the graph leads to them, they are met at the first step. */
  left?: readonly Use[];
  /** Calls of what a method stands for are followed as well, where they may arrive at it. */
  overriding?: { above(row: SymbolRow): readonly SymbolRow[]; arrives(edge: EdgeRow, below: SymbolRow): boolean };
  /** Told of every edge that reaches a seed. */
  onFirst?: (src: number, dst: number) => void;
}

/** A symbol, and the edge by which it was met. */
export interface Use {
  symbol: SymbolRow;
  edge: EdgeRow;
}

export interface Reached {
  symbol: SymbolRow;
  depth: number;
  /** null for the function around one that was reached. */
  edge: EdgeRow | null;
  /** What it was reached from. */
  via: number;
  test: boolean;
}

export interface Spreading {
  /** The nearest, by depth, tests last, path and line. */
  hits: Reached[];
  /** How many there are where not all are listed. */
  total?: Total;
  /** There are more than were counted. */
  truncated: boolean;
  /** Every edge met that does not come from inside the seeds. */
  edges: EdgeRow[];
  /** How many of them reach the seeds. */
  resolved: number;
}

export function spread(
  graph: Graph,
  { seeds, kinds, depth, self, files, around, outside, left = [], overriding, onFirst }: Spread,
): Spreading {
  const { store } = graph;
  const inside = new Set(seeds);
  const seen = new Set<number>();
  const out: Spreading = { hits: [], truncated: false, edges: [], resolved: 0 };
  const add = (symbol: SymbolRow, d: number, edge: EdgeRow | null, via: number): void => {
    seen.add(symbol.id);
    out.hits.push({ symbol, depth: d, edge, via, test: graph.isTest(symbol) });
  };
  /** What methods that were reached stand for, with the first of them; and what was reached itself. */
  const above = new Map<number, SymbolRow>();
  const reached = new Set(seeds);
  const withAbove = (ids: readonly number[]): number[] => {
    const all = new Set(ids);
    for (const id of overriding ? ids : []) {
      const below = graph.symbol(id);
      for (const { id: over } of below ? overriding!.above(below) : [])
        if (!above.has(over)) {
          above.set(over, below!);
          all.add(over);
        }
    }
    return [...all];
  };
  let level: readonly number[] = withAbove(seeds);
  for (let d = 1; d <= depth && (level.length > 0 || (d === 1 && left.length > 0)); d++) {
    const best = new Map<number, Use>();
    const meet = (use: Use): void => {
      const known = best.get(use.symbol.id);
      if (!known || sooner(graph, use, known)) best.set(use.symbol.id, use);
    };
    if (d === 1) left.forEach(meet);
    for (const met of store.edgesToAny(level, kinds)) {
      if (met.resolution === "external" && !outside) continue;
      const below = reached.has(met.dst) ? undefined : above.get(met.dst);
      if (below && (met.kind !== "calls" || !overriding!.arrives(met, below))) continue;
      const edge = below
        ? { ...met, resolution: "dispatch" as const, confidence: Math.min(met.confidence, edges.confidence.dispatch) }
        : met;
      if (d === 1) onFirst?.(edge.src, below?.id ?? edge.dst);
      if (inside.has(edge.src) && !(d === 1 && edge.src === edge.dst && edge.src === self)) continue;
      out.edges.push(edge);
      if (d === 1) out.resolved++;
      const symbol = seen.has(edge.src) ? null : graph.symbol(edge.src);
      if (symbol) meet({ symbol, edge });
    }
    const next: number[] = [];
    for (const { symbol, edge } of inTurn(graph, [...best.values()])) {
      if (seen.has(symbol.id)) continue;
      if (seen.size >= walking.maxCounted) {
        out.truncated = true;
        break;
      }
      add(symbol, d, edge, edge.dst);
      // What imports a file need not use what that file imported: import edges are followed on only from files.
      if (edge.kind === "imports" && !files) continue;
      if (!inside.has(symbol.id)) {
        next.push(symbol.id);
        if (edge.kind !== "imports")
          for (const { id } of graph.callees(symbol)) if (id !== symbol.id && !inside.has(id) && !seen.has(id)) next.push(id);
      }
      const outer = around && symbol.parent !== null ? graph.symbol(symbol.parent) : null;
      if (!outer || (outer.kind !== "function" && outer.kind !== "method") || seen.has(outer.id) || inside.has(outer.id)) continue;
      add(outer, d, null, symbol.id);
      next.push(outer.id);
    }
    for (const id of next) reached.add(id);
    level = out.truncated ? [] : withAbove([...new Set(next)]);
  }
  if (out.hits.length > walking.maxVisited) {
    out.total = totalOf(out.hits);
    out.hits.length = walking.maxVisited;
  }
  return out;
}

const lineOf = ({ edge, symbol }: Use): number => (edge.line > 0 ? edge.line : symbol.start);

/** Of two edges from one symbol: does the first come before the second? */
const sooner = (graph: Graph, a: Use, b: Use): boolean => (lineOf(a) - lineOf(b) || graph.sooner(a.edge, b.edge)) < 0;

/** The uses of a level: the tree's own source first (who asks reads these first, and a cut must not leave only tests), then by path and line. */
function inTurn(graph: Graph, uses: Use[]): Use[] {
  const away = new Map(uses.map((use) => [use, graph.distance(use.symbol)]));
  return uses.sort((a, b) => away.get(a)! - away.get(b)! || inOrder(a, b));
}

function inOrder(a: Use, b: Use): number {
  const [one, other] = [a.symbol, b.symbol];
  if (one.path !== other.path) return one.path < other.path ? -1 : 1;
  return lineOf(a) - lineOf(b) || one.at - other.at || (one.name < other.name ? -1 : one.name > other.name ? 1 : 0);
}
