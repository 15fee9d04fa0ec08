/**
 * Reading the value that a variable begins with: a chain of names, calls and members, `store.open(path)?.items.first()`.
 *
 * What is kept is the chain with its arguments left out, ready for resolution to follow: `store.open().items.first()`. Where it does not end in
 * a call, `@it()` is put behind it (the thing itself), and an index is `@each()` (one of the things held). Anything else is no chain.
 */
import { closeBracket, skipAngles, skipBlank, skipSpace, splitList } from "../lex.ts";
import { splitTop } from "../resolve/text.ts";
import type { Bound, Syntax } from "./_rules.ts";

/** Longest chain kept: real ones are under 100 characters without their arguments. */
const CHAIN_LIMIT = 160;

export interface ChainSyntax {
  syntax: Syntax;
  /** What `{` behind a name means: fields of a literal, or a lambda that is the last argument. */
  braces?: "literal" | "lambda";
  /** Of the arguments their number is kept. */
  counts?: true;
  /** Type arguments in square brackets. */
  square?: boolean;
  /** Words before the chain that change nothing: `await`, `try?`. Sticky. */
  before?: RegExp;
  /** What may stand behind the chain and leaves the value's type as it is: `?: return`, `?? other`. Sticky. */
  behind?: RegExp;
  /** `as Foo`: group 1 is the type. Sticky. */
  cast?: RegExp;
}

const WORD = /`[^`\n]+`|[@$]?[a-zA-Z\x80-\u{10FFFF}_][\w\x80-\u{10FFFF}]*/uy;
const SEPARATOR = /(?:\?\.|\?->|!!\s*\.|!\.|\.(?!\.)|::|->)/y;
const END = /\s*(?:$|[;,)}\]]|\n|\/\/|\/\*)/y;
const NO_VALUE = /^(?:if|when|match|switch|case|for|while|do|try|fun|func|fn|function|object|throw|return|not|null|nil|None|true|false)$/;

const sticky = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at;
  return pattern.exec(text);
};

/** The chain that the text begins with, null when it is something else; `type` where a cast tells it. */
export function readChain(text: string, how: ChainSyntax): { chain: string; type?: string } | null {
  const { syntax } = how;
  let i = skipSpace(text, 0, text.length);
  for (let word = how.before && sticky(how.before, text, i); word && word[0] !== ""; word = sticky(how.before!, text, i))
    i += word[0].length;
  let out = "";
  if (text.startsWith("new ", i)) {
    out = "new ";
    i = skipSpace(text, i + 4, text.length);
  }
  let called = false;
  for (let first = true; ; first = false) {
    const word = sticky(WORD, text, i)?.[0];
    if (word === undefined || (first && NO_VALUE.test(word)) || /^\d/.test(word)) return null;
    out += word.replaceAll("`", "");
    i += word.length;
    called = false;
    const turbo = text.startsWith("::<", i) ? i + 2 : i;
    if (syntax.angles && text[turbo] === "<") {
      const end = skipAngles(text, turbo, text.length);
      if (end > turbo && /^\s*[({.:]/.test(text.slice(end, end + 10))) {
        out += typeArguments(text.slice(turbo, end), text[end]);
        i = end;
      }
    }
    if (how.square && text[i] === "[") {
      const end = closeBracket(text, i, text.length, syntax);
      if (end > 0 && (text[end] === "(" || text[end] === "{")) {
        if (/^\p{Lu}/u.test(word)) out += typeArguments(text.slice(i, end), text[end]);
        i = end;
      }
    }
    for (;;) {
      const open = /[ \t]*[({]/y;
      const found = sticky(open, text, i);
      const bracket = found?.[0].at(-1);
      if (text[i] === "(" || (bracket === "{" && how.braces !== undefined && !(called && how.braces === "literal"))) {
        const from = i + found![0].length - 1;
        const end = closeBracket(text, from, text.length, syntax);
        if (end < 0) return null;
        if (text[from] === "{" && how.braces === "literal") out += "{}";
        else if (!called) out += `(${how.counts ? splitList(text, from + 1, end - 1, syntax, true).map(() => "_") : ""})`;
        // `f(a)(b)` of anything but a trailing lambda calls what f returned
        else if (text[from] === "(") return null;
        called = true;
        i = end;
      } else if (text[i] === "[") {
        const end = closeBracket(text, i, text.length, syntax);
        if (end < 0) return null;
        out += ".@each()";
        called = true;
        i = end;
      } else break;
    }
    while (text[i] === "?" && !/^\?[.:?]/.test(text.slice(i, i + 2)) && /^\?\s*(?:[;.,)}\n]|$)/.test(text.slice(i, i + 12))) i++;
    while (text[i] === "!" && text[i + 1] !== "=" && /^!+\s*(?:[;.,)}\n?]|$)/.test(text.slice(i, i + 12))) i++;
    const separator = sticky(SEPARATOR, text, skipBlank(text, i, text.length, syntax));
    if (!separator) break;
    i = skipBlank(text, SEPARATOR.lastIndex, text.length, syntax);
    out += separator[0].includes("::") ? "::" : ".";
    if (out.length > CHAIN_LIMIT) return null;
  }
  const cast = how.cast && sticky(how.cast, text, i);
  if (cast?.[1]) return { chain: "", type: cast[1] };
  if (!sticky(END, text, i) && !(how.behind && sticky(how.behind, text, i))) return null;
  return { chain: called ? out : `${out}.@it()` };
}

