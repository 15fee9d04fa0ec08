import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { chunking } from "../../../src/base/limits.ts";
import type { Chunk, FileFacts, RawSymbol, SymbolKind } from "../../../src/base/types.ts";
import { chunk, firstSentence } from "../../../src/lang/engine/chunk.ts";

type Outline = [kind: SymbolKind, qualified: string, start: number, end: number, doc?: string];

/** Facts as extraction would give them, from an outline; comment and import lines are whole lines. */
function factsOf(
  path: string,
  language: string | null,
  text: string,
  outline: Outline[] = [],
  comments: number[] = [],
  imports: number[] = [],
): FileFacts {
  const rows = text.split("\n");
  const starts = [0];
  for (const row of rows) starts.push(starts[starts.length - 1]! + row.length + 1);
  const span = (line: number): [number, number] => [starts[line - 1]!, starts[line]! - 1];
  const symbol = ([kind, qualified, start, end, doc]: Outline): RawSymbol => ({
    kind,
    name: qualified.split(".").pop()!,
    qualified,
    parent: 0,
    signature: "",
    doc: doc ?? "",
    start,
    end,
    from: 0,
    to: 0,
    exported: true,
    arity: null,
    type: null,
  });
  const file: RawSymbol = { ...symbol(["file", path, 1, Math.max(1, rows.length)]), name: path, qualified: path, parent: -1 };
  return {
    path,
    language,
    lines: rows.length,
    symbols: [file, ...outline.map(symbol)],
    imports: [],
    references: [],
    bindings: [],
    spans: { comments: comments.map(span), imports: imports.map(span), signatures: [] },
    damaged: false,
  };
}

const shown = (chunks: Chunk[]) => chunks.map((c) => `${c.start}-${c.end} ${c.kind} ${c.qualified}`.trim());
const body = (count: number, indent = "  ") =>
  Array.from({ length: count }, (_, i) => `${indent}const value${i} = compute(${i}, "some text");`);

function lineCount(text: string): number {
  if (text === "") return 0;
  return text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
}

/** The partition and the caps, for any text and any outline. */
function check(text: string, chunks: Chunk[]): void {
  const rows = text.split("\n");
  let next = 1;
  for (const one of chunks) {
    expect(one.start).toBe(next);
    expect(one.end).toBeGreaterThanOrEqual(one.start);
    next = one.end + 1;
    expect(one.end - one.start + 1).toBeLessThanOrEqual(chunking.maxLines);
    const own = rows.slice(one.start - 1, one.end);
    const visible = own.join("\n").trimEnd();
    if (own.length > 1 && visible.includes("\n")) expect(visible.length).toBeLessThanOrEqual(chunking.maxCharacters);
    if (own.some((row) => row.length > chunking.longLine)) expect(own.filter((row) => row.trim() !== "")).toHaveLength(1);
    expect(one.id).toMatch(/^chunk_[0-9a-f]{16}$/);
    expect(one.hash).toMatch(/^[0-9a-f]{16}$/);
    expect(one.tokens).toBeGreaterThanOrEqual(1);
  }
  expect(next - 1).toBe(lineCount(text));
  expect(new Set(chunks.map((one) => one.id)).size).toBe(chunks.length);
}

// ---------------------------------------------------------------------------------------------- arbitrary files

