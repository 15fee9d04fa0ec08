/** A key that somebody pastes into a question is in no part of the answer, and in no record of it. */
import { afterAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { secretsIn } from "../../src/asking/echo.ts";
import { type AskOptions, ask, emptyAnswer, PLAIN, type Session } from "../../src/asking.ts";
import { Refusal } from "../../src/base/errors.ts";
import { BLANK } from "../../src/files/secrets.ts";
import { refresh } from "../../src/indexing/refresh.ts";
import { remember } from "../../src/serve/feedback/record.ts";
import { random, samples } from "../files/_keys.ts";
import { Repository } from "./_repository.ts";

const root = realpathSync(mkdtempSync(join(tmpdir(), "manifold-echo-")));
mkdirSync(join(root, "src"));
writeFileSync(
  join(root, "src/client.ts"),
  "export function connect(token: string) {\n  return open(token);\n}\nexport function open(token: string) {\n  return token;\n}\n",
);
const { store } = await refresh(root);
const session: Session = { root, store, behind: 0, warnings: [] };
afterAll(() => {
  store.close();
  rmSync(root, { recursive: true, force: true });
});

const KEYS = Object.values(samples()).filter((key) => !key.startsWith(":"));

test("no answer repeats a key of its question", async () => {
  for (const key of KEYS)
    for (const [question, options] of [
      [`why does connect fail with ${key}`, PLAIN],
      [`"${key}"`, PLAIN],
      [`/${key.replace(/[.+]/g, "\\$&")}/`, PLAIN],
      [key, { ...PLAIN, strategy: "keyword" }],
      [`what calls ${key}`, { ...PLAIN, explain: true }],
      [`callers ${key}`, { ...PLAIN, operation: "callers", symbol: key }],
      ["connect", { ...PLAIN, keywords: [key] }],
    ] as [string, AskOptions][]) {
      const answer = await ask(session, question, options).catch((error: Refusal) => {
        if (!(error instanceof Refusal)) throw error;
        return emptyAnswer(session, question, error);
      });
      expect([question.slice(0, 20), JSON.stringify(answer).includes(key)]).toEqual([question.slice(0, 20), false]);
      remember(root, "q", [answer]);
    }
  for (const name of readdirSync(join(root, ".manifold"))) {
    const bytes = readFileSync(join(root, ".manifold", name), "latin1");
    expect([name, KEYS.filter((key) => bytes.includes(key))]).toEqual([name, []]);
  }
});

test("the rest of the question stays as it was asked, and what has no secret is not touched", async () => {
  const key = KEYS[1]!;
  expect((await ask(session, `why does connect fail with ${key}?`, PLAIN)).query).toBe(
    `why does connect fail with ${BLANK.repeat(key.length)}?`,
  );
  const plain = "why does `connect` return the token, and who sets password: string?";
  expect((await ask(session, plain, PLAIN)).query).toBe(plain);
  expect(secretsIn(plain)).toEqual([]);
});

test("two questions that differ in their secret only have the same id: it tells nothing about it", async () => {
  const ids = [1, 2].map(async (seed) => (await ask(session, `connect fails with gh${"p_"}${random(36, seed)}`, PLAIN)).id);
  const [first, second] = await Promise.all(ids);
  expect(first).toBe(second!);
});

test("a key in a commit's subject or author is not told by its history", async () => {
  const key = `gh${"p_"}${random(36, 5)}`;
  const repository = new Repository({ "src/late.py": "def late():\n    return 1\n" });
  try {
    repository.write({ "src/late.py": "def late():\n    return 2\n" });
    repository.git("-c", `user.name=Ada ${key}`, "commit", "-q", "-am", `Rotate ${key}`);
    const { store, behind, warnings } = await refresh(repository.root);
    try {
      const told = await ask({ root: repository.root, store, behind, warnings }, "who wrote src/late.py", PLAIN);
      // The head of the file says nothing of it.
      expect(told.results.map(({ path, snippet }) => [path, snippet])).toEqual([["src/late.py", ""]]);
      const answer = JSON.stringify(told);
      // The history is told, without them.
      expect(answer).toContain("Rotate █");
      expect(answer).not.toContain(key);
    } finally {
      store.close();
    }
  } finally {
    repository[Symbol.dispose]();
  }
});
