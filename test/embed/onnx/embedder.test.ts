import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Refusal } from "../../../src/base/errors.ts";
import { OnnxEmbedder, readLayout } from "../../../src/embed/onnx/embedder.ts";
import { forward, modelFiles, type Precision, VOCABULARY, writeFiles } from "../_model.ts";

const base = mkdtempSync(join(tmpdir(), "manifold-onnx-"));
afterAll(() => rmSync(base, { recursive: true, force: true }));

let made = 0;
const folder = (files: Record<string, string | Uint8Array>, name = `m${made++}`): string => writeFiles(join(base, name), files);
const json = (value: unknown): string => JSON.stringify(value);

async function refused(run: () => unknown): Promise<Refusal> {
  try {
    await run();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error("Nothing was refused.");
}

const unit = (vector: readonly number[]): number[] => vector.map((x) => x / Math.hypot(...vector));
const mean = (states: readonly number[][]): number[] =>
  states[0]!.map((_, i) => states.reduce((sum, row) => sum + row[i]!, 0) / states.length);
const farthest = (a: ArrayLike<number>, b: readonly number[]): number => Math.max(...b.map((x, i) => Math.abs(x - a[i]!)));

const model = await OnnxEmbedder.open(folder(modelFiles(), "small"));
const names = (text: string): string[] => model.tokens(text).map((id) => VOCABULARY[id]!);

describe("tokens", () => {
  // What BERT's WordPiece (Devlin et al. 2018: lower case, accents off, punctuation and Chinese apart, longest piece first) makes of them.
  const WORDPIECE: Record<string, string[]> = {
    "How does the login work?": ["how", "does", "the", "login", "work", "?"],
    "authenticate(user, password)": ["auth", "##enticate", "(", "user", ",", "password", ")"],
    "unsorted  LISTS\n\treading": ["un", "##s", "##o", "##r", "##t", "##ed", "list", "##s", "read", "##ing"],
    "é É 数据 naïve": ["e", "e", "数", "据", "n", "##a", "##i", "##v", "##e"],
    "x_1=a.b": ["x", "_", "1", "=", "a", ".", "b"],
    "日 query 🙂": ["[UNK]", "query", "[UNK]"],
    "": [],
  };
  for (const [text, expected] of Object.entries(WORDPIECE))
    test(`WordPiece of ${JSON.stringify(text)}`, () => {
      expect(names(text)).toEqual(["[CLS]", ...expected, "[SEP]"]);
    });

  test("a long text is cut, and still ends as the model was taught", () => {
    const ids = model.tokens("read ".repeat(200));
    expect(ids.length).toBe(64);
    expect([ids[0], ids[1], ids[62], ids[63]]).toEqual([2, VOCABULARY.indexOf("read"), VOCABULARY.indexOf("read"), 3]);
  });

  test("byte-level BPE", async () => {
    // GPT-2's alphabet: a space is Ġ, a line end Ċ, é the two letters of its two bytes. Merges in their order: g+e, ge+t, Ġ+get.
    const alphabet = [..."abcdefghijklmnopqrstuvwxyz()", "Ġ", "Ċ", "Ã", "©"];
    const words = ["<|endoftext|>", ...alphabet, "ge", "get", "Ġget"];
    const merges = [
      ["g", "e"],
      ["ge", "t"],
      ["Ġ", "get"],
    ];
    const tokenizer = {
      version: "1.0",
      added_tokens: [
        { id: 0, content: "<|endoftext|>", single_word: false, lstrip: false, rstrip: false, normalized: false, special: true },
      ],
      normalizer: null,
      pre_tokenizer: { type: "ByteLevel", add_prefix_space: false, trim_offsets: true, use_regex: true },
      post_processor: {
        type: "TemplateProcessing",
        single: [{ Sequence: { id: "A", type_id: 0 } }, { SpecialToken: { id: "<|endoftext|>", type_id: 0 } }],
        pair: [],
        special_tokens: { "<|endoftext|>": { id: "<|endoftext|>", ids: [0], tokens: ["<|endoftext|>"] } },
      },
      decoder: { type: "ByteLevel" },
      model: {
        type: "BPE",
        unk_token: null,
        continuing_subword_prefix: "",
        end_of_word_suffix: "",
        vocab: Object.fromEntries(words.map((word, id) => [word, id])),
        merges,
      },
    };
    const config = { tokenizer_class: "GPT2Tokenizer", eos_token: "<|endoftext|>", model_max_length: 64 };
    const files = { ...modelFiles(), "tokenizer.json": json(tokenizer), "tokenizer_config.json": json(config) };
    const bpe = await OnnxEmbedder.open(folder(files));
    const read = (text: string): string[] => bpe.tokens(text).map((id) => words[id]!);
    expect(read("get get(é)\nge")).toEqual(["get", "Ġget", "(", "Ã", "©", ")", "Ċ", "ge", "<|endoftext|>"]);
    await bpe.close();
  });
});

describe("vectors", () => {
  const TEXTS = ["how does login work", "a", "parse the token and handle an error: server.close()", "数据", "read write open close"];

  for (const precision of ["fp32", "fp16", "int8"] as const satisfies Precision[])
    test(`of ${precision} weights equal the architecture computed by hand`, async () => {
      const one = await OnnxEmbedder.open(folder(modelFiles(11, precision)));
      const vectors = await one.embedDocuments(TEXTS);
      for (const [at, text] of TEXTS.entries())
        expect(farthest(vectors[at]!, unit(mean(forward(one.tokens(text), 11, precision))))).toBeLessThan(1e-5);
      expect(one.dimensions).toBe(32);
      await one.close();
    });

  test("mean, first and last token", async () => {
    for (const [key, expected] of [
      ["pooling_mode_cls_token", (states: number[][]) => states[0]!],
      ["pooling_mode_lasttoken", (states: number[][]) => states.at(-1)!],
      ["pooling_mode_mean_tokens", mean],
    ] as const) {
      const one = await OnnxEmbedder.open(folder({ ...modelFiles(), "1_Pooling/config.json": json({ [key]: true }) }));
      const [vector] = await one.embedDocuments([TEXTS[2]!]);
      expect(farthest(vector!, unit(expected(forward(one.tokens(TEXTS[2]!)))))).toBeLessThan(1e-5);
      await one.close();
    }
  });

  test("do not depend on what else is embedded, to the last bit", async () => {
    const many = [...TEXTS, ...TEXTS.map((text) => `${text} query`), ...TEXTS, "b", "c", "d", "e", "f"];
    const together = await model.embedDocuments(many);
    for (const [at, text] of many.entries()) expect(together[at]).toEqual((await model.embedDocuments([text]))[0]!);
  });

  test("are of length 1, also where the text has no words", async () => {
    for (const vector of await model.embedDocuments(["", "   ", "login"])) expect(Math.hypot(...vector)).toBeCloseTo(1, 6);
    expect(await model.embedDocuments([])).toEqual([]);
  });

  test("of questions and documents carry the model's own words before them", async () => {
    const prompts = { prompts: { query: "search query : ", document: "file : " } };
    const one = await OnnxEmbedder.open(folder({ ...modelFiles(), "config_sentence_transformers.json": json(prompts) }));
    const plain = await model.embedDocuments(["search query : login", "file : login"]);
    expect(await one.embedQuery("login")).toEqual(plain[0]!);
    expect((await one.embedDocuments(["login"]))[0]).toEqual(plain[1]!);
    await one.close();
  });
});

describe("what pins a model", () => {
  test("its weights, tokenizer, pooling and prefixes, not its place", async () => {
    const same = await OnnxEmbedder.open(folder(modelFiles(), "elsewhere"));
    expect([same.hash, same.id]).toEqual([model.hash, "elsewhere"]);
    expect(model.hash).toMatch(/^[0-9a-f]{16}$/);
    const variants: Record<string, string | Uint8Array>[] = [
      modelFiles(8),
      { ...modelFiles(), "1_Pooling/config.json": json({ pooling_mode_cls_token: true }) },
      { ...modelFiles(), "config_sentence_transformers.json": json({ prompts: { query: "q: " } }) },
      { ...modelFiles(), "sentence_bert_config.json": json({ max_seq_length: 20 }) },
    ];
    const hashes = [model.hash];
    for (const files of variants) {
      const one = await OnnxEmbedder.open(folder(files));
      hashes.push(one.hash);
      await one.close();
    }
    expect(new Set(hashes).size).toBe(hashes.length);
    await same.close();
  });
});

describe("layouts", () => {
  const layout = (name: string, config: object, more: Record<string, string> = {}) => {
    const files = { "tokenizer.json": "{}", "config.json": json(config), "onnx/model.onnx": "x", ...more };
    const { pooling, queryPrefix, documentPrefix, maxTokens, dimensions } = readLayout(folder(files, join(`l${made++}`, name)));
    return { pooling, queryPrefix, documentPrefix, maxTokens, dimensions };
  };

  test("of the models that people use", () => {
    expect(
      layout(
        "all-MiniLM-L6-v2",
        { model_type: "bert", hidden_size: 384, max_position_embeddings: 512 },
        { "sentence_bert_config.json": json({ max_seq_length: 256 }) },
      ),
    ).toEqual({
      pooling: "mean",
      queryPrefix: "",
      documentPrefix: "",
      maxTokens: 256,
      dimensions: 384,
    });
    expect(layout("nomic-embed-text-v1.5", { model_type: "nomic_bert", n_embd: 768, n_positions: 8192 })).toEqual({
      pooling: "mean",
      queryPrefix: "search_query: ",
      documentPrefix: "search_document: ",
      maxTokens: 512,
      dimensions: 768,
    });
    expect(layout("CodeRankEmbed", { model_type: "nomic_bert", n_embd: 768 })).toMatchObject({
      pooling: "cls",
      queryPrefix: "Represent this query for searching relevant code: ",
      documentPrefix: "",
    });
    expect(layout("jina-embeddings-v2-base-code", { model_type: "bert", hidden_size: 768 })).toMatchObject({
      pooling: "mean",
      queryPrefix: "",
      documentPrefix: "",
    });
    const jina = { nl2code_query: "Find code:\n", nl2code_document: "Candidate:\n", qa_query: "no" };
    expect(
      layout(
        "jina-code-embeddings-0.5b",
        { model_type: "qwen2", hidden_size: 896 },
        { "config_sentence_transformers.json": json({ prompts: jina }) },
      ),
    ).toMatchObject({
      pooling: "last",
      queryPrefix: "Find code:\n",
      documentPrefix: "Candidate:\n",
    });
    expect(layout("Qodo-Embed-1-1.5B", { model_type: "qwen2", hidden_size: 1536 })).toMatchObject({
      pooling: "last",
      queryPrefix: "",
      dimensions: 1536,
    });
  });

  test("8-bit weights before others; a file may be named", () => {
    const dir = folder({ "tokenizer.json": "{}", "onnx/model.onnx": "x", "onnx/model_quantized.onnx": "x", "onnx/model.onnx_data": "y" });
    expect(readLayout(dir).weights).toBe(join(dir, "onnx/model_quantized.onnx"));
    const named = readLayout(join(dir, "onnx/model.onnx"));
    expect([named.weights, named.folder, named.external]).toEqual([join(dir, "onnx/model.onnx"), dir, [join(dir, "onnx/model.onnx_data")]]);
    const flat = folder({ "tokenizer.json": "{}", "special.onnx": "x" });
    expect(readLayout(flat).weights).toBe(join(flat, "special.onnx"));
  });
});

describe("what cannot be used", () => {
  test("a missing file is named, with the place where it belongs", async () => {
    const nowhere = await refused(() => OnnxEmbedder.open(join(base, "nowhere")));
    expect([nowhere.code, nowhere.what]).toEqual(["model-missing", `There is no model: ${join(base, "nowhere")} is not there.`]);
    const empty = folder({ "config.json": "{}" });
    expect(await refused(() => OnnxEmbedder.open(empty))).toMatchObject({
      code: "model-missing",
      fix: expect.stringContaining(join(empty, "onnx", "model.onnx")),
    });
    const { "tokenizer.json": _, ...others } = modelFiles();
    const bare = folder(others);
    expect(await refused(() => OnnxEmbedder.open(bare))).toMatchObject({
      code: "model-missing",
      fix: expect.stringContaining(join(bare, "tokenizer.json")),
    });
  });

  test("noise, a layer after pooling, an unknown pooling, several weights", async () => {
    const cases: Record<string, string | Uint8Array>[] = [
      { ...modelFiles(), "onnx/model.onnx": "noise" },
      { ...modelFiles(), "tokenizer.json": "{" },
      { ...modelFiles(), "tokenizer.json": "{}" },
      { ...modelFiles(), "2_Dense/config.json": "{}" },
      { ...modelFiles(), "1_Pooling/config.json": json({ pooling_mode_max_tokens: true }) },
      { ...modelFiles(), "config.json": json({ hidden_size: 33 }) },
      { "tokenizer.json": "{}", "onnx/a.onnx": "x", "onnx/b.onnx": "x" },
    ];
    for (const files of cases) {
      const dir = folder(files);
      expect((await refused(async () => (await OnnxEmbedder.open(dir)).embedDocuments(["a"]))).code).toBe("model-unusable");
    }
    const file = folder({ "notes.txt": "x" });
    expect((await refused(() => OnnxEmbedder.open(join(file, "notes.txt")))).code).toBe("model-unusable");
  });
});
