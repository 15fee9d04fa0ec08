/** Scores in answers: the same kind of number whatever answered, low where nothing is there; and what is said where nothing was found. */
import { expect, test } from "bun:test";
import { ask, PLAIN } from "../../src/asking.ts";
import { answerSchema } from "../../src/base/schema.ts";
import { likelihood } from "../../src/base/settings.ts";
import { indexed } from "../_indexed.ts";
import { TOPIC_FILES } from "./_topics.ts";

const tree = indexed(TOPIC_FILES, { embedding: { steps: 0 } });
const asked = async (text: string, more = {}) => answerSchema.parse(await ask(tree.session, text, { ...PLAIN, ...more }));

test("what a question finds has scores that fall, high for what stands out, and the same for every -k", async () => {
  const { results } = await asked("where is the thumbnail validated");
  expect(results[0]!.path).toBe("src/thumbnail.ts");
  expect(results[0]!.score).toBeGreaterThan(0.5);
  for (const [i, { score }] of results.entries()) if (i > 0) expect(score).toBeLessThanOrEqual(results[i - 1]!.score);
  expect(results.at(-1)!.score).toBeLessThan(0.2);
  const few = await asked("where is the thumbnail validated", { k: 2 });
  expect(few.results.map(({ score }) => score)).toEqual(results.slice(0, 2).map(({ score }) => score));
});

test("a relation's scores are the precision of its edges", async () => {
  const callers = await asked("", { command: "callers", operation: "callers", strategy: "structural", symbol: "validateParcel" });
  expect(callers.results.map(({ qualified, resolution, score }) => [qualified, score === likelihood.resolution[resolution!]])).toEqual([
    ["ParcelStore.add", true],
  ]);
  const named = await asked("ParcelStore");
  expect(named.results[0]).toMatchObject({ qualified: "ParcelStore", score: likelihood.definition.first });
  const lines = await asked('"no glacier"');
  expect(lines.results.map(({ score }) => score)).toEqual([1]);
});

test("what is merely near has low scores, stands behind the warning, and what is broader is said", async () => {
  const answer = await asked("how are kubernetes parcels scheduled on quantum hardware");
  for (const { score } of answer.results) expect(score).toBeLessThan(0.3);
  expect(answer.results.every(({ near }) => near)).toBe(true);
  const [verdict, wider] = answer.warnings;
  expect(["no-match", "weak-match"]).toContain(verdict!.code);
  expect(wider!.code).toBe("broader");
  expect(wider!.message).toContain("src/parcel.ts");
  expect(wider!.message).toContain("“kubernetes”");
  expect(answer.suggestions[0]).toContain("manifold q 'parcels'");
  const keys = Object.keys(answer);
  expect(keys.indexOf("warnings")).toBeLessThan(keys.indexOf("results"));
});

test("a mistyped word leads to the nearest names", async () => {
  const answer = await asked("galcierstore kompaktion");
  expect(answer.warnings.find(({ code }) => code === "broader")!.message).toContain("GlacierStore");
});
