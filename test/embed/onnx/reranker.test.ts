/** Cross-encoders: pairs of texts, checked against the same architecture by hand; what is no cross-encoder is refused. */
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OnnxReranker } from "../../../src/embed/onnx/reranker.ts";
import { classify, modelFiles, VOCABULARY, writeFiles } from "../_model.ts";

const base = mkdtempSync(join(tmpdir(), "manifold-reranker-"));
afterAll(() => rmSync(base, { recursive: true, force: true }));
const folder = (name: string, head: number): string => writeFiles(join(base, name), modelFiles(7, "fp32", head));

const QUESTION = "how does the login work";
const TEXTS = ["password check", "sort the list of files", "", "session token hash 数 据"];

test.each([1, 2])("scores of a head of %d are the model's own", async (head) => {
  const model = await OnnxReranker.open(folder(`head${head}`, head));
  const scores = await model.score(QUESTION, TEXTS);
  for (const [i, text] of TEXTS.entries()) {
    const { ids, types } = model.pair(QUESTION, text);
    const [first, second] = classify(ids, types, head);
    expect(Math.abs(scores[i]! - (head === 1 ? first! : second! - first!))).toBeLessThan(1e-4);
  }
  // A text's score is its own, whatever else is asked about.
  expect(await model.score(QUESTION, [TEXTS[1]!])).toEqual([scores[1]!]);
  expect(new Set(scores).size).toBe(TEXTS.length);
  await model.close();
});

test("a pair is laid out as the tokenizer has it, and its end is cut where there is too much", async () => {
  const model = await OnnxReranker.open(folder("pair", 1));
  const { ids, types } = model.pair("where is login", "read files");
  expect(ids.map((id) => VOCABULARY[id]!)).toEqual(["[CLS]", "where", "is", "login", "[SEP]", "read", "files", "[SEP]"]);
  expect(types).toEqual([0, 0, 0, 0, 0, 1, 1, 1]);
  for (const [question, text] of [
    ["login", "read ".repeat(500)],
    ["where ".repeat(500), "read ".repeat(500)],
  ] as const) {
    const long = model.pair(question, text);
    const names = long.ids.map((id) => VOCABULARY[id]!);
    expect([long.ids.length, names[0], names.at(-1), long.types.length]).toEqual([64, "[CLS]", "[SEP]", 64]);
    expect(names.filter((name) => name === "read").length).toBeGreaterThan(25);
  }
  await model.close();
});

test("what is no cross-encoder is refused", async () => {
  await expect(OnnxReranker.open(folder("embedder", 0))).rejects.toMatchObject({ code: "model-unusable" });
  await expect(OnnxReranker.open(join(base, "nowhere"))).rejects.toMatchObject({ code: "model-missing" });
});
