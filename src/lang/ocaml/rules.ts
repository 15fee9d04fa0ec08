/** OCaml: values, types, modules and classes; implementation and interface share their rules. */

import { closeBracket } from "../engine/lex.ts";
import type { Bound, CallRule, DefineRule, Named, ParsedImport, RuleSet } from "../engine/rules/_rules.ts";
import { re, sticky, words } from "../engine/words.ts";
import { syntax } from "./language.ts";

const LOWER = "[\\p{Ll}_][\\w\\x80-\\u{10FFFF}']*";
const UPPER = "\\p{Lu}[\\w\\x80-\\u{10FFFF}']*";
const PATH = `${UPPER}(?:\\.${UPPER})*`;
const OPERATOR = "\\(\\s*(?:[!$%&*+\\-./:<=>?@^|~]+|(?:let|and)[!$%&*+\\-./:<=>?@^|~]+|mod|land|lor|lxor|lsl|lsr|asr|or)\\s*\\)";

/** Offset behind the names and parameters of a binding: its `=`. */
function valueAt(text: string): number {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const char = text[i]!;
    if (char === "(" || char === "[" || char === "{") depth++;
    else if (char === ")" || char === "]" || char === "}") depth--;
    else if (char === "=" && depth === 0 && !/[!$%&*+\-/:<>?@^|~=]/.test(text[i - 1] ?? "") && text[i + 1] !== "=") return i;
  }
  return -1;
}

/** `a, b = …`, `(a, b) = …`: the names of a tuple, each by itself. */
const TUPLE = re`^\(?\s*${LOWER}\s*(?:,\s*${LOWER}\s*)+\)?\s*(?=[=:])`;

function boundName(text: string): Named[] {
  const tuple = TUPLE.exec(text)?.[0];
  if (tuple !== undefined)
    return [...tuple.matchAll(new RegExp(LOWER, "gu"))].flatMap(({ 0: name, index }) =>
      name === "_" ? [] : [{ name, end: index + name.length, head: tuple.trimEnd().length }],
    );
  const name = re`^(?:(${LOWER})|(${OPERATOR}))`.exec(text);
  if (!name || name[1] === "_") return [];
  const at = valueAt(text);
  return [{ name: name[1] ?? name[2]!.replace(/[()\s]/g, ""), end: name[0].length, head: at < 0 ? Math.min(text.length, 300) : at }];
}

/** Has it parameters, or is its value a function? */
function isFunction(text: string): boolean {
  if (TUPLE.test(text)) return false;
  const at = valueAt(text);
  const name = re`^(?:${LOWER}|${OPERATOR})\s*`.exec(text)?.[0].length ?? 0;
  const before = text.slice(name, at < 0 ? text.length : at).trim();
  if (before !== "" && !before.startsWith(":")) return true;
  return at >= 0 && /^=\s*(?:fun|function)\b/.test(text.slice(at));
}

const value: DefineRule = {
  role: "define",
  as: (text, within) => (isFunction(text) ? "function" : within === "class" || within === "function" ? null : "variable"),
  name: boundName,
  where: "anywhere",
};

const specified: DefineRule = {
  role: "define",
  as: (text) => (/->/.test(text) || text.startsWith("external") ? "function" : "variable"),
  name: (text) => {
    const match = re`^(?:val|external)\s+(?:(${LOWER})|(${OPERATOR}))`.exec(text);
    return match ? [{ name: match[1] ?? match[2]!.replace(/[()\s]/g, ""), end: match[0].length }] : [];
  },
};

function opened(form: "wildcard", reexport: boolean): (text: string) => ParsedImport[] {
  return (text) => {
    const source = re`^(?:open!?|include)\s+(?:module\s+type\s+of\s+)?(?:struct\s+include\s+)?(${PATH})`.exec(text)?.[1];
    return source ? [{ form, source, names: [], reexport }] : [];
  };
}

