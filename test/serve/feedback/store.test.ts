/** The record of what was asked: bounded, private, harmless whatever happens to its file. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type AskedQuery,
  forgetQueries,
  markUsed,
  queriesNaming,
  recordedQueries,
  recordQueries,
} from "../../../src/serve/feedback/record.ts";
import { feedback } from "../../../src/serve/limits.ts";

let root: string;
const file = () => join(root, ".manifold", "feedback.db");
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "manifold-feedback-"));
  mkdirSync(join(root, ".manifold"));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

const asked = (id: string, more: Partial<AskedQuery> = {}): AskedQuery => ({
  id,
  at: 1,
  command: "q",
  text: "how does login work",
  strategy: "semantic",
  operation: "search",
  intent: "understand",
  confidence: 0.8,
  ms: 12.5,
  count: 2,
  gap: false,
  fallback: false,
  results: [
    ["chunk_00", "src/a.ts", 1, 9, ["semantic"]],
    ["chunk_01", "src/b.ts", 5, 20, ["semantic", "structural"]],
  ],
  ...more,
});

test("what was recorded is read back in order, with what was marked as used", () => {
  expect(recordQueries(root, [asked("q_1"), asked("q_2", { gap: true, results: [] })])).toBe(true);
  const [first, second] = recordedQueries(root);
  expect(first).toEqual({ ...asked("q_1"), no: 1, used: [] });
  expect(second).toEqual({ ...asked("q_2", { gap: true, results: [] }), no: 2, used: [] });
  expect(markUsed(root, 1, [2])).toBe(true);
  expect(markUsed(root, 1, [2, 1])).toBe(true);
  expect(markUsed(root, 7, [1])).toBe(false);
  expect(recordedQueries(root).map((query) => query.used)).toEqual([[1, 2], []]);
});

test("a place is found in the latest answers that named it, by chunk or by lines", () => {
  recordQueries(root, [asked("q_1"), asked("q_2"), asked("q_3", { results: [] })]);
  expect(queriesNaming(root, { chunk: "chunk_01", path: "moved.ts", start: 1, end: 2 })).toEqual([
    { no: 2, rank: 2 },
    { no: 1, rank: 2 },
  ]);
  expect(queriesNaming(root, { chunk: null, path: "src/a.ts", start: 9, end: 9 })[0]).toEqual({ no: 2, rank: 1 });
  expect(queriesNaming(root, { chunk: null, path: "src/a.ts", start: 10, end: 12 })).toEqual([]);
});

test("the oldest make room", () => {
  const many = Array.from({ length: feedback.maxQueries + 30 }, (_, i) => asked(`q_${i}`));
  recordQueries(root, many.slice(0, 100));
  recordQueries(root, many.slice(100));
  const kept = recordedQueries(root);
  expect([kept.length, kept[0]?.id, kept.at(-1)?.id]).toEqual([feedback.maxQueries, "q_30", many.at(-1)!.id]);
});

test("forgetting leaves no file", () => {
  recordQueries(root, [asked("q_1")]);
  expect(forgetQueries(root)).toBe(1);
  expect(existsSync(file())).toBe(false);
  expect([forgetQueries(root), recordedQueries(root)]).toEqual([0, []]);
});

test("nothing is made where there is no index folder", () => {
  rmSync(join(root, ".manifold"), { recursive: true });
  expect(recordQueries(root, [asked("q_1")])).toBe(false);
  expect(existsSync(join(root, ".manifold"))).toBe(false);
});

test("noise in the file is thrown away", () => {
  for (const noise of [Buffer.alloc(9_000, "no\u0001ise"), Buffer.alloc(0), Buffer.from("SQLite format 3\0")]) {
    writeFileSync(file(), noise);
    expect(recordedQueries(root)).toEqual([]);
    expect(recordQueries(root, [asked("q_1")])).toBe(true);
    expect(recordedQueries(root).length).toBe(1);
    rmSync(file());
  }
});

test("a link is not followed, and gives way", () => {
  writeFileSync(join(root, "elsewhere"), "theirs");
  symlinkSync(join(root, "elsewhere"), file());
  expect(recordedQueries(root)).toEqual([]);
  expect(readFileSync(join(root, "elsewhere"), "utf8")).toBe("theirs");
  symlinkSync(join(root, "elsewhere"), file());
  expect([recordQueries(root, [asked("q_1")]), recordedQueries(root).length]).toEqual([true, 1]);
  expect(readFileSync(join(root, "elsewhere"), "utf8")).toBe("theirs");
});

test("rows that we did not write are passed over", async () => {
  recordQueries(root, [asked("q_1")]);
  const { Database } = await import("bun:sqlite");
  const db = new Database(file());
  db.run("INSERT INTO query (id, text, results, used) VALUES ('q_x', 5, 'no json', '{}')");
  db.run("UPDATE query SET results = '[[1], [\"c\", \"p\", 1, 2, [3]]]', used = '[\"a\", -1, 2]' WHERE id = 'q_1'");
  db.close();
  expect(recordedQueries(root)).toEqual([{ ...asked("q_1", { results: [] }), no: 1, used: [2] }]);
  expect(queriesNaming(root, { chunk: "c", path: "p", start: 1, end: 1 })).toEqual([]);
});
