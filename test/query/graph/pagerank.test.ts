import { expect, test } from "bun:test";
import fc from "fast-check";
import { pageRank } from "../../../src/query/graph/pagerank.ts";
import { Adjacency, kindCode } from "../../../src/store/adjacency.ts";

const adjacency = (edges: readonly (readonly [number, number])[], size: number): Adjacency =>
  new Adjacency(
    size,
    edges.length,
    Int32Array.from(edges, ([from]) => from),
    Int32Array.from(edges, ([, to]) => to),
    new Uint8Array(edges.length).fill(kindCode("calls")),
    new Int32Array(edges.length).fill(1),
  );

/** The textbook: dense, in floating point. */
function naive(edges: readonly (readonly [number, number])[], nodes: number): number[] {
  const links = new Set(edges.filter(([a, b]) => a !== b).map(([a, b]) => `${a} ${b}`));
  let ranks = Array<number>(nodes).fill(1 / nodes);
  for (let round = 0; round < 10; round++) {
    const out = ranks.map((_, i) => [...links].filter((link) => link.startsWith(`${i} `)).length);
    const idle = ranks.reduce((sum, rank, i) => sum + (out[i] === 0 ? rank : 0), 0);
    const next = Array<number>(nodes).fill(0.15 / nodes + (0.85 * idle) / nodes);
    for (const link of links) {
      const [a, b] = link.split(" ").map(Number) as [number, number];
      next[b]! += (0.85 * ranks[a]!) / out[a]!;
    }
    ranks = next;
  }
  return ranks.map((rank) => rank * nodes);
}

const graphs = fc
  .integer({ min: 2, max: 12 })
  .chain((nodes) =>
    fc.record({ nodes: fc.constant(nodes), edges: fc.array(fc.tuple(fc.nat(nodes - 1), fc.nat(nodes - 1)), { maxLength: 40 }) }),
  );

const rank = (logs: Uint16Array, id: number): number => 2 ** (((logs[id] || logs.at(-1)!) - 32_768) / 2_048);

test("ranks are those of the textbook, multiple edges and self-loops left out", () => {
  fc.assert(
    fc.property(graphs, ({ nodes, edges }) => {
      const logs = pageRank(adjacency(edges, nodes), nodes);
      for (const [id, expected] of naive(edges, nodes).entries()) expect(rank(logs, id) / expected).toBeCloseTo(1, 2);
    }),
    { numRuns: 60, seed: 4 },
  );
});

test("neither the order of the edges nor the numbers of the symbols matter, to the last bit", () => {
  fc.assert(
    fc.property(graphs, fc.nat(1_000), ({ nodes, edges }, shift) => {
      const one = pageRank(adjacency(edges, nodes), nodes);
      const moved = edges.toReversed().map(([a, b]) => [shift + (nodes - a) * 3, shift + (nodes - b) * 3] as const);
      const other = pageRank(adjacency(moved, shift + nodes * 3 + 1), nodes);
      for (let id = 0; id < nodes; id++) expect(other[shift + (nodes - id) * 3] || other.at(-1)).toBe(one[id] || one.at(-1));
    }),
    { numRuns: 60, seed: 5 },
  );
});
