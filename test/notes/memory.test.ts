/** The record of recalls: this user's alone, bounded, harmless whatever lies in its place. */
import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { copyFileSync, existsSync, linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { notes as limits } from "../../src/notes/limits.ts";
import { forgetRecalls, Memories, recall } from "../../src/notes/memory.ts";

const DAY = 86_400_000;
const note = { id: "n-1", created: 0, tier: "normal" as const };
let base: string;
let root: string;
const file = () => join(root, ".manifold/notes.db");
const recalls = (id = note.id) => Memories.of(root).get({ id, created: 0 }).recalls;
const made = (name: string) => {
  const tree = join(base, name);
  mkdirSync(join(tree, ".manifold"), { recursive: true, mode: 0o700 });
  return tree;
};
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "manifold-recalls-"));
  root = made("tree");
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

test("recalls add up by day, for each note, and go with it", () => {
  for (const day of [10, 10, 12, 11]) recall(root, [note, { ...note, id: "n-2" }], day * DAY);
  expect([recalls(), recalls("n-2"), recalls("n-3")]).toEqual([2, 2, 0]);
  forgetRecalls(root, note.id);
  expect([recalls(), recalls("n-2")]).toEqual([0, 2]);
});

test("nothing is made where nothing is recalled, or where there is no folder of an index", () => {
  expect(recalls()).toBe(0);
  recall(root, [], DAY);
  expect(existsSync(file())).toBe(false);
  rmSync(join(root, ".manifold"), { recursive: true });
  recall(root, [note], DAY);
  expect(existsSync(join(root, ".manifold"))).toBe(false);
});

const hostile: Record<string, () => void> = {
  noise: () => writeFileSync(file(), "noise"),
  "another schema": () => change("DROP TABLE recall", "CREATE VIEW recall AS SELECT 1"),
  "a trigger": () => change("CREATE TRIGGER t AFTER INSERT ON recall BEGIN DELETE FROM recall; END"),
  "another mark": () => change("UPDATE mark SET value = 'x'"),
  "more bytes than it can have": () => writeFileSync(file(), new Uint8Array(limits.maxStateBytes + 4_096)),
  "the record of another tree": () => {
    const other = made("other");
    recall(other, [note], DAY);
    copyFileSync(join(other, ".manifold/notes.db"), file());
  },
  "a link": () => symlinkSync(join(base, "victim"), file()),
  "a second name of a file": () => linkSync(join(base, "victim"), file()),
  "a FIFO": () => void Bun.spawnSync(["mkfifo", file()]),
};
function change(...statements: string[]): void {
  recall(root, [note], DAY);
  const db = new Database(file());
  for (const statement of statements) db.run(statement);
  db.close();
}
for (const [name, plant] of Object.entries(hostile))
  test(`${name} in its place is not believed, and recorded over`, () => {
    writeFileSync(join(base, "victim"), "victim");
    plant();
    expect(recalls()).toBe(0);
    recall(root, [note], 5 * DAY);
    expect(recalls()).toBe(1);
    expect(readFileSync(join(base, "victim"), "utf8")).toBe("victim");
  });

test("values that cannot be are passed over", () => {
  recall(root, [note], DAY);
  for (const wrong of ["stability = -1", "strength = 7", "strength = 'x'", "stability = 1e999"]) {
    const db = new Database(file());
    db.run(`UPDATE recall SET ${wrong}`);
    db.close();
    expect(Memories.of(root).get(note).strength).toBe(1);
  }
});
