/** How JavaScript and TypeScript are written: literals, names, where a value begins and what kind it is, what a pattern binds. */

import { closeBracket, skipAngles, skipSpace, skipWord, splitList } from "../engine/lex.ts";
import type { Syntax } from "../engine/rules/_rules.ts";
import { re, words } from "../engine/words.ts";

export const syntax: Syntax = {
  names: words("not and or is elif raise assert del"),
  separators: ["?.", "."],
  quotes: "\"'`",
  templates: true,
  regexLiterals: true,
  lineComments: ["//"],
  blockComments: [["/*", "*/"]],
  angles: true,
  identifier: "$",
};

/** What every object has. */
export const inherent = /^(?:toString|toLocaleString|valueOf|hasOwnProperty|isPrototypeOf|constructor)$/;

export const NAME = "[a-zA-Z\\x80-\\u{10FFFF}_$][\\w\\x80-\\u{10FFFF}$]*";
export const PATH = `${NAME}(?:\\??\\.#?${NAME})*`;

/** What an initialiser that begins at `from` defines: a function, a class, or nothing of its own. */
export function valueKind(text: string, from: number): "function" | "class" | null {
  let i = skipSpace(text, from, text.length);
  if (/^class\b/.test(text.slice(i, i + 6))) return "class";
  if (/^async\b/.test(text.slice(i, i + 6))) i = skipSpace(text, i + 5, text.length);
  if (/^function\b/.test(text.slice(i, i + 9))) return "function";
  i = skipSpace(text, skipAngles(text, i, text.length), text.length);
  if (text[i] === "(") {
    const close = closeBracket(text, i, text.length, syntax);
    return close > 0 && /^\s*(?:=>|:)/.test(text.slice(close, close + 40)) ? "function" : null;
  }
  const end = skipWord(text, i, text.length, "$");
  return end > i && /^\s*=>/.test(text.slice(end, end + 20)) ? "function" : null;
}

/** Where a name begins a text. Made once, as every expression that is tried on much: making one costs more than trying it. */
export const STARTS = re`^${NAME}`;
/** A text that is a name and nothing else. */
export const WHOLE = re`^${NAME}$`;
const PLAIN_VALUE = re`^#?${NAME}\s*[!?]?\s*=(?![=>])`;
const TYPED_VALUE = re`^#?${NAME}\s*[!?]?\s*:`;
const PART = re`^(?:\.\.\.)?(${NAME})\s*(?::\s*([\s\S]*))?`;

/** Offset behind the `=` of `name: T = value`, or -1. */
export function valueAt(text: string): number {
  const plain = PLAIN_VALUE.exec(text);
  if (plain) return plain[0].length;
  const typed = TYPED_VALUE.exec(text);
  if (!typed) return -1;
  for (let i = typed[0].length; i < text.length; i++) {
    const char = text[i]!;
    if ("([{".includes(char)) {
      const close = closeBracket(text, i, text.length, syntax);
      if (close < 0) return -1;
      i = close - 1;
    } else if (char === "=" && text[i + 1] !== ">" && text[i + 1] !== "=") return i + 1;
  }
  return -1;
}

/** Names bound by `{ a, b: c = 1, ...d }` or `[a, , b]`. */
export function patternNames(text: string): { name: string; local: string }[] {
  const close = closeBracket(text, 0, text.length, syntax);
  const found: { name: string; local: string }[] = [];
  for (const [from, to] of splitList(text, 1, close < 0 ? text.length : close - 1, syntax)) {
    const piece = text.slice(from, to);
    const match = PART.exec(piece);
    if (!match) continue;
    const inner = match[2]?.trim();
    if (inner && "{[".includes(inner[0]!)) found.push(...patternNames(inner));
    else found.push({ name: match[1]!, local: (inner && STARTS.exec(inner)?.[0]) ?? match[1]! });
  }
  return found;
}

/** Is a definition exported by its own name, as its head says? A list, or the default, may do it too. */
export const exportedAs = (signature: string): boolean | null =>
  /^export\s+default\b/.test(signature) ? false : /^export\b/.test(signature) ? true : null;
