/** What `remember` keeps of an answer, and who may forbid it. */
import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ask, emptyAnswer, PLAIN, type Session } from "../../../src/asking.ts";
import { Refusal } from "../../../src/base/errors.ts";
import { refresh } from "../../../src/indexing/refresh.ts";
import { index } from "../../../src/indexing.ts";
import { remember, rememberShown } from "../../../src/serve/feedback/record.ts";
import { forgetQueries, recordedQueries } from "../../../src/serve/feedback/store.ts";
import { feedback } from "../../../src/serve/limits.ts";
import { SMALL } from "../../binary/_binary.ts";
import { writeTree } from "../../query/_index.ts";

let root: string;
let session: Session & { close(): void };

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "manifold-remember-"));
  writeTree(root, SMALL);
  await index(root, { quiet: true });
  const { store, behind, warnings } = await refresh(root, { skip: true });
  session = { root, store, behind, warnings, close: () => store.close() };
});
afterAll(() => {
  session?.close();
  rmSync(root, { recursive: true, force: true });
});
beforeEach(() => {
  delete process.env.MANIFOLD_FEEDBACK;
  forgetQueries(root);
});

test("route, confidence, results and latency of an answer", async () => {
  const answer = await ask(session, "what calls authenticate()", PLAIN);
  remember(root, "q", [answer]);
  const [query] = recordedQueries(root);
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
  remember(root, "q", [await ask(session, `where is ${key} used`, PLAIN), await ask(session, "login ".repeat(500), PLAIN)]);
  const [secret, long] = recordedQueries(root);
  expect(secret!.text).not.toContain(key.slice(4));
  expect(secret!.text).toContain("where is");
  expect(long!.text.length).toBe(feedback.maxText);
});

test("what is shown later counts as used", async () => {
  const answer = await ask(session, "what calls authenticate()", PLAIN);
  remember(root, "q", [answer, answer]);
  const [first] = answer.results;
  rememberShown(root, first!);
  rememberShown(root, { chunk: null, path: "nowhere.ts", start: 1, end: 1 });
  expect(recordedQueries(root).map((query) => query.used)).toEqual([[], [1]]);
});

test("the environment and manifold.json forbid it; refused questions are not recorded", async () => {
  const answer = await ask(session, "what calls authenticate()", PLAIN);
  process.env.MANIFOLD_FEEDBACK = "0";
  remember(root, "q", [answer]);
  delete process.env.MANIFOLD_FEEDBACK;
  for (const text of ['{"feedback": {"record": false}}', "not json"]) {
    writeFileSync(join(root, "manifold.json"), text);
    remember(root, "q", [answer]);
  }
  rmSync(join(root, "manifold.json"));
  remember(root, "q", [emptyAnswer(session, "", new Refusal("empty-question", "Empty.", "Write."))]);
  expect(recordedQueries(root)).toEqual([]);
  writeFileSync(join(root, "manifold.json"), '{"feedback": {"record": true}}');
  remember(root, "q", [answer]);
  rmSync(join(root, "manifold.json"));
  expect(recordedQueries(root).length).toBe(1);
});
