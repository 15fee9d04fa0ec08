/** The embedding step: adaptation, its base, and that an update gives the vectors that a full build with the same rows gives. */
import { afterEach, describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { adapting } from "../../src/embed/limits.ts";
import { refresh } from "../../src/indexing/refresh.ts";
import { type IndexOptions, index } from "../../src/indexing.ts";
import { embeddingState, readTokenRows } from "../../src/store/embedding.ts";
import { opened, removeTemporary, temporary, vectors, write } from "../store/_tree.ts";

afterEach(removeTemporary);

const SUBJECTS = ["session", "invoice", "matrix", "socket", "parser", "cache", "thread", "colour", "ledger", "packet"];

/** A file of functions that are large enough to be chunks of their own. */
function source(subject: string, round: number, functions = 12): string {
  return Array.from({ length: functions }, (_, i) => {
    const lines = Array.from(
      { length: 14 },
      (_, k) => `  const ${subject}Part${k} = read${subject}${i}(${k}, "${subject} ${round} number ${k} of many more");`,
    );
    return `/** Keeps the ${subject} of row ${i} in order. */\nexport function ${subject}Of${i}(${subject}: number[]): void {\n${lines.join("\n")}\n}\n`;
  }).join("\n");
}

const tree = () => Object.fromEntries(SUBJECTS.map((subject) => [`src/${subject}.ts`, source(subject, 0)]));

async function build(root: string, options: IndexOptions = {}) {
  return { report: await index(root, { quiet: true, ...options }), ...read(root) };
}

function read(root: string) {
  const store = opened(root);
  try {
    return { vectors: vectors(store), state: embeddingState(store), rows: readTokenRows(store.db) };
  } finally {
    store.close();
  }
}

describe("adaptation", () => {
  test("runs on a tree of some size, gives the same bits again, and can be left out", async () => {
    const root = temporary();
    write(root, tree());
    const first = await build(root, { full: true, embedding: { steps: 20 } });
    expect(first.state).toMatchObject({ model: "manifold-static", steps: 20, adapted: true, chunks: first.report.chunks, changed: 0 });
    expect(first.report.chunks).toBeGreaterThan(adapting.leastChunks);
    expect(first.rows.tokens.length).toBeGreaterThan(20);
    expect(first.vectors?.rows).toHaveLength(first.report.chunks);
    expect(await build(root, { full: true, embedding: { steps: 20 }, children: 1 })).toMatchObject({
      vectors: first.vectors,
      rows: first.rows,
    });
    const plain = await build(root, { full: true, embedding: { steps: 0 } });
    expect([plain.state?.adapted ? 1 : 0, plain.rows.tokens.length]).toEqual([0, 0]);
    expect(plain.vectors?.rows).not.toEqual(first.vectors?.rows);
    expect((await build(root, { full: true, embedding: null })).vectors).toBeNull();
    expect(readdirSync(join(root, ".manifold")).filter((name) => name.startsWith("vectors"))).toEqual([]);
  }, 60_000);

  test("does not run on a small tree", async () => {
    const root = temporary();
    write(root, { "a.ts": source("session", 0) });
    expect((await build(root, { embedding: { steps: 20 } })).state).toMatchObject({ steps: 20, adapted: false });
  });
});

test("an update gives the vectors that a full build with the same adapted rows gives", async () => {
  const change = fc.record({
    subject: fc.constantFrom(...SUBJECTS, "novel"),
    round: fc.integer({ min: 0, max: 3 }),
    functions: fc.integer({ min: 1, max: 14 }),
    gone: fc.boolean(),
    moved: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(change, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 }), async (rounds) => {
      const root = temporary();
      write(root, tree());
      const base = await build(root, { full: true, embedding: { steps: 10 } });
      for (const changes of rounds) {
        for (const { subject, round, functions, gone, moved } of changes) {
          if (moved) write(root, { [`src/${subject}.ts`]: null });
          const path = moved ? `lib/${subject}.ts` : `src/${subject}.ts`;
          write(root, { [path]: gone && !moved ? null : source(subject, round, functions) });
        }
        // As a question does it: `index` would adapt anew after so many changes.
        (await refresh(root, { quiet: true })).store.close();
      }
      const updated = read(root);
      expect(updated.rows).toEqual(base.rows);
      const again = await build(root, { full: true, embedding: { steps: 10, rows: base.rows } });
      expect(again.vectors).toEqual(updated.vectors);
    }),
    { numRuns: 2, seed: 11, endOnFailure: true },
  );
}, 120_000);

test("a tree that has changed beyond its base is adapted to anew by `index`", async () => {
  const root = temporary();
  write(root, tree());
  const base = await build(root, { full: true, embedding: { steps: 10 } });
  write(root, Object.fromEntries(SUBJECTS.slice(0, 8).map((subject) => [`src/${subject}.ts`, source(`${subject}New`, 1)])));
  const drifted = await build(root);
  expect([drifted.state!.changed > 0, drifted.report.incremental]).toEqual([true, true]);
  expect(drifted.rows).toEqual(base.rows);
  write(root, { "src/more.ts": source("more", 0, 1) });
  const anew = await build(root);
  expect([anew.state?.changed, anew.state?.steps, anew.report.incremental]).toEqual([0, 10, false]);
  expect(anew.rows).not.toEqual(base.rows);
}, 60_000);
