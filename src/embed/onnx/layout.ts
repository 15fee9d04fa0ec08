/**
 * What lies in the folder of a model: weights, tokenizer, and how its authors pool and prefix, as the configuration files of transformers and
 * sentence-transformers say it (MiniLM, jina-code, nomic-embed, CodeRankEmbed, Qodo and what is laid out like them).
 */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { Refusal } from "../../base/errors.ts";
import { onnx as settings } from "../limits.ts";

export const POOLINGS = ["mean", "cls", "last"] as const;
/** How the vectors of a text's tokens become one. */
export type Pooling = (typeof POOLINGS)[number];

export interface ModelLayout {
  /** Name of the folder. */
  id: string;
  folder: string;
  /** The weights, and files with more of them. */
  weights: string;
  external: string[];
  tokenizer: Fields;
  tokenizerConfig: Fields;
  pooling: Pooling;
  queryPrefix: string;
  documentPrefix: string;
  /** Longer texts are cut. */
  maxTokens: number;
  /** Length of its vectors, where the configuration says it. */
  dimensions: number | null;
}

/**
 * Where weights may lie, the first that is there wins: 8-bit ones are two to three times as fast on a processor and cost a point of quality
 * at most. Another file is taken by naming it instead of the folder.
 */
const WEIGHTS = ["model_quantized", "model_int8", "model_uint8", "model_q8", "model", "model_fp16"];
const PLACES = ["onnx", "."];

/** Models whose configuration files do not tell what their authors' instructions say. Matched with the name in config.json and the folder's. */
const FAMILIES: readonly { name: RegExp; query?: string; document?: string; pooling?: Pooling }[] = [
  { name: /nomic-embed-text/i, query: "search_query: ", document: "search_document: ", pooling: "mean" },
  { name: /coderankembed/i, query: "Represent this query for searching relevant code: ", pooling: "cls" },
  { name: /nomic-embed-code/i, query: "Represent this query for searching relevant code: ", pooling: "last" },
  {
    name: /jina-code-embeddings/i,
    query: "Find the most relevant code snippet given the following query:\n",
    document: "Candidate code snippet:\n",
    pooling: "last",
  },
  { name: /qodo-embed/i, pooling: "last" },
  { name: /\be5-(small|base|large)/i, query: "query: ", document: "passage: ", pooling: "mean" },
  { name: /bge-(small|base|large)-en/i, query: "Represent this sentence for searching relevant passages: ", pooling: "cls" },
];

const QUERY_PROMPTS = ["query", "nl2code_query", "search_query", "retrieval.query"];
const DOCUMENT_PROMPTS = ["document", "passage", "nl2code_document", "search_document", "retrieval.passage", "corpus"];

/** Decoders: their last token has seen the whole text. Everything else is pooled by the mean. */
const DECODERS = /^(qwen|mistral|llama|gemma|phi|gpt)/i;

/**
 * Reads the layout of a model.
 * @param path its folder, or one of the .onnx files in it
 * @throws Refusal `model-missing` naming the file that is not there, `model-unusable`
 */
export function readLayout(path: string): ModelLayout {
  const given = resolve(path);
  const stat = statSync(given, { throwIfNoEntry: false });
  if (!stat) throw missing(given, "There is no model", `Put the model's folder there (${CONTENTS}); nothing is ever downloaded.`);
  const file = stat.isFile() ? given : null;
  const folder = file === null ? given : folderOf(file);
  const weights = file ?? findWeights(folder);
  const tokenizer = readFields(join(folder, "tokenizer.json"));
  if (tokenizer === null)
    throw missing(
      join(folder, "tokenizer.json"),
      `The model ${folder} has no tokenizer`,
      `Put the model's tokenizer.json at ${join(folder, "tokenizer.json")}.`,
    );
  const config = readFields(join(folder, "config.json")) ?? {};
  const names = `${asText(config._name_or_path) ?? ""} ${basename(folder)}`;
  const family = FAMILIES.find((row) => row.name.test(names)) ?? { name: /^/ };
  const tokenizerConfig = readFields(join(folder, "tokenizer_config.json")) ?? {};
  refuseFurtherLayers(folder);
  const prompts = asFields(readFields(join(folder, "config_sentence_transformers.json"))?.prompts) ?? {};
  return {
    id: basename(folder),
    folder,
    weights,
    external: externalOf(weights),
    tokenizer,
    tokenizerConfig: plainTokens(tokenizerConfig),
    pooling: configuredPooling(folder) ?? family.pooling ?? (DECODERS.test(asText(config.model_type) ?? "") ? "last" : "mean"),
    queryPrefix: prompt(prompts, QUERY_PROMPTS) ?? family.query ?? "",
    documentPrefix: prompt(prompts, DOCUMENT_PROMPTS) ?? family.document ?? "",
    maxTokens: maxTokens(folder, tokenizerConfig, config),
    dimensions: asCount(config.hidden_size) ?? asCount(config.n_embd) ?? asCount(config.d_model) ?? asCount(config.dim),
  };
}

const CONTENTS = "tokenizer.json, config.json, onnx/model.onnx";

