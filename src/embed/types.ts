/** What turns text into vectors. Implementations: the built-in table (static.ts), any local ONNX model (onnx.ts). */

/**
 * An embedding model. Vectors are unit-normalised, so that their dot product is the cosine; a text without a known word gives zeros.
 *
 * `hash` pins everything that decides a vector (weights, adaptation, tokenizer, pooling, prefixes): vectors of different hashes are never
 * mixed.
 */
export interface Embedder {
  /** Short name for people: `manifold-static`, or the model's folder. */
  readonly id: string;
  readonly dimensions: number;
  /** 16 hex digits or more. */
  readonly hash: string;
  /** One vector of `dimensions` numbers for each text, in their order. */
  embedDocuments(texts: readonly string[]): Promise<Float32Array[]> | Float32Array[];
  embedQuery(text: string): Promise<Float32Array> | Float32Array;
}
