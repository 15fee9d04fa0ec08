/** C#. */

import { EXTENDS } from "../../files/kinds.ts";
import { closeBracket } from "../engine/lex.ts";
import { calledBy } from "../engine/operators.ts";
import type { Pass } from "../engine/pass/state.ts";
import { type ChainSyntax, eachOf, wholeType } from "../engine/rules/_chain.ts";
import { boundBy, declared, skipModifiers, withoutGenerics } from "../engine/rules/_declared.ts";
import { repairConditionals } from "../engine/rules/_repair.ts";
import type { Bound, Declaration, DefineRule, Named, Operators, ParsedImport, RuleSet, Supertype } from "../engine/rules/_rules.ts";
import { DOTTED, every, ID, re, sticky, words } from "../engine/words.ts";
import { syntax } from "./language.ts";

// Blocks of members that extend a type (C# 14): `extension(Command command) { public Task Run() … }`.
//
// The grammar takes one for a constructor. Head and end of a block are blanked before it is parsed, and what stands in it is told afterwards as what the
// compiler makes of it: methods of the class around whose first parameter is the receiver.

interface Block {
  from: number;
  open: number;
  close: number;
  type: string;
  /** The receiver's name; null where only the type is extended. */
  name: string | null;
}

/** Text that may have such blocks. */
export const EXTENSION = /(?<=^[ \t]*)extension\s*(?:<[^<>{}();]*>\s*)?\([^(){};]*(?:\([^(){};]*\)[^(){};]*)*\)\s*(?:where\b[^{};]*)?\{/m;

function blocksOf(text: string): Block[] {
  const found: Block[] = [];
  for (const match of text.matchAll(new RegExp(EXTENSION, "gm"))) {
    const from = match.index;
    const open = from + match[0].length - 1;
    const close = closeBracket(text, open, text.length, syntax) - 1;
    const inside = match[0].slice(match[0].indexOf("(") + 1, match[0].lastIndexOf(")")).replace(/^\s*(?:\[[^\]]*\]\s*)*/, "");
    const receiver = /^([\s\S]*?[\s>\])?])(@?[\p{L}_][\p{L}\p{N}_]*)\s*$/u.exec(inside);
    const written = (receiver?.[1] ?? inside).trim();
    const type = written.slice(skipModifiers(written, /(?:this|params|ref|out|in|scoped|readonly)\b/y, syntax));
    if (close > open && type !== "") found.push({ from, open, close, type, name: receiver?.[2] ?? null });
  }
  return found;
}

/** The text without heads and ends of such blocks; of the same length, with the same lines. */
export function opened(text: string): string {
  let out = text;
  const blank = (from: number, to: number): void => {
    out = out.slice(0, from) + out.slice(from, to).replace(/[^\r\n]/g, " ") + out.slice(to);
  };
  for (const { from, open, close } of blocksOf(text)) {
    blank(from, open + 1);
    blank(close, close + 1);
  }
  return out;
}

/** What stands in blocks extends their types. @param written the text before they were opened */
export function extended(pass: Pass, written: string): void {
  if (!EXTENSION.test(written)) return;
  for (const { open, close, type, name } of blocksOf(written))
    for (const [index, symbol] of pass.symbols.entries()) {
      if (symbol.from <= open || symbol.from >= close || !/^(?:method|field)$/.test(symbol.kind)) continue;
      if (name === null || /\bstatic\b/.test(symbol.signature)) continue;
      const line = written.slice(0, symbol.from).split("\n").length;
      const plain = type.replace(/<[\s\S]*$|\?$/g, "");
      pass.bindings.push({
        name: symbol.name,
        type: `${EXTENDS}${plain}`,
        from: "annotation",
        scope: symbol.parent,
        line,
        owner: symbol.owner,
      });
      pass.bindings.push({ name, type, from: "annotation", scope: index, line, owner: null });
      if (symbol.kind !== "method") continue;
      if (symbol.arity !== null) symbol.arity++;
      for (const binding of pass.bindings)
        if (binding.name === "()=" && binding.scope === index) binding.type = [`${name}:${type}`, binding.type].filter(Boolean).join("\t");
    }
}

