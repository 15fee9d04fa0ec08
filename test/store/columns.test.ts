import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { fromColumns, type Table, toColumns } from "../../src/store/facts.ts";

interface Row {
  word: string | null;
  text: string | null;
  count: number | null;
  rising: number;
  flag: boolean;
  pairs: { name: string; local: string }[];
  rare?: string;
}
const TABLE: Table<Row> = {
  layout: { word: "word", text: "text", count: "count", rising: "rising", flag: "flag", pairs: "pairs", rare: "text" },
  rows: (columns) => (row) => Object.fromEntries(Object.keys(TABLE.layout).map((key, i) => [key, columns[i]![row]])) as unknown as Row,
};

const row: fc.Arbitrary<Row> = fc.record(
  {
    word: fc.option(fc.oneof(fc.constantFrom("call", "new"), fc.string()), { nil: null }),
    text: fc.option(fc.string(), { nil: null }),
    count: fc.option(fc.nat(), { nil: null }),
    rising: fc.nat(),
    flag: fc.boolean(),
    pairs: fc.array(fc.record({ name: fc.string({ minLength: 1 }), local: fc.string({ minLength: 1 }) }), { maxLength: 3 }),
    rare: fc.string(),
  },
  { requiredKeys: ["word", "text", "count", "rising", "flag", "pairs"] },
);

describe("columns", () => {
  test("give the list back, after JSON too", () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 60 }), (rows) => {
        expect(fromColumns(JSON.parse(JSON.stringify(toColumns(rows, TABLE))) as unknown[], TABLE)).toEqual(rows);
      }),
      { numRuns: 300 },
    );
  });
});