const row = fc.oneof(
  { weight: 6, arbitrary: fc.stringMatching(/^( {0,8}|\t{0,3})[a-z(){}=;#*|>`.-]{0,90}$/) },
  { weight: 3, arbitrary: fc.constant("") },
  {
    weight: 1,
    arbitrary: fc.constantFrom("\f", "  \r", "}", "# Title", "## Section", "```", "| a | b |", "|---|---|", "- item", "---", "text é 漢字"),
  },
  { weight: 1, arbitrary: fc.integer({ min: 1000, max: 9000 }).map((length) => "x".repeat(length)) },
);
const block = fc.tuple(row, fc.integer({ min: 1, max: 60 })).map(([text, times]) => Array<string>(times).fill(text));
const text = fc
  .tuple(
    fc.array(
      fc.oneof(
        block,
        row.map((one) => [one]),
      ),
      { maxLength: 60 },
    ),
    fc.constantFrom("\n", "\r\n"),
    fc.boolean(),
  )
  .map(([blocks, ending, last]) => blocks.flat().join(ending) + (last ? ending : ""));
const kinds: SymbolKind[] = ["function", "class", "method", "variable", "field", "namespace", "section", "import"];
const outline = (lines: number) =>
  fc.array(
    fc
      .tuple(fc.constantFrom(...kinds), fc.integer({ min: 1, max: Math.max(1, lines) }), fc.integer({ min: 0, max: Math.max(1, lines) }))
      .map(([kind, start, length]): Outline => [kind, `${kind}${start}`, start, start + length]),
    { maxLength: 25 },
  );
const languages = fc.constantFrom("typescript", "markdown", "json", "text", null);
const file = text.chain((content) => {
  const lines = Math.max(1, lineCount(content));
  const some = fc.array(fc.integer({ min: 1, max: lines }), { maxLength: 20 }).map((list) => [...new Set(list)].sort((a, b) => a - b));
  return fc.record({ content: fc.constant(content), outline: outline(lines), comments: some, imports: some, language: languages });
});

describe("properties", () => {
  test("chunks partition the lines and keep the caps, whatever the symbols claim", () => {
    fc.assert(
      fc.property(file, (one) => {
        const chunks = chunk(factsOf("a/b.x", one.language, one.content, one.outline, one.comments, one.imports), one.content);
        check(one.content, chunks);
      }),
      { numRuns: 300 },
    );
  });

  test("the same file gives the same chunks", () => {
    fc.assert(
      fc.property(file, (one) => {
        const facts = factsOf("a/b.x", one.language, one.content, one.outline, one.comments, one.imports);
        expect(chunk(facts, one.content)).toEqual(chunk(structuredClone(facts), one.content));
      }),
      { numRuns: 50 },
    );
  });

  test("lines inserted above leave the ids of large definitions alone, and of everything behind the first", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 18, max: 45 }), { minLength: 1, maxLength: 8 }),
        fc.array(fc.constantFrom("// a line", "", "const x = 1;"), { minLength: 1, maxLength: 30 }),
        (sizes, above) => {
          const make = (lead: string[]) => {
            const rows = [...lead];
            const found: Outline[] = [];
            for (const [i, size] of sizes.entries()) {
              const start = rows.length + 1;
              rows.push(`function f${i}() {`, ...body(size), "}", "");
              found.push(["function", `f${i}`, start, rows.length - 1]);
              rows.push(`const tail${i} = 1;`, "");
            }
            const content = rows.join("\n");
            return chunk(factsOf("x.ts", "typescript", content, found), content);
          };
          const before = new Set(make([]).map((one) => one.id));
          const after = make(above);
          const lost = [...before].filter((id) => !after.some((one) => one.id === id));
          // Only what the new lines were merged into may change.
          expect(lost.length).toBeLessThanOrEqual(1);
        },
      ),
      { numRuns: 100 },
    );
  });
});

// ---------------------------------------------------------------------------------------------- shapes

