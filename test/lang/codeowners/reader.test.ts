/** CODEOWNERS as GitHub and GitLab read it: which paths a pattern matches, whose the last rule is. */
import { expect, test } from "bun:test";
import { extract } from "../../../src/lang/engine/extract.ts";
import { languageOf, loadRules } from "../../../src/lang/languages.ts";

await loadRules();

const read = (text: string, path = "CODEOWNERS") => extract(path, text, languageOf(path, ""));

/** Owners of a path by the file's last matching rule of each part. */
function owners(text: string, path: string, file?: string): string[] {
  const { rules = [], symbols } = read(text, file);
  const parts = new Map<number, string[]>();
  const left = new Set<number>();
  for (const { pattern, by, part } of rules) {
    if (pattern.startsWith("!")) {
      if (new Bun.Glob(pattern.slice(1)).match(path)) left.add(part!);
    } else if (new Bun.Glob(pattern).match(path))
      parts.set(
        part!,
        by.map((at) => symbols[at]!.name),
      );
  }
  return [...parts].flatMap(([part, names]) => (left.has(part) ? [] : names));
}

test("patterns as GitHub documents them", () => {
  const rows: [string, string[], string[]][] = [
    ["*", ["a", "a/b.c"], []],
    ["*.js", ["a.js", "x/y.js"], ["a.ts"]],
    ["/build/logs/", ["build/logs/x", "build/logs/a/b"], ["x/build/logs/y"]],
    ["docs/*", ["docs/a.md"], ["docs/b/c.md", "x/docs/a.md"]],
    ["apps/", ["apps/x", "y/apps/x/z"], ["apps"]],
    ["/docs/", ["docs/a/b"], ["x/docs/a"]],
    ["/apps/github", ["apps/github", "apps/github/x/y"], ["apps/githubx"]],
    ["**/logs", ["logs/x", "a/logs/b/c"], ["logsx"]],
    ["src/app", ["src/app/x.ts"], ["lib/src/app/x.ts"]],
    ["/a\\ b/", ["a b/c"], ["a/b"]],
    ["/app/[id]/", ["app/[id]/page.tsx"], ["app/i/page.tsx"]],
  ];
  for (const [pattern, yes, no] of rows) {
    const text = `${pattern} @o\n`;
    for (const path of yes) expect([pattern, path, owners(text, path)]).toEqual([pattern, path, ["@o"]]);
    for (const path of no) expect([pattern, path, owners(text, path)]).toEqual([pattern, path, []]);
  }
});

test("the last rule counts, one without owners takes them away; comments and addresses", () => {
  const text = "# c\n* @all\n/src/ @a a@b.c # why\n/src/free/\n";
  expect(owners(text, "README")).toEqual(["@all"]);
  expect(owners(text, "src/x")).toEqual(["@a", "a@b.c"]);
  expect(owners(text, "src/free/x")).toEqual([]);
});

test("GitLab: sections with owners of their own, in each of which the last rule counts; exclusions", () => {
  const text = "* @all\n\n[Docs] @writers\ndocs/\n*.md @md\n\n^[Database][2] @dba\n/db/\n!/db/seed/\n\n[docs]\n/x/ @x\n";
  expect(owners(text, "docs/a.txt")).toEqual(["@all", "@writers"]);
  expect(owners(text, "docs/a.md")).toEqual(["@all", "@md"]);
  expect(owners(text, "db/a.sql")).toEqual(["@all", "@dba"]);
  expect(owners(text, "db/seed/a.sql")).toEqual(["@all"]);
  // a path without a slash before it matches at any depth
  expect(owners("internal/README.md @o\n", "a/internal/README.md", ".gitlab/CODEOWNERS")).toEqual(["@o"]);
  expect(owners("internal/README.md @o\n", "a/internal/README.md", ".github/CODEOWNERS")).toEqual([]);
  expect(
    read(text)
      .symbols.filter(({ kind }) => kind === "section")
      .map(({ name }) => name),
  ).toEqual(["Docs", "Database"]);
});
