import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { Refusal } from "../../src/base/errors.ts";
import { ENGINES, OPERATIONS, STRATEGIES } from "../../src/base/types.ts";
import { PLAN_VERSION, type Plan, parsePlan, printable } from "../../src/query/plan.ts";
import { readQuestion } from "../../src/query/route.ts";

/** A plan as the asking pipeline makes it of a question without flags. */
function planOf(question: string): Plan {
  const { route, description } = readQuestion(question);
  const { strategy, operation, symbol, target, keyword } = route;
  const filters = { paths: [], excludes: [], languages: [], kinds: [] };
  const rest = {
    at: null,
    toAt: null,
    depth: null,
    k: 10,
    budget: 2_000,
    engines: [...ENGINES],
    includePossible: false,
    command: null,
    thick: null,
    relation: null,
    otherwise: null,
    diversity: null,
    deep: false,
  };
  return { version: PLAN_VERSION, strategy, operation, symbol, target, keyword, text: question, description, filters, ...rest, route };
}

async function refusal(text: string): Promise<Refusal> {
  const thrown = await parsePlan(text, planOf("x")).catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(Refusal);
  return thrown as Refusal;
}

describe("a printed plan", () => {
  test("is read back as the same plan", async () => {
    const name = fc.option(fc.string({ minLength: 1, maxLength: 20 }), { nil: null });
    const patterns = fc.array(fc.string({ minLength: 1, maxLength: 10 }), { maxLength: 3 });
    const plans = fc.record({
      strategy: fc.constantFrom(...STRATEGIES),
      operation: fc.constantFrom(...OPERATIONS),
      symbol: name,
      target: name,
      keyword: name,
      text: fc.string({ maxLength: 50 }),
      description: fc.string({ maxLength: 50 }),
      filters: fc.record({ paths: patterns, excludes: patterns, languages: patterns, kinds: patterns }),
      depth: fc.option(fc.integer({ min: 1, max: 8 }), { nil: null }),
      k: fc.integer({ min: 1, max: 1_000 }),
      budget: fc.nat(),
      engines: fc.subarray([...ENGINES]),
      includePossible: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(plans, async (fields) => {
        const plan: Plan = { ...planOf("anything else"), ...fields };
        const { route: _, ...read } = await parsePlan(JSON.stringify(printable(plan)), planOf("who calls parse_config"));
        const { route: __, ...printed } = plan;
        expect(read).toEqual(printed);
      }),
      { numRuns: 200, seed: 5 },
    );
  });
  test("may leave out what stays at its default", async () => {
    const plan = await parsePlan('{"version": 1, "operation": "callees"}', planOf("who calls parse_config"));
    expect([plan.strategy, plan.operation, plan.symbol]).toEqual(["structural", "callees", "parse_config"]);
    expect(plan.route.operation).toBe("callees");
  });
});

describe("a plan that cannot be read is refused", () => {
  const bad: [string, string, RegExp][] = [
    ["no JSON", "callers of x", /not JSON/],
    ["no object", "[]", /plan's plan/],
    ["another version", '{"version": 2}', /version/],
    ["an unknown operation", '{"version": 1, "operation": "destroy"}', /operation/],
    ["an unknown key", '{"version": 1, "sql": "drop"}', /plan/],
    ["a depth out of range", '{"version": 1, "depth": 99}', /depth/],
    ["a filter of the wrong type", '{"version": 1, "filters": {"paths": "src"}}', /filters\.paths/],
  ];
  test.each(bad)("%s", async (_, text, what) => {
    const refused = await refusal(text);
    expect(refused.code).toBe("bad-plan");
    expect(refused.what).toMatch(what);
  });
});
