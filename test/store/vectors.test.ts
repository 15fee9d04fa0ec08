import { Database } from "bun:sqlite";
import { afterEach, describe, expect, test } from "bun:test";
import { truncateSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { isDamage } from "../../src/store/damage.ts";
import { type EmbeddingState, setEmbeddingState } from "../../src/store/embedding.ts";
import { indexFolder, prepareFolder } from "../../src/store/folder.ts";
import { createTables } from "../../src/store/schema.ts";
import { usearch } from "../../src/store/vectors/graph.ts";
import { scan } from "../../src/store/vectors/scan.ts";
import { graphName, keepGraph, openVectors, writeVectors } from "../../src/store/vectors/table.ts";
import { quantise, VectorIndex } from "../../src/store/vectors.ts";
import { Writer } from "../../src/store/write.ts";
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

  /** An empty index in memory. */
  function tables(dimensions: number): Writer {
    const db = new Database(":memory:");
    createTables(db);
    const writer = new Writer(db);
    setEmbeddingState(writer, { dimensions } as EmbeddingState);
    return writer;
  }
  const indexOf = (rows: ReadonlyMap<number, Int8Array>): VectorIndex => VectorIndex.of(5, [...rows.keys()], [...rows.values()]);

  test("equals a naive one, in memory and as its table is read, after any sequence of changes", () => {
    const row = fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 5, maxLength: 5 });
    const step = fc.record({
      // Of several blocks.
      removed: fc.array(fc.nat(400), { maxLength: 40 }),
      rows: fc.array(fc.tuple(fc.nat(400), row), { maxLength: 12 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), row, fc.integer({ min: 1, max: 8 }), (steps, asked, modulus) => {
        const writer = tables(5);
        const naive = new Naive();
        for (const { removed, rows } of steps) {
          const fresh = new Map(rows.map(([id, values]) => [id, Int8Array.from(values)]));
          // A chunk's number is never given twice: what comes without direction takes nobody's place.
          writeVectors(writer, [...removed, ...fresh.keys()], indexOf(fresh));
          for (const id of removed) naive.rows.delete(id);
          for (const [id, values] of fresh) naive.rows.set(id, values);
          const query = Int8Array.from(asked);
          const filter = (id: number) => id % modulus !== 0;
          const none = query.every((value) => value === 0);
          const read = openVectors("", writer) ?? indexOf(new Map());
          for (const index of [read, indexOf(naive.rows)]) {
            expect(index.search(query, 7, filter)).toEqual(none ? [] : naive.search(query, 7, filter));
            expect(index.search(query, 7)).toEqual(none ? [] : naive.search(query, 7, () => true));
            expect(index.scores(query, [...naive.rows.keys(), 777])).toBeArrayOfSize(none ? 0 : index.size);
            for (const [id, values] of naive.rows) {
              const kept = values.some((value) => value !== 0) ? values : null;
              expect([index.row(id), index.has(id)]).toEqual([kept, kept !== null]);
            }
          }
          expect(read.ids).toEqual(indexOf(naive.rows).ids);
        }
      }),
      { numRuns: 100 },
    );
  });

  test("a filter is asked before anything is compared: what passes is found however far away it is", () => {
    const list = someVectors(20_000, 64, 8);
    const index = VectorIndex.of(
      64,
      list.map((_, at) => at),
      list,
    );
    const query = list[0]!;
    const farthest = index.search(query, 20_000).at(-1)!.id;
    expect(index.search(query, 3, (id) => id === farthest)).toMatchObject([{ id: farthest }]);
    expect(index.search(query, 3, () => false)).toEqual([]);
  });

  test("takes vectors of its own width only", () => {
    expect(() => VectorIndex.of(4, [1], [new Float32Array(5)])).toThrow(RangeError);
    expect(() => VectorIndex.of(4, [1, 2], [new Float32Array(4)])).toThrow(RangeError);
    expect(() => VectorIndex.of(4, [], []).search(new Float32Array(3), 1)).toThrow(RangeError);
  });

  test("what is gone from its table, or does not fit, is damage; none at all are none", () => {
    const list = someVectors(300, 8, 1);
    for (const damage of [
      "DELETE FROM vector WHERE block = 1",
      "UPDATE vector SET ids = substr(ids, 5) WHERE block = 1",
      "UPDATE vector SET ids = substr(ids, 2), rows = substr(rows, 2) WHERE block = 1",
      "UPDATE vector SET rows = rows || x'00' WHERE block = 2",
      "INSERT INTO vector SELECT block + 7, ids, rows FROM vector WHERE block = 0",
      "UPDATE meta SET value = 'many' WHERE key = 'vectors'",
      "UPDATE meta SET value = 301 WHERE key = 'vectors'",
    ]) {
      const writer = tables(8);
      expect(openVectors("", writer)).toBeNull();
      writeVectors(writer, [], VectorIndex.of(8, [...list.keys()], list));
      expect(openVectors("", writer)!.size).toBe(300);
      writer.db.run(damage);
      let thrown: unknown = null;
      try {
        openVectors("", writer);
      } catch (error) {
        thrown = error;
      }
      expect([damage, isDamage(thrown)]).toEqual([damage, true]);
    }
  });

  test("a graph is kept from a size on, and finds what the exact search finds, whatever changes later", () => {
    const root = temporary();
    prepareFolder(root);
    const writer = tables(32);
    const list = someVectors(1_500, 32, 12);
    writeVectors(writer, [], VectorIndex.of(32, [...list.keys()], list));
    keepGraph(root, writer, 1_501);
    expect(graphName(writer)).toBeNull();
    keepGraph(root, writer, 1_000);
    const name = graphName(writer)!;
    // Some gone, some new: the graph stays as it is.
    const removed = Array.from({ length: 100 }, (_, at) => at * 3);
    writeVectors(writer, removed, VectorIndex.of(32, [5_000, 5_001], [list[0]!, list[3]!]));
    const opened = openVectors(root, writer)!;
    const exact = new VectorIndex(32, opened.ids, opened.rows);
    let same = 0;
    for (const query of someVectors(50, 32, 13)) {
      const wanted = new Set(exact.search(query, 10).map(({ id }) => id));
      const found = opened.search(query, 10);
      expect(found).toEqual([...found].sort((a, b) => b.score - a.score || a.id - b.id));
      same += found.filter(({ id }) => wanted.has(id)).length;
    }
    expect(same).toBeGreaterThan(490);
    expect(same).toBeLessThan(501);
    expect(opened.search(list[0]!, 1)[0]!.id).toBe(5_000);
    // A filter asks the rows themselves.
    expect(opened.search(list[0]!, 5, (id) => id % 2 === 1)).toEqual(exact.search(list[0]!, 5, (id) => id % 2 === 1));
    // One that is not as it was written, or that most of the rows are not in, is not opened.
    const all = exact.search(list[9]!, 1_402);
    truncateSync(join(indexFolder(root), name), 9_000);
    expect(openVectors(root, writer)!.search(list[9]!, 1_402)).toEqual(all);
  });
});
