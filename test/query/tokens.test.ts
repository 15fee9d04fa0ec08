/** Our count against the library's, on everything that source code may hold. */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { tokenTables } from "../../scripts/tokens.ts";
import { quick } from "../../src/base/quick.ts";
import { countInTypeScript, countTokens } from "../../src/query/tokens.ts";

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
  test.skipIf(quick() === null && process.env.CI !== "true")("natively as in TypeScript, any text", () => {
    const piece = fc.oneof(
      fc.string({ unit: "binary", maxLength: 12 }),
      fc.string({ unit: "grapheme-ascii", maxLength: 20 }),
      fc.stringMatching(/^[ \t\n\r\v\f/'.,;sStTrRvVeElLdD0-9·…]{0,12}$/),
      fc.stringMatching(/^[A-Z]{0,3}[a-z]{0,9}$/),
      fc.constantFrom(
        " ·",
        "· ",
        "…",
        " …",
        "’",
        "é",
        "\u00a0",
        "\u007f",
        "\0",
        "a".repeat(255),
        "Z".repeat(257),
        "-".repeat(300),
        " ".repeat(260),
      ),
    );
    const table = new Uint8Array(readFileSync(join(top, "src", "query", "o200k-ascii.bin")));
    let answered = 0;
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join("");
        const native = quick()!.tokens(table, text);
        if (native === null) return;
        answered++;
        expect(native).toBe(countInTypeScript(text));
      }),
      { numRuns: 3_000 },
    );
    expect(answered).toBeGreaterThan(100);
    for (const path of [...new Bun.Glob("src/**/*.ts").scanSync({ cwd: top })].sort()) {
      const text = readFileSync(join(top, path), "utf8");
      expect([path, countTokens(text)]).toEqual([path, countInTypeScript(text)]);
    }
    expect(quick()!.tokens(table.subarray(0, 1_000), "text")).toBeNull();
    expect(quick()!.tokens(table, 7 as unknown as string)).toBeNull();
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
