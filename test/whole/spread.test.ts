/** The walk against the edges is what a naive one over the list of all edges finds. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { walking } from "../../src/base/settings.ts";
import { index } from "../../src/indexing.ts";
import { Graph } from "../../src/query/walk/graph.ts";
import { spread } from "../../src/query/walk/spread.ts";
import { walk } from "../../src/query/walk.ts";
import type { Store } from "../../src/store/graph.ts";
import { openStore } from "../../src/store/open.ts";
import { writeTree } from "../query/_index.ts";

const GOLDEN = join(import.meta.dir, "../golden/calls");
const KINDS = ["calls", "inherits", "implements", "imports", "uses"] as const;

const roots: string[] = [];
const stores: Store[] = [];

async function indexed(root: string): Promise<Store> {
  await index(root, { quiet: true, embedding: null });
  const opened = openStore(root);
  if (opened.state !== "open") throw new Error(opened.state);
  stores.push(opened.store);
  return opened.store;
}

const folder = (): string => {
  const root = mkdtempSync(join(tmpdir(), "manifold-walk-"));
  roots.push(root);
  return root;
};

let store: Store;

beforeAll(async () => {
  const root = folder();
  const languages = readdirSync(GOLDEN).filter((name) => /^(?:typescript|python|java|kotlin|ruby|go|cpp)/.test(name));
  for (const name of languages.sort()) cpSync(join(GOLDEN, name), join(root, name), { recursive: true });
  store = await indexed(root);
}, 120_000);

afterAll(() => {
  for (const one of stores) one.close();
  for (const root of roots) rmSync(root, { recursive: true, force: true });
});

test("callers at distance one are the sources of the edges that reach a symbol", () => {
  const graph = new Graph(store);
  const edges = store.files().flatMap(({ id }) => store.edgesOfFile(id));
  const calls = edges.filter(({ kind, resolution }) => kind === "calls" && resolution !== "external");
  let hits = 0;
  for (const dst of new Set(calls.map((edge) => edge.dst))) {
    const expected = new Set(calls.filter((edge) => edge.dst === dst && edge.src !== dst).map(({ src }) => src));
    const { hits: found, edges: met } = spread(graph, { seeds: [dst], kinds: ["calls"], depth: 1, files: false, around: false });
    expect(new Set(found.map(({ symbol }) => symbol.id))).toEqual(expected);
    expect(met.map(({ src, line }) => `${src} ${line}`).sort()).toEqual(
      calls.flatMap((edge) => (edge.dst === dst && edge.src !== dst ? [`${edge.src} ${edge.line}`] : [])).sort(),
    );
    hits += found.length;
  }
  expect(hits).toBeGreaterThan(100);
});

test("every further level is reached from the one before, each symbol once and at its smallest depth", () => {
  const graph = new Graph(store);
  const edges = store.files().flatMap(({ id }) => store.edgesOfFile(id));
  let deep = 0;
  for (const dst of new Set(edges.map((edge) => edge.dst))) {
    const { hits } = spread(graph, { seeds: [dst], kinds: KINDS, depth: 4, files: false, around: true });
    expect(new Set(hits.map(({ symbol }) => symbol.id)).size).toBe(hits.length);
    const depths = new Map(hits.map(({ symbol, depth }) => [symbol.id, depth]));
    for (const { symbol, depth, edge, via } of hits) {
      if (edge === null) expect(symbol.id).toBe(graph.symbol(via)!.parent!);
      else if (depth > 1) {
        // Who makes a type is called by calling it.
        const from = graph.symbol(via)!;
        const before = [via, from.parent!, ...graph.callees(from).map(({ id }) => id)];
        expect(before.some((id) => depths.get(id) === depth - 1)).toBe(true);
        deep++;
      }
      if (edge) expect(edges).toContainEqual({ ...edge, line: expect.any(Number) });
    }
  }
  expect(deep).toBeGreaterThan(20);
});

test("of very many only the nearest are listed, and counted to a limit that is told", async () => {
  const root = folder();
  const callers = (many: number): string => Array.from({ length: many }, (_, i) => `def f${i}():\n    hub()\n`).join("\n");
  writeTree(root, { "many.py": `def hub():\n    pass\n\n${callers(walking.maxVisited + 500)}` });
  const many = walk(await indexed(root), "blast_radius", "hub", null, { depth: 2 });
  expect(many.hits).toHaveLength(walking.maxVisited);
  expect(many.total).toEqual({ symbols: walking.maxVisited + 500, files: 1, tests: 0 });
  expect(many.risk?.reasons[0]).toContain(`${walking.maxVisited + 500} symbols in 1 file `);
  writeTree(root, { "more.py": `from many import hub\n\n${callers(walking.maxCounted)}` });
  const more = walk(await indexed(root), "blast_radius", "hub", null, { depth: 2 });
  expect(more.truncated).toBe(true);
  expect(more.risk).toMatchObject({ level: "high" });
  expect(more.risk?.reasons[0]).toStartWith(`more than ${walking.maxCounted} symbols`);
}, 120_000);
