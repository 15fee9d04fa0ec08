/**
 * Second attempts at text that a grammar could not parse, because the language is preprocessed before it is parsed.
 *
 * A repair takes text away and never moves anything: what it returns has the same length and the same line ends, so that
 * every offset and line stays true. It is only tried on files whose first parse met errors, and only kept when it leaves
 * fewer. What is taken away is then missing from signatures too (`class API Name` reads `class Name`).
 */

interface Branch {
  from: number;
  to: number;
}

/** A text of which ranges can be blanked, line ends kept. */
class Blanker {
  private constructor(private readonly units: Uint16Array) {}
  static of(text: string): Blanker {
    const units = new Uint16Array(text.length);
    for (let i = 0; i < text.length; i++) units[i] = text.charCodeAt(i);
    return new Blanker(units);
  }
  /** The same text with comments blanked and the inside of strings made `_`, so that patterns see code only. */
  codeOf(text: string): Blanker {
    const code = new Blanker(this.units.slice());
    for (const found of text.matchAll(COMMENT_OR_STRING)) {
      const from = found.index;
      const to = from + found[0].length;
      if (found[0].startsWith("/")) code.blank(from, to);
      else code.units.fill(95, from + 1, to - 1);
    }
    return code;
  }
  blank(from: number, to: number): void {
    for (let i = from; i < to; i++) if (this.units[i] !== 10 && this.units[i] !== 13) this.units[i] = 32;
  }
  /** Another word for what stands there, no longer than that. */
  write(from: number, word: string): void {
    for (let i = 0; i < word.length; i++) this.units[from + i] = word.charCodeAt(i);
  }
  at(offset: number): string {
    return offset < 0 ? ";" : String.fromCharCode(this.units[offset] ?? 59);
  }
  slice(from: number, to: number): string {
    const { buffer, byteLength } = this.units.subarray(Math.max(0, from), Math.max(0, to));
    return Buffer.from(buffer, 2 * Math.max(0, from), byteLength).toString("utf16le");
  }
  /** Offset of the last character before `offset` that is no white space, or -1. */
  lastBefore(offset: number): number {
    let i = offset - 1;
    while (i >= 0 && (this.units[i] ?? 0) <= 32) i--;
    return i;
  }
  /** The line around an offset, up to it. */
  lineOf(offset: number): string {
    let start = offset;
    while (start > 0 && this.units[start - 1] !== 10) start--;
    return this.slice(start, Math.min(offset + 1, start + 1000));
  }
  /** Does every bracket opened in this piece close in it? */
  balanced({ from, to }: Branch): boolean {
    let depth = 0;
    for (let i = from; i < to; i++) {
      const c = this.units[i];
      if (c === 123 || c === 40 || c === 91) depth++;
      else if ((c === 125 || c === 41 || c === 93) && --depth < 0) return false;
    }
    return depth === 0;
  }
  toString(): string {
    return Buffer.from(this.units.buffer).toString("utf16le");
  }
}

const COMMENT_OR_STRING = /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n]|\\[^\n])*"|'(?:[^'\\\n]|\\.){1,10}'/g;
/** Conditionals nested deeper are left alone: each level reads what is inside it once more. */
const NESTING = 50;

interface Conditional {
  /** Position of the `#if`. */
  start: number;
  condition: string;
  branches: Branch[];
  /** Spans of the directive lines themselves. */
  directives: Branch[];
}

