import { beforeAll, describe, expect, test } from "bun:test";
import { extract } from "../../../src/lang/engine/extract.ts";
import { languageNamed, loadGrammars } from "../../../src/lang/languages.ts";

beforeAll(() => loadGrammars());

/** Calls as `line kind [receiver] name`. */
function calls(language: string, text: string): string[] {
  return extract("a", text, languageNamed(language))
    .references.filter(({ kind }) => kind === "call" || kind === "new")
    .map(({ line, kind, receiver, name }) => `${line} ${kind} ${receiver === null ? "" : `[${receiver}] `}${name}`);
}

describe("callees and receivers", () => {
  test.each([
    ["java", "class A { void f() { g() // static fields.\n .exclude(); } }", ["1 call g", "2 call [g()] exclude"]],
    ["java", "class A { void f() {\n // Ends with a stop.\n g();\n } }", ["3 call g"]],
    ["java", "class A { void f() { gson.<Car>fromJson(x); } }", ["1 call [gson] fromJson"]],
    ["java", "class A { void f() { new B(1)\n.c()\n.d(); } }", ["1 new B", "2 call [new B(1)] c", "3 call [new B(1) .c()] d"]],
    ["java", "class A { void f() { outer.new Inner(); new p.B(); } }", ["1 new [outer] Inner", "1 new [p] B"]],
    ["python", "# The end of the chain.\nself.f()\n", ["2 call [self] f"]],
    ["python", "hmac.new(key).digest()\nif (a).b():\n  pass\n", ["1 call [hmac] new", "1 call [hmac.new(key)] digest", "2 call [(a)] b"]],
    ["ruby", "# Ends with a stop.\nfoo(1)\nA.new(1).b(2)\n", ["2 call foo", "3 call [A] new", "3 call [A.new(1)] b"]],
    ["rust", "fn f() { A::new(1)\n  // why.\n  .b(); }", ["1 call [A] new", "3 call [A::new(1)] b"]],
    [
      "typescript",
      "initTRPC.context<{ a: string; b: 'x' }>()\n.create()\n",
      ["1 call [initTRPC] context", "2 call [initTRPC.context<{ a: string; b: 'x' }>()] create"],
    ],
    ["typescript", "a /* b. */ .c()\nreturn (a).b()\n", ["1 call [a] c", "2 call [(a)] b"]],
    ["go", "package a\nfunc f() {\n\t// Ends with a stop.\n\tc.Header(1)\n}\n", ["4 call [c] Header"]],
  ])("%s: %j", (language, text, expected) => {
    expect(calls(language, text)).toEqual(expected);
  });
});