/** The folder of the model that an .onnx file belongs to: its own, or the one around `onnx/`. */
function folderOf(file: string): string {
  if (!file.endsWith(".onnx"))
    throw new Refusal("model-unusable", `${file} is no .onnx file.`, "Name the model's folder, or one of its .onnx files.");
  const own = dirname(file);
  return existsSync(join(own, "tokenizer.json")) ? own : dirname(own);
}

function findWeights(folder: string): string {
  for (const name of WEIGHTS)
    for (const place of PLACES) {
      const path = join(folder, place, `${name}.onnx`);
      if (existsSync(path)) return path;
    }
  const others = PLACES.flatMap((place) => onnxFiles(join(folder, place)));
  if (others.length === 1) return others[0]!;
  if (others.length > 1)
    throw new Refusal("model-unusable", `The model ${folder} has several files of weights.`, `Name the one to use: --model ${others[0]}`);
  throw missing(
    join(folder, "onnx", "model.onnx"),
    `The model ${folder} has no weights in ONNX form`,
    `Put its model.onnx (or model_quantized.onnx, model_fp16.onnx) at ${join(folder, "onnx", "model.onnx")}.`,
  );
}

/** The .onnx files of a folder, sorted. */
export function onnxFiles(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(".onnx"))
      .sort()
      .map((name) => join(folder, name));
  } catch {
    return [];
  }
}

/** Weights of more than 2 GB lie beside the graph: `model.onnx_data`, `model.onnx_data_1`, `model.onnx.data`. */
function externalOf(weights: string): string[] {
  const start = basename(weights);
  return readdirSync(dirname(weights))
    .filter((name) => name.startsWith(`${start}_data`) || name === `${start}.data`)
    .sort()
    .map((name) => join(dirname(weights), name));
}

function configuredPooling(folder: string): Pooling | null {
  const config = readFields(join(folder, "1_Pooling", "config.json"));
  if (config === null) return null;
  const named = asText(config.pooling_mode);
  const chosen = Object.entries({ mean: "mean_tokens", cls: "cls_token", last: "lasttoken" }).filter(
    ([name, key]) => config[`pooling_mode_${key}`] === true || named === name || named === key,
  );
  if (chosen.length === 1) return chosen[0]![0] as Pooling;
  throw new Refusal(
    "model-unusable",
    `The model ${folder} pools its tokens in a way that is not supported.`,
    `Supported in 1_Pooling/config.json: ${POOLINGS.join(", ")}.`,
  );
}

/** A dense layer after pooling lies in a file of its own, which ONNX exports leave out: without it every vector would be wrong. */
function refuseFurtherLayers(folder: string): void {
  for (const name of readdirSync(folder, { withFileTypes: true }))
    if (name.isDirectory() && /^\d+_Dense$/.test(name.name))
      throw new Refusal(
        "model-unusable",
        `The model ${folder} has a layer after pooling (${name.name}), which its ONNX file does not contain.`,
        "Export it with that layer, without the folder, or use another model.",
      );
}

function prompt(prompts: Fields, names: readonly string[]): string | null {
  for (const name of names) {
    const text = asText(prompts[name]);
    if (text !== null && text !== "") return text;
  }
  return null;
}

function maxTokens(folder: string, tokenizerConfig: Fields, config: Fields): number {
  const said = asCount(readFields(join(folder, "sentence_bert_config.json"))?.max_seq_length);
  const limits = [asCount(tokenizerConfig.model_max_length), asCount(config.max_position_embeddings), asCount(config.n_positions)];
  return Math.min(said ?? settings.maxTokens, settings.maxTokens, ...limits.filter((limit) => limit !== null));
}

/** Special tokens as plain text: some configurations have them as objects that the tokenizer does not take. */
function plainTokens(config: Fields): Fields {
  return Object.fromEntries(
    Object.entries(config).map(([key, value]) => [key, key.endsWith("_token") ? (asText(asFields(value)?.content) ?? value) : value]),
  );
}

function missing(path: string, what: string, fix: string): Refusal {
  return new Refusal("model-missing", `${what}: ${path} is not there.`, fix);
}

// Reading the configuration files of a model: whatever they hold, nothing but the expected types comes out.

export type Fields = Record<string, unknown>;

/** Configuration files are kilobytes; tokenizers up to 20 MB. */
const LARGEST = 200_000_000;

/**
 * A JSON object from a file; null if there is no such file.
 * @throws Refusal `model-unusable` when it is not JSON
 */
export function readFields(path: string): Fields | null {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat?.isFile()) return null;
  try {
    if (stat.size > LARGEST) throw new Error(`it has ${stat.size} bytes`);
    return asFields(JSON.parse(readFileSync(path, "utf8"))) ?? {};
  } catch (cause) {
    throw new Refusal("model-unusable", `The model's file ${path} cannot be read as JSON.`, "Copy the model's folder again.", { cause });
  }
}

export function asFields(value: unknown): Fields | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : null;
}

export function asText(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/** A whole number above zero, or null (`1e30` stands for "no limit" in some tokenizers). */
export function asCount(value: unknown): number | null {
  return typeof value === "number" && Number.isInteger(value) && value > 0 && value < 1e9 ? value : null;
}
