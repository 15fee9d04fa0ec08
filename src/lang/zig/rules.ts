/** Zig. Types are constants with a value; a file is a struct; `const a = x.y.Z` is an import of that name. */

import { slots, slotted } from "../c/rules.ts";
import type { Bound, DefineRule, Named, ParsedImport, RuleSet } from "../engine/rules/_rules.ts";
import { every, ID, re, sticky, words } from "../engine/words.ts";
import { syntax } from "./language.ts";

const NAME = '(?:@"[^"\\n]*"|[a-zA-Z\\x80-\\u{10FFFF}_][\\w\\x80-\\u{10FFFF}]*)';
const PATH = `${NAME}(?:\\.${NAME})*`;
const STORAGE = '(?:pub\\s+)?(?:export\\s+|extern\\s+(?:"[^"]*"\\s+)?)?(?:threadlocal\\s+|comptime\\s+)?';
const DECLARED = `${STORAGE}(?:const|var)\\s+`;

const bare = (name: string): string => name.replace(/^@"([\s\S]*)"$/, "$1");

interface Declared {
  name: string;
  /** Offset behind the name. */
  end: number;
  type: string;
  /** What follows the `=`, and where it begins. */
  value: string;
  at: number;
}

const HEAD = re`^${DECLARED}(${NAME})`;
const ANNOTATED = /^\s*(?::\s*([^=;]*?)\s*)?=(?!=)\s*/;

function declaration(text: string): Declared | null {
  const head = HEAD.exec(text);
  if (!head) return null;
  const rest = text.slice(head[0].length);
  const assigned = ANNOTATED.exec(rest);
  const at = assigned ? head[0].length + assigned[0].length : text.length;
  const type = assigned?.[1] ?? /^\s*:\s*([^=;]+?)\s*;?\s*$/.exec(rest)?.[1] ?? "";
  return { name: bare(head[1]!), end: head[0].length, type, value: text.slice(at), at };
}

