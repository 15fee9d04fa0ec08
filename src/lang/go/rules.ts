/** Go. A method hangs under its receiver's type; capital letters are public. */

import { closeBracket, splitList } from "../engine/lex.ts";
import { RESULT, RETURNED } from "../engine/resolve/world.ts";
import { boundTo, type ChainSyntax, eachOf, NOTHING, readChain, wholeType } from "../engine/rules/_chain.ts";
import type { Bound, DefineRule, Named, RuleSet } from "../engine/rules/_rules.ts";
import { DOTTED, ID, re, sticky, words } from "../engine/words.ts";
import { goPackageName, syntax } from "./language.ts";

const CHAIN: ChainSyntax = { syntax, braces: "literal", square: true, before: /[&*]\s*/y };
const SLICE_OR_MAP = re`^&?((?:\[[^\]\n]*\]|map\[[^\]\n]*\])\s*\*?\s*(?:\[\]|map\[[^\]\n]*\])*\s*\*?${DOTTED})\s*\{`;
const MADE = /^make\(\s*((?:\[\]|map\[[^\]\n]*\]|chan\s)[^,)]*)/;

/** The names before the type or the `=` of `a, B int = 1, 2`. */
function names(text: string): Named[] {
  const found: Named[] = [];
  const next = new RegExp(`\\s*(${ID})\\s*(,?)`, "uy");
  for (let match = next.exec(text); match; match = next.exec(text)) {
    if (match[1] !== "_") found.push({ name: match[1]!, end: match.index + match[0].indexOf(match[1]!) + match[1]!.length });
    if (!match[2]) break;
  }
  return found;
}

const EMBEDDED = new RegExp(`^\\*?(${ID}(?:\\.${ID})?)(?:\\[[^\\]]*\\])?\\s*(?:[\`"].*)?$`, "u");

