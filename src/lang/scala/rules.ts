/** Scala 2 and 3. */

import { closeBracket, findOutside, skipSpace, splitList } from "../engine/lex.ts";
import type { Pass } from "../engine/pass/state.ts";
import { boundTo, type ChainSyntax, eachOf, PAYLOAD, wholeType } from "../engine/rules/_chain.ts";
import type { Bound, Declaration, Named, Operators, ParsedImport, RuleSet, Supertype } from "../engine/rules/_rules.ts";
import { DOTTED, every, ID, ID$, re, sticky, words } from "../engine/words.ts";
import { syntax } from "./language.ts";

/** Operators that types define, and the methods they call (lang/engine/operators.ts). */
const operators: Operators = {
  names: "own",
  words: words("match if else extends with then do yield derives until to by eq ne"),
  bareFields: true,
  bareMethods: true,
  wide: true,
};

/** Brackets of any kind taken out, at any depth. */
function flat(text: string): string {
  let plain = text;
  for (let before = ""; before !== plain; ) {
    before = plain;
    plain = plain.replace(/\([^()]*\)|\[[^[\]]*\]/g, "");
  }
  return plain;
}

function supers({ kind, tail }: Pick<Declaration, "kind" | "tail">): Supertype[] {
  const list = /\bextends\s+([\s\S]*?)(?:\bderives\b|$)/.exec(flat(tail))?.[1] ?? "";
  return list.split(/\bwith\b|,/).flatMap((part, index) => {
    const type = part.trim();
    return type ? [{ kind: index === 0 && kind !== "enum" ? ("inherit" as const) : ("implement" as const), type }] : [];
  });
}

/** `import a.b.{C, D => E, F as G, _}`, `import a.b.C, d.E`. */
function parseImport(text: string): ParsedImport[] {
  const found: ParsedImport[] = [];
  const body = text.replace(/^import\s+/, "");
  const pieces = body.match(/[^,{]+(?:\{[^}]*\})?/g) ?? [];
  for (const piece of pieces) {
    const group = /^\s*([^{]*?)\.?\s*\{([^}]*)\}/.exec(piece);
    if (group?.[1] !== undefined) {
      const source = group[1].replace(/\s+/g, "");
      const names: { name: string; local: string }[] = [];
      let wild = false;
      for (const part of (group[2] ?? "").split(",")) {
        const match = /^\s*([^\s=]+)(?:\s*(?:=>|as)\s*(\S+))?\s*$/.exec(part);
        if (!match?.[1]) continue;
        if (match[1] === "_" || match[1] === "*" || match[1] === "given") wild = true;
        else if (match[2] !== "_") names.push({ name: match[1], local: match[2] ?? match[1] });
      }
      if (names.length) found.push({ form: "named", source, names });
      if (wild) found.push({ form: "wildcard", source, names: [] });
      continue;
    }
    const single = re`^\s*([\w\x80-\u{10FFFF}.$]+?)\.(?:(_|\*|given)|(${ID$})(?:\s+as\s+([a-zA-Z\x80-\u{10FFFF}_]\w*))?)\s*$`.exec(piece);
    if (!single?.[1]) continue;
    if (single[2]) found.push({ form: "wildcard", source: single[1], names: [] });
    else if (single[3]) found.push({ form: "named", source: single[1], names: [{ name: single[3], local: single[4] ?? single[3] }] });
  }
  return found;
}

const OPERATOR = "[-+*/%&|^!?<>=~:@#\\\\⊥⊤]+";
const IDENTIFIER = `(?:\`[^\`\\n]+\`|[a-zA-Z\\x80-\\u{10FFFF}_$][\\w\\x80-\\u{10FFFF}$]*(?:_${OPERATOR})?|${OPERATOR})`;

