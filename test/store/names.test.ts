/** The table of names against a naive map. */
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import fc from "fast-check";
import type { SymbolKind } from "../../src/base/types.ts";
import { filesDefining, filesNaming, NameWriter, namesIn, namesOf } from "../../src/store/names.ts";
import { createTables, fold } from "../../src/store/schema.ts";

const name = fc.oneof(
  fc.string({ unit: fc.constantFrom("a", "B", "_", "İ", "é", "1"), maxLength: 5 }),
  fc.string({ unit: "grapheme", maxLength: 4 }),
);
const kind = fc.constantFrom<SymbolKind>("file", "import", "function");
const file = fc.array(fc.record({ name, kind }), { maxLength: 4 });

test("says after any history which files have a name", () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.tuple(fc.integer({ min: 1, max: 5 }), file), { maxLength: 4 }), { maxLength: 4 }), (updates) => {
      using db = new Database(":memory:");
      createTables(db);
      const statement = (sql: string) => db.query(sql);
      const writer = new NameWriter(statement);
      const files = new Map<number, { name: string; kind: SymbolKind }[]>();
      for (const update of updates) {
        for (const [id, symbols] of update) {
          writer.change(id, namesOf(files.get(id) ?? []), namesOf(symbols));
          files.set(id, symbols);
        }
        writer.flush();
      }
      const all = [...files.values()].flat();
      const having = (is: (symbol: { name: string; kind: SymbolKind }) => boolean): number[] =>
        [...files].flatMap(([id, symbols]) => (symbols.some(is) ? [id] : [])).sort((a, b) => a - b);
      for (const { name } of all) {
        expect(filesNaming(statement, name)).toEqual(having((symbol) => symbol.name === name));
        expect(filesNaming(statement, name, true)).toEqual(having((symbol) => fold(symbol.name) === fold(name)));
        expect(filesDefining(statement, name)).toEqual(having((symbol) => symbol.name === name && symbol.kind === "function"));
      }
      const rows = db.query("SELECT folded, data FROM name").values() as [string, Uint8Array][];
      expect(new Set(rows.map(([folded]) => folded))).toEqual(new Set(all.map((symbol) => fold(symbol.name))));
      const named = all.filter((symbol) => symbol.kind !== "file").map((symbol) => symbol.name);
      expect(new Set(rows.flatMap(([folded, data]) => namesIn(folded, data)))).toEqual(new Set(named));
    }),
    { numRuns: 200 },
  );
});
