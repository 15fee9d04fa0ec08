/** What one argument of a call is, told from its text alone. */

import { closeBracket, splitList } from "../lex.ts";
import type { Syntax } from "../rules/_rules.ts";
import { ID, ID$, re } from "../words.ts";
import type { Pass, PendingReference } from "./state.ts";

/** An argument that is nothing but a name, perhaps behind its keyword. */
const PLAIN = re`^(?:${ID$}\s*[=:]\s*)?(${ID$})$`;

/** What PLAIN finds. Most arguments are decided by their first characters. */
export function plainName(text: string, start: number, end: number): string | null {
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i);
    if ((code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95 || code === 36) continue;
    if (code >= 48 && code <= 57 && i > start) continue;
    // Behind a name only white space, `=` or `:` can lead on to another.
    if (code < 128 && (i === start || !(code <= 32 || code === 61 || code === 58))) return null;
    return PLAIN.exec(text.slice(start, end))?.[1] ?? null;
  }
  return end > start ? text.slice(start, end) : null;
}

/** An argument that is names joined by dots. */
const DOTTED = re`^(?:${ID$}\s*=\s*|\.\.\.(?=[a-zA-Z\x80-\u{10FFFF}_$]))?${ID$}(?:\.#?${ID$})*$`;

/** `a.b`, `key=a.b`: an argument that is a chain of names. */
export function dottedName(text: string, start: number, end: number): string | null {
  // most arguments that are no names end like a string or a call
  const last = text.charCodeAt(end - 1);
  if (last === 34 || last === 39 || last === 41 || last === 125) return null;
  const plain = text.slice(start, end).trim();
  return DOTTED.test(plain) ? plain.replace(/\s+/g, "") : null;
}

const GIVEN = re`^\s*(?:(${ID})\s*[=:](?![:=])\s*)?(?:&|::)?([a-zA-Z\x80-\u{10FFFF}_][\w\x80-\u{10FFFF}!?]*(?:(?:\.|::)[a-zA-Z\x80-\u{10FFFF}_][\w\x80-\u{10FFFF}!?]*)*)\s*$`;

/** An argument that can be a function: `f`, `&f`, `a.f`, `key=f`. */
export function givenName(text: string): string | null {
  // most arguments end like a string, a number or a call
  const last = text.charCodeAt(text.length - 1);
  if (last === 34 || last === 39 || last === 41 || text.length > 60 || /^\s*[\d"'([{-]/.test(text)) return null;
  const match = GIVEN.exec(text);
  return match && (match[1] === undefined ? match[2]! : `${match[1]}=${match[2]}`);
}

/** Behind a function without a name: the bracket of its call. */
const AT_ONCE = /\s*\)\s*\(/y;
const NAMED = re`^${ID$}(?:\.${ID$})*$`;
/** How far such arguments are read. */
const REACH = 400;

/** `(function (f) { … })(work)`: the names that a function is called with where it stands, "" for what is no name. */
export function givenAtOnce(text: string, to: number, syntax: Syntax): string[] {
  AT_ONCE.lastIndex = to;
  const open = AT_ONCE.exec(text)?.[0].length;
  if (open === undefined) return [];
  const close = closeBracket(text, to + open - 1, Math.min(text.length, to + REACH), syntax);
  if (close < 0) return [];
  return splitList(text, to + open, close - 1, syntax).map(([a, b]) => {
    const name = text.slice(a, b).trim();
    return NAMED.test(name) ? name : "";
  });
}

export const unspaced = (text: string): string => text.replace(/\s+/g, "");

/** A list without its holes. */
export function filled(list: string[]): string[] {
  for (let i = 0; i < list.length; i++) list[i] ??= "";
  return list;
}

// Members that a call names in its text instead of calling them: `getattr(x, "size")`, `each(&:save!)`.

/** What stands in a line of a call: the receiver, null where nobody knows it, and the name. */
export type Spoken = Pick<PendingReference, "kind" | "name" | "receiver" | "arity">;

/**
 * @param calls which calls name something
 * @param read what a line of one names
 */
export function spoken(pass: Pass, text: string, calls: (call: PendingReference) => boolean, read: (line: string) => Spoken[]): void {
  const asked = new Map(pass.references.flatMap((one) => (one.kind === "call" && calls(one) ? [[one.line, one]] : [])));
  if (asked.size === 0) return;
  const lines = text.split("\n");
  for (const [line, { scope, owner }] of asked)
    for (const one of read(lines[line - 1] ?? "")) pass.references.push({ ...one, line, scope, owner });
}
