import { afterEach, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { isDamage } from "../../src/store/damage.ts";
import { indexFolder, prepareFolder } from "../../src/store/folder.ts";
import { sealNow } from "../../src/store/seal.ts";
import { forgetVectors, openVectors, removeOldVectors, saveVectors } from "../../src/store/vectors/generation.ts";
import { usearch } from "../../src/store/vectors/graph.ts";
import { scan } from "../../src/store/vectors/scan.ts";
import { quantise, VectorIndex } from "../../src/store/vectors.ts";
import { removeTemporary, temporary } from "./_tree.ts";
import { rowsOf, someVectors } from "./_vectors.ts";

afterEach(removeTemporary);

/** Cosine as the textbook has it. */
function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let dot = 0;
  let own = 0;
  let other = 0;
  for (let i = 0; i < a.length; i++) {
    dot += a[i]! * b[i]!;
    own += a[i]! ** 2;
    other += b[i]! ** 2;
  }
  return dot / Math.sqrt(own * other);
}

describe("whole numbers", () => {
  test("keep the direction", () => {
    for (const vector of someVectors(50, 128, 1)) expect(cosine(vector, quantise(vector))).toBeGreaterThan(0.9998);
  });

  test("of a vector and its opposite are opposites; what is no number counts as nothing", () => {
    const vector = Float32Array.of(0.5, -0.25, 1, -0.7);
    expect(quantise(vector.map((value) => -value))).toEqual(quantise(vector).map((value) => -value));
    expect([...quantise(Float32Array.of(Number.NaN, 2, Number.POSITIVE_INFINITY, -1))]).toEqual([0, 127, 0, -64]);
    expect([...quantise(new Float32Array(3))]).toEqual([0, 0, 0]);
  });
});

