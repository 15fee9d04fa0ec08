/** Whose history a description means: the files that are likely to be it, and a word of doubt where none is. */
import { expect, test } from "bun:test";
import { ask, PLAIN } from "../../src/asking.ts";
import { refresh } from "../../src/indexing/refresh.ts";
import { Repository } from "./_repository.ts";
import { TOPIC_FILES } from "./_topics.ts";

test("only files that are likely what is described, and none without a word of doubt where none is", async () => {
  using repository = new Repository(TOPIC_FILES);
  const { store, behind, warnings } = await refresh(repository.root, { quiet: true, terminal: false });
  const asked = (text: string) => ask({ root: repository.root, store, behind, warnings }, text, PLAIN);
  const known = await asked("who knows the validated thumbnail");
  expect([known.fallback, known.results.map(({ path, near }) => [path, near])]).toEqual([false, [["src/thumbnail.ts", false]]]);
  expect(known.warnings[0]!.code).toBe("history");
  const vague = await asked("who knows how the numbers of a customer are added");
  expect([vague.fallback, vague.results.map(({ near }) => near)]).toEqual([true, [true]]);
  expect(vague.warnings[0]).toMatchObject({ code: "weak-match" });
  expect(vague.warnings.some(({ code }) => code === "history")).toBe(true);
  store.close();
});
