/** Pairs of a description and what it describes, as files hold them. */
import { describe, expect, test } from "bun:test";
import { chunk } from "../../../src/lang/engine/chunk.ts";
import { extract } from "../../../src/lang/engine/extract.ts";
import { minePairs } from "../../../src/lang/engine/pairs.ts";
import { languageOf, loadGrammars } from "../../../src/lang/languages.ts";

await loadGrammars(["typescript", "python", "markdown"]);

function pairs(path: string, text: string) {
  const facts = extract(path, text, languageOf(path));
  return minePairs(facts, text, chunk(facts, text)).map(({ kind, query, from, to, holeFrom, holeTo }) => ({
    kind,
    query,
    text: text.slice(from, Math.max(from, holeFrom)) + text.slice(Math.max(from, holeTo), to),
  }));
}

const TYPESCRIPT = `// Sessions of users, kept in memory.
import { now } from "./clock";

/** Ends every session that nobody has used for a while. */
export function expireSessions(limit: number): void {
  // The oldest ones come first in the list
  for (const one of sessions) if (now() - one.used > limit) end(one);

  if (limit < 0) throw new Error("a session cannot end before it began");
}
`;

describe("code", () => {
  const found = pairs("src/auth/session.ts", TYPESCRIPT);
  const of = (kind: string) => found.filter((pair) => pair.kind === kind);

  test("a name describes the body, without the signature that repeats it", () => {
    expect(of("name").map((pair) => pair.query)).toEqual(["expireSessions"]);
    expect(of("name")[0]!.text).toContain("now() - one.used");
    expect(of("name")[0]!.text).not.toContain("expireSessions");
  });

  test("documentation describes the definition", () => {
    expect(of("doc")).toHaveLength(1);
    expect(of("doc")[0]!.query).toStartWith("Ends every session");
    expect(of("doc")[0]!.text).toStartWith("export function expireSessions");
  });

  test("a comment describes the lines below it up to a blank one", () => {
    const inline = of("comment").find((pair) => pair.query.includes("oldest"));
    expect(inline?.text).toContain("for (const one of sessions)");
    expect(inline?.text).not.toContain("cannot end");
  });

  test("the comment at the top describes the file, a path its chunks, a message its function", () => {
    expect(of("module").map((pair) => pair.query)).toEqual(["// Sessions of users, kept in memory."]);
    expect(of("path").every((pair) => pair.query === "auth session.ts")).toBe(true);
    expect(of("string").map((pair) => pair.query)).toEqual(["a session cannot end before it began"]);
    expect(of("string")[0]!.text).not.toContain("before it began");
  });
});

test("a docstring is cut out of what it describes", () => {
  const found = pairs(
    "a.py",
    'def total(rows):\n    """Adds up the amounts of all rows."""\n    result = 0\n    for row in rows:\n        result += row.amount\n    return result\n',
  );
  const doc = found.find((pair) => pair.kind === "doc");
  expect(doc?.query).toBe("Adds up the amounts of all rows.");
  expect(doc?.text).toContain("row.amount");
  expect(doc?.text).not.toContain("Adds up");
});

test("a heading describes its section", () => {
  const found = pairs("README.md", "# Installing\n\nCopy the one file onto your path and call it by its name.\n");
  expect(found.filter((pair) => pair.kind === "section")).toEqual([
    { kind: "section", query: "Installing", text: expect.stringContaining("Copy the one file") },
  ]);
});

test("the title of a test describes what follows", () => {
  const found = pairs(
    "a.test.ts",
    'test("refuses a plan of another version", () => {\n  expect(() => parsePlan(old)).toThrow("version");\n});\n',
  );
  expect(found.find((pair) => pair.kind === "test")?.query).toBe("refuses a plan of another version");
});

test("text that is nothing gives no pairs and no error", () => {
  for (const text of ["", "\n\n", "(((((", "/*", "def f(:"]) expect(pairs("a.py", text).filter((pair) => pair.kind !== "path")).toEqual([]);
});
