/**
 * The runtime of ONNX models: onnxruntime's WebAssembly build and the tokenizers of @huggingface/transformers, loaded when a model is.
 *
 * Both take Bun for Node or for a browser and would then load native code, workers, or files from a content network. What keeps them here:
 * `process.release.name` is another, the WebAssembly is handed over as bytes, transformers finds a runtime under its symbol before it
 * makes one, and the address that it writes into the runtime's settings is taken out again.
 */
import type { PreTrainedTokenizer } from "@huggingface/transformers";
import type { InferenceSession, Tensor } from "onnxruntime-web/wasm";
import { Refusal } from "../../base/errors.ts";
import { assetBytes, ORT_WASM } from "../../base/native.ts";
import { hasSimd } from "../kernel/choose.ts";
import type { Fields } from "./json.ts";

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
