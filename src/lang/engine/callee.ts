/** Reading a callee and its receiver backwards from the brackets of its arguments. Bounded and total, as lex.ts. */

import { type CommentBlock, commentEndingAt } from "./comments.ts";
import { fold, isWord, skipSpaceBack } from "./lex.ts";
import { CALL, EACH } from "./resolve/text.ts";
import type { Syntax } from "./rules/_rules.ts";
import { ID$, re, words } from "./words.ts";

/** Longest receiver kept (types.ts). */
const RECEIVER_LIMIT = 120;
/** Longest chain kept without its arguments: of a builder every call counts, and its last ones are what is asked. */
const CHAIN_LIMIT = 400;
/** How far back a receiver is followed; longer chains are cut there. */
const BACK_LIMIT = 1_500;

/** Key words of one language or another that can stand before a bracket; where they are names, a language says so (`Syntax.names`). */
const NO_CALLEE = words("in not and or is return yield await if elif while for case throw raise assert del typeof void delete else do");

/** Words that a value may stand behind: what is called there is no operator. */
const BEFORE_VALUE =
  /^(?:return|await|yield|throw|raise|else|elif|case|in|to|if|while|until|unless|when|do|then|not|and|or|go|defer|try|new|co_return|co_await|co_yield)$/;

/** What stands between the brackets of an instantiation (Go), where it can be no index. */
const GO_TYPE =
  /^\s*(?:\[|\*|map\[|chan\s|(?:bool|byte|rune|string|error|any|u?int(?:8|16|32|64)?|uintptr|float(?:32|64)|complex(?:64|128))\s*(?:,|$)|(?:\w+\.)?\p{Lu}\w*\s*(?:,|\[|$))/u;
/** A name that is a constant by its form. */
const CONSTANT = /^_*\p{Lu}[\p{Lu}\p{N}_]{2,}$/u;

/** What is called, read backwards from the end of the callee. */
export interface Callee {
  name: string;
  receiver: string | null;
  /** Offset of the first character, the receiver's if there is one. */
  from: number;
  /** Offset of the name. */
  at: number;
  /** The word directly before it on the same line (`new`, `class`, …), "" if none; "@" when a decorator's mark stands there. */
  before: string;
  /** A `!` stands between it and the brackets: a macro in Rust. */
  bang: boolean;
}

/**
 * The callee that ends at `end`: `a.b(c).d` gives name `d`, receiver `a.b(c)`. Null when what stands there is no name.
 * @param closing end offset → start offset of argument lists already seen, to step over them exactly
 * @param comments of the text up to there: a chain may be interrupted by them
 */
export function calleeBefore(
  text: string,
  end: number,
  floor: number,
  syntax: Syntax,
  closing: ReadonlyMap<number, number>,
  comments: readonly CommentBlock[],
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
  if (syntax.squareGenerics && text[i - 1] === "]") {
    // `NewStack[int](x)`; a call of what a list holds has no name
    const open = bracketBack(text, i, limit);
    const before = text.slice(Math.max(limit, open - 80), open);
    const inner = text.slice(open + 1, i - 1);
    const typed = syntax.dereference && (GO_TYPE.test(inner) || (/^\w+$/.test(inner) && text.includes(`type ${inner} `)));
    const small = typed ? /[a-zA-Z_]\w*$/.exec(before)?.[0] : undefined;
    const named = /(?<![\w\x80-\u{10FFFF}])_*\p{Lu}[\w\x80-\u{10FFFF}]*$/u.exec(before)?.[0] ?? small;
    // `HANDLERS[key](x)` calls what a constant holds
    if (open > limit && named !== undefined && !CONSTANT.test(named) && /^[\w\x80-\u{10FFFF}*., [\]{}]+$/u.test(inner)) i = open;
  }
  const nameEnd = i;
  while (i > limit && isWord(text.charCodeAt(i - 1), extra)) i--;
  if (i === nameEnd) return null;
  if (text[i - 1] === "#" && text[i - 2] !== undefined) i--;
  const name = text.slice(i, nameEnd);
  if (/^\d/.test(name)) return null;
  let start = i;
  // `gson.<Car>fromJson()`: type arguments before the name belong to the call.
  if (syntax.angles && text[i - 1] === ">") {
    const angle = anglesBack(text, i, limit);
    if (angle < i && text[angle - 1] === ".") start = angle;
  }
  let receiver: string | null = null;
  let separatorStart = -1;
  for (;;) {
    const at = separatorBefore(text, start, limit, syntax, comments);
    if (at < 0) break;
    if (separatorStart < 0) separatorStart = at;
    // `return ::lib::make()`
    const outermost = syntax.pointers === true && text.startsWith("::", at) && /\s/.test(text[at - 1] ?? " ");
    const primary = outermost ? at : primaryBefore(text, at, limit, syntax, closing, comments);
    start = primary;
    if (primary === at) break;
  }
  // `Money.of(1)`, `map.delete(k)`: behind a receiver every word is a name.
  const word = separatorStart < 0 && (name === "of" || NO_CALLEE.has(name));
  if (word && name !== "of" && !syntax.names?.has(name)) return null;
  // `for (const x of (list))`, `a and (b)`; elsewhere such a word is a name like any other
  if (word && /(?:[\])}]|[\w\x80-\u{10FFFF}$])[ \t]+$/u.test(text.slice(Math.max(limit, i - 40), i)))
    if (!BEFORE_VALUE.test(wordBefore(text, i, limit, extra))) return null;
  if (separatorStart < 0) start = i;
  else receiver = withoutComments(text, start, separatorStart, comments);
  let before = wordBefore(text, start, limit, extra);
  if (before === "new") {
    const fresh = text.lastIndexOf("new", start);
    const dot = separatorBefore(text, fresh, limit, syntax, comments);
    if (receiver?.includes("(")) {
      // `new Foo().bar()`: bar is called on what is made.
      receiver = `new ${receiver}`;
      start = fresh;
      before = wordBefore(text, start, limit, extra);
    } else if (receiver === null && dot >= 0) {
      // `outer.new Inner()`
      const from = primaryBefore(text, dot, limit, syntax, closing, comments);
      if (from < dot) receiver = withoutComments(text, from, dot, comments);
    }
  }
  if (syntax.bodies && receiver?.includes("{")) receiver = withoutBodies(receiver, syntax.dereference ? "{}" : "");
  return {
    name,
    receiver: receiver === null ? null : shortened(receiver, syntax.bodies && !syntax.dereference ? "(…)" : "()"),
    from: start,
    at: i,
    before,
    bang,
  };
}

