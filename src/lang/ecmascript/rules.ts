/** What JavaScript and TypeScript share. */

import type { SymbolKind } from "../../base/types.ts";
import { closeBracket, skipSpace, skipWord, splitList } from "../engine/lex.ts";
import { ARROW } from "../engine/resolve/world.ts";
import { inlineImport, throughInline } from "../engine/rules/_inline.ts";
import type { DefineRule, ExtendRule, Role, RuleSet, Supertype } from "../engine/rules/_rules.ts";
import { ID$, re, sticky } from "../engine/words.ts";
import {
  arrowGives,
  bindAssignment,
  bindCaught,
  bindDeclarator,
  bindLoop,
  bindReturn,
  bindTested,
  bindYield,
  defaultOf,
  patternPaths,
} from "./flow.ts";
import { isRelative, mainExport, parseAssigned, parseExport, parseImport, parseRequire } from "./imports.ts";
import { NAME, PATH, patternNames, STARTS, syntax, valueAt, valueKind, WHOLE } from "./lex.ts";

// How JavaScript's types were made before classes: what functions inherit, and members written as one object.

/** An object whose members become a type's. */
const MIXED = re`^\s*${PATH}\s*$`;

const above =
  (pattern: RegExp) =>
  (head: string): Supertype[] => {
    const type = pattern
      .exec(head)
      ?.slice(1)
      .find((one) => one !== undefined);
    return type ? [{ kind: "inherit", type }] : [];
  };
/** The first three by the arguments of a call. */
const inherited: ExtendRule[] = [
  {
    role: "extend",
    needs: ["inherits"],
    owner: sticky`(?<=\binherits)\(\s*(${NAME})\s*,`,
    supers: above(re`^\(\s*${NAME}\s*,\s*(${PATH})`),
  },
  {
    role: "extend",
    needs: ["setPrototypeOf"],
    owner: sticky`(?<=\bsetPrototypeOf)\(\s*(${NAME})\.prototype\s*,`,
    supers: above(re`,\s*(${PATH})\.prototype`),
  },
  {
    role: "extend",
    needs: ["prototype"],
    owner: sticky`(?<=Object\.assign)\(\s*(${NAME})\.prototype\s*,`,
    supers: (head) =>
      splitList(head, 1, closeBracket(head, 0, head.length, syntax) - 1, syntax)
        .slice(1)
        .flatMap(([from, to]): Supertype[] =>
          MIXED.test(head.slice(from, to)) ? [{ kind: "inherit", type: head.slice(from, to).trim() }] : [],
        ),
  },
  { role: "extend", needs: ["prototype"], owner: sticky`(${NAME})\.prototype\s*=\s*\{` },
  {
    role: "extend",
    needs: ["prototype"],
    owner: sticky`(${NAME})\.prototype\s*=\s*(?:Object\.create\s*\(|new\s)`,
    supers: above(re`Object\.create\s*\(\s*(${PATH})\.prototype|=\s*new\s+(${PATH})`),
  },
];

// What JavaScript and TypeScript write for one parameter.

const PARAMETER = re`^(\.\.\.)?(${NAME})\s*\??\s*(?::\s*([\s\S]+?))?\s*(?:=(?!>)([\s\S]*))?$`;

/** One parameter: `public a?: T = 1`, `{ a, b }: O`, `...rest: T[]`. */
function parameter(text: string): ReturnType<NonNullable<RuleSet["parameter"]>> {
  if (WHOLE.test(text)) return { name: text, type: null, value: null, field: false };
  const plain = text.replace(/^(?:@[\w.]+(?:\([^)]*\))?\s*)*(?:(?:public|private|protected|readonly|override)\s+)*/, "");
  if (/^this\s*:/.test(plain)) return null;
  if (plain.startsWith("{") || plain.startsWith("[")) {
    const close = closeBracket(plain, 0, plain.length, syntax);
    const type = close > 0 ? (/^\s*:\s*([^=]+)/.exec(plain.slice(close))?.[1]?.trim() ?? null) : null;
    return { name: "", type, parts: patternPaths(close < 0 ? plain : plain.slice(0, close)) };
  }
  const match = PARAMETER.exec(plain);
  if (!match) return { name: "", type: null };
  // `constructor(private store: Store)` declares the field as well.
  return {
    name: match[2]!,
    type: match[3] ?? null,
    ...(match[1] ? { gathers: true } : {}),
    value: match[4] === undefined ? null : defaultOf(match[4]),
    field: /^(?:@[\w.]+(?:\([^)]*\))?\s*)*(?:public|private|protected|readonly)\s/.test(text),
  };
}