const CONTAINER = /^(?:packed\s+|extern\s+)?(struct|union|enum|opaque)\b|^(error)\s*\{/;
const IMPORTED = re`^@import\(\s*"([^"\n]*)"\s*\)((?:\s*\.\s*${NAME})*)\s*;?\s*$`;
const ALIASED = re`^(${NAME}(?:\s*\.\s*${NAME})+)\s*;?\s*$`;
/** `std.ArrayList(u8)`, `Parser(.{})`: what a function in capitals returns is a type. */
const GENERIC = re`^((?:${NAME}\.)*\p{Lu}[\w\x80-\u{10FFFF}]*)\(`;
const THIS = /^@This\(\)\s*;?\s*$/;

function kindOf(text: string): "struct" | "enum" | "type" | "constant" | "variable" | null {
  const found = declaration(text);
  if (!found || found.name === "_") return null;
  const container = CONTAINER.exec(found.value);
  if (container) return container[1] === "enum" || container[2] ? "enum" : "struct";
  if (THIS.test(found.value) || IMPORTED.test(found.value) || ALIASED.test(found.value)) return null;
  if (/^\p{Lu}/u.test(found.name) && (found.type === "type" || GENERIC.test(found.value))) return "type";
  return /\bconst\s+$/.test(text.slice(0, found.end - found.name.length)) || /^[^=]*\bconst\b/.test(text.slice(0, found.end))
    ? "constant"
    : "variable";
}

function declaredName(text: string): Named[] {
  const found = declaration(text);
  if (!found) return [];
  const { name, end, value, at } = found;
  const kind = kindOf(text);
  if (kind === "struct" || kind === "enum") {
    // The signature ends at the body; a list of errors has no body.
    const open = value.indexOf("{");
    return [{ name, end, type: null, head: open < 0 ? text.length : at + open }];
  }
  if (kind === "type") return [{ name, end, type: GENERIC.exec(value)?.[1] ?? null }];
  const made = constructed(value);
  return [{ name, end, type: plainType(found.type) || (made?.from === "constructor" ? made.type : null) }];
}

/** `@import("x.zig")`, `@import("x.zig").A.b`, `@This()` of a file. */
function imported(text: string): ParsedImport[] {
  const found = declaration(text);
  const match = found && IMPORTED.exec(found.value);
  if (!match) return [];
  const reexport = /^pub\b/.test(text);
  const source = match[1]!;
  const path = match[2]!.split(".").map((part) => bare(part.trim()));
  const relative = source.endsWith(".zig");
  if (path.length === 1) return [{ form: "namespace", source, names: [{ name: "*", local: found.name }], reexport, relative }];
  const name = path.pop()!;
  return [{ form: "named", source: source + path.join("#"), names: [{ name, local: found.name }], reexport, relative }];
}

/** `const Parser = @This()` at the top of a file. */
function itself(text: string): ParsedImport[] {
  const found = declaration(text);
  return found && THIS.test(found.value)
    ? [{ form: "namespace", source: "@This()", names: [{ name: "*", local: found.name }], length: 0 }]
    : [];
}

/** `const Allocator = std.mem.Allocator`. */
function aliased(text: string): ParsedImport[] {
  const found = declaration(text);
  const match = found && ALIASED.exec(found.value);
  if (!match) return [];
  const reexport = /^pub\b/.test(text);
  const path = match[1]!.split(/\s*\.\s*/).map(bare);
  const name = path.pop()!;
  return [{ form: "named", source: path.join("."), names: [{ name, local: found.name }], reexport, length: 0 }];
}

/** A type without pointers, optionals and errors; "" for slices and arrays, which are not what they hold. */
function plainType(type: string): string {
  let rest = type.trim();
  for (;;) {
    const before = rest;
    rest = rest
      .replace(/^(?:comptime\s+|const\s+|volatile\s+|allowzero\s+|align\([^)]*\)\s*|\?|\*)/, "")
      .replace(re`^(?:${PATH})?!`, "")
      .trim();
    if (rest === before) break;
  }
  const held = re`^\[[^\]]*\]\s*(?:const\s+)?(${PATH})\s*$`.exec(rest)?.[1];
  if (held) return /(?:^|\.)\p{Lu}[^.]*$/u.test(held) ? `${held}[]` : "";
  if (rest.startsWith("@This()")) return "Self";
  return re`^${PATH}`.exec(rest)?.[0] ?? "";
}

function constructed(value: string): { type: string; from: Bound["from"] } | null {
  // what an allocator creates is of the type it is given
  const created = re`^try\s+${PATH}\.create\(\s*(${PATH})\s*\)`.exec(value)?.[1];
  if (created && /(?:^|\.)\p{Lu}[^.]*$/u.test(created)) return { type: created, from: "constructor" };
  const literal = re`^&?(${PATH})(?:\([^(){}]*\))?\s*\{`.exec(value);
  if (literal && /(?:^|\.)\p{Lu}/u.test(literal[1]!)) return { type: literal[1]!, from: "constructor" };
  const called = re`^(?:try\s+|comptime\s+|await\s+)?(${PATH}(?:\([^(){}]*\)\.${PATH})?)\(`.exec(value);
  return called ? { type: called[1]!, from: "call" } : null;
}

function bound(text: string, local: boolean): Bound[] {
  const found = declaration(text);
  if (!found || found.name === "_" || THIS.test(found.value) || IMPORTED.test(found.value) || CONTAINER.test(found.value)) return [];
  const { name } = found;
  if (found.type) return [{ name, type: found.type, from: "annotation" }];
  const made = constructed(found.value);
  if (made) return [{ name, ...made }];
  const field = re`^&?((?:${NAME}\.)+${NAME})(?:\.\?)?\s*(?:orelse\b[\s\S]*)?;?\s*$`.exec(found.value)?.[1];
  if (field && local) return [{ name, type: field, from: "value" }];
  const same = re`^&?(${NAME})\s*;?\s*$`.exec(found.value)?.[1];
  return [{ name, type: "", from: "unknown", ...(same ? { same } : {}) }];
}

