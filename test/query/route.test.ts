/**
 * The router against labelled questions: `test/golden/routes.jsonl`, one a line.
 *
 * `template` groups questions of one wording; `held` marks the templates that were written before the signals had seen them, in waves.
 * Strategy accuracy of each wave, measured once before any fix: 1: 135/143 (94.4 %), 2: 172/187 (92.0 %), 3, deliberately chatty and terse:
 * 135/159 (84.9 %), 4: 119/120 (99.2 %); by another writer, 5, who had not read the signals yet: 325/328 (99.1 %), 6, topics in the words of
 * relations: 263/273 (96.3 %), 7: 247/258 (95.7 %), 8: 216/220 (98.2 %), 9, chatty and terse: 137/152 (90.1 %), 10, chatty and terse:
 * 170/174 (97.7 %). What they taught went into the table afterwards, so they are ordinary golden questions now; questions that had stood in
 * the set before, or whose label was in doubt, were left out.
 */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { type Operation, type Route, STRATEGIES, type Strategy } from "../../src/base/types.ts";
import { allSignals } from "../../src/query/route/candidate.ts";
import { fold, mayFire } from "../../src/query/route/signal.ts";
import { normalise } from "../../src/query/route/text.ts";
import { readQuestion, route } from "../../src/query/route.ts";

interface Golden {
  question: string;
  strategy: Strategy;
  operation: Operation;
  symbol?: string;
  target?: string;
  keyword?: string;
  template: string;
  held?: number;
}
const golden = readFileSync(join(import.meta.dir, "../golden/routes.jsonl"), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Golden);

/** "semantic/search" and the like. */
function kind(of: { strategy: Strategy; operation: Operation }): string {
  return `${of.strategy}/${of.operation}`;
}

/** Whether the slots are as labelled; a hybrid question may mention a symbol that its label leaves out. */
function slotsRight(expected: Golden, got: Route): boolean {
  if (expected.strategy === "semantic") return got.symbol === null && got.target === null && got.keyword === null;
  if (expected.strategy === "hybrid") return expected.symbol === undefined || got.symbol === expected.symbol;
  return got.symbol === (expected.symbol ?? null) && got.target === (expected.target ?? null) && got.keyword === (expected.keyword ?? null);
}

describe("labelled questions", () => {
  test("confusion matrix, at least 97 % right", () => {
    const matrix = new Map<string, number>();
    const wrong: string[] = [];
    let slots = 0;
    for (const one of golden) {
      const got = route(one.question);
      matrix.set(`${one.strategy} ${got.strategy}`, (matrix.get(`${one.strategy} ${got.strategy}`) ?? 0) + 1);
      if (kind(got) !== kind(one)) wrong.push(`${one.question}: ${kind(one)} expected, ${kind(got)} found`);
      else if (slotsRight(one, got)) slots++;
    }
    const cell = (row: string, column: string) => String(matrix.get(`${row} ${column}`) ?? 0).padStart(11);
    console.log(`${"labelled".padEnd(12)}${STRATEGIES.map((name) => name.padStart(11)).join("")}`);
    for (const row of STRATEGIES) console.log(row.padEnd(12) + STRATEGIES.map((column) => cell(row, column)).join(""));
    if (wrong.length > 0) console.log(wrong.join("\n"));
    expect(golden.length).toBeGreaterThanOrEqual(250);
    expect((golden.length - wrong.length) / golden.length).toBeGreaterThanOrEqual(0.97);
    expect(slots / golden.length).toBeGreaterThanOrEqual(0.97);
  });

  test("no question is labelled twice, and templates agree with themselves", () => {
    expect(new Set(golden.map((one) => one.question)).size).toBe(golden.length);
    expect(golden.filter((one) => one.held).length / golden.length).toBeGreaterThan(0.3);
  });

  const issue: [string, Strategy, Operation, string | null][] = [
    ["how does authentication work", "semantic", "search", null],
    ["find error handling patterns", "semantic", "search", null],
    ["code that processes user input", "semantic", "search", null],
    ["explain the configuration system", "semantic", "search", null],
    ["show me the logging approach", "semantic", "search", null],
    ["what calls authenticate()", "structural", "callers", "authenticate"],
    ["who calls parse_config", "structural", "callers", "parse_config"],
    ["callers of Agent.run", "structural", "callers", "Agent.run"],
    ["subclasses of ModelProvider", "structural", "subclasses", "ModelProvider"],
    ["what implements IStorage", "structural", "subclasses", "IStorage"],
    ["what does ToolRegistry.execute call", "structural", "callees", "ToolRegistry.execute"],
    ["imports in agent.py", "structural", "imports", "agent.py"],
    ["what imports utils/date.ts", "structural", "importers", "utils/date.ts"],
    ["where is UserAuth defined?", "structural", "definition", "UserAuth"],
    ["blast radius of Tool.execute", "structural", "blast_radius", "Tool.execute"],
    ["what breaks if I change Session.save()", "structural", "blast_radius", "Session.save"],
    ["call chain from handle_request to write_row", "structural", "path", "handle_request"],
    ["methods of ConnectionPool", "structural", "members", "ConnectionPool"],
    ["functions like parse_input", "structural", "similar", "parse_input"],
    ["TokenBucket", "structural", "definition", "TokenBucket"],
    ["find the auth code and what depends on it", "hybrid", "blast_radius", null],
    ["show me the config system and its callers", "hybrid", "callers", null],
    ["everything about the permission checker", "hybrid", "related", null],
    ["how is chunking implemented and what uses it", "hybrid", "references", null],
    ["What calls the function that writes to users?", "hybrid", "callers", null],
    ["find TODO comments", "keyword", "search", null],
    ["lines containing 'API_KEY'", "keyword", "search", null],
    ["grep for DEPRECATED", "keyword", "search", null],
    ['"could not bind"', "keyword", "search", null],
    ["/err\\d+/i", "keyword", "search", null],
  ];
  test.each(issue)("%s", (question, strategy, operation, symbol) => {
    const got = route(question);
    expect([got.strategy, got.operation, got.symbol]).toEqual([strategy, operation, symbol]);
  });
});