/** All complete `#if … #endif` groups, inner before outer. */
function conditionals(code: string): Conditional[] {
  const done: Conditional[] = [];
  const open: Conditional[] = [];
  for (const match of code.matchAll(/^[ \t]*#[ \t]*(if|ifdef|ifndef|elif|elseif|else|endif)\b(?:[^\n\\]|\\\r?\n|\\.)*/gm)) {
    const from = match.index;
    const to = from + match[0].length;
    const word = match[1] ?? "";
    if (word.startsWith("if")) {
      if (open.length === NESTING) return [];
      open.push({ start: from, condition: match[0], branches: [{ from: to, to }], directives: [{ from, to }] });
      continue;
    }
    const group = open.at(-1);
    if (!group) continue;
    group.directives.push({ from, to });
    const last = group.branches.at(-1);
    if (last) last.to = from;
    if (word === "endif") {
      open.pop();
      done.push(group);
    } else {
      group.branches.push({ from: to, to });
    }
  }
  return done;
}

/** Longest head of a declaration that is looked at. */
const HEAD = 4_000;
/** What stands only before a declaration: `template <class T>`, `static`. */
const PREFIX = /^\s*(?:template\s*<[^;]*>|(?:(?:static|inline|extern|virtual|explicit|constexpr|friend|const)\b\s*)+)\s*$/;

/**
 * Takes conditional compilation out where its branches are not whole statements: the first branch stays, the others go.
 * In the middle of a list every branch stays and only the directive lines go.
 * @param always the grammar knows no directives between declarations: their lines go everywhere
 */
function flattenConditionals(out: Blanker, code: Blanker, always: boolean): void {
  for (const group of conditionals(code.toString())) {
    const before = code.lastBefore(group.start);
    const previous = code.at(before);
    const inList = previous === "," || (previous === "{" && "=({,".includes(code.at(code.lastBefore(before))));
    const inExpression = !inList && !";{}:)>".includes(previous) && !code.lineOf(before).trimStart().startsWith("#");
    const whole = group.branches.every((branch) => code.balanced(branch));
    const startsElse = group.branches.some((branch) => /^\s*(?:else\b|\|\||&&|[),.?]|->)/.test(code.slice(branch.from, branch.from + 80)));
    // heads of one function, with its body behind them all
    const end = Math.max(...group.directives.map(({ to }) => to));
    const heads =
      group.branches.length > 1 &&
      /^\s*(?:\{|:(?!:))/.test(code.slice(end, end + 200)) &&
      group.branches.every(({ from, to }) => /[\w)]\s*$/.test(code.slice(Math.max(from, to - 200), to)));
    const prefixes = group.branches.some(({ from, to }) => to - from < HEAD && PREFIX.test(code.slice(from, to)));
    if (whole && !always && !inList && !inExpression && !startsElse && !heads && !prefixes) continue;
    const gone = [...group.directives];
    // `class Path⏎#if WIDE⏎#define …⏎: Wide {`
    if (inExpression)
      for (const { from, to } of group.branches) {
        const leading =
          /^(?:\s*#[ \t]*(?:define|undef|pragma)\b(?:[^\n\\]|\\\r?\n|\\.)*)+/.exec(code.slice(from, Math.min(to, from + HEAD)))?.[0]
            .length ?? 0;
        if (leading > 0) gone.push({ from, to: from + leading });
      }
    if (!whole || (!always && !inList)) {
      const kept = /#[ \t]*if[ \t]+0\b/.test(group.condition) ? 1 : 0;
      gone.push(...group.branches.filter((_, index) => index !== kept));
    }
    for (const { from, to } of gone) {
      out.blank(from, to);
      code.blank(from, to);
    }
  }
}

/** Attributes that stand there under a condition: `#ifdef __GNUC__⏎ __attribute__((noinline))⏎#endif`. */
const CONDITIONAL_MARK =
  /^[ \t]*#[ \t]*if[^\n]*\n\s*(?:__attribute__\s*\(\(.*\)\)|__declspec\s*\(.*\)|\[\[.*\]\])[ \t]*\r?\n[ \t]*#[ \t]*endif[^\n]*/gm;

/** The first character from an offset that is no white space; "" at the end of the text. */
function nextOf(code: string, from: number): string {
  let i = from;
  while (i < code.length && code.charCodeAt(i) <= 32) i++;
  return code[i] ?? "";
}

/** What stands before the brackets that end right before an offset; "" where no name does. */
function headOfBrackets(code: Blanker, offset: number): string {
  let depth = 0;
  const last = code.lastBefore(offset);
  for (let i = last; i > last - 2_000 && i >= 0; i--) {
    const c = code.at(i);
    if (c === ";" || c === "{" || c === "}") return "";
    if (c === ")") depth++;
    else if (c === "(" && --depth === 0) return /([A-Za-z_]\w*)\s*$/.exec(code.slice(Math.max(0, i - 80), i))?.[1] ?? "";
  }
  return "";
}

/** Behind the brackets of these stands a statement, no mark of a function: `if (bad) THROW(error("…"));`. */
const CONDITION = /^(?:if|while|for|switch|catch|constexpr)$/;
/** Macros that define a test, in a name space too. */
const TEST = /(?:^|_)(?:TEST|SCENARIO)(?:_|$)/;
/** By convention a macro. */
const CAPITALS = /^[A-Z][A-Z0-9_]+$/;

/** A macro's arguments are not longer than this. */
const CLOSING_LIMIT = 20_000;

/** Offset after the bracket that closes the one at `open`, or -1. */
function closing(code: string, open: number): number {
  let depth = 0;
  const limit = Math.min(code.length, open + CLOSING_LIMIT);
  for (let i = open; i < limit; i++) {
    const c = code.charCodeAt(i);
    if (c === 40) depth++;
    else if (c === 41 && --depth === 0) return i + 1;
    else if (c === 59 && depth === 1 && i - open > 2_000) return -1;
  }
  return -1;
}

/** Offset after the bracket that closes the block at `open`; the end of what is looked through where none does. */
function blockEnd(code: string, open: number): number {
  let depth = 0;
  const limit = Math.min(code.length, open + CLOSING_LIMIT);
  for (let i = open; i < limit; i++) {
    const c = code.charCodeAt(i);
    if (c === 123) depth++;
    else if (c === 125 && --depth === 0) return i + 1;
  }
  return limit;
}

/** Tells whether an offset stands in the body of a function; asked in order. */
function bodies(code: string): (offset: number) => boolean {
  const open: boolean[] = [];
  let at = 0;
  return (offset) => {
    for (; at < offset; at++) {
      const c = code.charCodeAt(at);
      if (c === 125) open.pop();
      if (c !== 123) continue;
      const before = code.slice(Math.max(0, at - 200), at);
      const block = /[;{}:]\s*$/.test(before) && open.at(-1) === true;
      open.push(block || /(?:\)(?:\s*(?:const|noexcept|override|final|mutable)\b|\s*->[^;{}]*)*|\b(?:else|do|try))\s*$/.test(before));
    }
    return open.at(-1) === true;
  };
}

