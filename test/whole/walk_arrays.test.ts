/** Walks over arrays of all edges and walks over rows give the same answers. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { impactOf } from "../../src/asking/impact.ts";
import { walking } from "../../src/base/settings.ts";
import type { Operation } from "../../src/base/types.ts";
import { index } from "../../src/indexing.ts";
import { Breadth } from "../../src/query/walk/breadth.ts";
import { type StructuralAnswer, walk } from "../../src/query/walk.ts";
import type { Store, SymbolRow } from "../../src/store/graph.ts";
import { openStore } from "../../src/store/open.ts";
import { writeTree } from "../query/_index.ts";

const GOLDEN = join(import.meta.dir, "../golden/calls");

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
  const root = mkdtempSync(join(tmpdir(), "manifold-arrays-"));
  roots.push(root);
  return root;
};

beforeAll(async () => {
  const root = folder();
  const languages = readdirSync(GOLDEN)
    .filter((name) => /^(?:typescript|python|java|kotlin|ruby|rust|go|cpp|php)/.test(name))
    .sort();
  for (const name of languages) cpSync(join(GOLDEN, name), join(root, name), { recursive: true });
  const store = await indexed(root);
  store.close();
  stores.pop();
  // An update gives new symbols ids that are not in the order of their places.
  writeTree(root, {
    "typescript-more/late.ts":
      "export class Late { constructor() { helper(); } run() { return [1].map(function each(x) { return helper(x); }); } }\n" +
      "export function helper(x?: number) { return other(x); }\nfunction other(x?: number) { return x; }\n" +
      "export function outer() { function inner() { return new Late().run(); } return inner; } outer()();\n",
  });
  await indexed(root);
}, 120_000);

afterAll(() => {
  for (const store of stores) store.close();
  for (const root of roots) rmSync(root, { recursive: true, force: true });
});

/** Runs with every walk over rows, or every one over arrays. */
function forced<T>(wide: boolean, work: () => T): T {
  const before = Breadth.prototype.exceeds;
  Breadth.prototype.exceeds = () => wide;
  try {
    return work();
  } finally {
    Breadth.prototype.exceeds = before;
  }
}

const ends = (store: Store, id: number | null): string => {
  const symbol = id === null ? null : store.symbolById(id);
  return symbol ? `${symbol.path}:${symbol.qualified}` : "-";
};

function told(store: Store, answer: StructuralAnswer): unknown {
  return {
    hits: answer.hits.map(({ symbol, via, ...hit }) => ({ ...hit, symbol: symbol.key, start: symbol.start, via: ends(store, via) })),
    edges: answer.edges.map((edge) => ({ ...edge, src: ends(store, edge.src), dst: ends(store, edge.dst) })),
    counts: answer.counts,
    risk: answer.risk,
    truncated: answer.truncated,
  };
}

const OPERATIONS: readonly Operation[] = ["callers", "blast_radius", "importers", "subclasses"];

function all(store: Store): SymbolRow[] {
  return store.files().flatMap((file) => store.symbolsOfFile(file.id));
}

describe("walks over arrays", () => {
  test("structural answers are those over rows, whatever the symbol, relation and depth", () => {
    const [store] = stores as [Store];
    let compared = 0;
    let hits = 0;
    for (const [i, symbol] of all(store).entries())
      for (const operation of OPERATIONS) {
        if (operation !== "blast_radius" && i % 3 !== 0) continue;
        const depth = 1 + (i % 4);
        const asked = () => told(store, walk(store, operation, symbol.key, null, { depth }));
        const rows = forced(false, asked);
        expect(forced(true, asked), `${operation} ${symbol.path} ${symbol.qualified}`).toEqual(rows);
        compared++;
        hits += (rows as { hits: unknown[] }).hits.length;
      }
    expect(compared).toBeGreaterThan(1_000);
    expect(hits).toBeGreaterThan(1_000);
  });

  test("reports on a change of a symbol are the same", async () => {
    const [store] = stores as [Store];
    const session = { root: store.root, store, behind: 0, warnings: [] };
    const report = async (wide: boolean, symbol: SymbolRow): Promise<unknown> => {
      const before = Breadth.prototype.exceeds;
      Breadth.prototype.exceeds = () => wide;
      try {
        const [whole, later] = [{}, { open: true }].map((options) => impactOf(session, { kind: "symbol", symbol: symbol.key }, options));
        const [first, second] = [await whole!, await later!].map((report) => JSON.parse(JSON.stringify(report)));
        expect(second).toEqual(first);
        return first;
      } finally {
        Breadth.prototype.exceeds = before;
      }
    };
    for (const [i, symbol] of all(store).entries()) {
      if (i % 5 !== 0) continue;
      expect(await report(true, symbol), `${symbol.path} ${symbol.qualified}`).toEqual(await report(false, symbol));
    }
  });

  test("of very many only the nearest are listed, and all are counted", async () => {
    const root = folder();
    const callers = Array.from({ length: walking.maxVisited + 500 }, (_, i) => `def f${i}():\n    hub()\n`).join("\n");
    writeTree(root, { "many.py": `def hub():\n    pass\n\n${callers}` });
    const store = await indexed(root);
    const answer = forced(true, () => walk(store, "blast_radius", "hub", null, { depth: 2 }));
    expect(answer.hits).toHaveLength(walking.maxVisited);
    expect(answer.total).toEqual({ symbols: walking.maxVisited + 500, files: 1, tests: 0 });
    expect(answer.risk?.reasons[0]).toContain(`${walking.maxVisited + 500} symbols in 1 file `);
  });
});
