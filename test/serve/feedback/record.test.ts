/** What `remember` keeps of an answer, and who may forbid it. */
import { beforeEach, expect, test } from "bun:test";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ask, emptyAnswer, PLAIN } from "../../../src/asking.ts";
import { Refusal } from "../../../src/base/errors.ts";
import { forgetQueries, recordedQueries, remember, rememberShown } from "../../../src/serve/feedback/record.ts";
import { feedback } from "../../../src/serve/limits.ts";
import { indexed } from "../../_indexed.ts";
import { SMALL } from "../../binary/_binary.ts";

const tree = indexed(SMALL);

beforeEach(() => {
  delete process.env.MANIFOLD_FEEDBACK;
  forgetQueries(tree.root);
});

test("route, confidence, results and latency of an answer", async () => {
  const answer = await ask(tree.session, "what calls authenticate()", PLAIN);
  remember(tree.root, "q", [answer]);
  const [query] = recordedQueries(tree.root);
  expect(query).toMatchObject({
    id: answer.id,
    command: "q",
    text: "what calls authenticate()",
    strategy: "structural",
    operation: "callers",
    confidence: answer.route.confidence,
    count: answer.results.length,
    ms: answer.timings_ms.total!,
    used: [],
  });
  expect(query!.results.map(([chunk]) => chunk)).toEqual(answer.results.map((result) => result.chunk));
});

test("secrets in a question are not kept, and long ones are cut", async () => {
  const key = `ghp_${"aB3dE5fG7h".repeat(4).slice(0, 36)}`;
  remember(tree.root, "q", [await ask(tree.session, `where is ${key} used`, PLAIN), await ask(tree.session, "login ".repeat(500), PLAIN)]);
  const [secret, long] = recordedQueries(tree.root);
  expect(secret!.text).not.toContain(key.slice(4));
  expect(secret!.text).toContain("where is");
  expect(long!.text.length).toBe(feedback.maxText);
});

test("what is shown later counts as used", async () => {
  const answer = await ask(tree.session, "what calls authenticate()", PLAIN);
  remember(tree.root, "q", [answer, answer]);
  const [first] = answer.results;
  rememberShown(tree.root, first!);
  rememberShown(tree.root, { chunk: null, path: "nowhere.ts", start: 1, end: 1 });
  expect(recordedQueries(tree.root).map((query) => query.used)).toEqual([[], [1]]);
});

test("the environment and manifold.json forbid it; refused questions are not recorded", async () => {
  const answer = await ask(tree.session, "what calls authenticate()", PLAIN);
  process.env.MANIFOLD_FEEDBACK = "0";
  remember(tree.root, "q", [answer]);
  delete process.env.MANIFOLD_FEEDBACK;
  for (const text of ['{"feedback": {"record": false}}', "not json"]) {
    writeFileSync(join(tree.root, "manifold.json"), text);
    remember(tree.root, "q", [answer]);
  }
  rmSync(join(tree.root, "manifold.json"));
  remember(tree.root, "q", [emptyAnswer(tree.session, "", new Refusal("empty-question", "Empty.", "Write."))]);
  expect(recordedQueries(tree.root)).toEqual([]);
  writeFileSync(join(tree.root, "manifold.json"), '{"feedback": {"record": true}}');
  remember(tree.root, "q", [answer]);
  rmSync(join(tree.root, "manifold.json"));
  expect(recordedQueries(tree.root).length).toBe(1);
});
