/** Where names stand in lines: the index keeps lines only, and columns are looked up in the text when somebody asks. */
import type { SymbolRow } from "../../store/graph.ts";
import type { Spot, Text } from "./text.ts";

const LETTER = String.raw`[\p{L}\p{N}\p{M}_$]`;
/** A sign before a variable is no part of its name in some languages. */
const BEFORE = String.raw`[\p{L}\p{N}\p{M}_]`;

/** Expressions by name; an answer has a few. */
const kept = new Map<string, readonly RegExp[]>();

/** As a word of its own; and the same behind a `$`, which counts where there is no other. */
function expressionsOf(name: string): readonly RegExp[] {
  let found = kept.get(name);
  if (!found) {
    const starts = new RegExp(`^${LETTER}`, "u").test(name);
    const after = new RegExp(`${LETTER}$`, "u").test(name) ? `(?!${LETTER})` : "";
    const befores = starts ? [`(?<!${LETTER})`, `(?<!${BEFORE})`] : [""];
    found = befores.map((before) => new RegExp(before + RegExp.escape(name) + after, "gu"));
    if (kept.size > 1_000) kept.clear();
    kept.set(name, found);
  }
  return found;
}

/** Columns at which a name stands in a line as a word of its own. */
export function columnsOf(line: string, name: string): number[] {
  if (name === "") return [];
  for (const expression of expressionsOf(name)) {
    const found = Array.from(line.matchAll(expression), ({ index }) => index);
    if (found.length > 0) return found;
  }
  return [];
}

/** Does a name stand in a line as a word of its own? */
export const holdsName = (line: string, name: string): boolean => columnsOf(line, name).length > 0;

/** Column of the first place in a line where a name stands as a word of its own; -1 for none. */
export const columnOf = (line: string, name: string): number => columnsOf(line, name)[0] ?? -1;

/** Further names than identifiers of most languages: `empty?`, `save!`, `map'`, `my-fun`, `$value`. */
const FORMS = [/[\p{L}\p{N}\p{M}_$?!'*+<>=-]+/gu, /[\p{L}\p{N}\p{M}_$]+[?!']?/gu, /[\p{L}\p{N}\p{M}_$]+/gu, /[\p{L}\p{N}\p{M}_]+/gu];

export interface Word {
  name: string;
  from: number;
  to: number;
}

/** What may be the name at a column of a line, the longest first; the end of a name counts. */
export function wordsAt(line: string, column: number): Word[] {
  const found: Word[] = [];
  for (const form of FORMS)
    for (const { index, 0: name } of line.matchAll(form)) {
      if (index > column) break;
      if (column > index + name.length || !/[\p{L}\p{N}_]/u.test(name) || found.some((one) => one.name === name)) continue;
      found.push({ name, from: index, to: index + name.length });
    }
  return found;
}

/** Lines from the start of a definition among which its name stands: attributes and comments come before it. */
const HEAD = 60;

/** May the name of a definition stand in a line? */
export const mayHead = ({ start, end }: SymbolRow, line: number): boolean => start <= line && line <= Math.min(end, start + HEAD);

/** Where the name of a definition stands: behind what its signature has before it, else the first place in its span. */
export function nameSpot(text: Text, symbol: SymbolRow): Spot | null {
  const { name, signature, start, end } = symbol;
  const last = Math.min(end, start + HEAD, text.lines.length);
  const lines = text.lines.slice(start - 1, last);
  const at = columnOf(signature, name);
  if (at >= 0) {
    const head = lines.join("\n");
    const before = signature.slice(0, at).split(/\s+/).map(RegExp.escape).join("\\s*");
    const match = new RegExp(`${before}(?=${expressionsOf(name).at(-1)!.source})`, "u").exec(head);
    if (match) {
      const behind = head.slice(0, match.index + match[0].length);
      const rows = behind.split("\n");
      return { line: start + rows.length - 1, column: rows.at(-1)!.length };
    }
  }
  for (const [i, line] of lines.entries()) {
    const column = columnOf(line, name);
    if (column >= 0) return { line: start + i, column };
  }
  return null;
}
