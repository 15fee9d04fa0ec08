/** What a heading says is true of every result under it: relations and what the words found are told apart, in text, JSON and MCP. */

import { describe, expect, test } from "bun:test";
import { isMember } from "../../src/asking/lists.ts";
import { passagesOf } from "../../src/asking/passages.ts";
import { ask, PLAIN } from "../../src/asking.ts";
import type { Answer } from "../../src/base/schema.ts";
import { replyTo } from "../../src/serve/mcp/reply.ts";
import { renderText } from "../../src/serve/render/text.ts";
import { style } from "../../src/serve/render/visible.ts";
import { indexed } from "../_indexed.ts";

/** `loadSettings` has three callers; many other places talk about loading settings, one file has two callers in one chunk. */
const FILES = {
  "src/settings.ts": `/** Loads the settings of the program from a file. */\nexport function loadSettings(path: string): string {\n  return path;\n}\n`,
  "src/start.ts": `import { loadSettings } from "./settings";\n\nexport const a = () => loadSettings("a");\nexport const b = () => loadSettings("b");\n`,
  "src/serve.ts": `import { loadSettings } from "./settings";\n\n/** Serves. */\nexport function serve(): string {\n  return loadSettings("serve");\n}\n`,
  "src/other/settings.ts": `/** Loads settings too, of something else. */\nfunction loadSettings(): number {\n  return 1;\n}\n\n/** Uses the other one. */\nexport function elsewhere(): number {\n  return loadSettings();\n}\n`,
  "src/near.ts": `/** Where settings of the program are loaded from is told to whoever asks. */\nexport function settingsPath(): string {\n  return "settings of the program";\n}\n`,
  "src/shapes.ts":
    "export class Shape {\n  area(): number {\n    return 0;\n  }\n}\n\nexport class Square extends Shape {\n  area(): number {\n    return 1;\n  }\n}\n",
  "docs/settings.md": "# Settings\n\nHow the program loads its settings from a file, and who calls that.\n",
};

const tree = indexed(FILES);

const asked = (question: string, k: number): Promise<Answer> => ask(tree.session, question, { ...PLAIN, k });
const text = (answer: Answer): string => renderText(answer, { cwd: tree.root, style: style(false), explain: false, ids: true });
const CALLERS = ["a", "b", "serve"];
const HYBRID = "find the code that loads the settings of the program and what calls loadSettings";

describe.each([HYBRID, "what calls loadSettings", "who calls whatever loads the settings of the program"])("%s", (question) => {
  test.each([2, 4, 10, 50])("-k %d", async (k) => {
    const answer = await asked(question, k);
    if (answer.symbol.chosen === null || answer.route.operation !== "callers") throw new Error(`no relation: ${answer.route.reason}`);
    expect(answer.symbol.chosen.path).toBe("src/settings.ts");
    const members = answer.results.filter(isMember);
    const found = answer.results.filter((result) => !isMember(result));
    // In JSON: what the graph says is said of members alone, and each member is one.
    for (const { qualified } of members) expect(CALLERS).toContain(qualified);
    expect(new Set(members.map(({ qualified }) => qualified)).size).toBe(members.length);
    for (const { strategies, resolution, depth } of found) expect([strategies, resolution, depth]).toEqual([["semantic"], null, 0]);
    for (const { resolution, depth } of members) expect([resolution, depth]).toEqual(["exact", 1]);
    if (k >= 10) expect(members.map(({ qualified }) => qualified).toSorted()).toEqual(CALLERS);
    // In text: two lists, of which the heading counts the first.
    const [head = "", above = "", below = ""] = /^([^\n]*)\n([\s\S]*?)(?:found by the words:\n([\s\S]*))?$/
      .exec(text(answer).replace(/^(?:! .*\n)+\n/, ""))!
      .slice(1);
    const all = members.length === CALLERS.length;
    expect(head).toStartWith(
      `${all ? "" : "the nearest "}${members.length} ${members.length === 1 ? "caller" : "callers"} of loadSettings (src/settings.ts:2)`,
    );
    const listed = (part: string) => [...part.matchAll(/^(chunk_\S+ \S+)/gm)].map((match) => match[1]);
    const cited = (results: Answer["results"]) => results.map(({ chunk, path, start, end }) => `${chunk} ${path}:${start}-${end}`);
    expect(listed(above)).toEqual(cited(members));
    expect(listed(below)).toEqual(cited(found));
    // Over MCP: the same two lists in both forms.
    const reply = replyTo((question, results) => passagesOf(tree.session.store, question, results), answer, {
      budget: 20_000,
      graph: false,
    });
    const names = (results: { path: string; start: number }[]) => results.map(({ path, start }) => `${path}:${start}`);
    expect(names(reply.structured.results)).toEqual(names(members));
    expect(names(reply.structured.found_by_words)).toEqual(names(found));
    for (const result of reply.structured.found_by_words) expect([result.depth, result.resolution]).toEqual([undefined, undefined]);
    expect(reply.text).toStartWith(`${all ? "" : "the nearest "}${members.length} callers of loadSettings (src/settings.ts:2-4)`);
    expect(reply.text.includes("\nFound by the words:\n")).toBe(found.length > 0);
  });
});

test("what stands below a method overrides it, and is no subtype", async () => {
  const [above, below] = [await asked("what overrides Shape.area", 10), await asked("what overrides Square.area", 10)];
  expect(text(above)).toContain("1 override of Shape.area (src/shapes.ts:2)");
  expect(text(below)).toContain("No override of Square.area in this tree.");
  const reply = replyTo((question, results) => passagesOf(tree.session.store, question, results), above, { budget: 2_000, graph: false });
  expect(reply.text).toStartWith("1 overrides of Shape.area");
});

test("a search is one list, over MCP too", async () => {
  const answer = await asked("where are settings of the program told", 5);
  const { structured } = replyTo((question, results) => passagesOf(tree.session.store, question, results), answer, {
    budget: 20_000,
    graph: false,
  });
  expect(structured.results.length).toBe(answer.results.length);
  expect(structured.found_by_words).toEqual([]);
  expect(text(answer)).not.toContain("found by the words");
});

test.each([
  ["what calls loadSettings and why would it return null", "why would loadSettings return null"],
  ["who calls loadSettings and what happens when a kubernetes autoscaler restarts", "what happens when a kubernetes autoscaler restarts"],
])("%s: what it names stands with its code first among what the words found", async (question, described) => {
  const answer = await asked(question, 10);
  expect(answer.route.strategy).toBe("hybrid");
  const found = answer.results.filter((result) => !isMember(result));
  expect(found[0]).toMatchObject({ path: "src/settings.ts", qualified: "loadSettings" });
  expect(found[0]!.snippet).toContain("export function loadSettings");
  expect(
    answer.results
      .filter(isMember)
      .map(({ qualified }) => qualified)
      .toSorted(),
  ).toEqual(CALLERS);
  // that the words lead nowhere says nothing of the callers
  expect(answer.fallback).toBe(false);
  const told = answer.warnings.map(({ code, message }) => `${code}: ${message}`);
  expect(told.filter((one) => /^(?:weak|no)-match/.test(one))).toEqual([]);
  for (const one of told.filter((text) => text.includes("only near"))) expect(one).toContain(described);
});
