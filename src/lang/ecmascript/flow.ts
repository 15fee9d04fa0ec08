/** What JavaScript's variables, fields and functions hold and give, as their initialisers, loops and returns tell (lang/engine/flow.ts). */

import { type Flow, flowOf, membersOf } from "../engine/flow.ts";
import { closeBracket, skipSpace, splitList } from "../engine/lex.ts";
import { EACH } from "../engine/resolve/text.ts";
import { RETURNED } from "../engine/resolve/world.ts";
import type { Bound } from "../engine/rules/_rules.ts";
import { DOTTED$, re } from "../engine/words.ts";
import { NAME, PATH, STARTS, syntax, valueAt, valueKind, WHOLE } from "./lex.ts";

const asBound =
  (field: boolean) =>
  ({ name, value }: Flow): Bound => ({ name, type: value, from: "value", field });

const unknown = (name: string, field = false): Bound => ({ name, type: "", from: "unknown", field });

const START = re`^\s*(?:await\s+)?(?<new>new\s+)?(?<path>${PATH})\s*(?:<[^()=;]*>)?\s*(?<open>\()?`;
const CAST = re`\bas\s+(${DOTTED$})\s*;?\s*$`;
const NO_CALL = /^(?:function|async|require|import|class|if|typeof)$/;

const CHAINED = re`^\s*(?:${PATH}\s*=(?![=>])\s*)+`;

