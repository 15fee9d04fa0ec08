import { beforeAll, describe, expect, test } from "bun:test";
import type { FileFacts } from "../../../src/base/types.ts";
import { extract } from "../../../src/lang/engine/extract.ts";
import { languageNamed, loadGrammars } from "../../../src/lang/languages.ts";

beforeAll(() => loadGrammars());

const factsOf = (language: string, text: string): FileFacts => extract("a", text, languageNamed(language));
const symbols = (facts: FileFacts): string[] => facts.symbols.slice(1).map((s) => `${s.exported ? "" : "hidden "}${s.kind} ${s.qualified}`);
const fields = (facts: FileFacts): string[] =>
  facts.bindings.filter(({ scope }) => facts.symbols[scope]!.kind === "class").map(({ name, type }) => `${name}: ${type}`);

test("a function whose type and whose name have type parameters is called by its name", () => {
  const text =
    "Future<T> retry<T>(Future<T> Function() act, {int times = 3}) async { return act(); }\nMap<K, List<V>> byKey<K, V extends List<K>>(V all) => {};\nT first<T>(List<T> all) => all.first;\nList<T> same(List<T> all) => all;\nclass A {\n  Future<R> run<R>(R value) async => value;\n}\n";
  expect(symbols(factsOf("dart", text)).map((one) => one.replace(/^hidden /, ""))).toEqual([
    "function retry",
    "function byKey",
    "function first",
    "function same",
    "class A",
    "method A.run",
  ]);
});

describe("fields take the type of what is assigned to them", () => {
  test.each([
    ["python", "class A:\n  def __init__(self, app: Flask, n):\n    self.app = app\n    l = Foo()\n    self.l = l\n    self.n = n\n"],
    ["typescript", "class A { constructor(app: Flask, n) { this.app = app ?? null; const l = new Foo(); this.l = l; this.n = n; } }"],
    ["php", "<?php class A { function __construct(Flask $app, $n) { $this->app = $app; $l = new Foo(); $this->l = $l; $this->n = $n; } }"],
  ])("%s", (language, text) => {
    expect(fields(factsOf(language, text))).toEqual([
      "app: Flask",
      "l: Foo",
      language === "php" ? "n: " : `n: $1@${language === "python" ? "__init__" : "constructor"}`,
    ]);
  });

  test("parameters that declare a field", () => {
    expect(fields(factsOf("typescript", "class A { constructor(private y: Bar, readonly z: Baz, w: W) {} }"))).toEqual([
      "y: Bar",
      "z: Baz",
    ]);
  });
});

describe("what is public", () => {
  test("every declarator of an exported list", () => {
    expect(symbols(factsOf("typescript", "export const a = 1, b = 2,\n  c = () => 3;\nconst d = 4, e = 5;"))).toEqual([
      "constant a",
      "constant b",
      "function c",
      "hidden constant d",
      "hidden constant e",
    ]);
  });

  test("methods below a line that says private, in their own container only", () => {
    const text =
      "class A\n  def a; end\n  private # really\n  def b; end\n  attr_reader :c\n  class B\n    def d; end\n  end\n  def self.e; end\n  public\n  def f; end\n  private def g; end\n  def h; end\nend\n";
    expect(symbols(factsOf("ruby", text))).toEqual([
      "class A",
      "method A.a",
      "hidden method A.b",
      "hidden field A.c",
      "class A.B",
      "method A.B.d",
      "method A.e",
      "method A.f",
      "hidden method A.g",
      "method A.h",
    ]);
  });
});

describe("Ruby's visibility by name", () => {
  test("of what was defined before, in the same class, methods and class methods apart", () => {
    const text =
      "module M\n  LIMIT = 3\n  private_constant :LIMIT\n  class A\n    def a=(v); end\n    def b?; end\n    def self.b?; end\n    def self.make; end\n    def c; end\n    private(:a=, :b?)\n    private_class_method :make\n    private *names\n    private :c\n    public :c\n  end\n  def a=(v); end\nend\n";
    expect(symbols(factsOf("ruby", text))).toEqual([
      "module M",
      "hidden constant M.LIMIT",
      "class M.A",
      "hidden method M.A.a=",
      "hidden method M.A.b?",
      "method M.A.b?",
      "hidden method M.A.make",
      "method M.A.c",
      "method M.a=",
    ]);
  });
});

