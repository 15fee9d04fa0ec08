/**
 * What real-looking files are cut into, through the real extractor. The expectations are committed: a change in them is a decision.
 * `UPDATE_GOLDEN=1 bun test test/lang/engine/chunk-golden.test.ts` writes them anew.
 */
import { beforeAll, expect, test } from "bun:test";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chunk } from "../../../src/lang/engine/chunk.ts";
import { extract } from "../../../src/lang/engine/extract.ts";
import { languageOf, loadGrammars } from "../../../src/lang/languages.ts";

const fixtures = join(import.meta.dir, "fixtures/chunk");
const golden = join(import.meta.dir, "../../golden/chunks.json");

beforeAll(() => loadGrammars());

function cut(name: string): string[] {
  const text = readFileSync(join(fixtures, name), "utf8");
  const language = languageOf(name, text.slice(0, text.indexOf("\n")));
  const rows = text.split("\n");
  return chunk(extract(name, text, language), text).map((one) =>
    [
      `${one.start}-${one.end}`,
      one.kind,
      one.qualified || "-",
      one.tokens,
      one.tags.join("+") || "-",
      one.id,
      rows[one.start - 1]!.trim().slice(0, 40),
    ].join(" | "),
  );
}

const now = () =>
  Object.fromEntries(
    readdirSync(fixtures)
      .sort()
      .map((name) => [name, cut(name)]),
  );

test("chunks of the fixtures", () => {
  if (process.env.UPDATE_GOLDEN) writeFileSync(golden, `${JSON.stringify(now(), null, 2)}\n`);
  expect(now()).toEqual(JSON.parse(readFileSync(golden, "utf8")));
});
