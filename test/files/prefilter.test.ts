import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { type Needles, Prefilter } from "../../src/files/prefilter.ts";

let root = "";
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "manifold-prefilter-"));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function holds(content: string | Uint8Array, needles: Needles): boolean {
  writeFileSync(join(root, "file"), content);
  return new Prefilter(root, needles).mayMatch("file", Buffer.byteLength(content));
}

const one = (text: string, ignoreCase = false): Needles => ({ all: [[text]], ignoreCase });

describe("files that can match", () => {
  test("one of each list must be there", () => {
    const needles: Needles = { all: [["foo", "bar"], ["baz"]], ignoreCase: false };
    expect(holds("a bar and baz", needles)).toBe(true);
    expect(holds("a foo and bar", needles)).toBe(false);
    expect(holds("only baz", needles)).toBe(false);
    expect(holds("anything", { all: [], ignoreCase: false })).toBe(true);
    expect(holds("", one("x"))).toBe(false);
  });

  test("signs of expressions are only signs", () => {
    for (const sign of ["a.c", "(", "[a]", "a|b", "\\", "^", "$", "{2}", "/", "\0"]) {
      expect(holds(`x${sign}y`, { all: [[sign, "zzz"]], ignoreCase: false })).toBe(true);
      expect(holds("abc", { all: [[sign, "zzz"]], ignoreCase: false })).toBe(false);
    }
  });

  test("case folding as Unicode has it", () => {
    for (const [needle, text] of [
      ["key", "KEY"],
      ["key", "\u212aEY"],
      ["ssl", "\u017f\u017fL"],
      ["größe", "GRÖßE"],
      ["ß", "\u1e9e"],
      ["ключ", "КЛЮЧ"],
      ["σ", "ς"],
      ["µ", "μ"],
      ["å", "\u212b"],
      ["𐐨", "𐐀"],
    ] as const)
      expect(holds(`x ${text} y`, one(needle, true))).toBe(true);
    expect(holds("x GROSSE y", one("größe", true))).toBe(false);
    expect(holds("KEY", one("key"))).toBe(false);
  });

  test("never false where the text as decoded has it", () => {
    const letter = fc.constantFrom(..."abkKsSéÉßẞσςΣµμåÅ漢𐐨𐐀ıİ._", "\u212a", "\u017f", "\u212b");
    const text = fc.array(letter, { maxLength: 20 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(text, fc.array(letter, { minLength: 1, maxLength: 3 }), fc.boolean(), (content, parts, ignoreCase) => {
        const literal = parts.join("");
        const expression = new RegExp(literal.replace(/[.]/g, "\\."), ignoreCase ? "iu" : "u");
        if (expression.test(content)) expect(holds(content, one(literal, ignoreCase))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test("UTF-16, missing files, links and foreign paths are left to the reader", () => {
    expect(holds(new Uint8Array([0xff, 0xfe, 0x61, 0x00]), one("zzz"))).toBe(true);
    const prefilter = new Prefilter(root, one("zzz"));
    expect(prefilter.mayMatch("missing", 3)).toBe(true);
    expect(prefilter.mayMatch("../../etc/hostname", 3)).toBe(true);
    symlinkSync("/dev/zero", join(root, "link"));
    expect(prefilter.mayMatch("link", 3)).toBe(true);
  });

  test("a wrong size is only a hint", () => {
    writeFileSync(join(root, "grown"), `${"x".repeat(70_000)} needle`);
    for (const size of [0, 10, 70_000, 1_000_000]) expect(new Prefilter(root, one("needle")).mayMatch("grown", size)).toBe(true);
  });
});
