/**
 * Lexing of short pieces of source: finding the end of a bracket, counting arguments, reading a callee backwards.
 *
 * It knows strings, comments and brackets of a language from its `Syntax` and nothing else. Every function is bounded by the
 * range it is given and total: on nonsense it gives up with a harmless answer.
 */
import type { Syntax } from "./rules/_rules.ts";

/** Longest receiver kept (types.ts). */
const RECEIVER_LIMIT = 120;
/** How far back a receiver is followed; longer chains are cut there. */
const BACK_LIMIT = 500;
/** Longest `<…>`. */
const ANGLE_LIMIT = 2_000;
/** Argument lists above this are not counted: nested ones would make it quadratic. */
const COUNT_LIMIT = 8_000;

/** Key words that can stand before a bracket in one language or another and are called in none. */
const NO_CALLEE = new Set(
  "in not and or is return yield await if elif while for case of throw raise assert del typeof void delete else do".split(" "),
);

const WORD = /[\p{L}\p{N}_]/u;

/** Is the code unit part of an identifier? */
export function isWord(code: number, extra = ""): boolean {
  if ((code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95) return true;
  if (code < 128) return extra.includes(String.fromCharCode(code));
  return (code >= 0xd800 && code <= 0xdfff) || WORD.test(String.fromCharCode(code));
}

const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13) || code === 0xa0 || code === 0xfeff;

