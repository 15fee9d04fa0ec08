/** Java. */

import { closeBracket, findOutside } from "../engine/lex.ts";
import { boundTo, type ChainSyntax, eachOf, wholeType } from "../engine/rules/_chain.ts";
import { angleBounds, boundBy, declared, skipModifiers, withoutGenerics } from "../engine/rules/_declared.ts";
import type { Bound, Declaration, Named, ParsedImport, RuleSet, Supertype } from "../engine/rules/_rules.ts";
import { DOTTED, every, ID$, re, sticky, words } from "../engine/words.ts";
import { syntax } from "./language.ts";

const CHAIN: ChainSyntax = {
  syntax,
  before: /\(\s*[a-zA-Z\x80-\u{10FFFF}_][\w\x80-\u{10FFFF}.<>]*\s*\)\s*(?=[(a-zA-Z\x80-\u{10FFFF}_])/uy,
};
const BOUND = every`(?<![\w\x80-\u{10FFFF}.])(\p{Lu}[\w\x80-\u{10FFFF}]*)\s+extends\s+(${DOTTED})`;

const MODIFIERS =
  /(?:public|protected|private|static|final|abstract|native|synchronized|transient|volatile|strictfp|default|sealed|non-sealed)\b/y;

function fields(text: string): Named[] {
  const found = declared(text, skipModifiers(text, MODIFIERS, syntax), syntax);
  return (found?.names ?? []).map(({ name, end }) => ({ name, end, head: end, type: found?.type ?? null }));
}

function fieldType(text: string): Bound[] {
  const found = declared(text, skipModifiers(text, MODIFIERS, syntax), syntax);
  return found ? boundBy(found, /^var$/, CHAIN) : [];
}

/** `for (Item i : items)`, `catch (IOException | Other e)`, `try (Reader r = open())`. */
function headBinding(text: string): Bound[] {
  const open = text.startsWith("for") ? text.indexOf("(") + 1 : 0;
  const start = open + skipModifiers(text.slice(open), MODIFIERS, syntax);
  const match =
    /([a-zA-Z\x80-\u{10FFFF}_$][\w\x80-\u{10FFFF}.$]*(?:<[^:;=]*>)?(?:\[\])*)\s+([a-zA-Z\x80-\u{10FFFF}_$][\w\x80-\u{10FFFF}$]*)\s*(?::|=|\)|$)/uy;
  match.lastIndex = start;
  const found = match.exec(text);
  if (found?.[2] && found[1] === "var") {
    const value = text.slice(match.lastIndex).replace(/\)\s*\{[\s\S]*$/, "");
    return [text.startsWith("for") ? eachOf(found[2], value, CHAIN) : boundTo(found[2], value, CHAIN)];
  }
  if (!found?.[1] || !found[2]) return found?.[2] ? [{ name: found[2], type: "", from: "unknown" }] : [];
  return [{ name: found[2], type: found[1], from: "annotation" }];
}

/** `o instanceof Circle c`, `case Circle c`, a component of a record pattern. */
function pattern(text: string): Bound[] {
  const match =
    re`(?:^|\sinstanceof\s+)(?:final\s+)?([a-zA-Z\x80-\u{10FFFF}_$][\w\x80-\u{10FFFF}.$]*(?:<[^<>]*>)?(?:\[\])*)\s+(${ID$})$`.exec(text);
  return match && match[1] !== "var" ? [{ name: match[2]!, type: match[1]!, from: "annotation" }] : [];
}

function parseImport(text: string): ParsedImport[] {
  const match = /^import\s+(static\s+)?([\w\x80-\u{10FFFF}.$\s]+?)(\s*\.\s*\*)?\s*;?\s*$/u.exec(text);
  if (!match?.[2]) return [];
  const path = match[2].replace(/\s+/g, "");
  if (match[3]) return [{ form: "wildcard", source: path, names: [] }];
  const dot = path.lastIndexOf(".");
  const name = path.slice(dot + 1);
  return [{ form: "named", source: dot < 0 ? "" : path.slice(0, dot), names: [{ name, local: name }] }];
}

function list(text: string | undefined, kind: Supertype["kind"]): Supertype[] {
  return (text ?? "").split(",").flatMap((part) => {
    const type = part.replace(/@\w+(?:\([^)]*\))?/g, "").trim();
    return type ? [{ kind, type }] : [];
  });
}

function supers({ kind, tail }: Declaration): Supertype[] {
  const plain = withoutGenerics(tail);
  const clause = (word: string): string | undefined =>
    new RegExp(`(?:^|\\s)${word}\\s+([\\s\\S]*?)(?=\\s(?:extends|implements|permits)\\s|$)`).exec(plain)?.[1];
  return [...list(clause("extends"), "inherit"), ...(kind === "interface" ? [] : list(clause("implements"), "implement"))];
}

