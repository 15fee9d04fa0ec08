import { beforeAll, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { carriesLibrary, SCANNER } from "../../src/base/native.ts";
import { HashedNames, type NameTable, NumberedNames } from "../../src/base/numbered.ts";
import { loadGrammars, nameTable } from "../../src/source/languages.ts";

const here = process.env.CI === "true" || carriesLibrary(SCANNER);

beforeAll(() => loadGrammars(["typescript"]));

/** What a table makes of texts, read one after the other. */
function read(table: NameTable, texts: readonly string[]): unknown[] {
  return texts.map((text) => {
    const numbers = new Uint32Array(text.length);
    const starts = new Uint32Array(text.length);
    const count = table.read(text, numbers, starts);
    return [[...numbers.subarray(0, count)], [...starts.subarray(0, count)], table.size];
  });
}

const allNames = (table: NameTable): string[] => Array.from({ length: table.size }, (_, number) => table.name(number));

function expectSame(texts: readonly string[]): void {
  const [native, plain] = [nameTable(), new HashedNames()];
  expect(read(native, texts)).toEqual(read(plain, texts));
  expect(allNames(native)).toEqual(allNames(plain));
}

describe.skipIf(!here)("names by native code", () => {
  test("are those that JavaScript finds, in these sources", () => {
    const folder = join(import.meta.dir, "..", "..", "src");
    const texts = readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .sort()
      .map((name) => readFileSync(join(folder, name), "utf8"));
    expect(texts.length).toBeGreaterThan(300);
    expectSame(texts);
  });

  test("are those that JavaScript finds, in any text", () => {
    const unit = fc.oneof(
      fc.constantFrom(..."aZ09_ .-ßéДж漢字ไทยあ٣Ⅷ²", "ab_C1", "\u0301", "\ufeff"),
      // Pictures, letters and digits of two units; halves of them.
      fc.constantFrom("👩‍👧", "🄰", "𝒳", "𠀀", "𞤀", "\ud83d", "\udc00"),
      fc.string({ unit: "binary", maxLength: 3 }),
    );
    const text = fc.array(unit, { maxLength: 60 }).map((units) => units.join(""));
    fc.assert(fc.property(fc.array(text, { maxLength: 6 }), (texts) => expectSame(texts)));
  });

  test("empty texts, names of 120 and 121 characters, and more names than a table begins with", () => {
    const many = Array.from({ length: 50_000 }, (_, i) => `name${i}`).join(" ");
    expectSame(["", "a".repeat(120), "a".repeat(121), `${"b".repeat(121)}-c`, many, many, "𝒳y z"]);
  });

  test("wrong arguments are refused", () => {
    const table = nameTable();
    expect(table.read("two names", new Uint32Array(8), new Uint32Array(9))).toBe(-1);
    expect(table.name(7)).toBe("");
  });

  test("a text's names and another's do not disturb each other", () => {
    for (const names of [new NumberedNames(nameTable), new NumberedNames()]) {
      names.read("one two one");
      expect([...names.numbersOf("three one four")]).toEqual([2, 0, 3]);
      expect([...names.numbers.subarray(0, names.count)]).toEqual([0, 1, 0]);
      expect([names.at(1), names.at(8), names.at(9)]).toEqual([1, 2, 3]);
      expect([0, 1, 2, 3].map((number) => names.parts(number).join())).toEqual(["one", "two", "three", "four"]);
    }
  });
});
