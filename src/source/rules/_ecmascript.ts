/** What JavaScript and TypeScript share. */
import { closeBracket, skipAngles, skipSpace, skipWord, splitList } from "../lex.ts";
import type { Bound, DefineRule, ParsedImport, Role, RuleSet, Supertype, Syntax } from "./_rules.ts";

export const syntax: Syntax = {
  separators: ["?.", "."],
  quotes: "\"'`",
  templates: true,
  regexLiterals: true,
  lineComments: ["//"],
  blockComments: [["/*", "*/"]],
  angles: true,
  identifier: "$",
};

export const NAME = "[\\p{L}_$][\\p{L}\\p{N}_$]*";
export const PATH = `${NAME}(?:\\??\\.#?${NAME})*`;

// ---------------------------------------------------------------------------------------------- values

/** What an initialiser that begins at `from` defines: a function, a class, or nothing of its own. */
export function valueKind(text: string, from: number): "function" | "class" | null {
  let i = skipSpace(text, from, text.length);
  if (/^class\b/.test(text.slice(i, i + 6))) return "class";
  if (/^async\b/.test(text.slice(i, i + 6))) i = skipSpace(text, i + 5, text.length);
  if (/^function\b/.test(text.slice(i, i + 9))) return "function";
  i = skipSpace(text, skipAngles(text, i, text.length), text.length);
  if (text[i] === "(") {
    const close = closeBracket(text, i, text.length, syntax);
    return close > 0 && /^\s*(?:=>|:)/.test(text.slice(close, close + 40)) ? "function" : null;
  }
  const end = skipWord(text, i, text.length, "$");
  return end > i && /^\s*=>/.test(text.slice(end, end + 20)) ? "function" : null;
}

/** Offset behind the `=` of `name: T = value`, or -1. */
export function valueAt(text: string): number {
  const plain = new RegExp(`^#?${NAME}\\s*[!?]?\\s*=(?![=>])`, "u").exec(text);
  if (plain) return plain[0].length;
  const typed = new RegExp(`^#?${NAME}\\s*[!?]?\\s*:`, "u").exec(text);
  if (!typed) return -1;
  for (let i = typed[0].length; i < text.length; i++) {
    const char = text[i]!;
    if ("([{".includes(char)) {
      const close = closeBracket(text, i, text.length, syntax);
      if (close < 0) return -1;
      i = close - 1;
    } else if (char === "=" && text[i + 1] !== ">" && text[i + 1] !== "=") return i + 1;
  }
  return -1;
}

export const VALUE = "\\s*(?::[^=]*?)?=\\s*(?:async\\b\\s*)?(?:function\\s*\\*?\\s*[\\p{L}\\p{N}_$]*)?\\s*";
export const RETURNS = /^\s*:\s*([\s\S]+?)[\s;]*$/;

/** `= new Foo()`, `= make()`, `= await x.load()`; anything else is unknown. */
function initialised(name: string, value: string, field: boolean): Bound {
  const match = new RegExp(`^\\s*(?:await\\s+)?(?<new>new\\s+)?(?<path>${PATH})\\s*(?:<[^()=;]*>)?\\s*(?<open>\\()?`, "u").exec(
    value,
  )?.groups;
  if (match?.new) return { name, type: match.path!, from: "constructor", field };
  if (match?.open && !/^(?:function|async|require|import|class|if|typeof)$/.test(match.path!))
    return { name, type: match.path!.replaceAll("?.", "."), from: "call", field };
  const cast = /\bas\s+([\p{L}_$][\p{L}\p{N}_$.]*)\s*;?\s*$/u.exec(value);
  if (cast && cast[1] !== "const" && cast[1] !== "any" && cast[1] !== "unknown") return { name, type: cast[1]!, from: "annotation", field };
  const same = field ? new RegExp(`^\\s*(${NAME})\\s*(?:(?:\\?\\?|\\|\\|)[^;]*)?;?\\s*$`, "u").exec(value)?.[1] : undefined;
  return { name, type: "", from: "unknown", field, ...(same === undefined ? {} : { same }) };
}