/** A table whose rows have a type without a name. */
const ROWS = /^&?(?:\[[^[\]]*\]|map\[\w+\])\s*\*?\s*struct\s*(?=\{)/;

/** What the initialiser of a variable tells: `&Foo{`, `new(Foo)`, `make()`, `x.(*Foo)`. */
function initialised(name: string, value: string): Bound {
  // `func(…) T {`: what it gives
  if (/^func\s*\(/.test(value)) {
    const close = closeBracket(value, value.indexOf("("), value.length, syntax);
    const result = close < 0 ? undefined : /^\s*([^{]*?)\s*\{/.exec(value.slice(close))?.[1];
    return result ? { name, type: `func() ${result}`, from: "annotation" } : { name, type: "", from: "unknown" };
  }
  const rows = ROWS.exec(value);
  const alone = rows ?? /^&?struct\s*(?=\{)/.exec(value);
  if (alone) {
    const close = closeBracket(value, alone[0].length, value.length, syntax);
    const columns = close < 0 ? "" : value.slice(alone[0].length + 1, close - 1);
    const fields = columns.split(/\n|;/).flatMap((line) => {
      const [, list, type] = /^\s*((?:\w+\s*,\s*)*\w+)\s+(\*?(?:\w+\.)?\w+)\s*(?:[`"].*|\/\/.*)?$/.exec(line) ?? [];
      return type === undefined || go.builtinTypes!.has(type)
        ? []
        : list!.split(",").map((one) => `${one.trim()}:<${type.replace("*", "")}>`);
    });
    return fields.length > 0 ? { name, type: `{${fields.join(";")}}`, from: "value" } : { name, type: "", from: "unknown" };
  }
  const composite = re`^&?\s*(${ID}(?:\.${ID})?)(?:\[[^\]\n]*\])?\s*\{`.exec(value);
  if (composite && !/^(?:map|struct|func|interface)$/.test(composite[1]!)) return { name, type: composite[1]!, from: "constructor" };
  const created = re`^new\(\s*(${ID}(?:\.${ID})?)`.exec(value);
  if (created) return { name, type: created[1]!, from: "constructor" };
  const asserted = re`\.\(\s*\*?(${ID}(?:\.${ID})?)\s*\)\s*$`.exec(value);
  if (asserted && asserted[1] !== "type") return { name, type: asserted[1]!, from: "annotation" };
  const many = SLICE_OR_MAP.exec(value) ?? MADE.exec(value);
  if (many) return { name, type: many[1]!.trim(), from: "annotation" };
  const grown = re`^append\(\s*(${DOTTED})\s*,`.exec(value);
  if (grown) return grown[1] === name ? { name, type: "", from: "unknown", same: name } : { name, type: `${grown[1]}.@it()`, from: "call" };
  if (/^<-/.test(value)) return eachOf(name, value.slice(2), CHAIN);
  return boundTo(name, value, CHAIN);
}

/** `a, b := f()`: what b is. */
function resultOf(name: string, value: string, position: number): Bound {
  const chain = readChain(value, CHAIN)?.chain;
  const plain = chain?.endsWith("()") ? chain.slice(0, -2) : undefined;
  if (plain === undefined || /@\w+$/.test(plain)) return { name, type: "", from: "unknown" };
  return { name, type: `${plain}.${RESULT}${position}()`, from: "call" };
}

/** Each of several results by its position from 1 on, and those that have names as locals. */
function results(tail: string): Bound[] {
  const open = /^\s*\(/.exec(tail)?.[0].length ?? 0;
  if (open === 0) return [];
  const close = closeBracket(tail, open - 1, tail.length, syntax);
  if (close < 0) return [];
  const parts = splitList(tail, open, close - 1, syntax).map(([from, to]) => tail.slice(from, to).trim());
  const named =
    parts.every((part) => re`^${ID}(?:\s+\S|$)`.test(part)) &&
    parts.some((part) => /^\w+\s+\S/.test(part) && !/^(?:chan|func|map)\b/.test(part));
  const out: Bound[] = [];
  let type = "";
  for (let at = parts.length - 1; at >= 0; at--) {
    const [, name, own] = (named && re`^(${ID})(?:\s+([\s\S]+))?$`.exec(parts[at]!)) || [];
    type = named ? (own ?? type) : parts[at]!;
    if (at > 0) out.unshift({ name: `${RETURNED}~${at}`, type, from: "annotation" });
    if (name !== undefined && name !== "_") out.unshift({ name, type, from: "annotation" });
  }
  return out;
}

/** The first result: `Switch[T, R]`, `(item *Item, err error)`. */
const RESULT_TYPE = /^\s*\(?\s*(?:[a-z_]\w*\s+(?=[\w*[]))?((?=[^,(){\s])(?:[^,(){[]|\[(?:[^[\]]|\[[^\]]*\])*\])+?)\s*(?:[,){]|$)/;

/** `for job := range jobs`: what a channel gives. */
function received(name: string, value: string): Bound {
  const bound = eachOf(name, value, CHAIN);
  return { ...bound, type: bound.type.replace(/@each\(\)$/, "@received()") };
}

/** `a, err := f()`: the first name gets the first result, the others are unknown. */
function declared(text: string): Bound[] {
  const match = /^([^=]*?)\s*:?=\s*(range\b)?\s*([\s\S]*)$/.exec(text);
  if (!match) return [];
  const bound = match[1]!.split(",").map((name) => name.trim());
  const table = ROWS.test(match[3]!) ? (bound.length === 1 ? bound[0]! : match[2] ? bound[1]! : "") : "";
  if (re`^${ID}$`.test(table)) return [initialised(table, match[3]!)];
  const simple = re`^${ID}$`;
  const values = match[2] ? [] : splitList(match[3]!, 0, match[3]!.length, syntax);
  return bound.flatMap((name, i): Bound[] => {
    if (name === "_" || !simple.test(name)) return [];
    // Of a range the second is what is held, the first a key; of a channel the first.
    if (match[2] && i === 1) return [eachOf(name, match[3]!, CHAIN)];
    if (match[2] && bound.length > 1) return [{ name, type: NOTHING, from: "call" }];
    if (match[2]) return [received(name, match[3]!)];
    const value = values[i];
    if (value === undefined) return [resultOf(name, match[3]!, i)];
    return [initialised(name, match[3]!.slice(value[0], value[1]))];
  });
}

/** `switch v := x.(type) { case *Foo: … }`: what v is in each case. */
function switched(text: string): Bound[] {
  const head = re`^switch\s+(?:[^;{]*;\s*)?(${ID})\s*:=\s*[^{]*?\.\(type\)\s*\{`.exec(text);
  const name = head?.[1];
  if (!head || !name) return [];
  const out: Bound[] = [{ name, type: NOTHING, from: "call" }];
  const arms = new RegExp(`^[ \\t]*(?:case\\s+(?:\\*?(${ID}(?:\\.${ID})?)(?:\\[[^\\]\\n]*\\])?\\s*|[^:\\n]*)|default\\s*):`, "gmu");
  for (const arm of text.matchAll(arms)) {
    const type = arm[1];
    const at = arm.index + arm[0].length - 1;
    out.push(type && type !== "nil" ? { name, type, from: "annotation", at } : { name, type: NOTHING, from: "call", at });
  }
  return out;
}

/** Constraints of type parameters: `[T Shape, K comparable]`. */
function bounds(head: string): [string, string][] {
  const list = re`^(?:func\s*(?:\([^)]*\)\s*)?|type\s+)?${ID}\s*\[([^\]]*)\]`.exec(head)?.[1];
  if (!list?.includes(" ")) return [];
  const found: [string, string][] = [];
  let pending: string[] = [];
  for (const part of list.split(",")) {
    const [name, bound] = part.trim().split(/\s+/) as [string, string | undefined];
    pending.push(name);
    if (bound === undefined) continue;
    if (/^(?:[a-zA-Z\x80-\u{10FFFF}_]\w*\.)?\p{Lu}/u.test(bound)) for (const one of pending) found.push([one, bound]);
    pending = [];
  }
  return found;
}

/** `x, y T = …` of a `var`. */
function specified(text: string): Bound[] {
  const bound = names(text);
  const rest = text.slice(bound[bound.length - 1]?.end ?? text.length);
  const type = /^\s*([^=\s][^=]*?)\s*(?:=|$)/.exec(rest)?.[1];
  if (type) return bound.map(({ name }) => ({ name, type, from: "annotation" }));
  return declared(text);
}

const specification = (kind: "constant" | "variable"): DefineRule => ({
  role: "define",
  as: kind,
  name: names,
  where: "outer",
  type: /^(?:\s*,\s*[\w\x80-\u{10FFFF}]+)*\s*([^=,\s][^=]*?)\s*(?:=|$)/u,
  until: ["{", "\n"],
});

export const go: RuleSet = {
  nodes: {
    argument_list: { role: "call", callee: "before" },
    composite_literal: {
      role: "call",
      // nothing runs when a value is written out: the type is used, not called
      kind: "use",
      parse: (text) => {
        const match = re`^(?:(${ID})\.)?(${ID})(?:\[[^\]\n]*\])?\s*\{`.exec(text);
        return match && match[2] !== "map" && match[2] !== "struct" ? { name: match[2]!, receiver: match[1] ?? null, arity: null } : null;
      },
    },
    const_spec: specification("constant"),
    field_declaration: [
      {
        role: "define",
        as: (text) => (EMBEDDED.test(text) ? null : "field"),
        name: names,
        where: "type",
        until: ["`", '"'],
        type: /^(?:\s*,\s*[\w\x80-\u{10FFFF}]+)*\s*([\s\S]+?)\s*$/u,
      },
      {
        role: "supertype",
        parse: (text) => {
          const type = EMBEDDED.exec(text)?.[1];
          return type ? [{ kind: "inherit", type }] : [];
        },
      },
    ],
    func_literal: { role: "lambda", params: /func\s*/y },
    function_declaration: { role: "define", as: "function", name: "name", params: true, body: "body", results, type: RESULT_TYPE },
    import_spec: {
      role: "import",
      parse: (text) => {
        const match = /^(?:([a-zA-Z\x80-\u{10FFFF}_.][\w\x80-\u{10FFFF}]*)\s+)?["`]([^"`]+)["`]/u.exec(text);
        if (!match) return [];
        const source = match[2]!;
        const relative = source.startsWith(".");
        if (match[1] === ".") return [{ form: "wildcard", source, names: [], relative }];
        if (match[1] === "_") return [{ form: "side-effect", source, names: [], relative }];
        // Without an alias the name is the package's own, which only its files know.
        return [{ form: "namespace", source, names: match[1] ? [{ name: "*", local: match[1] }] : [], relative }];
      },
    },
    method_declaration: [
      {
        role: "define",
        as: "method",
        name: "name",
        owner: sticky`func\s*\(\s*(?:${ID}\s+)?\*?\s*(${ID})`,
        params: true,
        body: "body",
        results,
        type: RESULT_TYPE,
      },
      {
        role: "bind",
        parse: (text) => {
          const match = re`^func\s*\(\s*(${ID})\s+\*?\s*(${ID})`.exec(text);
          return match ? [{ name: match[1]!, type: match[2]!, from: "annotation" }] : [];
        },
      },
    ],
    method_elem: { role: "define", as: "method", name: "name", where: "type", params: true, results, type: RESULT_TYPE },
    range_clause: { role: "bind", parse: declared },
    // `case job := <-jobs:`
    receive_statement: { role: "bind", parse: declared },
    short_var_declaration: { role: "bind", parse: declared },
    type_alias: { role: "define", as: "type", name: "name", type: "type" },
    type_conversion_expression: {
      role: "call",
      // `queue.New[Job](8)` reads like a conversion to a generic type
      parse: (text) => {
        const match = re`^(?:(${ID})\.)?(${ID})\[[^\]\n]*\]\(`.exec(text);
        return match ? { name: match[2]!, receiver: match[1] ?? null, arity: null } : null;
      },
    },
    type_elem: {
      role: "supertype",
      parse: (text, before) => {
        // A type argument is the same kind of node.
        if (/[[,|]\s*$/.test(before)) return [];
        const type = re`^(${ID}(?:\.${ID})?)(?:\[[^\]]*\])?$`.exec(text)?.[1];
        return type && /(?:^|\.)\p{Lu}/u.test(type) ? [{ kind: "inherit", type }] : [];
      },
    },
    type_spec: {
      role: "define",
      as: (text) => {
        const match = re`^${ID}\s*(?:\[[^\]]*\])?\s*(struct|interface)\b`.exec(text);
        return match?.[1] === "struct" ? "struct" : match?.[1] === "interface" ? "interface" : "type";
      },
      name: "name",
      until: ["{"],
      type: /^(?!\s*(?:struct|interface)\b)\s*([\s\S]+?)\s*$/,
    },
    type_switch_statement: { role: "bind", parse: switched },
    var_spec: [{ role: "bind", parse: specified }, specification("variable")],
  },
  starts: { "(": "argument_list" },
  lexComments: true,
  reads: true,
  blocks: true,
  methodValues: true,
  syntax,
  modifiers: ["const", "type", "var"],
  parameter: (text) => {
    const match = re`^(${ID})\s+(\.\.\.)?\s*([\s\S]+)$`.exec(text);
    if (match && match[1] !== "func" && match[1] !== "chan" && match[1] !== "map")
      return { name: match[1]!, type: match[2] ? `[]${match[3]}` : match[3]! };
    // A lone word is a name that shares the next one's type, or an unnamed parameter's type.
    if (re`^${ID}$`.test(text)) return { name: text, type: null, grouped: true };
    return { name: "", type: text };
  },
  typeName: wholeType,
  each: {},
  ambient: "names",
  packageName: goPackageName,
  bounds,
  exported: (d) => /^\p{Lu}/u.test(d.name),
  builtinTypes: words(`bool byte complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune string uint uint8 uint16 uint32
    uint64 uintptr any comparable func chan map struct interface range`),
};
