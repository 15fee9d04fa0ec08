/** Strongly connected components (Tarjan 1972), without recursion: chains of calls are longer than a stack. */

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
