import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { moduleOf, modulesOf } from "../../../src/serve/map/map.ts";

const counts = (paths: Record<string, number>) => new Map(Object.entries(paths));

describe("modules for colouring", () => {
  test("the largest folders are split until there are enough", () => {
    const tree = { "src/a/x.ts": 50, "src/a/y.ts": 30, "src/b/deep/z.ts": 20, "src/main.ts": 5, "docs/a.md": 10, "README.md": 1 };
    expect(modulesOf(counts(tree), 12)).toEqual(["src/a/", "src/b/deep/", "docs/", "src/", ""]);
    expect(modulesOf(counts(tree), 3)).toEqual(["src/", "docs/", ""]);
    expect(modulesOf(counts(tree), 1)).toEqual([""]);
  });

  test("of too many folders the largest are told apart, the others stay together", () => {
    const tree = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`package${at}/index.ts`, 100 - at]));
    expect(modulesOf(counts(tree), 4)).toEqual(["", "package0/", "package1/", "package2/"]);
  });

  test("one folder around everything is not a module", () => {
    expect(modulesOf(counts({ "a/b/c.ts": 1, "a/b/d.ts": 1 }), 12)).toEqual(["a/b/"]);
  });

  test("every path has the longest of them, none is empty, and there are never too many", () => {
    const path = fc.array(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 5 }).map((parts) => parts.join("/"));
    fc.assert(
      fc.property(
        fc.dictionary(path, fc.integer({ min: 1, max: 9 }), { minKeys: 1, maxKeys: 30 }),
        fc.integer({ min: 1, max: 12 }),
        (tree, most) => {
          const modules = modulesOf(counts(tree), most);
          expect(modules.length).toBeLessThanOrEqual(most);
          const used = new Set(Object.keys(tree).map((one) => moduleOf(one, modules)));
          expect([...used].sort()).toEqual([...modules].sort());
          for (const one of Object.keys(tree)) expect(one.startsWith(moduleOf(one, modules))).toBe(true);
        },
      ),
      { numRuns: 300 },
    );
  });
});
