/** What of results is worth printing. */
import { afterAll, expect, test } from "bun:test";
import { passagesOf } from "../../src/asking/passages.ts";
import type { Result } from "../../src/base/schema.ts";
import { index } from "../../src/indexing.ts";
import { opened, removeTemporary, temporary, write } from "../store/_tree.ts";

afterAll(removeTemporary);

test("brackets belong to what they close, and are no passage of their own", async () => {
  const text = "class Pool {\n  open(count) {\n    return count;\n  }\n}\n";
  const root = temporary();
  write(root, { "pool.js": text });
  await index(root, { quiet: true, embedding: null });
  const store = opened(root);
  const lines = text.trimEnd().split("\n");
  const result = (start: number, end: number) =>
    ({
      path: "pool.js",
      start,
      end,
      lines: [[start, end]],
      line: null,
      chunk: "c",
      strategies: ["semantic"],
      snippet: lines.slice(start - 1, end).join("\n"),
      score: 1,
    }) as unknown as Result;
  const whole = passagesOf(store, "open the pool", [result(1, 5)]);
  expect(whole.map(({ from, to }) => [from, to])).toEqual([
    [0, 1],
    [1, 5],
  ]);
  expect(passagesOf(store, "open the pool", [result(1, 4), result(1, 5)]).map(({ result: of }) => of)).toEqual([0, 0]);
  store.close();
});
