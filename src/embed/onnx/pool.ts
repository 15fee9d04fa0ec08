/** From the numbers a model returns to one unit vector a text. */
import { Refusal } from "../../base/errors.ts";
import type { Pooling } from "./layout.ts";
import type { Tensor } from "./runtime.ts";

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
