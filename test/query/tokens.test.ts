/** Our count against the library's, on everything that source code may hold. */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { tokenTables } from "../../scripts/tokens.ts";
import { countTokens } from "../../src/query/tokens.ts";

const top = join(import.meta.dir, "..", "..");
const real = (text: string) => encode(text, { disallowedSpecial: new Set() }).length;

describe("countTokens", () => {
  test("the committed tables are what the script makes of the package's ranks", () => {
    for (const [name, bytes] of Object.entries(tokenTables()))
      expect([name, Buffer.from(bytes).equals(readFileSync(join(top, "src", "query", `o200k-${name}.bin`)))]).toEqual([name, true]);
  });
  test("counts our own sources exactly, and as JSON strings", () => {
    for (const path of [...new Bun.Glob("src/query/**/*.ts").scanSync({ cwd: top })].sort().slice(0, 30)) {
      const text = readFileSync(join(top, path), "utf8");
      for (const form of [text, JSON.stringify(text)]) {
        const expected = real(form);
        expect([path, Math.abs(countTokens(form) - expected) <= expected / 1_000]).toEqual([path, true]);
      }
    }
  });
  test.each([
    ["", 0],
    ["hello world", 2],
    ["don't DON'T I'll", real("don't DON'T I'll")],
    ["функция считает слова", real("функция считает слова")],
    ["计算令牌的数量 トークン", real("计算令牌的数量 トークン")],
    ["naïve café — 🎉👩‍👩‍👧", real("naïve café — 🎉👩‍👩‍👧")],
    ["<|endoftext|>", real("<|endoftext|>")],
    ["\ud800 alone", real("\ud800 alone")],
    ["\t\tif (a)\r\n\r\n\t\t  // b\n", real("\t\tif (a)\r\n\r\n\t\t  // b\n")],
  ] as const)("%j", (text, expected) => {
    expect(countTokens(text)).toBe(expected);
  });
  test("any text: within one token in a hundred", () => {
    const piece = fc.oneof(
      fc.string({ unit: "binary", maxLength: 12 }),
      fc.string({ unit: "grapheme-ascii", maxLength: 20 }),
      fc.constantFrom(" ", "\n", "\n    ", "\t", "snake_case", "camelCase", "0xdeadbeef", "1234567", "});\n", "// ", "'s"),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const text = pieces.join("");
        const expected = real(text);
        expect(Math.abs(countTokens(text) - expected)).toBeLessThanOrEqual(2 + expected / 50);
      }),
      { numRuns: 300, seed: 7 },
    );
  });
  test("a long run of one sign or of data takes no time to speak of", () => {
    for (const text of ["a".repeat(100_000), Buffer.alloc(60_000, 0xa7).toString("base64")]) {
      const expected = real(text.slice(0, 2_000));
      expect(countTokens(text.slice(0, 2_000)) / expected).toBeCloseTo(1, 1);
      expect(countTokens(text)).toBeGreaterThan(1_000);
    }
  });
});
