/** Budgets on a real index: the printed answer by a real tokenizer, and what survives. */
import { describe, expect, test } from "bun:test";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { citable, lineForm } from "../../src/asking/fit.ts";
import { type AskOptions, ask, PLAIN } from "../../src/asking.ts";
import { renderText } from "../../src/serve/render/text.ts";
import { style } from "../../src/serve/render/visible.ts";
import { indexed } from "../_indexed.ts";

/** Modules with a long and a short function each, documented. */
const FILES = Object.fromEntries(
  ["alpha", "beta", "gamma", "delta", "epsilon", "zeta"].map((name, n) => [
    `src/${name}.ts`,
    `/** Renders the report of ${name}. */\nexport function render${name}(rows: string[]): string {\n${Array.from({ length: 12 + 6 * n }, (_, i) => `  const row${i} = rows[${i}] ?? "${name} report ${i}";`).join("\n")}\n  return row0;\n}\n\n/** Counts the rows of a report. */\nexport function count${name}(rows: string[]): number {\n  return rows.length;\n}\n`,
  ]),
);

const tree = indexed(FILES);
const textForm = {
  print: (answer: Parameters<typeof renderText>[0]) => renderText(answer, { cwd: tree.root, style: style(false), explain: false }),
  line: 1,
  gap: 4,
  listed: false,
  cite: 12,
  graph: false,
};
const asked = (question: string, more: Partial<AskOptions>) => ask(tree.session, question, { ...PLAIN, k: 6, budget: 2_000, ...more });
const real = (text: string) => encode(text, { disallowedSpecial: new Set() }).length;

describe("an answer within its budget", () => {
  test.each([
    ["text", textForm, [300, 600, 900, 1_500, 2_500]],
    ["JSON", lineForm, [1_100, 1_400, 2_000, 3_000]],
  ] as const)("%s: never above, most of it used, its own count right", async (_, form, limits) => {
    for (const question of ["render the report", "what calls renderalpha", "grep for report"])
      for (const budget of limits) {
        const answer = await asked(question, { budget, form });
        const count = real(form.print(answer));
        expect([question, budget, count <= budget * 1.03]).toEqual([question, budget, true]);
        if (answer.budget.truncated) expect([question, budget, count >= budget * 0.8]).toEqual([question, budget, true]);
        expect(Math.abs(answer.budget.tokens - count)).toBeLessThanOrEqual(count * 0.03);
      }
  });
  test.each([50, 450, 700, 1_000])("no result is dropped, however little there is: JSON of %d tokens", async (budget) => {
    const all = (await asked("render the report", { budget: 0 })).results;
    const answer = await asked("render the report", { budget, form: lineForm });
    const place = ({ chunk, path, start, end }: (typeof all)[number]) => `${chunk} ${path}:${start}-${end}`;
    expect(answer.results.map(place)).toEqual(all.map(place));
    expect(answer.budget.truncated).toBe(true);
    // Where citations alone are too much, the answer says so and quotes nothing.
    const over = answer.warnings.some(({ code }) => code === "over-budget");
    expect(over).toBe(real(lineForm.print(answer)) > budget);
    if (over) expect(answer.results.some(({ snippet }) => snippet !== "")).toBe(false);
  });
  test("a text of nothing but citations has one line each", async () => {
    const answer = await asked("render the report", { budget: 50, form: textForm });
    expect(answer.results.every(({ chunk, snippet, truncated }) => chunk !== "" && snippet === "" && truncated)).toBe(true);
    expect(answer.warnings.map(({ code }) => code)).toContain("over-budget");
    const lines = textForm
      .print(answer)
      .replace(/^(?:! .*\n)+\n/, "")
      .split("\n");
    answer.results.forEach(({ path, start, end, qualified }, i) => {
      expect(lines[i]).toStartWith(`${path}:${start}-${end}  `);
      expect(lines[i]).toContain(qualified);
    });
  });
  test("what is quoted stands where it says, what is left out is listed by its place", async () => {
    const whole = await asked("render the report", { budget: 0 });
    const answer = await asked("render the report", { budget: 700, form: textForm });
    expect(answer.budget.truncated).toBe(true);
    answer.results.forEach((result, i) => {
      const all = whole.results[i]!.snippet.split("\n");
      const quoted = result.lines.flatMap(([from, to]) => all.slice(from - result.start, to - result.start + 1));
      expect(result.snippet).toBe(quoted.join("\n"));
      const missing = answer.budget.left_out.filter((place) => place.startsWith(`${result.path}:`));
      expect([result.path, missing.length > 0]).toEqual([result.path, result.truncated]);
    });
  });
  test("a short function is quoted whole, a long one by its part about the question", async () => {
    const answer = await asked("count the rows", { budget: 450, form: textForm });
    const [first] = answer.results;
    expect(first!.name).toStartWith("count");
    expect(first!.snippet).toContain("return rows.length;");
  });
  test("the same question gives the same answer, whatever it took", async () => {
    const [first, second] = [await asked("render the report", { budget: 900 }), await asked("render the report", { budget: 900 })];
    expect({ ...second, timings_ms: {} }).toEqual({ ...first, timings_ms: {} });
  });
  test("0 is no limit", async () => {
    const answer = await asked("render the report", { budget: 0, form: lineForm });
    expect([answer.budget.truncated, answer.budget.left_out, answer.results.some(({ truncated }) => truncated)]).toEqual([
      false,
      [],
      false,
    ]);
    expect(answer.budget.tokens).toBeGreaterThan(1_000);
  });
});

test("a further piece of what is named already is not named again; overloads of a relation are", async () => {
  const { results } = await asked("render the report", {});
  const piece = { ...results[0]!, qualified: "Report.render", line: null, strategies: ["semantic" as const] };
  const [first, second] = [0, 1].map(citable([piece, { ...piece, start: 90, end: 120 }, results[1]!], 1_000, 12));
  expect([first, second]).toEqual([true, false]);
  const overload = { ...piece, strategies: ["structural" as const] };
  expect([0, 1].map(citable([overload, { ...overload, start: 90, end: 120 }], 1_000, 12))).toEqual([true, true]);
});