/** A constructor that does not say which other one it calls calls the one of the class above without arguments. */
function above(text: string): { name: string; receiver: null; arity: number; at: number }[] {
  const open = findOutside(text, 0, text.length, ["{"], syntax);
  const body = text.slice(open + 1).replace(/^(?:\s+|\/\/.*|\/\*[\s\S]*?\*\/)+/, "");
  return /^(?:<[^>]*>\s*)?(?:this|super)\s*\(|^[\w.]+\.super\s*\(/.test(body) ? [] : [{ name: "super", receiver: null, arity: 0, at: 0 }];
}

/** `new Shape(3) { … }`: a class without a name, of which only the body tells whether it is one. */
function unnamed(text: string): Supertype[] {
  const type = re`^new\s+(?:@\w+\s+)*(${DOTTED})`.exec(text);
  const open = type === null ? -1 : findOutside(text, type[0].length, text.length, ["("], { ...syntax, angles: true });
  const close = open < 0 || text[open] !== "(" ? -1 : closeBracket(text, open, text.length, syntax);
  return close > 0 && /^\s*\{/.test(text.slice(close)) ? [{ kind: "inherit", type: type![1]! }] : [];
}

const typeRule = { role: "define", name: "name", until: ["{"], supers } as const;

const OF_RECORD = { inside: { kind: "formal_parameters", inside: { kind: "record_declaration" } } };

export const java: RuleSet = {
  nodes: {
    annotation: { role: "attach", decorates: /@\s*([a-zA-Z\x80-\u{10FFFF}_][\w\x80-\u{10FFFF}.$]*)/uy },
    annotation_type_declaration: { ...typeRule, as: "interface" },
    annotation_type_element_declaration: { role: "define", as: "method", name: "name", params: true, type: "type" },
    argument_list: { role: "call", callee: "before" },
    catch_formal_parameter: { role: "bind", parse: headBinding },
    class_declaration: { ...typeRule, as: "class" },
    compact_constructor_declaration: { role: "define", as: "method", name: "name", until: ["{"] },
    constant_declaration: [
      { role: "bind", parse: fieldType },
      { role: "define", as: "constant", name: fields },
    ],
    constructor_declaration: [
      { role: "define", as: "method", name: "name", params: true, until: ["{"] },
      { role: "calls", parse: above },
    ],
    enhanced_for_statement: { role: "bind", parse: headBinding },
    enum_constant: { role: "define", as: "constant", name: "name", until: ["(", "{"] },
    enum_declaration: { ...typeRule, as: "enum" },
    field_declaration: [
      { role: "bind", parse: fieldType },
      {
        role: "define",
        as: (text) => (/\bstatic\b/.test(text.slice(0, 80)) && /\bfinal\b/.test(text.slice(0, 80)) ? "constant" : "field"),
        name: fields,
      },
    ],
    // what a record is made of: each is read by a method of its name
    formal_parameter: { role: "define", as: "method", name: fields, type: "type" },
    import_declaration: { role: "import", parse: parseImport },
    instanceof_expression: { role: "bind", parse: pattern },
    interface_declaration: { ...typeRule, as: "interface" },
    lambda_expression: { role: "lambda" },
    local_variable_declaration: { role: "bind", parse: fieldType },
    marker_annotation: { role: "attach", decorates: /@\s*([a-zA-Z\x80-\u{10FFFF}_][\w\x80-\u{10FFFF}.$]*)/uy },
    method_declaration: { role: "define", as: "method", name: "name", params: true, type: "type", until: ["{"] },
    object_creation_expression: { role: "supertype", anonymous: true, parse: unnamed },
    package_declaration: { role: "define", as: "namespace", name: /package\s+([a-zA-Z\x80-\u{10FFFF}_][\w\x80-\u{10FFFF}.$]*)/uy },
    record_declaration: { ...typeRule, as: "class", params: true },
    record_pattern_component: { role: "bind", parse: pattern },
    resource: { role: "bind", parse: headBinding },
    spread_parameter: { role: "define", as: "method", name: sticky`[^()]*?\.\.\.\s*(${ID$})` },
    type_pattern: { role: "bind", parse: pattern },
  },
  only: { formal_parameter: /\brecord\b/, spread_parameter: /\brecord\b/ },
  narrow: { formal_parameter: OF_RECORD, spread_parameter: OF_RECORD },
  lexComments: true,
  reads: "members",
  blocks: true,
  overloads: true,
  syntax,
  parameter: (text) => {
    const plain = text.slice(skipModifiers(text, MODIFIERS, syntax));
    const match = re`^([\s\S]+?)(\.\.\.)?\s*\b(${ID$})\s*((?:\[\s*\]\s*)*)$`.exec(plain);
    if (!match) return re`^${ID$}$`.test(plain) ? { name: plain, type: null } : null;
    if (match[3] === "this") return null;
    const type = (match[1]?.trim() ?? "") + (match[4] ?? "").replace(/\s+/g, "");
    return { name: match[3] ?? "", type: type === "var" ? null : match[2] ? `${type}[]` : type };
  },
  typeName: wholeType,
  each: {},
  ambient: "types",
  bounds: (head) => angleBounds(head, BOUND),
  abstract: (head) => /^[^({;=]*\babstract\b/.test(head),
  inlineAttributes: (head) => skipModifiers(head, /(?!)/y, syntax),
  exported: ({ head }) => !/^(?:(?:public|static|final|abstract|@\w+)\s+)*private\b/.test(head),
  builtinTypes: words(`void int long short byte char float double boolean var String Object Integer Long Short Byte Character Float Double
    Boolean Void Number T E K V R`),
};
