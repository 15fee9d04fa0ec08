/**
 * Comments: merging neighbours into blocks, finding the one that documents a definition, taking the markers off.
 */
import type { Syntax } from "./rules/_rules.ts";

/** One comment or a run of line comments, each alone on its line and directly below the one before. */
export interface CommentBlock {
  from: number;
  to: number;
  startLine: number;
  endLine: number;
  /** Nothing but white space stands before it on its line. */
  alone: boolean;
  /** Made of line comments: others may be appended. */
  lines: boolean;
}

/** Documentation above this length is cut: what is behind it are manuals, and the words of the first part tell the same. */
const DOC_LIMIT = 4_000;

const LICENCE = /copyright|licen[sc]ed? |spdx-license|all rights reserved/i;

/** Adds a comment to the blocks, merging it with the last where they belong together. */
export function addComment(
  blocks: CommentBlock[],
  text: string,
  from: number,
  to: number,
  line: number,
  endLine: number,
  syntax: Syntax,
): void {
  if (from === 0 && text.startsWith("#!")) return;
  let end = to;
  let lastLine = endLine;
  // Some grammars count the newline to the comment.
  while (end > from && (text[end - 1] === "\n" || text[end - 1] === "\r")) {
    if (text[end - 1] === "\n") lastLine--;
    end--;
  }
  const lines = syntax.lineComments.some((mark) => text.startsWith(mark, from));
  const alone = aloneBefore(text, from);
  const last = blocks[blocks.length - 1];
  if (last && lines && alone && last.lines && last.alone && line === last.endLine + 1 && style(text, last.from) === style(text, from)) {
    last.to = end;
    last.endLine = lastLine;
  } else blocks.push({ from, to: end, startLine: line, endLine: lastLine, alone, lines });
}

/** `///`, `//!` and `//` are different things in Rust, Swift and C#. */
function style(text: string, from: number): string {
  const mark = text.slice(from, from + 3);
  return mark === "///" || mark === "//!" ? mark : mark.slice(0, 1);
}

function aloneBefore(text: string, from: number): boolean {
  for (let i = from - 1; i >= 0; i--) {
    const char = text[i];
    if (char === "\n") return true;
    if (char !== " " && char !== "\t" && char !== "\ufeff") return false;
  }
  return true;
}

/**
 * The block directly above `from`: only white space and at most one line end between. Blocks are searched from the end.
 * @returns its index, or -1
 */
export function blockBefore(blocks: readonly CommentBlock[], text: string, from: number): number {
  let low = 0;
  let high = blocks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (blocks[middle]!.to <= from) low = middle + 1;
    else high = middle;
  }
  const block = blocks[low - 1];
  if (!block?.alone || from - block.to > 400) return -1;
  const between = text.slice(block.to, from);
  if (/\S/.test(between)) return -1;
  const ends = between.split("\n").length - 1;
  if (ends > 1) return -1;
  return low - 1;
}

/** Start of the comment that holds the character before `offset` and ends there (its line's white space apart), -1 if there is none. */
export function commentEndingAt(blocks: readonly CommentBlock[], offset: number): number {
  let low = 0;
  let high = blocks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (blocks[middle]!.from < offset) low = middle + 1;
    else high = middle;
  }
  const block = blocks[low - 1];
  return block !== undefined && block.to >= offset ? block.from : -1;
}

/** Does the comment speak of the file's licence? */
export function isLicence(comment: string): boolean {
  return LICENCE.test(comment);
}

/**
 * A comment's text without its markers: `/** … *\/`, `//`, `///`, `#`, `--`, `--[[ ]]`, `{- -}`, `;`, `%`.
 * Common indentation is taken off, lines keep their ends.
 */
export function commentText(comment: string): string {
  let text = comment.slice(0, DOC_LIMIT * 2);
  if (/^(?:\/\*|\{-|--\[=*\[|<#|\(\*|"""|<!--|=begin)/.test(text)) {
    text = text
      .replace(/^(?:\/\*[*!]*|\{-\|?|--\[=*\[|<#|\(\*+|"""|<!--|=begin)/, "")
      .replace(/(?:\**\*\/|-\}|\]=*\]|#>|\*+\)|"""|-->|=end)\s*$/, "");
    text = text.replace(/\n[ \t]*\*(?!\*)[ \t]?/g, "\n");
  } else text = text.replace(/^[ \t]*(?:\/\/[/!]*|#+(?:'(?=\s|$))?|--+(?:[ \t]*[|^](?=\s))?|;+|%+)[ \t]?/gm, "");
  return dedent(text).slice(0, DOC_LIMIT);
}

/** Takes off the white space that all lines but the first have in common, and empty ends. */
export function dedent(text: string): string {
  const lines = text.replace(/\r/g, "").split("\n");
  let common = Number.POSITIVE_INFINITY;
  for (let i = 1; i < lines.length; i++) {
    const line = lines[i]!;
    if (line.trim() !== "") common = Math.min(common, line.length - line.trimStart().length);
  }
  if (common !== Number.POSITIVE_INFINITY && common > 0) for (let i = 1; i < lines.length; i++) lines[i] = lines[i]!.slice(common);
  return lines
    .map((line) => line.trimEnd())
    .join("\n")
    .trim();
}

/**
 * A docstring that begins at `from` (white space before it is skipped).
 * @returns its text and span, or null when no string stands there
 */
export function docstringAt(text: string, from: number, to: number): { doc: string; span: [number, number] } | null {
  const open = /\s*(?:#[^\n]*\n\s*)*([rRuUbB]{0,2}("""|'''|"|'))/y;
  open.lastIndex = from;
  const found = open.exec(text);
  if (!found || open.lastIndex >= to) return null;
  const quote = found[2]!;
  const start = open.lastIndex;
  let end = text.indexOf(quote, start);
  while (end > 0 && text[end - 1] === "\\") end = text.indexOf(quote, end + 1);
  if (end < 0 || end > to) return null;
  if (quote.length === 1 && text.slice(start, end).includes("\n")) return null;
  return { doc: dedent(text.slice(start, end)).slice(0, DOC_LIMIT), span: [start - found[1]!.length, end + quote.length] };
}
