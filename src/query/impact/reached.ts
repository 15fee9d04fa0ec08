/** What a walk from changed definitions reaches. */
import type { EdgeKind, Resolution, Unknown } from "../../base/types.ts";
import type { EdgeRow, SymbolRow } from "../../store/graph.ts";
import type { Graph } from "../walk/graph.ts";
import type { Total } from "../walk/types.ts";
import type { Broken } from "./broken.ts";
import type { Seed } from "./seeds.ts";

/** A symbol that is reached, or may be. */
export interface ReachHit {
  symbol: SymbolRow;
  depth: number;
  kind: EdgeKind;
  /** Line of the use, in the symbol's own file; null where there is none. */
  line: number | null;
  resolution: Resolution;
  confidence: number;
  /** Qualified name of what it depends on, and its node; null where that is not in the graph any more. */
  to: string;
  dst: number | null;
  test: boolean;
}

export class Reach {
  affected: ReachHit[] = [];
  /** How many are affected where only the nearest are listed. */
  total?: Total;
  possible: ReachHit[] = [];
  readonly unknowns: Unknown[] = [];
  /** Uses that the change leaves behind. */
  broken: readonly Broken[] = [];
  truncated = false;
  /** Seeds that something in the graph uses. */
  readonly used = new Set<Seed>();
  /** Seeds that something uses which did not change itself. */
  readonly left = new Set<Seed>();

  /** Puts what is listed into the order of answers. */
  sort(): void {
    this.affected.sort(inOrder);
    this.possible.sort(inOrder);
  }
}

/** Symbols that are known to be affected, listed when first asked for. */
export class Known {
  #ids: Set<number> | null = null;

  constructor(private readonly reach: Reach) {}

  has(id: number): boolean {
    this.#ids ??= new Set(this.reach.affected.map((hit) => hit.symbol.id));
    return this.#ids.has(id);
  }

  add(hit: ReachHit): void {
    this.has(hit.symbol.id);
    this.#ids?.add(hit.symbol.id);
    this.reach.affected.push(hit);
  }
}

export function inOrder(a: ReachHit, b: ReachHit): number {
  return (
    a.depth - b.depth ||
    (a.symbol.path < b.symbol.path ? -1 : a.symbol.path > b.symbol.path ? 1 : 0) ||
    (a.line ?? a.symbol.start) - (b.line ?? b.symbol.start) ||
    a.symbol.at - b.symbol.at
  );
}

/** What an edge leads from as a hit; null where that is no symbol of the tree. */
export function hitOf(graph: Graph, id: number, edge: EdgeRow, depth: number): ReachHit | null {
  const symbol = graph.symbol(id);
  if (!symbol || symbol.file === null) return null;
  return {
    symbol,
    depth,
    kind: edge.kind,
    line: edge.line > 0 ? edge.line : null,
    resolution: edge.resolution,
    confidence: edge.confidence,
    to: graph.symbol(edge.dst)?.qualified ?? "",
    dst: edge.dst,
    test: graph.isTest(symbol),
  };
}

/** The same as something that is reached. */
export function brokenHit(one: Broken): ReachHit {
  const { symbol, line, kind, resolution, confidence, test, what } = one;
  return { symbol, depth: 1, kind, line, resolution, confidence, to: what, dst: null, test };
}
