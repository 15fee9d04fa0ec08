import { beforeAll, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { carriesLibrary, SCANNER } from "../../src/base/native.ts";
import {
  forgetAhead,
  grammarLoaded,
  type LanguageRow,
  languageNamed,
  languageOf,
  loadGrammars,
  parseAhead,
  parseWith,
} from "../../src/source/languages.ts";
import type { RuleSet } from "../../src/source/rules/_rules.ts";
import type { SyntaxNodes } from "../../src/source/syntax.ts";

/** Every text that tests of extraction read: fixtures of the languages, annotated projects, and this program. */
const FOLDERS = ["rules/fixtures", "../golden/calls", "../../src"].map((folder) => join(import.meta.dir, folder));

// Without a C compiler there is no scanner: in CI that is a failure.
const here = process.env.CI === "true" || carriesLibrary(SCANNER);

/** A template in a template. */
const TEMPLATES = "let s = `$" + "{`$" + "{1}`}`;";

beforeAll(() => loadGrammars());

/** Languages that ast-grep alone reads: patterns on another node's text. */
const NOT_ASKED = new Set(["elixir", "hcl"]);

function textsIn(folder: string): { path: string; row: LanguageRow; text: string }[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .sort()
    .flatMap((name) => {
      const path = join(folder, name);
      const row = languageOf(name);
      if (!row?.grammar || !row.rules || !grammarLoaded(row.grammar) || !statSync(path).isFile()) return [];
      return [{ path, row, text: readFileSync(path, "utf8") }];
    });
}

/** What a pass may see of nodes. */
function seen({ nodes, cut, damage }: SyntaxNodes, rules: RuleSet): unknown[] {
  const fields = ["name", "body", "value", "type", "arguments", "parameters", "function", "left", "right", "declarator"];
  const asked = (kind: string): string[] => {
    const roles = rules.nodes[kind] ?? [];
    return fields.filter((field) => (Array.isArray(roles) ? roles : [roles]).some((role) => Object.values(role).includes(field)));
  };
  return [
    cut,
    damage,
    ...nodes.map((node) => [node.kind, node.from, node.to, node.outerEnd, ...asked(node.kind).map((f) => node.field(f))]),
  ];
}

describe.skipIf(!here)("the scanner and ast-grep", () => {
  test("give the same nodes, spans and fields of every text that both read", () => {
    const answered = new Map<string, number>();
    for (const { path, row, text } of FOLDERS.flatMap(textsIn)) {
      const scanned = parseWith(row.grammar!, text, row.rules!.value!, "scanner");
      if (!scanned) continue;
      answered.set(row.name, (answered.get(row.name) ?? 0) + 1);
      const matched = parseWith(row.grammar!, text, row.rules!.value!, "ast-grep")!;
      // How errors are recovered from is each version's own.
      expect([path, scanned.damage > 0]).toEqual([path, matched.damage > 0]);
      if (scanned.damage > 0) continue;
      expect([path, seen(scanned, row.rules!.value!)]).toEqual([path, seen(matched, row.rules!.value!)]);
    }
    const ruled = [...new Set(FOLDERS.flatMap(textsIn).map(({ row }) => row.name))].sort();
    expect(ruled.filter((name) => !answered.has(name) && !NOT_ASKED.has(name))).toEqual([]);
    expect(answered.get("typescript")).toBeGreaterThan(300);
  }, 60_000);

  test("syntax errors are found, with what stands around them", () => {
    const { grammar, rules } = languageNamed("typescript")!;
    for (const text of ["const a = ;\n", "function f( {\n", "class A { b( }\n", "let a = 1 +* 2;\n"]) {
      const scanned = parseWith(grammar!, text, rules!.value!, "scanner")!;
      expect(scanned.damage).toBeGreaterThan(0);
      expect(scanned.damage).toBeLessThanOrEqual(text.length);
      expect(seen(scanned, rules!.value!)).toEqual(seen(parseWith(grammar!, text, rules!.value!, "ast-grep")!, rules!.value!));
    }
    const text = "function before() {}\nlet a = 1 +* 2;\nfunction after() {}\n";
    const kinds = parseWith(grammar!, text, rules!.value!)!.nodes.map(({ kind, from, to }) => `${kind} ${text.slice(from, to)}`);
    for (const kind of ["function_declaration function before() {}", "ERROR +", "function_declaration function after() {}"])
      expect(kinds).toContain(kind);
  });

  test("a grammar whose errors ast-grep reads better leaves them to it", () => {
    const { grammar, rules } = languageNamed("swift")!;
    const text = "class A {\n  #if canImport(Security)\n  func b() {}\n  #endif )(\n}\n";
    const matched = parseWith(grammar!, text, rules!.value!, "ast-grep")!;
    expect(matched.damage).toBeGreaterThan(0);
    expect(seen(parseWith(grammar!, text, rules!.value!)!, rules!.value!)).toEqual(seen(matched, rules!.value!));
  });

  test("offsets count UTF-16 units, whatever stands before", () => {
    const { grammar, rules } = languageNamed("typescript")!;
    for (const before of ["", "ä", "漢字", "👩‍👩‍👧", "\ufeff", "a".repeat(70_000)]) {
      const text = `const s = "${before}";\nfunction found(a: number) { return a; }\n`;
      const node = parseWith(grammar!, text, rules!.value!, "scanner")!.nodes.find(({ kind }) => kind === "function_declaration")!;
      expect(text.slice(node.from, node.to)).toBe("function found(a: number) { return a; }");
      expect(node.outerEnd).toBe(text.length);
    }
  });

  test("conditions on children, parents and the node's own text", () => {
    const kinds = (name: string, text: string): string[] => {
      const { grammar, rules } = languageNamed(name)!;
      const { nodes } = parseWith(grammar!, text, rules!.value!, "scanner")!;
      return nodes.map((node) => `${node.kind} ${text.slice(node.from, node.to)}`);
    };
    // has, with alternatives
    expect(kinds("javascript", "x = {a: () => 1, b: 2}").filter((kind) => kind.startsWith("pair"))).toEqual(["pair a: () => 1"]);
    // not has
    expect(kinds("ruby", "a.b\nc.d(1)\n").filter((kind) => kind.startsWith("call"))).toEqual(["call a.b"]);
    // not inside, by field
    expect(kinds("scala", "object A { x.f(1); val y = x.g }").filter((kind) => kind.startsWith("field_expression"))).toEqual([
      "field_expression x.g",
    ]);
    // the node's own text
    expect(kinds("css", "a { --x: 1px; color: red }").filter((kind) => kind.startsWith("declaration"))).toEqual(["declaration --x: 1px;"]);
  });

  test("nothing of a file is left for the next one", () => {
    const { grammar, rules } = languageNamed("javascript")!;
    const small = "function a() { return b(1); }\n";
    const once = seen(parseWith(grammar!, small, rules!.value!, "scanner")!, rules!.value!);
    for (const text of [small.repeat(20_000), "", `${"[".repeat(5_000)}${"]".repeat(5_000)};`, TEMPLATES, small])
      parseWith(grammar!, text, rules!.value!, "scanner");
    expect(seen(parseWith(grammar!, small, rules!.value!, "scanner")!, rules!.value!)).toEqual(once);
  });

  test("what is scanned ahead on another thread is the same, whatever is asked for and in which order", () => {
    const all = FOLDERS.flatMap(textsIn).filter((_, at) => at % 7 === 0);
    const seenOf = ({ row, text }: (typeof all)[number]): unknown => {
      const found = parseWith(row.grammar!, text, row.rules!.value!, "scanner");
      return found && seen(found, row.rules!.value!);
    };
    const alone = all.map(seenOf);
    expect(alone.filter((one) => one !== null).length).toBeGreaterThan(50);
    const ahead = (ones: typeof all): void => {
      for (const { row, text } of ones) parseAhead(row.grammar!, text, row.rules!.value!);
    };
    ahead(all);
    expect(all.map(seenOf)).toEqual(alone);
    // Backwards, the first twice, every other one not at all.
    ahead([all[0]!, ...all.filter((_, at) => at % 2 === 0)]);
    expect([...all].reverse().map(seenOf)).toEqual([...alone].reverse());
    forgetAhead();
    for (let i = 0; i < 20; i++) {
      ahead(all.slice(i, i + 10));
      if (i % 3 === 0) forgetAhead();
      expect(seenOf(all[i + 5]!)).toEqual(alone[i + 5]!);
      if (i % 3 === 1) forgetAhead();
    }
    expect(all.map(seenOf)).toEqual(alone);
    forgetAhead();
  }, 60_000);
});