describe("exact search", () => {
  test("the library loads on the machines we build for", () => {
    expect(usearch()?.version()).toBe("2.26.2");
  });

  test("scanning in TypeScript equals a naive cosine over all", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 1, max: 37 }),
        fc.nat(9_999),
        fc.integer({ min: 1, max: 70 }),
        (count, dimensions, seed, k) => {
          const list = someVectors(count, dimensions, seed).map(quantise);
          const query = quantise(someVectors(1, dimensions, seed + 1)[0]!);
          const expected = list
            .map((row, at) => ({ row: at, score: cosine(row, query) }))
            .sort((a, b) => b.score - a.score || a.row - b.row)
            .slice(0, k);
          expect(scan(rowsOf(list), count, query, k)).toEqual(expected);
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe("an index of vectors", () => {
  /** What an index must do, in a Map. */
  class Naive {
    readonly rows = new Map<number, Int8Array>();
    search(query: Int8Array, k: number, filter: (id: number) => boolean) {
      return [...this.rows]
        .filter(([id, row]) => filter(id) && row.some((value) => value !== 0))
        .map(([id, row]) => ({ id, score: cosine(row, query) }))
        .sort((a, b) => b.score - a.score || a.id - b.id)
        .slice(0, k);
    }
  }

  test("equals a naive one after any sequence of additions, removals, savings and openings", () => {
    const root = temporary();
    let files = 0;
    const row = fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 5, maxLength: 5 });
    const step = fc.oneof(
      fc.record({ do: fc.constant("add" as const), rows: fc.array(fc.tuple(fc.nat(40), row), { maxLength: 12 }) }),
      fc.record({ do: fc.constant("remove" as const), ids: fc.array(fc.nat(45), { maxLength: 10 }) }),
      fc.record({
        do: fc.constant("aside" as const),
        ids: fc.array(fc.nat(45), { maxLength: 6 }),
        rows: fc.array(fc.tuple(fc.nat(40), row), { maxLength: 6 }),
      }),
      fc.record({ do: fc.constant("reopen" as const) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), row, fc.integer({ min: 1, max: 8 }), (steps, asked, modulus) => {
        let index = VectorIndex.create(5);
        const naive = new Naive();
        // The file that is open, while only what was set aside differs from it.
        let file: { path: string; stamp: string } | null = null;
        for (const one of steps) {
          if (one.do === "aside") {
            const fresh = new Map(one.rows.map(([id, values]) => [id, Int8Array.from(values)]));
            index.setAside(one.ids, [...fresh.keys()], [...fresh.values()]);
            for (const id of one.ids) naive.rows.delete(id);
            for (const [id, values] of fresh) naive.rows.set(id, values);
            if (file) index = VectorIndex.open(file.path, file.stamp, index.aside);
            for (const [id, values] of naive.rows) expect(index.has(id)).toBe(values.some((value) => value !== 0));
          } else if (one.do === "add") {
            file = null;
            const fresh = new Map(one.rows.map(([id, values]) => [id, Int8Array.from(values)]));
            index.add([...fresh.keys()], [...fresh.values()]);
            for (const [id, values] of fresh) naive.rows.set(id, values);
          } else if (one.do === "remove") {
            file = null;
            index.remove(one.ids);
            for (const id of one.ids) naive.rows.delete(id);
          } else {
            const path = join(root, `${files++}`);
            const stamp = index.save(path);
            index.close();
            index = VectorIndex.open(path, stamp);
            file = { path, stamp };
          }
          const query = Int8Array.from(asked);
          const filter = (id: number) => id % modulus !== 0;
          const none = query.every((value) => value === 0);
          expect(index.search(query, 7, filter)).toEqual(none ? [] : naive.search(query, 7, filter));
          expect(index.search(query, 7)).toEqual(none ? [] : naive.search(query, 7, () => true));
          expect(index.size).toBe([...naive.rows.values()].filter((values) => values.some((value) => value !== 0)).length);
        }
      }),
      { numRuns: 150 },
    );
  });

  test("a filter is asked before anything is compared: what passes is found however far away it is", () => {
    const index = VectorIndex.create(64);
    const list = someVectors(20_000, 64, 8);
    index.add(
      list.map((_, at) => at),
      list,
    );
    const query = list[0]!;
    const farthest = index.search(query, 20_000).at(-1)!.id;
    expect(index.search(query, 3, (id) => id === farthest)).toMatchObject([{ id: farthest }]);
    expect(index.search(query, 3, () => false)).toEqual([]);
  });

  test("takes vectors of its own width only", () => {
    const index = VectorIndex.create(4);
    expect(() => index.add([1], [new Float32Array(5)])).toThrow(RangeError);
    expect(() => index.add([1, 2], [new Float32Array(4)])).toThrow(RangeError);
    expect(() => index.search(new Float32Array(3), 1)).toThrow(RangeError);
  });

  test("a large file is mapped, found by its stamp, and changed only in memory", () => {
    const path = join(temporary(), "v");
    const index = VectorIndex.create(128);
    const list = someVectors(1_000, 128, 2);
    index.add(
      list.map((_, at) => at * 3),
      list,
    );
    const stamp = index.save(path);
    const bytes = readFileSync(path);
    expect(bytes.length).toBe(1_000 * (128 + 4) + 32);
    const again = VectorIndex.open(path, stamp);
    expect(again.search(list[5]!, 4)).toEqual(index.search(list[5]!, 4));
    const ids = [...index.ids()];
    expect(again.scores(list[5]!, ids)).toEqual(index.scores(list[5]!, ids));
    expect(ids.map((id) => again.row(id))).toEqual(ids.map((id) => index.row(id)));
    expect(again.search(list[5]!, 4, (id) => id % 2 === 0)).toEqual(index.search(list[5]!, 4, (id) => id % 2 === 0));
    expect(again.all().rows.subarray(0, 128_000)).toEqual(index.all().rows.subarray(0, 128_000));
    expect(again.row(15)).toEqual(index.row(15));
    again.add([1], [list[5]!]);
    again.remove([15]);
    expect(again.search(list[5]!, 1)[0]!.id).toBe(1);
    expect(readFileSync(path)).toEqual(bytes);
    expect(index.row(15)).toEqual(again.row(1));
    expect([again.row(15), again.has(15), again.has(1)]).toEqual([null, false, true]);
  });

  test("a file that is cut off, changed or another is damage", () => {
    const path = join(temporary(), "v");
    const index = VectorIndex.create(8);
    index.add([1, 2, 3], someVectors(3, 8, 1));
    const stamp = index.save(path);
    const damaged = (expected = stamp): boolean => {
      try {
        VectorIndex.open(path, expected);
        return false;
      } catch (error) {
        return isDamage(error);
      }
    };
    expect(damaged()).toBe(false);
    expect(damaged("abc")).toBe(true);
    const good = readFileSync(path);
    for (const length of [good.length - 1, 40, 31, 0]) {
      truncateSync(path, length);
      expect(damaged()).toBe(true);
    }
    writeFileSync(path, "x".repeat(good.length));
    expect(damaged()).toBe(true);
  });
});

