/**
 * From changed definitions to what depends on them: breadth first against the edges of the graph, from all of them at once.
 *
 * Only facts are followed. What may be a dependency (an open reference of the same name, a call that dispatch may lead here) is listed
 * beside them and makes the answer `unknown`, never silent.
 */
import { walking } from "../../base/settings.ts";
import type { EdgeKind, Resolution } from "../../base/types.ts";
import type { EdgeRow, SymbolRow } from "../../store/graph.ts";
import type { Total } from "../walk/arrays.ts";
import { Breadth } from "../walk/breadth.ts";
import { type Graph, isType } from "../walk/graph.ts";
import { totalOf } from "../walk/risk.ts";
import { definitionsOf } from "../walk/symbols.ts";
import { type Wide, wideHits } from "../walk/wide.ts";
import type { Broken } from "./broken.ts";
import { Maybe } from "./maybe.ts";
import { brokenHit, hitOf, inOrder, Reach, type ReachHit } from "./reached.ts";
import { isOfForm, isStill, isWalked, type Seed } from "./seeds.ts";

const USES: readonly EdgeKind[] = ["calls", "inherits", "implements", "imports", "uses"];

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
  upwards(graph, starts, [...left.values()], depth, out, onUse);
  // A wide walk has left out those lines in the files of its starts itself: seeds without any may stand in others.
  const begun = new Set(starts.values());
  if (out.counted === null || seeds.some((seed) => isWalked(seed) && !begun.has(seed))) withoutImports(seeds, out);
  new Maybe(graph, starts, out).look(seeds);
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
  starts: ReadonlyMap<number, Seed>,
  left: readonly ReachHit[],
  depth: number,
  out: Reach,
  onUse: OnUse,
): void {
  const { store } = graph;
  const seen = new Set<number>(starts.keys());
  const breadth = new Breadth(store);
  let level = [...starts.keys()];
  for (let d = 1; d <= depth && (level.length > 0 || (d === 1 && left.length > 0)); d++) {
    if (breadth.exceeds(level)) {
      overArrays(graph, starts, left, depth, out, onUse);
      return;
    }
    const found: { hit: ReachHit; edge: EdgeRow }[] = [];
    if (d === 1) for (const hit of left) found.push({ hit, edge: leftEdge(hit) });
    for (const id of level) {
      for (const edge of store.edgesTo(id, USES)) {
        if (edge.resolution === "external") continue;
        onUse(starts.get(id), edge.src, starts.get(edge.src));
        if (seen.has(edge.src)) continue;
        const hit = hitOf(graph, edge.src, edge, d);
        if (hit) found.push({ hit, edge });
      }
    }
    found.sort((a, b) => inOrder(a.hit, b.hit) || graph.sooner(a.edge, b.edge));
    level = [];
    for (const { hit, edge } of found) {
      if (seen.has(hit.symbol.id)) continue;
      if (out.affected.length >= walking.maxVisited) {
        out.truncated = true;
        return;
      }
      seen.add(hit.symbol.id);
      out.affected.push(hit);
      // What imports a file need not use what that file imported.
      if (edge.kind === "imports") continue;
      for (const next of graph.callees(hit.symbol)) {
        if (next.id !== hit.symbol.id && seen.has(next.id)) continue;
        level.push(next.id);
      }
      // A function inside a function is run or handed out by the one around it.
      const around = hit.symbol.parent === null ? null : graph.symbol(hit.symbol.parent);
      if (!around || (around.kind !== "function" && around.kind !== "method") || seen.has(around.id)) continue;
      seen.add(around.id);
      out.affected.push({
        ...hit,
        symbol: around,
        kind: "contains",
        line: null,
        resolution: "exact",
        confidence: 1,
        to: hit.symbol.qualified,
        dst: hit.symbol.id,
        test: graph.isTest(around),
      });
      level.push(around.id);
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

/** The same where much leads to the starts: nothing is unpacked but what is looked at. */
function overArrays(
  graph: Graph,
  starts: ReadonlyMap<number, Seed>,
  left: readonly ReachHit[],
  depth: number,
  out: Reach,
  onUse: OnUse,
): void {
  const onFirst = (src: number, dst: number): void => onUse(starts.get(dst), src, starts.get(src));
  // What uses something gone is walked from as the starts are: one step more than it would be is no matter where all is so much.
  const using = left.filter(({ kind }) => kind !== "imports").map(({ symbol }) => symbol.id);
  const walked = { seeds: [...starts.keys(), ...using], kinds: USES, depth, files: false, around: true, folded: true, onFirst };
  const wide = wideHits(graph.store, walked);
  const own = totalOf(left);
  const added = ({ symbols, files, tests }: Total): Total => ({
    symbols: symbols + own.symbols,
    files: Math.max(files, own.files),
    tests: tests + own.tests,
  });
  if (wide.total !== undefined) out.total = added(wide.total);
  out.wait(added(wide.count), () => [...left, ...wide.hits.map((hit) => new WideHit(graph, hit))].sort(inOrder));
}

/** A symbol that a walk over arrays reached: what it depends on is looked up when somebody asks. */
class WideHit implements ReachHit {
  readonly symbol: SymbolRow;
  readonly depth: number;
  readonly kind: EdgeKind;
  readonly line: number | null;
  readonly resolution: Resolution;
  readonly confidence: number;
  readonly dst: number;
  readonly test: boolean;
  readonly #graph: Graph;

  constructor(graph: Graph, { symbol, depth, kind, line, resolution, confidence, from, test }: Wide) {
    [this.symbol, this.depth, this.kind, this.line, this.test] = [symbol, depth, kind, line, test];
    [this.resolution, this.confidence, this.dst] = [resolution, confidence, from];
    this.#graph = graph;
  }

  get to(): string {
    return this.#graph.symbol(this.dst)?.qualified ?? "";
  }
}
