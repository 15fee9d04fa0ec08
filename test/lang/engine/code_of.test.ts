/** What is code of a text, by the syntax of its language. */
import { expect, test } from "bun:test";
import { codeOf, LANGUAGES, languageFor } from "../../../src/lang/languages.ts";

const words = (language: string, text: string, kept?: "strings"): string[] =>
  codeOf(text, languageFor(language).syntax!, kept).match(/[A-Za-z]\w*/g) ?? [];

test("every language whose text is parsed says how its comments and literals are written, but pages and templates", () => {
  const silent = LANGUAGES.filter(({ rules, syntax }) => rules !== null && syntax === null).map(({ name }) => name);
  expect(silent).toEqual(["angular", "html", "svelte", "vue"]);
});

test("comments and strings go, code stays, and every line keeps its place", () => {
  const cases: [string, string, string[]][] = [
    ["c", "int a; // b\n/* c\nd */ e(\"f\", 'g');\n", ["int", "a", "e"]],
    ["python", 'a = """b\nc"""\n# d\ne("f")\n', ["a", "e"]],
    ["rust", 'let a = r#"b "c" d"#; fn e<\'f>() {} /* g /* h */ i */ j\n', ["let", "a", "r", "fn", "e", "f", "j"]],
    ["haskell", "a = b -- c\n{- d -}\ne' = 'f'\n", ["a", "b", "e"]],
    ["lua", "a() -- b\nc('d')\n", ["a", "c"]],
    ["sql", "SELECT a -- b\nFROM \"c\" WHERE d = 'e'\n", ["SELECT", "a", "FROM", "c", "WHERE", "d"]],
    ["clojure", '(a ; b\n "c\nd" e)\n', ["a", "c", "d", "e"]],
  ];
  for (const [language, text, left] of cases) {
    expect(words(language, text), language).toEqual(left);
    const code = codeOf(text, languageFor(language).syntax!);
    expect(code.split("\n").map((line) => line.length)).toEqual(text.split("\n").map((line) => line.length));
  }
});

test("what may be code is never taken away: holes of strings, quotes that nothing closes on their line", () => {
  expect(words("javascript", `\`a \${b(c)}\` + 'd' + \`e\`\n`)).toEqual(["a", "b", "c"]);
  expect(words("python", "f'a {b(c)}' + 'd'\n")).toEqual(["f", "a", "b", "c"]);
  expect(words("ruby", "\"a #{b(c)}\" + 'd'\n")).toEqual(["a", "b", "c"]);
  expect(words("r", "x <- a(b)'\nc(d)'\n")).toEqual(["x", "a", "b", "c", "d"]);
  expect(words("java", 'a("b"); // c\n', "strings")).toEqual(["a", "b"]);
});
