/** Symbols made one by one, in any order, are those that the bytes hold when they are unpacked together. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { SYMBOL_KINDS } from "../../src/base/types.ts";
import { DamagedIndex } from "../../src/store/damage.ts";
import { deflate } from "../../src/store/deflate.ts";
import { OpenedSymbols } from "../../src/store/opened.ts";
import { decodeSymbols, encodeSymbols } from "../../src/store/symbols.ts";

const CONTEXT = { prose: () => ({ signatures: [], docs: [] }), keys: () => [] };
const PLACE = { file: 7, path: "lib/app.py", language: "python" };

const symbol = fc.record({
  kind: fc.constantFrom(...SYMBOL_KINDS),
  name: fc.constantFrom("app.py", "save", "Base", "", "é"),
  own: fc.option(fc.constantFrom("A.b", ""), { nil: undefined }),
  parent: fc.nat(),
  start: fc.nat({ max: 90 }),
  length: fc.nat({ max: 9 }),
  exported: fc.boolean(),
  arity: fc.option(fc.nat({ max: 5 }), { nil: null }),
  type: fc.option(fc.constantFrom("int", "Base"), { nil: null }),
  step: fc.integer({ min: 1, max: 3 }),
});

test("as unpacked together, in any order", () => {
  fc.assert(
    fc.property(fc.array(symbol, { minLength: 1, maxLength: 30 }), fc.array(fc.nat({ max: 40 })), (drawn, order) => {
      let id = 10;
      const ids = drawn.map(({ step }) => (id += step));
      const symbols = drawn.map(({ own, length, parent, step: _, ...one }, at) => ({
        ...one,
        qualified: own ?? one.name,
        parent: at === 0 ? -1 : parent % at,
        end: one.start + length,
      }));
      const data = encodeSymbols({ ids, symbols }, PLACE.path);
      const expected = decodeSymbols(data, PLACE.path);
      const rows = expected.symbols.map(({ parent, ...one }, at) => ({
        ...{ id: ids[at]!, ...PLACE, at, parent: parent < 0 ? null : ids[parent]! },
        ...one,
      }));
      const opened = new OpenedSymbols(data, PLACE, CONTEXT);
      for (const at of order) {
        const row = opened.row(at);
        if (rows[at]) expect(row).toMatchObject(rows[at]);
        else expect(row).toBeNull();
        expect(opened.row(at)).toBe(row);
      }
      expect(opened.ids).toEqual(ids);
      for (let wanted = 9; wanted <= id + 2; wanted++) expect(opened.positionOf(wanted)).toBe(ids.indexOf(wanted));
      for (const [at, row] of rows.entries()) {
        expect([opened.name(at), opened.kind(at)]).toEqual([row.name, row.kind]);
        expect(opened.children(at)).toEqual(rows.flatMap((other) => (other.parent === row.id ? other.at : [])));
      }
      expect(opened.named((name) => name === "save")).toEqual(rows.flatMap((row) => (row.name === "save" ? row.at : [])));
      expect(opened.all).toMatchObject(rows);
    }),
    { numRuns: 200 },
  );
});

test("what is not ours is damage", () => {
  expect(() => new OpenedSymbols(new Uint8Array([1, 2, 3]), PLACE, CONTEXT)).toThrow(DamagedIndex);
  expect(() => new OpenedSymbols(deflate('[[1],"A"]'), PLACE, CONTEXT)).toThrow(DamagedIndex);
});
