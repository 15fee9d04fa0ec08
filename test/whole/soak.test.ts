/**
 * Mutated files of every language through the path of indexing, in a parsing child: none may take it down, hold it up, or come back with a plan of the
 * file that is not one. The seed is fixed; `scripts/bench/soak.ts` does the same with real packages, two hundred times as often.
 */
import { describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ScannedFile } from "../../src/base/types.ts";
import { isSkipped } from "../../src/indexing/parse.ts";
import { parseFiles } from "../../src/indexing/pool.ts";
import { LANGUAGES, languageOf } from "../../src/lang/languages.ts";
import { temporary } from "../files/_tree.ts";
import { FIXTURES } from "../lang/_fixtures.ts";
import { mutate, mutations } from "../lang/engine/_mutate.ts";

const INPUTS = 50;
const WINDOW = 2_500;
const LIMIT = 12_000;
const REPEAT = 400;

const fixtures = new Map<string, string[]>();
for (const { name, text } of FIXTURES) {
  const row = languageOf(name);
  // A template of Angular has the name of a page.
  const language = row?.other?.find(({ when }) => when.test(text))?.name ?? row?.name;
  if (language) fixtures.set(language, [...(fixtures.get(language) ?? []), text]);
}

describe("mutated files", () => {
  test("every language has a fixture to mutate", () => {
    expect(LANGUAGES.map(({ name }) => name).filter((name) => !fixtures.has(name))).toEqual([]);
  });

  test.each([...fixtures.keys()])("%s", async (language) => {
    const root = temporary();
    const row = LANGUAGES.find(({ name }) => name === language);
    const told = row?.extensions.length ? row : (LANGUAGES.find(({ other }) => other?.some(({ name }) => name === language)) ?? row!);
    const [extension] = told.extensions;
    const files = mutations(20_261_122, INPUTS, REPEAT).map((mutation, i): ScannedFile => {
      const path = extension === undefined ? `${i}/${told.filenames[0]}` : `${i}.${extension}`;
      mkdirSync(dirname(join(root, path)), { recursive: true });
      const bytes = Buffer.from(mutate(fixtures.get(language)!, mutation, WINDOW, LIMIT));
      writeFileSync(join(root, path), bytes);
      return { path, size: bytes.length, mtime: 0, hash: "" };
    });
    let parsed = 0;
    for await (const batch of parseFiles(root, files, { isolate: true, children: 1 }))
      for (const { job, result } of batch.files) {
        // A file that took the child down comes back as plain text.
        expect([job.path, job.plain]).toEqual([job.path, false]);
        if (isSkipped(result)) {
          expect(["binary", "bad-encoding", "minified", "generated"]).toContain(result.reason);
          continue;
        }
        parsed++;
        let line = 1;
        for (const chunk of result.chunks) {
          expect([job.path, chunk.start]).toEqual([job.path, line]);
          expect(chunk.end).toBeGreaterThanOrEqual(chunk.start);
          line = chunk.end + 1;
        }
        // An empty file has a line and nothing to chunk.
        expect([job.path, line - 1]).toEqual([job.path, result.chunks.length === 0 ? 0 : result.lines]);
        for (const [at, symbol] of result.symbols.entries()) {
          expect([job.path, symbol.name, symbol.parent < at]).toEqual([job.path, symbol.name, true]);
          expect(symbol.start).toBeGreaterThanOrEqual(1);
          expect(symbol.end).toBeGreaterThanOrEqual(symbol.start);
          expect(symbol.end).toBeLessThanOrEqual(result.lines);
        }
      }
    // Most are still text.
    expect(parsed).toBeGreaterThan(INPUTS / 2);
  });
});
