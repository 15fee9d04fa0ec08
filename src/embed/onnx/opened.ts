/** Local models, each loaded when first asked for and once a process: a question that asks none loads no runtime. */

import type { Embedder } from "../static.ts";
import type { OnnxReranker } from "./reranker.ts";

class Opened<T> {
  #known = new Map<string, Promise<T>>();

  constructor(private readonly load: (folder: string) => Promise<T>) {}

  /** @throws Refusal `model-missing`, `model-unusable` */
  at(folder: string): Promise<T> {
    let model = this.#known.get(folder);
    if (!model) {
      model = this.load(folder);
      this.#known.set(folder, model);
    }
    return model;
  }

  /** Tells the model of a folder that is loaded already. */
  use(folder: string, model: T): void {
    this.#known.set(folder, Promise.resolve(model));
  }
}

export const embedders = new Opened<Embedder>(async (folder) => (await import("./embedder.ts")).OnnxEmbedder.open(folder));
export const rerankers = new Opened<OnnxReranker>(async (folder) => (await import("./reranker.ts")).OnnxReranker.open(folder));
