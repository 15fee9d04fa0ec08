/** The table of open references is what was put last, with nothing written that was there (../../src/store/unresolved.ts). */
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import fc from "fast-check";
import { createTables } from "../../src/store/schema.ts";
import { Statements } from "../../src/store/statements.ts";
import { OpenReferences } from "../../src/store/unresolved.ts";

const name = fc.oneof(
  fc.constantFrom("a", "A", "b c", "it's", 'say "x"', "\\", "é", "😀", "nul\0nul", "line\nline"),
  fc.string({ unit: "binary", maxLength: 4 }),
);
const positions = fc.uint8Array({ minLength: 1, maxLength: 3 });
const open = fc
  .array(fc.tuple(name, positions), { maxLength: 6 })
  .map((pairs) => new Map(pairs.map(([key, data]) => [key.toWellFormed(), data])));
/** What files have, what they get, and which of them only go. */
const files = fc.array(fc.record({ before: open, after: open, gone: fc.boolean() }), { minLength: 1, maxLength: 4 });

function inTable(db: Database): string[] {
  const rows = db.query("SELECT file, name, positions FROM reference").values() as [number, string, Uint8Array][];
  return rows.map(([file, key, data]) => JSON.stringify([file, key, [...data]])).sort();
}

const told = (lists: readonly ReadonlyMap<string, Uint8Array>[]): string[] =>
  lists.flatMap((list, file) => [...list].map(([key, data]) => JSON.stringify([file + 1, key, [...data]]))).sort();

test("what was put is there, and nothing else", () => {
  fc.assert(
    fc.property(files, (changes) => {
      const db = new Database(":memory:");
      createTables(db);
      const statements = new Statements(db);
      const references = new OpenReferences((sql) => statements.of(sql));
      for (const [at, { before }] of changes.entries()) references.put(at + 1, before);
      expect(inTable(db)).toEqual(told(changes.map(({ before }) => before)));
      for (const [at, { before, gone, after }] of changes.entries()) {
        references.forget(at + 1, new Set([...before.keys(), "of another file"]));
        if (!gone) references.put(at + 1, after);
      }
      references.flush();
      expect(inTable(db)).toEqual(told(changes.map(({ after, gone }) => (gone ? new Map<string, Uint8Array>() : after))));
      statements.free();
      db.close();
    }),
    { numRuns: 200 },
  );
});

test("what stays is not written", () => {
  const db = new Database(":memory:");
  createTables(db);
  const statements = new Statements(db);
  const references = new OpenReferences((sql) => statements.of(sql));
  const rows = new Map([
    ["a", Uint8Array.of(1)],
    ["b", Uint8Array.of(2)],
  ]);
  references.put(1, rows);
  const changes = () => (db.query("SELECT total_changes()").values()[0] as [number])[0];
  const before = changes();
  references.forget(1, new Set(rows.keys()));
  references.put(1, new Map([...rows, ["b", Uint8Array.of(3)]]));
  expect(changes() - before).toBe(1);
  statements.free();
  db.close();
});
