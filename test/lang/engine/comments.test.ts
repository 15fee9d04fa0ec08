import { beforeAll, describe, expect, test } from "bun:test";
import { eachComment } from "../../../src/lang/engine/lex.ts";
import { astOf, LANGUAGES, languageOf, loadGrammars, loadRules } from "../../../src/lang/languages.ts";

import { FIXTURES } from "../_fixtures.ts";

/** Texts in which something only looks like a comment, or hardly looks like one. */
const TRICKY: Record<string, string[]> = {
  c: ['char *a = "// no", b = \'"\'; /* yes */ int c; // yes "\n'],
  cpp: ['auto a = R"x(// no )" still /* no */)x"; // yes\nauto b = u8R"(" // no)"; /* yes */ auto c = 1\'000\'000; // yes\n'],
  csharp: [
    'class A { string a = @"c:\\"; /* yes */ string b = @"say ""// no"" // no"; // yes\n string c = $"{x["//"]} // no {{ // no"; // yes\n char d = \'"\'; // yes\n string e = """\n // no "quoted"\n """; }\n',
  ],
  go: ['package a\nvar a = `// no \\` // yes\nvar b = \'"\' // yes\nvar c = "\\" // no" /* yes */\n'],
  // Of text blocks with marks of comments inside, this grammar makes comments.
  java: ['class A { String a = "// no"; char b = \'"\'; /* yes */ String c = """\n "no"\n """; // yes\n}\n'],
  python: [
    "a = '# no' # yes\nb = '''\n# no \\''' # no\n''' # yes\nc = \"it's\" # yes\nd = r'\\' # no' # yes\ne = f\"{x!r:#x} # no\" # yes\n",
  ],
  rust: [
    'fn a<\'a>(x: &\'a str) { let b = "// no\n // no"; /* yes /* nested */ yes */ let c = r#"" // no"#; // yes\n let d = \'"\'; // yes\n let e = b\'\\\'\'; // yes\n let f = br"\\"; /// yes\n}\n',
  ],
  swift: ['let a = "\\(f("// no")) // no" // yes\nlet b = #"" // no"# // yes\nlet c = """\n // no\n """ /* yes /* nested */ yes */\n'],
};

beforeAll(() => loadGrammars());

function asked(grammar: string, text: string): string[] {
  const found: string[] = [];
  for (const kind of ["comment", "line_comment", "block_comment", "multiline_comment"]) {
    try {
      for (const node of astOf(grammar, text)!.findAll({ rule: { kind } })) found.push(node.text().trimEnd());
    } catch {
      // the grammar has no such kind
    }
  }
  return found.sort();
}

function lexed(text: string, syntax: Parameters<typeof eachComment>[1]): string[] {
  const found: string[] = [];
  eachComment(text, syntax, (from, to) => found.push(text.slice(from, to).trimEnd()));
  return found.sort();
}

await loadRules();
const lexing = LANGUAGES.filter((language) => language.rules?.value?.lexComments);

describe("comments found by lexing are those of the grammar", () => {
  test.each(lexing.map((language) => [language.name, language] as const))("%s", (name, { grammar, rules }) => {
    const texts = FIXTURES.filter((file) => languageOf(file.name)?.name === name).map(({ text }) => text);
    expect(TRICKY[name]?.length ?? 0).toBeGreaterThan(0);
    for (const text of [...texts, ...(TRICKY[name] ?? [])]) expect(lexed(text, rules!.value!.syntax)).toEqual(asked(grammar!, text));
  });

  test("what is left open ends with the text", () => {
    for (const { rules } of lexing)
      for (const open of ["/*", '"', '"""', "'", '@"', '$"{', 'r#"', 'R"(', '#"', "`"])
        for (const text of [open, `${open}\n`.repeat(2_000), `a ${open} b`]) lexed(text, rules!.value!.syntax);
  });
});
