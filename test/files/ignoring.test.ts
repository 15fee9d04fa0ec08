import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import ignore from "ignore";
import { IgnoreRules } from "../../src/files/ignoring.ts";
import { scan } from "../../src/git/scan.ts";
import { temporary, write } from "./_tree.ts";

/** Is a path ignored by the package itself, one line after the other? Folders above decide first, as git has it. */
function plainly(lines: string[], path: string): boolean {
  const matcher = ignore({ ignorecase: false }).add(lines.join("\n"));
  const parts = path.split("/");
  for (let i = 1; i < parts.length; i++) if (matcher.test(`${parts.slice(0, i).join("/")}/`).ignored) return true;
  return matcher.test(path).ignored;
}

test("a file of many lines ignores what its lines ignore one after the other, negations and folders included", () => {
  const name = fc.constantFrom("a", "b", "c", "a b", "x.ts", "y.ts", "build");
  const pattern = fc
    .tuple(
      fc.constantFrom("", "!"),
      fc.constantFrom("", "/", "**/"),
      fc.array(fc.oneof(name, name, fc.constantFrom("*", "*.ts", "?", "[ab]", "**", "\\a")), { minLength: 1, maxLength: 3 }),
      fc.constantFrom("", "/", " ", "/ "),
    )
    .map(([not, start, parts, end]) => `${not}${start}${parts.join("/")}${end}`);
  const root = temporary();
  const filler = Array.from({ length: 501 }, (_, i) => `filler${i}`);
  fc.assert(
    fc.property(
      fc.array(fc.oneof(pattern, pattern, fc.constantFrom("# c", "", "/", "!", "!/")), { maxLength: 8 }),
      fc.array(name, { minLength: 1, maxLength: 4 }),
      (lines, parts) => {
        const all = [...filler.slice(0, 250), ...lines, ...filler.slice(250)];
        writeFileSync(join(root, ".gitignore"), all.join("\n"));
        const rules = new IgnoreRules(root, ".gitignore");
        rules.load("");
        const path = parts.join("/");
        expect([lines, path, rules.judge(path) !== null]).toEqual([lines, path, plainly(lines, path)]);
        expect(rules.cut).toEqual([]);
      },
    ),
    { numRuns: 500 },
  );
});

test("100,000 names and 30,000 patterns cost no question its time, and what is not followed is told", async () => {
  const root = temporary();
  write(root, Object.fromEntries(Array.from({ length: 600 }, (_, i) => [`d${i % 40}/f${i}.txt`, ""])));
  write(root, {
    "d0/named4": "",
    "d0/named5": "",
    ".gitignore": Array.from({ length: 60_000 }, (_, i) => (i % 2 === 0 ? `named${i}` : `!named${i}`)).join("\n"),
    "d1/.gitignore": Array.from({ length: 30_000 }, (_, i) => `a${i}*b*c`).join("\n"),
    ".manifoldignore": "x".repeat(1_000_001),
  });
  const before = process.cpuUsage();
  const { files: found, warnings } = await scan(root);
  const { user, system } = process.cpuUsage(before);
  // One line after the other took minutes.
  expect((user + system) / 1e6).toBeLessThan(10);
  const named = found.map((file) => file.path).filter((path) => path.includes("named"));
  expect([found.length > 600, named]).toEqual([true, ["d0/named5"]]);
  expect(warnings.map((warning) => [warning.code, warning.message.split(" ")[0]])).toEqual([
    ["ignore-rules-cut", "d1/.gitignore"],
    ["ignore-rules-cut", ".manifoldignore"],
  ]);
});