/** Type arguments before the brackets of a call, kept where they are few. */
function typeArguments(text: string, next: string | undefined): string {
  const plain = text.replace(/\s+/g, " ");
  return next === "(" && plain.length <= 60 && !/["'(]/.test(plain) ? plain : "";
}

/** What a variable is bound to by its value. */
export function boundTo(name: string, value: string, how: ChainSyntax): Bound {
  const found = readChain(value, how);
  if (found?.type) return { name, type: found.type, from: "annotation" };
  return found ? { name, type: found.chain, from: "call" } : { name, type: "", from: "unknown" };
}

/** One of the things that a value holds: what a loop goes through, what a lambda of `map` gets. */
export function eachOf(name: string, value: string, how: ChainSyntax): Bound {
  const found = readChain(value, how);
  return found && !found.type ? { name, type: `${found.chain}.@each()`, from: "call" } : { name, type: NOTHING, from: "call" };
}

/** The same for what a result holds where something failed: `Err(e) = value`. */
export function failureOf(name: string, value: string, how: ChainSyntax): Bound {
  const each = eachOf(name, value, how);
  return each.type === NOTHING ? each : { ...each, type: each.type.replace(/@each\(\)$/, "@err()") };
}

/** A value that nobody knows, of a name that may have meant something before. */
export const NOTHING = "@none()";

/** The member of a case of an enumeration, or of a type taken apart, that is one of the things it holds: by position or name. */
export const PAYLOAD = "@payload";

/** Types of what a case carries, separated by `,`; of named things with their names. */
export function carried(list: string, named = false): string {
  const parts = splitTop(list, ",").flatMap((part) => {
    const plain = part.replace(/\s+/g, " ").trim();
    return plain === ""
      ? []
      : [named ? plain.replace(/\s*:\s*/, ":") : plain.replace(/^(?:_ )?[a-zA-Z\x80-\u{10FFFF}_]\w* ?: ?(?!:)/u, "")];
  });
  const text = parts.join(",");
  return /\p{Lu}/u.test(text) && text.length <= CHAIN_LIMIT ? text : "";
}

/** The name under which what a lambda's plain names are members of is bound: `x.apply { … }`. */
export const RECEIVER = "@receiver";

/** A type as written, kept whole: what it holds matters. */
export function wholeType(type: string): string {
  return type.replace(/\s+/g, " ").trim().slice(0, CHAIN_LIMIT);
}
