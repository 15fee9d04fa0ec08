/** Lua. */

import { emmyLua } from "../engine/rules/_documented.ts";
import { inlineImport, throughInline } from "../engine/rules/_inline.ts";
import type { DefineRule, ExtendRule, Named, ParsedImport, RuleSet } from "../engine/rules/_rules.ts";
import { DOTTED, ID, re, sticky } from "../engine/words.ts";
import { syntax } from "./language.ts";
import { above, bound, classes, exported, returned } from "./tables.ts";

const PATH = "[a-zA-Z\\x80-\\u{10FFFF}_][\\w\\x80-\\u{10FFFF}]*(?:\\s*[.:]\\s*[a-zA-Z\\x80-\\u{10FFFF}_][\\w\\x80-\\u{10FFFF}]*)*";

/** `M.a.f` → name `f`, owner `M.a`. */
function split(path: string, end: number, more: Partial<Named> = {}): Named[] {
  const parts = path.split(/\s*[.:]\s*/);
  const name = parts.pop() ?? "";
  const owner = parts.join(".");
  return name ? [{ name, end, ...(owner ? { owner } : {}), ...(path.includes(":") ? { kind: "method" as const } : {}), ...more }] : [];
}

function functionName(text: string): Named[] {
  const match = re`^(?:local\s+)?function\s+(${PATH})`.exec(text);
  return match?.[1] ? split(match[1], match[0].length) : [];
}

/** `M.f = function(a)`, `local f = function(a)`. */
const ASSIGNED_FUNCTION = re`^(?:local\s+)?(${PATH}|${PATH}\[["']${ID}["']\])(?:\s*<\w+>)?\s*=\s*function\s*(?=\()`;

function assignedFunction(text: string): Named[] {
  const match = ASSIGNED_FUNCTION.exec(text);
  if (!match?.[1]) return [];
  return split(match[1].replace(/\[["']/, ".").replace(/["']\]/, ""), match[0].length);
}

const assigned: DefineRule = {
  role: "define",
  as: (text) => (ASSIGNED_FUNCTION.test(text) ? "function" : null),
  name: assignedFunction,
  params: true,
  until: ["\n", " "],
  type: (text) => returned(text.replace(/^([^=]*?)\s*=\s*function/, "function $1")),
};

/** `local K = 1`, `M.k = 1`: names of values, not of functions. */
function values(text: string): Named[] {
  const match = re`^(local\s+)?(${PATH}(?:\s*<\w+>)?(?:\s*,\s*${PATH}(?:\s*<\w+>)?)*)\s*(?==|$)`.exec(text);
  const list = match?.[2];
  if (!match || list === undefined) return [];
  const start = (match[1] ?? "").length;
  const found: Named[] = [];
  for (const one of list.matchAll(new RegExp(`(${PATH})(?:\\s*<\\w+>)?`, "gu")))
    found.push(...split(one[1] ?? "", start + one.index + one[0].length));
  return found.length > 8 ? [] : found;
}

const value: DefineRule = {
  role: "define",
  as: (text) =>
    ASSIGNED_FUNCTION.test(text) || /^[^=\n]*=\s*\(?\s*require\b/.test(text)
      ? null
      : /^(?:local\s+)?(?:[\w.]*\.)?[A-Z][A-Z0-9_]+\s*(?:<const>\s*)?=/.test(text)
        ? "constant"
        : "variable",
  name: values,
  where: "outer",
  until: ["{", "\n"],
};

function required(text: string): ParsedImport[] {
  const match = re`^(?:local\s+)?(${DOTTED})\s*=\s*require\s*\(?\s*["']([^"'\n]+)["']\s*\)?\s*(?:[.:]\s*(${ID}))?`.exec(text);
  if (!match?.[1] || !match[2]) return [];
  const local = match[1].slice(match[1].lastIndexOf(".") + 1);
  if (match[3]) return [{ form: "named", source: match[2], names: [{ name: match[3], local }] }];
  return [{ form: "namespace", source: match[2], names: [{ name: "*", local }] }];
}

/** `local Order = setmetatable({}, { __index = Entity })`, `setmetatable(Order, { __index = Entity })`. */
const inherits: ExtendRule = {
  role: "extend",
  owner: sticky`(?:local\s+)?((?:\p{Lu}|${ID}(?=\s*=\s*\{\s*__index))[\w\x80-\u{10FFFF}]*)\s*=\s*(?=\{\s*__index\s*=\s*\p{Lu}|setmetatable\b|${DOTTED}[:.](?:extend|new|subclass|class|inherit|derive)\b|[cC]lass\b)`,
  supers: above,
};

export const lua: RuleSet = {
  everywhere: true,
  nodes: {
    arguments: [
      {
        role: "call",
        callee: "before",
        accept: ({ name, receiver, before }) =>
          name === "require" || name === "function" || before === "function" ? null : throughInline({ name, receiver }),
      },
      inlineImport(() => false),
    ],
    assignment_statement: [
      // Inside `local x = …` the assignment is a node of its own: its text then stands behind `local`.
      { ...assigned, as: (text, _within, before) => (before !== "" || !ASSIGNED_FUNCTION.test(text) ? null : "function") },
      { role: "import", parse: required },
      { role: "bind", parse: (text) => (text.startsWith("self.") ? bound(text) : []) },
      {
        ...value,
        as: (text, within, before) => (before !== "" || !(value.as instanceof Function) ? null : value.as(text, within, before)),
      },
    ],
    comment: { role: "comment" },
    field: {
      role: "define",
      as: (text) => (re`^(?:${ID}|\[["']${ID}["']\])\s*=\s*function\s*\(`.test(text) ? "function" : null),
      name: (text) => {
        const match = re`^(?:\[["'])?(${ID})(?:["']\])?\s*=\s*function\s*`.exec(text);
        return match?.[1] ? [{ name: match[1], end: match[0].length }] : [];
      },
      params: true,
      until: ["\n", " "],
    },
    function_call: { role: "extend", owner: sticky`setmetatable\s*\(\s*(${ID})\s*,`, supers: above },
    function_declaration: { role: "define", as: "function", name: functionName, params: true, until: ["\n", " "], type: returned },
    function_definition: { role: "lambda", params: /function\s*/y },
    return_statement: { role: "import", where: "top", parse: exported },
    variable_declaration: [{ role: "bind", parse: bound }, assigned, value, inherits],
  },
  narrow: { field: { has: { field: "value", kind: "function_definition" } }, function_call: { regex: "^setmetatable\\s*\\(\\s*[A-Z]" } },
  starts: { "--": "comment", "(": "arguments" },
  syntax,
  reads: "functions",
  modifiers: ["local"],
  parameter: (text) => (re`^${ID}$`.test(text) ? { name: text, type: null } : text === "..." ? { name: "", type: null } : null),
  exported: ({ head }) => !/^local\s/.test(head),
  documented: emmyLua,
  finish: classes,
};
