import { expect, test } from "bun:test";
import fc from "fast-check";
import { cyclicComponents, digraph, shortestCycle } from "../../../src/query/graph/cycles.ts";
import { louvain } from "../../../src/serve/communities/command.ts";

const graphs = fc
  .integer({ min: 1, max: 10 })
  .chain((nodes) =>
    fc.record({ nodes: fc.constant(nodes), pairs: fc.array(fc.tuple(fc.nat(nodes - 1), fc.nat(nodes - 1)), { maxLength: 25 }) }),
  );

/** Reachability by repeated squaring of the relation. */
function reachable(nodes: number, pairs: readonly (readonly [number, number])[]): boolean[][] {
  const reach = Array.from({ length: nodes }, () => Array<boolean>(nodes).fill(false));
  for (const [a, b] of pairs) if (a !== b) reach[a]![b] = true;
  for (let k = 0; k < nodes; k++)
    for (let i = 0; i < nodes; i++) for (let j = 0; j < nodes; j++) if (reach[i]![k]! && reach[k]![j]!) reach[i]![j] = true;
  return reach;
}

test("components are the sets that reach one another", () => {
  fc.assert(
    fc.property(graphs, ({ nodes, pairs }) => {
      const reach = reachable(nodes, pairs);
      const graph = digraph(nodes, pairs);
      const found = cyclicComponents(graph);
      const home = new Map(found.flatMap((members, at) => members.map((member) => [member, at] as const)));
      for (let i = 0; i < nodes; i++)
        for (let j = 0; j < nodes; j++)
          if (i !== j) expect(home.has(i) && home.get(i) === home.get(j)).toBe(reach[i]![j]! && reach[j]![i]!);
      for (const members of found) {
        const cycle = shortestCycle(graph, members);
        expect(cycle.length).toBeGreaterThan(1);
        expect(new Set(cycle).size).toBe(cycle.length);
        for (const [i, node] of cycle.entries()) expect(graph.targets[node]).toContain(cycle[(i + 1) % cycle.length]!);
      }
    }),
    { numRuns: 150, seed: 7 },
  );
});

test("a chain as long as no stack is has no cycle; closed, it is one", () => {
  const chain = Array.from({ length: 200_000 }, (_, i): [number, number] => [i, i + 1]);
  expect(cyclicComponents(digraph(200_001, chain))).toEqual([]);
  expect(cyclicComponents(digraph(200_001, [...chain, [200_000, 0]]))[0]).toHaveLength(200_001);
});

test("two groups with one bridge fall apart at the bridge", () => {
  const graph = Array.from({ length: 8 }, () => new Map<number, number>());
  const tie = (a: number, b: number, weight: number): void => {
    graph[a]!.set(b, weight);
    graph[b]!.set(a, weight);
  };
  for (const base of [0, 4]) for (let i = 0; i < 4; i++) for (let j = 0; j < i; j++) tie(base + i, base + j, 2);
  tie(3, 4, 1);
  const member = louvain(graph);
  expect(new Set(member.slice(0, 4)).size).toBe(1);
  expect(new Set(member.slice(4)).size).toBe(1);
  expect(member[0]).not.toBe(member[4]);
});
