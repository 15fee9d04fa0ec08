import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { Refusal } from "../../src/base/errors.ts";
import { keywords } from "../../src/base/settings.ts";
import { type Pattern, parsePattern } from "../../src/query/pattern.ts";

function linesOf(pattern: Pattern, text: string): number[] {
  const found: number[] = [];
  pattern.eachLine(text, (line) => {
    found.push(line + 1);
    return false;
  });
  return found;
}

const matches = (keyword: string, line: string) => linesOf(parsePattern(keyword), line).length > 0;

function refusal(keyword: string): Refusal {
  try {
    parsePattern(keyword);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error(`${keyword} was accepted`);
}

describe("what is an expression and what is a literal", () => {
  test.each([
    ["TODO", "literal"],
    ["/todo/", "regex"],
    ["/todo/i", "regex"],
    ["/etc/passwd", "literal"],
    ["/usr/lib/", "literal"],
    ["/a\\/b/", "regex"],
    ["/[/]/", "regex"],
    ["//", "literal"],
    ["/x/q", "literal"],
    ["a/b/c", "literal"],
    ["/\\bword\\b/", "literal"],
    ["/\\bwor.\\b/", "regex"],
  ])("%s is a %s", (keyword, kind) => {
    expect(parsePattern(keyword).kind).toBe(kind as Pattern["kind"]);
  });
});

describe("case", () => {
  test("a literal without capitals matches in any case, one with a capital as it is", () => {
    expect(matches("api_key", "API_KEY = 1")).toBe(true);
    expect(matches("Api_key", "API_KEY = 1")).toBe(false);
    expect(matches("größe", "GRÖSSE GRÖßE")).toBe(true);
    expect(matches("école", "ÉCOLE")).toBe(true);
    expect(matches("École", "ÉCOLE")).toBe(false);
    expect(matches("ключ", "КЛЮЧ")).toBe(true);
  });
  test("simple folding: Kelvin sign, long s, final sigma", () => {
    expect(matches("k", "\u212a")).toBe(true);
    expect(matches("s", "\u017f")).toBe(true);
    expect(matches("σ", "ς")).toBe(true);
  });
  test("an expression is case-sensitive unless it says otherwise", () => {
    expect(matches("/todo/", "TODO")).toBe(false);
    expect(matches("/todo/i", "TODO")).toBe(true);
    expect(matches("/(?i)todo/", "TODO")).toBe(true);
    expect(matches("/x(?i)todo\\d/", "xTODO1")).toBe(true);
    expect(matches("/x(?i)todo\\d/", "XTODO1")).toBe(false);
  });
  test("signs are literal", () => {
    for (const sign of ["a.b", "(", "[]", "$", "\\n", "*", "^", "|", "{2}", "?"]) {
      expect(matches(sign, `x ${sign} y`)).toBe(true);
      expect(matches(sign, "xayb")).toBe(false);
    }
  });
});

test("whole words, with Unicode's idea of a letter", () => {
  expect(matches("/\\bconfig\\b/", "the config.")).toBe(true);
  expect(matches("/\\bconfig\\b/", "reconfigure my_config config2")).toBe(false);
  expect(matches("/\\bfoo\\b/", "éfoo fooé foö")).toBe(false);
  expect(matches("/\\bété\\b/", "un été chaud")).toBe(true);
  expect(matches("/\\bfoo\\b/", "xfoo foo")).toBe(true);
  expect(matches("/\\bfoo\\b/", "𝒳foo")).toBe(false);
});

test("Unicode classes, escapes and brackets", () => {
  expect(matches("/^\\w+$/", "größe")).toBe(true);
  expect(matches("/^[\\w-]+$/", "größe-1")).toBe(true);
  expect(matches("/^\\W+$/", "é")).toBe(false);
  expect(matches("/a\\sb/", "a\u00a0b")).toBe(true);
  expect(matches("/^\\d$/", "٣")).toBe(true);
  expect(matches("/\\u00e9\\u{e8}/", "éè")).toBe(true);
  expect(matches("/[]x]{2}/", "]x")).toBe(true);
  expect(matches("/[^]x]/", "]x")).toBe(false);
  expect(matches("/[[:digit:]a]{2}/", "1a")).toBe(true);
  expect(matches("/[[a]]/", "[]")).toBe(true);
  expect(matches("/a\\/b/", "a/b")).toBe(true);
});

test("lines: bounds, carriage returns, the last one without a break, anchors", () => {
  const text = "one\r\ntwo\n\nthree\rtwo\nfour";
  expect(linesOf(parsePattern("/o$/"), text)).toEqual([2, 4]);
  expect(linesOf(parsePattern("/^$/"), text)).toEqual([3]);
  expect(linesOf(parsePattern("/\\Afour\\z/"), text)).toEqual([5]);
  expect(linesOf(parsePattern("t"), text)).toEqual([2, 4]);
  expect(linesOf(parsePattern("four"), text)).toEqual([5]);
  expect(linesOf(parsePattern("/x*/"), text)).toEqual([1, 2, 3, 4, 5]);
  expect(linesOf(parsePattern("/x*/"), "a\n")).toEqual([1]);
});

test("stretches", () => {
  expect(parsePattern("ab").stretches("abxAB")).toEqual([
    [0, 2],
    [3, 5],
  ]);
  expect(parsePattern("/b+/").stretches("abbab")).toEqual([
    [1, 3],
    [4, 5],
  ]);
  expect(parsePattern("/x*/").stretches("aaa")).toEqual([]);
  expect(parsePattern("a").stretches("a".repeat(100))).toHaveLength(keywords.stretches);
});

test("the search stops when told to", () => {
  let calls = 0;
  parsePattern("a").eachLine("a\na\na\n", () => ++calls === 2);
  expect(calls).toBe(2);
});

describe("refused", () => {
  test.each([
    ["/a(b/", "missing closing )"],
    ["/a**/", "repetition"],
    ["/[z-a]/", "range"],
    ["/(a)\\1/", "back-references"],
    ["/(?<n>a)\\k<n>/", "back-references"],
    ["/a(?=b)/", "look-ahead"],
    ["/(?<!a)b/", "look-behind"],
    ["/a\\nb/", "spans lines"],
    ["a\nb", "spans lines"],
    ["/a\\/", ""],
    ["/\\p{Nonsense}/", "range"],
    ["/a{100000}/", "repe"],
    ["", "no text"],
    ["x".repeat(keywords.maxLength + 1), "characters"],
  ])("%s", (keyword, why) => {
    if (keyword === "/a\\/") {
      // The last slash is escaped: nothing but a literal is left.
      expect(parsePattern(keyword).kind).toBe("literal");
      return;
    }
    const error = refusal(keyword);
    expect(error.code).toBe("bad-pattern");
    expect(error.what).toContain(why);
  });

  test("the position is that of the keyword as typed", () => {
    expect(refusal("/abc(?=d)/").what).toContain("at character 5");
    expect(refusal("/ab[z-a]/").what).toContain("at character 5");
  });
});

test("expressions that make backtracking engines give up answer in linear time, and rightly", () => {
  const line = `${"a".repeat(50_000)}b`;
  expect(matches("/(a+)+$/", line)).toBe(false);
  expect(matches("/(a|aa)+$/", line)).toBe(false);
  expect(matches("/(a*)*b/", line)).toBe(true);
  expect(matches("/(.*)*x/", line)).toBe(false);
  expect(parsePattern("/(a+)+b/").stretches(line)).toEqual([[0, 50_001]]);
});

describe("twins", () => {
  const piece = fc.constantFrom(
    "a",
    "b",
    "ab",
    "B",
    "k",
    "é",
    "É",
    "1",
    "_",
    ".",
    " ",
    "foo",
    "Foo",
    "[ab]",
    "\\d",
    "\\w",
    "x?",
    "(a|bc)",
    "(?:foo|far)",
    "a+",
    "b{2}",
    "$",
    "^",
    "\\.",
    "[^a]",
  );
  const expression = fc.array(piece, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(""));
  const letters = fc.constantFrom(
    "a",
    "b",
    "B",
    "c",
    "k",
    "K",
    "\u212a",
    "é",
    "É",
    "1",
    "_",
    ".",
    " ",
    "foo",
    "Foo",
    "far",
    "bc",
    "x",
    "\n",
    "\r\n",
    "\r",
  );
  const text = fc.array(letters, { maxLength: 60 }).map((parts) => parts.join(""));

  test("the pre-filters lose nothing: expressions give the lines that each line alone gives", () => {
    fc.assert(
      fc.property(expression, fc.boolean(), text, (body, ignoreCase, content) => {
        const keyword = `/${body}/${ignoreCase ? "i" : ""}`;
        const pattern = parsePattern(keyword);
        const rows = content.split("\n");
        if (content === "" || content.endsWith("\n")) rows.pop();
        // The language's own engine on one line; classes as Unicode has them.
        const twin = new RegExp(
          body.replaceAll("\\w", "[\\p{L}\\p{M}\\p{Nd}\\p{Nl}\\p{Pc}]").replaceAll("\\d", "\\p{Nd}"),
          ignoreCase ? "isu" : "su",
        );
        const expected = rows.flatMap((row, i) => (twin.test(row.replace(/\r$/, "")) ? [i + 1] : []));
        expect(linesOf(pattern, content)).toEqual(expected);
        if (expected.length > 0) expect(pattern.mayMatch(content)).toBe(true);
        for (const line of expected) {
          const row = rows[line - 1]!;
          const folded = (one: string) => (ignoreCase ? one.replaceAll("\u212a", "k").toLowerCase() : one);
          if (pattern.kind === "regex")
            for (const list of pattern.needles.all) expect(list.some((one) => folded(row).includes(folded(one)))).toBe(true);
        }
      }),
      { numRuns: 1000 },
    );
  });

  test("literals give the lines that contain them", () => {
    fc.assert(
      fc.property(
        fc.array(
          letters.filter((one) => !/[\r\n]/.test(one)),
          { minLength: 1, maxLength: 4 },
        ),
        text,
        (parts, content) => {
          const literal = parts.join("");
          const rows = content.split("\n");
          if (content === "" || content.endsWith("\n")) rows.pop();
          const sensitive = /\p{Lu}/u.test(literal);
          const folded = (one: string) => (sensitive ? one : one.replaceAll("\u212a", "k").toLowerCase());
          const expected = rows.flatMap((row, i) => (folded(row.replace(/\r$/, "")).includes(folded(literal)) ? [i + 1] : []));
          const pattern = parsePattern(literal);
          if (pattern.kind === "literal") expect(linesOf(pattern, content)).toEqual(expected);
        },
      ),
      { numRuns: 1000 },
    );
  });
});