describe("code", () => {
  test("licence, imports, small siblings together, a large one alone, docs with what they document", () => {
    const rows = [
      "// Copyright 2024 Somebody", // 1
      "// Licensed under the MIT licence", // 2
      "", // 3
      'import a from "a";', // 4
      'import b from "b";', // 5
      "", // 6
      'import c from "c";', // 7
      "", // 8
      "// Small one.", // 9
      "function one() {", // 10
      ...body(6), // 11-16
      "}", // 17
      "", // 18
      "function two() {", // 19
      ...body(6), // 20-25
      "}", // 26
      "", // 27
      "/** Large. */", // 28
      "function three() {", // 29
      ...body(30), // 30-59
      "}", // 60
    ];
    const content = `${rows.join("\n")}\n`;
    const facts = factsOf(
      "src/x.ts",
      "typescript",
      content,
      [
        ["function", "one", 10, 17, "Small one."],
        ["function", "two", 19, 26],
        ["function", "three", 29, 60, "Large. And more."],
      ],
      [1, 2, 9, 28],
      [4, 5, 7],
    );
    const chunks = chunk(facts, content);
    expect(shown(chunks)).toEqual(["1-3 licence", "4-8 imports", "9-27 code", "28-60 function three"]);
    expect(chunks[3]!.doc).toBe("Large.");
    expect(chunks[3]!.symbol).toBe(3);
    check(content, chunks);
  });

  test("a class too large is split at its members; header and fields go with the first", () => {
    const rows = ["class Big {", "  field = 1;", ""];
    const found: Outline[] = [["class", "Big", 1, 0]];
    for (const name of ["first", "second", "third"]) {
      const start = rows.length + 1;
      rows.push(`  ${name}() {`, ...body(25, "    "), "  }", "");
      found.push(["method", `Big.${name}`, start, rows.length - 1]);
    }
    rows.push("}");
    found[0]![3] = rows.length;
    const content = rows.join("\n");
    expect(shown(chunk(factsOf("big.ts", "typescript", content, found), content))).toEqual([
      "1-31 method Big.first",
      "32-59 method Big.second",
      "60-88 method Big.third",
    ]);
  });

  test("a function too large is cut at blank lines, never inside a run of lines that belong together", () => {
    const rows = ["function long() {"];
    for (let i = 0; i < 12; i++) rows.push(...body(9), "");
    rows.push("}");
    const content = rows.join("\n");
    const chunks = chunk(factsOf("long.ts", "typescript", content, [["function", "long", 1, rows.length]]), content);
    expect(chunks.length).toBeGreaterThan(2);
    for (const one of chunks.slice(1)) expect(rows[one.start - 2]).toBe("");
    expect(new Set(chunks.map((one) => one.qualified))).toEqual(new Set(["long"]));
  });

  test("an import or two is no block of its own; a comment that mentions a licence is no licence", () => {
    const rows = ["# Reads the licence file of a package.", "import os", "", "def f():", "    pass"];
    const content = rows.join("\n");
    expect(shown(chunk(factsOf("f.py", "python", content, [["function", "f", 4, 5]], [1], [2]), content))).toEqual(["1-5 code"]);
  });

  test("a licence is known without grammar, and a header that documents the file is kept searchable", () => {
    const licence = `/*\n * Copyright (c) 2020 Someone\n * Permission is hereby granted, free of charge\n */\n\nlocal x = 1\n`;
    expect(chunk(factsOf("a.zig", null, licence), licence)[0]!.kind).toBe("licence");
    const header = "/*\n * @file Parses dates.\n * Copyright (c) 2020 Someone\n */\nint x;\n";
    expect(chunk(factsOf("a.zig", null, header), header)[0]!.kind).toBe("code");
  });

  test("equal chunks get different ids by their ordinal; equal files at different paths too", () => {
    const rows: string[] = [];
    const found: Outline[] = [];
    for (let i = 0; i < 3; i++) {
      const start = rows.length + 1;
      rows.push("function same() {", ...body(20), "}", "");
      found.push(["function", "same", start, rows.length - 1]);
    }
    const content = rows.join("\n");
    const chunks = chunk(factsOf("x.ts", "typescript", content, found), content);
    expect(chunks).toHaveLength(3);
    expect(new Set(chunks.map((one) => one.hash)).size).toBe(1);
    expect(new Set(chunks.map((one) => one.id)).size).toBe(3);
    expect(chunk(factsOf("y.ts", "typescript", content, found), content)[0]!.id).not.toBe(chunks[0]!.id);
  });

  test("the id is a fixed function of path, symbol, content and ordinal", () => {
    const content = "def f():\n    return 1\n";
    const [one] = chunk(factsOf("pkg/f.py", "python", content, [["function", "f", 1, 2]]), content);
    const hash = (value: string) => new Bun.CryptoHasher("sha256").update(value).digest("hex");
    expect(one!.hash).toBe(hash("def f():\n    return 1").slice(0, 16));
    expect(one!.id).toBe(`chunk_${hash(`pkg/f.py\0f\0${one!.hash}\0${0}`).slice(0, 16)}`);
  });

  test("definitions nested without end do not overflow the stack", () => {
    const depth = 20_000;
    const rows = Array.from({ length: depth * 2 }, () => "x");
    const content = rows.join("\n");
    const found = Array.from({ length: depth }, (_, i): Outline => ["function", `f${i}`, i + 1, depth * 2 - i]);
    check(content, chunk(factsOf("deep.ts", "typescript", content, found), content));
  });

  test("empty, without a final break, CRLF, form feeds, one long line", () => {
    expect(chunk(factsOf("a.ts", "typescript", ""), "")).toEqual([]);
    for (const content of [
      "x",
      "x\n",
      "\n",
      "\n\n\n",
      "a\r\nb\r\n",
      "a\fb\n\f\nc",
      "\r\n",
      "y".repeat(60_000),
      `a\n${"z".repeat(6000)}\nb\n`,
    ])
      check(content, chunk(factsOf("a.ts", "typescript", content), content));
    expect(shown(chunk(factsOf("a.ts", "typescript", ""), `a\n${"z".repeat(6000)}\nb\n`))).toEqual(["1-1 code", "2-2 code", "3-3 code"]);
  });

  test("generated by its own words", () => {
    const content = "// Code generated by protoc-gen-go. DO NOT EDIT.\npackage x\n";
    expect(chunk(factsOf("cmd/x.go", "go", content), content)[0]!.tags).toEqual(["generated"]);
    const member = "class Lost {\n    /**\n     * Auto-generated by an editor.\n     */\n    long id = 1L;\n}\n";
    expect(chunk(factsOf("src/Lost.java", "java", member), member)[0]!.tags).toEqual([]);
  });
});