export const VALUE = "\\s*(?::[^=]*?)?=\\s*(?:async\\b\\s*)?(?:function\\s*\\*?\\s*[\\w\\x80-\\u{10FFFF}$]*)?\\s*";
export const RETURNS = /^\s*:\s*([\s\S]+?)[\s;]*$/;

// ---------------------------------------------------------------------------------------------- definitions

const EXPORTED = /^export\b/;

const functionRule: DefineRule = { role: "define", as: "function", name: "name", params: true, body: "body", type: "return_type" };

export const methodRule: DefineRule = { role: "define", as: "method", name: "name", params: true, body: "body", type: "return_type" };

const assignedTo = sticky`(?:${NAME}\.)+(${NAME})(?=\s*=)`;
const isLocalTarget = (text: string): boolean => /^(?:this|self|document|event|e|req|res)\.|^window\.on[a-z]+\s*=/.test(text);

/** `Foo.prototype.a = Foo.prototype.b`, `Foo.prototype.a = b`: a method by another name. */
const OTHER_NAME = re`^(?:${NAME}\.)+prototype\.${NAME}\s*=\s*(?:(?:${NAME}\.)+prototype\.)?(?!(?:true|false|null|undefined|NaN|this)\b)${NAME}\s*;?\s*$`;
/** In the function without a name that a library is wrapped in, only what is plainly of a type or exported: others may be values of tests. */
const WRAPPED = re`^(?:(?:${NAME}\.)*(?:prototype|fn)\.|\p{Lu}[\w\x80-\u{10FFFF}$]*\.|(?:module\.)?exports\.)`;
const isWrapped = (text: string, within: SymbolKind): boolean => within !== "function" || WRAPPED.test(text);

/** `exports.a = function`, `Foo.prototype.a = function`, `app.a = () =>`: definitions of what stands left. */
const assigned: DefineRule[] = [
  {
    role: "define",
    needs: ["prototype"],
    as: (text, within) => (OTHER_NAME.test(text) && !isLocalTarget(text) && isWrapped(text, within) ? "method" : null),
    name: assignedTo,
    where: "unnamed",
    owner: sticky`(${NAME})\.prototype\.`,
  },
  {
    role: "define",
    as: (text, within) => {
      const at = text.search(/=(?!=)/);
      if (
        at < 0 ||
        !isWrapped(text, within) ||
        isLocalTarget(text) ||
        !assignable(text) ||
        mainExport(text) !== null ||
        valueKind(text, at + 1) !== "function"
      )
        return null;
      return /^(?:module\.)?exports\./.test(text) ? "function" : "method";
    },
    name: assignedTo,
    where: "unnamed",
    owner: sticky`(?!(?:module\.)?exports\b)(${NAME})(?:\.prototype)?\.${NAME}\s*=`,
    params: new RegExp(VALUE, "uy"),
    until: ["=>", "{"],
    type: RETURNS,
  },
  {
    role: "define",
    needs: ["exports"],
    as: (text) => {
      const at = re`^(?:module\.)?exports\.${ID$}\s*=(?!=)`.exec(text)?.[0].length;
      if (at === undefined) return null;
      const kind = valueKind(text, at);
      if (kind === "class") return "class";
      // A plain name or a require is exported under this name, not defined here.
      if (kind === "function" || HANDED_ON.test(text.slice(at))) return null;
      return "variable";
    },
    name: assignedTo,
    where: "unnamed",
    until: ["\n", "{"],
  },
];

