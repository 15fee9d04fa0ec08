/** TypeScript and TSX. */

import { arrowGives, bindProperty } from "../ecmascript/flow.ts";
import { NAME, syntax } from "../ecmascript/lex.ts";
import { base, functionRule, jsx, methodRule, nodes, RETURNS, VALUE } from "../ecmascript/rules.ts";
import { splitList } from "../engine/lex.ts";
import { angleBounds } from "../engine/rules/_declared.ts";
import type { DefineRule, Role, RuleSet, Supertype } from "../engine/rules/_rules.ts";
import { DOTTED$, every, ID$, re, words } from "../engine/words.ts";

/** Type parameters have their own `extends`. */
function withoutTypeParameters(tail: string): string {
  if (!tail.startsWith("<")) return tail;
  let depth = 0;
  for (let i = 0; i < tail.length; i++) {
    if (tail[i] === "<") depth++;
    else if (tail[i] === ">" && tail[i - 1] !== "=" && --depth === 0) return tail.slice(i + 1);
  }
  return tail;
}

/** `extends A<B>, C implements D` of a class or interface. */
function supers({ tail }: { tail: string }): Supertype[] {
  const found: Supertype[] = [];
  for (const match of withoutTypeParameters(tail).matchAll(/\b(extends|implements)\b([\s\S]*?)(?=\bimplements\b|$)/g)) {
    const list = match[2]!;
    for (const [from, to] of splitList(list, 0, list.length, syntax, true)) {
      found.push({ kind: match[1] === "extends" ? "inherit" : "implement", type: list.slice(from, to) });
    }
  }
  return found;
}

const classRule: DefineRule = { role: "define", as: "class", name: "name", body: "body", supers };

const space: DefineRule = { role: "define", as: "namespace", name: /(?:namespace|module)\s+["']?([^\s"'{]+)/y, body: "body" };

const FUNCTION_VALUE = /=\s*(?:async\b\s*)?(?:<[^()]*>\s*)?(?:\((?:[^()]|\([^()]*\))*\)\s*(?::[^=]*)?=>|[\w$]+\s*=>|function\b)/;

/** A field, or a method if a function is assigned. */
const property: Role[] = [
  { role: "bind", parse: bindProperty },
  {
    role: "define",
    as: (text) => (FUNCTION_VALUE.test(text) ? null : "field"),
    name: "name",
    where: "type",
    until: [" = ", "\n"],
    type: "type",
  },
  {
    role: "define",
    as: (text) => (FUNCTION_VALUE.test(text) ? "method" : null),
    name: "name",
    where: "type",
    params: new RegExp(VALUE, "uy"),
    until: ["=>", "{"],
    type: RETURNS,
    gives: arrowGives,
  },
];

/** Members of an enum, each with its own span. */
const members: DefineRule = {
  role: "define",
  as: "constant",
  name: (text) =>
    splitList(text, 1, text.length - 1, syntax).flatMap(([from, to]) => {
      const match = new RegExp(`(?:(?:/\\*[\\s\\S]*?\\*/|//.*)\\s*)*(${NAME}|"[^"]+"|'[^']+')`, "uy");
      match.lastIndex = from;
      const name = match.exec(text)?.[1];
      return name ? [{ name: name.replace(/["']/g, ""), end: match.lastIndex, from: match.lastIndex - name.length, to }] : [];
    }),
  where: "type",
};

const own: RuleSet["nodes"] = {
  abstract_class_declaration: classRule,
  abstract_method_signature: methodRule,
  class_declaration: classRule,
  enum_body: members,
  enum_declaration: { role: "define", as: "enum", name: "name", body: "body" },
  function_signature: functionRule,
  interface_declaration: { role: "define", as: "interface", name: "name", body: "body", supers },
  internal_module: space,
  method_signature: methodRule,
  module: space,
  property_signature: { role: "define", as: "field", name: "name", where: "type", type: "type" },
  public_field_definition: property,
  type_alias_declaration: { role: "define", as: "type", name: "name", type: "value" },
};

const sorted = (table: RuleSet["nodes"]): RuleSet["nodes"] =>
  Object.fromEntries(Object.entries(table).sort(([a], [b]) => (a < b ? -1 : 1)));

const builtinTypes = words(`string number boolean void any unknown never object null undefined symbol bigint this true false asserts is
  keyof typeof infer readonly extends Array ReadonlyArray Promise Record Map Set WeakMap WeakSet Partial Required Readonly Pick Omit Exclude
  Extract NonNullable ReturnType Parameters Awaited InstanceType Date RegExp Error Function Object String Number Boolean Symbol Iterable
  Iterator AsyncIterable Generator AsyncGenerator Uint8Array ArrayBuffer Buffer unique new in out abstract import`);

/** A line that begins with type parameters: a call signature, where what stands before it is a whole one. */
const SIGNATURE = every`\n[ \t]+(?=<(?:const\s+)?${ID$}(?:\s*[,>=]|\s+extends\b))`;
const GOES_ON = /(?:=>|\b(?:function|class|interface|type|new|return|extends|async|get|set|static)\s*[\w\x80-\u{10FFFF}$]*)$/u;

/** Call signatures without semicolons (`<T>(a: T): X⏎<T>(b: T[]): Y`): the grammar reads on into the next line. The indent has room for one. */
function separated(text: string): string {
  let out = text;
  for (const match of text.matchAll(SIGNATURE)) {
    let end = match.index;
    for (;;) {
      while (end > 0 && /\s/.test(text[end - 1]!)) end--;
      const line = text.slice(text.lastIndexOf("\n", end - 1) + 1, end);
      if (line.endsWith("*/")) end = Math.max(0, text.lastIndexOf("/*", end));
      else if (/^\s*\/\//.test(line)) end -= line.length;
      else {
        if (/[\w\x80-\u{10FFFF}$>)\]}"']$/u.test(line) && !GOES_ON.test(line))
          out = `${out.slice(0, match.index + 1)};${out.slice(match.index + 2)}`;
        break;
      }
    }
  }
  return out;
}

/** Newer than the grammar: variance annotations (`<in T, out U>`), `export type *`. In TSX it takes every `&` of a string for an entity. */
const repair = (text: string): string =>
  text
    .replace(
      every`([<,]\s*(?:const\s+)?)((?:in\s+|out\s+){1,2})(?=${ID$}\s*(?:extends\b|[=,>]))`,
      (_, before: string, variance: string) => before + variance.replace(/\S/g, " "),
    )
    .replace(/\bexport type(?= \*)/g, "export     ");

const BOUND = every`(?<![\w\x80-\u{10FFFF}.])(\p{Lu}[\w\x80-\u{10FFFF}]*)\s+extends\s+(${DOTTED$})`;

export const typescript: RuleSet = {
  ...base,
  self: re`^\s*(this)\s*:\s*(${DOTTED$})`,
  repair: (text) => repair(separated(text)),
  nodes: sorted({ ...nodes, ...own }),
  builtinTypes,
  bounds: (head) => (head.includes("<") ? angleBounds(head, BOUND) : []),
  abstract: (head) => /^[^({=]*\babstract\b/.test(head),
};
export const tsx: RuleSet = {
  ...typescript,
  repair: (text) => repair(text).replace(/&(?=[a-z_]+=)/gi, "_"),
  nodes: sorted({ ...nodes, ...own, ...jsx }),
};
