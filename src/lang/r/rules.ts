import type { Pass } from "../engine/pass/state.ts";
import type { Bound, DefineRule, Named, ParsedImport, RuleSet, Supertype } from "../engine/rules/_rules.ts";
import { re } from "../engine/words.ts";
import { syntax } from "./language.ts";

const NAME = "(?:[a-zA-Z\\x80-\\u{10FFFF}.][\\w\\x80-\\u{10FFFF}.]*|`[^`\\n]+`)";
const TARGET = `(?:${NAME}|"[^"\\n]+"|'[^'\\n]+')`;
const bare = (name: string): string => name.replace(/^([`"'])([\s\S]*)\1$/, "$2");

const ASSIGNED = re`^(${TARGET})\s*(?:<<?-|=(?!=)|:=)\s*`;
const FUNCTION = /^(?:function\s*|\\)\(/;
const CLASS = /^(?:R6::)?(?:R6Class|setRefClass|setClass|new_class|S7::new_class|proto)\s*\(/;

function assigned(text: string): { name: string; end: number; value: string; at: number } | null {
  const match = ASSIGNED.exec(text);
  return match ? { name: bare(match[1]!), end: match[1]!.length, value: text.slice(match[0].length), at: match[0].length } : null;
}

/** `inherit = Base`, `contains = "Base"`, `contains = c("A", "B")`, `parent = A`. */
function supersIn(text: string): Supertype[] {
  const match = /\b(?:inherit|contains|parent)\s*=\s*(c\s*\([^)]*\)|"[^"]*"|'[^']*'|[a-zA-Z\x80-\u{10FFFF}.][\w\x80-\u{10FFFF}.:]*)/u.exec(
    text,
  );
  if (!match) return [];
  const list = match[1]!.startsWith("c") && match[1]!.includes("(") ? match[1]!.replace(/^c\s*\(|\)$/g, "").split(",") : [match[1]!];
  return list
    .map((one) => one.trim().replace(/^["']|["']$/g, ""))
    .filter((type) => /^[a-zA-Z\x80-\u{10FFFF}.]/u.test(type) && type !== "VIRTUAL" && type !== "NULL")
    .map((type) => ({ kind: "inherit" as const, type }));
}

/** What a function returns, where its last expression tells: an object made there, itself, or what a method of its own gives. */
function returned(text: string): string | null {
  const last =
    /(?:^|[\n;{)])\s*([^\n;{}]+?)\s*;?\s*\}?\s*$/
      .exec(text)?.[1]
      ?.replace(/^(?:return|invisible)\s*\(([\s\S]*)\)$/, "$1")
      .trim() ?? "";
  if (last === "self") return "self";
  const made = /^([\p{Lu}][\w\x80-\u{10FFFF}.]*)\$new\s*\(|^new\s*\(\s*["']([a-zA-Z\x80-\u{10FFFF}][\w\x80-\u{10FFFF}.]*)["']/u.exec(last);
  if (made) return made[1] ?? made[2]!;
  const own = /^self\$([a-zA-Z\x80-\u{10FFFF}][\w\x80-\u{10FFFF}.]*)\s*\([^()]*\)$/u.exec(last)?.[1];
  return own === undefined ? null : `self.${own}()`;
}

const define: DefineRule[] = [
  {
    role: "define",
    as: (text) => (FUNCTION.test(assigned(text)?.value ?? "") ? "function" : null),
    name: (text) => {
      const found = assigned(text)!;
      return [{ name: found.name, end: found.at }];
    },
    params: /(?:function\s*|\\)/y,
    until: ["{", "\n"],
    type: returned,
  },
  {
    role: "define",
    as: (text) => (CLASS.test(assigned(text)?.value ?? "") ? "class" : null),
    name: (text) => {
      const found = assigned(text)!;
      return [{ name: found.name, end: found.end, head: found.at + found.value.indexOf("(") }];
    },
  },
  {
    role: "define",
    as: (text) => {
      const found = assigned(text);
      if (!found || FUNCTION.test(found.value) || CLASS.test(found.value)) return null;
      return /^[A-Z][A-Z0-9_.]+$/.test(found.name) ? "constant" : "variable";
    },
    name: (text) => {
      const found = assigned(text)!;
      return [{ name: found.name, end: found.end }];
    },
    where: "outer",
    until: ["\n", "{"],
    leaf: true,
  },
];

/** `account <- Account$new(5)`, `order <- new_order(1)`. */
function bound(text: string): Bound[] {
  const found = assigned(text);
  if (
    !found ||
    FUNCTION.test(found.value) ||
    CLASS.test(found.value) ||
    !/^[a-zA-Z\x80-\u{10FFFF}.][\w\x80-\u{10FFFF}.]*$/u.test(found.name)
  )
    return [];
  const made =
    /^([a-zA-Z\x80-\u{10FFFF}][\w\x80-\u{10FFFF}.]*)\$new\s*\(|^new\s*\(\s*["']([a-zA-Z\x80-\u{10FFFF}][\w\x80-\u{10FFFF}.]*)["']/u.exec(
      found.value,
    );
  if (made) return [{ name: found.name, type: made[1] ?? made[2]!, from: "constructor" }];
  const called = /^([a-zA-Z\x80-\u{10FFFF}][\w\x80-\u{10FFFF}]*)\s*\(/u.exec(found.value)?.[1];
  return called ? [{ name: found.name, type: called, from: "call" }] : [];
}

/** The first string of a call's arguments, and the second where it is one (`setMethod("area", "Track", …)`). */
function strings(text: string): string[] {
  const open = text.indexOf("(");
  const first =
    /^\(\s*(?:\w+\s*=\s*)?["']([^"'\n]+)["']\s*(?:,\s*(?:signature\s*=\s*)?(?:(?:signature|c)\s*\(\s*)?(?:\w+\s*=\s*)?["']([^"'\n]+)["'])?/.exec(
      text.slice(open),
    );
  return first ? [first[1]!, ...(first[2] ? [first[2]] : [])] : [];
}

const called = (kind: "class" | "function", pattern: RegExp): DefineRule => ({
  role: "define",
  // `Person <- R6Class("Person", …)` is defined by what it is assigned to.
  as: (text, within) => (pattern.test(text) && (kind !== "class" || within !== "class") ? kind : null),
  name: (text): Named[] => {
    const [name, owner] = strings(text);
    if (!name) return [];
    const end = text.indexOf(name) + name.length + 1;
    const method = /^set(?:Replace)?Method/.test(text) && owner && owner !== "ANY";
    return [
      {
        name,
        end,
        head: Math.min(text.length, Math.max(end, text.search(/\)\s*\{|\{|\n/))),
        ...(method ? { owner, kind: "method" as const } : {}),
      },
    ];
  },
});

function imported(text: string): ParsedImport[] {
  const match = /^([\w.]+(?:::\w+)?)\s*\(\s*([\s\S]*)\)\s*$/.exec(text);
  if (!match) return [];
  // `source(file.path("R", "util.R"))`: the parts that are written out
  const parts = /^(?:file\s*=\s*)?(?:file\.path|here::here|here)\s*\(([^()]*)\)/.exec(match[2]!)?.[1];
  const joined = parts === undefined ? "" : [...parts.matchAll(/["']([^"']+)["']/g)].map((one) => one[1]!).join("/");
  const first = joined !== "" ? joined : /^(?:package\s*=\s*|file\s*=\s*)?["']?([^"',)\s]+)["']?/.exec(match[2]!)?.[1];
  if (!first) return [];
  const call = match[1]!;
  if (call === "source" || call === "sys.source") return [{ form: "include", source: first, names: [], relative: true }];
  if (call === "box::use")
    return [...match[2]!.matchAll(/(?:^|,)\s*(?:(\w+)\s*=\s*)?([\w./]+)/g)].map((one) => ({
      form: "namespace" as const,
      source: one[2]!,
      names: [{ name: "*", local: one[1] ?? one[2]!.slice(one[2]!.lastIndexOf("/") + 1) }],
      relative: one[2]!.includes("/"),
    }));
  return [{ form: "wildcard", source: first, names: [] }];
}

const IMPORTS = /(?:library|require|requireNamespace|loadNamespace|attachNamespace|source|sys\.source|box::use)\s*\(/y;

/** Control flow and declarations that look like calls. */
const NO_CALL =
  /^(?:function|library|require|requireNamespace|loadNamespace|attachNamespace|source|setClass|setGeneric|setMethod|setReplaceMethod|setValidity|setRefClass|R6Class|c|list|if|for|while|return|switch|repeat|invisible|stop|missing|is\.null|standardGeneric)$/;

/** A generic function calls its methods: `fit <- function(x) UseMethod("fit")` those of this file, and the default one wherever it is. */
function dispatched(pass: Pass): void {
  for (const { kind, name, scope, line, owner } of [...pass.references]) {
    const generic = pass.symbols[scope];
    if (kind !== "call" || name !== "UseMethod" || generic?.kind !== "function") continue;
    const methods = new Set([`${generic.name}.default`]);
    for (const symbol of pass.symbols)
      if (symbol.kind === "function" && symbol.name.startsWith(`${generic.name}.`)) methods.add(symbol.name);
    for (const method of methods) pass.references.push({ kind: "call", name: method, receiver: null, arity: null, line, scope, owner });
  }
}

export const r: RuleSet = {
  everywhere: true,
  finish: dispatched,
  nodes: {
    argument: {
      role: "define",
      as: (text) => (FUNCTION.test(assigned(text)?.value ?? "") ? "method" : null),
      name: (text) => {
        const found = assigned(text)!;
        return [{ name: found.name, end: found.at }];
      },
      where: "type",
      params: /(?:function\s*|\\)/y,
      until: ["{", "\n"],
      type: returned,
    },
    arguments: {
      role: "call",
      callee: "before",
      accept: ({ name, receiver, open }) =>
        open !== "(" || NO_CALL.test(name) ? null : { name, receiver: receiver?.replaceAll("$", ".") ?? null },
    },
    binary_operator: [{ role: "bind", parse: bound }, ...define],
    call: [
      { role: "import", when: IMPORTS, parse: imported },
      called("class", /^(?:setClass|setRefClass|R6Class|R6::R6Class)\s*\(\s*(?:\w+\s*=\s*)?["']/),
      called("function", /^(?:setGeneric|setMethod|setReplaceMethod)\s*\(\s*(?:\w+\s*=\s*)?["']/),
      { role: "supertype", parse: (text) => (CLASS.test(text) ? supersIn(text) : []) },
      // `new("Model", x = 1)`
      {
        role: "call",
        parse: (text) => {
          const name = /^new\s*\(\s*(?:Class\s*=\s*)?["']([a-zA-Z\x80-\u{10FFFF}][\w\x80-\u{10FFFF}.]*)["']/u.exec(text)?.[1];
          return name === undefined ? null : { name, receiver: null, arity: null, kind: "new" };
        },
      },
    ],
    comment: { role: "comment" },
    function_definition: { role: "lambda", params: /(?:function\s*|\\)/y },
  },
  narrow: {
    argument: { has: { field: "value", kind: "function_definition" } },
    binary_operator: { regex: "^[^<=:\\n]*(?:<<?-|=|:=)" },
    call: {
      regex:
        "^(?:new|library|require|requireNamespace|loadNamespace|attachNamespace|source|sys\\.source|box::use|setClass|setRefClass|setGeneric|setMethod|setReplaceMethod|R6Class|R6::R6Class|new_class)\\s*\\(",
    },
  },
  tailReturns: true,
  passes:
    /^(?:[lsvmt]?apply|rapply|eapply|Reduce|Filter|Map|Find|Position|do\.call|outer|Vectorize|match\.fun|(?:i?map2?|p?walk|pmap|keep|discard|reduce|accumulate|detect|compose|partial)(?:_\w+)?|tryCatch|on\.exit|optim|integrate|uniroot|aggregate|by|ave)$/,
  syntax,
  reads: "functions",
  modifiers: [],
  parameter: (text) => {
    const name = re`^(${NAME})`.exec(text)?.[1];
    return { name: name && name !== "..." ? bare(name) : "", type: null };
  },
  exported: (d) => !d.name.startsWith(".") || d.within === "class",
};
