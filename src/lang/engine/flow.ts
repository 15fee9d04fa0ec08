/**
 * What a variable, a field or a function holds or gives, as far as one expression tells: the local flow of values, in a form that resolution
 * can follow from any file.
 *
 * An expression is written as
 *   `a.b(x).c[0]`        a chain of names, calls and accesses (resolve/_names.ts, `parseChain` with indexes); arguments are kept where they
 *                        are names only; an index that is no literal is any element; `f()()` calls what f gave;
 *   `<T>.b`              an instance of T (`new T()`, `x as T`), and what it gives;
 *   `p | q`              one of several;
 *   `{a}`                an object or list written out, whose members are bindings `a.x`, `a.0` of the same scope;
 *   `.x`, `.a.x`         the function x defined in this very place (a method of an object written out; of one inside a);
 *   `$0`, `$0.b()`       what the first parameter holds, in what a function returns;
 *   `$0@set.b()`         the same in a field, written by the method set.
 * Nothing else is written: no expression means unknown.
 *
 * Rules that tell values (`from: "value"`) use `flowOf` on the text of an initialiser and `membersOf` on an object or list; `closed`
 * makes what was written in a function understandable outside it.
 */

import { closeBracket, skipSpace, splitList } from "./lex.ts";
import { ALSO, CALL, EACH, type Link, parseChain, splitTop } from "./resolve/text.ts";
import type { Syntax } from "./rules/_rules.ts";
import { DOTTED, DOTTED$, ID$, re } from "./words.ts";

/** Longest expression kept. */
const VALUE_LIMIT = 160;
/** Members of one written object that are kept, and how deep. */
const MEMBER_LIMIT = 200;
const DEPTH_LIMIT = 3;

/** Arguments that are names only: what an identity function gives depends on them. */
const NAMES_ONLY = re`^${DOTTED$}(?:\s*,\s*${DOTTED$})*$`;
const NO_VALUE =
  /^(?:true|false|null|undefined|None|True|False|NaN|Infinity|function|async|class|lambda|not|typeof|void|delete|import|yield|if|else)$/;

/** How a language writes alternatives: `a ? b : c`, `a || b`; or `b if a else c`, `a or b`. */
export type Style = "signs" | "words";

