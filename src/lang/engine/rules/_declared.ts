/**
 * Reading declarations of the languages that write the type before the name: `final Map<K, V> a = …, b;`.
 *
 * Pure functions over short strings, shared by the rules of Java, C#, C and C++.
 */

import { closeBracket, findOutside, skipAngles, skipSpace, splitList } from "../lex.ts";
import { ID$, re } from "../words.ts";
import { boundTo, type ChainSyntax } from "./_chain.ts";
import type { Bound, Syntax } from "./_rules.ts";

/** What is declared: the type as written and the names, each with its initialiser ("" if none) and the offset behind the name. */
export interface Declared {
  type: string;
  names: { name: string; end: number; value: string }[];
}

/** Offset behind annotations (`@A(…)`), attributes (`[A(…)]`, `[[a]]`) and modifiers at the start of a declaration. */
export function skipModifiers(text: string, modifiers: RegExp, syntax: Syntax): number {
  let at = skipBlank(text, 0);
  for (;;) {
    const start = at;
    if (text[at] === "@" && !text.startsWith("@interface", at)) {
      // `@get:JvmName("x")` names what it annotates (Kotlin)
      at = /@\s*(?:[a-z]+:)?[\w.$]+/y.exec(text.slice(at, at + 200))?.[0].length ?? 1;
      at += start;
      const open = skipSpace(text, at, text.length);
      if (text[open] === "(") {
        const end = closeBracket(text, open, text.length, syntax);
        at = end < 0 ? text.length : end;
      }
    } else if (text[at] === "[") {
      const end = closeBracket(text, at, text.length, syntax);
      at = end < 0 ? text.length : end;
    } else {
      modifiers.lastIndex = at;
      if (modifiers.test(text)) at = modifiers.lastIndex;
    }
    at = skipBlank(text, at);
    if (at === start) return at;
  }
}

const COMMENT = /\/\/[^\n]*|\/\*[\s\S]*?\*\//y;

/** Offset behind white space and comments: an annotation may be explained before what it annotates. */
function skipBlank(text: string, from: number): number {
  let at = skipSpace(text, from, text.length);
  for (COMMENT.lastIndex = at; text[at] === "/" && COMMENT.test(text); COMMENT.lastIndex = at)
    at = skipSpace(text, COMMENT.lastIndex, text.length);
  return at;
}

/** Offset behind a type that begins at `from`: a dotted or `::` name with type arguments, array and pointer marks; `from` if there is none. */
export function skipType(text: string, from: number): number {
  let at = from;
  if (text[from] === "(") {
    // A tuple: `(int a, string b)`.
    const end = text.indexOf(")", from);
    if (end < 0) return from;
    at = end + 1;
  }
  for (; text[from] !== "("; ) {
    const word = /[a-zA-Z\x80-\u{10FFFF}_$][\w\x80-\u{10FFFF}$]*/uy;
    word.lastIndex = at;
    if (!word.test(text)) return from;
    at = word.lastIndex;
    const generic = skipSpace(text, at, text.length);
    if (text[generic] === "<") {
      const end = skipAngles(text, generic, text.length);
      if (end === generic) return from;
      at = end;
    }
    const separator = /\s*(?:\.(?!\.)|::)\s*/y;
    separator.lastIndex = at;
    if (!separator.test(text)) break;
    at = separator.lastIndex;
  }
  const marks = /(?:\s*(?:\[[\s,]*\]|\?|\*|&))*/y;
  marks.lastIndex = at;
  marks.test(text);
  return marks.lastIndex;
}

/** `Type a = x, b[], c` from the offset of the type on; null when it reads otherwise. */
export function declared(text: string, from: number, syntax: Syntax): Declared | null {
  const typeEnd = skipType(text, from);
  if (typeEnd === from) return null;
  const names: Declared["names"] = [];
  const stop = findOutside(text, typeEnd, text.length, [";"], syntax);
  // A cut text may end inside an initialiser; splitting is total, the last piece is just shorter.
  for (const [start, end] of splitList(text, typeEnd, stop, syntax, true)) {
    const name = re`^[*&\s]*(${ID$})((?:\s*\[[^\]]*\])*)\s*(?:=\s*([\s\S]*)|$|[{(:;])`.exec(text.slice(start, end));
    if (!name?.[1]) return names.length ? { type: text.slice(from, typeEnd).trim(), names } : null;
    const behind = start + name[0].indexOf(name[1]) + name[1].length;
    names.push({ name: name[1], end: behind, value: name[3] ?? "" });
  }
  return names.length ? { type: text.slice(from, typeEnd).trim(), names } : null;
}

/** What the declared variables are known to be: by their type, or where that is inferred (`var`, `auto`) by their initialiser. */
export function boundBy({ type, names }: Declared, inferred: RegExp, chain?: ChainSyntax): Bound[] {
  return names.map(({ name, value }): Bound => {
    if (!inferred.test(type)) return { name, type, from: "annotation" };
    if (chain) return boundTo(name, value, chain);
    const made = /^new\s+([a-zA-Z\x80-\u{10FFFF}_][\w\x80-\u{10FFFF}.:$]*)/u.exec(value);
    if (made?.[1]) return { name, type: made[1], from: "constructor" };
    const called = /^(?:await\s+)?([a-zA-Z\x80-\u{10FFFF}_][\w\x80-\u{10FFFF}.:$]*)\s*(?:<[^<>()]*>)?\(/u.exec(value);
    if (called?.[1]) return { name, type: called[1], from: "call" };
    return { name, type: "", from: "unknown" };
  });
}

/** Bounds of type parameters written `<T extends Shape, K>` or `<T : Shape>`. */
export function angleBounds(head: string, word: RegExp): [string, string][] {
  const found: [string, string][] = [];
  for (let open = head.indexOf("<"); open >= 0; ) {
    const end = skipAngles(head, open, head.length);
    for (const match of head.slice(open, end).matchAll(word)) found.push([match[1]!, match[2]!]);
    // The parameters of a method may stand before its type, those of a class behind its name: the first list is theirs.
    if (found.length > 0 || end <= open) return found;
    open = head.indexOf("<", end);
  }
  return found;
}

/** Type arguments and parameters taken out, at any depth: `A<B<C>> extends D<E>` → `A extends D`. */
export function withoutGenerics(text: string): string {
  let out = "";
  for (let i = 0; i < text.length; ) {
    const end = text[i] === "<" ? skipAngles(text, i, text.length) : i;
    if (end > i) i = end;
    else out += text[i++];
  }
  return out;
}
