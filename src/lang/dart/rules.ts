/** Dart. A signature and its body are neighbours in the tree: definitions reach over the body (`reach`). */

import { closeBracket, findOutside, skipLiteral, skipSpace, splitList } from "../engine/lex.ts";
import { calledBy } from "../engine/operators.ts";
import { boundTo, type ChainSyntax, eachOf, NOTHING, wholeType } from "../engine/rules/_chain.ts";
import { angleBounds } from "../engine/rules/_declared.ts";
import type { Bound, DefineRule, Named, Operators, Parameter, ParsedImport, RuleSet, Supertype } from "../engine/rules/_rules.ts";
import { ID$, re, sticky, words } from "../engine/words.ts";
import { syntax } from "./language.ts";

/** Operators that types define, and the methods they call (lang/engine/operators.ts). */
const operators: Operators = {
  names: {
    ...calledBy("+ - * / ~/ % ^ & | < > <= >= == << >>", "operator "),
    "+=": "operator +",
    "-=": "operator -",
    "*=": "operator *",
    "!=": "operator ==",
  },
  index: ["operator []", "operator []="],
  bareFields: true,
  wide: true,
  members: "small",
};

const TYPE = `${ID$}(?:\\.${ID$})*`;

/** Longest body of a function. */
const BODY_LIMIT = 200_000;

/** Offset behind the body that follows a signature: `{…}`, `=> …;`, or nothing but `;`. */
function reach(text: string, to: number): number {
  const limit = Math.min(text.length, to + BODY_LIMIT);
  let i = skipSpace(text, to, limit);
  if (text[i] === ":" && text[i + 1] !== ":") i = findOutside(text, i, Math.min(limit, i + 20_000), ["{", ";"], syntax);
  for (;;) {
    i = skipSpace(text, i, limit);
    const comment = text[i] === "/" ? skipLiteral(text, i, limit, syntax) : i;
    if (comment === i) break;
    i = comment;
  }
  const marked = /(?:async|sync)\s*\*?\s*/y;
  marked.lastIndex = i;
  if (marked.test(text)) i = marked.lastIndex;
  if (text[i] === "{") {
    const close = closeBracket(text, i, limit, syntax);
    return close > 0 ? close : to;
  }
  if (text[i] === "=" && text[i + 1] === ">") {
    const end = findOutside(text, i + 2, limit, [";"], syntax);
    return Math.min(limit, end + 1);
  }
  return text[i] === ";" ? i + 1 : to;
}

/** Type parameters between a name and its parameters: whole ones, for the type before the name may have some too (`Future<T> retry<T>(`). */
const OWN_TYPES = "<(?:[^()<>]|<(?:[^()<>]|<[^()<>]*>)*>)*>";
const CALLED = re`^([\s\S]*?)(?<![\w\x80-\u{10FFFF}$.])((?!Function\b)${ID$})\s*(?=\(|${OWN_TYPES}\s*\()`;

