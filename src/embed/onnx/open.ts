/** A model's files as a session and its tokenizer. */
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { Refusal } from "../../base/errors.ts";
import { type ModelLayout, readLayout } from "./layout.ts";
import { type PreTrainedTokenizer, type Runtime, runtime, type Session } from "./runtime.ts";

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