/** `new T() { … }.a()` without what stands between the braces. */
function withoutBodies(receiver: string, instead: string): string {
  let out = "";
  let depth = 0;
  for (const char of receiver) {
    if (char === "{" && depth++ === 0) out += instead;
    if (depth === 0) out += char;
    if (char === "}" && depth > 0) depth--;
  }
  return out.replace(/\s+(?=[.)]|$)/g, "");
}

/** A long receiver loses its arguments before it loses its end: the chain is what tells its type. */
function shortened(receiver: string, instead: string): string {
  if (receiver.length <= RECEIVER_LIMIT) return receiver;
  return receiver.replace(/\((?:[^()"']|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\((?:[^()]|\([^()]*\))*\))+\)/g, instead).slice(0, CHAIN_LIMIT);
}

/**
 * The same where what is called has no name of its own: `a[0](x)`, `f()(x)`. The name is the key of the index, `@each` where it is computed,
 * or `()`.
 */
export function givenBefore(
  text: string,
  end: number,
  syntax: Syntax,
  closing: ReadonlyMap<number, number>,
  comments: readonly CommentBlock[],
): Callee | null {
  const limit = Math.max(0, end - BACK_LIMIT);
  const close = text[end - 1];
  if (close !== ")" && close !== "]") return null;
  const open = closing.get(end) ?? bracketBack(text, end, limit);
  const from = close === ")" ? end : open;
  let start = primaryBefore(text, from, limit, syntax, closing, comments);
  if (open <= limit || start >= from) return null;
  for (
    let at = separatorBefore(text, start, limit, syntax, comments);
    at >= 0;
    at = separatorBefore(text, start, limit, syntax, comments)
  ) {
    const before = primaryBefore(text, at, limit, syntax, closing, comments);
    if (before === at) return null;
    start = before;
  }
  const receiver = withoutComments(text, start, from, comments);
  if (!/^(?:new |await )?[a-zA-Z\x80-\u{10FFFF}_$(]/u.test(receiver) || receiver.length > RECEIVER_LIMIT) return null;
  const key = close === ")" ? null : /^\s*(?:(["'])([^"'\n]*)\1|(\d+))\s*$/.exec(text.slice(open + 1, end - 1));
  // `Box[int](x)`: a type and its arguments
  const type = key === null && close === "]" ? /^(?:(.*)\.)?(_*\p{Lu}[\w\x80-\u{10FFFF}]*)$/u.exec(receiver) : null;
  if (type && !CONSTANT.test(type[2]!))
    return { name: type[2]!, receiver: type[1] ?? null, from: start, at: start, before: "", bang: false };
  const computed = close === "]" && key === null ? re`^${ID$}$`.exec(text.slice(open + 1, end - 1))?.[0] : undefined;
  const name = close === ")" ? CALL : key ? (key[2] ?? key[3]!) : computed === undefined ? EACH : `[${computed}]`;
  const before = wordBefore(text, start, limit, syntax.identifier ?? "");
  return { name, receiver, from: start, at: start, before: before === "new" ? "" : before, bang: false };
}

function wordBefore(text: string, end: number, floor: number, extra: string): string {
  let j = end;
  while (j > floor && (text[j - 1] === " " || text[j - 1] === "\t")) j--;
  if (text[j - 1] === "@") return "@";
  let k = j;
  while (k > floor && isWord(text.charCodeAt(k - 1), extra)) k--;
  return text.slice(k, j);
}

function withoutComments(text: string, from: number, to: number, comments: readonly CommentBlock[]): string {
  let out = "";
  let end = to;
  for (let i = comments.length - 1; i >= 0 && comments[i]!.to > from; i--) {
    const block = comments[i]!;
    if (block.from < from || block.to > end) continue;
    out = text.slice(block.to, end) + out;
    end = block.from;
  }
  return fold(text.slice(from, end) + out);
}

/** Back over white space and comments. */
function skipBack(text: string, from: number, floor: number, comments: readonly CommentBlock[]): number {
  let i = skipSpaceBack(text, from, floor);
  // Within a line only a block comment can stand between, and its last character tells.
  while (i > floor && (i < from || text[i - 1] === "/")) {
    const start = commentEndingAt(comments, i);
    if (start < 0) return i;
    if (start < floor) return floor;
    i = skipSpaceBack(text, start, floor);
  }
  return i;
}

/** Start of a separator that ends at (white space before) `end`, or -1. */
function separatorBefore(text: string, end: number, floor: number, syntax: Syntax, comments: readonly CommentBlock[]): number {
  const i = skipBack(text, end, floor, comments);
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
function primaryBefore(
  text: string,
  end: number,
  floor: number,
  syntax: Syntax,
  closing: ReadonlyMap<number, number>,
  comments: readonly CommentBlock[],
): number {
  const extra = syntax.identifier ?? "";
  let i = skipBack(text, end, floor, comments);
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
      if (char === "}") {
        // `items.filter { … }.first()`: the block is an argument of what stands before it
        if (syntax.bodies) {
          // of a literal (Go) the name stands right before it, and no word that a block follows
          const behind = syntax.dereference ? i : skipSpaceBack(text, i, floor);
          if (text[behind - 1] !== ")" && !(syntax.dereference && (isWord(text.charCodeAt(behind - 1), extra) || text[behind - 1] === "]")))
            return i;
          i = behind;
          continue;
        }
        const before = syntax.lambdas ? skipSpaceBack(text, i, floor) : i;
        const name = before < i && (text[before - 1] === ")" || isWord(text.charCodeAt(before - 1), extra));
        if (!name || text.slice(before, i).includes("\n")) return i;
        i = before;
        continue;
      }
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
  if (
    some &&
    separatorBefore(text, start, floor, syntax, comments) < 0 &&
    !syntax.names?.has(text.slice(start, i)) &&
    /^(?:return|await|yield|in|of|if|while|not|and|or|case|new|typeof|throw|else|match)$/.test(text.slice(start, i))
  )
    return i;
  if (text[start - 1] === "#") start--;
  // `Policy.<Void>builder()`
  if (some && syntax.angles && text[start - 1] === ">") {
    const angle = anglesBack(text, start, floor);
    if (angle < start && text[angle - 1] === ".") return angle;
  }
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
    } else if (char === ")" || char === "]" || char === "}") {
      const open = bracketBack(text, i + 1, floor);
      if (open <= floor) return end;
      i = open;
    } else if (char === '"' || char === "'") {
      const open = text.lastIndexOf(char, i - 1);
      if (open > floor && open > text.lastIndexOf("\n", i)) i = open;
      else if (char === '"') return end;
    } else if (char === ";" || char === "(" || char === "{") return end;
  }
  return end;
}
