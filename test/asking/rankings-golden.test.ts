/**
 * Rankings over a fixed tree, committed, so that a change shows in the diff: the first five places of each question, by words and graph alone,
 * with the built-in embedding as it is shipped, and in several readings.
 *
 * The tree is other people's: the sources of packages that this one depends on in exact versions. A new version of one of them may change
 * the places. A change that is wanted is written down by `UPDATE_GOLDEN=1 bun test test/asking/rankings-golden.test.ts`, and its diff is read before
 * it is committed.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { cpSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type AskOptions, ask, PLAIN, type Session } from "../../src/asking.ts";
import type { Engine } from "../../src/base/types.ts";
import { index } from "../../src/indexing.ts";
import { opened, removeTemporary, temporary } from "../store/_tree.ts";

const HERE = join(import.meta.dir, "../golden/rankings");
const PACKAGES = join(import.meta.dir, "../../node_modules");
/** Folders with sources that people can read, by the name that they have in the tree. */
const SOURCES = {
  minisearch: "minisearch/src",
  umap: "umap-js/src",
  jsonc: "jsonc-parser/lib/esm",
  mcp: "@modelcontextprotocol/sdk/dist/esm",
};
/** Declarations say everything twice, and examples are of no use here. */
const isSource = (path: string): boolean =>
  statSync(path).isDirectory() ? !/[\\/](?:examples|test)$/.test(path) : /(?<!\.d)\.[jt]s$/.test(path) && !path.includes(".test.");

const questions = readFileSync(join(HERE, "questions.txt"), "utf8").trim().split("\n");
let session: Session;
beforeAll(async () => {
  const root = temporary();
  for (const [name, folder] of Object.entries(SOURCES))
    cpSync(join(PACKAGES, folder), join(root, name), { recursive: true, dereference: true, filter: isSource });
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
      const { results, route } = await ask(session, question, { ...PLAIN, k: 5, budget: 1, ...more });
      blocks.push([`${question}  (${route.intent})`, ...results.map(({ path, start, end }) => `  ${path}:${start}-${end}`)].join("\n"));
    }
    const file = join(HERE, `${name}.txt`);
    const got = `${blocks.join("\n")}\n`;
    if (process.env.UPDATE_GOLDEN) writeFileSync(file, got);
    expect(got).toBe(readFileSync(file, "utf8"));
  });
