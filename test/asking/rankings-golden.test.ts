/**
 * Rankings over a fixed tree (a copy of some of this program's own sources, in `rankings/fixtures`), committed, so that a change shows in the diff:
 * the first five places of each question, by words and graph alone and with the built-in embedding as it is shipped.
 *
 * A change that is wanted is written down by `UPDATE_GOLDEN=1 bun test test/asking/rankings-golden.test.ts`, and its diff is read before it is committed.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type AskOptions, ask, type Session } from "../../src/asking.ts";
import type { Engine } from "../../src/base/types.ts";
import { index } from "../../src/indexing.ts";
import { opened, removeTemporary, temporary } from "../store/_tree.ts";

const HERE = join(import.meta.dir, "../golden/rankings");
const questions = readFileSync(join(HERE, "questions.txt"), "utf8").trim().split("\n");
let session: Session;
beforeAll(async () => {
  const root = temporary();
  cpSync(join(HERE, "fixtures"), root, { recursive: true });
  await index(root, { quiet: true, embedding: { steps: 0 } });
  session = { root, store: opened(root), behind: 0, warnings: [] };
});
afterAll(() => {
  session.store.close();
  removeTemporary();
});

const SETS: [string, Partial<AskOptions>][] = [
  ["words", { engines: ["lexical", "graph"] satisfies Engine[] }],
  ["meaning", {}],
  ["deep", { deep: true }],
];

for (const [name, more] of SETS)
  test(`rankings: ${name}`, async () => {
    const blocks: string[] = [];
    for (const question of questions) {
      const { results, route } = await ask(session, question, {
        k: 5,
        budget: 1,
        paths: [],
        excludes: [],
        languages: [],
        kinds: [],
        explain: false,
        includePossible: false,
        ...more,
      });
      blocks.push([`${question}  (${route.intent})`, ...results.map(({ path, start, end }) => `  ${path}:${start}-${end}`)].join("\n"));
    }
    const file = join(HERE, `${name}.txt`);
    const got = `${blocks.join("\n")}\n`;
    if (process.env.UPDATE_GOLDEN) writeFileSync(file, got);
    expect(got).toBe(readFileSync(file, "utf8"));
  });
