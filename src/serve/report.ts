/** What commands print that is no answer: one object as JSON for programs, lines of text for people. */
import { join } from "node:path";
import { OUTPUT_VERSION } from "../base/limits.ts";
import { toJson } from "../base/visible.ts";
import type { Flags } from "./flags.ts";
import { print } from "./print.ts";
import { fromRoot } from "./question.ts";
import { type Style, styleOf, visible } from "./render/visible.ts";

/** Is JSON asked for? */
export const asJson = (flags: Flags): boolean => flags.on("json") || flags.on("jsonl");

/**
 * Prints a report in the form that the flags ask for.
 * @param report the object of the JSON contract, without its version
 * @param lines for people, each without its end; made only where they are printed
 */
export function printReport(flags: Flags, report: object, lines: (paint: Style) => readonly string[]): void {
  if (asJson(flags)) print(renderJson({ version: OUTPUT_VERSION, ...report }, flags.on("jsonl")));
  else
    print(
      lines(styleOf(flags))
        .map((line) => `${line}\n`)
        .join(""),
    );
}

/** The first so many of a list, and how many there are besides. */
export function atMost<T>(all: readonly T[], k: number): { shown: T[]; more: number } {
  const shown = all.slice(0, k);
  return { shown, more: all.length - shown.length };
}

/** The line that says so. */
export const moreLines = (more: number, paint: Style): string[] => (more > 0 ? [paint.dim(`${more} more; -k shows them.`)] : []);

/** Places of a tree as the user standing in `cwd` would type them, and as links where the terminal takes those. */
export function placesIn(root: string, paint: Style, cwd = process.cwd()): (path: string, line?: number | null) => string {
  return (path, line = null) =>
    paint.path(`${visible(fromRoot(path, root, cwd))}${line === null ? "" : `:${line}`}`, { file: join(root, path), line });
}

/** `1 file`, `2 files`. */
export const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

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
