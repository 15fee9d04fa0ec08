/** `--rerank`: the first twenty in the model's order, the rest after them, nothing lost. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { inOrderOf } from "../../src/asking/rerank.ts";
import { ask, PLAIN, type Session } from "../../src/asking.ts";
import { reranking } from "../../src/base/settings.ts";
import { OnnxReranker } from "../../src/embed/onnx/reranker.ts";
import { index } from "../../src/indexing.ts";
import { retrieve } from "../../src/query/retrieve.ts";
import { modelFiles, writeFiles } from "../embed/_model.ts";
import { opened, removeTemporary, temporary, write } from "../store/_tree.ts";

let session: Session;
let model: string;
beforeAll(async () => {
  const root = temporary();
  const files = Array.from({ length: 30 }, (_, i) => [
    `src/reader${i}.ts`,
    `/** Reads file ${i}. */\nexport function read${i}(file: string) {\n  return open(file, ${i});\n}\n`,
  ]);
  write(root, Object.fromEntries(files));
  await index(root, { quiet: true, embedding: { steps: 0 } });
  session = { root, store: opened(root), behind: 0, warnings: [] };
  model = writeFiles(join(temporary(), "model"), modelFiles(7, "fp32", 1));
});
afterAll(() => {
  session.store.close();
  removeTemporary();
});

const FILTERS = { paths: [], excludes: [], languages: [], kinds: [] };

test("the first twenty fall by the model's score, the others stay behind them", async () => {
  const chunks = retrieve(session.store, "read a file", { k: 30, filters: FILTERS }).chunks;
  expect(chunks.length).toBe(30);
  // The model likes what the ranking likes least.
  const order = new Map(chunks.map(({ chunk }, i) => [chunk.path, i]));
  const backwards = { score: async (_: string, texts: readonly string[]) => texts.map((text) => order.get(text.split(" ")[0]!)! - 10) };
  const after = await inOrderOf(backwards, "read a file", chunks);
  const places = after.map(({ chunk }) => order.get(chunk.path)!);
  const twenty = Array.from({ length: reranking.most }, (_, i) => i);
  expect(places).toEqual([...twenty.toReversed(), ...chunks.map((_, i) => i).slice(reranking.most)]);
  for (const [i, { score }] of after.entries()) if (i > 0) expect(score).toBeLessThanOrEqual(after[i - 1]!.score);
});

test("a question is answered in the order of the model in the folder", async () => {
  const options = { ...PLAIN, k: 20, diversity: 0 };
  const plain = await ask(session, "reading of a file", options);
  const answer = await ask(session, "reading of a file", { ...options, rerank: model });
  const cross = await OnnxReranker.open(model);
  const texts = answer.results.map(({ path, qualified, snippet }) => `${path} ${qualified}\n${snippet}`);
  const scores = await cross.score("reading of a file", texts);
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  expect(answer.results.map(({ path }) => path)).not.toEqual(plain.results.map(({ path }) => path));
  await cross.close();
});

test("without a model there is a refusal, and other answers than searches need none", async () => {
  await expect(ask(session, "reading of a file", { ...PLAIN, rerank: "/nowhere" })).rejects.toMatchObject({ code: "model-missing" });
  expect((await ask(session, "who calls read1", { ...PLAIN, rerank: "/nowhere" })).route.strategy).toBe("structural");
});
