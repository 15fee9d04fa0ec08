/** The table of token vectors and the tokenizer over its vocabulary. */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { builtInTable, indexingTokenizer, TABLE_HASH } from "../../src/embed/static.ts";
import { openTable, packTable, quantise, Tokenizer } from "../../src/embed/table.ts";

const WORDS = ["the", "größe", "get", "a", "z", "日本", "getter"];
const rows = Float32Array.from({ length: WORDS.length * 16 }, (_, i) => Math.sin(i * 7.3) * (1 + (i >> 4)));

describe("a table", () => {
  test("gives back what was packed, each number within half a step", () => {
    const table = openTable(packTable(WORDS, rows, 16));
    expect([table.size, table.dimensions]).toEqual([7, 16]);
    for (const [i, word] of WORDS.entries()) {
      expect([table.find(word), table.word(i)]).toEqual([i, word]);
      const scale = table.scale(i);
      for (const [k, value] of table.row(i).entries())
        expect(Math.abs(value * scale - rows[i * 16 + k]!)).toBeLessThanOrEqual(scale / 2 + 1e-6);
    }
    for (const word of ["", "th", "them", "größ", "zz", "日", "0"]) expect(table.find(word)).toBe(-1);
  });

  test("is refused when the bytes are something else", () => {
    const bytes = packTable(WORDS, rows, 16);
    expect(() => openTable(bytes.with(0, 0))).toThrow("not a table");
    expect(() => openTable(new Uint8Array(16))).toThrow("not a table");
  });

  test("is the same wherever its bytes begin", () => {
    const bytes = packTable(WORDS, rows, 16);
    const shifted = new Uint8Array(bytes.length + 3);
    shifted.set(bytes, 3);
    const table = openTable(shifted.subarray(3));
    expect([table.find("getter"), table.hash]).toEqual([6, openTable(bytes).hash]);
  });

  test("rows of zeros stay zeros, and a row and its opposite stay opposites", () => {
    const into = new Int8Array(6);
    expect(quantise(new Float32Array(3), into, 0)).toBe(0);
    const scale = quantise(Float32Array.of(0.5, -1, 0.2525), into, 0);
    expect(quantise(Float32Array.of(-0.5, 1, -0.2525), into, 3)).toBe(scale);
    expect([...into]).toEqual([64, -127, 32, -64, 127, -32]);
  });
});

describe("the tokenizer", () => {
  const numbers = new Map(["the", "get", "token", "s", "er", "iz", "o", "p", "i", "ty"].map((word, i) => [word, i]));
  const tokenizer = new Tokenizer((word) => numbers.get(word) ?? -1);
  const pieces = (word: string) => tokenizer.ofWord(word).map((token) => [...numbers.keys()][token]);

  test("takes words whole, others in the likeliest pieces, and passes over what no piece covers", () => {
    expect(pieces("token")).toEqual(["token"]);
    expect(pieces("tokenizers")).toEqual(["token", "iz", "er", "s"]);
    expect(pieces("tokén")).toEqual(["o"]);
    expect(pieces("日本")).toEqual([]);
    expect(pieces("p".repeat(100))).toHaveLength(40);
  });

  test("splits identifiers on case, underscores and digits", () => {
    const found: [number, number][] = [];
    tokenizer.scan("x = getTokens(the_ty)", 0, 21, (token, at) => found.push([token, at]));
    expect(found).toEqual([
      [1, 4],
      [2, 4],
      [3, 4],
      [0, 14],
      [9, 14],
    ]);
  });
});

describe("the table that is shipped", () => {
  test("has 2 to 8 MB, its vocabulary in order of frequency, and every letter and digit", () => {
    const table = builtInTable();
    expect(table.size * table.dimensions).toBeWithin(2_000_000, 8_000_000);
    for (const letter of "abcdefghijklmnopqrstuvwxyz0123456789") expect(table.find(letter)).toBeGreaterThanOrEqual(0);
    for (const [common, rare] of [
      ["return", "serialize"],
      ["the", "websocket"],
    ] as const)
      expect(table.find(common)).toBeLessThan(table.find(rare));
    for (let token = 0; token < table.size; token += 97) expect(table.find(table.word(token))).toBe(token);
  });

  test("leaves no ASCII word without tokens", () => {
    for (const word of ["qzxjk", "x9", "supercalifragilistic"]) expect(indexingTokenizer().ofWord(word).length).toBeGreaterThan(0);
  });

  test("the hash of the built-in table is the one that is written down", () => {
    const bytes = readFileSync(join(import.meta.dir, "../../src/embed/manifold-static.bin"));
    expect([openTable(bytes).hash, builtInTable().hash]).toEqual([TABLE_HASH, TABLE_HASH]);
  });
});