/** White space folded to single blanks, ends trimmed. */
export function fold(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

export function skipSpace(text: string, from: number, to: number): number {
  let i = from;
  while (i < to && isSpace(text.charCodeAt(i))) i++;
  return i;
}

function skipSpaceBack(text: string, from: number, floor: number): number {
  let i = from;
  while (i > floor && isSpace(text.charCodeAt(i - 1))) i--;
  return i;
}

/** Offset behind the identifier at `from`. */
export function skipWord(text: string, from: number, to: number, extra = ""): number {
  let i = from;
  while (i < to && isWord(text.charCodeAt(i), extra)) i++;
  return i;
}

/** What a character can be, by its code; everything above ASCII is plain. */
const PLAIN = 0;
const LITERAL = 1;
const OPEN = 2;
const CLOSE = 3;
const COMMA = 4;
const ANGLE = 5;
const tables = new WeakMap<Syntax, Uint8Array>();

function tableOf(syntax: Syntax): Uint8Array {
  let table = tables.get(syntax);
  if (table) return table;
  table = new Uint8Array(128);
  const set = (chars: string, what: number): void => {
    for (const char of chars) table![char.charCodeAt(0)] = what;
  };
  set("([{", OPEN);
  set(")]}", CLOSE);
  set(",\0", COMMA);
  set("<", ANGLE);
  // A comment may begin with a bracket (`{-`, `(*`): the literal is tried first.
  for (const mark of [...syntax.lineComments, ...syntax.blockComments.map(([open]) => open)]) set(mark[0] ?? "", LITERAL);
  set(syntax.quotes, LITERAL);
  if (syntax.charLiterals) set("'", LITERAL);
  if (syntax.regexLiterals) set("/", LITERAL);
  tables.set(syntax, table);
  return table;
}

/** Class of the character at `i`; a literal's first character that begins none is what it is by itself. */
function classAt(text: string, i: number, table: Uint8Array): number {
  const code = text.charCodeAt(i);
  return code < 128 ? table[code]! : PLAIN;
}

const BRACKETS: Record<string, number> = { "(": OPEN, "[": OPEN, "{": OPEN, ")": CLOSE, "]": CLOSE, "}": CLOSE };

/** If a string, comment or other literal begins at `i`, the offset behind it; else `i`. Unclosed ones end at `to` or the line. */
export function skipLiteral(text: string, i: number, to: number, syntax: Syntax): number {
  const char = text[i]!;
  if (syntax.quotes.includes(char)) return skipString(text, i, to, syntax, char);
  if (syntax.charLiterals && char === "'") {
    const literal = /'(?:\\(?:u\{[^}]*\}|x..|.)|[^'\\])'/uy;
    literal.lastIndex = i;
    return literal.test(text) && literal.lastIndex <= to ? literal.lastIndex : i;
  }
  for (const [open, close] of syntax.blockComments) {
    if (text.startsWith(open, i)) {
      const end = text.indexOf(close, i + open.length);
      return end < 0 || end + close.length > to ? to : end + close.length;
    }
  }
  for (const open of syntax.lineComments) {
    if (text.startsWith(open, i)) {
      const end = text.indexOf("\n", i);
      return end < 0 || end > to ? to : end;
    }
  }
  if (syntax.regexLiterals && char === "/" && /[(,=:[!&|?{};\n]\s*$|^\s*$|return\s*$/.test(text.slice(Math.max(0, i - 12), i))) {
    const literal = /\/(?![*/])(?:[^\\/[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/\w*/y;
    literal.lastIndex = i;
    if (literal.test(text) && literal.lastIndex <= to) return literal.lastIndex;
  }
  return i;
}

function skipString(text: string, from: number, to: number, syntax: Syntax, quote: string): number {
  if (syntax.tripleQuotes && text.startsWith(quote.repeat(3), from)) {
    const end = text.indexOf(quote.repeat(3), from + 3);
    return end < 0 || end + 3 > to ? to : end + 3;
  }
  const template = quote === "`" && syntax.templates === true;
  for (let i = from + 1; i < to; i++) {
    const char = text[i];
    if (char === "\\" && (quote !== "`" || template)) i++;
    else if (char === quote) return i + 1;
    else if (char === "\n" && quote !== "`") return i;
    else if (template && char === "$" && text[i + 1] === "{") {
      const end = closeBracket(text, i + 1, to, syntax);
      if (end < 0) return to;
      i = end - 1;
    }
  }
  return to;
}

/** Offset behind the bracket that closes the one at `from`, or -1 when it is not closed before `to`. Kinds of brackets are not told apart. */
export function closeBracket(text: string, from: number, to: number, syntax: Syntax): number {
  const table = tableOf(syntax);
  let depth = 0;
  for (let i = from; i < to; i++) {
    let what = classAt(text, i, table);
    if (what === LITERAL) {
      const next = skipLiteral(text, i, to, syntax);
      if (next > i) {
        i = next - 1;
        continue;
      }
      what = BRACKETS[text[i]!] ?? PLAIN;
    }
    if (what === OPEN) depth++;
    else if (what === CLOSE && --depth <= 0) return i + 1;
  }
  return -1;
}

/** Offset behind the `<…>` at `from`, or `from` when it is none. `=>` and `->` inside do not close it. */
export function skipAngles(text: string, from: number, to: number): number {
  if (text[from] !== "<") return from;
  let depth = 0;
  for (let i = from; i < to && i < from + ANGLE_LIMIT; i++) {
    const char = text[i];
    if (char === "<") depth++;
    else if (char === ">" && text[i - 1] !== "=" && text[i - 1] !== "-") {
      depth--;
      if (depth === 0) return i + 1;
    } else if (char === ";") return from;
  }
  return from;
}

/** Offset of the first of `stops` outside brackets and literals in [from, to), or `to`. `<…>` is no bracket here. */
export function findOutside(text: string, from: number, to: number, stops: readonly string[], syntax: Syntax): number {
  const table = tableOf(syntax);
  for (let i = from; i < to; i++) {
    for (const stop of stops) if (text.startsWith(stop, i)) return i;
    let what = classAt(text, i, table);
    if (what === LITERAL) {
      const next = skipLiteral(text, i, to, syntax);
      if (next > i) {
        i = next - 1;
        continue;
      }
      what = BRACKETS[text[i]!] ?? PLAIN;
    }
    if (what === OPEN) {
      const end = closeBracket(text, i, to, syntax);
      if (end < 0) return to;
      i = end - 1;
    }
  }
  return to;
}

/** The pieces of [from, to) between commas outside brackets, trimmed; empty pieces (a trailing comma) left out. */
export function splitList(text: string, from: number, to: number, syntax: Syntax, angles = false): [number, number][] {
  const pieces: [number, number][] = [];
  let start = from;
  const push = (end: number): void => {
    const a = skipSpace(text, start, end);
    const b = skipSpaceBack(text, end, a);
    if (b > a) pieces.push([a, b]);
    start = end + 1;
  };
  const table = tableOf(syntax);
  for (let i = from; i < to; i++) {
    let what = classAt(text, i, table);
    if (what === PLAIN) continue;
    if (what === LITERAL) {
      const next = skipLiteral(text, i, to, syntax);
      if (next > i) {
        i = next - 1;
        continue;
      }
      what = BRACKETS[text[i]!] ?? PLAIN;
    }
    if (what === COMMA) push(i);
    else if (what === OPEN) {
      const end = closeBracket(text, i, to, syntax);
      i = end < 0 ? to : end - 1;
    } else if (angles && what === ANGLE) i = Math.max(i, skipAngles(text, i, to) - 1);
  }
  push(to);
  return pieces;
}

/** Number of arguments between the brackets of [from, to) (in all of it, where a language needs no brackets), null with a spread or when the list is too long to count. */
export function countArguments(text: string, from: number, to: number, syntax: Syntax): number | null {
  const pieces = argumentPieces(text, from, to, syntax);
  return pieces && countPieces(text, pieces, syntax);
}

/** The arguments of a list, brackets or not; null when it is too long, or a block stands behind it that may be one (`f(1) { … }`). */
export function argumentPieces(text: string, from: number, to: number, syntax: Syntax): [number, number][] | null {
  if (to - from > COUNT_LIMIT || text[from] === "{") return null;
  if (text[from] !== "(" && text[from] !== "[") return splitList(text, from, to, syntax);
  if (text[from] === "(" && text[to - 1] !== ")") return null;
  return to - from <= 2 ? [] : splitList(text, from + 1, to - 1, syntax);
}

/** The same of a list that is split already. */
export function countPieces(text: string, pieces: readonly [number, number][], syntax: Syntax): number | null {
  let count = 0;
  for (const [start, end] of pieces) {
    if (isComment(text, start, end, syntax)) continue;
    if (text[start] === "*" || text.startsWith("...", start) || text.startsWith("...", end - 3)) return null;
    count++;
  }
  return count;
}

function isComment(text: string, from: number, to: number, syntax: Syntax): boolean {
  if (!syntax.lineComments.some((c) => text.startsWith(c, from)) && !syntax.blockComments.some(([c]) => text.startsWith(c, from)))
    return false;
  let i = from;
  while (i < to) {
    const next = skipLiteral(text, i, to, syntax);
    if (next === i) return false;
    i = skipSpace(text, next, to);
  }
  return true;
}

/** What is called, read backwards from the end of the callee. */
export interface Callee {
  name: string;
  receiver: string | null;
  /** Offset of its first character. */
  from: number;
  /** The word directly before it on the same line (`new`, `class`, …), "" if none; "@" when a decorator's mark stands there. */
  before: string;
  /** A `!` stands between it and the brackets: a macro in Rust. */
  bang: boolean;
}

/**
 * The callee that ends at `end`: `a.b(c).d` gives name `d`, receiver `a.b(c)`. Null when what stands there is no name.
 * @param closing end offset → start offset of argument lists already seen, to step over them exactly
 */
export function calleeBefore(
  text: string,
  end: number,
  floor: number,
  syntax: Syntax,
  closing: ReadonlyMap<number, number>,
): Callee | null {
  const extra = syntax.identifier ?? "";
  const limit = Math.max(floor, end - BACK_LIMIT);
  let i = end;
  while (i > limit && (text[i - 1] === " " || text[i - 1] === "\t")) i--;
  if (text.startsWith("?.", i - 2)) i -= 2;
  const bang = text[i - 1] === "!" && !extra.includes("!");
  if (bang) i--;
  if (syntax.angles && text[i - 1] === ">" && text[i - 2] !== "=" && text[i - 2] !== "-") {
    i = anglesBack(text, i, limit);
    if (text.slice(i - 2, i) === "::") i -= 2;
  }
  const nameEnd = i;
  while (i > limit && isWord(text.charCodeAt(i - 1), extra)) i--;
  if (i === nameEnd) return null;
  if (text[i - 1] === "#" && text[i - 2] !== undefined) i--;
  const name = text.slice(i, nameEnd);
  if (/^\d/.test(name) || NO_CALLEE.has(name)) return null;
  let start = i;
  let receiver: string | null = null;
  let separatorStart = -1;
  for (;;) {
    const at = separatorBefore(text, start, limit, syntax);
    if (at < 0) break;
    if (separatorStart < 0) separatorStart = at;
    const primary = primaryBefore(text, at, limit, syntax, closing);
    start = primary;
    if (primary === at) break;
  }
  if (separatorStart >= 0) receiver = fold(text.slice(start, separatorStart)).slice(0, RECEIVER_LIMIT);
  let j = start;
  while (j > limit && (text[j - 1] === " " || text[j - 1] === "\t")) j--;
  let k = j;
  while (k > limit && isWord(text.charCodeAt(k - 1), extra)) k--;
  const before = text[j - 1] === "@" ? "@" : text.slice(k, j);
  return { name, receiver, from: start, before, bang };
}

/** Start of a separator that ends at (white space before) `end`, or -1. */
function separatorBefore(text: string, end: number, floor: number, syntax: Syntax): number {
  const i = skipSpaceBack(text, end, floor);
  for (const separator of syntax.separators) {
    if (i - separator.length >= floor && text.startsWith(separator, i - separator.length)) {
      // `..` and `...` are ranges and spreads, not members.
      if (separator === "." && text[i - 2] === ".") return -1;
      return i - separator.length;
    }
  }
  return -1;
}

/** Start of the primary expression (`x`, `x[1]`, `x(2)(3)`, `"s"`) that ends at (white space before) `end`; `end` if there is none. */
function primaryBefore(text: string, end: number, floor: number, syntax: Syntax, closing: ReadonlyMap<number, number>): number {
  const extra = syntax.identifier ?? "";
  let i = skipSpaceBack(text, end, floor);
  if (i === floor) return end;
  let some = false;
  for (;;) {
    if (text[i - 1] === "!" && some === false && !extra.includes("!")) i--;
    const char = text[i - 1];
    if (char === ")" || char === "]" || char === "}") {
      const known = closing.get(i);
      i = known ?? bracketBack(text, i, floor);
      some = true;
      if (i <= floor) return Math.max(i, floor);
      if (char === "}") return i;
      if (text.startsWith("?.", i - 2)) i -= 2;
      continue;
    }
    if (char !== undefined && syntax.quotes.includes(char) && !some) {
      const open = text.lastIndexOf(char, i - 2);
      const line = text.lastIndexOf("\n", i - 1);
      return open < Math.max(floor, line + 1) ? end : open;
    }
    if (syntax.angles && char === ">" && text[i - 2] !== "=" && text[i - 2] !== "-") {
      const at = anglesBack(text, i, floor);
      if (at === i) return some ? i : end;
      i = text.slice(at - 2, at) === "::" ? at - 2 : at;
      continue;
    }
    break;
  }
  let start = i;
  while (start > floor && isWord(text.charCodeAt(start - 1), extra)) start--;
  if (start === i) return some ? i : end;
  if (some && /^(?:return|await|yield|in|of|if|while|not|and|or|case|new|typeof|throw|else|match)$/.test(text.slice(start, i))) return i;
  if (text[start - 1] === "#") start--;
  return start;
}

/** Start of the bracket that closes just before `end`; literals are not recognised backwards. */
function bracketBack(text: string, end: number, floor: number): number {
  let depth = 0;
  for (let i = end - 1; i >= floor; i--) {
    const char = text[i];
    if (char === ")" || char === "]" || char === "}") depth++;
    else if (char === "(" || char === "[" || char === "{") {
      depth--;
      if (depth === 0) return i;
    }
  }
  return floor;
}

/** Start of the `<…>` that closes just before `end`; `end` if it does not look like type arguments. */
function anglesBack(text: string, end: number, floor: number): number {
  let depth = 0;
  for (let i = end - 1; i >= floor; i--) {
    const char = text[i];
    if (char === ">" && text[i - 1] !== "=" && text[i - 1] !== "-") depth++;
    else if (char === "<") {
      depth--;
      if (depth === 0) return i;
    } else if (char === ";" || char === '"') return end;
  }
  return end;
}

/** Wrappers whose only meaning for a lookup is their argument. */
const TRANSPARENT =
  /^(?:Optional|typing\.Optional|Readonly|Required|Partial|NonNullable|Final|ClassVar|Annotated|Box|Rc|Arc|RefCell|Ref)\s*[<[]\s*/;

/**
 * The name to look a type up by: modifiers, pointers, nullability and generics are taken off.
 * `&mut db::Pool<T>` → `db::Pool`, `Session | None` → `Session`; "" for arrays, unions, functions and literals.
 */
export function typeName(type: string): string {
  let text = fold(type).replace(/^["']|["']$/g, "");
  text = text.replace(
    /^(?:&\s*)?(?:'\w+\s+)?(?:(?:mut|const|readonly|dyn|impl|final|struct|ref|in|out|unique|weak|var|enum|class)\s+)*[*&\s]*/,
    "",
  );
  for (let wrapped = TRANSPARENT.exec(text); wrapped; wrapped = TRANSPARENT.exec(text))
    text = text.slice(wrapped[0].length).replace(/[>\]]$/, "");
  text = text.replace(/\s*\|\s*(?:None|null|undefined)\b/g, "").replace(/^(?:None|null|undefined)\s*\|\s*/, "");
  const name = /^[\p{L}_$\\][\p{L}\p{N}_$]*(?:(?:\.|::|\\)[\p{L}_$][\p{L}\p{N}_$]*)*/u.exec(text)?.[0] ?? "";
  const rest = text.slice(name.length).trim();
  if (rest === "" || /^[?!*&]+$/.test(rest)) return name;
  if (/^(?:<.*>|\[[^\]]+\])[?!*&\s]*$/.test(rest) && !rest.includes(" | ")) return name;
  return "";
}
