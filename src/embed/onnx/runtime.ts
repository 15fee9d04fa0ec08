/**
 * The runtime of ONNX models: onnxruntime's WebAssembly build and the tokenizers of @huggingface/transformers, loaded when a model is.
 *
 * Both take Bun for Node or for a browser and would then load native code, workers, or files from a content network. What keeps them here:
 * `process.release.name` is another, the WebAssembly is handed over as bytes, transformers finds a runtime under its symbol before it
 * makes one, and the address that it writes into the runtime's settings is taken out again.
 */

import { readFileSync } from "node:fs";
import { basename } from "node:path";
import type { PreTrainedTokenizer } from "@huggingface/transformers";
import type { InferenceSession, Tensor } from "onnxruntime-web/wasm";
import { Refusal } from "../../base/errors.ts";
import { assetBytes, ORT_WASM } from "../../base/native.ts";
import { hasSimd } from "../kernel/choose.ts";
import { type Fields, type ModelLayout, type Pooling, readLayout } from "./layout.ts";

export type Session = InferenceSession;
export type { PreTrainedTokenizer, Tensor };

export interface Runtime {
  session(weights: Uint8Array, external: { path: string; data: Uint8Array }[]): Promise<Session>;
  tokenizer(tokenizer: Fields, config: Fields): PreTrainedTokenizer;
  /** A tensor of whole numbers. */
  integers(values: readonly number[], dims: readonly number[]): Tensor;
}

let loaded: Promise<Runtime> | null = null;

/** The one runtime of this process. */
export function runtime(): Promise<Runtime> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<Runtime> {
  if (!hasSimd())
    throw new Refusal(
      "model-unusable",
      "ONNX models cannot be run on this processor: WebAssembly has no SIMD where there is no AVX.",
      "Use the built-in embedding (manifold index --model manifold-static), or another machine.",
    );
  Object.defineProperty(process.release, "name", { value: "bun", configurable: true });
  const ort = await import("onnxruntime-web/wasm");
  (globalThis as Record<symbol, unknown>)[Symbol.for("onnxruntime")] = ort;
  // The package's main file for Bun would look for native code from the current folder upwards, where anybody may have put some.
  const { PreTrainedTokenizer, env } = await import("../../../node_modules/@huggingface/transformers/dist/transformers.web.js");
  env.allowRemoteModels = false;
  env.allowLocalModels = false;
  env.useWasmCache = false;
  const { wasm } = ort.env;
  wasm.wasmPaths = undefined;
  wasm.wasmBinary = assetBytes(ORT_WASM);
  wasm.numThreads = 1;
  wasm.proxy = false;
  ort.env.logLevel = "fatal";
  return {
    session: (weights, external) =>
      ort.InferenceSession.create(weights, {
        executionProviders: ["wasm"],
        graphOptimizationLevel: "all",
        ...(external.length > 0 ? { externalData: external } : {}),
      }),
    tokenizer: (tokenizer, config) => new PreTrainedTokenizer(tokenizer, config),
    integers: (values, dims) => new ort.Tensor("int64", BigInt64Array.from(values, BigInt), dims),
  };
}

// A model's files as a session and its tokenizer.

/** What a session may be fed with. */
const KNOWN_INPUTS = ["input_ids", "attention_mask", "token_type_ids", "position_ids"];

export interface OpenModel {
  layout: ModelLayout;
  run: Runtime;
  session: Session;
  tokenizer: PreTrainedTokenizer;
  /** The bytes of its weights, those of further files last. */
  weights: Uint8Array[];
}

/**
 * Loads a model and hands it on.
 * @param path its folder, or one of the .onnx files in it
 * @param kind what it should have been exported for
 * @throws Refusal `model-missing` naming the file that is not there, `model-unusable`, also for whatever `use` throws
 */
export async function openModel<T>(path: string, kind: string, use: (model: OpenModel) => T | Promise<T>): Promise<T> {
  const layout = readLayout(path);
  try {
    const weights = readFileSync(layout.weights);
    const external = layout.external.map((file) => ({ path: basename(file), data: new Uint8Array(readFileSync(file)) }));
    const run = await runtime();
    const session = await run.session(weights, external);
    const unknown = session.inputNames.filter((name) => !KNOWN_INPUTS.includes(name));
    if (unknown.length > 0)
      throw new Refusal("model-unusable", `The model ${layout.folder} wants the input ${unknown[0]}.`, `Use an export for ${kind}.`);
    const tokenizer = run.tokenizer(layout.tokenizer, layout.tokenizerConfig);
    return await use({ layout, run, session, tokenizer, weights: [weights, ...external.map(({ data }) => data)] });
  } catch (cause) {
    if (cause instanceof Refusal) throw cause;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Refusal(
      "model-unusable",
      `The model ${layout.folder} cannot be run: ${why}.`,
      "Check that its folder was copied whole: manifold models DIR.",
      { cause },
    );
  }
}

// From the numbers a model returns to one unit vector a text.

/** The numbers of an output in single precision. */
export function floats({ data, type }: Tensor): Float32Array {
  if (data instanceof Float32Array) return data;
  if (type === "float16") {
    // Handed over as Float16Array or, where the runtime knows none, as the same bits in a Uint16Array.
    const { buffer, byteOffset, length } = data as Uint16Array;
    return Float32Array.from(new Float16Array(buffer, byteOffset, length));
  }
  throw new Refusal("model-unusable", `The model returns numbers of type ${type}.`, "Use an export that returns float32 or float16.");
}

/**
 * Pools the states of the tokens of texts that are equally long, so that no padding takes part.
 * @param states texts × tokens × width
 */
export function pool(states: Float32Array, texts: number, tokens: number, pooling: Pooling): Float32Array[] {
  const width = states.length / (texts * tokens);
  return Array.from({ length: texts }, (_, text) => {
    const from = text * tokens * width;
    if (pooling === "cls") return states.slice(from, from + width);
    if (pooling === "last") return states.slice(from + (tokens - 1) * width, from + tokens * width);
    const sum = new Float64Array(width);
    for (let token = 0; token < tokens; token++) for (let i = 0; i < width; i++) sum[i]! += states[from + token * width + i]!;
    return Float32Array.from(sum, (value) => value / tokens);
  });
}

/** A vector of length 1 in its direction; zeros stay zeros. */
export function unit(vector: Float32Array): Float32Array {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const length = Math.sqrt(squares);
  return length > 0 && Number.isFinite(length) ? vector.map((value) => value / length) : new Float32Array(vector.length);
}