/** What a name holds by its initialiser: an object or list written out, an instance, what a call or another name gives. */
function held(name: string, written: string, field: boolean): Bound[] {
  // `new Map([["a", f], …])`, `new Set([f, …])`
  const entries = written.includes("new") ? /^\s*new\s+(Map|Set)\s*(?:<[^()]*>)?\(\s*(?=\[)/.exec(written) : null;
  if (entries) {
    const list = membersOf("", written.slice(entries[0].length).replace(/\)\s*;?\s*$/, ""), syntax, "signs");
    const item = entries[1] === "Map" ? /^\.\d+\.1$/ : /^\.\d+$/;
    const items = list.filter((one) => item.test(one.name) && one.value[0] !== "{");
    if (items.length > 0 && items.length <= 12)
      return [
        { name, type: entries[1]!, from: "constructor", field },
        ...items.map(({ value }) => asBound(field)({ name: `${name}.${EACH}`, value })),
      ];
  }
  // `a = b = f`
  const value = settledList(written.includes("=") ? written.replace(CHAINED, "") : written);
  if (/^\s*[{[]/.test(value)) {
    const members = membersOf(name, value, syntax, "signs");
    return members.length > 0 ? members.map(asBound(field)) : [unknown(name, field)];
  }
  const cast = value.includes("as") ? CAST.exec(value)?.[1] : undefined;
  if (cast && !/^(?:const|any|unknown)$/.test(cast)) return [{ name, type: cast, from: "annotation", field }];
  const flow = flowOf(value, "signs");
  // Only of these the start tells more.
  const start = flow === null || flow[0] === "<" || flow.endsWith("()") ? START.exec(value)?.groups : undefined;
  const path = start?.path?.replaceAll("?.", ".");
  if (flow === null) {
    // longer than what is read here, or with arguments that cannot be read: its start is all that is told
    if (start?.new) return [{ name, type: path!, from: "constructor", field }];
    const bracketed = start?.open && closeBracket(value, value.indexOf("("), value.length, syntax);
    const ends = bracketed !== undefined && bracketed !== "" && (bracketed < 0 || /^\s*;?\s*$/.test(value.slice(bracketed)));
    if (start?.open && ends && !NO_CALL.test(path!)) return [{ name, type: path!, from: "call", field }];
    return [unknown(name, field)];
  }
  if (flow === `<${path}>`) return [{ name, type: path!, from: "constructor", field }];
  if (flow === `${path}()`) return NO_CALL.test(path!) ? [unknown(name, field)] : [{ name, type: path!, from: "call", field }];
  return /^(?:require|import)\(/.test(flow) ? [unknown(name, field)] : [{ name, type: flow, from: "value", field }];
}

interface Part {
  local: string;
  path: string | null;
  value: string | null;
}

/** What a pattern binds, where in the value it stands (`a.b`, `0`; null for what a rest gathers), and its default. */
export function patternPaths(written: string): Part[] {
  // `[, b]`: what is left out has a place all the same
  const text = written[0] === "[" ? written.replace(/([[,])\s*(?=,)/g, "$1_") : written;
  const close = closeBracket(text, 0, text.length, syntax);
  return splitList(text, 1, close < 0 ? text.length : close - 1, syntax).flatMap(([from, to], i) => {
    const piece = text.slice(from, to).trim();
    const rest = piece.startsWith("...");
    if (text[0] === "[") {
      if (/^[{[]/.test(piece)) return within(String(i), patternPaths(piece));
      const local = LOCAL.exec(piece);
      return local ? [{ path: rest ? null : String(i), local: local[1]!, value: defaultOf(local[2] ?? "") }] : [];
    }
    const match = KEYED.exec(piece);
    if (!match) return [];
    const key = match[1]!.replace(/^["']|["']$/g, "");
    const inner = match[2]?.trim();
    if (inner && "{[".includes(inner[0]!)) return within(key, patternPaths(inner));
    const local = inner === undefined ? null : LOCAL.exec(inner);
    return [{ path: rest ? null : key, local: local?.[1] ?? key, value: defaultOf((inner === undefined ? match[3] : local?.[2]) ?? "") }];
  });
}

const LOCAL = re`^(?:\.\.\.)?(${NAME})\s*(?:=(?!>)([\s\S]*))?`;
const KEYED = re`^(?:\.\.\.)?(${NAME}|"[^"]*"|'[^']*')\s*(?::\s*([\s\S]*)|=(?!>)([\s\S]*))?`;

const within = (key: string, inner: Part[]): Part[] =>
  inner.map(({ path, ...part }) => ({ ...part, path: path === null ? null : `${key}.${path}` }));

const access = (value: string, path: string): string =>
  value +
  path
    .split(".")
    .map((key) => (WHOLE.test(key) ? `.${key}` : `["${key}"]`))
    .join("");

/** `await Promise.all([a(), b()])` is the list, each promise what it gives. */
function settledList(text: string): string {
  const start = text.includes("Promise.all") ? /^\s*await\s+Promise\.all\(\s*(?=\[)/.exec(text)?.[0].length : undefined;
  const close = start === undefined ? -1 : closeBracket(text, start, text.length, syntax);
  return close > 0 && /^\s*\)\s*;?\s*$/.test(text.slice(close)) ? text.slice(start, close) : text;
}

/** `{ a, b: c, ...d } = value`, `[a, b] = [f, g]`. */
function destructured(text: string): Bound[] {
  const close = closeBracket(text, 0, text.length, syntax);
  const at = close < 0 ? -1 : (/^\s*(?::[^=]*)?=(?![=>])/.exec(text.slice(close))?.[0].length ?? -1);
  const whole = at < 0 ? "" : settledList(text.slice(close + at));
  const written = /^\s*[{[]/.test(whole) ? membersOf("", whole, syntax, "signs") : [];
  const value = at < 0 || written.length > 0 ? null : flowOf(whole, "signs");
  return patternPaths(text).flatMap(({ path, local, value: instead }): Bound[] => {
    if (path === null) return gathered(local, patternPaths(text).length - 1, written);
    const member = written.find(({ name }) => name === `.${path}`)?.value ?? (written.length > 0 ? instead : null);
    if (member && member[0] !== "{") return [{ name: local, type: member, from: "value" }];
    if (value === null || value.includes(" | ") || /^(?:require|import)\(/.test(value)) return [unknown(local)];
    return [{ name: local, type: access(value, path) + (instead === null ? "" : ` | ${instead}`), from: "value" }];
  });
}

/** `...rest` of a list that is written out: what stands from there on. */
function gathered(local: string, from: number, written: readonly Flow[]): Bound[] {
  const members = written.flatMap(({ name, value }) => {
    const at = /^\.(\d+)$/.exec(name)?.[1];
    return at !== undefined && Number(at) >= from && value[0] !== "{" ? [{ name: `${local}.${Number(at) - from}`, value }] : [];
  });
  return members.length > 0 ? [{ name: local, value: `{${local}}` }, ...members].map(asBound(false)) : [unknown(local)];
}

/** `a: T = value`, `{ a } = value` of const, let and var. */
export function bindDeclarator(text: string): Bound[] {
  if (text.startsWith("{") || text.startsWith("[")) return destructured(text);
  const name = STARTS.exec(text)?.[0];
  if (!name) return [];
  const at = valueAt(text);
  const typed = /^\s*!?\s*:\s*/.exec(text.slice(name.length));
  if (typed) {
    const type = text.slice(name.length + typed[0].length, at < 0 ? undefined : at - 1);
    return [{ name, type: type.trim(), from: "annotation" }];
  }
  return at < 0 ? [unknown(name)] : held(name, text.slice(at), false);
}

const OWN_FIELD = re`^this\.(#?${NAME})\s*=(?!=)`;
const ASSIGNED = re`^(?!(?:this|module|exports|window|globalThis|process)\b)(${NAME}(?:\.${NAME}){0,3}|${NAME}\[(?:"[^"\n]*"|'[^'\n]*'|\d+)\])\s*=(?![=>])`;

/** `handlers[key] = f` */
const PUT_AT = re`^(?<self>this\.)?(?!this\b)(?<name>#?${NAME}(?:\.${NAME})?)\[(?!["'\d])[^\]\n]+\]\s*=(?![=>])(?<value>[\s\S]*)$`;

/** `this.a = …`; `a = …` and `a.b = …` where something is assigned that can be followed. */
export function bindAssignment(text: string): Bound[] {
  const field = OWN_FIELD.exec(text);
  if (field) return held(field[1]!, text.slice(field[0].length), true);
  if (/^[{[]/.test(text)) return destructured(text);
  const put = PUT_AT.exec(text)?.groups;
  if (put) {
    const flow = flowOf(put.value!, "signs");
    return flow === null || flow.includes(" | ")
      ? []
      : [{ name: `${put.name}.${EACH}`, type: flow, from: "value", field: put.self !== undefined }];
  }
  const assigned = ASSIGNED.exec(text);
  if (!assigned || assigned[1]!.includes(".prototype")) return [];
  const name = assigned[1]!.replace(/\[["']?([^"'\]]*)["']?\]$/, ".$1");
  const plain = !name.includes(".");
  return held(name, text.slice(assigned[0].length), false)
    .filter((one) => one.from !== "unknown")
    .map((one) => (plain && one.name === name ? { ...one, assigned: true } : one));
}

/** A field with an initialiser: `a = new B();`, `a = f`. */
export function bindProperty(text: string): Bound[] {
  const plain = text.replace(/^(?:(?:static|override|readonly|public|private|protected|declare|accessor)\s+)*/, "");
  const at = valueAt(plain);
  const name = FIELD.exec(plain)?.[0];
  if (at < 0 || !name || /^\s*[!?]?\s*:/.test(plain.slice(name.length)) || valueKind(plain, at) !== null) return [];
  return held(name, plain.slice(at), true).filter((one) => one.from !== "unknown");
}

/** A function or class expression with a name. */
const FUNCTION = re`^\s*(?:(?:async\s+)?function\s*\*?\s*(${NAME})\s*\(|class\s+(?!extends\b)(${NAME}))`;

/** What an expression gives that a function returns, under the name `()`. */
function given(value: string): Bound[] {
  const open = value.trimStart()[0];
  if (open === "{" || open === "[") return membersOf(RETURNED, value, syntax, "signs").map(asBound(false));
  const own = FUNCTION.exec(value);
  const flow = own?.[1] ?? own?.[2] ?? flowOf(value, "signs");
  return flow === null ? [] : [{ name: RETURNED, type: flow, from: "value" }];
}

/** `return x;` */
export const bindReturn = (text: string): Bound[] => given(text.replace(/^return\b\s*/, ""));

/** `yield x;`, `yield* xs;`: one of what the function gives. */
export function bindYield(text: string): Bound[] {
  const [start, all] = /^yield\b\s*(\*)?\s*/.exec(text) ?? [""];
  const flow = flowOf(text.slice(start.length), "signs");
  if (flow === null || (all && flow.includes(" | "))) return [];
  return [
    { name: RETURNED, type: `{${RETURNED}}`, from: "value" },
    { name: `${RETURNED}.${EACH}`, type: all ? `${flow}[]` : flow, from: "value" },
  ];
}

/** The body of `=> x`, `=> ({ … })`. */
export function arrowGives(body: string): Bound[] {
  const value = body.replace(/^\s*=>\s*/, "");
  if (value === body || value[0] === "{") return [];
  if (!/^\(\s*\{/.test(value)) return given(value);
  const close = closeBracket(value, 0, value.length, syntax);
  return close < 0 || value.slice(close).trim().replace(";", "") !== "" ? [] : given(value.slice(1, close - 1));
}

/** `for (const x of xs)`: one of what is held. */
export function bindLoop(text: string): Bound[] {
  const head = /^for\s*(?:await\s*)?\(\s*(?:const|let|var)\s+/.exec(text);
  if (!head) return [];
  const close = closeBracket(text, text.indexOf("("), text.length, syntax);
  const of = /^([\s\S]*?)\s+(of|in)\s+([\s\S]*)$/.exec(text.slice(head[0].length, close < 0 ? undefined : close - 1));
  if (!of) return [];
  const list = of[2] === "of" ? membersOf("", of[3]!, syntax, "signs").slice(1, 5) : [];
  // what an object holds, by its values or in pairs
  const written = re`^Object\.(values|entries)\(\s*(${DOTTED$})\s*\)$`.exec(of[3]!.trim());
  const over = of[2] === "of" ? flowOf(written ? written[2]! : of[3]!, "signs") : null;
  const item = list.length > 0 ? list.map(({ value }) => value).join(" | ") : over === null || over.includes(" | ") ? null : `${over}[]`;
  const target = of[1]!.trim();
  if (!/^[{[]/.test(target)) {
    if (!WHOLE.test(target)) return [];
    return [item === null ? unknown(target) : { name: target, type: item, from: "value" }];
  }
  return patternPaths(target).map(({ path, local }): Bound => {
    // `[key, value] of map`: the value is what the map holds
    const value = path === null || item === null ? null : target[0] === "{" ? access(item, path) : path === "1" ? item : null;
    return value === null ? unknown(local) : { name: local, type: value, from: "value" };
  });
}

/** `if (x instanceof Foo) { … }`: what x is inside, and after it what it was; behind `if (!(…)) return` it is that from there on. */
export function bindTested(text: string): Bound[] {
  const match = TESTED.exec(text);
  const close = match ? closeBracket(text, text.indexOf("("), text.length, syntax) : -1;
  if (!match || close < 0) return [];
  const [, not, name, type] = match as unknown as [string, string | undefined, string, string];
  const is: Bound = { name, type, from: "annotation", narrows: true };
  if (not) return /^\s*\{?\s*(?:return|throw|continue|break)\b/.test(text.slice(close)) ? [{ ...is, at: close }] : [];
  const open = skipSpace(text, close, text.length);
  const block = text[open] === "{" ? closeBracket(text, open, text.length, syntax) : -1;
  const line = text.indexOf("\n", close);
  const end = block > 0 && line > 0 && line < block ? block : (line > 0 ? line : text.length) + 1;
  return [is, { name, type: "", from: "unknown", same: name, narrows: true, at: end }];
}

const TESTED = re`^if\s*\(\s*(!\s*\(\s*)?(${NAME})\s+instanceof\s+(${NAME}(?:\.${NAME})*)`;
const FIELD = re`^#?${NAME}`;
const CAUGHT = re`^catch\s*\(\s*(${NAME})`;

/** `catch (error)` */
export function bindCaught(text: string): Bound[] {
  const name = CAUGHT.exec(text)?.[1];
  return name === undefined ? [] : [unknown(name)];
}

/** The default of a parameter. */
export function defaultOf(text: string): string | null {
  return text.trim() === "" ? null : flowOf(text, "signs");
}
