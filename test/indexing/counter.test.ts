import { beforeAll, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { carriesLibrary, QUICK } from "../../src/base/native.ts";
import { NumberedNames } from "../../src/base/numbered.ts";
import { type Quick, quick } from "../../src/base/quick.ts";
import type { Chunk, FileFacts } from "../../src/base/types.ts";
import { builtInTable } from "../../src/embed/static.ts";
import { type Counter, NativeCounter, PlainCounter } from "../../src/indexing/counter.ts";
import { chunk } from "../../src/source/chunk.ts";
import { extract } from "../../src/source/extract.ts";
import { languageOf, loadGrammars } from "../../src/source/languages.ts";
import { PostingBuilder } from "../../src/store/lexical.ts";

const here = process.env.CI === "true" || carriesLibrary(QUICK);
const addon = (): Quick => quick()!;

interface File {
  facts: FileFacts;
  text: string;
  chunks: Chunk[];
  /** As `Wanted.pairs`; null where no bags are. */
  pairs: number | null;
}

/** What a counter makes of batches of files: every term's postings, the lengths, and the bags. */
function counted(counter: Counter, batches: readonly (readonly File[])[]): unknown {
  const builder = new PostingBuilder();
  const bags: string[] = [];
  let first = 0;
  for (const files of batches) {
    for (const { facts, text, chunks, pairs } of files) {
      bags.push(Buffer.from(counter.file(facts, text, chunks, pairs === null ? null : { pairs })).toString("hex"));
      first += chunks.length;
    }
    builder.mergeInto(counter.encodePostings(), first - files.reduce((sum, { chunks }) => sum + chunks.length, 0));
  }
  return { bags, posted: builder.posted, runs: [...builder.runs()].map(([term, run]) => [term, Buffer.from(run).toString("hex")]) };
}

function expectSame(batches: readonly (readonly File[])[]): void {
  expect(counted(new NativeCounter(addon()), batches)).toEqual(counted(new PlainCounter(), batches));
}

/** A file as indexing reads it. */
function fileOf(path: string, text: string, pairs: number | null): File {
  const facts = extract(path, text, languageOf(path));
  return { facts, text, chunks: chunk(facts, text), pairs };
}

const unit = fc.oneof(
  fc.constantFrom(
    ...'aZ09_ .-\n"ßéДж漢字ไทยあ٣Ⅷ²ÀŸ',
    "ab_C1",
    "HTTPServer2go",
    "parsing",
    "\n  ",
    "\u0301",
    "\ufeff",
    "İ",
    "a".repeat(121),
    "// one two three\n",
  ),
  // Pictures, letters and digits of two units; halves of them.
  fc.constantFrom("👩‍👧", "🄰", "𝒳", "𠀀", "𞤀", "\ud83d", "\udc00"),
  fc.string({ unit: "binary", maxLength: 3 }),
);
const anyText = fc.array(unit, { maxLength: 120 }).map((units) => units.join(""));

beforeAll(() => loadGrammars(["typescript", "markdown"]));

describe.skipIf(!here)("words and tokens by native code", () => {
  test("are those that TypeScript counts, in these sources", () => {
    const folder = join(import.meta.dir, "..", "..", "src");
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(?:ts|c|h|md)$/.test(name))
      .sort()
      .filter((_, i) => i % 2 === 0)
      .map((name, i) =>
        fileOf(`src/${name}`, readFileSync(join(folder, name), "utf8"), i % 20 === 0 ? null : i % 3 === 0 ? 20_000 : 65_536),
      );
    expect(files.length).toBeGreaterThan(150);
    expectSame([files.slice(0, 100), [], files.slice(100)]);
  });

  test("are those that TypeScript counts, in any text", () => {
    const file = fc.tuple(
      fc.constantFrom("a.ts", "src/Some dir/naïve.Name.md", "x/y\nz.txt", "𝒳/e"),
      anyText,
      fc.constantFrom(null, 0, 65_536),
    );
    fc.assert(
      fc.property(fc.array(fc.array(file, { maxLength: 3 }), { maxLength: 3 }), (batches) =>
        expectSame(batches.map((files) => files.map(([path, text, pairs]) => fileOf(path, text, pairs)))),
      ),
      { numRuns: 100 },
    );
  });

  test("are those that TypeScript counts, whatever the chunks and spans", () => {
    const span = fc.tuple(fc.nat(200), fc.nat(40)).map(([from, size]): [number, number] => [from, from + size]);
    const spans = fc.array(span, { maxLength: 5 }).map((all) => {
      const sorted = all.sort((a, b) => a[0] - b[0]);
      return sorted.filter(([from], i) => i === 0 || from >= Math.max(...sorted.slice(0, i).map(([, to]) => to)));
    });
    const kinds = fc.constantFrom<Chunk["kind"]>("code", "licence", "data");
    const row = fc.tuple(kinds, anyText, anyText);
    fc.assert(
      fc.property(
        anyText,
        spans,
        spans,
        spans,
        fc.array(row, { minLength: 1, maxLength: 4 }),
        (text, comments, imports, signatures, rows) => {
          const { facts, chunks } = fileOf("some/file.txt", text, 0);
          const own = chunks.map((one, i): Chunk => {
            const [kind, qualified, doc] = rows[i % rows.length]!;
            return { ...one, kind, qualified, doc };
          });
          const file = { facts: { ...facts, spans: { comments, imports, signatures } }, text, chunks: own, pairs: 65_536 };
          expectSame([[file, file], [file]]);
        },
      ),
      { numRuns: 100 },
    );
  });

  test("words that stand a hundred times and more, names of 120 and 121 characters, and more names than a table begins with", () => {
    const many = Array.from({ length: 60_000 }, (_, i) => `name${i % 30_000} otherName`).join("\n");
    const long = `${"a".repeat(120)} ${"b".repeat(121)}-c ${"x_".repeat(59)}y`;
    expectSame([["", "a", "a\n", long, many].map((text) => fileOf("a.txt", text, 65_536)), [fileOf("b.txt", `${many}𝒳y z`, 65_536)]]);
  });

  test("forget what they knew when there is too much of it, without a difference", () => {
    const texts = [0, 1, 2].map((part) => Array.from({ length: 135_000 }, (_, i) => `q${part}x${i.toString(36)}`).join("\n"));
    const batches = texts.map((text) => [fileOf("a.txt", text, null)]);
    expectSame([...batches, [fileOf("a.txt", "q0x0 new words", 65_536)]]);
  });

  test("words that the vocabulary has, and those made of two of them, have the tokens that TypeScript tells", () => {
    const table = builtInTable();
    const words = Array.from({ length: table.size }, (_, token) => table.word(token));
    const letters = words.filter((word) => /^[a-z]+$/.test(word));
    const joined = letters.map((word, i) => `${word}${letters[(i * 7919 + 13) % letters.length]}`);
    const name = (i: number): string => "abcdefghij"[i % 10]!.repeat(1 + (i % 3)) + letters[(i * 31) % letters.length]!.slice(1);
    expectSame([[fileOf("a.txt", [...words, ...joined, ...joined.map((_, i) => name(i))].join("\n"), 0)]]);
  });

  test("nonsense is refused", () => {
    const counter = addon().counter();
    expect(addon().counterFile(counter, new Uint32Array(3))).toBeNull();
    expect(addon().counterFile(counter, new Uint32Array([0, 1, 1, 1, 1, 4_000_000_000, 4_000_000_000, 1, 1, 1]))).toBeNull();
    expect(addon().counterWords(counter, "one")).toBe(false);
    expect(addon().counterRead(counter, "one two", false, new Uint8Array(9))).toBe(false);
    expect(addon().counterRead(counter, "one two", false, new Uint32Array([3, 900]))).toBe(false);
    expect(addon().counterRead(counter, "one two", false, new Uint32Array([0, 3, 4, 7]))).toBe(true);
    expect(addon().counterPieces(counter, false, 9)).toBe("one\ntwo");
    expect(addon().counterPieces(counter, true, 1)).toBe("one");
    // Not before the words of the pieces are told.
    expect(addon().counterFile(counter, new Uint32Array([0, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0]))).toBeNull();
    expect(addon().counterWords(counter, "one")).toBe(false);
    expect(addon().counterWords(counter, "one\ntwo")).toBe(true);
    expect(addon().counterTokens(counter, new Uint32Array([2, 7]))).toBe(false);
    expect(addon().counterTokens(counter, new Uint32Array([1, 7, 1, 7, 1, 7]))).toBe(false);
    expect(addon().counterLearn(counter, new Uint8Array(40))).toBe(false);
    expect(addon().counterFile(counter, new Uint32Array([0, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0]))?.byteLength).toBe(0);
  });
});

test("a text's names and another's do not disturb each other", () => {
  const names = new NumberedNames();
  names.read("one two one");
  expect([...names.numbersOf("three one four")]).toEqual([2, 0, 3]);
  expect([...names.numbers.subarray(0, names.count)]).toEqual([0, 1, 0]);
  expect([names.at(1), names.at(8), names.at(9)]).toEqual([1, 2, 3]);
  expect([0, 1, 2, 3].map((number) => names.parts(number).join())).toEqual(["one", "two", "three", "four"]);
});
