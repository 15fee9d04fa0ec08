/** More asked is never less given: the results for k begin with those for k - 1, in every form and for every kind of question. */

import { describe, expect, test } from "bun:test";
import type { Form } from "../../src/asking/fit.ts";
import { passagesOf } from "../../src/asking/passages.ts";
import { type AskOptions, ask, PLAIN } from "../../src/asking.ts";
import type { Result } from "../../src/base/schema.ts";
import { formOf } from "../../src/serve/answer.ts";
import { Flags } from "../../src/serve/flags.ts";
import { replyTo } from "../../src/serve/mcp/reply.ts";
import { indexed } from "../_indexed.ts";

/** Enough files that rankings are cut, related enough that relations and the search find the same places. */
const FILES: Record<string, string> = {
  "src/save.ts": `/** Saves a report to the store. */\nexport function saveReport(rows: string[]): number {\n  return rows.length;\n}\n`,
};
for (let n = 0; n < 40; n++)
  FILES[`src/part${n}.ts`] =
    `import { saveReport } from "./save";\n\n/** Saves report ${n} of the ${["daily", "weekly", "yearly"][n % 3]} rows. */\nexport function store${n}(rows: string[]): number {\n  return saveReport(rows) + ${n};\n}\n\n/** Renders report ${n}. */\nexport function render${n}(rows: string[]): string {\n  return rows.join("${n}");\n}\n`;
// Files of many chunks, which a ranking takes one after the other.
for (let n = 0; n < 4; n++)
  FILES[`src/many${n}.ts`] = Array.from(
    { length: 12 },
    (_, i) =>
      `/** Keeps the report that was saved, ${n} ${i}. */\nexport function keep${n}x${i}(rows: string[]): string {\n${'  rows.push("save report" + rows.length);\n'.repeat(25)}  return rows[0];\n}\n`,
  ).join("\n");
for (let n = 0; n < 6; n++) FILES[`docs/report${n}.md`] = `# Report ${n}\n\nHow a report is saved and rendered, part ${n}.\n`;

const tree = indexed(FILES);

const KS = [1, 2, 3, 5, 8, 10, 11, 15, 20, 21, 25, 26, 30, 40, 50, 75, 120, 200];

const place = ({ path, start, line, name }: Pick<Result, "path" | "start" | "name"> & { line?: number | null }) =>
  `${path}:${start}:${line ?? ""} ${name}`;

type Shown = (question: string, k: number) => Promise<string[][]>;

/** The lists of an answer in each form. */
const FORMS: [string, Shown][] = [
  ["text", async (question, k) => [await places(question, k, { budget: 2_000, form: form({}) })]],
  [
    "text with --explain",
    async (question, k) => [await places(question, k, { budget: 2_000, explain: true, form: form({ explain: true }) })],
  ],
  ["JSON within a budget", async (question, k) => [await places(question, k, { budget: 2_000, form: form({ json: true }) })]],
  ["JSON with --explain", async (question, k) => [await places(question, k, { explain: true, form: form({ json: true, explain: true }) })]],
  [
    "MCP",
    async (question, k) => {
      const { structured, text } = replyTo(
        (question, results) => passagesOf(tree.session.store, question, results),
        await asked(question, k, {}),
        { budget: 4_000, graph: true },
      );
      const lists = [structured.results, structured.found_by_words].map((list) => list.map(place));
      // Both forms have the same.
      expect(text.match(/^\[\d+\]/gm)?.length ?? 0).toBe(lists.flat().length);
      return lists;
    },
  ],
];

const form = (values: Record<string, boolean>): Form => formOf(new Flags(values, {}))!;
const asked = (question: string, k: number, more: Partial<AskOptions>) => ask(tree.session, question, { ...PLAIN, ...more, k });
const places = async (question: string, k: number, more: Partial<AskOptions>) => (await asked(question, k, more)).results.map(place);

const QUESTIONS = [
  "how is a report saved",
  "what calls saveReport",
  "find the code that saves reports and what calls it",
  "tests or code that reach whatever saves a report",
  "grep for report",
  "saveReport",
  "KEEP0x1",
  "report",
];

describe.each(FORMS)("%s", (_, shown) => {
  test.each(QUESTIONS)("%s", async (question) => {
    let before: string[][] = [];
    for (const k of KS) {
      const lists = await shown(question, k);
      expect(lists.flat().length).toBeLessThanOrEqual(k);
      before.forEach((list, i) => {
        expect([k, lists[i]!.slice(0, list.length)]).toEqual([k, list]);
      });
      before = lists;
    }
    expect(before.flat().length).toBeGreaterThan(10);
  });
});

test.each([
  ["in further readings", "how is a report saved", { deep: true }],
  ["with keywords", "how is a report saved", { keywords: ["render"] }],
  ["with an expression on the lines", "what calls saveReport", { regex: { source: "store[0-9]", in: "content" as const } }],
  ["with an expression alone", "", { regex: { source: "part", in: "path" as const } }],
] as const)("%s", async (_, question, more) => {
  let before: string[] = [];
  for (const k of KS) {
    const all = await places(question, k, { ...more, keywords: "keywords" in more ? [...more.keywords] : undefined });
    expect([k, all.slice(0, before.length)]).toEqual([k, before]);
    before = all;
  }
  expect(before.length).toBeGreaterThan(10);
});

test("programs get everything: no budget unless one is asked for", async () => {
  const answer = await asked("how is a report saved", 50, { form: form({ json: true }) });
  expect([answer.budget.limit, answer.budget.truncated, answer.results.some(({ truncated }) => truncated)]).toEqual([0, false, false]);
});
