/**
 * From changed definitions to what depends on them: breadth first against the edges of the graph, from all of them at once.
 *
 * Only facts are followed; that a call of what a method overrides may arrive at it is one. What may be a dependency (an open reference of the same
 * name) is listed beside them and makes the answer `unknown`, never silent.
 */
import { DEPENDING } from "../../base/kinds.ts";
import type { EdgeRow, SymbolRow } from "../../store/graph.ts";
import { type Graph, isType } from "../walk/graph.ts";
import { spread } from "../walk/spread.ts";
import { definitionsOf } from "../walk/symbols.ts";
import type { Broken } from "./broken.ts";
import { Maybe } from "./maybe.ts";
import { Overriding } from "./overriding.ts";
import { brokenHit, Reach, type ReachHit } from "./reached.ts";
import { isOfForm, isStill, isWalked, type Seed } from "./seeds.ts";

/** The nodes whose users are the seed's users. */
function startsOf(graph: Graph, seed: Seed): SymbolRow[] {
  const row = seed.after?.row;
  if (!row || !isWalked(seed)) return [];
  // a changed prototype is a change of what it declares
  if (row.declares) return definitionsOf(graph.store, row);
  if (seed.change === "asked" && ["file", "module", "namespace"].includes(row.kind)) return graph.subtree(row);
  if (isType(row)) return isOfForm(seed) ? graph.subtree(row) : graph.callees(row);
  return graph.callees(row).filter((symbol) => symbol.id === row.id || !isType(symbol) || row.kind === "method");
}

/**
 * Walks from all seeds, and on from what uses something that is gone.
 * @param broken uses that the change leaves behind: nothing in the graph leads from what they meant to them
 */
export function reach(graph: Graph, seeds: readonly Seed[], depth: number, broken: readonly Broken[] = []): Reach {
  const out = new Reach();
  out.broken = broken;
  const changed = new Set(seeds.flatMap((seed) => (isStill(seed) ? [] : (seed.after?.row?.id ?? []))));
  const onUse = (seed: Seed | undefined, src: number, own: Seed | undefined): void => {
    if (!seed || own === seed) return;
    out.used.add(seed);
    if (!changed.has(src)) out.left.add(seed);
  };
  const starts = new Map<number, Seed>();
  for (const seed of seeds) for (const symbol of startsOf(graph, seed)) if (!starts.has(symbol.id)) starts.set(symbol.id, seed);
  const left = new Map(broken.filter(({ symbol }) => !starts.has(symbol.id)).map((one) => [one.symbol.id, brokenHit(one)]));
  const overriding = new Overriding(graph);
  upwards(graph, overriding, starts, left, depth, out, onUse);
  withoutImports(seeds, out);
  new Maybe(graph, overriding, starts, out).look(seeds);
  out.sort();
  return out;
}

/** The line that imports a name says nothing more once something in that file is known to use it. */
function withoutImports(seeds: readonly Seed[], out: Reach): void {
  const using = new Set(out.affected.filter((hit) => hit.kind !== "imports").map((hit) => hit.symbol.path));
  for (const seed of seeds) if (isWalked(seed)) using.add(seed.path);
  out.affected = out.affected.filter((hit) => hit.kind !== "imports" || !using.has(hit.symbol.path));
}

// ---------------------------------------------------------------------------------------------- facts

/** Told of a use of a start: its seed, who uses it, and that one's seed where it is a start itself. */
type OnUse = (seed: Seed | undefined, src: number, own: Seed | undefined) => void;

function upwards(
  graph: Graph,
  overriding: Overriding,
  starts: ReadonlyMap<number, Seed>,
  left: ReadonlyMap<number, ReachHit>,
  depth: number,
  out: Reach,
  onUse: OnUse,
): void {
  const onFirst = (src: number, dst: number): void => onUse(starts.get(dst), src, starts.get(src));
  const uses = [...left.values()].map((hit) => ({ symbol: hit.symbol, edge: leftEdge(hit) }));
  const edgesLeft = new Set<EdgeRow>(uses.map(({ edge }) => edge));
  const walked = { seeds: [...starts.keys()], kinds: DEPENDING, depth, files: false, around: true, left: uses, overriding, onFirst };
  const { hits, total, truncated } = spread(graph, walked);
  if (total) out.total = total;
  out.truncated = truncated;
  for (const { symbol, depth: d, edge, via, test } of hits) {
    if (edge && edgesLeft.has(edge)) out.affected.push(left.get(symbol.id)!);
    else {
      const { kind, line, resolution, confidence } = edge ?? ({ kind: "contains", line: 0, resolution: "exact", confidence: 1 } as const);
      const to = graph.symbol(via)?.qualified ?? "";
      out.affected.push({ symbol, depth: d, kind, line: line > 0 ? line : null, resolution, confidence, to, dst: via, test });
    }
  }
}

/** The edge that a use had whose target is gone. */
const leftEdge = ({ symbol, kind, line, resolution, confidence }: ReachHit): EdgeRow => ({
  src: symbol.id,
  kind,
  dst: symbol.id,
  line: line ?? 0,
  resolution,
  confidence,
});
