/**
 * Lexing of pieces of source: finding the end of a literal or a bracket, splitting lists, counting arguments.
 *
 * It knows strings, comments and brackets of a language from its `Syntax` and nothing else. Every function is bounded by the
 * range it is given and total: on nonsense it gives up with a harmless answer.
 */
import type { Syntax } from "./rules/_rules.ts";

/** Longest `<…>`. */
const ANGLE_LIMIT = 2_000;
/** Argument lists above this are not counted: nested ones would make it quadratic. */
const COUNT_LIMIT = 8_000;

const WORD = /[\w\x80-\u{10FFFF}]/u;

/** Is the code unit part of an identifier? */
export function isWord(code: number, extra = ""): boolean {
  if ((code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95) return true;
  if (code < 128) return extra.includes(String.fromCharCode(code));
  return (code >= 0xd800 && code <= 0xdfff) || WORD.test(String.fromCharCode(code));
}

const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13) || code === 0xa0 || code === 0xfeff;

/** White space folded to single blanks, ends trimmed. */
export function fold(text: string): string {
  if (PLAIN_TEXT.test(text)) return text;
  return text.replace(/\s+/g, " ").trim();
}

/** Short ASCII text without white space: most of what is folded are names. */
const PLAIN_TEXT = /^[!-~]{0,60}$/;

/** Is it a name in ASCII and nothing else? Most names and types are, and need no expression to say so. */
export function isIdentifier(text: string): boolean {
  if (text.length === 0 || text.length > 60) return false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const letter = (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95 || code === 36;
    if (!letter && (i === 0 || code < 48 || code > 57)) return false;
  }
  return true;
}

export function skipSpace(text: string, from: number, to: number): number {
  let i = from;
  while (i < to && isSpace(text.charCodeAt(i))) i++;
  return i;
}

