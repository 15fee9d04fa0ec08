/** `manifold cycles`: files that import one another, symbols that call one another. */
import type { EdgeKind } from "../../base/types.ts";
import { kindCode, readAdjacency } from "../../store/adjacency.ts";
import type { Store, SymbolRow } from "../../store/graph.ts";

export const CYCLE_KINDS = ["imports", "calls"] as const;
export type CycleKind = (typeof CYCLE_KINDS)[number];

export interface Cycle {
  /** All that reach one another, by path and line. */
  members: SymbolRow[];
  /** One of the shortest ways round, each step with its line; the last leads back to the first. */
  path: { from: SymbolRow; to: SymbolRow; line: number }[];
}

/** @returns largest first, then by path; symbols for `calls`, files for `imports` */
export function cyclesOf(store: Store, kind: CycleKind): Cycle[] {
  const { src, dst, line, kind: kinds, count, outgoing, leaving } = readAdjacency(store);
  const code = kindCode(kind satisfies EdgeKind);
  const files = store.files();
  // Nodes are numbered by path and position, so that nothing depends on ids.
  const numberOf = new Map<number, number>();
  const idOf: number[] = [];
  const own = new Map<number, number>();
  const needed = new Set<number>();
  for (let at = 0; at < count; at++) if (kinds[at] === code) needed.add(src[at]!).add(dst[at]!);
  const fileOf = new Map<number, number>();
  for (const file of files) {
    const symbols = store.symbolsOfFile(file.id);
    if (symbols[0]) own.set(file.id, symbols[0].id);
    for (const { id } of symbols) {
      if (!needed.has(id)) continue;
      const node = kind === "imports" ? symbols[0]!.id : id;
      fileOf.set(id, node);
      if (numberOf.has(node)) continue;
      numberOf.set(node, idOf.length);
      idOf.push(node);
    }
  }
  const nodeOf = (id: number): number | undefined => {
    const node = fileOf.get(id);
    return node === undefined ? undefined : numberOf.get(node);
  };
  const pairs: [number, number][] = [];
  for (let at = 0; at < count; at++) {
    if (kinds[at] !== code) continue;
    const [from, to] = [nodeOf(src[at]!), nodeOf(dst[at]!)];
    if (from !== undefined && to !== undefined) pairs.push([from, to]);
  }
  const graph = digraph(idOf.length, pairs);
  const lineBetween = (from: number, to: number): number => {
    let first = 0;
    for (let i = outgoing[from]!; i < outgoing[from + 1]!; i++) {
      const at = leaving[i]!;
      if (kinds[at] === code && fileOf.get(dst[at]!) === to && (first === 0 || line[at]! < first)) first = line[at]!;
    }
    return first;
  };
  const symbol = (node: number): SymbolRow => store.symbolById(idOf[node]!)!;
  return cyclicComponents(graph).map((members) => {
    const round = shortestCycle(graph, members);
    const path = round.map((from, i) => {
      const to = round[(i + 1) % round.length]!;
      return { from: symbol(from), to: symbol(to), line: lineBetween(idOf[from]!, idOf[to]!) };
    });
    return { members: members.map(symbol), path };
  });
}

// Strongly connected components (Tarjan 1972), without recursion: chains of calls are longer than a stack.

/** Edges of nodes 0 … n-1. */
export interface Digraph {
  nodes: number;
  /** Targets of a node, ascending, each once. */
  targets: readonly (readonly number[])[];
}

/** From pairs in any order, self-loops left out. */
export function digraph(nodes: number, pairs: Iterable<readonly [number, number]>): Digraph {
  const sets = Array.from({ length: nodes }, () => new Set<number>());
  for (const [from, to] of pairs) if (from !== to) sets[from]!.add(to);
  return { nodes, targets: sets.map((set) => [...set].sort((a, b) => a - b)) };
}

/** Components of more than one node: members ascending, components by size (largest first), then by first member. */
export function cyclicComponents({ nodes, targets }: Digraph): number[][] {
  const index = new Int32Array(nodes).fill(-1);
  const low = new Int32Array(nodes);
  const held = new Uint8Array(nodes);
  const next = new Int32Array(nodes);
  const stack: number[] = [];
  const found: number[][] = [];
  let count = 0;
  for (let root = 0; root < nodes; root++) {
    if (index[root]! >= 0) continue;
    const path = [root];
    while (path.length > 0) {
      const node = path[path.length - 1]!;
      if (index[node]! < 0) {
        index[node] = low[node] = count++;
        stack.push(node);
        held[node] = 1;
      }
      const target = targets[node]![next[node]!];
      if (target !== undefined) {
        next[node]!++;
        if (index[target]! < 0) path.push(target);
        else if (held[target]) low[node] = Math.min(low[node]!, index[target]!);
        continue;
      }
      path.pop();
      const above = path[path.length - 1];
      if (above !== undefined) low[above] = Math.min(low[above]!, low[node]!);
      if (low[node] !== index[node]) continue;
      const members: number[] = [];
      for (let member = -1; member !== node; ) {
        member = stack.pop()!;
        held[member] = 0;
        members.push(member);
      }
      if (members.length > 1) found.push(members.sort((a, b) => a - b));
    }
  }
  return found.sort((a, b) => b.length - a.length || a[0]! - b[0]!);
}

/** A shortest way from a node back to itself that stays among some nodes; the first by their order. Empty if there is none. */
export function shortestCycle({ targets }: Digraph, members: readonly number[]): number[] {
  const inside = new Set(members);
  let best: number[] = [];
  // The shortest cycle of a large component goes through few of its members: some starts find one that is short enough to show.
  for (const start of members.slice(0, 50)) {
    const before = new Map<number, number>();
    let level = [start];
    search: while (level.length > 0) {
      const further: number[] = [];
      for (const node of level)
        for (const target of targets[node]!) {
          if (target === start) {
            const cycle = [node];
            while (cycle[0] !== start) cycle.unshift(before.get(cycle[0]!)!);
            if (best.length === 0 || cycle.length < best.length) best = cycle;
            break search;
          }
          if (!inside.has(target) || before.has(target)) continue;
          before.set(target, node);
          further.push(target);
        }
      level = further;
    }
    if (best.length === 2) return best;
  }
  return best;
}