/** `this.add = function () {}` in a function that constructs: a method of what it makes. */
const ownMethod: DefineRule = {
  role: "define",
  as: (text, within) => {
    const at = within === "function" ? OWN_TARGET.exec(text)?.[0].length : undefined;
    return at !== undefined && valueKind(text, at) === "function" ? "method" : null;
  },
  name: sticky`this\.(${NAME})(?=\s*=)`,
  params: new RegExp(VALUE, "uy"),
  until: ["=>", "{"],
  type: RETURNS,
  gives: arrowGives,
};
const OWN_TARGET = re`^this\.${NAME}\s*=(?!=)`;

/** What is exported under a name and not defined there. */
const HANDED_ON = re`^\s*(?:${NAME}\s*;?\s*$|require\b|exports\.|void 0)`;

/** `f = function () {}` where `f` was declared before, or is global: from here it is a function, as if it had been declared as one.
 * Not inside a function with a name, where a local variable gets another value. */
const assignedPlain: DefineRule = {
  role: "define",
  as: (text) => {
    const at = PLAIN_TARGET.exec(text)?.[0].length;
    return at !== undefined && !/^(?:module|exports|self|window|global)\b/.test(text) && valueKind(text, at) === "function"
      ? "function"
      : null;
  },
  name: sticky`(${NAME})`,
  where: "unnamed",
  params: new RegExp(VALUE, "uy"),
  until: ["=>", "{"],
  type: RETURNS,
  gives: arrowGives,
};
const PLAIN_TARGET = re`^${NAME}\s*=(?![=>])`;

/** `module.exports = class Foo {}`, `module.exports = function () {}`. */
const main = (kind: "function" | "class", more: Partial<DefineRule>): DefineRule => ({
  role: "define",
  needs: ["exports"],
  // `const A = module.exports = class A {}` is A already.
  as: (text, within) => (within !== "constant" && within !== "variable" && mainExport(text)?.kind === kind ? kind : null),
  name: (text) => {
    const found = mainExport(text);
    return found ? [{ name: found.name, end: found.end }] : [];
  },
  where: "outer",
  until: ["=>", "{"],
  ...more,
});

const ASSIGNABLE = re`^(?:${NAME}\.)+${NAME}\s*=(?!=)`;
const assignable = (text: string): boolean => ASSIGNABLE.test(text);

