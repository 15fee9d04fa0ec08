import { beforeAll, describe, expect, test } from "bun:test";
import type { SyntaxNodes } from "../../../src/lang/engine/syntax.ts";
import { languageNamed, loadGrammars, parseWith } from "../../../src/lang/languages.ts";

beforeAll(() => loadGrammars());

function nodesOf(language: string, text: string): SyntaxNodes {
  const { grammar, rules } = languageNamed(language)!;
  return parseWith(grammar!, text, rules!.value!)!;
}

const shown = (language: string, text: string): string[] =>
  nodesOf(language, text).nodes.map(({ kind, from, to }) => `${kind} ${text.slice(from, to)}`);

describe("the nodes that rules ask for", () => {
  test("syntax errors are found, with what stands around them", () => {
    for (const text of ["const a = ;\n", "function f( {\n", "class A { b( }\n", "let a = 1 +* 2;\n"]) {
      const { damage } = nodesOf("typescript", text);
      expect(damage).toBeGreaterThan(0);
      expect(damage).toBeLessThanOrEqual(text.length);
    }
    const kinds = shown("typescript", "function before() {}\nlet a = 1 +* 2;\nfunction after() {}\n");
    for (const kind of ["function_declaration function before() {}", "ERROR +", "function_declaration function after() {}"])
      expect(kinds).toContain(kind);
  });

  test("offsets count UTF-16 units, whatever stands before", () => {
    for (const before of ["", "ä", "漢字", "👩‍👩‍👧", "\ufeff", "a".repeat(70_000)]) {
      const text = `const s = "${before}";\nfunction found(a: number) { return a; }\n`;
      const node = nodesOf("typescript", text).nodes.find(({ kind }) => kind === "function_declaration")!;
      expect(text.slice(node.from, node.to)).toBe("function found(a: number) { return a; }");
      expect(node.outerEnd).toBe(text.length);
      expect(text.slice(...node.field("name")!)).toBe("found");
      expect(node.field("type")).toBeNull();
    }
  });

  test("conditions on children, parents and the node's own text", () => {
    const kinds = (language: string, text: string, start: string): string[] =>
      shown(language, text).filter((kind) => kind.startsWith(start));
    // has, with alternatives
    expect(kinds("javascript", "x = {a: () => 1, b: 2}", "pair")).toEqual(["pair a: () => 1"]);
    // not has
    expect(kinds("ruby", "a.b\nc.d(1)\n", "call")).toEqual(["call a.b"]);
    // not inside, by field
    expect(kinds("scala", "object A { x.f(1); val y = x.g }", "field_expression")).toEqual(["field_expression x.g"]);
    // the node's own text
    expect(kinds("css", "a { --x: 1px; color: red }", "declaration")).toEqual(["declaration --x: 1px;"]);
  });

  test("nothing of a text is left for the next one", () => {
    const small = "function a() { return b(1); }\n";
    const once = shown("javascript", small);
    for (const text of [small.repeat(20_000), "", `${"[".repeat(5_000)}${"]".repeat(5_000)};`, small]) nodesOf("javascript", text);
    expect(shown("javascript", small)).toEqual(once);
  });
});