/** A type that is none of a value: a word of the language, a pointer, by custom. */
const TYPE_ALONE =
  /^\s*(?:const\s+|struct\s+|unsigned\s+)*(?:(?:void|bool|char|short|int|long|float|double|unsigned|signed|[A-Za-z_]\w*_t)\s*\**|[A-Za-z_]\w*\s*\*+)\s*$/;
/** A function's name and parameters, behind what the macro wraps. */
const NAMED_BEHIND = /^\s*(?![A-Z0-9_]+\s*\()[A-Za-z_]\w*\s*\(/;
/** Marks behind a function's brackets. */
const TRAILING = /^\s*(?:const|override|noexcept|final)\b/;
const DEFINED_BEHIND = /^\s*(?![A-Z0-9_]+\s*\()[A-Za-z_]\w*\s*\(\s*(?:void\s*|[^(){};]*[\w*&]\s*[\s*&]\w[^(){};]*)?\)\s*\{/;

/** `LIB_API(char *) lib_name(int id)`: is what a macro is given the type of what stands behind it? */
const givesType = (inside: string, rest: string): boolean =>
  TYPE_ALONE.test(inside) ? NAMED_BEHIND.test(rest) : /^\s*[A-Za-z_]\w*\s*$/.test(inside) && DEFINED_BEHIND.test(rest);

const MACRO = /(?<![\w#.>])[A-Z][A-Z0-9_]{2,}\b/g;
const TYPE_BEFORE =
  /^[ \t]*(?:(?:static|inline|extern|const|unsigned|struct)[ \t]+)*(?!(?:return|else|case|goto|typedef|static|inline|extern|const)\b)(?:[A-Za-z_]\w*::)*[A-Za-z_]\w*(?:<[^;{}()]*>)?[ \t*&]+$/;
/** `(static int f(int x))`: a whole declaration as a macro's argument. */
const WRAPPED_FUNCTION = /^\s*\(\s*(?:[A-Za-z_]\w*[\s*&]+)+[A-Za-z_]\w*\s*\([^;{}]*\)\s*\)$/;
/**
 * `static int printflike(1, 2) log_debug(`: a mark with nothing but numbers between a type and what it is the type of. What stands before is looked at from
 * every place of a text, so it is bounded: comments and directives leave runs of thousands of spaces.
 */
const NUMBERED = /(?<=[A-Za-z_]\w{0,60}[\s*]{1,40})[A-Za-z_]\w*[ \t]*\(\s*\d+\s*(?:,\s*\d+\s*)*\)(?=[\s*]+[A-Za-z_]\w*\s*\()/g;
/** Arguments among which a number or a string stands by itself. */
const VALUES = /[(,]\s*(?:"|-?\d)/;
/** `BOOL WINAPI name(`: the second goes, the first is as good a type as any. */
const TWO_MACROS = /^[ \t]+[A-Z][A-Z0-9_]{2,}[ \t]+[A-Za-z_]\w*\s*\(/;
/** Classes of a text: `MACRO Name(` in one of them is its constructor. */
const CLASSES = /\b(?:class|struct)\s+(?:[A-Z][A-Z0-9_]+\s+)?([A-Za-z_]\w*)/g;
/** Behind a macro: `App::App(`, `App::~App(`, `Flag::operator bool(`. */
const OUTER_CONSTRUCTOR = /^[ \t]+(?:[A-Za-z_]\w*::)*([A-Za-z_]\w*)(?:<[^;{}()]*>)?::(?:~?\1\s*\(|operator\b)/;
const SPECIFIERS = /^[ \t]*(?:(?:static|inline|extern|friend|virtual|explicit|constexpr|\[\[[^\]\n]*\]\]|template[ \t]*<[^>\n]*>)[ \t]+)*$/;

/**
 * Takes macros out of C and C++ where they stand in no place the grammars know: export and calling-convention markers,
 * attributes, lines that expand to whole declarations. By convention a macro is written in capitals.
 */
/** A macro that says how a function is inlined, whose name begins small. */
const INLINED = /\b[a-z]\w*inline\b(?=\s+[A-Za-z_:])/g;

function dropMacros(out: Blanker, seen: Blanker): void {
  // The right-hand sides of #define are not parsed as code.
  for (const { index, 0: line } of seen.toString().matchAll(/^[ \t]*#(?:[^\n\\]|\\\r?\n|\\.)*/gm)) seen.blank(index, index + line.length);
  for (const { index, 0: mark } of seen.toString().matchAll(NUMBERED)) {
    out.blank(index, index + mark.length);
    seen.blank(index, index + mark.length);
  }
  // `force_inline bool ready(`
  for (const { index, 0: mark } of seen.toString().matchAll(INLINED)) {
    out.blank(index, index + mark.length);
    seen.blank(index, index + mark.length);
  }
  const code = seen.toString();
  let classes: Set<string> | null = null;
  const inFunction = bodies(code);
  let skipTo = 0;
  let budget = 1_000_000 + 4 * code.length;
  for (const match of code.matchAll(MACRO)) {
    const from = match.index;
    if (from < skipTo) continue;
    let to = from + match[0].length;
    const paren = /^[ \t]*\(/.exec(code.slice(to, to + 8));
    const call = paren !== null;
    if (paren) {
      const end = closing(code, to + paren[0].length - 1);
      budget -= end < 0 ? CLOSING_LIMIT : end - to;
      if (budget < 0) break;
      if (end < 0) continue;
      to = end;
    }
    const lineStart = code.lastIndexOf("\n", from) + 1;
    // What was taken away before it on this line is away: `NODISCARD INLINE App *App::find(`.
    const head = seen.slice(lineStart, from);
    const rest = code.slice(to, to + 200);
    const next = nextOf(code, to);
    const previous = seen.at(seen.lastBefore(from));
    const blank = (): void => {
      out.blank(from, to);
      seen.blank(from, to);
      skipTo = to;
    };
    if (/\b(?:class|struct|union|enum)[ \t]+$/.test(head)) {
      if (/^(?:\s+[A-Z][A-Z0-9_]{2,}(?:[ \t]*\([^()\n]*\))?)*\s+[A-Za-z_]\w*\s*(?:final\s*)?(?:<[^;{}]*>\s*)?[:{]/.test(rest)) blank();
      continue;
    }
    if (previous === "(" && !call && /^[ \t]*\*\s*(?:const\s+)?[A-Za-z_]\w*\s*\)\s*\(/.test(rest)) {
      blank();
      continue;
    }
    if (previous === ")" && /^\s*(?:[{;]|:(?!:)|const\b|noexcept\b|override\b|->)/.test(rest)) {
      const of = headOfBrackets(seen, from);
      if (!CONDITION.test(of) && (!/^[ \t]*$/.test(head) || (of !== "" && !CAPITALS.test(of)))) {
        blank();
        continue;
      }
    }
    if (
      /\)\s*(?:const|override|noexcept|final)\s+$/.test(seen.slice(Math.max(0, from - 40), from)) &&
      /^\s*(?:[{;=]|override\b|final\b)/.test(rest)
    ) {
      blank();
      continue;
    }
    if (!call && TYPE_BEFORE.test(head) && /^[ \t]+[A-Za-z_]\w*\s*\(/.test(rest)) {
      blank();
      continue;
    }
    // `return LITERAL(Vec){ x, y };`: without its name a literal as C writes it
    if (call && /^\s*\{/.test(rest) && (/[=(,]/.test(previous) || /\breturn\s*$/.test(head))) {
      out.blank(from, from + match[0].length);
      seen.blank(from, from + match[0].length);
      skipTo = from + match[0].length;
      continue;
    }
    if (!SPECIFIERS.test(head)) continue;
    if (!call) {
      const alone = /^[ \t]*\r?(?:\n|$)/.test(rest);
      if (alone && /[;{}:,)>]/.test(previous) && /[A-Za-z_}~[#]/.test(next)) blank();
      // `LIB_TRY {`: a block in a function
      else if (next === "{" && /^[ \t]+$/.test(head) && /[;{})]/.test(previous)) blank();
      else if (TWO_MACROS.test(rest)) continue;
      else if (
        /^[ \t]+[A-Za-z_][\w:]*(?:<[^;{}()]*>)?[\s*&]+(?:[~A-Za-z_]|\([A-Za-z_]\w*\)\s*\()/.test(rest) ||
        /^[ \t]+(?:explicit|operator|virtual|~)/.test(rest)
      )
        blank();
      else if (OUTER_CONSTRUCTOR.test(rest)) blank();
      else {
        const made = /^[ \t]+(?:explicit[ \t]+)?([A-Za-z_]\w*)\s*\(/.exec(rest)?.[1];
        if (made !== undefined) {
          classes ??= new Set(Array.from(code.matchAll(CLASSES), ([, name]) => name!));
          if (classes.has(made)) blank();
        }
      }
      continue;
    }
    if (next === "{" || next === ";") {
      const inside = code.slice(from + match[0].length, to);
      // `DEFINE_FLAG(int, limit, 256 << 10, "help");`: no declaration has a value where a parameter stands.
      if (next === ";" && head === "" && VALUES.test(inside)) blank();
      else if (WRAPPED_FUNCTION.test(inside)) {
        out.blank(from, code.indexOf("(", from) + 1);
        out.blank(to - 1, to);
        skipTo = from + match[0].length;
      } else if (next === "{" && /^[ \t]+$/.test(head) && !TEST.test(match[0])) {
        // `IF_CONSTEXPR (sizeof(T) == 1) {` … `} else {`
        if (/^\s*else\b/.test(code.slice(blockEnd(code, code.indexOf("{", to))).slice(0, 80))) {
          for (const one of [out, seen]) {
            one.blank(from, from + match[0].length);
            one.write(from, "if");
          }
          skipTo = from + match[0].length;
        } else blank();
      }
      continue;
    }
    const inFront = head.trim() === "" ? previous : seen.at(seen.lastBefore(lineStart));
    if (!/[;{}:,)>]/.test(inFront) || (next !== "" && !/[A-Za-z_}~[#]/.test(next)) || TRAILING.test(rest)) continue;
    const open = code.indexOf("(", from);
    // `CHECK(a.size() == 1)` without an end, before the next statement
    const end = /^[ \t]*(?:\r?\n)*[ \t]/.exec(rest)?.[0].length ?? 0;
    if (end > 0 && /^[ \t]+$/.test(head) && /[;{}):]/.test(previous) && inFunction(from)) {
      for (const one of [out, seen]) one.write(to + end - 1, ";");
      skipTo = to;
    } else if (givesType(code.slice(open + 1, to - 1), rest)) {
      for (const one of [out, seen]) {
        one.blank(from, open + 1);
        one.blank(to - 1, to);
      }
      skipTo = to;
    } else if (inFront === previous) blank();
  }
}

/**
 * `CAMLprim value f(`, `PyMODINIT_FUNC static int g(`, `inline_speed cold void⏎h (`: of three names or more before a bracket all but the last
 * two can only be macros.
 */
const MACRO_FIRST =
  /^(?:(?:static|inline|extern)[ \t]+)*((?:(?!(?:static|inline|extern|const|volatile|unsigned|signed|long|short|struct|union|enum|typedef|return|else|case|goto|register|auto|template|typename|class|friend|virtual|explicit|constexpr|consteval|constinit|public|private|protected|using|namespace|new|delete|throw|co_return|operator|requires|concept|export|import|module|mutable|thread_local)\b)[A-Za-z_]\w*(?:[ \t]+|\r?\n)){1,3})(?:static[ \t]+)?(?!(?:const|volatile|unsigned|signed|long|short|struct|union|enum|static)\b)[A-Za-z_]\w*(?:[ \t]+\**|[ \t]*\*+[ \t]*|\r?\n)[A-Za-z_]\w*[ \t]*\(/dgm;

/** Small things that no macro is: an unnamed parameter with a default (`T* = nullptr`), the same of a template (`class P = Item*`), Microsoft's `__try` and `__except`. */
const ODD =
  /(?<=[*&])\s*=\s*(?:nullptr|NULL|0)(?=\s*[,)])|(?<=\b(?:class|typename)\s+\w{1,60}\s*=\s*(?:const\s+)?[\w:]{1,80})\s*\*+(?=\s*[,>])|\b__try\b|\b(?:__except|__finally)\b(?:\s*\([^()\n]*\))?/g;

function dropOddities(out: Blanker, seen: Blanker): void {
  const code = seen.toString();
  for (const match of code.matchAll(MACRO_FIRST)) {
    const [from, to] = match.indices![1]!;
    out.blank(from, to);
    seen.blank(from, to);
  }
  for (const { index, 0: text } of code.matchAll(ODD)) {
    out.blank(index, index + text.length);
    seen.blank(index, index + text.length);
  }
}

/** Longest initialiser looked through for directives. */
const LIST_LIMIT = 100_000;

/** Directives between the items of an initialiser (`= {⏎#include "list.h"⏎#define ITEM(a) a,⏎ITEMS⏎#undef ITEM⏎}`) and the macros of their lists. */
function flattenLists(out: Blanker, seen: Blanker): void {
  const code = seen.toString();
  let done = 0;
  for (const { index, 0: opens } of code.matchAll(/=\s*\{[ \t]*(?=\r?\n[ \t]*#[ \t]*(?:include|define))/g)) {
    if (index < done) continue;
    const from = index + opens.length;
    const end = code.indexOf("\n};", from);
    if (end < 0 || end - from > LIST_LIMIT) continue;
    for (const line of code
      .slice(from, end)
      .matchAll(/^[ \t]*#[ \t]*(?:include|define|undef)\b(?:[^\n\\]|\\\r?\n|\\.)*|^[ \t]*[A-Z][A-Z0-9_]+[ \t]*$/gm)) {
      out.blank(from + line.index, from + line.index + line[0].length);
      seen.blank(from + line.index, from + line.index + line[0].length);
    }
    done = end;
  }
}

function hasLongLine(text: string): boolean {
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf("\n", at);
    if ((end < 0 ? text.length : end) - at > 20_000) return true;
    if (end < 0) return false;
    at = end + 1;
  }
  return false;
}

/** Macros that stand first before a function, for the languages that have C in them. */
export function withoutFirstMacros(text: string): string {
  if (hasLongLine(text)) return text;
  const out = Blanker.of(text);
  dropOddities(out, out.codeOf(text));
  return out.toString();
}

/** Conditional compilation whose branches are not whole statements, for the languages that have C in them. */
export function withoutBrokenConditionals(text: string): string {
  if (hasLongLine(text)) return text;
  const out = Blanker.of(text);
  flattenConditionals(out, out.codeOf(text), false);
  return out.toString();
}

/** C and C++. */
/** What the grammars take for something else without an error: `EXPORT Status open(`, `class EXPORT Name {`, a macro alone before a definition, `API(int) open(`. */
export const MISREAD =
  /\b[a-z]\w*inline\s+[A-Za-z_]|^[ \t]*[A-Z][A-Z0-9_]{2,}[ \t]*(?:\([^()\n]*\))?[ \t]*\r?\n\s*(?:namespace|class|struct|template|enum|typedef|using|static|inline)\b|\b(?:class|struct|union)(?:[ \t]+[A-Z][A-Z0-9_]{2,}(?:[ \t]*\([^()\n]*\))?)+[ \t]+[A-Za-z_]\w*(?:[ \t]+final)?\s*[:{]|^[ \t]*(?:(?:static|inline|extern)[ \t]+)*[A-Z][A-Z0-9_]{2,}[ \t]+(?:const[ \t]+|struct[ \t]+)?[A-Za-z_][\w:]*(?:<[^<>;\n]*>)?(?:[ \t*&]+|[ \t*&]*\r?\n)(?:[A-Za-z_]\w*|\([A-Za-z_]\w*\))[ \t]*\(|^[ \t]*(?:(?:static|inline|extern)[ \t]+)*[A-Z][A-Z0-9_]{2,}[ \t]*\((?:const[ \t]+|struct[ \t]+|unsigned[ \t]+)*[A-Za-z_]\w*[ \t]*\**\)[ \t]*\r?\n?[ \t]*[A-Za-z_]*[a-z]\w*[ \t]*\([^;]/m;

export function repairC(text: string): string {
  // Work grows with the length of lines; nothing handwritten has such a line.
  if (hasLongLine(text)) return text;
  const out = Blanker.of(text);
  const code = out.codeOf(text);
  flattenLists(out, code);
  for (const { index, 0: mark } of code.toString().matchAll(CONDITIONAL_MARK)) {
    out.blank(index, index + mark.length);
    code.blank(index, index + mark.length);
  }
  flattenConditionals(out, code, false);
  dropMacros(out, code);
  dropOddities(out, code);
  return out.toString();
}

/** Languages whose only trouble is `#if … #endif` between the parts of a declaration (C#, Swift, Haskell with CPP). */
export function repairConditionals(text: string): string {
  const out = Blanker.of(text);
  flattenConditionals(out, out.codeOf(text), true);
  return out.toString();
}

/** A definition without a body under two annotations: the grammar takes it, or the next one, for an expression. */
const ANNOTATED = /^@[\w.]+(?:\([^()\n]*\))?\s+@[^\n{}]*\bclass[ \t]+\w+[ \t]*$/m;
/** Text of Kotlin that is repaired though it parses. */
export const KOTLIN = new RegExp(`\\bfun[ \\t]+interface\\b|${ANNOTATED.source}`, "m");

/**
 * Kotlin: the grammar does not know `fun interface`, and nothing assigned to a member of what a call gives; of several annotations of one
 * definition the last stays where they lead it astray.
 */
export function repairKotlin(text: string): string {
  const one = ANNOTATED.test(text)
    ? text.replace(/^(?:@[\w.]+(?:\([^()\n]*\))?\s+)+(?:(?=@)|annotation(?=[ \t]+class\b))/gm, (most) => most.replace(/[^\r\n]/g, " "))
    : text;
  return one
    .replace(/\bfun(?=[ \t]+interface\b)/g, "   ")
    .replace(
      /^([\w.?!<>, \t]+\([^()\n]*\)[?!]*\.[\w.?!]+[ \t]*)([-+*/%]?=)(?=[ \t])/gm,
      (_, target: string, sign: string) => target + "+".padEnd(sign.length),
    );
}
