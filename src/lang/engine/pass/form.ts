/**
 * What tells the type of an argument, as `RawReference.given` keeps it: a short form of its text.
 *
 * `"` a string, `'` a character, `1`, `1L`, `1f`, `1.0` numbers, `true`, `null`, `->2` a function written out with two parameters (`->` if their
 * number is not told), `->2=` one that gives something, `->2!` one that gives nothing, `::` a method by its name, `(T)` a cast, `new T`, `new T[]`, `class` a class literal, `OPERAND` before each of what an operator makes one of,
 * `.a.b()` a chain of names and calls; "" is anything else. A key word stands before it (`name=`).
 */

import { closeBracket, findOutside, skipLiteral, skipSpace, splitList } from "../lex.ts";
import type { Syntax } from "../rules/_rules.ts";
import { ID$, re } from "../words.ts";

/** Longer arguments are told by what they begin with, if at all. */
const LIMIT = 4_000;
/** Longest chain that is kept. */
const CHAIN = 120;
/** Before each operand of an operator. */
export const OPERAND = "\u0001";
/** Before the forms of a call whose type arguments are written (C++: `f<int>(x)`). */
export const EXPLICIT = "\u0002";
/** Between the forms of a call's arguments. */
export const BETWEEN = "\t";

const KEY = re`^(${ID$})\s*[:=](?![:=>])\s*`;
const NUMBER = /^[+-]?(?:0[xXbB][\da-fA-F_]+|\d[\d_]*)(\.\d[\d_]*)?(?:[eE][+-]?\d+)?\.?([lLfFdDmMuU]{0,2})$/;
const CAST = re`^\(\s*((?:final\s+)?${ID$}(?:\s*\.\s*${ID$})*\s*(?:<[^()]*>)?\s*(?:\[\s*\])*\??)\s*\)\s*([\w"'(!\x80-\u{10FFFF}{$@][\s\S]*)$`;
/** Casts of C++ by their names, and of C to pointers: what else stands in brackets may be a value. */
const NAMED_CAST = /^(?:static|reinterpret|const|dynamic)_cast\s*<([^()]*)>\s*(?=\()/;
const POINTER_CAST = /^\(\s*((?:[\w:]+\s+)*[\w:]+(?:<[^()]*>)?(?:\s+const)?\s*\*[*\s]*)\)\s*(?=[\w("'&*])/;
const AS = re`\sas[?!]?\s+(${ID$}(?:\.${ID$})*(?:[<[][^()]*[>\]])?)\??$`;
const NEW = re`^new\s+(${ID$}(?:\s*\.\s*${ID$})*)\s*(<[^()[\]{]*>)?\s*([[({])`;
const CLASS = re`^${ID$}(?:\.${ID$})*(?:\[\])*(?:\.class|::class(?:\.java)?)$|^typeof\(|^classOf\[|^${ID$}(?:\.${ID$})*\.self$`;
const METHOD = re`^(?:[\s\S]*[\w\x80-\u{10FFFF})>\]])?::(?:${ID$}|new)$`;
const LAMBDA = re`^(?:async\s+|static\s+)?(?:(${ID$})|\(([^()]*(?:\([^()]*\)[^()]*)*)\))\s*(?:->|=>)`;
const BOOLEAN = ["==", "!=", "<=", ">=", "&&", "||", " instanceof ", " in ", " is "];
const ARITHMETIC = ["+", "-", "*", "/", "%"];
const START = /^[a-zA-Z\x80-\u{10FFFF}_$(&]/u;

/** The forms of a call's arguments; null where there is nothing to tell. */
export function formsOf(text: string, pieces: readonly (readonly [number, number])[], syntax: Syntax): string | null {
  if (pieces.length === 0 || pieces.length > 24) return null;
  const forms = pieces.map(([from, to]) => formOf(text.slice(from, Math.min(to, from + LIMIT)).trim(), syntax));
  return forms.some((form) => form !== "") ? forms.join(BETWEEN) : null;
}

export function formOf(written: string, syntax: Syntax, depth = 4): string {
  if (depth === 0 || written === "") return "";
  const key = KEY.exec(written);
  if (key && written[key[0].length] !== "=") return `${key[1]}=${formOf(written.slice(key[0].length), syntax, depth - 1)}`;
  const text = written.replace(/^(?:ref|out|in|await|try[?!]?|inout|&)\s+(?=[\w(])/, "");
  const first = text[0]!;
  if (text === "null" || text === "nil" || text === "true" || text === "false")
    return text === "false" ? "true" : text === "nil" ? "null" : text;
  const number = NUMBER.exec(text);
  if (number)
    return `${number[1] || /^[^xX]*[eE]/.test(text) ? "1.0" : "1"}${
      number[2] === undefined
        ? ""
        : number[2]
            .toLowerCase()
            .replace(/(l+)(u)$/, "$2$1")
            .replace(/l+/, "L")
    }`;
  if (first === "{") return syntax.lambdas ? blockForm(text) : "";
  // `->` leads to a member in some languages
  const arrow = syntax.separators.includes("->") ? null : LAMBDA.exec(text);
  if (arrow) {
    const count = arrow[1] !== undefined ? 1 : arrow[2]!.trim() === "" ? 0 : splitList(arrow[2]!, 0, arrow[2]!.length, syntax, true).length;
    return `->${count}${text.startsWith("async") ? "" : givenBy(text.slice(arrow[0].length).trim(), syntax, depth)}`;
  }
  if (CLASS.test(text)) return "class";
  // of C++ a name with where it stands
  if (!syntax.pointers && METHOD.test(text) && !/[;{}"]/.test(text)) return "::";
  const condition = text.includes("?") ? outside(text, "?", syntax) : -1;
  if (condition > 0 && text[condition + 1] !== "." && text[condition + 1] !== "?" && text[condition - 1] !== "?") {
    const colon = outside(text, ":", syntax, condition + 1);
    if (colon > 0) {
      const one = formOf(text.slice(condition + 1, colon).trim(), syntax, depth - 1);
      return one === "" || one === "null" ? formOf(text.slice(colon + 1).trim(), syntax, depth - 1) : one;
    }
  }
  for (const operator of BOOLEAN) if (text.includes(operator) && outside(text, operator, syntax) > 0) return "true";
  if (comparison(text, syntax)) return "true";
  if (first === "!" && text[1] !== "!") return "true";
  const as = syntax.angles || syntax.lambdas ? AS.exec(text) : null;
  if (as) return `(${as[1]!.replace(/\s+/g, " ")})`;
  const cast = first === "(" ? CAST.exec(text) : null;
  // `(a) + b` is no cast, `(a).b` neither
  if (cast && operatorAt(text, syntax) < 0) return `(${cast[1]!.replace(/^final\s+/, "").replace(/\s+/g, "")})`;
  const named = syntax.pointers ? NAMED_CAST.exec(text) : null;
  if (named && closeBracket(text, named[0].length, text.length, syntax) === text.length) return `(${named[1]!.replace(/\s+/g, " ")})`;
  const operator = operatorAt(text, syntax);
  const pointer = syntax.pointers && operator < 0 ? POINTER_CAST.exec(text)?.[1] : undefined;
  if (pointer !== undefined) return `(${pointer.replace(/\s+/g, " ").trim()})`;
  if (operator > 0) {
    const left = formOf(text.slice(0, operator).trim(), syntax, depth - 1);
    if (left === '"' && !syntax.pointers) return '"';
    const right = formOf(text.slice(operator + 1).trim(), syntax, depth - 1);
    if (right === '"' && text[operator] === "+" && !syntax.pointers) return '"';
    return left === "" || right === "" || left.length + right.length > CHAIN ? "" : `${OPERAND}${left}${OPERAND}${right}`;
  }
  if (isString(text, syntax)) return first === "'" && syntax.charLiterals ? "'" : '"';
  if (first === "-" || first === "+" || first === "~") return formOf(text.slice(1).trim(), syntax, depth - 1);
  const made = NEW.exec(text);
  if (made) {
    const name = made[1]!.replace(/\s+/g, "") + (made[2] ? made[2].replace(/\s+/g, " ") : "");
    if (made[3] === "[") {
      const close = text.indexOf("]", made[0].length);
      const more = /^\s*((?:\[[^\]]*\]\s*)*)/.exec(text.slice(close + 1))![1]!;
      return `new ${name}[]${more.replace(/[^[\]]/g, "").replace(/\[\]/g, "[]")}`;
    }
    const end = made[3] === "(" ? closeBracket(text, made[0].length - 1, text.length, syntax) : -1;
    const body = end < 0 ? "" : text.slice(end).trimStart();
    const close = body[0] === "{" ? closeBracket(body, 0, body.length, syntax) : 0;
    if (end > 0 && close === body.length) return `new ${name}`;
  }
  if (first === "(" && closeBracket(text, 0, text.length, syntax) === text.length)
    return formOf(text.slice(1, -1).trim(), syntax, depth - 1);
  if (!START.test(text) && first !== '"' && !(syntax.pointers && /^\*\w/.test(text))) return "";
  const chain = shortened(text, syntax);
  return chain === null ? "" : `.${chain}`;
}

/** Does a function without a name give something (`=`), nothing (`!`), or can it be taken for either: a call, what only throws? */
function givenBy(body: string, syntax: Syntax, depth: number): "=" | "!" | "" {
  if (body[0] !== "{") {
    const form = /\+\+|--/.test(body) ? "" : formOf(body, syntax, depth - 1);
    return form === "" || form.startsWith("->") || form.startsWith("new ") || (form[0] === "." && form.endsWith(")")) ? "" : "=";
  }
  const end = closeBracket(body, 0, body.length, syntax);
  if (end < 0) return "";
  // what functions and classes inside give is theirs
  let own = "";
  for (let i = 1; i < end - 1; ) {
    const inner = body[i] === "{" && /(?:->|=>|\)|\bclass\s[\w\s<>,.]*)\s*$/.test(own.slice(-200)) && !CONDITION.test(own.slice(-400));
    const close = inner ? closeBracket(body, i, end, syntax) : -1;
    if (close > 0) i = close;
    else own += body[i++];
  }
  if (/\breturn\b\s*[^\s;]/.test(own)) return "=";
  return /\breturn\b/.test(own) || !/\b(?:throw|while|for)\b/.test(own) ? "!" : "";
}

/** Before the block of a statement, not of a function or a class without a name. */
const CONDITION = /\b(?:if|for|while|switch|catch|try|synchronized|using|lock|foreach|fixed)\s*\([^{};]*\)\s*$/;

/** `{ a, b -> … }` */
function blockForm(text: string): string {
  const head = /^\{\s*((?:[\w\x80-\u{10FFFF}]+(?:\s*:\s*[\w\x80-\u{10FFFF}.<>?]+)?\s*,?\s*)+)(?:->|in\b|=>)/u.exec(text);
  return head ? `->${head[1]!.split(",").length}` : "->";
}

/** Is it one string, and nothing else? */
function isString(text: string, syntax: Syntax): boolean {
  const from = /^(?:[@$]{1,2}|[sfr]|raw)?(?=["'`])/.exec(text)?.[0].length;
  if (from === undefined) return false;
  if (from > 0) return /["']$/.test(text);
  let end = skipLiteral(text, 0, text.length, syntax);
  // `"a" "b"` of C is one
  while (syntax.pointers && end < text.length) {
    const next = skipSpace(text, end, text.length);
    if (text[next] !== '"') return false;
    end = skipLiteral(text, next, text.length, syntax);
  }
  return end === text.length;
}

/** Where a text stands outside brackets and literals; -1 if nowhere. */
function outside(text: string, what: string, syntax: Syntax, from = 0): number {
  const at = findOutside(text, from, text.length, [what], syntax);
  return at < text.length ? at : -1;
}

/** `a < b`, where it opens no type arguments. */
function comparison(text: string, syntax: Syntax): boolean {
  if (!/\s[<>]\s/.test(text)) return false;
  return outside(text, " < ", syntax) > 0 || outside(text, " > ", syntax) > 0;
}

/** The last operator of arithmetic outside brackets; -1 if there is none. */
function operatorAt(text: string, syntax: Syntax): number {
  for (const operator of ARITHMETIC) {
    if (!text.includes(operator)) continue;
    let last = -1;
    for (let at = outside(text, operator, syntax); at >= 0; at = outside(text, operator, syntax, at + 1)) {
      const before = text.slice(0, at).trimEnd();
      const after = text[at + 1];
      if (before === "" || /[-+*/%(=<>&|,?:]$/.test(before) || after === ">" || after === undefined || /\b(?:return|new)$/.test(before))
        continue;
      last = at;
      if (operator === "+") break;
    }
    if (last > 0) return last;
  }
  return -1;
}

/** A chain without white space, its own arguments no longer than what counts them; null where it is none. */
function shortened(text: string, syntax: Syntax): string | null {
  let out = "";
  for (let i = 0; i < text.length; ) {
    const char = text[i]!;
    if (char === "(" || char === "[") {
      const end = closeBracket(text, i, text.length, syntax);
      if (end < 0) return null;
      const inner = text.slice(i + 1, end - 1).trim();
      // `(a.b()).c()`, `((T) x).c()`: what stands in the first brackets is the receiver
      if (out === "" && char === "(") out += text.slice(i, end).replace(/\s+/g, " ");
      else if (char === "[") out += inner === "" ? "[]" : "[0]";
      else {
        const pieces = splitList(inner, 0, inner.length, syntax);
        out += `(${pieces
          .map(([from, to]) => {
            const one = inner.slice(from, to).replace(/\s+/g, "");
            return one.length <= 24 && !/["'`{}]/.test(one) ? one : /^["]/.test(one) ? '""' : "_";
          })
          .join(",")})`;
      }
      i = end;
    } else if (char === "{") {
      const end = closeBracket(text, i, text.length, syntax);
      if (end < 0) return null;
      // `Item{}` of C++ makes one
      if (syntax.pointers && /\w$/.test(out)) out += "()";
      i = end;
    } else if (char === '"') {
      const end = skipLiteral(text, i, text.length, syntax);
      if (out !== "" || end <= i) return null;
      out += '""';
      i = end;
    } else if (/\s/.test(char)) {
      if (/^\s+[a-zA-Z_]/.test(text.slice(i)) && /[\w)]$/.test(out) && !/^\s*[.?]/.test(text.slice(i)) && !/^(?:new|await|try)$/.test(out))
        return null;
      if (/^(?:new|await|try)$/.test(out)) out += " ";
      i++;
    } else {
      out += char;
      i++;
    }
    if (out.length > CHAIN) return null;
  }
  return /[;=]/.test(out.replace(/\([^()]*\)/g, "")) ? null : out;
}
