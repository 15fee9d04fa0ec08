/**
 * Spreading activation over the graph (Collins and Loftus 1975; Crestani 1997): what stands near some symbols, nearest and best connected first.
 *
 * Each round an active symbol hands a share of its activation on along its edges, both ways, divided among its neighbours by the weights of the edges
 * between them. Dividing keeps hubs quiet, and bounds the work: what would hand on less than `least` to each neighbour hands on nothing, so that no
 * more than (seeds / least) symbols are ever looked at, however large the tree. Sums are whole numbers: their order does not matter, so the
 * same graph gives the same activations whatever happened to the index before. Unpacks no symbols, only edges.
 */
import { spreading } from "../base/settings.ts";
import { EDGE_KINDS, type EdgeKind } from "../base/types.ts";
import type { Store } from "../store/graph.ts";

export interface Seed {
  /** Symbol id. */
  id: number;
  /** Above 0; 1 for the best. */
  activation: number;
}

export interface SpreadOptions {
  /** Rounds, 1 or more. */
  hops?: number;
  /** Share of its activation that a symbol hands on in a round, above 0 and below 1. */
  decay?: number;
  /** Smallest activation that is handed on to a neighbour. */
  least?: number;
  /** How much an edge counts, by kind; kinds that are missing do not count. */
  weights?: Partial<Record<EdgeKind, number>>;
  /** How much edges count against their direction (from callee to caller), times their weight. */
  backward?: number;
}

/** Activation in these units is a whole number. */
const UNIT = 2 ** 32;

/**
 * Activates seeds and lets it spread.
 * @param seeds symbols; the same one twice adds up
 * @returns activation by symbol id, seeds included (with what came back to them); packages outside the tree are never active
 */
export function spread(store: Store, seeds: readonly Seed[], options: SpreadOptions = {}): Map<number, number> {
  const { hops, decay, least, weights, backward } = { ...spreading, ...options };
  const total = new Map<number, number>();
  let active = new Map<number, number>();
  for (const { id, activation } of seeds) add(active, id, Math.round(activation * UNIT));
  for (const [id, units] of active) add(total, id, units);
  for (let hop = 0; hop < hops && active.size > 0; hop++) {
    const next = new Map<number, number>();
    for (const [id, units] of active) {
      const handed = units * decay;
      const neighbours = neighboursOf(store, id, weights, backward, handed / UNIT / least);
      let sum = 0;
      for (const weight of neighbours.values()) sum += weight;
      for (const [other, weight] of neighbours) {
        const share = Math.round((handed * weight) / sum);
        if (share >= least * UNIT) add(next, other, share);
      }
    }
    for (const [id, units] of next) add(total, id, units);
    active = next;
  }
  return new Map([...total].map(([id, units]) => [id, units / UNIT]));
}

function add(map: Map<number, number>, id: number, units: number): void {
  map.set(id, (map.get(id) ?? 0) + units);
}

/**
 * Symbols one edge away with the weight of the edges between; several edges of a kind count once.
 * @param most where more files than this reach the symbol, none of what reaches it would get enough
 */
function neighboursOf(
  store: Store,
  id: number,
  weights: Partial<Record<EdgeKind, number>>,
  backward: number,
  most: number,
): Map<number, number> {
  const found = new Map<number, number>();
  const seen = new Set<string>();
  const meet = (other: number, kind: EdgeKind, times: number): void => {
    // Whole numbers: sums of fractions depend on their order.
    const weight = Math.round((weights[kind] ?? 0) * times * 1_000);
    const key = `${other} ${kind} ${times}`;
    if (weight <= 0 || other === id || seen.has(key)) return;
    seen.add(key);
    found.set(other, (found.get(other) ?? 0) + weight);
  };
  const few = store.isReachedByFew(id, most);
  // What a function returns flows on inside its callers: of a hub that would be read in vain too.
  for (const { dst, kind, resolution } of store.edgesFrom(id, few ? LINKED : OWN)) if (resolution !== "external") meet(dst, kind, 1);
  if (backward > 0 && few) for (const { src, kind } of store.edgesTo(id, LINKED)) meet(src, kind, backward);
  if ((weights.contains ?? 0) > 0) {
    const symbol = store.symbolById(id);
    if (symbol !== null && symbol.parent !== null) meet(symbol.parent, "contains", backward);
    for (const child of symbol === null ? [] : store.childrenOf(id)) meet(child.id, "contains", 1);
  }
  return found;
}

/** `contains` is no stored edge: it is asked of the symbols, and only where it counts. */
const LINKED: readonly EdgeKind[] = EDGE_KINDS.filter((kind) => kind !== "contains" && kind !== "governed_by");
const OWN = LINKED.filter((kind) => kind !== "dataflow");
