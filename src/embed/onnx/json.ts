/** Reading the configuration files of a model: whatever they hold, nothing but the expected types comes out. */
import { readFileSync, statSync } from "node:fs";
import { Refusal } from "../../base/errors.ts";

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