/** Names bound by `{ a, b: c = 1, ...d }` or `[a, , b]`. */
export function patternNames(text: string): { name: string; local: string }[] {
  const close = closeBracket(text, 0, text.length, syntax);
  const found: { name: string; local: string }[] = [];
  for (const [from, to] of splitList(text, 1, close < 0 ? text.length : close - 1, syntax)) {
    const piece = text.slice(from, to);
    const match = new RegExp(`^(?:\\.\\.\\.)?(${NAME})\\s*(?::\\s*([\\s\\S]*))?`, "u").exec(piece);
    if (!match) continue;
    const inner = match[2]?.trim();
    if (inner && "{[".includes(inner[0]!)) found.push(...patternNames(inner));
    else found.push({ name: match[1]!, local: (inner && new RegExp(`^${NAME}`, "u").exec(inner)?.[0]) ?? match[1]! });
  }
  return found;
}

function bindDeclarator(text: string): Bound[] {
  if (text.startsWith("{") || text.startsWith("["))
    return patternNames(text).map(({ local }) => ({ name: local, type: "", from: "unknown" as const }));
  const name = new RegExp(`^${NAME}`, "u").exec(text)?.[0];
  if (!name) return [];
  const at = valueAt(text);
  const typed = /^\s*!?\s*:\s*/.exec(text.slice(name.length));
  if (typed) {
    const type = text.slice(name.length + typed[0].length, at < 0 ? undefined : at - 1);
    return [{ name, type: type.trim(), from: "annotation" }];
  }
  if (at < 0) return [{ name, type: "", from: "unknown" }];
  return [initialised(name, text.slice(at), false)];
}

function bindAssignment(text: string): Bound[] {
  const field = new RegExp(`^this\\.(#?${NAME})\\s*=(?!=)`, "u").exec(text);
  return field ? [initialised(field[1]!, text.slice(field[0].length), true)] : [];
}

// ---------------------------------------------------------------------------------------------- imports and exports

const SPECIFIER = new RegExp(`^(?:type\\s+|typeof\\s+)?(${NAME}|"[^"]*"|'[^']*')(?:\\s+as\\s+(${NAME}|"[^"]*"|'[^']*'))?$`, "u");