/** Before the name of a function: its type, as far as it is one. */
function signatureName(text: string): Named[] {
  const accessor = re`^([\s\S]*?)\b(get|set)\s+(${ID$})\s*(?=\(|$)`.exec(text);
  if (accessor) return [{ name: accessor[3]!, end: accessor[0].trimEnd().length, type: accessor[1]!.trim() || null }];
  const operator = /^([\s\S]*?)\boperator\s*(\[\]=?|[^\s(\w]+)\s*(?=\()/.exec(text);
  if (operator) return [{ name: `operator ${operator[2]}`, end: operator[0].length, type: operator[1]!.trim() || null }];
  const called = CALLED.exec(text);
  return called ? [{ name: called[2]!, end: called[0].trimEnd().length, type: called[1]!.trim() || null }] : [];
}

/** `Animal`, `Animal.named`: a constructor without a name has its class's. */
function constructorName(text: string): Named[] {
  const match = re`^(?:(?:const|factory|external)\s+)*(${ID$})(?:\.(${ID$}))?`.exec(text);
  return match ? [{ name: match[2] ?? match[1]!, end: match[0].length, type: match[1]! }] : [];
}

const callable: DefineRule = { role: "define", as: "function", inType: "method", name: signatureName, params: true, reach };
const constructed: DefineRule = { role: "define", as: "method", name: constructorName, params: true, reach };

const HEAD = re`^(?:@[\w.]+(?:\((?:[^()]|\([^()]*\))*\))?\s*)*(?:(?:abstract|base|final|interface|sealed|mixin|macro|augment)\s+)*(?:class|mixin(?:\s+class)?|enum|extension\s+type(?:\s+const)?|extension)\s+(${ID$})`;

function typeNamed(text: string): Named[] {
  const match = HEAD.exec(text);
  return match && match[1] !== "on" ? [{ name: match[1]!, end: match[0].length }] : [];
}

/** `extends A<T> with M implements I`, `on B`, `= A with M`. */
function supers({ tail }: { tail: string }): Supertype[] {
  const found: Supertype[] = [];
  const clause = /(?:\b(extends|with|implements|on)\b|(=))\s*/g;
  const text = tail.replace(/^\s*<(?:[^<>]|<(?:[^<>]|<[^<>]*>)*>)*>/, "");
  for (let match = clause.exec(text); match; match = clause.exec(text)) {
    const from = clause.lastIndex;
    const rest = text.slice(from);
    const end = rest.search(/\b(?:extends|with|implements|on)\b|[{;]/);
    const list = rest.slice(0, end < 0 ? rest.length : end);
    for (const [a, b] of splitList(list, 0, list.length, syntax, true)) {
      const type = list.slice(a, b).trim();
      if (type) found.push({ kind: match[1] === "implements" ? "implement" : "inherit", type });
    }
  }
  return found;
}

/** The grammar knows no comment between `@annotation(…)` and what it stands before; the annotation goes, the comment stays. */
const TEXT = `'[^'\\n]*'|"[^"\\n]*"`;
const GIVEN = `\\((?:[^()'"]|${TEXT}|\\((?:[^()'"]|${TEXT}|\\([^()]*\\))*\\))*\\)`;
const ANNOTATED = new RegExp(`(?:^[ \\t]*@[\\w.]+(?:${GIVEN})?[ \\t]*\\r?\\n)+(?=[ \\t]*(?://|/\\*))`, "m");

/** The same text with annotations blanked that a comment follows. */
const repair = (text: string): string => text.replace(new RegExp(ANNOTATED, "gm"), (whole) => whole.replace(/[^\r\n]/g, " "));

const typeRule = (as: "class" | "trait" | "enum"): DefineRule => ({ role: "define", as, name: typeNamed, until: ["{", ";"], supers });

const MODIFIERS = /^(?:(?:static|late|final|const|var|external|covariant|abstract|augment)\s+)*/;

/** Names of `static const int a = 4, b = 2`; none where it is a method or constructor without a body. */
function fields(text: string): Named[] {
  const at = MODIFIERS.exec(text)![0].length;
  const first = re`^((?:[\s\S]*?[\s>?\])])?)(?<![\w\x80-\u{10FFFF}$])(${ID$})\s*(?==(?!=)|,|;|$)`.exec(text.slice(at));
  const found = first && !/[(){}=]/.test(first[1]!.replace(/\([^()]*\)\??\s*$/, "")) ? first : null;
  if (!found || /\b(?:get|set|operator)\s+$/.test(found[1]!)) return [];
  const type = found[1]!.trim() || null;
  const start = at + found[1]!.length;
  const end = start + found[2]!.length;
  const kind = /\bconst\b/.test(text.slice(0, at)) ? ("constant" as const) : ("field" as const);
  const names: Named[] = [{ name: found[2]!, end, type, kind, head: end }];
  for (const [a, b] of splitList(text, start, text.length, syntax, true).slice(1)) {
    const name = re`^${ID$}`.exec(text.slice(a, b))?.[0];
    if (name) names.push({ name, end: a + name.length, from: a, to: b, type, kind, head: a + name.length });
  }
  return names;
}

function directive(text: string): ParsedImport[] {
  const match = /^(?:@\S+\s+)*(import|export|part(?:\s+of)?)\s+(?:'([^']*)'|"([^"]*)")/.exec(text);
  const source = match?.[2] ?? match?.[3];
  if (!match || !source) return [];
  const relative = !/^(?:dart|package):/.test(source);
  if (match[1]!.startsWith("part")) return [{ form: "include", source, names: [], relative, reexport: match[1] === "part" }];
  const reexport = match[1] === "export";
  const prefix = re`\bas\s+(${ID$})`.exec(text)?.[1];
  if (prefix) return [{ form: "namespace", source, names: [{ name: "*", local: prefix }], relative }];
  const shown = /\bshow\s+([\w$,\s]+?)(?:\bhide\b|;|$)/.exec(text)?.[1];
  if (shown)
    return [
      {
        form: "named",
        source,
        names: shown
          .split(",")
          .map((name) => name.trim())
          .filter((name) => name !== "")
          .map((name) => ({ name, local: name })),
        relative,
        reexport,
      },
    ];
  const hidden = /\bhide\s+([\w$,\s]+?)(?:\bshow\b|;|$)/.exec(text)?.[1]?.split(",") ?? [];
  const names = hidden.flatMap((name) => (name.trim() === "" ? [] : { name: `-${name.trim()}`, local: `-${name.trim()}` }));
  return [{ form: "wildcard", source, names, relative, reexport }];
}

/** `final d = Dog('a')`, `Foo x = …`, `var c = await f()`. */
function bound(text: string): Bound[] {
  const match = new RegExp(
    `^${MODIFIERS.source.slice(1)}(?:(${TYPE}(?:<[^=;()]*>)?\\??)\\s+)?(${ID$})\\s*(?:=(?!=)\\s*([\\s\\S]*))?$`,
    "u",
  ).exec(text.replace(/;\s*$/, ""));
  if (!match) return [];
  const name = match[2]!;
  if (match[1] && !/^(?:var|final|const|late)$/.test(match[1])) return [{ name, type: match[1], from: "annotation" }];
  const value = match[3] ?? "";
  if (value !== "" && !re`^${ID$}$`.test(value.trim())) return [boundTo(name, value, CHAIN)];
  const made = re`^(?:(?:new|const|await)\s+)?(${TYPE})(?:<[^=;()]*>)?\(`.exec(value);
  if (made) return [{ name, type: made[1]!, from: "call" }];
  const same = re`^(${ID$})$`.exec(value.trim())?.[1];
  return [{ name, type: "", from: "unknown", ...(same ? { same } : {}) }];
}

const CHAIN: ChainSyntax = {
  syntax,
  before: /(?:await|const)\s+/y,
  behind: /\s*(?:\?\?|\.\.)/y,
  cast: sticky`\s+as\s+(${TYPE}(?:<[^<>;]*>)?)`,
};
const BOUND = new RegExp(`(?<![\\w\\x80-\\u{10FFFF}.])(\\p{Lu}[\\w\\x80-\\u{10FFFF}]*)\\s+extends\\s+(${TYPE})`, "gu");

/** `for (final line in lines)`. */
function loop(text: string): Bound[] {
  const match = re`^(?:await\s+)?for\s*\(\s*(?:(?:final|var|const|late)\s+)*(?:(${TYPE}(?:<[^()]*>)?\??)\s+)?(${ID$})\s+in\s+`.exec(text);
  if (!match) return [];
  if (match[1]) return [{ name: match[2]!, type: match[1], from: "annotation" }];
  const end = closeBracket(text, text.indexOf("("), text.length, syntax);
  return end > 0 ? [eachOf(match[2]!, text.slice(match[0].length, end - 1), CHAIN)] : [];
}

/** `if (x is Foo) { … }`: what x is inside, and after it what it was. */
function tested(text: string): Bound[] {
  const match = re`^if\s*\(\s*(${ID$})\s+is\s+(${TYPE})(?:<[^<>]*>)?\s*(?:&&[^{}\n]*)?\)\s*\{`.exec(text);
  const end = match ? closeBracket(text, match[0].length - 1, text.length, syntax) : -1;
  if (!match || end < 0) return [];
  const name = match[1]!;
  return [
    { name, type: match[2]!, from: "annotation" },
    { name, type: NOTHING, from: "call", same: name, at: end },
  ];
}

/** `switch (e) { case Circle(): … }`: what the subject is behind each case, and after it what it was. */
function switched(text: string): Bound[] {
  const name = re`^switch\s*\(\s*(${ID$})\s*\)\s*\{`.exec(text);
  const close = name ? closeBracket(text, name[0].length - 1, text.length, syntax) : -1;
  if (!name?.[1] || close < 0) return [];
  const was: Bound = { name: name[1], type: NOTHING, from: "call", same: name[1] };
  const arms = [
    ...text.slice(0, close).matchAll(new RegExp(`^\\s*(?:case\\s+(?:(${TYPE})(?:<[^<>]*>)?\\s*\\(|[^\\n]*)|default\\s*:)`, "gmu")),
  ];
  const out = arms.map((arm): Bound => {
    const at = arm.index + arm[0].length - 1;
    return arm[1] ? { name: name[1]!, type: arm[1], from: "annotation", at } : { ...was, at };
  });
  return out.length > 0 ? [...out, { ...was, at: close }] : [];
}

/** `extension E on T`: kept under a name no variable has. */
function extending(text: string): Bound[] {
  const match = re`^extension\s+(${ID$})\s*(?:<[^{}]*?>\s*)?\s+on\s+(${TYPE}(?:<[^{}]*>)?\??)\s*\{`.exec(text);
  return match ? [{ name: `extension ${match[1]}`, type: match[2]!, from: "annotation" }] : [];
}

/** A cascade is about what it begins with: `x..a()..b()` calls b on x. */
function withoutCascade(receiver: string | null): string | null {
  if (receiver === null || !receiver.includes("..")) return receiver;
  const cut = findOutside(receiver, 0, receiver.length, ["?..", ".."], syntax);
  return receiver.slice(0, cut).trim();
}

function parameter(text: string): Parameter {
  const plain = text
    .replace(/^(?:@[\w.]+(?:\([^)]*\))?\s*)*(?:(?:required|final|covariant|var|const)\s+)*/, "")
    .replace(/\s*(?:=|:(?!:))[\s\S]*$/, "");
  const match = re`^(?:([\s\S]*?)\s+)?(?:(?:this|super)\.)?(${ID$})$`.exec(plain.trim());
  return match ? { name: match[2]!, type: match[1]?.trim() || null } : { name: "", type: plain || null };
}

export const dart: RuleSet = {
  nodes: {
    annotation: { role: "attach", decorates: sticky`@\s*(${TYPE})` },
    arguments: {
      role: "call",
      callee: "before",
      accept: ({ name, receiver, before }) =>
        /^(?:this|assert|if|switch|while|for|catch)$/.test(name)
          ? null
          : { name, receiver: withoutCascade(receiver), kind: before === "new" || before === "const" ? "new" : "call" },
    },
    class_definition: typeRule("class"),
    comment: { role: "comment" },
    constant_constructor_signature: constructed,
    constructor_signature: constructed,
    declaration: [
      { role: "bind", parse: (text, local) => (local || /^(?:external\s+)?(?:factory|operator|get|set)\b/.test(text) ? [] : bound(text)) },
      { role: "define", as: "field", name: fields, where: "type" },
    ],
    documentation_comment: { role: "comment" },
    enum_constant: { role: "define", as: "constant", name: "name", where: "type", until: ["("] },
    enum_declaration: typeRule("enum"),
    extension_declaration: [
      { role: "bind", parse: extending },
      typeRule("class"),
      { role: "extend", owner: sticky`extension\s*(?:<[^{}]*>\s*)?\s+on\s+(${TYPE})` },
    ],
    extension_type_declaration: typeRule("class"),
    factory_constructor_signature: constructed,
    for_statement: { role: "bind", parse: loop },
    function_expression: { role: "lambda" },
    function_signature: callable,
    getter_signature: callable,
    if_statement: { role: "bind", parse: tested },
    import_or_export: { role: "import", parse: directive },
    initialized_identifier: [
      { role: "bind", parse: (text, local) => (local ? [] : bound(text).filter(({ from }) => from !== "unknown")) },
      {
        role: "define",
        as: (_text, within) => (within === "file" ? "variable" : null),
        name: sticky`(${ID$})`,
        where: "outer",
        until: ["="],
      },
    ],
    initialized_variable_definition: { role: "bind", parse: bound },
    library_name: { role: "comment" },
    mixin_declaration: typeRule("trait"),
    operator_signature: callable,
    part_directive: { role: "import", parse: directive },
    part_of_directive: { role: "import", parse: directive },
    redirecting_factory_constructor_signature: constructed,
    setter_signature: callable,
    static_final_declaration: [
      { role: "bind", parse: (text, local) => (local ? [] : bound(text).filter(({ from }) => from !== "unknown")) },
      {
        role: "define",
        as: (_text, within) => (within === "file" ? "constant" : null),
        name: sticky`(${ID$})`,
        where: "outer",
        until: ["="],
      },
    ],
    switch_statement: { role: "bind", parse: switched },
    type_alias: {
      role: "define",
      as: "type",
      name: (text) => {
        const match =
          re`^typedef\s+(${ID$})(?=\s*(?:<[^=]*>)?\s*=)`.exec(text) ??
          re`^typedef\s+(?:[\s\S]*?[\s>?])?(${ID$})(?=\s*(?:<[^()]*>)?\s*\()`.exec(text);
        return match ? [{ name: match[1]!, end: match[0].length }] : [];
      },
      type: /^[^=]*=\s*([\s\S]+?);?\s*$/,
    },
    variable_pattern: {
      role: "bind",
      parse: (text) => {
        const match = re`^(?:final\s+)?(${TYPE}(?:<[^<>]*>)?\??)\s+(${ID$})$`.exec(text);
        return match && !/^(?:final|var)$/.test(match[1]!) ? [{ name: match[2]!, type: match[1]!, from: "annotation" }] : [];
      },
    },
  },
  // Error recovery is quadratic in the words of a line.
  lineLimit: 3_000,
  starts: { "///": "documentation_comment" },
  reads: "members",
  repair,
  repairWhen: ANNOTATED,
  operators,
  computed: /^\s*(?:=>|\{)/,
  blocks: true,
  methodValues: true,
  syntax,
  modifiers: ["static", "external", "late", "final", "const", "abstract", "covariant", "augment", "factory"],
  modifiersOnLine: true,
  inlineAttributes: (head) => {
    let i = 0;
    while (head[i] === "@") {
      i += /^@[\w.$]*/.exec(head.slice(i))![0].length;
      if (head[i] === "(") i = Math.max(i + 1, closeBracket(head, i, head.length, syntax));
      i = skipSpace(head, i, head.length);
    }
    return i;
  },
  typeName: wholeType,
  each: { methods: true },
  ambient: "names",
  bounds: (head) => angleBounds(head, BOUND),
  abstract: (_head, next) => next === ";",
  parameter: (text) => {
    const group = text[0] === "{" || text[0] === "[";
    return group ? splitList(text, 1, text.length - 1, syntax, true).map(([a, b]) => parameter(text.slice(a, b))) : parameter(text);
  },
  exported: (d) => !d.name.startsWith("_"),
  builtinTypes: words(`int double num bool String void dynamic Object Null Never List Map Set Iterable Iterator Future Stream FutureOr
    Function Type Symbol Record var final const late required`),
};