/** Offset behind annotations and modifiers. */
function skip(text: string, modifiers: boolean): number {
  let i = 0;
  for (;;) {
    const start = i;
    i = skipSpace(text, i, text.length);
    const annotation = /@[a-zA-Z\x80-\u{10FFFF}_][\w\x80-\u{10FFFF}.]*(?:\[[^\]]*\])?/uy;
    annotation.lastIndex = i;
    if (annotation.test(text)) {
      i = annotation.lastIndex;
      if (text[i] === "(") {
        const end = closeBracket(text, i, text.length, syntax);
        i = end < 0 ? text.length : end;
      }
      i = skipSpace(text, i, text.length);
    }
    const modifier =
      /(?:private|protected)(?:\[[^\]]*\])?\s|(?:final|sealed|abstract|implicit|lazy|override|case|inline|opaque|open|transparent|infix|erased|into)\s/y;
    modifier.lastIndex = i;
    if (modifiers && modifier.test(text)) i = modifier.lastIndex;
    if (i === start) return i;
  }
}

function values(text: string): Named[] {
  const keyword = new RegExp(`(?:val|var)\\s+((?:${IDENTIFIER})(?:\\s*,\\s*${IDENTIFIER})*)\\s*(?::\\s*([^=\\n]+?)\\s*)?(?==|$|\\n)`, "uy");
  keyword.lastIndex = skip(text, true);
  const match = keyword.exec(text);
  const list = match?.[1];
  if (!match || list === undefined) return [];
  const start = match.index + match[0].indexOf(list);
  const found: Named[] = [];
  for (const name of list.matchAll(/[^\s,]+/g)) {
    found.push({ name: name[0].replaceAll("`", ""), end: start + name.index + name[0].length, type: match[2] ?? null });
  }
  return found;
}

const CHAIN: ChainSyntax = { syntax, braces: "lambda", square: true };

function bound(text: string): Bound[] {
  const match = re`\b(?:val|var)\s+(${ID})\s*(?::\s*(${DOTTED}(?:\[[^=\n]*\])?)\s*)?=\s*`.exec(text);
  if (!match?.[1]) return [];
  if (match[2]) return [{ name: match[1], type: match[2], from: "annotation" }];
  const value = text.slice(match.index + match[0].length);
  const made = re`^new\s+(${DOTTED})\s*(?:\[[^\]\n]*\])?\s*(?:[;\n{]|$|with\b)`.exec(value);
  if (made) return [{ name: match[1], type: made[1]!, from: "constructor" }];
  const empty = EMPTY.exec(value);
  return [empty ? { name: match[1], type: `${empty[1]!}${empty[2]!}`, from: "annotation" } : boundTo(match[1], value, CHAIN)];
}

