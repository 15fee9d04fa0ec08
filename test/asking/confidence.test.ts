/** How far an answer can be trusted: thresholds, the evidence gap and its edges; what is said and what is proposed instead. */
import { describe, expect, test } from "bun:test";
import { evidenceOf } from "../../src/asking/confidence.ts";
import { type AskOptions, ask, PLAIN } from "../../src/asking.ts";
import { answerSchema } from "../../src/base/schema.ts";
import { ranking } from "../../src/base/settings.ts";
import { joinMeaning, type Near } from "../../src/query/retrieve.ts";
import { indexed } from "../_indexed.ts";

const copied =
  "export function retry(action) {\n  for (let i = 0; i < 3; i++) {\n    if (action()) return true;\n  }\n  return false;\n}\n";
const FILES: Record<string, string> = {
  "one.js": copied,
  "two.js": copied,
  "three.js": copied,
  "password.ts":
    "export function checkPassword(user: User, password: string): boolean {\n  return hash(password, user.salt) === user.credential;\n}\n",
  "paint.ts":
    "export function fillRectangle(canvas: Canvas, colour: string): void {\n  canvas.draw(colour, canvas.width, canvas.height);\n}\n",
};
const tree = indexed(FILES, { embedding: { steps: 0 } });
const question = async (text: string, more: Partial<AskOptions> = {}) =>
  answerSchema.parse(await ask(tree.session, text, { ...PLAIN, ...more }));

describe("the evidence gap", () => {
  const semantic = { strategy: "semantic" } as const;
  const z = (scores: number[]) => evidenceOf({ scores }, semantic);
  test("is the z-score of the first", () => {
    const scores = [9, 3, 2, 2, 1];
    const mean = 17 / 5;
    const deviation = Math.sqrt(scores.reduce((sum, one) => sum + (one - mean) ** 2, 0) / 5);
    expect(z(scores)).toEqual({ gap: false, z: Math.round(((9 - mean) / deviation) * 1000) / 1000 });
    expect(z([5, 5, 5, 5, 1, 1, 1, 1])).toEqual({ gap: true, z: 1 });
  });
  test("behaves at its edges", () => {
    expect(z([])).toEqual({ gap: false, z: null });
    expect(z([1])).toEqual({ gap: false, z: null });
    expect(z([1, 1])).toEqual({ gap: true, z: 0 });
    expect(z([0, 0, 0])).toEqual({ gap: true, z: 0 });
    // Of three, the first cannot stand out by more than √2.
    expect(z([9, 1, 1])).toEqual({ gap: false, z: null });
    expect(z([9, 1, 1, 1]).z).toBeCloseTo(Math.sqrt(3), 3);
    expect(evidenceOf({ scores: [1, 1, 1, 1] }, { strategy: "structural" })).toEqual({ gap: false, z: null });
  });
  test("is said, and what to try instead", async () => {
    const answer = await question("retry the action", { engines: ["lexical"] });
    if (!answer.evidence.gap) throw new Error(`The first stands out by ${answer.evidence.z}: the test needs another question.`);
    expect(answer.warnings.map((warning) => warning.code)).toContain("evidence-gap");
    expect(answer.suggestions.some((text) => text.includes("--deep"))).toBe(true);
    const deep = await question("retry the action", { engines: ["lexical"], deep: true });
    expect(deep.suggestions.some((text) => text.includes("--deep"))).toBe(false);
  });
});

describe("two thresholds", () => {
  const vectors = (cosines: [number, number][]): Near[] =>
    cosines.map(([no, cosine]) => ({ of: 0, no, cosine, model: "", similarity: ranking.similarity }));
  const { first, second } = ranking.similarity;
  test("near enough joins the words; merely near does not", () => {
    const joined = joinMeaning(
      [{ of: 0, no: 1, score: 2 }],
      vectors([
        [2, first + 0.01],
        [3, first - 0.01],
        [1, 0.05],
      ]),
    );
    expect(joined.hits.map((hit) => hit.no).sort()).toEqual([1, 2]);
    expect(joined.fallback).toBe(false);
  });
  test("where nothing is near enough, the nearest from the second threshold on, marked", () => {
    expect(
      joinMeaning(
        [],
        vectors([
          [1, first],
          [2, second],
        ]),
      ),
    ).toMatchObject({ fallback: false, hits: [{ no: 1 }] });
    expect(
      joinMeaning(
        [],
        vectors([
          [1, first - 0.01],
          [2, second],
          [3, second - 0.01],
        ]),
      ),
    ).toMatchObject({
      fallback: true,
      hits: [{ no: 1 }, { no: 2 }],
    });
    expect(joinMeaning([], vectors([[1, second - 0.01]]))).toEqual({ hits: [], fallback: false });
    expect(joinMeaning([], vectors([]))).toEqual({ hits: [], fallback: false });
  });
  test("an answer of merely near places says so", async () => {
    const here = await question("how is a password checked");
    expect([here.fallback, here.results[0]!.path, here.results[0]!.near]).toEqual([false, "password.ts", false]);
    // None of its words is here, but something that means nearly the same: shown, and marked.
    const near = await question("login authentication");
    expect([near.fallback, near.results[0]!.path, near.results.every((result) => result.near)]).toEqual([true, "password.ts", true]);
    expect(near.warnings[0]!.code).toBe("weak-match");
    for (const text of [
      "football league table",
      "baking bread",
      "mountain weather",
      "kubernetes pod autoscaler",
      "wie ist das Wetter in Berlin",
    ]) {
      const answer = await question(text);
      expect(answer.fallback).toBe(true);
      expect(answer.warnings[0]!.code).toBe(answer.results.length === 0 ? "no-match" : "weak-match");
    }
  });
});

test("copies collapse into one with their number, with and without vectors", async () => {
  for (const engines of [["lexical", "graph", "vectors"], ["lexical"]] as const) {
    const answer = await question("retry action", { engines: [...engines] });
    const found = answer.results.filter((result) => ["one.js", "two.js", "three.js"].includes(result.path));
    expect(found.map((result) => result.duplicates)).toEqual([2]);
  }
});
