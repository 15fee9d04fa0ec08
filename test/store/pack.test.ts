import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NEXT_FILE } from "../../src/store/folder.ts";
import { closeNext, createNext, packNext } from "../../src/store/open.ts";

/** A complete build with gaps: half of what was written is gone again. */
function built(): { root: string; next: string } {
  const root = mkdtempSync(join(tmpdir(), "manifold-pack-"));
  mkdirSync(join(root, ".manifold"));
  const db = createNext(root);
  db.run("BEGIN");
  for (let i = 0; i < 2_000; i++) db.run("INSERT INTO meta(key, value) VALUES(?, ?)", [`key ${i}`, `${i} `.repeat(100)]);
  db.run("DELETE FROM meta WHERE key LIKE '%1%' OR key LIKE '%2%'");
  db.run("COMMIT");
  closeNext(db);
  return { root, next: join(root, ".manifold", NEXT_FILE) };
}

function rows(path: string): unknown[] {
  const db = new Database(path, { readonly: true });
  try {
    return db.query("SELECT key, value FROM meta ORDER BY key").values();
  } finally {
    db.close(false);
  }
}

test("a packed build holds the same in less, in the journal mode that readers need", () => {
  const { root, next } = built();
  try {
    const [size, held] = [statSync(next).size, rows(next)];
    packNext(root);
    expect(held.length).toBeGreaterThan(400);
    expect(rows(next)).toEqual(held);
    expect(statSync(next).size).toBeLessThan(size * 0.8);
    const db = new Database(next, { create: false, readwrite: true });
    expect(db.query("PRAGMA journal_mode").values()).toEqual([["wal"]]);
    expect(db.query("PRAGMA page_size").values()).toEqual([[16384]]);
    db.close(false);
    expect(existsSync(`${next}-packed`)).toBe(false);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});

test("where it cannot be written once more the build stays as it is", () => {
  const { root, next } = built();
  try {
    const held = rows(next);
    mkdirSync(`${next}-packed`);
    packNext(root);
    expect(rows(next)).toEqual(held);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
