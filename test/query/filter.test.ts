import { describe, expect, test } from "bun:test";
import { fileFilter } from "../../src/query/filter.ts";

const none = { paths: [], excludes: [], languages: [], kinds: [] };
const passing = (filters: Partial<typeof none> | Record<string, string[]>, paths: string[]) => {
  const accept = fileFilter({ ...none, ...filters });
  return paths.filter((path) => accept(path, path.endsWith(".py") ? "python" : path.endsWith(".ts") ? "typescript" : null));
};
const tree = ["src/a.ts", "src/deep/b.ts", "test/a.ts", "tools/c.py", "README.md"];

describe("fileFilter", () => {
  test("takes .gitignore patterns, adds repeated ones up, and excludes last", () => {
    expect(passing({}, tree)).toEqual(tree);
    expect(passing({ paths: ["src"] }, tree)).toEqual(["src/a.ts", "src/deep/b.ts"]);
    expect(passing({ paths: ["src/**/*.ts", "*.py"] }, tree)).toEqual(["src/a.ts", "src/deep/b.ts", "tools/c.py"]);
    expect(passing({ paths: ["./src/a.ts"] }, tree)).toEqual(["src/a.ts"]);
    expect(passing({ paths: ["*.ts"], excludes: ["test/", "deep"] }, tree)).toEqual(["src/a.ts"]);
  });
  test("languages by name, whatever the case", () => {
    expect(passing({ languages: ["Python", "typescript"] }, tree)).toEqual(["src/a.ts", "src/deep/b.ts", "test/a.ts", "tools/c.py"]);
  });
  test("refuses what is no pattern", () => {
    for (const bad of ["", " ", "!src"]) expect(() => fileFilter({ ...none, paths: [bad] })).toThrow("no path pattern");
  });
});
