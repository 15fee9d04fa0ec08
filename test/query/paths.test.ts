/** The k cheapest simple paths against a naive enumeration, over indexes of generated programs. */
import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { paths as settings } from "../../src/base/settings.ts";
import { index } from "../../src/indexing.ts";
import { Graph } from "../../src/query/walk/graph.ts";
import { type End, pathsBetween } from "../../src/query/walk/paths.ts";
import { openStore } from "../../src/store/open.ts";
import { writeTree } from "./_index.ts";

const FUNCTIONS = 7;
const name = (n: number): string => `step${n}`;

/** Simple ways through some calls from one of the starts to one of the goals, with what they cost, cheapest first. */
function naive(
  calls: ReadonlySet<string>,
  starts: ReadonlyMap<number, number>,
  goals: ReadonlyMap<number, number>,
): [cost: number, way: string][] {
  const found: [number, string][] = [];
  const walk = (way: number[]): void => {
    const last = way.at(-1)!;
    const arriving = goals.get(last);
    if (way.length > 1 && arriving !== undefined) found.push([starts.get(way[0]!)! + way.length - 1 + arriving, way.map(name).join(" ")]);
    for (let n = 0; n < FUNCTIONS; n++) if (calls.has(`${last} ${n}`) && !way.includes(n)) walk([...way, n]);
  };
  for (const start of starts.keys()) walk([start]);
  return found.sort(([a], [b]) => a - b);
}

const number = fc.integer({ min: 0, max: FUNCTIONS - 1 });
const program = fc.record({
  calls: fc.uniqueArray(fc.tuple(number, number), { minLength: 4, maxLength: 16, selector: ([a, b]) => `${a} ${b}` }),
  starts: fc.uniqueArray(number, { minLength: 1, maxLength: 2 }),
  goals: fc.uniqueArray(number, { minLength: 1, maxLength: 2 }),
  doubt: fc.constantFrom(0, 0.75, 2),
});

test("are those of a naive enumeration, each once, cheapest first", async () => {
  for (const { calls, starts, goals, doubt } of fc.sample(program, { numRuns: 14, seed: 7 })) {
    const root = mkdtempSync(join(tmpdir(), "manifold-yen-"));
    const bodies = Array.from({ length: FUNCTIONS }, (_, n) => {
      const own = calls.flatMap(([from, to]) => (from === n ? [`  ${name(to)}();`] : []));
      return `function ${name(n)}() {\n${own.join("\n")}\n}\n`;
    });
    writeTree(root, { "src/steps.js": bodies.join("") });
    await index(root, { quiet: true });
    const opened = openStore(root);
    if (opened.state !== "open") throw new Error(opened.state);
    const { store } = opened;
    const graph = new Graph(store);
    const ends = (numbers: readonly number[]): End[] =>
      numbers.map((n, at) => ({ symbol: store.symbolsByName(name(n)).find(({ kind }) => kind === "function")!, cost: at * doubt }));
    const costs = (numbers: readonly number[]) => new Map(numbers.map((n, at) => [n, at * doubt]));
    const expected = naive(new Set(calls.map(([a, b]) => `${a} ${b}`)), costs(starts), costs(goals));
    const most = 5;
    const { paths } = pathsBetween(graph, ends(starts), ends(goals), { most });
    const got = paths.map(({ from, steps, cost }): [number, string] => [
      cost,
      [from, ...steps.map(({ dst }) => store.symbolById(dst)!)].map((symbol) => symbol.name).join(" "),
    ]);
    const within = expected.filter(([cost]) => cost <= expected[0]![0] + settings.slack);
    expect(got.map(([cost]) => cost)).toEqual(within.slice(0, most).map(([cost]) => cost));
    expect(new Set(got.map(([, way]) => way)).size).toBe(got.length);
    for (const one of got) expect(within).toContainEqual(one);
    store.close();
    rmSync(root, { recursive: true, force: true });
  }
}, 120_000);