describe("what is left for retrieval", () => {
  const left: [string, string][] = [
    ["find the auth code and what depends on it", "auth code"],
    ["show me the config system and its callers", "config system"],
    ["What calls the function that writes to users?", "function that writes to users"],
    ["everything about the permission checker", "permission checker"],
    ["callers of the login handler", "login handler"],
    ["what calls authenticate() and why does login fail?", "why does login fail"],
    ["how does login work, and who calls verify_token?", "how does login work"],
    ["how does authentication work?", "how does authentication work"],
  ];
  test.each(left)("%s", (question, description) => {
    expect(readQuestion(question).description).toBe(description);
  });
});

describe("metamorphic: wording that means nothing keeps the route", () => {
  const any = fc.integer({ min: 0, max: golden.length - 1 }).map((i) => golden[i] as Golden);
  /** Keeps as well as before: golden questions that are labelled right stay right. */
  function same(one: Golden, variant: string): void {
    const got = route(variant);
    expect(`${variant}: ${kind(got)}`).toBe(`${variant}: ${kind(route(one.question))}`);
  }
  const runs = { numRuns: 1500, seed: 2 };

  test("punctuation and white space", () => {
    fc.assert(
      fc.property(
        any,
        fc.constantFrom("?", "??", "!", ".", "…", " ?", "?!", " ", "\n"),
        fc.constantFrom("", " ", "\t", "\n  "),
        (one, tail, head) => same(one, head + one.question.replace(/[?!.\s]+$/, "").replaceAll(" ", head === "\t" ? "  " : " ") + tail),
      ),
      runs,
    );
  });
  test("politeness", () => {
    const before = [
      "please ",
      "Please, ",
      "can you tell me ",
      "hey, ",
      "hi! ",
      "could you please ",
      "I want to know ",
      "I'd like to know ",
      "ok so ",
      "Do you know ",
      "just wondering, ",
      "quick question: ",
      "hello there, can you ",
    ];
    const after = ["", " please", ", please?", " thanks", ", thank you!", " for me", " in this repo", " in this codebase?"];
    fc.assert(
      fc.property(any, fc.constantFrom(...before), fc.constantFrom(...after), (one, head, tail) =>
        same(one, head + one.question.replace(/[?!.]+$/, "") + tail),
      ),
      runs,
    );
  });
  test("letter case of the words that are no names", () => {
    const cases = [
      (word: string) => word.toUpperCase(),
      (word: string) => word.toLowerCase(),
      (word: string, at: number) => (at === 0 ? word.slice(0, 1).toUpperCase() + word.slice(1) : word),
    ];
    fc.assert(
      fc.property(any, fc.constantFrom(...cases), (one, change) => {
        const names = [one.symbol, one.target, one.keyword].filter((name) => name !== undefined);
        const words = one.question.split(" ");
        if (words.length < 3) return;
        const variant = words.map((word, at) =>
          /^[A-Za-z]+$/.test(word) && !/[a-z][A-Z]/.test(word) && !names.includes(word) ? change(word, at) : word,
        );
        same(one, variant.join(" "));
      }),
      runs,
    );
  });
  test("typographic quotes", () => {
    for (const one of golden) {
      if (!/["']/.test(one.question)) continue;
      same(
        one,
        one.question
          .replace(/"([^"]*)"/g, "“$1”")
          .replace(/'([^']*)'/g, "‘$1’")
          .replaceAll("'", "’"),
      );
    }
  });
  test("other symbols of the same shape", () => {
    const shapes: [RegExp, string[]][] = [
      [/\/|\.(?:ts|py|go|js|rs|rb|c|h|sh|tsx|yaml|ex)$/, ["lib/net/http.ts", "core/db.py", "pkg/store.go"]],
      [/^[A-Z]\w*[.#:]+\w+$/, ["Invoice.total", "Scheduler.tick", "HttpServer.listen"]],
      [/_/, ["merge_rows", "to_utf8", "open_port_range"]],
      [/^[A-Z][a-z]+[A-Z]\w+$/, ["GraphBuilder", "TaskQueue", "HttpServer"]],
      [/^[a-z]+[A-Z]\w+$/, ["mergeRows", "toUtf8", "openPortRange"]],
      [/^[a-z]+$/, ["decode", "rotate", "enqueue"]],
    ];
    fc.assert(
      fc.property(any, fc.integer({ min: 0, max: 2 }), (one, pick) => {
        const { symbol } = one;
        const other = symbol === undefined ? undefined : shapes.find(([shape]) => shape.test(symbol))?.[1][pick];
        if (symbol === undefined || other === undefined || one.target === other) return;
        const variant = one.question.replace(symbol, other);
        same(one, variant);
        if (one.strategy === "structural") expect(route(variant).symbol).toBe(other);
      }),
      runs,
    );
  });
});

describe("the table", () => {
  test("has no duplicate names, and each row is fired by at least two questions", () => {
    const names = allSignals().map((signal) => signal.name);
    expect(new Set(names).size).toBe(names.length);
    const fired = new Map<string, number>();
    for (const one of golden) for (const name of route(one.question).signals) fired.set(name, (fired.get(name) ?? 0) + 1);
    expect(names.filter((name) => (fired.get(name) ?? 0) < 2)).toEqual([]);
    expect([...fired.keys()].filter((name) => !names.includes(name))).toEqual([]);
  });
  test("the stems of a row never hide a match", () => {
    const hidden: string[] = [];
    for (const one of golden) {
      const text = normalise(one.question);
      for (const signal of allSignals())
        if (!mayFire(signal, fold(text)) && signal.pattern.test(text)) hidden.push(`${signal.name}: ${text}`);
    }
    expect(hidden).toEqual([]);
  });
});

describe("any input", () => {
  test("gives a well-formed route, and the same one twice", () => {
    const pieces = fc.constantFrom(
      "what",
      "calls",
      "who",
      "of",
      "the",
      "it",
      "its",
      "and",
      "Foo.bar",
      "`x`",
      "(",
      ")",
      '"',
      "'",
      "/",
      "?",
      "how",
      "TODO",
      "->",
      "a_b",
      "—",
      "如何",
      "\u0000",
    );
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 200 }),
      fc.array(pieces, { maxLength: 30 }).map((all) => all.join(" ")),
    );
    fc.assert(
      fc.property(text, (question) => {
        const got = route(question);
        expect(STRATEGIES).toContain(got.strategy);
        expect(got.confidence).toBeGreaterThanOrEqual(0);
        expect(got.confidence).toBeLessThanOrEqual(1);
        expect(got.symbol).not.toBe("");
        expect(got.keyword).not.toBe("");
        expect(got.strategy === "keyword").toBe(got.keyword !== null);
        if (got.strategy === "structural") expect(got.symbol).not.toBeNull();
        if (got.operation === "path" && got.strategy === "structural") expect(got.target).not.toBeNull();
        expect(route(question)).toEqual(got);
      }),
      { numRuns: 2000, seed: 3 },
    );
  });
  test("an empty question is no question", () => {
    expect(route("").confidence).toBe(0);
    expect(route(" \n ").strategy).toBe("semantic");
  });
  test("intent", () => {
    const intents: [string, string][] = [
      ["how does authentication work", "understand"],
      ["why does login fail", "fix_bug"],
      ["how do I add a new storage backend", "add_feature"],
      ["what breaks if I change Session.save()", "refactor"],
      ["where is UserAuth defined?", "find_definition"],
      ["why did we choose websockets over polling", "find_decision"],
      ["database connection pooling", "explore"],
    ];
    for (const [question, intent] of intents) expect(`${question}: ${route(question).intent}`).toBe(`${question}: ${intent}`);
  });
});
