/** The read path over a real index on disk. */
import { describe, expect, test } from "bun:test";
import { type AskOptions, ask, emptyAnswer, PLAIN } from "../src/asking.ts";
import { Refusal } from "../src/base/errors.ts";
import { answerSchema } from "../src/base/schema.ts";
import { indexed } from "./_indexed.ts";
import { SMALL } from "./binary/_binary.ts";

const FILES: Record<string, string> = {
  ...SMALL,
  "src/shapes.ts":
    "export abstract class Shape {\n  abstract area(): number;\n}\nexport class Circle extends Shape {\n  constructor(private r: number) {\n    super();\n  }\n  area(): number {\n    return 3 * this.r * this.r;\n  }\n}\n",
  "src/other.ts":
    "/** Unrelated to the other one. */\nexport function authenticate(token: string): string {\n  return token.trim(); // TODO: verify\n}\n",
  "src/dyn.ts": "export function run(thing: any) {\n  return thing.area() + thing.nothing();\n}\n",
};

const tree = indexed(FILES);
const options: AskOptions = { ...PLAIN, budget: 2_000 };
const question = async (text: string, more: Partial<AskOptions> = {}) =>
  answerSchema.parse(await ask(tree.session, text, { ...options, ...more }));

describe("a question in words", () => {
  test("finds the place, quotes it, cites it", async () => {
    const answer = await question("how is a report table rendered");
    expect(answer.route.strategy).toBe("semantic");
    expect(answer.results[0]).toMatchObject({ path: "tools/report.py", rank: 1, strategies: ["semantic"] });
    expect(answer.results[0]!.chunk).toMatch(/^chunk_[0-9a-f]{16}$/);
    expect(answer.results[0]!.snippet).toContain("def render_report");
  });
  test("a name that is only written alike does not stand before the place that the words mean", async () => {
    const answer = await question("Render_Report");
    expect(answer.warnings.map((warning) => warning.code)).toContain("inexact-name");
    expect(answer.results[0]!.path).toBe("tools/report.py");
  });
  test("says so when no word stands in the tree", async () => {
    const near = await question("zebra xylophone quagmire");
    expect([near.fallback, near.results, near.warnings[0]!.code]).toEqual([true, [], "no-match"]);
    expect(near.warnings[0]!.message).toContain("“zebra”, “xylophone” and “quagmire” stand nowhere in this tree");
    expect(near.suggestions.filter((text) => text.startsWith("manifold show ")).length).toBeGreaterThan(0);
    const answer = await question("zebra xylophone quagmire", { engines: ["lexical", "graph"] });
    expect(answer.results).toEqual([]);
    expect(answer.warnings.map((warning) => warning.code)).toContain("no-match");
    expect(answer.suggestions.length).toBeGreaterThan(0);
  });
  test("the same question has the same answer, timings apart", async () => {
    const strip = ({ timings_ms: _, ...rest }: Awaited<ReturnType<typeof question>>) => rest;
    expect(strip(await question("how does login fail"))).toEqual(strip(await question("how does login fail")));
  });
});