describe("what a CommonJS module is", () => {
  test.each([
    ["module.exports = class Foo extends Bar {\n  #n = 1;\n  run(x) {}\n};", ["class Foo", "hidden field Foo.#n", "method Foo.run"], "Foo"],
    ["module.exports = class {\n  run() {}\n};", ["class exports", "method exports.run"], "exports"],
    ["exports = module.exports = function app(a, b) {};", ["function app"], "app"],
    ["module.exports = async (a, b) => {};", ["function exports"], "exports"],
    ["const A = module.exports = class A { go() {} };", ["constant A", "method A.go"], "A"],
    ["module.exports = { a(x) {}, b: function (y) {}, c: 1 };", ["method a", "method b"], null],
    ["module.exports = a ? function () {} : null;", [], null],
  ])("%s", (text, expected, main) => {
    const facts = factsOf("javascript", text);
    expect(symbols(facts)).toEqual(expected);
    expect(facts.imports.flatMap(({ names }) => names).find(({ local }) => local === "default")?.name ?? null).toBe(main);
    expect(facts.references.filter(({ kind }) => kind === "inherit").map(({ name }) => name)).toEqual(text.includes("Bar") ? ["Bar"] : []);
    expect(facts.symbols[1]?.arity ?? null).toBe(text.includes("(a, b)") ? 2 : text.includes("a(x)") ? 1 : null);
  });
});

describe("Rust macros", () => {
  const text =
    "cfg_net! {\n  /// Doc.\n  pub fn f(a: u8) -> u8 { g(a) }\n  cfg_rt! { pub struct S { x: u8 } }\n  impl S { pub fn m(&self) {} }\n}\nfn h() { pin!(x); pin(1); }\n";

  test("items inside a macro that only chooses are items", () => {
    const facts = factsOf("rust", text);
    expect(symbols(facts)).toEqual(["function f", "struct S", "hidden field S.x", "method S.m", "hidden function h"]);
    expect(facts.symbols[1]).toMatchObject({ doc: "Doc.", start: 3, end: 3 });
    expect(facts.damaged).toBe(false);
  });

  test("what is no list of items stays a macro", () => {
    const facts = factsOf("rust", "bitflags! {\n  pub struct F: u32 { const A = 1; }\n}\nquote! { fn f() {} }\nfn g() {}\n");
    expect(symbols(facts)).toEqual(["hidden function g"]);
    expect(facts.damaged).toBe(false);
  });

  test("lines of slashes before what is no item take no time", () => {
    expect(symbols(factsOf("rust", `foo! {\n${"/".repeat(3_000)}\n x => 1 }\nfn g() {}\n`))).toEqual(["hidden function g"]);
  });

  test("a call of a macro has no number of arguments, and what it defines is not called", () => {
    const calls = factsOf("rust", `${text}macro_rules! m { () => { fn q() {} } }\n`).references.filter(({ kind }) => kind === "call");
    expect(calls.map(({ name, arity }) => `${name} ${arity}`)).toEqual(["g 1", "pin null", "pin 1"]);
  });
});

describe("shell", () => {
  test("files that are read in are named with quotes inside quotes", () => {
    const text = `source "$(dirname "$0")/lib/x.sh"\n. \${BASH_SOURCE%/*}/y.sh\nsource "$DIR/z.sh" # why\n`;
    expect(factsOf("bash", text).imports.map(({ source }) => source)).toEqual([
      '$(dirname "$0")/lib/x.sh',
      `\${BASH_SOURCE%/*}/y.sh`,
      "$DIR/z.sh",
    ]);
  });

  test("a setting for one command is no variable", () => {
    expect(symbols(factsOf("bash", "A=1 B=2 run x\nC=3 # why\nexport D=4 E=5\nF=6; run\nreadonly G=7\n"))).toEqual([
      "variable C",
      "variable D",
      "variable E",
      "variable F",
      "constant G",
    ]);
  });
});

describe("text of which grammars make nothing but work is not parsed", () => {
  test.each([
    ["bash", ".f(1)\n".repeat(2_000)],
    ["bash", "<<A\n".repeat(2_000)],
    ["bash", "case a of\n".repeat(2_000)],
    ["haskell", "+ - * / % =\n".repeat(1_000)],
    ["scala", "$(".repeat(5_000)],
  ])("%s %#", (language, text) => {
    const facts = factsOf(language, text);
    expect(facts.damaged).toBe(true);
    expect(facts.symbols.length).toBe(1);
  });
});
