/** Walks natively over the stored bytes and walks over arrays give the same answers, whatever the graph. */
import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { type QuickTree, quick } from "../../src/base/quick.ts";
import { EDGE_KINDS, type EdgeKind, RESOLUTIONS } from "../../src/base/types.ts";
import type { Spread } from "../../src/query/walk/arrays.ts";
import { compactHits } from "../../src/query/walk/compact.ts";
import { arrayHits, type WideWalk, wideHits } from "../../src/query/walk/wide.ts";
import type { EdgeRow, Store, SymbolRow } from "../../src/store/graph.ts";
import { encodeLinks, type Link } from "../../src/store/links.ts";
import { CODES } from "../../src/store/packed.ts";
import { fileOfSymbol } from "../../src/store/symbols.ts";

const USES: readonly EdgeKind[] = ["calls", "inherits", "implements", "imports", "uses"];

function randomly(seed: number): (below: number) => number {
  let state = seed * 7_919 + 1;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

interface Tree {
  store: Store;
  symbols: number[];
}

/** An index with no more than walks read: files whose symbols have ids out of order, edges of all kinds, some of them with another file. */
function tree(random: (below: number) => number, files: number): Tree {
  const db = new Database(":memory:");
  db.run("CREATE TABLE dependency(file INTEGER PRIMARY KEY, links BLOB)");
  db.run("CREATE TABLE file(id INTEGER PRIMARY KEY, path TEXT UNIQUE, language TEXT, tags TEXT)");
  db.run("CREATE TABLE run(first INTEGER PRIMARY KEY, file INTEGER)");
  const rows = new Map<number, SymbolRow>();
  const own = new Map<number, number[]>();
  let next = 1 + random(3);
  const paths = Array.from({ length: files }, (_, i) => `${String.fromCharCode(97 + ((i * 7) % 26))}/${i}.ts`);
  for (const [i, path] of paths.entries()) {
    const file = 2 + i * 9 + random(9);
    db.run("INSERT INTO file VALUES(?, ?, 'typescript', ?)", [file, path, random(5) === 0 ? "test docs" : random(3) === 0 ? "latest" : ""]);
    db.run("INSERT INTO run VALUES(?, ?)", [next, file]);
    const ids = Array.from({ length: 1 + random(12) }, () => next++);
    own.set(file, ids);
    const turned = random(2) === 0 ? [...ids].reverse() : ids;
    for (const [at, id] of turned.entries())
      rows.set(id, { id, file, path, language: "typescript", at, start: 1 + at * 4, key: `sym_${id}` } as SymbolRow);
    if (random(4) === 0) next += random(200);
  }
  const all = [...rows.keys()];
  const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;
  const givers = new Map<number, Set<number>>();
  for (const [file, ids] of own) {
    const links: Link[] = [];
    const edge = (src: number, kind: EdgeKind, dst: number, line: number, resolution: Link["resolution"], confidence: number) =>
      links.push({ src, kind, dst, line, resolution, confidence });
    for (const src of ids) {
      for (let i = random(6); i > 0; i--) {
        const resolution = random(9) === 0 ? "external" : random(6) === 0 ? "dispatch" : pick(RESOLUTIONS.slice(0, 3));
        const kind =
          random(6) === 0 ? pick(EDGE_KINDS.filter((one) => one !== "contains")) : pick(["calls", "calls", "uses", "imports"] as const);
        const line = random(8) === 0 ? 0 : random(30) === 0 ? 70_000 : 1 + random(6);
        edge(src, kind, random(3) === 0 ? pick(ids) : pick(all), line, resolution, random(4) === 0 ? random(101) / 100 : 1);
      }
      if (random(5) === 0) edge(src, "contains", pick(ids), 1 + random(50), pick(["exact", "typed", "unique"] as const), 1);
    }
    if (random(3) === 0) {
      const src = pick(all);
      edge(src, "calls", pick(ids), random(3), "dispatch", 0.5);
      if (!ids.includes(src)) givers.set(src, (givers.get(src) ?? new Set()).add(file));
    }
    db.run("INSERT INTO dependency VALUES(?, ?)", [file, encodeLinks(links)]);
  }
  const store = {
    db,
    statement: (sql: string) => db.query(sql),
    meta: (key: string) => (key === "next_symbol" ? String(next) : "graph"),
    symbolById: (id: number) => rows.get(id) ?? null,
    fileOf: (id: number) => fileOfSymbol((sql) => db.query(sql), id),
    filesReaching: (id: number) => (id < 0 ? [...(givers.get(-id) ?? [])] : []),
  };
  return { store: store as unknown as Store, symbols: all };
}

const told = (walk: WideWalk | null, firsts: readonly string[]): unknown =>
  walk && {
    hits: walk.hits.map(({ symbol, ...hit }) => ({ ...hit, id: symbol.id, path: symbol.path, start: symbol.start })),
    ids: [...walk.ids],
    count: walk.count,
    total: walk.total,
    resolved: walk.resolved,
    edges: edges(walk.between(null)),
    few: edges(walk.between(new Set([...walk.ids].filter((id) => id % 3 !== 0)))),
    firsts: [...firsts].sort(),
  };

const edges = (rows: readonly EdgeRow[]): string[] => [...new Set(rows.map((row) => JSON.stringify(Object.entries(row).sort())))].sort();

describe.skipIf(quick() === null && process.env.CI !== "true")("walks over the stored bytes", () => {
  test("reach, count and tell what walks over arrays do", () => {
    let compared = 0;
    let hits = 0;
    for (let seed = 1; seed <= 60; seed++) {
      const random = randomly(seed);
      const { store, symbols } = tree(random, 2 + random(40));
      for (let i = 0; i < 12; i++) {
        const seeds = [...new Set(Array.from({ length: 1 + random(3) }, () => symbols[random(symbols.length)]!))];
        const walked: Spread = {
          seeds,
          kinds: random(3) === 0 ? ["calls"] : USES,
          depth: 1 + random(5),
          self: random(2) === 0 ? seeds[0] : undefined,
          files: random(2) === 0,
          around: random(2) === 0,
          folded: random(2) === 0,
        };
        const both = [compactHits, arrayHits].map((way) => {
          const firsts: string[] = [];
          return told(way(store, { ...walked, onFirst: (src, dst) => firsts.push(`${src} ${dst}`) }, 5_000), firsts);
        });
        expect(both[0], `seed ${seed} ${JSON.stringify(walked)}`).toEqual(both[1]);
        compared++;
        hits += (both[0] as { hits: unknown[] }).hits.length;
      }
    }
    expect(compared).toBe(720);
    expect(hits).toBeGreaterThan(10_000);
  });

  test("two threads tell what one does, in the same order", () => {
    const random = randomly(7);
    const { store, symbols } = tree(random, 1_500);
    // Edges of a symbol in two files, of which no call by dispatch is one: those are walked on one thread, whatever the number of edges.
    const split = tree(randomly(8), 300);
    const links = (src: number): Uint8Array =>
      encodeLinks(split.symbols.slice(0, 50).map((dst) => ({ src, kind: "calls", dst, line: 1, resolution: "exact", confidence: 1 })));
    for (const [file] of split.store.statement("SELECT file FROM dependency WHERE file % 5 = 0").values() as [number][])
      split.store.statement("UPDATE dependency SET links = ? WHERE file = ?").run(links(split.symbols[200 + (file % 3)]!), file);
    let reached = 0;
    for (const whole of [{ store, symbols }, split])
      for (let i = 0; i < 12; i++) {
        const seeds = Array.from({ length: 1 + random(40) }, () => whole.symbols[random(whole.symbols.length)]!);
        const walked: Spread = { seeds, kinds: USES, depth: 4, self: seeds[0], files: i % 2 === 0, around: i % 3 > 0 };
        // One thread; two of which each takes a file at a time, from the first on; and from later on.
        const [one, ...two] = [1e9, 1, 1, 4_000].map((beside) => {
          const firsts: number[][] = [];
          const fresh = { ...whole.store } as Store;
          const onFirst = (...ends: number[]): number => firsts.push(ends);
          const walk = compactHits(fresh, { ...walked, onFirst }, 5_000, beside)!;
          const other = compactHits(fresh, { ...walked, seeds: seeds.slice(1), self: undefined }, 5_000, beside)!;
          const [hits, between] = [walk.hits.map(({ symbol, ...hit }) => ({ ...hit, id: symbol.id })), walk.between(null)];
          return { hits, ids: [...walk.ids], count: walk.count, between, firsts, other: [...other.ids], resolved: other.resolved };
        });
        for (const walk of two) expect(walk).toEqual(one!);
        reached += one!.hits.length;
      }
    expect(reached).toBeGreaterThan(5_000);
  });

  test("with few looked at the first of them, whole files, and all counted", () => {
    const random = randomly(99);
    const { store, symbols } = tree(random, 60);
    let cut = 0;
    for (const seed of symbols) {
      const walked: Spread = { seeds: [seed], kinds: USES, depth: 3, files: false, around: true };
      const whole = compactHits(store, walked, 5_000)!;
      for (const most of [1, 2, 10]) {
        const few = compactHits(store, walked, most)!;
        expect(few.hits).toEqual(whole.hits.slice(0, few.hits.length));
        expect(few.hits.length).toBeGreaterThanOrEqual(Math.min(most, whole.hits.length));
        const [last, next] = [few.hits.at(-1), whole.hits[few.hits.length]];
        if (last && next) expect([last.depth, last.symbol.path]).not.toEqual([next.depth, next.symbol.path]);
        expect(few.count).toEqual(whole.count);
        expect(few.total).toEqual(few.hits.length < whole.hits.length ? whole.count : undefined);
        if (few.total) cut++;
      }
    }
    expect(cut).toBeGreaterThan(20);
  });

  test("bytes that make no sense are left to whoever can say what is wrong", () => {
    const { store } = tree(randomly(5), 10);
    const walked: Spread = { seeds: [3], kinds: USES, depth: 2, files: false, around: true };
    const damaged = (links: Uint8Array): Store => {
      store.statement("UPDATE dependency SET links = ?").run(links);
      return { ...store, meta: store.meta } as Store;
    };
    expect(compactHits(store, walked, 10)).not.toBeNull();
    // Cut short; leading nowhere; an endless number.
    for (const links of [
      [2, 17],
      [2, 17, 255, 255, 255, 127, 2],
      [255, 255, 255, 255, 255, 255, 17, 2, 2],
      [1, 17, 2, 2],
    ])
      expect(compactHits(damaged(Uint8Array.from(links)), walked, 10)).toBeNull();
    expect(() => arrayHits(damaged(Uint8Array.from([1, 17, 2, 2])), walked)).toThrow();
    const addon = quick()!;
    const walk = [...Array(3).fill(new Uint8Array(3)), ...Array(8).fill(new Int32Array(3)), new Uint8Array(16), new Uint8Array(1), CODES];
    expect(addon.edgesOrder(walk, 0)).toEqual(new Int32Array(0));
    expect(addon.edgesOrder([new Uint8Array(3)], 2)).toBeNull();
    // A tree of other symbols than the walk's, and what is no tree.
    const numbers = (): Int32Array => new Int32Array(9);
    const begun = (size: number) =>
      addon.edgesBegun(numbers(), numbers(), new Uint8Array(9), numbers(), numbers(), new Uint8Array(size), CODES, EDGE_KINDS.length, 0);
    const other = begun(9)!;
    expect(addon.edgesEnded(other)).toEqual([0, new Int32Array(0)]);
    expect(addon.edgesEnded(other)).toBeNull();
    expect(addon.edgesMeet(walk, other, null, 1, 0, 0, 0)).toBeNull();
    expect(addon.edgesMeet(walk, {} as QuickTree, null, 1, 0, 0, 0)).toBeNull();
    expect(begun(8)).toBeNull();
  });

  test("places that make no sense are not walked either", () => {
    const walked: Spread = { seeds: [3], kinds: USES, depth: 2, files: false, around: true };
    for (const damage of ["UPDATE run SET file = 100000", "UPDATE run SET file = -1"]) {
      const { store } = tree(randomly(5), 10);
      store.statement(damage).run();
      expect(compactHits(store, walked, 10)).toBeNull();
    }
  });

  test("a connection that loads no libraries is walked over arrays", () => {
    const { store } = tree(randomly(5), 10);
    const walked: Spread = { seeds: [3], kinds: USES, depth: 2, files: false, around: true };
    const closed = {
      ...store,
      db: {
        loadExtension: () => {
          throw new Error("not authorized");
        },
      },
    } as unknown as Store;
    expect(compactHits(closed, walked, 10)).toBeNull();
    expect(wideHits(closed, walked).count).toEqual(compactHits(store, walked, 10)!.count);
  });
});
