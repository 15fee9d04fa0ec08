/** Heads of tests with a title are written as heads of functions: what stands behind them must stay where it is. */
import { expect, test } from "bun:test";
import { withoutTitles } from "../../src/lang/cfamily/titled.ts";

const heads: [string, string, string][] = [
  ["Catch2", 'TEST_CASE("adds two", "[math]") { one(); }', "TEST_CASE_adds_two()"],
  ["a class's name", 'TEST_CASE("Widget") { one(); }', "TEST_CASE_Widget()"],
  ["several lines", 'TEST_CASE(\r\n    "adds two, then "\r\n    "one" * suite("math")) {\r\n  one();\r\n}', "TEST_CASE_adds_two_then()"],
  ["a fixture", '  TEST_CASE_METHOD(Fixture, "3 adds", "[slow]") { one(); }', "TEST_CASE_METHOD(Fixture,_3_adds)"],
  ["a suite", 'TEST_SUITE("math") {}', "namespace math"],
  ["a name and a text", 'TEST_XML(reads, "<a/>")\n{ one(); }', "TEST_XML(reads)"],
];

for (const [name, text, head] of heads)
  test(`${name}: the head is written another way, all else stays in its place`, () => {
    const written = withoutTitles(text);
    expect(written).toContain(head);
    expect(written.replace(/[^\r\n]/g, "-")).toBe(text.replace(/[^\r\n]/g, "-"));
    expect(written.slice(written.indexOf("{"))).toBe(text.slice(text.indexOf("{")));
  });

test("sections inside, statements and what has no title stay as they are", () => {
  for (const text of ['  SECTION("inner") { one(); }', 'LOG("text");', "TEST(Suite, name) { one(); }", 'TEST_CASE("") { one(); }'])
    expect(withoutTitles(text)).toBe(text);
});
