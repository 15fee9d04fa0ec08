import { beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { carriesLibrary } from "../../../src/base/native.ts";
import type { FileFacts } from "../../../src/base/types.ts";
import { extract } from "../../../src/lang/engine/extract.ts";
import { astOf, grammarLoaded, knowsKind, LANGUAGES, languageNamed, languageOf, loadGrammars } from "../../../src/lang/languages.ts";

import { FIXTURES as samples } from "../_fixtures.ts";

beforeAll(() => loadGrammars());

describe("the table of languages", () => {
  test("sorted by name, every name, extension, file name and shebang once", () => {
    const names = LANGUAGES.map((language) => language.name);
    expect(names).toEqual([...new Set(names)].sort());
    for (const list of [LANGUAGES.map((l) => l.extensions), LANGUAGES.map((l) => l.filenames), LANGUAGES.map((l) => l.shebangs)]) {
      expect(list.flat().length).toBe(new Set(list.flat()).size);
    }
  });

  test("extensions are lower case without a dot", () => {
    for (const { extensions } of LANGUAGES) for (const extension of extensions) expect(extension).toMatch(/^[a-z0-9+#-]+$/);
  });

  test("a language is told by name, extension in any case, or first line", () => {
    expect(languageOf("a/b.py")?.name).toBe("python");
    expect(languageOf("a/B.PY")?.name).toBe("python");
    expect(languageOf("bin/tool", "#!/usr/bin/env python3")?.name).toBe("python");
    expect(languageOf("bin/tool", "#!/usr/bin/env -S FOO=1 node --flag")?.name).toBe("javascript");
    expect(languageOf("bin/tool", "#!/bin/sh -e")?.name).toBe("bash");
    expect(languageOf("bin/tool", "echo")).toBeNull();
    expect(languageOf("notes.unheard", "#!/bin/sh")).toBeNull();
    expect(languageOf(".hidden")).toBeNull();
  });

  // Without a C compiler some grammars are missing: in CI that is a failure.
  const ruled = LANGUAGES.filter(({ rules, grammar }) => rules !== null && (process.env.CI === "true" || carriesLibrary(`${grammar}.so`)));

  test.each(ruled.map((language) => [language.name, language] as const))(
    "%s: kinds are sorted and known to the grammar",
    (_, { grammar, rules }) => {
      expect(grammarLoaded(grammar!)).toBe(true);
      const kinds = Object.keys(rules!.value!.nodes);
      expect(kinds).toEqual([...kinds].sort());
      expect(kinds.filter((kind) => !knowsKind(grammar!, kind))).toEqual([]);
      expect(Object.keys(rules!.value!.narrow ?? {}).filter((kind) => !kinds.includes(kind))).toEqual([]);
      expect(Object.values(rules!.value!.starts ?? {}).filter((kind) => !kinds.includes(kind))).toEqual([]);
    },
  );

  test.each(ruled.map((language) => [language.name, language] as const))(
    "%s: first characters tell the kind they are said to",
    (name, language) => {
      const { grammar, rules } = language;
      const sample = samples.find((one) => languageOf(one.name)?.name === name);
      if (!sample) return;
      const wrong: string[] = [];
      const kinds = Object.keys(rules!.value!.nodes);
      const nodes = astOf(grammar!, sample.text)!.findAll({ rule: { any: kinds.map((kind) => ({ kind })) } });
      for (const node of nodes) {
        const text = node.text();
        for (const [start, kind] of Object.entries(rules!.value!.starts ?? {})) {
          const real = String(node.kind());
          if (text.startsWith(start) && JSON.stringify(rules!.value!.nodes[real]) !== JSON.stringify(rules!.value!.nodes[kind]))
            wrong.push(`${start} ${real}`);
        }
      }
      expect(wrong).toEqual([]);
    },
  );
});

/** Whatever the input: shape and bounds of facts hold. */
function check(facts: FileFacts, text: string): void {
  const { symbols, imports, references, bindings, spans } = facts;
  const [file] = symbols;
  expect(file).toMatchObject({ kind: "file", parent: -1, from: 0, to: text.length, start: 1 });
  for (const [index, symbol] of symbols.entries()) {
    if (index === 0) continue;
    const parent = symbols[symbol.parent]!;
    expect(symbol.parent).toBeLessThan(index);
    expect(symbol.parent).toBeGreaterThanOrEqual(0);
    expect(symbol.name).not.toBe("");
    expect(symbol.from).toBeLessThan(symbol.to);
    expect(symbol.to).toBeLessThanOrEqual(text.length);
    expect(symbol.start).toBeLessThanOrEqual(symbol.end);
    expect(symbol.end).toBeLessThanOrEqual(facts.lines);
    expect(text.slice(0, symbol.from).split("\n").length).toBe(symbol.start);
    const inside = parent.kind === "file" ? symbol.name : `${parent.qualified}.${symbol.name}`;
    // A member of a type that other files define carries that type's name.
    if (symbol.qualified !== inside) expect(symbol.qualified.endsWith(`.${symbol.name}`)).toBe(true);
    expect(symbol.signature.length).toBeLessThanOrEqual(300);
    expect(symbol.signature).not.toMatch(/\n/);
  }
  for (const { scope, line } of [...imports, ...references, ...bindings]) {
    expect(scope).toBeLessThan(symbols.length);
    expect(line).toBeGreaterThanOrEqual(1);
    expect(line).toBeLessThanOrEqual(facts.lines + 1);
  }
  for (const { name, receiver } of references) {
    expect(name).not.toBe("");
    expect(receiver?.length ?? 0).toBeLessThanOrEqual(120);
  }
  for (const list of Object.values(spans) as [number, number][][]) {
    let end = 0;
    for (const [from, to] of list) {
      expect(from).toBeGreaterThanOrEqual(end);
      expect(to).toBeGreaterThan(from);
      end = to;
    }
    expect(end).toBeLessThanOrEqual(text.length);
  }
}

/** Children lie inside their parents and do not cut each other, members that stand outside their type aside. */
function checkNesting(facts: FileFacts): void {
  for (const symbol of facts.symbols.slice(1)) {
    const parent = facts.symbols[symbol.parent]!;
    const outside = symbol.to <= parent.from || symbol.from >= parent.to;
    expect(outside || (symbol.from >= parent.from && symbol.to <= parent.to)).toBe(true);
  }
}

describe("extract", () => {
  test.each(samples.map((sample) => [sample.name, sample.text] as const))("%s: well-formed facts", (name, text) => {
    const facts = extract(name, text, languageOf(name, text.split("\n", 1)[0]));
    expect(facts.symbols.length).toBeGreaterThan(1);
    check(facts, text);
    checkNesting(facts);
  });

  test("the same text gives the same facts", () => {
    for (const { name, text } of samples) expect(extract(name, text, languageOf(name))).toEqual(extract(name, text, languageOf(name)));
  });

  test("mutilated sources never throw and keep the facts' shape", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...samples),
        fc.array(
          fc.tuple(
            fc.double({ min: 0, max: 1, noNaN: true }),
            fc.nat(60),
            fc.constantFrom("", "(", ")", "{", "}", '"', "`", "/*", "\n", "é𝒳", "\u0000", "\ud800", "<", "=>", "//"),
          ),
        ),
        ({ name, text }, cuts) => {
          let mutilated = text;
          for (const [share, length, put] of cuts) {
            const at = Math.floor(share * mutilated.length);
            mutilated = mutilated.slice(0, at) + put + mutilated.slice(at + length);
          }
          const facts = extract(name, mutilated, languageOf(name));
          check(facts, mutilated);
          checkNesting(facts);
        },
      ),
      { numRuns: 150 },
    );
  });

  test("a name far from ASCII does not shift the spans behind it", () => {
    const text = '# ü𝒳\ndef größe(𝒳: "Ärger"): return f(größe)\n';
    const facts = extract("a.py", text, languageNamed("python"));
    expect(facts.symbols[1]).toMatchObject({ name: "größe", arity: 1, start: 2, doc: "ü𝒳" });
    expect(text.slice(facts.symbols[1]!.from, facts.symbols[1]!.to)).toBe(text.split("\n")[1]!);
    expect(facts.references.map(({ kind, name }) => `${kind} ${name}`).sort()).toEqual(["call f", "use größe", "use Ärger"]);
  });

  const hostile: [string, string][] = [
    ["100,000 nested parentheses", `${"(".repeat(100_000)}x${")".repeat(100_000)}`],
    ["100,000 unclosed parentheses", "(".repeat(100_000)],
    ["10,000 nested calls", `${"f(".repeat(10_000)}${")".repeat(10_000)}`],
    ["a chain of 6,000 calls", `x${".f(1)".repeat(6_000)}`],
    ["a line of 70 kB", "a(b,c);".repeat(10_000)],
    ["a megabyte of base64", `x = "${"QUJD".repeat(250_000)}"`],
    ["unclosed string", `f("${"a,(".repeat(50_000)}`],
    ["zero bytes", "\u0000".repeat(10_000)],
    ["lone surrogates", "\ud800x(\udc00);\n".repeat(5_000)],
    ["4,000 comment lines", "// a\n# b\n".repeat(2_000)],
    ["nothing", ""],
    ["a byte order mark", "\ufeff"],
    ["blanks", " \n\t\r\n".repeat(1_000)],
  ];
  const names = ["python", "typescript", "javascript", "go", "rust", "bash", "markdown", "json", "yaml"];
  test.each(hostile)(
    "%s",
    async (_, text) => {
      for (const name of names) {
        const facts = extract("x", text, languageNamed(name));
        expect(facts.symbols[0]).toMatchObject({ kind: "file", to: text.length });
        Bun.gc(false);
        await Bun.sleep(0);
      }
    },
    120_000,
  );

  test("random bytes give the file and no exception", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 3_000 }), fc.constantFrom(...LANGUAGES), (bytes, language) => {
        const text = new TextDecoder().decode(bytes);
        check(extract("x", text, language), text);
      }),
      { numRuns: 150 },
    );
  });

  test("a language without rules, or none, gives the file's own symbol", () => {
    expect(extract("a/b.txt", "x\ny\n", null)).toMatchObject({
      path: "a/b.txt",
      language: null,
      lines: 2,
      symbols: [{ kind: "file", name: "b.txt", qualified: "a/b.txt", start: 1, end: 2 }],
      damaged: false,
    });
  });

  test("a long string is no reason to give a file up", () => {
    const words = Array.from({ length: 500 }, (_, i) => `w${(i * 7_919) % 1_009}`).join(" ");
    for (const [name, text] of [
      ["scala", `object A {\n  val Name = """^(?!do$)[${words}$A-Z]*""".r\n  def good() = 1\n}\n`],
      ["dart", `class A {\n  final a = "${words}";\n  int good() => 1;\n}\n`],
    ] as const) {
      const facts = extract("a", text, languageNamed(name));
      expect([facts.damaged, facts.symbols.map((symbol) => symbol.name)]).toEqual([false, expect.arrayContaining(["A", "good"])]);
    }
  });

  test("a syntax error is said and what can be read is kept", () => {
    const facts = extract("a.py", "def good(): pass\n\ndef broken(:\n  x = (\n", languageNamed("python"));
    expect(facts.damaged).toBe(true);
    expect(facts.symbols.map((symbol) => symbol.name)).toContain("good");
  });
});
