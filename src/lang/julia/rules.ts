/** Julia: functions in both forms, types, macros, modules; documentation is the string before. */

import { dedent } from "../engine/comments.ts";
import { closeBracket, splitList } from "../engine/lex.ts";
import type { Bound, DefineRule, Named, Parameter, ParsedImport, RuleSet, Supertype } from "../engine/rules/_rules.ts";
import { re, sticky, words } from "../engine/words.ts";
import { syntax } from "./language.ts";

const NAME = "[a-zA-Z\\x80-\\u{10FFFF}_][\\w\\x80-\\u{10FFFF}!]*";
const PATH = `${NAME}(?:\\.${NAME})*`;
const OPERATOR = ":?\\(?[+\\-*/\\\\^<>=!&|%÷∘∈∪∩≤≥≠⊆~]+\\)?";

/** `f(`, `Base.show(`, `Base.:+(`, `Circle{T}(`: the name a signature defines, and where it ends. */
function signature(text: string): { name: string; end: number } | null {
  const match = re`^(?:${NAME}\.)*(?:(${NAME})|(${OPERATOR}))(?=\s*(?:\{|\())`.exec(text);
  if (!match) return null;
  return { name: match[1] ?? match[2]!.replace(/[:()]/g, ""), end: match[0].length };
}

/** The `=` of `f(x) where T = …`: what stands before is a signature; -1 if it is none. */
function shortForm(text: string): { name: string; end: number; at: number } | null {
  const found = signature(text);
  if (!found) return null;
  let i = found.end;
  if (text[i] === "{") i = closeBracket(text, i, text.length, syntax);
  if (i < 0 || text[i] !== "(") return null;
  const close = closeBracket(text, i, text.length, syntax);
  if (close < 0) return null;
  const rest = /^\s*(?:::\s*[^=\n]+?)?\s*(?:where\s*(?:\{[^}]*\}|[\w<:.]+)\s*)*(?==(?!=))/.exec(text.slice(close));
  return rest ? { ...found, at: close + rest[0].length } : null;
}

const RETURNS = /^\s*::\s*([^\s=]+)/;
const PARAMS = /(?:\{(?:[^{}]|\{[^{}]*\})*\})?/y;

const full: DefineRule = {
  role: "define",
  as: "function",
  name: (text) => {
    const start = /^(?:function|macro)\s+/.exec(text)?.[0].length ?? 0;
    const found = signature(text.slice(start));
    if (found) return [{ name: found.name, end: start + found.end }];
    const stub = re`^(?:function|macro)\s+(${PATH})\s+end`.exec(text);
    return stub ? [{ name: stub[1]!.slice(stub[1]!.lastIndexOf(".") + 1), end: start + stub[1]!.length }] : [];
  },
  params: PARAMS,
  until: ["\n", ";"],
  type: RETURNS,
};

const type = (as: "struct" | "type", keyword: string): DefineRule => ({
  role: "define",
  as,
  name: new RegExp(`${keyword}\\s+(${NAME})`, "uy"),
  until: ["\n", ";"],
  supers: ({ tail }): Supertype[] => {
    const above = re`^\s*(?:\{(?:[^{}]|\{[^{}]*\})*\}\s*)?<:\s*(${PATH})`.exec(tail)?.[1];
    return above ? [{ kind: "inherit", type: above }] : [];
  },
});

function imported(text: string): ParsedImport[] {
  const match = /^(using|import)\s+([\s\S]*)$/.exec(text);
  if (!match) return [];
  const selected = /^([\w.]+)\s*:\s*([\s\S]+)$/.exec(match[2]!);
  if (selected) {
    const names = selected[2]!.split(",").flatMap((one) => {
      const part = /^\s*(@?[^\s,]+)(?:\s+as\s+(\S+))?\s*$/.exec(one);
      return part ? [{ name: part[1]!, local: part[2] ?? part[1]! }] : [];
    });
    return [{ form: "named", source: selected[1]!, names, relative: selected[1]!.startsWith(".") }];
  }
  return match[2]!.split(",").flatMap((one): ParsedImport[] => {
    const part = /^\s*([\w.]+)(?:\s+as\s+(\w+))?\s*$/.exec(one);
    if (!part) return [];
    const source = part[1]!;
    const relative = source.startsWith(".");
    const local = part[2] ?? source.slice(source.lastIndexOf(".") + 1);
    const named: ParsedImport = { form: "namespace", source, names: [{ name: "*", local }], relative };
    return match[1] === "using" ? [{ form: "wildcard", source, names: [], relative }, named] : [named];
  });
}

