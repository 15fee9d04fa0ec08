/** What a tag of ctags stands in, and what its surroundings say. */
import type { RawSymbol } from "../../src/base/types.ts";
import type { Tag } from "./_ctags.ts";

/** What a tag stands in. */
export interface Context {
  lines: readonly string[];
  /** The tag's line. */
  line: string;
  symbols: readonly RawSymbol[];
  /** Symbols of the same name in the file. */
  same: readonly RawSymbol[];
}

export const literal = (name: string): string => RegExp.escape(name);
export const has = (line: string, pattern: string): boolean => new RegExp(pattern, "u").test(line);

/** A symbol of the name there, of one of these kinds. */
export const symbolAt = (tag: Tag, { same }: Context, ...kinds: RawSymbol["kind"][]): boolean =>
  same.some(({ kind, start, end }) => kinds.includes(kind) && start <= tag.line && tag.line <= end);

/** Is the line inside what `open` begins and `close` ends (a comment, a string of several lines)? Told by counting, as an editor's colours are. */
export function inside({ lines }: Context, line: number, open: string, close: string): boolean {
  let within = false;
  for (let i = 0; i < line - 1; i++) {
    const text = lines[i]!;
    for (let at = 0; ; ) {
      const next = text.indexOf(within ? close : open, at);
      if (next < 0) break;
      at = next + (within ? close.length : open.length);
      within = !within;
    }
  }
  return within;
}

/** Is the line in a `<<-'end'` that nothing has ended? */
export function inHeredoc(lines: readonly string[], line: number): boolean {
  let end: string | null = null;
  for (const text of lines.slice(0, line - 1)) {
    if (end !== null) {
      if (text.trim() === end) end = null;
    } else end = /<<[-~]?(['"])(.+?)\1/.exec(text)?.[2] ?? /<<[-~]?([A-Z_]+)/.exec(text)?.[1] ?? null;
  }
  return end !== null;
}

/** Is the line in a `(comment …)` of Clojure, told by indentation? */
export function inCommentForm(lines: readonly string[], line: number): boolean {
  const indent = (text: string): number => text.length - text.trimStart().length;
  let least = indent(lines[line - 1] ?? "");
  for (let i = line - 2; i >= 0 && least > 0; i--) {
    const text = lines[i]!;
    if (text.trim() === "" || indent(text) >= least) continue;
    least = indent(text);
    if (/^\s*\(comment\b/.test(text)) return true;
  }
  return false;
}
