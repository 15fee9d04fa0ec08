/** Further readings of a question: their words, and what their agreement is worth. */
import { describe, expect, test } from "bun:test";
import { fused } from "../../src/asking/deep.ts";
import { ask, PLAIN } from "../../src/asking.ts";
import { deep } from "../../src/base/settings.ts";
import { GROUPS, readingsOf, synonyms } from "../../src/query/readings.ts";
import type { RankedChunk } from "../../src/query/retrieve.ts";
import { indexed } from "../_indexed.ts";

const FILES: Record<string, string> = {
  "reply.py": "class Response:\n    def status(self):\n        return self.code\n",
  "splice.py": "class TemplateHaskell:\n    def derive(self):\n        return []\n",
  "apart.py": "def unrelated(x):\n    return x\n",
};
const tree = indexed(FILES, { embedding: null });

describe("readings", () => {
  test("add only words that the tree has, three at most, the question first", () => {
    const readings = readingsOf(tree.session.store, "building a reply", null);
    expect(readings[0]).toEqual({ text: "building a reply", from: "question" });
    expect(readings.length).toBeLessThanOrEqual(3);
    expect(readings.find((reading) => reading.from === "vocabulary")?.text).toBe("building a reply response");
  });
  test("an acronym is read as the name that it spells", () => {
    const [, ...others] = readingsOf(tree.session.store, "TH instances", null);
    expect(others).toContainEqual({ text: "TH instances template haskell", from: "repository" });
  });
  test("a question that nothing can be added to is asked once", () => {
    expect(readingsOf(tree.session.store, "unrelated", null)).toHaveLength(1);
  });
  test("the vocabulary is lower-cased, without repetitions in a group, and works both ways", () => {
    for (const group of GROUPS) {
      expect(group.length).toBeGreaterThan(1);
      expect(new Set(group).size).toBe(group.length);
      expect(group.join()).toBe(group.join().toLowerCase());
    }
    expect(synonyms(["args"])).toContain("arguments");
    expect(synonyms(["arguments"])).toContain("args");
    expect(synonyms(["garbage", "collector"])).toContain("gc");
    expect(synonyms(["garbage"])).not.toContain("gc");
  });
});

describe("fusing", () => {
  const list = (...paths: string[]): RankedChunk[] =>
    paths.map((path, i) => ({ chunk: { id: `${path} ${i}` }, path, score: 1 / (i + 1) }) as RankedChunk);
  const three = [{ from: "question" }, { from: "vocabulary" }, { from: "repository" }] as const;
  test("what every reading finds gets the whole bonus, what some find a part", () => {
    const [first, second] = fused([list("a", "b"), list("a", "b"), list("a")], three);
    const total = deep.weights.question + deep.weights.vocabulary + deep.weights.repository;
    expect(first!.path).toBe("a");
    expect(first!.score).toBeCloseTo(1 + deep.bonus, 10);
    expect(second!.score).toBeCloseTo((0.5 * (deep.weights.question + deep.weights.vocabulary)) / total + deep.bonus / 2, 10);
  });
  test("one list keeps its order; further chunks of a file follow it", () => {
    expect(fused([list("a", "b", "a", "c")], three).map(({ chunk }) => chunk.id)).toEqual(["a 0", "b 1", "c 3", "a 2"]);
    expect(fused([[], []], three)).toEqual([]);
  });
});

test("--deep finds what only another word names, and says what it asked", async () => {
  const plain = await ask(tree.session, "sending a reply", { ...PLAIN, paths: ["*.py"] });
  const answer = await ask(tree.session, "sending a reply", { ...PLAIN, deep: true });
  expect(answer.results.map((result) => result.path)).toContain("reply.py");
  expect(answer.warnings.some(({ message }) => message.includes("response"))).toBe(true);
  expect(plain.warnings.some(({ message }) => message.startsWith("Also asked"))).toBe(false);
});