/** `module M = A.B`. */
function alias(text: string): ParsedImport[] {
  const match = re`^(${UPPER})\s*=\s*(${PATH})\s*$`.exec(text);
  return match ? [{ form: "namespace", source: match[2]!, names: [{ name: "*", local: match[1]! }], reexport: true, length: 0 }] : [];
}

const applied: CallRule = {
  role: "call",
  parse: (text) => {
    const method = re`^(${LOWER}(?:#${LOWER})*)#(${LOWER})`.exec(text);
    if (method) return { name: method[2]!, receiver: method[1]!.replaceAll("#", "."), arity: null };
    const made = re`^new\s+(?:(${PATH})\.)?(${LOWER})`.exec(text);
    if (made) return { name: made[2]!, receiver: made[1] ?? null, arity: null, kind: "new" };
    const match = re`^(?:(${PATH})\.)?(${LOWER})(?![\w\x80-\u{10FFFF}'#])`.exec(text);
    if (!match || /^(?:raise|not|fun|function|if|match|let|begin|assert|lazy)$/.test(match[2]!)) return null;
    const given = givenBehind(text, match[0].length);
    return { name: match[2]!, receiver: match[1] ?? null, arity: null, ...(given ? { given } : {}) };
  },
};

/** Arguments that are names, `label=name` behind a label; the others empty. Null: there are none. */
function givenBehind(text: string, from: number): string[] | null {
  const found: string[] = [];
  const next = new RegExp(
    `\\s*(?:[~?](${LOWER})(?::|(?=\\s|$)))?(?:((?:${PATH}\\.)?${LOWER})(?=[\\s)]|$)|([(\\[{])|[^\\s()\\[\\]{}]+)?`,
    "uy",
  );
  for (let at = from, i = 0; at < text.length && i < 12; i++) {
    next.lastIndex = at;
    const match = next.exec(text);
    if (!match || next.lastIndex === at) break;
    at = next.lastIndex;
    if (match[3] !== undefined) {
      const close = closeBracket(text, at - 1, text.length, syntax);
      if (close < 0) break;
      at = close;
    }
    if (match[2] !== undefined || (match[1] !== undefined && match[3] === undefined))
      found[i] = match[1] === undefined ? match[2]! : `${match[1]}=${match[2] ?? match[1]}`;
  }
  return found.length === 0 ? null : Array.from(found, (one) => one ?? "");
}

/** `a +! b`: an operator that is none of the language's own. */
const operator: CallRule = {
  role: "call",
  parse: (text) => (PLAIN_OPERATOR.test(text) ? null : { name: text, receiver: null, arity: null }),
};
/** `List.fold_left ( +! ) zero` */
const handedOperator: CallRule = { role: "call", parse: (text) => operator.parse?.(text.replace(/[()\s]/g, "")) ?? null };
const PLAIN_OPERATOR =
  /^(?:[-+*/<>=@^&$]|\+\.|-\.|\*\.|\/\.|\*\*|<=|>=|==|!=|<>|\|\||&&|\|>|@@|::|:=|<-|mod|land|lor|lxor|lsl|lsr|asr|or)$/;

/** `let c = new counter`. */
function made(text: string): Bound[] {
  const match = re`^(${LOWER})\s*=\s*new\s+((?:${PATH}\.)?${LOWER})`.exec(text);
  return match && match[1] !== "_" ? [{ name: match[1]!, type: match[2]!, from: "constructor" }] : [];
}

/** `module Make (S : STORE) = …`. */
function functorParameters(text: string): Bound[] {
  const head = /^[^=]*/.exec(text)![0];
  return [...head.matchAll(new RegExp(`\\(\\s*(${UPPER})\\s*:\\s*(${PATH})`, "gu"))].map((one) => ({
    name: one[1]!,
    type: one[2]!,
    from: "constructor" as const,
  }));
}