function parameter(text: string): Parameter {
  const match = re`^(?:@\w+\s+)?(${NAME})?\s*(?:::\s*([^=]+?))?\s*(?:\.\.\.)?\s*(?:=[\s\S]*)?$`.exec(text.trim());
  return { name: match?.[1] ?? "", type: match?.[2]?.trim() ?? null };
}

/** `s = Circle(1)`. */
function bound(text: string): Bound[] {
  const match = re`^(${NAME})\s*(?:::\s*([^=\s]+))?\s*=(?!=)\s*([\s\S]*)$`.exec(text);
  if (!match) return [];
  if (match[2]) return [{ name: match[1]!, type: match[2], from: "annotation" }];
  const called = re`^(${PATH})(?:\{[^}]*\})?\(`.exec(match[3]!);
  if (called) return [{ name: match[1]!, type: called[1]!, from: "call" }];
  // `const S = Solver`
  const alias = /^\p{Lu}\w*(?:\.\p{Lu}\w*)*$/u.exec(match[3]!)?.[0];
  return [alias ? { name: match[1]!, type: alias, from: "value" } : { name: match[1]!, type: "", from: "unknown" }];
}

const field: DefineRule = {
  role: "define",
  as: (_text, within) => (within === "struct" ? "field" : null),
  name: sticky`(${NAME})`,
  type: /^\s*::\s*([^=]+)/,
};

