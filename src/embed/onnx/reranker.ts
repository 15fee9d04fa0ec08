/**
 * A local cross-encoder in ONNX form: a model that reads a question and a text together and says how well they fit (Nogueira and Cho, Passage
 * Re-ranking with BERT, 2019). Nothing is downloaded, nothing native is loaded.
 */
import { Refusal } from "../../base/errors.ts";
import { onnx as settings } from "../limits.ts";
import { floats, type OpenModel, openModel } from "./runtime.ts";

/** The question may take at most this share of what the model reads. */
const QUESTION = 0.5;

export class OnnxReranker {
  private constructor(private readonly model: OpenModel) {}

  /**
   * Loads a model.
   * @param path its folder, or one of the .onnx files in it
   * @throws Refusal `model-missing` naming the file that is not there, `model-unusable`
   */
  static open(path: string): Promise<OnnxReranker> {
    return openModel(path, "sequence classification (re-ranking)", async (model) => {
      const reranker = new OnnxReranker(model);
      // A model of another kind is told by what it answers.
      await reranker.score("a", ["a"]);
      return reranker;
    });
  }

  /** How well each text answers the question: logits, the higher the better; a text's does not depend on the others. */
  async score(question: string, texts: readonly string[]): Promise<number[]> {
    const scores: number[] = [];
    for (const text of texts) scores.push(await this.#infer(this.pair(question, text)));
    return scores;
  }

  /** What the model gets for a question and a text: token ids, and 1 for those of the text. The text's end is cut off where there is too much. */
  pair(question: string, text: string): { ids: number[]; types: number[] } {
    const { maxTokens } = this.model.layout;
    let asked = question.slice(0, settings.maxCharacters);
    let first = this.#encode(asked);
    while (first.length > maxTokens * QUESTION && asked.length > 1) {
      asked = asked.slice(0, Math.floor(asked.length * Math.min(0.9, (maxTokens * QUESTION) / first.length)));
      first = this.#encode(asked);
    }
    const all = this.#encode(asked, text.slice(0, settings.maxCharacters));
    // The special token at the end stays.
    const ids = all.length <= maxTokens ? all : [...all.slice(0, maxTokens - 1), all.at(-1)!];
    return { ids, types: ids.map((_, at) => (at < first.length ? 0 : 1)) };
  }

  #encode(text: string, pair: string | null = null): number[] {
    return this.model.tokenizer.encode(text, { text_pair: pair, add_special_tokens: true });
  }

  async #infer({ ids, types }: { ids: number[]; types: number[] }): Promise<number> {
    const { session, run, layout } = this.model;
    const values: Record<string, number[]> = {
      input_ids: ids,
      attention_mask: ids.map(() => 1),
      token_type_ids: types,
      position_ids: ids.map((_, at) => at),
    };
    const result = await session.run(
      Object.fromEntries(session.inputNames.map((name) => [name, run.integers(values[name]!, [1, ids.length])])),
    );
    const output = result.logits ?? result[session.outputNames[0]!]!;
    const numbers = [...floats(output)];
    for (const tensor of Object.values(result)) tensor.dispose();
    // One number is the score; of two, the second says "relevant" and the first "not".
    if (numbers.length === 1) return numbers[0]!;
    if (numbers.length === 2) return numbers[1]! - numbers[0]!;
    throw new Refusal(
      "model-unusable",
      `The model ${layout.folder} returns ${numbers.length} numbers for a question and a text, not one or two.`,
      "Use a cross-encoder, exported for sequence classification (re-ranking).",
    );
  }

  /** Gives the memory of the model back. */
  async close(): Promise<void> {
    await this.model.session.release();
  }
}
