/** Reads of constants and variables: what they become, and what is none. */
import { describe, expect, test } from "bun:test";
import { edgesOf } from "./resolve/_tree.ts";

/** `uses` edges between named symbols, without their lines. */
const uses = (files: Record<string, string>): string[] =>
  edgesOf(files)
    .filter((edge) => edge.includes(" uses "))
    .map((edge) => edge.split(" ").slice(0, 3).join(" "))
    .sort();

describe("reads", () => {
  test("TypeScript: imported and own constants, members of types, values of the file", () => {
    const found = uses({
      "a.ts": `export const LIMIT = 5;\nconst local = 3;\nexport enum Color { Red }\nexport class Box { static MAX = 3; grow() { return local + Box.MAX; } }\n`,
      "b.ts": `import { Color, LIMIT } from "./a";\nexport function f(x: number) { return x > LIMIT ? Color.Red : 0; }\n`,
    });
    expect(found).toContain("b.ts:f uses a.ts:LIMIT");
    expect(found).toContain("b.ts:f uses a.ts:Color.Red");
    expect(found).toContain("a.ts:Box.grow uses a.ts:local");
    expect(found).toContain("a.ts:Box.grow uses a.ts:Box.MAX");
  });

  test("what a local hides, a string or a comment names, is written to or is a key is no read", () => {
    const found = uses({
      "a.ts": `export const LIMIT = 5;\n`,
      "b.ts":
        `import { LIMIT } from "./a";\n` +
        `export function hidden() { const LIMIT = 4; return LIMIT; }\n` +
        "export function text() { return 'LIMIT' + `LIMIT`; /* LIMIT */ }\n" +
        `export function key() { return { LIMIT: 1 }; }\n`,
    });
    expect(found.filter((edge) => edge.endsWith("a.ts:LIMIT"))).toEqual([]);
  });

  test("Python: through a module, and where no documentation says it", () => {
    const found = uses({
      "conf.py": "TIMEOUT = 4\n",
      "main.py": `import conf\nfrom conf import TIMEOUT\n\n\ndef f(x):\n    """Waits TIMEOUT."""\n    return x\n\n\ndef g(x):\n    return x + conf.TIMEOUT\n\n\ndef h(x):\n    return call(x, TIMEOUT=TIMEOUT)\n`,
    });
    expect(found).toEqual(["main.py:g uses conf.py:TIMEOUT", "main.py:h uses conf.py:TIMEOUT"]);
  });

  test("Java and Go: constants of the type and of the file", () => {
    const found = uses({
      "A.java": "class A { static final int MAX = 3; int f() { return MAX + A.MAX; } }\n",
      "e.go": "package e\n\nconst Limit = 4\n\nfunc F() int { return Limit }\n",
    });
    expect(found).toContain("A.java:A.f uses A.java:A.MAX");
    expect(found).toContain("e.go:F uses e.go:Limit");
  });
});