const variable: DefineRule = { role: "define", as: kindOf, name: declaredName, where: "outer", until: [";", "{"] };

/** A type inside a function or a test. */
const innerType: DefineRule = {
  ...variable,
  as: (text, within) => (within === "function" || within === "method" ? (INNER.test(text) ? kindOf(text) : null) : null),
  where: "anywhere",
};
const INNER = re`^const\s+${NAME}\s*(?::\s*type\s*)?=\s*(?:(?:packed|extern)\s+)?(?:struct|union|enum|opaque)\b`;

/** Errors of a set: each name, which may have a doc comment of its own. */
function errors(text: string): Named[] {
  const open = text.indexOf("{");
  const found: Named[] = [];
  const next = new RegExp(`(?:\\s|,|//[^\\n]*)*(${NAME})`, "uy");
  next.lastIndex = open + 1;
  for (let match = next.exec(text); match && found.length < 500; match = next.exec(text)) {
    const end = next.lastIndex;
    found.push({ name: bare(match[1]!), end, from: end - match[1]!.length, to: end, head: end, leaf: true });
  }
  return found;
}

/** What `|x|` is: one of what a loop goes through, what an option holds, what a case of a union carries. */
function captured(text: string, _local: boolean, before: string): Bound[] {
  const names = [...text.matchAll(every`${ID}`)].map(([name]) => name);
  const loop = /\bfor\s*\(([^()]*(?:\([^()]*\)[^()]*)*)\)\s*$/.exec(before)?.[1]?.split(",");
  const held = /\b(?:if|while)\s*\(([^()]*(?:\([^()]*\))?)\)\s*$/.exec(before)?.[1];
  // `inline else`: of every case
  const inline = /\binline\s+else\s*=>\s*$/.test(before);
  const tag = inline ? "@each" : re`\.(${NAME})\s*=>\s*$`.exec(before)?.[1];
  const subject = tag === undefined ? undefined : [...before.matchAll(/\bswitch\s*\(([^()]+)\)\s*\{/g)].at(-1)?.[1];
  return names.flatMap((name, i): Bound[] => {
    if (name === "_") return [];
    const unknown: Bound = { name, type: "", from: "unknown" };
    if (loop) {
      const list = loop[i]?.trim().replace(/^&/, "") ?? "";
      return [CHAIN.test(list) ? { name, type: `${list}.@each`, from: "call" } : unknown];
    }
    const whole = held?.trim() ?? (subject === undefined ? "" : `${subject.trim().replace(/\.\*$/, "")}.${tag}`);
    if (i > 0 || !re`^${NAME}(?:\.(?:${NAME}|@each))*(?:\(\))?$`.test(whole)) return [unknown];
    if (inline) return [{ name, type: `${subject!.trim().replace(/\.\*$/, "")}.@each`, from: "call" }];
    return [whole.endsWith("()") ? { name, type: whole.slice(0, -2), from: "call" } : { name, type: whole, from: "value" }];
  });
}

const CHAIN = re`^${NAME}(?:\.${NAME})*$`;

export const zig: RuleSet = {
  nodes: {
    assignment_expression: slotted,
    call_expression: { role: "call", callee: "function", arguments: true },
    comment: { role: "comment" },
    container_field: {
      role: "define",
      as: (_text, within) => (within === "enum" ? "constant" : "field"),
      name: (text) => {
        const match = re`^(?:comptime\s+)?(${NAME})`.exec(text);
        return match ? [{ name: bare(match[1]!), end: match[0].length }] : [];
      },
      where: "type",
      until: ["=", "align("],
      type: /^\s*:\s*(?:\?|\*\s*(?:const\b)?\s*)*([^=]+?)\s*(?:=|$)/,
    },
    error_set_declaration: { role: "define", as: (_text, within) => (within === "enum" ? "constant" : null), name: errors, where: "type" },
    function_declaration: {
      role: "define",
      // `fn List(comptime T: type) type { return struct { … } }` is a type with parameters: what the struct holds is its own.
      as: (text) => (/^[^{]*\bfn\s+\p{Lu}[\w\x80-\u{10FFFF}]*\s*\([^{]*\)\s*type\s*\{/u.test(text) ? "struct" : "function"),
      inType: "method",
      name: (text) => {
        const match = re`^[^({]*?\bfn\s+(${NAME})`.exec(text);
        return match ? [{ name: bare(match[1]!), end: match[0].length }] : [];
      },
      params: true,
      body: "body",
      type: /^\s*(?:(?:align|callconv|linksection|addrspace)\s*\([^()]*(?:\([^()]*\)[^()]*)*\)\s*)*(?:(?:error\s*\{[^{}]*\}|[\w\x80-\u{10FFFF}.]*)!)?\s*(?:\?|\*\s*(?:const\b)?\s*)*([^({;]+?)\s*(?:[({;]|$)/u,
    },
    payload: { role: "bind", parse: captured, before: 600 },
    struct_initializer: {
      // what is written out is no call
      role: "call",
      kind: "use",
      parse: (text) => {
        const match = re`^(?:(${PATH})\.)?(${NAME})(?:\([^(){}]*\))?\s*\{`.exec(text);
        return match ? { name: match[2]!, receiver: match[1] ?? null, arity: null } : null;
      },
    },
    test_declaration: {
      role: "define",
      as: "function",
      name: (text) => {
        const match = re`^test\s*(?:"((?:[^"\\\n]|\\.)*)"|(${NAME}))?`.exec(text);
        return match
          ? [{ name: `test ${match[1] ?? match[2] ?? ""}`.trim(), end: Math.max(4, match[0].trimEnd().length), type: null }]
          : [];
      },
      where: "outer",
      until: ["{"],
    },
    using_namespace_declaration: {
      role: "import",
      parse: (text) => {
        const source = /@import\(\s*"([^"\n]*)"/.exec(text)?.[1] ?? re`usingnamespace\s+(${PATH})`.exec(text)?.[1];
        return source ? [{ form: "wildcard", source, names: [], reexport: /^pub\b/.test(text), relative: source.endsWith(".zig") }] : [];
      },
    },
    variable_declaration: [
      { role: "import", when: sticky`${DECLARED}${NAME}\s*(?::[^=\n]*)?=\s*@import\b`, parse: imported },
      { role: "import", when: sticky`${DECLARED}${NAME}\s*=\s*@This\(`, where: "top", parse: itself },
      { role: "import", when: sticky`${DECLARED}${NAME}\s*=\s*${NAME}\s*\.`, where: "outer", parse: aliased },
      { role: "bind", parse: bound },
      variable,
      innerType,
    ],
  },
  starts: { "//": "comment" },
  narrow: { assignment_expression: { regex: "^\\.[A-Za-z_][A-Za-z0-9_]*\\s*=\\s*&?[A-Za-z_][A-Za-z0-9_]*$" } },
  finish: slots,
  declLiterals: true,
  syntax,
  reads: "functions",
  modifiers: [],
  parameter: (text) => {
    const match = re`^(?:noalias\s+|comptime\s+)*(${NAME})\s*:\s*([\s\S]+)$`.exec(text.replace(/^(?:\/\/[^\n]*\n\s*)+/, ""));
    if (!match) return { name: "", type: text === "..." ? null : text };
    if (match[1] === "self") return null;
    return { name: match[1] === "_" ? "" : bare(match[1]!), type: match[2]! };
  },
  exported: (d) => d.kind === "field" || d.within === "enum" || (/^(?:pub|export)\b/.test(d.head) && !d.name.startsWith("test ")),
  builtinTypes: words(`bool void type noreturn anytype anyopaque anyerror usize isize comptime_int comptime_float c_int c_uint c_long
    c_ulong c_char c_short f16 f32 f64 f80 f128 u1 u2 u3 u4 u5 u6 u7 u8 u16 u21 u29 u31 u32 u64 u128 i8 i16 i32 i64 i128 const comptime
    struct union enum error fn null undefined callconv Self This inline align`),
  typeName: plainType,
};