export const julia: RuleSet = {
  everywhere: true,
  nodes: {
    abstract_definition: type("type", "abstract\\s+type"),
    argument_list: {
      role: "call",
      callee: "before",
      accept: ({ name, receiver, before }) =>
        /^(?:new|include|function|macro|where)$/.test(name) || before === "macro" ? null : { name, receiver },
    },
    arrow_function_expression: { role: "lambda" },
    assignment: [
      { role: "bind", parse: bound },
      {
        role: "define",
        as: (text, within) => {
          if (shortForm(text)) return "function";
          if (within === "struct" || !re`^${NAME}\s*(?:::[^=]+)?=`.test(text)) return null;
          if (within === "function" || within === "macro") return null;
          if (re`^${NAME}\s*=\s*(?:(?:\([^()]*\)|${NAME})\s*->|function\b)`.test(text)) return "function";
          return /^[A-Z][A-Z0-9_]+\s*=/.test(text) ? "constant" : "variable";
        },
        name: (text): Named[] => {
          const short = shortForm(text);
          if (short) return [{ name: short.name, end: short.end, head: short.at }];
          const name = re`^${NAME}`.exec(text)?.[0];
          return name ? [{ name, end: name.length, head: name.length }] : [];
        },
        params: PARAMS,
        type: RETURNS,
      },
      { ...field, as: (text, within) => (within === "struct" && !shortForm(text) ? "field" : null) },
    ],
    // `x |> trim`
    binary_expression: {
      role: "calls",
      parse: (text) => {
        const match = re`\|>\s*(?:(${PATH})\.)?(${NAME})$`.exec(text);
        return match ? [{ name: match[2]!, receiver: match[1] ?? null, arity: 1, at: match.index }] : [];
      },
    },
    block_comment: { role: "comment" },
    // `parse_line.(lines)`
    broadcast_call_expression: {
      role: "call",
      parse: (text) => {
        const match = re`^(?:(${PATH})\.)?(${NAME})\.\(`.exec(text);
        return match ? { name: match[2]!, receiver: match[1] ?? null, arity: null } : null;
      },
    },
    call_expression: {
      role: "import",
      parse: (text) => {
        const source = /^include\(\s*"([^"$\n]+)"\s*\)$/.exec(text)?.[1];
        return source ? [{ form: "include", source, names: [], relative: true, reexport: true }] : [];
      },
    },
    function_definition: full,
    identifier: field,
    import_statement: { role: "import", parse: imported },
    line_comment: { role: "comment" },
    macro_definition: { ...full, as: "macro" },
    macrocall_expression: [
      { role: "define", as: (text) => (/^@enum\s/.test(text) ? "enum" : null), name: sticky`@enum\s+\(?\s*(${NAME})`, until: ["\n"] },
      {
        role: "call",
        parse: (text) => {
          const match = re`^(?:(${PATH})\.)?@(${NAME})`.exec(text);
          return match ? { name: match[2]!, receiver: match[1] ?? null, arity: null } : null;
        },
      },
    ],
    module_definition: { role: "define", as: "module", name: sticky`(?:bare)?module\s+(${NAME})`, until: ["\n"] },
    primitive_definition: type("type", "primitive\\s+type"),
    string_literal: {
      role: "doc",
      parse: (text) => {
        const match = /^(?:raw|doc|md)?("""|")([\s\S]*)\1$/.exec(text);
        return match ? { doc: dedent(match[2]!.replace(/^\n/, "")).slice(0, 4_000) } : null;
      },
    },
    struct_definition: type("struct", "(?:mutable\\s+)?struct"),
    typed_expression: field,
    using_statement: { role: "import", parse: imported },
  },
  narrow: {
    binary_expression: { regex: "\\|>\\s*[a-zA-Z\\x80-\\u{10FFFF}_][\\w\\x80-\\u{10FFFF}.!]*$" },
    call_expression: { regex: "^include\\(" },
    identifier: { inside: { kind: "struct_definition" } },
    macrocall_expression: { regex: "^(?:[\\w.]+\\.)?@" },
    string_literal: { inside: { any: [{ kind: "source_file" }, { kind: "module_definition" }, { kind: "struct_definition" }] } },
    typed_expression: { inside: { kind: "struct_definition" } },
  },
  // Error recovery is quadratic in what is not closed.
  lineLimit: 5_000,
  limits: [
    { pattern: /\[[^\]\n]*$/gm, most: 800 },
    { pattern: /\bfunction\s[^\n]*\([^)\n]*$/gm, most: 500 },
  ],
  tailReturns: true,
  passes:
    /^(?:map!?|filter!?|reduce|foldl|foldr|mapreduce|foreach|any|all|count|findall|findfirst|sum|maximum|minimum|sort!?|broadcast|mapslices|pmap|accumulate|ntuple|argmin|argmax)$/,
  syntax,
  reads: "functions",
  modifiers: ["const", "global"],
  modifiersOnLine: true,
  parameter: (text) => (text.includes(";") ? splitTop(text).map(parameter) : parameter(text)),
  exported: (d) => !d.name.startsWith("_"),
  typeName: (type) => re`^${PATH}`.exec(type.trim())?.[0] ?? "",
  builtinTypes: words(`Int Int8 Int16 Int32 Int64 UInt UInt8 UInt16 UInt32 UInt64 Float16 Float32 Float64 Bool Char String Symbol Any
    Nothing Missing Real Number Integer AbstractString Vector Matrix Array Dict Set Tuple Union Function Type Type{ IO where`),
};

/** Positional and keyword parameters are parted by a semicolon. */
function splitTop(text: string): string[] {
  const out: string[] = [];
  let from = 0;
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    if ("([{".includes(text[i]!)) depth++;
    else if (")]}".includes(text[i]!)) depth--;
    else if (text[i] === ";" && depth === 0) {
      out.push(text.slice(from, i));
      from = i + 1;
    }
  }
  out.push(text.slice(from));
  return out
    .flatMap((part) => splitList(part, 0, part.length, syntax).map(([a, b]) => part.slice(a, b)))
    .filter((part) => part.trim() !== "");
}