/** Links as text that reads as the same links. */
export function chainText(links: readonly Link[]): string {
  let text = "";
  for (const [i, { name, called, fresh, args, types }] of links.entries()) {
    const list = args !== undefined && args.length <= 60 && NAMES_ONLY.test(args) ? args : "";
    if (name === CALL) text += `(${list})`;
    else if (name === EACH) text += `[]${called ? `(${list})` : ""}`;
    else if (/^\d/.test(name) || !/^[#a-zA-Z\x80-\u{10FFFF}_$]/u.test(name))
      text += `[${JSON.stringify(name)}]${called ? `(${list})` : ""}`;
    else text += `${i > 0 ? "." : ""}${name}${called ? `(${list})` : ""}`;
    if (fresh && !called) {
      if (/[<([]/.test(text)) return "";
      text = types && types.length <= 60 ? `<${text}<${types.replace(/\s+/g, " ")}>>` : `<${text}>`;
    }
  }
  return text;
}

/** Short texts are remembered, so many at a time: they keep the files alive that they are of. A third was met just before. */
const MEMO = { characters: 100, entries: 4_000 };
const memos: Record<Style, Map<string, string | null>> = { signs: new Map(), words: new Map() };

/** The expression that an initialiser's text is, null where it says nothing. */
export function flowOf(text: string, style: Style): string | null {
  if (text.length > MEMO.characters) return readFlow(text, style);
  const memo = memos[style];
  let flow = memo.get(text);
  if (flow === undefined) {
    flow = readFlow(text, style);
    if (memo.size >= MEMO.entries) memo.clear();
    memo.set(text, flow);
  }
  return flow;
}

function readFlow(text: string, style: Style): string | null {
  const parts = alternatives(text, style).flatMap((part) => {
    const links = parseChain(part.replaceAll("?.", "."), true);
    if (!links || links.length === 0 || NO_VALUE.test(links[0]!.name)) return [];
    const plain = chainText(links);
    return plain === "" || plain.length > VALUE_LIMIT ? [] : [plain];
  });
  const distinct = [...new Set(parts)].slice(0, 4);
  return distinct.length === 0 ? null : distinct.join(" | ");
}

function alternatives(text: string, style: Style): string[] {
  let plain = text.trim();
  if (plain.endsWith(";") || plain.endsWith(",")) plain = plain.slice(0, -1);
  if (plain[0] === "(" && closeBracket(plain, 0, plain.length, PLAIN) === plain.length) plain = plain.slice(1, -1).trim();
  if (style === "words") {
    // the same things in another list
    plain = plain.replace(re`^(?:list|tuple|sorted|reversed|set|frozenset|iter)\((${DOTTED})\)$`, "$1");
    const choice = /^([\s\S]+?)\sif\s[\s\S]+?\selse\s([\s\S]+)$/.exec(plain);
    if (choice && balanced(choice[1]!)) return [...alternatives(choice[1]!, style), ...alternatives(choice[2]!, style)];
    const parts = plain.split(/\sor\s/);
    return parts.length > 1 && parts.every(balanced) ? parts : [plain];
  }
  if (plain.startsWith("await ")) plain = plain.slice(6).trimStart();
  const stands = /^(?:Promise\.|Reflect\.|new\s+Proxy\b)/.test(plain) ? STANDS_FOR.exec(plain) : null;
  if (stands && balanced(stands[2]!)) {
    const [of = ""] = splitTop(stands[2]!, ",");
    // made by its constructor, as `new` would
    if (stands[1] === "Reflect.construct") return PATH.test(of.trim()) ? [`new ${of.trim()}()`] : [];
    return alternatives(of, style);
  }
  if (plain.startsWith("Object."))
    plain = plain.replace(re`^Object\.(?:create|freeze|seal|preventExtensions)\(\s*(${DOTTED$})\s*\)$`, "$1");
  if (plain.includes("satisfies")) plain = plain.replace(/\s+satisfies\s+[\s\S]*$/, "");
  if (plain.endsWith("const") || plain.endsWith("any") || plain.endsWith("unknown"))
    plain = plain.replace(/\s+as\s+(?:const|any|unknown)$/, "");
  while (plain.endsWith("!")) plain = plain.slice(0, -1);
  // what is assigned on the way
  const assigned = plain.includes("=")
    ? /^[a-zA-Z\x80-\u{10FFFF}_$][\w\x80-\u{10FFFF}$.#]*\s*(?:\?\?|\|\|)?=(?![=>])\s*([\s\S]+)$/u.exec(plain)?.[1]
    : undefined;
  if (assigned !== undefined) return alternatives(assigned, style);
  const question = plain.includes("?") ? splitTop(plain.replace(/\?\?|\?\./g, "\u0001\u0001"), "?") : [];
  if (question.length === 2) {
    const sides = plain.slice(question[0]!.length + 1);
    const colon = splitTop(sides, ":");
    if (colon.length === 2) return colon.flatMap((side) => alternatives(side, style));
  }
  if (plain.includes("||") || plain.includes("??")) {
    const parts = splitTop(plain.replace(/\|\||\?\?/g, "\u0001\u0001"), "\u0001").filter((part) => part !== "");
    if (parts.length > 1) return parts.map((part) => part.trim());
  }
  return [plain];
}

/** What stands for what it is given: a promise that has settled, an object behind a proxy, a new object. */
const STANDS_FOR = /^(Promise\.resolve|Reflect\.construct|new\s+Proxy)\s*\(([\s\S]+)\)$/;
const PATH = re`^${DOTTED$}$`;

function balanced(text: string): boolean {
  let depth = 0;
  for (const char of text) {
    if ("([{".includes(char)) depth++;
    else if (")]}".includes(char) && --depth < 0) return false;
  }
  return depth === 0;
}

const PLAIN: Syntax = { separators: ["."], quotes: "\"'`", lineComments: [], blockComments: [] };

/** One value bound to a name: an object's member is `object.member`. */
export interface Flow {
  name: string;
  value: string;
}

/**
 * Members of an object (`{ a: f, g, h() {} }`, `{"a": f}`) or list (`[f, g]`, `(f, g)`) that hold something resolution can follow.
 * @param name what the object is called; the first of the flows says that it is one
 * @returns empty when the text is no such literal
 */
export function membersOf(name: string, text: string, syntax: Syntax, style: Style, depth = 0): Flow[] {
  const from = skipSpace(text, 0, text.length);
  const open = text[from];
  if ((open !== "{" && open !== "[" && open !== "(") || depth > DEPTH_LIMIT) return [];
  const close = closeBracket(text, from, text.length, syntax);
  if (close < 0 || !/^\s*(?:as\b[\s\S]*|satisfies\b[\s\S]*)?[;,]?\s*$/.test(text.slice(close))) return [];
  const pieces = splitList(text, from + 1, close - 1, syntax);
  if (open === "(" && pieces.length < 2) return [];
  const out: Flow[] = [{ name, value: `{${name}}` }];
  const also: string[] = [];
  for (const [i, [a, b]] of pieces.slice(0, MEMBER_LIMIT).entries()) {
    const piece = text.slice(a, b).trim();
    if (piece === "") continue;
    const spread = open === "{" ? SPREAD.exec(piece)?.[1] : undefined;
    const above = spread ?? (open === "{" ? re`^__proto__\s*:\s*(${DOTTED$})$`.exec(piece)?.[1] : undefined);
    if (above !== undefined) also.push(above);
    const [key, value] = open === "{" ? entry(piece, style) : [String(i), piece];
    if (key === null) continue;
    const inner = membersOf(`${name}.${key}`, value, syntax, style, depth + 1);
    if (inner.length > 0) {
      out.push(...inner);
      continue;
    }
    const own = value === `.${key}`;
    // the symbol of a method of an object in an object stands under the name of the outermost
    const outermost = depth > 0 ? /^[a-zA-Z\x80-\u{10FFFF}_$][^.]*/u.exec(name)?.[0] : undefined;
    const inside = outermost === undefined ? value : `.${outermost}${value}`;
    const flows = own ? inside : flowOf(value, style);
    if (flows !== null) out.push({ name: `${name}.${key}`, value: flows });
  }
  if (also.length > 0) out.push({ name: `${name}.${ALSO}`, value: also.slice(0, 4).join(" | ") });
  return out.length > 1 ? out : [];
}

/** Whose members are members here too: `...a`, `**a`. */
const SPREAD = re`^(?:\.\.\.|\*\*)\s*(${DOTTED$})$`;

/** Key and value of one member as written; the key null where it is computed or spread. */
function entry(piece: string, style: Style): [string | null, string] {
  const keyed = re`^(?:(["'])([^"'\\\n]*)\1|(${ID$}))\s*:\s*([\s\S]*)$`.exec(piece);
  if (keyed) {
    if (style === "words" && keyed[3] !== undefined) return [null, ""];
    const key = keyed[2] ?? keyed[3]!;
    const value = keyed[4]!;
    return [key, /^(?:async\b\s*)?(?:function\b|\(?[^()]*(?:\([^()]*\)[^()]*)*\)?\s*(?::[^=]*)?=>)/.test(value) ? `.${key}` : value];
  }
  if (style === "words") return [null, ""];
  if (re`^${ID$}$`.test(piece)) return [piece, piece];
  const method = re`^(?:async\s+|get\s+|set\s+)?\*?\s*(${ID$})\s*(?:<[^()]*>)?\(`.exec(piece);
  return method ? [method[1]!, `.${method[1]}`] : [null, ""];
}

/** What is known of a name where an expression was written. */
export interface Known {
  type: string;
  from: "annotation" | "constructor" | "call" | "value" | "parameter" | "unknown";
}

/**
 * An expression written inside a function, as it means the same outside: locals are replaced by what they hold.
 * @param look what a name of the function is bound to; undefined for names that are not the function's own
 * @returns null when it depends on something unknown
 */
export function closed(value: string, look: (name: string) => Known | undefined, depth = 0): string | null {
  if (depth > 3) return null;
  const parts = value.split(" | ").flatMap((part) => closedPart(part, look, depth) ?? []);
  return parts.length === 0 ? null : parts.slice(0, 4).join(" | ");
}

function closedPart(part: string, look: (name: string) => Known | undefined, depth: number): string | null {
  if (/^[{.<$]/.test(part)) return part;
  const root = re`^(${ID$})`.exec(part)?.[1];
  if (root === undefined) return null;
  const known = look(root);
  if (known === undefined) return part;
  const rest = part.slice(root.length);
  const put = (start: string): string | null => (start.length + rest.length > VALUE_LIMIT ? null : start + rest);
  switch (known.from) {
    case "annotation":
      return rest === "" || re`^${DOTTED$}$`.test(known.type) ? put(`<${known.type}>`) : null;
    case "constructor":
      return put(`<${known.type}>`);
    case "call":
      return put(known.type.endsWith(")") ? known.type : `${known.type}()`);
    case "value": {
      const inner = known.type.includes(root) && known.type.startsWith(root) ? null : closed(known.type, look, depth + 1);
      return inner === null || (inner.includes(" | ") && rest !== "") ? null : put(inner);
    }
    case "parameter":
      return known.type.includes("*") ? null : put(`$${/^\d+(?:\.[^=]*)?/.exec(known.type)![0]}`);
    case "unknown":
      return null;
  }
}
