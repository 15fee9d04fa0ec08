/** Scores and questions of `manifold eval`. */
import { describe, expect, test } from "bun:test";
import { meansOf, questionsOf, score } from "../../../src/serve/eval/command.ts";

const hit = (path: string, start = 1, end = 9) => ({ path, start, end });
const place = (path: string, start: number | null = null, end: number | null = start) => ({ path, start, end });

describe("score", () => {
  test("the first place found decides MRR, all of them recall, their ranks NDCG", () => {
    const found = score([hit("x"), hit("a"), hit("y"), hit("b")], [place("a"), place("b"), place("c")], 10);
    expect(found.mrr).toBe(1 / 2);
    expect(found.recall).toBeCloseTo(2 / 3);
    const gain = 1 / Math.log2(3) + 1 / Math.log2(5);
    const ideal = 1 + 1 / Math.log2(3) + 1 / 2;
    expect(found.ndcg).toBeCloseTo(gain / ideal);
  });
  test("lines must overlap", () => {
    expect(score([hit("a", 10, 20)], [place("a", 20, 30)], 10).mrr).toBe(1);
    expect(score([hit("a", 10, 20)], [place("a", 21, 30)], 10)).toEqual({ mrr: 0, ndcg: 0, recall: 0 });
  });
  test("two places in one hit are a perfect answer", () => {
    expect(score([hit("a", 1, 50)], [place("a", 3), place("a", 40)], 10)).toEqual({ mrr: 1, ndcg: 1, recall: 1 });
  });
  test("MRR and NDCG look at ten, recall at k", () => {
    const hits = [...Array.from({ length: 10 }, (_, i) => hit(`x${i}`)), hit("a")];
    expect(score(hits, [place("a")], 20)).toEqual({ mrr: 0, ndcg: 0, recall: 1 });
    expect(score(hits, [place("a")], 5).recall).toBe(0);
  });
  test("means of nothing are 0", () => {
    expect(meansOf([])).toEqual({ questions: 0, mrr: 0, ndcg: 0, recall: 0 });
  });
});

describe("questions", () => {
  test("places as text, citations and objects; comments and empty lines", () => {
    const { questions, bad } = questionsOf(
      '\uFEFF# ours\n\n{"question": "q", "expect": ["./src/a.ts", "b.md:7", "c.py:3-9", "chunk_0123456789abcdef d e.ts:1-2", {"path": "f", "line": 4}], "category": "x", "strategy": "semantic"}\r\n',
    );
    expect(bad).toEqual([]);
    expect(questions).toEqual([
      {
        line: 3,
        question: "q",
        expect: [place("src/a.ts"), place("b.md", 7), place("c.py", 3, 9), place("d e.ts", 1, 2), place("f", 4)],
        category: "x",
        strategy: "semantic",
      },
    ]);
  });
  test.each([
    ["no json", "not JSON"],
    ["[]", "no object"],
    ["{}", '"question"'],
    ['{"question": " "}', '"question"'],
    ['{"question": "q"}', '"expect"'],
    ['{"question": "q", "expect": []}', '"expect"'],
    ['{"question": "q", "expect": [5]}', "neither"],
    ['{"question": "q", "expect": ["a:9-3"]}', "cannot be"],
    ['{"question": "q", "expect": [{"path": "a", "start": "1"}]}', "no numbers"],
    ['{"question": "q", "expect": [{"start": 1}]}', "no path"],
    ['{"question": "q", "expect": ["a"], "strategy": "magic"}', "strategy"],
  ])("%s", (line, why) => {
    const { questions, bad } = questionsOf(`\n${line}\n`);
    expect([questions.length, bad.length, bad[0]?.line]).toEqual([0, 1, 2]);
    expect(bad[0]!.why).toContain(why);
  });
});