function parameterOf(text: string): Bound[] {
  const packed = re`^\(\s*module\s+(${UPPER})\s*:\s*(${PATH})`.exec(text);
  if (packed) return [{ name: packed[1]!, type: packed[2]!, from: "constructor", parameter: true }];
  const typed = re`^[~?]?\(?\s*(?:${LOWER}\s*:\s*\()?(${LOWER})\s*:\s*([^=)]+)`.exec(text);
  if (typed) return [{ name: typed[1]!, type: typed[2]!.trim(), from: "annotation", parameter: true }];
  const plain = re`^[~?]?\(?\s*(${LOWER})`.exec(text);
  return plain && plain[1] !== "_" ? [{ name: plain[1]!, type: "", from: "unknown", parameter: true }] : [];
}

const TYPE_NAME = sticky`(?:(?:\([^()]*\)|[+\-!]*(?:'[\w\x80-\u{10FFFF}]+|_))\s+)?(${LOWER})`;

const inherited: RuleSet["nodes"][string] = {
  role: "supertype",
  parse: (text) => {
    const type = re`^inherit!?\s+(?:\[[^\]]*\]\s*)?((?:${PATH}\.)?${LOWER})`.exec(text)?.[1];
    return type ? [{ kind: "inherit", type }] : [];
  },
};