describe("markdown", () => {
  const section = (title: string, sentences: number) => [
    title,
    "",
    ...Array.from({ length: sentences }, (_, i) => `Sentence number ${i} of this section says something.`),
    "",
  ];

  test("large sections stand alone, small ones are merged, the front matter is data", () => {
    const rows = [
      "---",
      "title: x",
      `list: ${"y".repeat(200)}`,
      "---",
      "",
      ...section("# Title", 3),
      ...section("## Small", 4),
      ...section("## Large", 25),
      ...section("## Last", 4),
    ];
    const content = rows.join("\n");
    const chunks = chunk(factsOf("README.md", "markdown", content), content);
    expect(chunks.map((one) => rows[one.start - 1])).toEqual(["---", "# Title", "## Large", "## Last"]);
    expect(chunks[0]!.kind).toBe("data");
    expect(chunks[1]!.kind).toBe("section");
    expect(chunks[1]!.tags).toEqual(["docs"]);
  });

  test("code blocks and tables below the cap are never cut", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom("code", "table", "text", "heading", "list"), fc.integer({ min: 1, max: 60 })), { maxLength: 14 }),
        (blocks) => {
          const rows: string[] = [];
          const whole: [number, number][] = [];
          for (const [kind, size] of blocks) {
            const start = rows.length + 1;
            if (kind === "code") rows.push("```js", ...body(size, ""), "", "done();", "```");
            else if (kind === "table") rows.push("| a | b |", "|---|---|", ...Array<string>(size).fill("| one cell | another cell |"));
            else if (kind === "heading") rows.push(`${"#".repeat((size % 4) + 1)} Heading`);
            else if (kind === "list") for (let i = 0; i < size; i++) rows.push(`- item number ${i} with some words in it`);
            else rows.push(...Array<string>(size).fill("Some words that make up a paragraph of prose."));
            const length = rows.slice(start - 1).join("\n").length;
            if ((kind === "code" || kind === "table") && length <= chunking.maxCharacters) whole.push([start, rows.length]);
            rows.push("");
          }
          const content = rows.join("\n");
          const chunks = chunk(factsOf("a.md", "markdown", content), content);
          check(content, chunks);
          for (const [start, end] of whole) expect(chunks.some((one) => one.start <= start && one.end >= end)).toBe(true);
        },
      ),
      { numRuns: 60 },
    );
  });

  test("a heading inside a code block opens nothing; the innermost section names the chunk", () => {
    const rows = [...section("# Top", 6), "```sh", "# not a heading", "```", "", ...section("## Under", 30)];
    const content = rows.join("\n");
    const under = rows.indexOf("## Under") + 1;
    const found: Outline[] = [
      ["section", "Top", 1, rows.length],
      ["section", "Top.Under", under, rows.length],
    ];
    expect(shown(chunk(factsOf("a.md", "markdown", content, found), content))).toEqual([
      `1-${under - 1} section Top`,
      `${under}-${rows.length - 1} section Top.Under`,
    ]);
  });

  test("hostile nesting is split by paragraph instead of parsed", () => {
    const content = `${"> ".repeat(5000)}x\n\n${"- ".repeat(3000)}y\n`;
    check(content, chunk(factsOf("a.md", "markdown", content), content));
  });
});

test("plain text goes by paragraph, titles stay with what they head", () => {
  const paragraph = Array<string>(10).fill("Words of a paragraph that nobody needs to read twice.").join("\n");
  const content = [
    "Title",
    "=====",
    "",
    paragraph,
    "",
    "Next title",
    "----------",
    "",
    paragraph,
    "",
    "::",
    "",
    "    literal",
    "",
    paragraph,
  ].join("\n");
  const rows = content.split("\n");
  const chunks = chunk(factsOf("guide.rst", null, content), content);
  check(content, chunks);
  const next = chunks.findIndex((one) => one.start <= rows.indexOf("Next title") + 1 && one.end >= rows.indexOf("Next title") + 1);
  expect(chunks[next]!.end).toBeGreaterThan(rows.indexOf("Next title") + 5);
  expect(chunks[0]!.kind).toBe("text");
});

test("tokens by content", () => {
  const prose = "word ".repeat(200).trimEnd();
  expect(chunk(factsOf("a.md", "markdown", prose), prose)[0]!.tokens).toBe(Math.ceil(999 / 4));
  expect(chunk(factsOf("a.ts", "typescript", prose), prose)[0]!.tokens).toBe(Math.ceil(999 / 3.1));
  const han = "漢".repeat(100);
  expect(chunk(factsOf("a.md", "markdown", han), han)[0]!.tokens).toBe(100);
});

test("first sentence", () => {
  expect(firstSentence("Reads e.g. v1.2 files. Then more.")).toBe("Reads e.g. v1.2 files.");
  expect(firstSentence("One line\n  over two\n\nSecond paragraph.")).toBe("One line over two");
  expect(firstSentence("")).toBe("");
  expect(firstSentence("x".repeat(500))).toHaveLength(200);
});
