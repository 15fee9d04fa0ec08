/** What the flags of a command say of the embedding: which model, adapted or not. */

import { Refusal } from "../base/errors.ts";
import { say } from "../base/visible.ts";
import { adapting } from "../embed/limits.ts";
import { type IndexOptions, index } from "../indexing.ts";
import { embeddingState } from "../store/embedding.ts";
import { openStore } from "../store/open.ts";
import type { FlagDefs, Flags } from "./flags.ts";
import { visible } from "./render/visible.ts";
import { standingRoot } from "./session.ts";

type Embedding = NonNullable<IndexOptions["embedding"]>;

export const modelFlag = {
  model: {
    type: "string",
    valueHint: "DIR",
    description: "Embed with the local ONNX model in DIR (see manifold models); manifold-static is the built-in one",
  },
} as const satisfies FlagDefs;

/** Name of the built-in model, for going back to it. */
const BUILT_IN = "manifold-static";

/** The embedding that `index` is told to make; nothing where the flags say nothing, so that an index stays as it is. */
export async function embeddingOf(flags: Flags): Promise<Pick<IndexOptions, "embedding">> {
  if (flags.on("no-vectors")) return { embedding: null };
  const model = flags.text("model");
  if (model !== undefined && model !== BUILT_IN) return { embedding: await localEmbedding(model) };
  if (flags.on("no-adapt")) return { embedding: { steps: 0 } };
  if (flags.has("adapt-steps")) return { embedding: { steps: flags.number("adapt-steps", adapting.steps, 0, adapting.maxSteps) } };
  return model === undefined ? {} : { embedding: { steps: adapting.steps } };
}

/** @throws Refusal `model-missing`, `model-unusable` */
async function localEmbedding(model: string): Promise<Embedding> {
  const { modelPath } = await import("../embed/onnx/models.ts");
  const { OnnxEmbedder } = await import("../embed/onnx/embedder.ts");
  const path = modelPath(model, process.cwd());
  return { steps: 0, model: { path, embedder: await OnnxEmbedder.open(path) } };
}

/**
 * Makes sure that a question asked with `--model` meets vectors of that model: an index that was embedded with another is embedded anew, which
 * is said; vectors of two models are never compared.
 * @throws Refusal `bad-value` where `--no-refresh` forbids it; as `index`
 */
export async function embedForQuestion(flags: Flags): Promise<void> {
  const { embedding } = await embeddingOf(flags);
  if (!embedding) return;
  const root = standingRoot(flags);
  const opened = openStore(root);
  const state = opened.state === "open" ? embeddingState(opened.store) : null;
  if (opened.state === "open") opened.store.close();
  const name = embedding.model?.embedder.id ?? BUILT_IN;
  const same = embedding.model ? embedding.model.embedder.hash === state?.hash : state !== null && state.folder === null;
  if (same) {
    if (!embedding.model || !state?.folder) return;
    // Loaded already, and perhaps from another place than when the index was made.
    const { embedders } = await import("../embed/onnx/opened.ts");
    embedders.use(state.folder, embedding.model.embedder);
    return;
  }
  const before = state === null ? "The index has no vectors" : `The index was embedded with ${state.model}`;
  if (flags.on("no-refresh"))
    throw new Refusal(
      "bad-value",
      `${before}, not with ${name}.`,
      "Leave --no-refresh out to embed everything anew, or leave --model out.",
    );
  if (opened.state === "open") say(`manifold: ${visible(before)}; embedding everything with ${visible(name)}.\n`);
  await index(root, { embedding, ignored: false });
  if (embedding.model) {
    const { embedders } = await import("../embed/onnx/opened.ts");
    embedders.use(embedding.model.path, embedding.model.embedder);
  }
}