const interfaceNodes: RuleSet["nodes"] = {
  class_binding: { role: "define", as: "class", name: sticky`(?:virtual\s+)?(?:\[[^\]]*\]\s*)?(${LOWER})`, until: ["="] },
  class_type_binding: { role: "define", as: "interface", name: sticky`(?:virtual\s+)?(?:\[[^\]]*\]\s*)?(${LOWER})`, until: ["="] },
  comment: { role: "comment" },
  constructor_declaration: {
    role: "define",
    as: (_text, within) => (within === "enum" || within === "type" || within === "struct" ? "constant" : "type"),
    name: sticky`(${UPPER})`,
    leaf: true,
  },
  external: specified,
  field_declaration: {
    role: "define",
    as: "field",
    name: sticky`(?:mutable\s+)?(${LOWER})`,
    where: "type",
    type: /^\s*:\s*([\s\S]+?)\s*;?\s*$/,
  },
  include_module: { role: "import", parse: opened("wildcard", true) },
  include_module_type: { role: "import", parse: opened("wildcard", true) },
  inheritance_definition: inherited,
  inheritance_specification: inherited,
  method_specification: { role: "define", as: "method", name: sticky`method\s+(?:(?:private|virtual)\s+)*(${LOWER})` },
  module_binding: [
    { role: "import", when: sticky`${UPPER}\s*=\s*${UPPER}`, parse: alias },
    {
      role: "define",
      as: (text) => (alias(text).length > 0 ? null : "module"),
      name: sticky`(${UPPER})`,
      until: ["="],
      supers: ({ tail }) => {
        const type = re`:\s*(${PATH})\s*(?:with\b[\s\S]*)?$`.exec(tail)?.[1];
        return type ? [{ kind: "implement", type }] : [];
      },
    },
    {
      // An applied functor has what the functor defines: `module Store = Make (Memory)`.
      role: "supertype",
      parse: (text) => {
        const type = re`^${UPPER}\s*(?::[^=]*)?=\s*(${PATH})\s*\(`.exec(text)?.[1];
        return type ? [{ kind: "inherit", type }] : [];
      },
    },
    { role: "bind", parse: functorParameters },
  ],
  module_type_definition: { role: "define", as: "trait", name: sticky`module\s+type\s+(${UPPER})`, until: ["="] },
  open_module: { role: "import", parse: opened("wildcard", false) },
  type_binding: {
    role: "define",
    as: (text) => {
      const rest = text.slice(text.indexOf("=") + 1);
      if (!text.includes("=")) return "type";
      if (/^\s*(?:private\s+)?\{/.test(rest)) return "struct";
      return re`^\s*(?:private\s+)?(?:\||${UPPER}\s*(?:\||of\b|$|:|\())`.test(rest) ? "enum" : "type";
    },
    name: TYPE_NAME,
    until: ["="],
  },
  value_specification: specified,
};

const nodes: RuleSet["nodes"] = {
  ...interfaceNodes,
  add_operator: operator,
  application_expression: applied,
  concat_operator: operator,
  fun_expression: { role: "lambda", params: /fun\s*/y },
  instance_variable_definition: { role: "define", as: "field", name: sticky`val!?\s+(?:(?:mutable|virtual)\s+)*(${LOWER})`, until: ["="] },
  let_and_operator: operator,
  let_operator: operator,
  infix_expression: {
    role: "calls",
    // `orders |> Store.fill`
    parse: (text) => {
      const match = re`\|>\s*(?:(${PATH})\.)?(${LOWER})$`.exec(text);
      return match ? [{ name: match[2]!, receiver: match[1] ?? null, arity: null, at: match.index }] : [];
    },
  },
  let_binding: [
    value,
    { role: "bind", parse: made },
    // `let () = …`: what is inside belongs to nothing, and is local all the same
    { role: "lambda", when: /(?:\(\)|_)\s*=/y },
  ],
  local_open_expression: {
    role: "import",
    // `Money.(format total)`
    parse: (text) => {
      const source = re`^(${PATH})\s*\.\s*[({\[]`.exec(text)?.[1];
      return source ? [{ form: "wildcard", source, names: [], length: 0 }] : [];
    },
  },
  method_definition: { role: "define", as: "method", name: sticky`method!?\s+(?:(?:private|virtual)\s+)*(${LOWER})`, until: ["="] },
  method_invocation: applied,
  mult_operator: operator,
  new_expression: applied,
  open_module: { role: "import", parse: opened("wildcard", false) },
  parameter: { role: "bind", parse: parameterOf },
  parenthesized_operator: handedOperator,
  pow_operator: operator,
  rel_operator: operator,
};

const sorted = (table: RuleSet["nodes"]): RuleSet["nodes"] =>
  Object.fromEntries(Object.entries(table).sort(([a], [b]) => (a < b ? -1 : 1)));

const shared: Omit<RuleSet, "nodes"> = {
  syntax,
  modifiers: ["let", "rec", "and", "type", "nonrec", "module", "class", "exception"],
  exported: (d) => !d.name.startsWith("_"),
  abstract: (head) => /^method!?\s+(?:private\s+)?virtual\b/.test(head),
  builtinTypes: words("int float bool char string bytes unit exn list array option ref int32 int64 nativeint result lazy_t format"),
  typeName: (type) => re`(?:${PATH}\.)?${LOWER}\s*$`.exec(type)?.[0].trim() ?? "",
};

/** Between brackets it is the name of a definition, or handed on as a value. */
const NAMED = { inside: { kind: "parenthesized_operator" } };
/** The language's own operators have mostly one. */
const TWO_SIGNS = { regex: "^[^A-Za-z]{2,}$", not: NAMED };

export const ocaml: RuleSet = {
  nodes: sorted(nodes),
  narrow: {
    infix_expression: { regex: "\\|>\\s*[a-zA-Z\\x80-\\u{10FFFF}_][\\w\\x80-\\u{10FFFF}.']*$" },
    add_operator: TWO_SIGNS,
    concat_operator: TWO_SIGNS,
    let_and_operator: { not: NAMED },
    let_operator: { not: NAMED },
    mult_operator: TWO_SIGNS,
    parenthesized_operator: { inside: { kind: "value_path" } },
    pow_operator: TWO_SIGNS,
    rel_operator: TWO_SIGNS,
  },
  ...shared,
};
export const ocamlInterface: RuleSet = {
  nodes: sorted(
    Object.fromEntries(Object.entries(interfaceNodes).filter(([kind]) => kind !== "inheritance_definition" && kind !== "include_module")),
  ),
  ...shared,
};