/** `orders.foreach { case (id, order) => … }`: the last of a pair is what a map holds. */
function paired(text: string, _local: boolean, before: string): Bound[] {
  const names = PAIR.exec(text);
  const list = names && OVER.exec(before)?.[1];
  if (!names?.[2] || !list) return [];
  const held: Bound = { name: names[2], type: `${list}.@each()`, from: "call" };
  return names[1] === "_" ? [held] : [{ name: names[1]!, type: "", from: "unknown" }, held];
}
const PAIR = /^case\s*\(\s*([\p{Ll}_][\w\x80-\u{10FFFF}]*)\s*,\s*([\p{Ll}][\w\x80-\u{10FFFF}]*)\s*\)\s*(?:if\b[^\n]*?)?=>/u;
const OVER =
  /((?:this\.)?[\p{Ll}_][\w\x80-\u{10FFFF}]*(?:\.[\p{Ll}_][\w\x80-\u{10FFFF}]*)*)\.(?:foreach|map|flatMap|filter|filterNot|exists|forall|count|find|partition|sortBy|maxBy|minBy|collect|withFilter)\s*[{(]\s*$/u;

/** `mutable.Map.empty[String, Order]`: a holder that says what it will hold. */
const EMPTY = re`^(?:${ID}\.)*(\p{Lu}[a-zA-Z\x80-\u{10FFFF}]*)\.empty(\[[^\n()=]+\])\s*(?:[;\n]|$)`;

/** `x <- xs` of a `for`, `y = f(x)`. */
function generator(text: string): Bound[] {
  const match = re`^(?:case\s+)?(${ID})\s*(?::[^<=]+)?(<-|=)\s*`.exec(text);
  if (!match || match[1] === "_") return [];
  const value = text.slice(match[0].length).replace(/\s+if\s[\s\S]*$/, "");
  return [match[2] === "=" ? boundTo(match[1]!, value, CHAIN) : eachOf(match[1]!, value, CHAIN)];
}

/** `Binary(op, left, right)`: what a pattern takes out of a case class. */
function takenApart(text: string): Bound[] {
  const match = re`^(${DOTTED})\(`.exec(text);
  if (!match || /^(?:Some|Right|Left|Success|Failure)$/.test(match[1]!)) return [];
  return splitList(text, match[0].length, text.length - 1, syntax).flatMap(([from, to], at): Bound[] => {
    const name = text.slice(from, to);
    return /^[a-z][\w\x80-\u{10FFFF}]*$/u.test(name) ? [{ name, type: `${match[1]!}.${PAYLOAD}${at}()`, from: "call" }] : [];
  });
}

/** `find(x) match { case Some(y) => … }`: what the arms take out. */
function matched(text: string): Bound[] {
  const head = /^([^{}\n]*?)\s+match\s*\{/.exec(text);
  if (!head) return [];
  return [...text.matchAll(/\bcase\s+(?:Some|Right|Success)\(\s*([a-z][\w\x80-\u{10FFFF}]*)\s*\)/gu)].map(
    (arm): Bound => ({ ...eachOf(arm[1]!, head[1]!, CHAIN), at: arm.index }),
  );
}

/** `implicit class Rich(s: String)`: what it extends, under a name no variable has. */
function implicitly(text: string): Bound[] {
  const match =
    re`^(?:[a-z]+\s+)*?implicit\s+(?:[a-z]+\s+)*?class\s+(${ID})\s*(?:\[[^\]]*\]\s*)?\(\s*(?:(?:private|protected)(?:\[\w+\])?\s+)?(?:val\s+)?${ID}\s*:\s*(${DOTTED})`.exec(
      text,
    );
  return match ? [{ name: `extension ${match[1]}`, type: match[2]!, from: "annotation" }] : [];
}

const CONTEXTUAL = /\(\s*(?:using|implicit)\s/;

/** `(using clock: Clock, log: Log)` behind other lists of parameters. */
function contextual(text: string): Bound[] {
  return [
    ...text.matchAll(
      /(?<=[(,]\s*(?:(?:using|implicit)\s+)?)([a-z_][\w\x80-\u{10FFFF}]*)\s*:\s*(\p{Lu}[\w\x80-\u{10FFFF}.]*(?:\[[^\]]*\])?)/gu,
    ),
  ].map((match): Bound => ({ name: match[1]!, type: match[2]!, from: "annotation" }));
}

/** `a.b` that is no callee: a call where b is a method without parameters. */
function selected(text: string): { name: string; receiver: string; arity: null; at: number }[] {
  const match = /^([\s\S]*?)\s*\.\s*([a-z_][\w\x80-\u{10FFFF}]*)$/u.exec(text);
  if (!match || match[1]!.length > 300) return [];
  const receiver = match[1]!.replace(/\s+/g, " ");
  return receiver.length > 120 || /["{}]/.test(receiver) ? [] : [{ name: match[2]!, receiver, arity: null, at: text.length - 1 }];
}

const typed = { role: "define", name: "name", params: true, until: ["{", ":\n", "\n\n"], supers } as const;
const callable = {
  role: "define",
  as: "function",
  inType: "method",
  name: "name",
  params: true,
  until: [" = ", "=\n", "{", "\n\n"],
  type: /(?:^|\))\s*:\s*([\s\S]+?)\s*$/,
} as const;
const value = {
  role: "define",
  as: (text: string, within: string) =>
    within === "file"
      ? ("variable" as const)
      : /^[^=]*\bval\s+\p{Lu}[\w\x80-\u{10FFFF}]*\s*[:=]/u.test(text)
        ? ("constant" as const)
        : ("field" as const),
  name: values,
  where: "outer",
  until: [" = ", "=\n", "\n"],
} as const;

/** `package shop` above `package service`: the file is in both, the first is named in full. */
function chained(pass: Pass): void {
  const clauses = pass.symbols.filter(({ kind, parent }) => kind === "namespace" && parent === 0);
  if (clauses.length > 1 && clauses.every(({ from }, i) => i === 0 || from > clauses[i - 1]!.from))
    clauses[0]!.name = clauses.map(({ name }) => name).join(".");
}

export const scala: RuleSet = {
  nodes: {
    annotation: { role: "attach", decorates: sticky`@(${DOTTED})` },
    arguments: {
      role: "call",
      callee: "before",
      accept: ({ name, receiver, before }) =>
        before === "extends" || before === "with" || name === "this" ? null : { name, receiver, kind: before === "new" ? "new" : "call" },
    },
    block_comment: { role: "comment" },
    case_class_pattern: { role: "bind", parse: takenApart },
    case_clause: { role: "bind", parse: paired, before: 120 },
    class_definition: [
      { role: "bind", parse: implicitly },
      { ...typed, as: "class" },
    ],
    // of a case class each is a member, with `val` or without
    class_parameter: {
      role: "define",
      as: "field",
      name: (text) => (/\b(?:val|var)\s/.test(text) ? values(text) : values(`val ${text}`).map((one) => ({ ...one, end: one.end - 4 }))),
    },
    class_parameters: { role: "bind", parse: contextual },
    comment: { role: "comment" },
    enum_definition: { ...typed, as: "enum" },
    enumerator: { role: "bind", parse: generator },
    extension_definition: {
      role: "extend",
      owner: sticky`extension\s*(?:\[[^\]]*\]\s*)?\((?:using\s+)?${ID}\s*:\s*(${DOTTED})`,
      self: sticky`extension\s*(?:\[[^\]]*\]\s*)?\((${ID})\s*:\s*([^()]+)\)`,
    },
    field_expression: { role: "calls", parse: selected },
    full_enum_case: { role: "define", as: "constant", name: "name" },
    function_declaration: callable,
    function_definition: callable,
    given_definition: {
      role: "define",
      // With members it is an object.
      as: (text) =>
        !re`\bgiven\s+${ID}\s*(?:\[[^\]]*\]\s*)?(?:\([^)]*\)\s*)*:`.test(text)
          ? null
          : /^[^\n]*\swith\s*$/m.test(text)
            ? "class"
            : "variable",
      name: "name",
      until: [" = ", " with", "=\n"],
      type: /:\s*([\s\S]+?)\s*$/,
      supers: ({ kind, tail }) => (kind === "class" ? supers({ kind, tail: flat(tail).replace(/^[^:]*:/, "extends ") }) : []),
    },
    import_declaration: { role: "import", parse: parseImport },
    instance_expression: [
      {
        role: "supertype",
        anonymous: true,
        // `new Codec[Int] with Named { … }`
        parse: (text) => {
          const body = findOutside(text, 0, text.length, ["{"], syntax);
          return text[body] === "{" ? supers({ kind: "class", tail: text.slice(0, body).replace(/^new\b/, "extends") }) : [];
        },
      },
      {
        role: "call",
        // `new Store[Account]`: without arguments
        parse: (text) => {
          const match = re`^new\s+(?:(${DOTTED})\.)?(${ID})\s*(?:\[[^\]()]*\])?\s*$`.exec(text);
          return match ? { kind: "new", name: match[2]!, receiver: match[1] ?? null, arity: 0 } : null;
        },
      },
    ],
    lambda_expression: { role: "lambda" },
    match_expression: { role: "bind", parse: matched },
    object_definition: { ...typed, as: "class" },
    package_clause: {
      role: "define",
      as: "namespace",
      name: (text) => {
        const match = re`^package\s+(${DOTTED})`.exec(text);
        return match?.[1] ? [{ name: match[1], end: match[0].length, head: match[0].length }] : [];
      },
    },
    package_object: { ...typed, as: "class" },
    parameters: { role: "bind", parse: contextual },
    simple_enum_case: { role: "define", as: "constant", name: "name" },
    trait_definition: { ...typed, as: "trait" },
    type_definition: { role: "define", as: "type", name: "name", where: "outer", leaf: true },
    typed_pattern: {
      role: "bind",
      parse: (text) => {
        const match = re`^(${ID})\s*:\s*(${DOTTED}(?:\[[^\n]*\])?)$`.exec(text);
        return match && match[1] !== "_" ? [{ name: match[1]!, type: match[2]!, from: "annotation" }] : [];
      },
    },
    val_declaration: value,
    val_definition: [{ role: "bind", parse: bound }, value],
    var_declaration: value,
    var_definition: [{ role: "bind", parse: bound }, value],
  },
  only: { class_parameters: CONTEXTUAL, parameters: CONTEXTUAL },
  narrow: {
    class_parameter: {
      any: [
        { regex: "\\b(?:val|var)\\s" },
        {
          inside: {
            kind: "class_parameters",
            not: { regex: "^\\(\\s*(?:implicit|using)\\b" },
            inside: { kind: "class_definition", regex: "^[^({]*\\bcase\\s+class\\b" },
          },
        },
      ],
    },
    class_parameters: { regex: "^\\(\\s*(?:using|implicit)\\s" },
    parameters: { regex: "^\\(\\s*(?:using|implicit)\\s" },
    field_expression: { not: { inside: { kind: "call_expression", field: "function" } } },
  },
  typeName: wholeType,
  each: { methods: true, placeholder: "_" },
  ambient: "names",
  bounds: (head) =>
    [...head.matchAll(every`(?<![\w\x80-\u{10FFFF}.])(\p{Lu}[\w\x80-\u{10FFFF}]*)\s*<:\s*(${DOTTED})`)].map((match): [string, string] => [
      match[1]!,
      match[2]!,
    ]),
  abstract: (_head, next) => next !== "=" && next !== "{",
  starts: { "/*": "block_comment", "//": "comment" },
  // `$(` again and again on one line takes the grammar quadratic time.
  lineLimit: 2_000,
  tailReturns: true,
  reads: "members",
  operators,
  finish: chained,
  accessor: { text: re`^[^=({]*\bdef\s+${ID}\s*(?:[:={\n]|$)`, plain: true },
  blocks: true,
  overloads: true,
  syntax,
  parameter: (text) => {
    const match =
      /^(?:@[\w.]+\s+)*(?:(?:using|implicit|inline|override|private|protected|final|val|var)(?:\[\w+\])?\s+)*([a-zA-Z\x80-\u{10FFFF}_`$][\w\x80-\u{10FFFF}`$]*)\s*:\s*(?:=>\s*)?([\s\S]*?)\s*(?:=[^>][\s\S]*)?$/u.exec(
        text,
      );
    if (!match?.[1]) return re`^${ID}$`.test(text) ? { name: text, type: null } : null;
    const type = match[2] ?? "";
    return { name: match[1].replaceAll("`", ""), type: type.endsWith("*") || type.includes("=>") ? null : type };
  },
  inlineAttributes: (head) => skip(head, false),
  exported: ({ head }) => !/^(?:(?:final|sealed|abstract|implicit|lazy|override|case|inline|opaque)\s+)*private(?:\[this\])?\s/.test(head),
  builtinTypes: words(`Int Long Short Byte Float Double Boolean Char String Unit Any AnyRef AnyVal Nothing Option List Seq Map Set Vector
    Either F G A B`),
};
