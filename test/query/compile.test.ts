/** The query compiler: questions to relations of described things. */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { compile, INNER, NOUNS, OUTER } from "../../src/query/compile.ts";
import { relationSchema } from "../../src/query/plan_schema.ts";
import { type Relation, relationAsText } from "../../src/query/relation.ts";
import { readQuestion } from "../../src/query/route.ts";

const relationOf = (question: string): Relation | null => compile(question, readQuestion(question))?.relation ?? null;
const text = (question: string): string | null => {
  const relation = relationOf(question);
  return relation && relationAsText(relation);
};

describe("compositions", () => {
  const rows: [string, string][] = [
    ["what calls the function that writes to users", "callers of “writes to users”"],
    ["tests that reach the retry code", "tests among blast radius of “retry”"],
    ["which tests cover the code that decodes cookies?", "tests among blast radius of “decodes cookies”"],
    ["what tests the code that decodes cookies", "tests among blast radius of “decodes cookies”"],
    ["subclasses of whatever parses YAML", "subclasses of “parses YAML”"],
    ["who imports the module that handles sessions", "importers of “handles sessions”"],
    ["call chain from the request handler to the function that writes rows", "path from “request handler” to “writes rows”"],
    ["how does the request handler reach the database writer", "path from “request handler” to “database writer”"],
    ["path from main to the function that sends the request", "path from main to “sends the request”"],
    ["what does the class that parses arguments call", "callees of “parses arguments”"],
    ["what does whatever parses the config import", "imports of “parses the config”"],
    ["functions called by whatever builds the response", "callees of “builds the response”"],
    ["parent classes of the class that renders json", "superclasses of “renders json”"],
    ["methods of the class that holds the session", "callables among members of “holds the session”"],
    ["subclasses of the session interface", "subclasses of “session interface”"],
    ["code similar to the function that parses headers", "similar of “parses headers”"],
    ["where is the function that signs cookies defined", "definition of “signs cookies”"],
    ["what breaks if I change the function that computes etags", "blast radius of “computes etags”"],
    ["who uses the helper that escapes html", "references of “escapes html”"],
    ["what calls the callers of save", "callers of (callers of save)"],
    ["what calls the subclasses of Base", "callers of (subclasses of Base)"],
    ["what is called by the functions that call send", "callees of (callers of send)"],
    ["what do the tests of parse_config call", "callees of (tests among blast radius of parse_config)"],
    ["which module imports the file where Session is defined", "files among importers of the file of Session"],
    ["which classes extend the thing that handles errors", "types among subclasses of “handles errors”"],
    ["which tests call make_user", "tests among callers of make_user"],
    ["which subclasses of Reader override close", "subclasses of Reader overriding close"],
    ["what do the implementations of Store override", "subclasses of Store overriding its members"],
    ["which types implement the session store", "subclasses of “session store”"],
    ["how does dropping a column reload the table definition", "path from “dropping a column” to “reload the table definition”"],
    ["how does main start listening on a socket", "path from main to “start listening on a socket”"],
    ["how does an incoming request reach the writer", "path from “request” to “writer”"],
    ["tests for make_user", "tests among blast radius of make_user"],
    ["unit tests of Parser.parse", "tests among blast radius of Parser.parse"],
    ["where is make_user tested", "tests among blast radius of make_user"],
  ];
  for (const [question, expected] of rows) test(question, () => expect(text(question)).toBe(expected));

  test("a clause that asks for both keeps what it describes", () => {
    expect(relationOf("find the token refresh code and its callers")).toMatchObject({ operation: "callers", beside: true });
    expect(relationOf("callers of the login handler")).toMatchObject({ operation: "callers", beside: false });
  });
  test("tests are looked for all the way, callers one step", () => {
    expect(relationOf("tests that reach the retry code")!.depth).toBeGreaterThan(3);
    expect(relationOf("what calls the function that writes to users")!.depth).toBeNull();
  });
  test("the sort of what is described follows from its noun", () => {
    const sort = (question: string) => (relationOf(question)!.of as { sort: string | null }).sort;
    expect(sort("what calls the function that writes to users")).toBe("callable");
    expect(sort("what does the class that parses arguments call")).toBe("type");
    expect(sort("who imports the module that handles sessions")).toBe("file");
    expect(sort("subclasses of whatever parses YAML")).toBe("type");
    expect(sort("callers of whatever opens the connection")).toBeNull();
  });
});

describe("what is no composition stays with the router", () => {
  for (const question of [
    "how does login work",
    "what calls authenticate()",
    "who calls parse_config and why",
    "grep for DEPRECATED",
    "Session.save",
    "path from main to save",
    "tests for the parser",
    "how to run the tests",
    "what tests would fail if I change parse_date?",
    "why do tests hang on shutdown",
    "where is the authentication middleware implemented",
    "what happens when a request fails",
    "",
  ])
    test(JSON.stringify(question), () => expect(relationOf(question)).toBeNull());
});

test("whatever compiles has the plan's form, and only few questions about topics do", () => {
  const questions = readFileSync(join(import.meta.dir, "../golden/routes.jsonl"), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { question: string; strategy: string; template: string });
  let topics = 0;
  for (const { question, strategy, template } of questions) {
    const relation = relationOf(question);
    if (relation === null) continue;
    expect(relationSchema.parse(relation)).toEqual(relation);
    if (strategy === "semantic" && template !== "reach-described" && !compile(question, readQuestion(question))?.aside) topics++;
    expect([question, strategy === "keyword"]).toEqual([question, false]);
  }
  // Those of ordinary verbs ("what happens between A and B") are searched for where no path is known.
  expect(topics).toBeLessThanOrEqual(6);
});

describe("the tables", () => {
  test("rows are named once, anchored, and have an operand", () => {
    for (const table of [OUTER, INNER]) {
      const names = table.map((row) => row.name);
      expect(new Set(names).size).toBe(names.length);
      for (const { pattern } of table) {
        expect(pattern.source).toStartWith("^(?:");
        expect(pattern.source).toEndWith(")$");
        expect(pattern.source).toContain("(?<of>");
      }
    }
    for (const { pattern } of NOUNS) expect(pattern.test("the")).toBe(false);
  });
  test("no question is slow, however long or odd", () => {
    const odd = [
      "what calls the function that calls ".repeat(500),
      "callers of callers of ".repeat(500),
      `tests that reach ${"the ".repeat(5_000)}`,
      "from a to ".repeat(3_000),
      "is ".repeat(9_000),
      "which tests ".repeat(3_000),
      `how does ${"x ".repeat(9_000)}reach`,
    ];
    for (const question of odd) {
      const started = performance.now();
      relationOf(question);
      // Far above what it takes (under 2 ms), far below what backtracking would.
      expect(performance.now() - started).toBeLessThan(2_000);
    }
  });
});
