/** What a walk over arrays reaches, as hits. */
import { walking } from "../../base/settings.ts";
import type { EdgeKind, Resolution } from "../../base/types.ts";
import type { EdgeRow, Store, SymbolRow } from "../../store/graph.ts";
import { arraysOf, type Spread, type Total } from "./arrays.ts";

/** A symbol that is reached, not unpacked yet. */
export interface Wide {
  symbol: SymbolRow;
  depth: number;
  kind: EdgeKind;
  /** Line of the use; null where there is none. */
  line: number | null;
  resolution: Resolution;
  confidence: number;
  /** Symbol it was reached from. */
  from: number;
  test: boolean;
}

export interface WideWalk {
  /** By depth; within it as the walk met them. Not more than are listed. */
  readonly hits: Wide[];
  /** The nearest, `walking.maxVisited` at most, whether they are listed or not. */
  readonly ids: ArrayLike<number> & Iterable<number>;
  /** How many there are. */
  count: Total;
  /** The same where not all are listed. */
  total: Total | undefined;
  /** Edges that reach the seeds. */
  resolved: number;
  /** The edges met between some symbols; null = all. */
  between(ids: ReadonlySet<number> | null): EdgeRow[];
}

/** Walks against the edges from some symbols. */
export function wideHits(store: Store, walked: Spread): WideWalk {
  const arrays = arraysOf(store);
  const { ids, depths, by, via: from, edges, resolved } = arrays.spread(walked);
  const hits = ids.slice(0, walking.maxVisited).map((id, i): Wide => {
    const [depth, at, via] = [depths[i]!, by[i]!, from[i]!];
    const test = arrays.isTest(id);
    if (at < 0) {
      const symbol = arrays.symbol(id, arrays.aroundStart(via));
      return { symbol, depth, kind: "contains", line: null, resolution: "exact", confidence: 1, from: via, test };
    }
    const { kind, line, resolution, confidence } = arrays.edge(at);
    return { symbol: arrays.symbol(id), depth, kind, line: line > 0 ? line : null, resolution, confidence, from: via, test };
  });
  const between = (ids: ReadonlySet<number> | null): EdgeRow[] =>
    edges.filter((at) => ids === null || arrays.joins(at, ids)).map((at) => arrays.edge(at));
  const count = arrays.total(ids);
  return { hits, ids: ids.slice(0, walking.maxVisited), count, resolved, total: hits.length < ids.length ? count : undefined, between };
}