describe("a structural question", () => {
  test("callers of one of two definitions; the other is listed", async () => {
    const answer = await question("what calls authenticate()");
    expect(answer.symbol.candidates.map((node) => node.path).sort()).toEqual(["src/auth.ts", "src/other.ts"]);
    expect(answer.warnings.map((warning) => warning.code)).toContain("several-definitions");
    const at = await question("callers authenticate", { operation: "callers", at: { path: "src/auth.ts", line: 4 } });
    expect(at.results.map((result) => [result.qualified, result.line, result.resolution])).toEqual([["login", 4, "exact"]]);
    const other = await question("callers authenticate", { operation: "callers", at: { path: "src/other.ts", line: 2 } });
    expect(other.results).toEqual([]);
  });
  test("a pronoun means the symbol at --at, and the relation is what the words ask", async () => {
    const at = { path: "src/auth.ts", line: 4 };
    const operations = [];
    for (const text of ["who calls this function?", "what does it call", "what breaks if I change this", "explain this"])
      operations.push((await question(text, { at })).route.operation);
    expect(operations).toEqual(["callers", "callees", "blast_radius", "definition"]);
  });
  test("a definition that the filters leave out is not silently nothing", async () => {
    const answer = await question("authenticate", { prefixes: ["tools/"], engines: ["graph"] });
    expect([answer.results, answer.warnings.map((warning) => warning.code)]).toEqual([[], expect.arrayContaining(["all-filtered"])]);
    expect(answer.suggestions).toEqual(["manifold q authenticate  (without filters)"]);
  });

  test("an unknown receiver is never a fact", async () => {
    const sure = await question("who calls Circle.area");
    expect(sure.results).toEqual([]);
    expect(sure.symbol.possible).toBe(1);
    const maybe = await question("who calls Circle.area", { includePossible: true });
    expect(maybe.results.map((result) => [result.qualified, result.resolution])).toEqual([["run", "ambiguous"]]);
    expect(maybe.results[0]!.confidence).toBeLessThan(0.6);
  });
  test("subclasses and members", async () => {
    expect((await question("subclasses of Shape")).results.map((result) => result.qualified)).toEqual(["Circle"]);
    expect((await question("methods of Circle")).results.map((result) => result.qualified)).toContain("Circle.area");
  });
  test("an unknown name falls through to search and says so; a command does not", async () => {
    const asked = await question("what calls authentikate()");
    expect(asked.fallback).toBe(true);
    expect(asked.warnings.find((warning) => warning.code === "symbol-unknown")?.message).toContain("authenticate");
    const command = await question("callers authentikate", { operation: "callers", symbol: "authentikate", command: "callers" });
    expect([command.results, command.fallback]).toEqual([[], false]);
    expect(command.suggestions[0]).toContain("authenticate");
  });
  test("a bare name lists its definitions first, then what else speaks of it", async () => {
    const answer = await question("authenticate");
    expect(answer.results.slice(0, 2).map((result) => [result.kind, result.name])).toEqual([
      ["function", "authenticate"],
      ["function", "authenticate"],
    ]);
    expect(answer.results.map((result) => result.path)).toContain("src/login.ts");
  });
});

describe("an exact question", () => {
  test("every matching line, with its own number", async () => {
    const answer = await question("grep for TODO");
    expect(answer.results.map((result) => [result.path, result.line, result.snippet])).toEqual([
      ["src/other.ts", 3, "  return token.trim(); // TODO: verify"],
    ]);
  });
  test("a bad pattern is refused", async () => {
    expect(question("/(/")).rejects.toThrow(Refusal);
  });
});

describe("flags", () => {
  test("filters work inside the search", async () => {
    const answer = await question("authenticate a user", { languages: ["python"] });
    expect(answer.results.every((result) => result.path.endsWith(".py"))).toBe(true);
    const excluded = await question("authenticate", { excludes: ["src/other.ts"] });
    expect(excluded.results.map((result) => result.path)).not.toContain("src/other.ts");
    const functions = await question("hash of a text", { kinds: ["function"] });
    expect(functions.results.map((result) => result.path)).toContain("src/hash.ts");
  });
  test("the budget cuts text, never citations", async () => {
    const wide = await question("authenticate user password", { budget: 0 });
    const tight = await question("authenticate user password", { budget: 1 });
    expect(tight.results.map((result) => result.chunk)).toEqual(wide.results.map((result) => result.chunk));
    expect(tight.budget.truncated).toBe(true);
    expect(wide.budget.truncated).toBe(false);
  });
  test("a plan printed by --explain gives the same results", async () => {
    const explained = await question("what calls hash", { explain: true });
    const again = await question("", { plan: JSON.stringify(explained.plan) });
    expect(again.results).toEqual(explained.results);
  });
  test("engines can be left out", async () => {
    expect((await question("what calls hash", { engines: ["lexical"] })).route.operation).toBe("callers");
    expect((await question("hash of a text", { engines: ["graph"] })).results).toEqual([]);
  });
});

describe("questions that cannot be asked", () => {
  test("empty, blank, too long", async () => {
    for (const text of ["", "   ", "\u0000"]) expect(ask(tree.session, text, options)).rejects.toThrow("empty");
    expect(ask(tree.session, "x".repeat(100_001), options)).rejects.toThrow("100001 characters");
    expect((await question("x".repeat(100_000))).results).toEqual([]);
  });
  test("in a batch a refusal is an object too", () => {
    const answer = answerSchema.parse(emptyAnswer(tree.session, "", new Refusal("empty-question", "The question is empty.", "Ask one.")));
    expect(answer.warnings).toEqual([{ code: "empty-question", message: "The question is empty." }]);
  });
});