/** Operators that types define, and the methods they call (lang/engine/operators.ts). */
const operators: Operators = {
  names: {
    ...calledBy("+ - * / % ^ & | < > <= >= == != << >>", "operator"),
    "+=": "operator+",
    "-=": "operator-",
    "*=": "operator*",
    "/=": "operator/",
  },
  bareFields: true,
  wide: true,
  members: "capital",
};

const CHAIN: ChainSyntax = {
  syntax,
  before: /(?:await\s+|\(\s*\p{Lu}[\w\x80-\u{10FFFF}.<>]*\s*\)\s*(?=[(a-zA-Z\x80-\u{10FFFF}_]))/uy,
  // an object initialiser changes nothing of the type
  behind: /\s*(?:\?\?|\{)/y,
  cast: sticky`\s+as\s+(${DOTTED}(?:<[^<>;]*>)?)`,
};
const WHERE = every`\bwhere\s+(${ID})\s*:\s*(?!class\b|struct\b|new\b|notnull\b|unmanaged\b)(${DOTTED})`;

/** `@event`: a name that would be a word of the language. */
const VERBATIM = /^@(?=[a-zA-Z\x80-\u{10FFFF}_])/u;

const MODIFIERS =
  /(?:public|protected|private|internal|file|static|readonly|const|sealed|abstract|virtual|override|extern|unsafe|volatile|new|async|partial|required|ref|event|fixed|using|await|scoped)\b/y;

function read(text: string): ReturnType<typeof declared> {
  return declared(text, skipModifiers(text, MODIFIERS, syntax), syntax);
}

function fields(text: string): Named[] {
  const found = read(text);
  return (found?.names ?? []).map(({ name, end }) => ({ name, end, head: end, type: found?.type ?? null }));
}

function locals(text: string): Bound[] {
  const found = read(text.replace(/^(?:await\s+)?using\s*\(\s*/, ""));
  return found ? boundBy(found, /^var$/, CHAIN) : [];
}

/** `foreach (Item i in items)`, `catch (IOException e)`, `is Session s`. */
function headBinding(text: string): Bound[] {
  const match = re`^(?:(?:await\s+)?foreach\s*\(\s*|catch\s*\(\s*)?((?:${DOTTED})(?:<[^;()]*>)?\??(?:\[\])*)\s+(${ID})`.exec(text);
  if (!match?.[1] || !match[2]) return [];
  if (match[1] === "var") {
    const value = /^(?:await\s+)?foreach\s*\([^()]*?\sin\s+/.exec(text);
    const end = value ? closeBracket(text, text.indexOf("("), text.length, syntax) : -1;
    if (value && end > 0) return [eachOf(match[2], text.slice(value[0].length, end - 1), CHAIN)];
  }
  return [match[1] === "var" ? { name: match[2], type: "", from: "unknown" } : { name: match[2], type: match[1], from: "annotation" }];
}

function parseUsing(text: string): ParsedImport[] {
  const match = re`^(?:global\s+)?using\s+(?:static\s+|unsafe\s+)*(?:(${ID})\s*=\s*)?([^;]+?)\s*;?\s*$`.exec(text);
  if (!match?.[2]) return [];
  const path = withoutGenerics(match[2]).replace(/\s+/g, "");
  if (!match[1]) return [{ form: "wildcard", source: path, names: [] }];
  const dot = path.lastIndexOf(".");
  return [{ form: "named", source: dot < 0 ? "" : path.slice(0, dot), names: [{ name: path.slice(dot + 1), local: match[1] }] }];
}

/** By convention an interface begins with I and a capital; what follows the first class can only be interfaces. */
function supers({ kind, tail }: Declaration): Supertype[] {
  const colon = /(?:^|[^:]):(?!:)/.exec(tail);
  if (!colon) return [];
  const list = withoutGenerics(tail.slice(colon.index + colon[0].length).replace(/\bwhere\s[\s\S]*$/, "")).replace(
    /\([^()]*(?:\([^()]*\)[^()]*)*\)/g,
    "",
  );
  return list.split(",").flatMap((part, index) => {
    const type = part.trim();
    if (!type) return [];
    const base = kind === "interface" || (kind === "class" && index === 0 && !re`^(?:${ID}\.)*I\p{Lu}`.test(type));
    return [{ kind: base ? "inherit" : "implement", type }];
  });
}

const typeRule = { role: "define", name: "name", params: true, until: ["{", ";"], supers } as const;
const namespace = (text: string): Named[] => {
  const match = /^namespace\s+([a-zA-Z\x80-\u{10FFFF}_][\w\x80-\u{10FFFF}.\s]*?)\s*(?=[;{]|$)/u.exec(text);
  return match?.[1] ? [{ name: match[1].replace(/\s+/g, ""), end: match[0].length, head: match[0].length }] : [];
};
const member: Pick<DefineRule, "role" | "as" | "until"> = { role: "define", as: "method", until: ["{", "=>"] };

export const csharp: RuleSet = {
  nodes: {
    anonymous_method_expression: { role: "lambda", params: /(?:(?:static|async)\s+)*delegate\s*/y },
    argument_list: {
      role: "call",
      callee: "before",
      accept: ({ name, receiver, before }) =>
        name === "new" ? null : { name, receiver: receiver?.replace(VERBATIM, "") ?? null, kind: before === "new" ? "new" : "call" },
    },
    assignment_expression: {
      role: "calls",
      // A handler joins an event by its name.
      parse: (text) => {
        const match = re`^[a-zA-Z\x80-\u{10FFFF}_][\w\x80-\u{10FFFF}.?]*\s*\+=\s*(?:this\.)?(${ID})$`.exec(text.slice(0, 200));
        return match ? [{ kind: "use", name: match[1]!, receiver: null, arity: null, at: 0, weak: true, method: true }] : [];
      },
    },
    attribute_list: { role: "attach", decorates: sticky`\[\s*(?:[a-z]+\s*:\s*)?(${DOTTED})` },
    catch_clause: { role: "bind", parse: headBinding },
    class_declaration: { ...typeRule, as: "class" },
    constructor_declaration: { ...member, name: "name", params: true, until: ["{", "=>", ":"] },
    conversion_operator_declaration: {
      ...member,
      name: (text) => {
        const match = /\boperator\s+(?:checked\s+)?([a-zA-Z\x80-\u{10FFFF}_][\w\x80-\u{10FFFF}.<>,[\]? ]*?)\s*(?=\()/u.exec(text);
        return match?.[1] ? [{ name: `operator ${match[1]}`, end: match.index + match[0].length, type: match[1] }] : [];
      },
      params: true,
    },
    declaration_pattern: { role: "bind", parse: headBinding },
    delegate_declaration: { role: "define", as: "type", name: "name", params: true, type: "type" },
    destructor_declaration: { ...member, name: sticky`(?:extern\s+|unsafe\s+)*(~\s*${ID})`, params: true },
    enum_declaration: { role: "define", as: "enum", name: "name", until: ["{"] },
    enum_member_declaration: { role: "define", as: "constant", name: "name" },
    event_declaration: { role: "define", as: "field", name: "name", type: "type", until: ["{"] },
    event_field_declaration: { role: "define", as: "field", name: fields },
    field_declaration: [
      { role: "bind", parse: locals },
      {
        role: "define",
        as: (text) => (/^[^=;]*\b(?:const|static\s+readonly)\b/.test(text.slice(0, 120)) ? "constant" : "field"),
        name: fields,
      },
    ],
    file_scoped_namespace_declaration: { role: "define", as: "namespace", name: namespace, rest: true },
    foreach_statement: { role: "bind", parse: headBinding },
    indexer_declaration: {
      ...member,
      name: (text) => [{ name: "this[]", end: Math.max(0, text.indexOf("this")) + 4 }],
      params: "parameters",
      type: "type",
    },
    interface_declaration: { ...typeRule, as: "interface" },
    lambda_expression: { role: "lambda", params: /(?:(?:static|async)\s+)*/y },
    local_declaration_statement: { role: "bind", parse: locals },
    local_function_statement: { role: "define", as: "function", name: "name", params: true, type: "type", until: ["{", "=>"] },
    method_declaration: { ...member, name: "name", params: true, type: "returns", until: ["{", "=>", ";"] },
    namespace_declaration: { role: "define", as: "namespace", name: namespace },
    object_creation_expression: {
      role: "call",
      parse: (text) => {
        const match = re`^new\s+(${DOTTED})(?:<[^(){}]*>)?\s*\{`.exec(text);
        const dot = match?.[1]?.lastIndexOf(".") ?? -1;
        return match?.[1]
          ? { name: match[1].slice(dot + 1), receiver: dot < 0 ? null : match[1].slice(0, dot), arity: 0, kind: "new" }
          : null;
      },
    },
    operator_declaration: {
      ...member,
      name: (text) => {
        const match = /([a-zA-Z\x80-\u{10FFFF}_][\w\x80-\u{10FFFF}.<>]*)\s+operator\s+(?:checked\s+)?([^\s(]+)\s*(?=\()/u.exec(text);
        return match?.[2] ? [{ name: `operator${match[2]}`, end: match.index + match[0].length, type: match[1]! }] : [];
      },
      params: true,
      type: "type",
    },
    // what a record is made of
    parameter: { role: "define", as: "field", name: fields, type: "type" },
    property_declaration: { role: "define", as: "field", name: "name", type: "type", until: ["{", "=>", "="], scoped: /=>/ },
    record_declaration: { ...typeRule, as: (text) => (/^[^({]*\brecord\s+struct\b/.test(text) ? "struct" : "class") },
    struct_declaration: { ...typeRule, as: "struct" },
    using_directive: { role: "import", parse: parseUsing },
    using_statement: { role: "bind", parse: locals },
  },
  lexComments: true,
  reads: "members",
  operators,
  computed: /^(?:=>|\{[^{}=]*?\b(?:get|set|init)\s*(?:=>|\{))/,
  targetNew: true,
  blocks: true,
  overloads: true,
  methodValues: true,
  syntax,
  parameter: (text) => {
    const plain = text.slice(skipModifiers(text, /(?:this|params|ref|out|in|scoped|readonly)\b/y, syntax)).replace(/\s*=[\s\S]*$/, "");
    const match = /^([\s\S]+?[\s>\])?])([a-zA-Z\x80-\u{10FFFF}_@][\w\x80-\u{10FFFF}]*)$/u.exec(plain);
    if (match?.[2]) return { name: match[2].replace(/^@/, ""), type: match[1]?.trim() || null };
    return re`^${ID}$`.test(plain) ? { name: plain, type: null } : null;
  },
  repair: (text) => repairConditionals(opened(text)),
  only: { parameter: /\brecord\b/ },
  narrow: { parameter: { inside: { kind: "parameter_list", inside: { kind: "record_declaration" } } } },
  repairWhen: EXTENSION,
  finish: (pass, text, written) => {
    // what a record is made of is as public as the record
    for (const symbol of pass.symbols)
      if (symbol.kind === "field" && /[(,]\s*$/.test(text.slice(Math.max(0, symbol.from - 200), symbol.from))) symbol.exported = true;
    extended(pass, written);
  },
  typeName: wholeType,
  each: { methods: true },
  ambient: "types",
  extension: re`^\s*(?:\[[^\]]*\]\s*)?this\s+(?:ref\s+|in\s+)?(${DOTTED}(?:<[^()]*?>)?)`,
  bounds: (head) => [...head.matchAll(WHERE)].map((match): [string, string] => [match[1]!, match[2]!]),
  abstract: (head) => /^[^({;=]*\babstract\b/.test(head),
  inlineAttributes: (head) => skipModifiers(head, /(?!)/y, syntax),
  exported: ({ kind, head, within }) => {
    const words = head.slice(0, 200).split(/[({=;]/)[0] ?? "";
    if (/\b(?:private|file)\s/.test(words) && !/\bprotected\b/.test(words)) return false;
    if (within === "interface" || within === "enum" || within === "file" || within === "namespace" || kind === "namespace") return true;
    return (
      /\b(?:public|protected|internal)\b/.test(words) || !["method", "field", "constant"].includes(kind) || re`\.\s*${ID}\s*\(`.test(head)
    );
  },
  builtinTypes: words(`void int long short byte sbyte uint ulong ushort nint nuint char float double decimal bool string object var dynamic
    Task ValueTask String Object Int32 Int64 Boolean T K V TKey TValue TResult`),
};
