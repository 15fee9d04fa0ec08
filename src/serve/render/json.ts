/** JSON output: the contract's object, pretty for people (`--json`) or on one line (`--jsonl`). */
import { toJson } from "../../base/visible.ts";

/**
 * `value` as it is printed, with its final newline. Lone surrogates are escaped by JSON itself, and what acts on a terminal or is not seen by `toJson`, so any text survives.
 * @param dense an object with one line a value, and one for each element of a list of objects: white space takes a fifth of the tokens of an
 *   answer, which a budget has better uses for
 */
export function renderJson(value: unknown, oneLine: boolean, dense = false): string {
  if (oneLine) return `${toJson(value)}\n`;
  if (!dense || !isObject(value)) return `${toJson(value, 2)}\n`;
  return `${densely(value)}\n`;
}

function densely(value: Record<string, unknown>): string {
  const rows = Object.entries(value).map(([key, part]) => {
    const name = toJson(key);
    if (isList(part)) return `${name}:[\n${part.map((one) => toJson(one)).join(",\n")}\n]`;
    return isObject(part) && Object.values(part).some(isList) ? `${name}:${densely(part)}` : `${name}:${toJson(part)}`;
  });
  return `{\n${rows.join(",\n")}\n}`;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);
const isList = (value: unknown): value is unknown[] => Array.isArray(value) && value.length > 0 && value.every(isObject);