function specifiers(list: string): { name: string; local: string }[] {
  return list.split(",").flatMap((part) => {
    const match = SPECIFIER.exec(part.trim());
    const bare = (name: string): string => name.replace(/^["']|["']$/g, "");
    return match ? [{ name: bare(match[1]!), local: bare(match[2] ?? match[1]!) }] : [];
  });
}

const isRelative = (source: string): boolean => source.startsWith(".");

function parseImport(text: string): ParsedImport[] {
  const required = new RegExp(`^import\\s+(?:type\\s+)?(${NAME})\\s*=\\s*require\\s*\\(\\s*["']([^"']+)["']`, "u").exec(text);
  if (required)
    return [{ form: "namespace", source: required[2]!, names: [{ name: "*", local: required[1]! }], relative: isRelative(required[2]!) }];
  const from = /(?:\bfrom\s*|^import\s*)["']([^"']*)["']/.exec(text);
  if (!from) return [];
  const source = from[1]!;
  const relative = isRelative(source);
  const clause = text
    .slice(6, from.index)
    .replace(/^\s*type\s+(?!,|from\b)/, "")
    .trim();
  if (from[0].startsWith("import")) return [{ form: "side-effect", source, names: [], relative }];
  const found: ParsedImport[] = [];
  const namespace = new RegExp(`\\*\\s*as\\s+(${NAME})`, "u").exec(clause);
  const fallback = new RegExp(`^(${NAME})\\s*(?:,|$)`, "u").exec(clause);
  const braces = /\{([\s\S]*)\}/.exec(clause);
  if (fallback) found.push({ form: "default", source, names: [{ name: "default", local: fallback[1]! }], relative });
  if (namespace) found.push({ form: "namespace", source, names: [{ name: "*", local: namespace[1]! }], relative });
  if (braces) found.push({ form: "named", source, names: specifiers(braces[1]!), relative });
  return found;
}

function parseExport(text: string): ParsedImport[] {
  const source = /\bfrom\s*["']([^"']*)["']/.exec(text)?.[1] ?? "";
  const relative = isRelative(source);
  const all = new RegExp(`^export\\s*(?:type\\s*)?\\*\\s*(?:as\\s+(${NAME}))?`, "u").exec(text);
  if (all) {
    if (!source) return [];
    if (all[1]) return [{ form: "namespace", source, names: [{ name: "*", local: all[1] }], reexport: true, relative }];
    return [{ form: "wildcard", source, names: [], reexport: true, relative }];
  }
  const braces = /^export\s*(?:type\s*)?\{([\s\S]*?)\}/.exec(text);
  if (braces) return [{ form: "named", source, names: specifiers(braces[1]!), reexport: true, relative }];
  const declared = new RegExp(
    `^export\\s+default\\s+(?:abstract\\s+)?(?:async\\s+)?(?:function\\s*\\*?|class|interface)\\s+(?!extends\\b|implements\\b)(${NAME})`,
    "u",
  ).exec(text);
  // The definition itself is no import: its span is not counted.
  if (declared) return [{ form: "default", source: "", names: [{ name: declared[1]!, local: "default" }], reexport: true, length: 0 }];
  const named = new RegExp(`^export\\s*(?:default\\s|=)\\s*(${NAME})\\s*;?\\s*$`, "u").exec(text);
  if (named) return [{ form: "default", source: "", names: [{ name: named[1]!, local: "default" }], reexport: true }];
  return [];
}

/** `const { a, b: c } = require("x")`, `const d = require("x").e`, `… = await import("x")`. */
function parseRequire(text: string): ParsedImport[] {
  const match =
    /^([\s\S]*?)\s*=\s*(?:await\s+)?(?:require|import)\s*\(\s*["'`]([^"'`]+)["'`]\s*\)\s*(?:\.\s*([\p{L}_$][\p{L}\p{N}_$]*))?(.?)/u.exec(
      text,
    );
  if (!match || match[4] === "(" || match[4] === "[") return [];
  const source = match[2]!;
  const relative = isRelative(source);
  const target = match[1]!.replace(/\s*:[\s\S]*$/, (type) => (match[1]!.startsWith("{") ? type : ""));
  if (target.startsWith("{")) return [{ form: "named", source, names: patternNames(target), relative }];
  if (!new RegExp(`^${NAME}$`, "u").test(target)) return [];
  if (match[3]) return [{ form: "named", source, names: [{ name: match[3], local: target }], relative }];
  return [{ form: "namespace", source, names: [{ name: "*", local: target }], relative }];
}

/** `module.exports = …`, `exports.a = …`: what of this file (or another) is public under which name. */
function parseAssigned(text: string): ParsedImport[] {
  const match = new RegExp(`^(?:module\\.)?exports(?:\\.(${NAME}))?\\s*=\\s*([\\s\\S]*)$`, "u").exec(text);
  if (!match) return [];
  const value = match[2]!.trim();
  const local = match[1] ?? "default";
  const required = /^require\s*\(\s*["'`]([^"'`]+)["'`]\s*\)\s*;?$/.exec(value);
  if (required) {
    const relative = isRelative(required[1]!);
    if (match[1]) return [{ form: "namespace", source: required[1]!, names: [{ name: "*", local }], reexport: true, relative }];
    return [{ form: "wildcard", source: required[1]!, names: [], reexport: true, relative }];
  }
  if (new RegExp(`^${NAME};?$`, "u").test(value)) {
    return [{ form: "default", source: "", names: [{ name: value.replace(";", ""), local }], reexport: true }];
  }
  if (!match[1] && value.startsWith("{")) {
    const names = patternNames(value).filter(({ name, local: own }) =>
      new RegExp(`[{,\\s]${escapeDollar(name)}\\s*(?:[,}]|:\\s*${escapeDollar(own)}\\s*[,}])`, "u").test(value),
    );
    if (names.length > 0)
      return [{ form: "named", source: "", names: names.map((n) => ({ name: n.local, local: n.name })), reexport: true, length: 0 }];
  }
  return [];
}

const escapeDollar = (name: string): string => name.replaceAll("$", "\\$");

// ---------------------------------------------------------------------------------------------- definitions

const EXPORTED = /^export\b/;

const functionRule: DefineRule = {
  role: "define",
  as: "function",
  name: new RegExp(`(?:async\\s+)?function\\s*\\*?\\s*(${NAME})`, "uy"),
  params: true,
  body: "body",
  type: RETURNS,
};

export const methodRule: DefineRule = { role: "define", as: "method", name: "name", params: true, body: "body", type: RETURNS };

const assignedTo = new RegExp(`(?:${NAME}\\.)+(${NAME})(?=\\s*=)`, "uy");
const isLocalTarget = (text: string): boolean => /^(?:this|self|window|document|event|e|req|res)\./.test(text);

/** `exports.a = function`, `Foo.prototype.a = function`, `app.a = () =>`: definitions of what stands left. */
const assigned: DefineRule[] = [
  {
    role: "define",
    as: (text) => {
      const at = text.search(/=(?!=)/);
      if (at < 0 || isLocalTarget(text) || !assignable(text) || valueKind(text, at + 1) !== "function") return null;
      return /^(?:module\.)?exports\./.test(text) ? "function" : "method";
    },
    name: assignedTo,
    where: "outer",
    owner: new RegExp(`(?!(?:module\\.)?exports\\b)(${NAME})(?:\\.prototype)?\\.${NAME}\\s*=`, "uy"),
    params: new RegExp(VALUE, "uy"),
    until: ["=>", "{"],
    type: RETURNS,
  },
  {
    role: "define",
    as: (text) => {
      const at = /^(?:module\.)?exports\.[\p{L}_$][\p{L}\p{N}_$]*\s*=(?!=)/u.exec(text)?.[0].length;
      if (at === undefined) return null;
      const kind = valueKind(text, at);
      if (kind === "class") return "class";
      // A plain name or a require is exported under this name, not defined here.
      if (kind === "function" || new RegExp(`^\\s*(?:${NAME}\\s*;?\\s*$|require\\b|exports\\.|void 0)`, "u").test(text.slice(at)))
        return null;
      return "variable";
    },
    name: assignedTo,
    where: "outer",
    until: ["\n", "{"],
  },
];

const assignable = (text: string): boolean => new RegExp(`^(?:${NAME}\\.)+${NAME}\\s*=(?!=)`, "u").test(text);

const declarators: Role[] = [
  { role: "bind", parse: bindDeclarator },
  { role: "import", when: /[^=;]{1,400}?=\s*(?:await\s+)?(?:require|import)\s*\(/uy, parse: parseRequire },
  {
    role: "import",
    when: new RegExp(`${NAME}\\s*=\\s*(?:exports\\s*=\\s*)?module\\.exports\\b`, "uy"),
    parse: (text) => [
      {
        form: "default",
        source: "",
        names: [{ name: new RegExp(`^${NAME}`, "u").exec(text)![0], local: "default" }],
        reexport: true,
        length: 0,
      },
    ],
  },
  {
    role: "define",
    as: (text) => {
      const at = valueAt(text);
      return at > 0 && valueKind(text, at) === "function" ? "function" : null;
    },
    name: new RegExp(`(${NAME})`, "uy"),
    params: new RegExp(VALUE, "uy"),
    until: ["=>", "{"],
    type: RETURNS,
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
      const name = new RegExp(`^${NAME}`, "u").exec(text)?.[0];
      return name ? [{ name, end: name.length }] : [];
    },
    where: "outer",
    until: ["\n", "{", "["],
    type: "type",
    supers: (d) => extendsOf(d.tail),
  },
];

function extendsOf(tail: string): Supertype[] {
  const match = new RegExp(`\\bextends\\s+(${PATH})`, "u").exec(tail);
  return match ? [{ kind: "inherit", type: match[1]! }] : [];
}

/** `export default class {}` and the like have the name they are imported by. */
const nameless = (kind: "function" | "class"): DefineRule => ({
  role: "define",
  as: (text, _within, before) =>
    /\bdefault\b/.test(before) && !new RegExp(`^(?:async\\s+)?(?:function\\s*\\*?|class)\\s+(?!extends\\b)${NAME}`, "u").test(text)
      ? kind
      : null,
  name: (text) => [{ name: "default", end: /^(?:async\s*)?(?:function\s*\*?|class)?/.exec(text)![0].length }],
  params: kind === "function" ? true : undefined,
  until: ["=>", "{"],
  supers: (d) => (kind === "class" ? extendsOf(d.tail) : []),
});

const lambda: Role = { role: "lambda", params: /(?:async\b\s*)?(?:function\s*\*?\s*[\p{L}\p{N}_$]*)?\s*(?:<[^()]*>)?\s*/uy };

/** Function-valued members of object literals; other pairs are data. */
const pair: DefineRule = {
  role: "define",
  as: (text) => {
    const colon = /^(?:[\p{L}_$][\p{L}\p{N}_$]*|"[^"\n]*"|'[^'\n]*')\s*:/u.exec(text)?.[0].length;
    return colon !== undefined && valueKind(text, colon) === "function" ? "method" : null;
  },
  name: (text) => {
    const match = /^["']?([^"':\s]+)["']?\s*:/.exec(text);
    return match ? [{ name: match[1]!, end: match[0].length }] : [];
  },
  params: /\s*(?:async\b\s*)?(?:function\s*\*?\s*[\p{L}\p{N}_$]*)?\s*/uy,
  until: ["=>", "{"],
};

/** Components in JSX; lower-case names are elements of the page. */
const element: Role = {
  role: "call",
  parse: (text) => {
    const match = new RegExp(`^<\\s*(?:(${PATH})\\.)?(${NAME})`, "u").exec(text);
    return match && (match[1] || /^\p{Lu}/u.test(match[2]!)) ? { name: match[2]!, receiver: match[1] ?? null, arity: null } : null;
  },
};

export const jsx: RuleSet["nodes"] = { jsx_opening_element: element, jsx_self_closing_element: element };

export const nodes: RuleSet["nodes"] = {
  arguments: {
    role: "call",
    callee: "before",
    // Those are imports.
    accept: (callee) =>
      callee.receiver === null && /^(?:require|import)$/.test(callee.name)
        ? null
        : { ...callee, kind: callee.before === "new" ? "new" : "call" },
  },
  arrow_function: [nameless("function"), lambda],
  assignment_expression: [
    { role: "bind", parse: bindAssignment },
    { role: "import", when: /(?:module\.)?exports\b/y, parse: parseAssigned },
    ...assigned,
  ],
  class: nameless("class"),
  comment: { role: "comment" },
  decorator: { role: "attach", decorates: new RegExp(`@\\s*(${PATH})`, "uy") },
  export_statement: { role: "import", when: /export\s*(?:type\s*)?(?:\{|\*|=|default\s)/y, parse: parseExport },
  function_declaration: functionRule,
  function_expression: [nameless("function"), lambda],
  generator_function: [nameless("function"), lambda],
  generator_function_declaration: functionRule,
  import_statement: { role: "import", parse: parseImport },
  method_definition: methodRule,
  pair,
  variable_declarator: declarators,
};

/** One parameter: `public a?: T = 1`, `{ a, b }: O`, `...rest: T[]`. */
function parameter(text: string): ReturnType<NonNullable<RuleSet["parameter"]>> {
  const plain = text.replace(/^(?:@[\w.]+(?:\([^)]*\))?\s*)*(?:(?:public|private|protected|readonly|override)\s+)*/, "");
  if (/^this\s*:/.test(plain)) return null;
  if (plain.startsWith("{") || plain.startsWith("[")) {
    const close = closeBracket(plain, 0, plain.length, syntax);
    const type = close > 0 ? (/^\s*:\s*([^=]+)/.exec(plain.slice(close))?.[1]?.trim() ?? null) : null;
    return { name: "", type, also: patternNames(plain).map(({ local }) => local) };
  }
  const match = new RegExp(`^(\\.\\.\\.)?(${NAME})\\s*\\??\\s*(?::\\s*([\\s\\S]+?))?\\s*(?:=(?!>)[\\s\\S]*)?$`, "u").exec(plain);
  if (!match) return { name: "", type: null };
  // `constructor(private store: Store)` declares the field as well.
  return {
    name: match[2]!,
    type: match[3] ?? null,
    field: /^(?:@[\w.]+(?:\([^)]*\))?\s*)*(?:public|private|protected|readonly)\s/.test(text),
  };
}

export const base: Omit<RuleSet, "nodes"> = {
  starts: { "/*": "comment", "//": "comment" },
  narrow: {
    pair: { has: { field: "value", any: [{ kind: "arrow_function" }, { kind: "function_expression" }, { kind: "generator_function" }] } },
  },
  syntax,
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
      return EXPORTED.test(d.head) || /^declare\s+(?:module|global)\b/.test(d.head) || /^(?:module\.)?exports\./.test(d.head);
    return !/^(?:(?:static|override|readonly|abstract|declare|async)\s+)*private\s/.test(d.head) && !d.name.startsWith("#");
  },
};
export { functionRule };