const declarators: Role[] = [
  { role: "bind", parse: bindDeclarator },
  { role: "import", needs: ["require", "import"], when: /[^=;]{1,400}?=\s*(?:await\s+)?(?:require|import)\s*\(/uy, parse: parseRequire },
  {
    role: "import",
    needs: ["exports"],
    when: sticky`${NAME}\s*=\s*\(?(?:exports\s*=\s*)?module\.exports\b`,
    parse: (text) => [
      { form: "default", source: "", names: [{ name: STARTS.exec(text)![0], local: "default" }], reexport: true, length: 0 },
    ],
  },
  {
    role: "define",
    as: (text) => {
      const at = valueAt(text);
      return at > 0 && valueKind(text, at) === "function" ? "function" : null;
    },
    name: sticky`(${NAME})`,
    params: new RegExp(VALUE, "uy"),
    until: ["=>", "{"],
    type: RETURNS,
    gives: arrowGives,
  },
  {
    role: "define",
    as: (text, _within, before) => {
      const at = valueAt(text);
      const kind = at > 0 ? valueKind(text, at) : null;
      if (/^\{[^={}]*\}\s*=\s*(?:await\s+)?(?:require|import)\s*\(/.test(text)) return null;
      if (kind === "class") return "class";
      if (kind === "function" || (at > 0 && /^\s*(?:await\s+)?(?:require|import)\s*\(/.test(text.slice(at)))) return null;
      return /\bconst\b/.test(before) ? "constant" : "variable";
    },
    name: (text) => {
      if (text.startsWith("{") || text.startsWith("["))
        return patternNames(text).map(({ local }) => ({ name: local, end: Math.max(1, text.indexOf("=")) }));
      const name = STARTS.exec(text)?.[0];
      return name ? [{ name, end: name.length }] : [];
    },
    where: "outer",
    until: ["\n", "{", "["],
    type: "type",
    supers: (d) => extendsOf(d.tail),
  },
];

const EXTENDED = re`\bextends\s+(${PATH}(?:\s*\(\s*${PATH}(?:\s*,\s*${PATH})*){0,6})`;

/** `extends Base`, `extends Named(Aged(Base))`: what is applied makes the class above, of what it is given. */
export function extendsOf(tail: string): Supertype[] {
  const match = tail.includes("extends") ? EXTENDED.exec(tail) : null;
  return match ? match[1]!.split(/[(,]/).map((type) => ({ kind: "inherit", type: type.trim() })) : [];
}

/** `export default class {}` and the like have the name they are imported by. */
const nameless = (kind: "function" | "class"): DefineRule => ({
  role: "define",
  as: (text, _within, before) =>
    /\bdefault\b/.test(before) && !re`^(?:async\s+)?(?:function\s*\*?|class)\s+(?!extends\b)${NAME}`.test(text) ? kind : null,
  name: (text) => [{ name: "default", end: /^(?:async\s*)?(?:function\s*\*?|class)?/.exec(text)![0].length }],
  params: kind === "function" ? true : undefined,
  until: ["=>", "{"],
  supers: (d) => (kind === "class" ? extendsOf(d.tail) : []),
});

/** `return function inner() {}`, `(function start() {})()`: a function expression with a name of its own that is no one's value. */
const named: DefineRule = {
  ...functionRule,
  unnamed: true,
  as: (text, _within, before) => (/\bdefault\b/.test(before) || !NAMED.test(text) ? null : "function"),
};
const NAMED = re`^(?:async\s+)?function\s*\*?\s*(?=${NAME})`;

const lambda: Role = { role: "lambda", params: /(?:async\b\s*)?(?:function\s*\*?\s*[\w\x80-\u{10FFFF}$]*)?\s*(?:<[^()]*>)?\s*/uy };

/** Function-valued members of object literals; other pairs are data. */
const pair: DefineRule = {
  role: "define",
  as: (text) => {
    const colon = re`^(?:${ID$}|"[^"\n]*"|'[^'\n]*')\s*:`.exec(text)?.[0].length;
    return colon !== undefined && valueKind(text, colon) === "function" ? "method" : null;
  },
  name: (text) => {
    const match = /^["']?([^"':\s]+)["']?\s*:/.exec(text);
    return match ? [{ name: match[1]!, end: match[0].length }] : [];
  },
  params: /\s*(?:async\b\s*)?(?:function\s*\*?\s*[\w\x80-\u{10FFFF}$]*)?\s*/uy,
  until: ["=>", "{"],
  gives: (body) => [
    ...arrowGives(body),
    ...(/^\s*=>[\s\S]*\bthis\b/.test(body) ? [{ name: ARROW, type: "", from: "unknown" as const }] : []),
  ],
};

/** `{ Circle: class { … } }` */
const pairClass: DefineRule = {
  role: "define",
  as: (text) => (re`^["']?${ID$}["']?\s*:\s*class\b`.test(text) ? "class" : null),
  name: pair.name,
  until: ["{"],
  supers: (d) => extendsOf(d.tail),
};

/** Components in JSX; lower-case names are elements of the page. */
const element: Role = {
  role: "call",
  parse: (text) => {
    const match = re`^<\s*(?:(${PATH})\.)?(${NAME})`.exec(text);
    return match && (match[1] || /^\p{Lu}/u.test(match[2]!)) ? { name: match[2]!, receiver: match[1] ?? null, arity: null } : null;
  },
};

export const jsx: RuleSet["nodes"] = { jsx_opening_element: element, jsx_self_closing_element: element };

export const nodes: RuleSet["nodes"] = {
  arguments: [
    {
      role: "call",
      callee: "before",
      // Those are imports.
      accept: ({ name, receiver, before }) =>
        receiver === null && (name === "require" || name === "import")
          ? null
          : { ...throughInline({ name, receiver }), kind: before === "new" ? "new" : "call" },
    },
    inlineImport(isRelative),
    ...inherited.slice(0, 3),
  ],
  arrow_function: [nameless("function"), lambda],
  assignment_expression: [
    { role: "bind", parse: bindAssignment },
    ...inherited.slice(3),
    { role: "import", needs: ["exports"], when: /(?:module\.)?exports\b/y, parse: parseAssigned },
    main("function", { params: sticky`(?:${VALUE})?`, type: RETURNS }),
    main("class", { supers: (d) => extendsOf(d.tail) }),
    ...assigned,
    assignedPlain,
    ownMethod,
  ],
  catch_clause: { role: "bind", parse: bindCaught },
  class: [
    nameless("class"),
    {
      role: "supertype",
      anonymous: true,
      // What is assigned has the name of what it is assigned to.
      parse: (text, before) =>
        /[=:]\s*$|\bdefault\s*$/.test(before) ? [] : extendsOf(/^class\s+(?=extends\b)[^{]*/.exec(text)?.[0] ?? ""),
    },
  ],
  comment: { role: "comment" },
  decorator: { role: "attach", decorates: sticky`@\s*(${PATH})` },
  export_statement: { role: "import", when: /export\s*(?:type\s*)?(?:\{|\*|=|default\s)/y, parse: parseExport },
  for_in_statement: { role: "bind", parse: bindLoop },
  function_declaration: functionRule,
  function_expression: [nameless("function"), named, lambda],
  generator_function: [nameless("function"), named, lambda],
  generator_function_declaration: functionRule,
  if_statement: { role: "bind", parse: bindTested },
  import_statement: { role: "import", parse: parseImport },
  method_definition: methodRule,
  pair: [pair, pairClass],
  return_statement: { role: "bind", parse: bindReturn },
  template_string: { role: "call", callee: "before" },
  variable_declarator: declarators,
  yield_expression: { role: "bind", parse: bindYield },
};

/**
 * Functions of lists and maps that call what they are given before they return, and a promise's, whose handlers are written where they would be
 * called if it had settled; what timers call is called by nobody here.
 */
const CALLS_BACK =
  /^(?:then|catch|finally|forEach|map|filter|some|every|find|findIndex|findLast|findLastIndex|flatMap|reduce|reduceRight|sort|toSorted)$/;

export const base: Omit<RuleSet, "nodes"> = {
  starts: { "/*": "comment", "//": "comment" },
  only: { if_statement: /\binstanceof\b/ },
  narrow: {
    // html`…`
    template_string: { inside: { kind: "call_expression" } },
    pair: {
      has: {
        field: "value",
        any: [{ kind: "arrow_function" }, { kind: "function_expression" }, { kind: "generator_function" }, { kind: "class" }],
      },
    },
  },
  reads: true,
  accessor: { text: /^(?:(?:static|override|public|private|protected)\s+)*(?:get|set)\s+[#"'[a-zA-Z\x80-\u{10FFFF}_$]/u },
  syntax,
  flows: true,
  callsBack: ({ name, receiver }) => {
    if (receiver === "Reflect") return name === "apply" ? "first" : name === "construct" ? "new" : null;
    return receiver !== null && (CALLS_BACK.test(name) || (receiver === "Array" && name === "from")) ? "all" : null;
  },
  modifiers: ["export", "default", "declare", "async", "const", "let", "var"],
  inlineAttributes: (head) => {
    let i = 0;
    while (head[i] === "@") {
      i = skipWord(head, i + 1, head.length, "$.");
      if (head[i] === "(") i = Math.max(i + 1, closeBracket(head, i, head.length, syntax));
      i = skipSpace(head, i, head.length);
    }
    return i;
  },
  parameter,
  exported: (d) => {
    // `app.use = function`: as public as `app`.
    if (d.within === "file" && d.kind === "method") return true;
    if (d.within === "file" || d.within === "namespace" || d.within === "module")
      return EXPORTED.test(d.head) || /^declare\s+(?:module|global)\b/.test(d.head) || /^(?:module\.)?exports(?:\.|\s*=)/.test(d.head);
    return !/^(?:(?:static|override|readonly|abstract|declare|async)\s+)*private\s/.test(d.head) && !d.name.startsWith("#");
  },
};
export { functionRule };