export function skipSpaceBack(text: string, from: number, floor: number): number {
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
  const comment = skipComment(text, i, to, syntax);
  if (comment > i) return comment;
  if (syntax.regexLiterals && char === "/" && /[(,=:[!&|?{};\n]\s*$|^\s*$|return\s*$/.test(text.slice(Math.max(0, i - 12), i))) {
    const literal = /\/(?![*/])(?:[^\\/[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/\w*/y;
    literal.lastIndex = i;
    if (literal.test(text) && literal.lastIndex <= to) return literal.lastIndex;
  }
  return i;
}

/** Offset behind the comment that begins at `i` (a line comment's line end is not part of it), `i` if there is none. */
function skipComment(text: string, i: number, to: number, syntax: Syntax): number {
  for (const [open, close] of syntax.blockComments) if (text.startsWith(open, i)) return skipBlock(text, i, to, open, close, syntax);
  for (const open of syntax.lineComments) {
    if (text.startsWith(open, i)) {
      const end = text.indexOf("\n", i);
      return end < 0 || end > to ? to : end;
    }
  }
  return i;
}

/** Offset behind white space and comments. */
export function skipBlank(text: string, from: number, to: number, syntax: Syntax): number {
  let i = skipSpace(text, from, to);
  for (let end = skipComment(text, i, to, syntax); end > i; end = skipComment(text, i, to, syntax)) i = skipSpace(text, end, to);
  return i;
}

function skipBlock(text: string, from: number, to: number, open: string, close: string, syntax: Syntax): number {
  let end = text.indexOf(close, from + open.length);
  if (syntax.nestedComments) {
    for (let inner = text.indexOf(open, from + open.length); inner >= 0 && inner < end; inner = text.indexOf(open, inner + open.length))
      end = text.indexOf(close, end + close.length);
  }
  return end < 0 || end + close.length > to ? to : end + close.length;
}

function skipString(text: string, from: number, to: number, syntax: Syntax, quote: string): number {
  const raw = syntax.rawString?.(text, from);
  if (raw) {
    let end = text.indexOf(raw.close, raw.body);
    while (raw.doubled && end >= 0 && text.startsWith(raw.close, end + raw.close.length))
      end = text.indexOf(raw.close, end + 2 * raw.close.length);
    return end < 0 || end + raw.close.length > to ? to : end + raw.close.length;
  }
  if (syntax.tripleQuotes && text[from + 1] === quote && text[from + 2] === quote) {
    const close = quote.repeat(3);
    let end = text.indexOf(close, from + 3);
    if (syntax.tripleQuotes !== "raw")
      while (end > 0 && text[end - 1] === "\\" && text[end - 2] !== "\\") end = text.indexOf(close, end + 1);
    return end < 0 || end + 3 > to ? to : end + 3;
  }
  const template = quote === "`" && syntax.templates === true;
  const spans = quote === "`" || syntax.multiline === true;
  const { hole } = syntax;
  for (let i = from + 1; i < to; i++) {
    const char = text[i];
    if ((template && char === "$" && text[i + 1] === "{") || (hole !== undefined && char === hole[0] && isHole(text, from, i, hole))) {
      const limit = template ? to : Math.min(to, i + HOLE_LIMIT);
      const end = closeBracket(text, i + (template ? 1 : hole!.length - 1), limit, syntax);
      // A hole that is left open is none. Inside another one that is left open too: looking again would take exponential time.
      if (end < 0) return limit === to ? to : Math.max(i + 1, lineEnd(text, i, to));
      i = end - 1;
    } else if (char === "\\" && (quote !== "`" || template)) i++;
    else if (char === quote) return i + 1;
    else if (char === "\n" && !spans) return i;
  }
  return to;
}

/** Longest `\(…)` in a string that is followed. */
const HOLE_LIMIT = 1_000;

/** `{` opens a hole only in a string marked by `$`, and `{{` is a brace. */
function isHole(text: string, quote: number, at: number, hole: string): boolean {
  if (hole !== "{") return text.startsWith(hole, at);
  return text[quote - 1] === "$" && text[at + 1] !== "{" && text[at - 1] !== "{";
}

function lineEnd(text: string, from: number, to: number): number {
  const end = text.indexOf("\n", from);
  return end < 0 || end > to ? to : end;
}

/** Calls `found` with the span of every comment of the text, in order. Only for languages whose `Syntax` tells all their literals. */
export function eachComment(text: string, syntax: Syntax, found: (from: number, to: number) => void): void {
  const table = tableOf(syntax);
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 128 || table[code] !== LITERAL) continue;
    const comment = skipComment(text, i, text.length, syntax);
    if (comment > i) found(i, comment);
    const next = comment > i ? comment : skipLiteral(text, i, text.length, syntax);
    if (next > i) i = next - 1;
  }
}

/**
 * A text with its comments and strings blanked, line ends kept. Code in the holes of a string stays, with the rest of that string; so does what a quote
 * begins that is not closed on its line, for that may be none: what is left too much is looked at, what is taken too much is lost.
 * @param kept blank comments only
 */
export function codeOf(text: string, syntax: Syntax, kept?: "strings"): string {
  const table = tableOf(syntax);
  let code = "";
  let done = 0;
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i);
    if (char >= 128 || table[char] !== LITERAL) continue;
    const comment = skipComment(text, i, text.length, syntax);
    const end = comment > i ? comment : skipLiteral(text, i, text.length, syntax);
    if (end === i) continue;
    const literal = text.slice(i, end);
    const opens = text[i]!;
    const closed = !syntax.quotes.includes(opens) || (literal.length > 1 && literal.endsWith(opens));
    const short = closed && (literal.startsWith(opens.repeat(3)) || !literal.includes("\n"));
    const whole = comment > i || short || Boolean(syntax.rawString?.(text, i));
    if (!whole) continue;
    const hole = syntax.templates && text[i] === "`" ? "${" : (syntax.hole ?? (syntax.fields ? "{" : "#{"));
    if (comment > i || (kept === undefined && !literal.includes(hole))) {
      code += text.slice(done, i) + literal.replace(/[^\n]/g, " ");
      done = end;
    }
    i = end - 1;
  }
  return code + text.slice(done);
}

/** Offset behind the bracket that closes the one at `from`, or -1 when it is not closed before `to`. Kinds of brackets are not told apart. */
export function closeBracket(text: string, from: number, to: number, syntax: Syntax): number {
  const table = tableOf(syntax);
  let depth = 0;
  for (let i = from; i < to; i++) {
    // Beyond the table, above ASCII and behind the end, everything is plain.
    let what = table[text.charCodeAt(i)];
    if (what === PLAIN || what === undefined) continue;
    // A literal's first character that begins none is what it is by itself.
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
    let what = table[text.charCodeAt(i)];
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
    let what = table[text.charCodeAt(i)];
    if (what === PLAIN || what === undefined) continue;
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

const STAR = 42;
const DOT = 46;

/** The same of a list that is split already. */
export function countPieces(text: string, pieces: readonly [number, number][], syntax: Syntax): number | null {
  let count = 0;
  const table = tableOf(syntax);
  for (let i = 0; i < pieces.length; i++) {
    const [start, end] = pieces[i]!;
    const first = text.charCodeAt(start);
    if (table[first] === LITERAL && isComment(text, start, end, syntax)) continue;
    if (first === STAR ? !syntax.dereference && !syntax.pointers : first === DOT && text.startsWith("...", start)) return null;
    if (text.charCodeAt(end - 1) === DOT && text.startsWith("...", end - 3)) return null;
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