describe("generations", () => {
  class Meta {
    readonly values = new Map<string, string>();
    meta(key: string): string | null {
      return this.values.get(key) ?? null;
    }
    setMeta(key: string, value: string | number | null): void {
      if (value === null) this.values.delete(key);
      else this.values.set(key, String(value));
    }
  }
  const files = (root: string): string[] =>
    readdirSync(indexFolder(root))
      .filter((name) => name.startsWith("vectors-"))
      .sort();
  /** Vectors are opened only as a writer sealed them. */
  const sealed = (root: string): void => sealNow(root, indexFolder(root));
  const withOne = (id: number): VectorIndex => {
    const index = VectorIndex.create(4);
    index.add([id], [Int8Array.of(1, 2, 3, 4)]);
    return index;
  };

  test("what is committed is what is opened; a writer that died left nothing that counts", () => {
    const root = temporary();
    prepareFolder(root);
    const meta = new Meta();
    expect(openVectors(root, meta)).toBeNull();
    saveVectors(root, meta, withOne(1));
    sealed(root);
    const committed = new Map(meta.values);
    removeOldVectors(root, meta);
    // A writer saves the next generation and dies before its commit.
    saveVectors(root, meta, withOne(2));
    sealed(root);
    meta.values.clear();
    for (const [key, value] of committed) meta.values.set(key, value);
    expect(openVectors(root, meta)!.ids()).toEqual(Uint32Array.of(1));
    saveVectors(root, meta, withOne(3));
    sealed(root);
    removeOldVectors(root, meta);
    expect(openVectors(root, meta)!.ids()).toEqual(Uint32Array.of(3));
    saveVectors(root, meta, withOne(4));
    sealed(root);
    removeOldVectors(root, meta);
    expect(openVectors(root, meta)!.ids()).toEqual(Uint32Array.of(4));
    expect(files(root)).toEqual(["vectors-3.usearch", "vectors-4.usearch"]);
  });

  test("an old generation goes with its graph", () => {
    const root = temporary();
    prepareFolder(root);
    for (const name of ["vectors-1.usearch", "vectors-1.graph.usearch", "vectors-2.usearch", "vectors-2.graph.usearch"])
      writeFileSync(join(indexFolder(root), name), "");
    const meta = new Meta();
    saveVectors(root, meta, withOne(1));
    sealed(root);
    removeOldVectors(root, meta);
    expect(files(root)).toEqual(["vectors-2.graph.usearch", "vectors-2.usearch", "vectors-3.usearch"]);
  });

  test("a reader keeps the vectors it has open when they are removed", () => {
    const root = temporary();
    prepareFolder(root);
    const meta = new Meta();
    const large = VectorIndex.create(128);
    const list = someVectors(800, 128, 6);
    large.add(
      list.map((_, at) => at),
      list,
    );
    saveVectors(root, meta, large);
    sealed(root);
    const reader = openVectors(root, meta)!;
    saveVectors(root, meta, withOne(9));
    sealed(root);
    saveVectors(root, meta, withOne(10));
    sealed(root);
    removeOldVectors(root, meta);
    expect(files(root)).toEqual(["vectors-2.usearch", "vectors-3.usearch"]);
    expect(reader.search(list[700]!, 1)[0]!.id).toBe(700);
  });

  test("vectors that are gone, or named in a way that makes no sense, are damage; none at all are none", () => {
    const root = temporary();
    prepareFolder(root);
    const meta = new Meta();
    for (const text of ["", "{", "null", '{"generation":"../../x","stamp":"1"}', '{"generation":7,"stamp":"1"}']) {
      meta.setMeta("vectors", text);
      expect(() => openVectors(root, meta)).toThrow();
    }
    forgetVectors(meta);
    expect(openVectors(root, meta)).toBeNull();
  });

  test("a graph is kept from a size on, follows every change, and finds what the exact search finds", () => {
    const root = temporary();
    prepareFolder(root);
    const meta = new Meta();
    const list = someVectors(1_500, 32, 12);
    const index = VectorIndex.create(32);
    index.add(
      list.map((_, at) => at),
      list,
    );
    saveVectors(root, meta, index, 1_000);
    sealed(root);
    // A second generation: some gone, some changed, some new; the graph is changed, not built anew.
    index.remove(Array.from({ length: 100 }, (_, at) => at * 3));
    index.add([5_000, 5_001, 7], [list[0]!, list[3]!, list[6]!]);
    saveVectors(root, meta, index, 1_000);
    sealed(root);
    removeOldVectors(root, meta);
    expect(files(root)).toEqual(["vectors-1.graph.usearch", "vectors-1.usearch", "vectors-2.graph.usearch", "vectors-2.usearch"]);
    const opened = openVectors(root, meta)!;
    let same = 0;
    for (const query of someVectors(50, 32, 13)) {
      const exact = new Set(index.search(query, 10).map(({ id }) => id));
      const found = opened.search(query, 10);
      expect(found).toEqual([...found].sort((a, b) => b.score - a.score || a.id - b.id));
      same += found.filter(({ id }) => exact.has(id)).length;
    }
    expect(same).toBeGreaterThan(490);
    expect(opened.search(list[0]!, 1)[0]!.id).toBe(5_000);
    expect(opened.search(list[6]!, 1)[0]!.id).toBe(7);
    // A filter, or a change, asks the rows themselves.
    expect(opened.search(list[0]!, 5, (id) => id % 2 === 1)).toEqual(index.search(list[0]!, 5, (id) => id % 2 === 1));
    opened.remove([5_000]);
    expect(opened.search(list[0]!, 1)[0]!.id).not.toBe(5_000);
    truncateSync(join(indexFolder(root), "vectors-2.graph.usearch"), 9_000);
    expect(() => openVectors(root, meta)!.search(list[0]!, 1)).toThrow(/graph/);
  });
});
