import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { queryWords, STOP_WORDS, scanNames, splitIdentifier, stem, words } from "../../src/base/words.ts";

describe("splitIdentifier", () => {
  const cases: [string, string[]][] = [
    ["parseConfig", ["parse", "config"]],
    ["parse_config", ["parse", "config"]],
    ["PARSE_CONFIG", ["parse", "config"]],
    ["HTTPServer", ["http", "server"]],
    ["parseHTTPResponse2", ["parse", "http", "response", "2"]],
    ["HTTP", ["http"]],
    ["iOS", ["i", "os"]],
    ["utf8Decode", ["utf", "8", "decode"]],
    ["__init__", ["init"]],
    ["_", []],
    ["", []],
    ["a1b22", ["a", "1", "b", "22"]],
    ["straßenName", ["straßen", "name"]],
    ["КлючДоступа", ["ключ", "доступа"]],
    ["用户Name", ["用户", "name"]],
    ["Agent.run", ["agent", "run"]],
    ["cafe\u0301Bar", ["café", "bar"]],
  ];
  for (const [name, parts] of cases) test(JSON.stringify(name), () => expect(splitIdentifier(name)).toEqual(parts));

  test("camel case, snake case and constants of the same parts are the same", () => {
    const part = fc.stringMatching(/^[a-z]{2,8}$/);
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), (parts) => {
        expect(splitIdentifier(parts.join("_"))).toEqual(parts);
        expect(splitIdentifier(parts.join("_").toUpperCase())).toEqual(parts);
        expect(splitIdentifier(parts.map((p, i) => (i ? p[0]!.toUpperCase() + p.slice(1) : p)).join(""))).toEqual(parts);
      }),
    );
  });
});

describe("words", () => {
  test("parts are stemmed, an identifier of several parts is a word itself", () => {
    expect(words("return formatters.parseConfigs(x_1);")).toEqual(["return", "formatt", "pars", "config", "parseconfigs", "x", "1", "x1"]);
  });
  test("the same identifier in any style gives the same words", () => {
    expect(words("parse_config")).toEqual(words("parseConfig"));
    expect(words("PARSE_CONFIG")).toEqual(words("ParseConfig"));
  });
  test("stop words and repetitions are kept", () => expect(words("if the the")).toEqual(["if", "the", "the"]));
  test("letters of all scripts", () => expect(words("Überprüfung naïve Ελλάδα ключ")).toEqual(["überprüfung", "naïve", "ελλάδα", "ключ"]));
  test("scripts without spaces give their pairs, short runs themselves", () => {
    expect(words("用户认证")).toEqual(["用户", "户认", "认证", "用户认证"]);
    expect(words("用户")).toEqual(["用户"]);
    expect(words("サーバー")).toContain("サーバー");
    expect(words("𠮷野家")).toEqual(["𠮷野", "野家", "𠮷野家"]);
  });
  test("encoded data is passed over", () => expect(words(`key ${"aB3x".repeat(200)} end`)).toEqual(["key", "end"]));
  test("any text: lower case, no empty word, nothing thrown", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" })), (text) => {
        for (const word of words(text)) {
          expect(word.length).toBeGreaterThan(0);
          expect(word).not.toMatch(/[A-Z_\s]/);
        }
      }),
    );
  });
});

test("scanNames finds what the regular expression finds in ASCII", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."aZ_09 .-(\n$") }), fc.nat(10), (text, from) => {
      const found: string[] = [];
      scanNames(text, Math.min(from, text.length), text.length, (start, end) => found.push(text.slice(start, end)));
      expect(found).toEqual(text.slice(from).match(/[A-Za-z_]\w*|\d+/g) ?? []);
    }),
  );
});

describe("queryWords", () => {
  test("distinct, in order, without stop words", () =>
    expect(queryWords("How does the user's authentication work, and the authentication of users?")).toEqual(["user", "authent", "work"]));
  test("contractions leave nothing", () => expect(queryWords("why doesn't it retry? we'll see")).toEqual(["retri", "see"]));
  test("stop words inside identifiers go, the identifier stays", () => expect(queryWords("doWith")).toEqual(["dowith"]));
  test("nothing but stop words: they are kept", () => expect(queryWords("this")).toEqual(["this"]));
  test("nothing at all", () => expect(queryWords("?!")).toEqual([]));
  test("stop words are lower-case and about 120 to 150", () => {
    expect(STOP_WORDS.size).toBeGreaterThan(110);
    expect(STOP_WORDS.size).toBeLessThan(160);
    for (const word of STOP_WORDS) expect(word).toMatch(/^[a-z]+$/);
  });
});

describe("stem", () => {
  test("short words and words with other letters stay", () => {
    for (const word of ["run", "as", "utf", "naïve", "xs1", "ключами", "constructor".slice(0, 3)]) expect(stem(word)).toBe(word);
  });
  test("names of Object.prototype are words like any other", () => expect(stem("constructor")).toBe("constructor"));
  test("a sample of the official vocabulary, with every word where release 3 differs from release 2", async () => {
    const pairs = (await Bun.file(new URL("fixtures/english.txt", import.meta.url)).text()).trim().split("\n");
    expect(pairs.length).toBeGreaterThan(900);
    for (const pair of pairs) {
      const [word, expected] = pair.split(" ");
      expect([word, word!.length > 3 ? stem(word!) : word]).toEqual([word, expected]);
    }
  });
});
