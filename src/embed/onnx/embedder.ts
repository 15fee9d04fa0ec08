/**
 * Any local embedding model in ONNX form, run in WebAssembly: nothing is downloaded, no native code is loaded.
 *
 * A text's vector does not depend on what else is embedded: texts share a batch only when they have the same number of tokens (no padding),
 * and models that choose their 8-bit scale by looking at the whole batch get one text at a time.
 */
import { Refusal } from "../../base/errors.ts";
import { onnx as settings } from "../limits.ts";
import type { Embedder } from "../static.ts";
import type { ModelLayout } from "./layout.ts";
import { floats, openModel, type PreTrainedTokenizer, pool, type Runtime, type Session, unit } from "./runtime.ts";

export { type ModelLayout, readLayout } from "./layout.ts";

/** A model that is ready to embed. */
export class OnnxEmbedder implements Embedder {
  #prefixTokens = 0;
  #suffixTokens = 0;

  private constructor(
    readonly layout: ModelLayout,
    readonly hash: string,
    readonly dimensions: number,
    private readonly run: Runtime,
    private readonly session: Session,
    private readonly tokenizer: PreTrainedTokenizer,
    private readonly alone: boolean,
  ) {
    const bare = this.#encode("a", false);
    const whole = this.#encode("a", true);
    this.#prefixTokens = Math.max(
      0,
      whole.findIndex((_, at) => bare.every((id, i) => whole[at + i] === id)),
    );
    this.#suffixTokens = Math.max(0, whole.length - this.#prefixTokens - bare.length);
  }

  /**
   * Loads a model.
   * @param path its folder, or one of the .onnx files in it
   * @throws Refusal `model-missing` naming the file that is not there, `model-unusable`
   */
  static open(path: string): Promise<OnnxEmbedder> {
    return openModel(path, "feature extraction (embedding)", async ({ layout, run, session, tokenizer, weights }) => {
      const hash = hashOf(layout, weights);
      const alone = Buffer.from(weights[0]!.buffer, weights[0]!.byteOffset, weights[0]!.length).includes("DynamicQuantizeLinear");
      const dimensions =
        layout.dimensions ?? (await new OnnxEmbedder(layout, hash, 0, run, session, tokenizer, alone).#embed(["a"]))[0]!.length;
      return new OnnxEmbedder(layout, hash, dimensions, run, session, tokenizer, alone);
    });
  }

  get id(): string {
    return this.layout.id;
  }

  /** Vectors of texts, in their order. */
  embedDocuments(texts: readonly string[]): Promise<Float32Array[]> {
    return this.#embed(texts.map((text) => this.layout.documentPrefix + text));
  }

  async embedQuery(text: string): Promise<Float32Array> {
    return (await this.#embed([this.layout.queryPrefix + text]))[0]!;
  }

  /** The token ids that the model gets for a text, cut to its limit: the special tokens at the end stay. */
  tokens(text: string): number[] {
    const ids = this.#encode(text.slice(0, settings.maxCharacters), true);
    const limit = this.layout.maxTokens;
    return ids.length <= limit ? ids : [...ids.slice(0, limit - this.#suffixTokens), ...ids.slice(ids.length - this.#suffixTokens)];
  }

  #encode(text: string, special: boolean): number[] {
    return this.tokenizer.encode(text, { add_special_tokens: special });
  }

  async #embed(texts: readonly string[]): Promise<Float32Array[]> {
    const encoded = texts.map((text, at) => ({ at, ids: this.tokens(text) }));
    const out: Float32Array[] = [];
    for (const [length, group] of Map.groupBy(encoded, ({ ids }) => ids.length)) {
      const most = this.alone ? 1 : Math.max(1, Math.floor(settings.batchTokens / Math.max(1, length)));
      for (let from = 0; from < group.length; from += most) {
        const batch = group.slice(from, from + most);
        const vectors = length === 0 ? batch.map(() => new Float32Array(this.dimensions)) : await this.#infer(batch.map(({ ids }) => ids));
        for (const [i, { at }] of batch.entries()) out[at] = unit(vectors[i]!);
      }
    }
    return out;
  }

  /** @param batch equally long lists of token ids */
  async #infer(batch: readonly number[][]): Promise<Float32Array[]> {
    const length = batch[0]!.length;
    const dims = [batch.length, length];
    const every = (value: (at: number) => number): number[] => batch.flatMap((ids) => ids.map((_, at) => value(at)));
    const values: Record<string, number[]> = {
      input_ids: batch.flat(),
      attention_mask: every(() => 1),
      token_type_ids: every(() => 0),
      position_ids: every((at) => at),
    };
    const feeds = Object.fromEntries(this.session.inputNames.map((name) => [name, this.run.integers(values[name]!, dims)]));
    const result = await this.session.run(feeds);
    const ready = result.sentence_embedding;
    const states = result.last_hidden_state ?? result.token_embeddings ?? result[this.session.outputNames[0]!]!;
    const output = ready?.dims.length === 2 ? ready : states;
    const numbers = floats(output);
    const vectors =
      output.dims.length === 2
        ? batch.map((_, i) => numbers.slice((i * numbers.length) / batch.length, ((i + 1) * numbers.length) / batch.length))
        : pool(numbers, batch.length, length, this.layout.pooling);
    for (const tensor of Object.values(result)) tensor.dispose();
    if (this.dimensions > 0 && vectors[0]!.length !== this.dimensions)
      throw new Refusal(
        "model-unusable",
        `The model ${this.layout.folder} returns ${vectors[0]!.length} numbers a text, but its config.json says ${this.dimensions}.`,
        "Check that the files belong to one model.",
      );
    return vectors;
  }

  /** Gives the memory of the model back. */
  async close(): Promise<void> {
    await this.session.release();
  }
}

/** Pins whatever decides a vector: weights, tokenizer, pooling, prefixes, where texts are cut. */
function hashOf(layout: ModelLayout, weights: readonly Uint8Array[]): string {
  const { tokenizer, tokenizerConfig, pooling, queryPrefix, documentPrefix, maxTokens } = layout;
  const words = JSON.stringify({ tokenizer, tokenizerConfig, pooling, queryPrefix, documentPrefix, maxTokens });
  const hash = weights.reduce((seed, bytes) => Bun.hash.wyhash(bytes, seed), Bun.hash.wyhash(words));
  return hash.toString(16).padStart(16, "0");
}
