/** Kotlin. The grammar has no field names, so everything is read from the text. */

import { closeBracket, findOutside, skipAngles, skipSpace } from "../engine/lex.ts";
import { boundTo, type ChainSyntax, eachOf, NOTHING, readChain, wholeType } from "../engine/rules/_chain.ts";
import { angleBounds, skipModifiers, withoutGenerics } from "../engine/rules/_declared.ts";
import { KOTLIN, repairKotlin } from "../engine/rules/_repair.ts";
import type { Bound, Declaration, Named, Operators, ParsedImport, RuleSet, Supertype } from "../engine/rules/_rules.ts";
import { DOTTED, every, ID, pairs, re, sticky, words } from "../engine/words.ts";
import { syntax } from "./language.ts";

/** Operators that types define, and the methods they call (lang/engine/operators.ts). */
const operators: Operators = {
  names: {
    ...pairs(`+ plus, - minus, * times, / div, % rem, .. rangeTo, < compareTo, > compareTo,
  <= compareTo, >= compareTo`),
    "+=": ["plusAssign", "plus"],
    "-=": ["minusAssign", "minus"],
    "*=": ["timesAssign", "times"],
    "++": "inc",
    "--": "dec",
  },
  index: ["get", "set"],
  words: words("is as in if else to until downTo step and or xor shl shr by where when"),
  bareFields: true,
  members: "small",
  wide: true,
};

const MODIFIERS =
  /(?:public|private|protected|internal|abstract|final|open|sealed|data|inner|enum|annotation|value|inline|noinline|crossinline|infix|operator|suspend|tailrec|external|override|lateinit|const|expect|actual|companion|vararg)\b/y;

/** Behind `fun`, `val` or `var`: type parameters, an optional receiver type, the name. */
function named(text: string, keyword: RegExp): Named[] {
  keyword.lastIndex = skipModifiers(text, MODIFIERS, syntax);
  if (!keyword.test(text)) return [];
  let i = skipSpace(text, keyword.lastIndex, text.length);
  i = skipSpace(text, skipAngles(text, i, text.length), text.length);
  const receiver: string[] = [];
  for (let guard = 0; guard < 20; guard++) {
    if (text[i] === "(") {
      // `fun (suspend () -> Unit).run()`, `val (a, b) = …`
      const end = closeBracket(text, i, text.length, syntax);
      if (end < 0 || text[end] !== ".") return [];
      i = end + 1;
      continue;
    }
    const word = /`[^`\n]+`|[a-zA-Z\x80-\u{10FFFF}_][\w\x80-\u{10FFFF}]*/uy;
    word.lastIndex = i;
    const found = word.exec(text)?.[0];
    if (found === undefined) return [];
    let end = word.lastIndex;
    const name = found.replaceAll("`", "");
    let next = skipSpace(text, end, text.length);
    if (text[next] === "<") next = skipSpace(text, skipAngles(text, next, text.length), text.length);
    if (text[next] === "?" && text[next + 1] === ".") next++;
    if (text[next] !== ".") {
      const owner = receiver.filter((part) => part !== "Companion").join(".");
      return [{ name, end, ...(owner ? { owner } : {}) }];
    }
    receiver.push(name);
    end = next + 1;
    i = skipSpace(text, end, text.length);
  }
  return [];
}

function typeNameAt(text: string): Named[] {
  const from = skipModifiers(text, MODIFIERS, syntax);
  const match = /(?:fun\s+)?(?:class|interface|object|typealias)\s+(`[^`\n]+`|[a-zA-Z\x80-\u{10FFFF}_][\w\x80-\u{10FFFF}]*)/uy;
  match.lastIndex = from;
  const name = match.exec(text)?.[1];
  return name ? [{ name: name.replaceAll("`", ""), end: match.lastIndex }] : [];
}

function kindOf(text: string): "interface" | "enum" | "class" {
  const keyword = skipModifiers(text, MODIFIERS, syntax);
  if (/^(?:fun\s+)?interface\b/.test(text.slice(keyword))) return "interface";
  return /\benum\s/.test(text.slice(0, keyword)) ? "enum" : "class";
}

/** A supertype that is constructed is a class, any other an interface. */
function supers({ kind, tail }: Pick<Declaration, "kind" | "tail">): Supertype[] {
  let plain = withoutGenerics(tail).replace(/^[^:(]*\bconstructor\b/, "");
  for (let before = ""; before !== plain; ) {
    before = plain;
    plain = plain.replace(/\([^()]*\)/g, "§");
  }
  const list = /^[^:]*:\s*([\s\S]*)$/.exec(plain)?.[1]?.replace(/\bwhere\b[\s\S]*$/, "") ?? "";
  return list.split(",").flatMap((part) => {
    const type = part
      .replace(/\sby\s[\s\S]*$/, "")
      .replace(/§/g, "")
      .replace(/@\w+/g, "")
      .trim();
    return type ? [{ kind: kind === "interface" || part.includes("§") ? ("inherit" as const) : ("implement" as const), type }] : [];
  });
}

const CHAIN: ChainSyntax = { syntax, braces: "lambda", behind: /\s*\?:/y, cast: sticky`\s+as\??\s+(${DOTTED}(?:<[^<>\n]*>)?)` };
const BOUND = every`(?<![\w\x80-\u{10FFFF}.])(\p{Lu}[\w\x80-\u{10FFFF}]*)\s*:\s*(${DOTTED})`;

function bound(text: string): Bound[] {
  const match =
    re`\b(?:val|var)\s+(${ID})(?![\w\x80-\u{10FFFF}.<?])\s*(?::\s*(${DOTTED}(?:<[^=\n]*>)?\??))?\s*(?:(=|by\s+lazy\s*(?:\([^()]*\)\s*)?\{|get\(\)\s*=)\s*)?`.exec(
      text,
    );
  if (!match?.[1]) return [];
  if (match[2]) return [{ name: match[1], type: match[2], from: "annotation" }];
  if (!match[3]) return [{ name: match[1], type: "", from: "unknown" }];
  return [boundTo(match[1], text.slice(match.index + match[0].length), CHAIN)];
}

/** `for (item in items)`, `for ((k, v) in map)`. */
function loop(text: string): Bound[] {
  const match = re`^for\s*\(\s*(?:\(([^()]*)\)|(${ID})\s*(?::\s*([^()]+?))?)\s+in\s+`.exec(text);
  if (!match) return [];
  if (match[3] && match[2]) return [{ name: match[2], type: match[3], from: "annotation" }];
  const end = closeBracket(text, text.indexOf("("), text.length, syntax);
  const value = end > 0 ? text.slice(match[0].length, end - 1) : "";
  if (match[2]) return [eachOf(match[2], value, CHAIN)];
  const indexed = /\.withIndex\(\)$/.test(value) ? value.slice(0, -12) : value;
  return match[1]!.split(",").flatMap((part, i, all): Bound[] => {
    const name = re`^\s*(${ID})`.exec(part)?.[1];
    if (!name || name === "_") return [];
    return [i === all.length - 1 && all.length === 2 ? eachOf(name, indexed, CHAIN) : { name, type: NOTHING, from: "call" }];
  });
}

/** `when (shape) { is Circle -> … }`, `when (val x = …)`: what the subject is in each branch, and after it what it was. */
function branches(text: string): Bound[] {
  const head = re`^when\s*\(\s*(?:val\s+(${ID})\s*=[^{]*|(${ID})\s*)\)\s*\{`.exec(text);
  const name = head?.[1] ?? head?.[2];
  if (!head || !name) return [];
  const out: Bound[] = [];
  const was: Bound = { name, type: NOTHING, from: "call", same: name };
  for (const arm of text.matchAll(
    /^[ \t]*(?:is\s+([a-zA-Z\x80-\u{10FFFF}_][\w\x80-\u{10FFFF}.]*)(?:<[^<>\n]*>)?\s*->|(?:else|in\b[^\n]*?|[^\n{}]*?,[^\n{}]*?)\s*->)/gmu,
  )) {
    const at = arm.index + arm[0].length - 1;
    out.push(arm[1] ? { name, type: arm[1], from: "annotation", at } : { ...was, at });
  }
  const end = closeBracket(text, head[0].length - 1, text.length, syntax);
  if (out.length > 0 && end > 0) out.push({ ...was, at: end });
  return end > 0 ? out : [];
}

/** `if (x is Foo) { … }`: what x is inside, and after it what it was. */
function tested(text: string): Bound[] {
  const match = re`^if\s*\(\s*(${ID})\s+is\s+(${DOTTED})(?:<[^<>\n]*>)?\s*(?=\)|&&)`.exec(text);
  const left = re`^if\s*\(\s*(${ID})\s+!is\s+(${DOTTED})(?:<[^<>\n]*>)?\s*\)\s*(?:\{\s*)?(?:return|throw|continue)\b`.exec(text);
  if (left) return [{ name: left[1]!, type: left[2]!, from: "annotation", at: left[0].length }];
  const head = match ? closeBracket(text, text.indexOf("("), text.length, syntax) : -1;
  if (!match || head < 0 || text.slice(match[0].length, head).includes("||")) return [];
  const body = skipSpace(text, head, text.length);
  const line = text.indexOf("\n", body);
  const end = text[body] === "{" ? closeBracket(text, body, text.length, syntax) : line < 0 ? text.length : line + 1;
  if (end < 0) return [];
  const name = match[1]!;
  return [
    { name, type: match[2]!, from: "annotation" },
    { name, type: NOTHING, from: "call", same: name, at: end },
  ];
}

const ACCESSOR = /\s*(?:@\w+\s+|(?:private|protected|internal|public|inline)\s+)*(?:get|set)\s*(?=\()/y;

/** Where a property ends with its accessors, which are nodes of their own behind it. */
function accessors(text: string, to: number): number {
  let end = to;
  for (let i = 0; i < 2; i++) {
    ACCESSOR.lastIndex = end;
    if (!ACCESSOR.test(text)) return end;
    const limit = Math.min(text.length, end + ACCESSOR_LIMIT);
    const close = closeBracket(text, ACCESSOR.lastIndex, limit, syntax);
    if (close < 0) return end;
    const next = /\s*(?::\s*[^={\n]+)?(=(?!=)\s*|\{)/y;
    next.lastIndex = close;
    const opened = next.exec(text);
    if (!opened) return close;
    const body = opened[1] === "{" ? closeBracket(text, next.lastIndex - 1, limit, syntax) : expressionEnd(text, next.lastIndex, limit);
    if (body < 0) return end;
    end = body;
  }
  return end;
}

const ACCESSOR_LIMIT = 4_000;

/** The end of the line on which no bracket is open and behind which no `.` goes on. */
function expressionEnd(text: string, from: number, limit: number): number {
  for (let at = from; at < limit; ) {
    const end = findOutside(text, at, limit, ["\n", "}", ";"], syntax);
    if (text[end] !== "\n" || !/^\s*(?:\?\.|\.|\?:|&&|\|\|)/.test(text.slice(end, end + 80))) return end;
    at = end + 1;
  }
  return limit;
}

/** What a function that is one expression gives: `fun make() = Foo(1)`. */
function returned(text: string): Named[] {
  const found = named(text, FUN);
  const [one] = found;
  if (!one) return found;
  const open = skipSpace(text, one.end, text.length);
  const close = text[open] === "(" ? closeBracket(text, open, text.length, syntax) : -1;
  const body = close > 0 ? /^\s*=(?!=)\s*/.exec(text.slice(close)) : null;
  const value = body && readChain(text.slice(close + body[0].length), CHAIN);
  if (value?.type) one.type = value.type;
  else if (value) one.type = value.chain;
  return found;
}

function parseImport(text: string): ParsedImport[] {
  const match = /^import\s+([\w\x80-\u{10FFFF}.`]+?)(\.\*)?(?:\s+as\s+([a-zA-Z\x80-\u{10FFFF}_][\w\x80-\u{10FFFF}]*))?\s*;?\s*$/u.exec(
    text.trim(),
  );
  if (!match?.[1]) return [];
  const path = match[1].replaceAll("`", "");
  if (match[2]) return [{ form: "wildcard", source: path, names: [] }];
  const dot = path.lastIndexOf(".");
  const name = path.slice(dot + 1);
  return [{ form: "named", source: dot < 0 ? "" : path.slice(0, dot), names: [{ name, local: match[3] ?? name }] }];
}

const FUN = /fun\b/y;
const VALUE = /(?:val|var)\b/y;

export const kotlin: RuleSet = {
  nodes: {
    annotation: { role: "attach", decorates: sticky`@(?:[a-z]+:)?\s*\[?\s*(${DOTTED})` },
    call_suffix: {
      role: "call",
      callee: "before",
      accept: ({ name, receiver }) => (/^(?:if|while|for|when|catch|return|constructor|fun)$/.test(name) ? null : { name, receiver }),
    },
    callable_reference: {
      role: "calls",
      parse: (text) => {
        const match = re`^(?:(${DOTTED}))?::(${ID})$`.exec(text.slice(0, 200));
        return match && match[2] !== "class"
          ? [{ kind: "use", name: match[2]!, receiver: match[1] ?? null, arity: null, at: 0, weak: true, method: true }]
          : [];
      },
    },
    class_declaration: { role: "define", as: kindOf, name: typeNameAt, params: true, until: ["{"], supers },
    class_parameter: {
      role: "define",
      as: (text) => (/^(?:val|var)\s/.test(text.slice(skipModifiers(text, MODIFIERS, syntax))) ? "field" : null),
      name: (text) => named(text, VALUE),
      type: /^\s*:\s*([^=]+?)\s*(?:=|$)/,
    },
    companion_object: {
      role: "define",
      as: (text) => (/\bcompanion\s+object\s+[a-zA-Z\x80-\u{10FFFF}_]/u.test(text.slice(0, 200)) ? "class" : null),
      name: typeNameAt,
      until: ["{"],
      supers,
    },
    enum_entry: { role: "define", as: "constant", name: sticky`(?:@\w+(?:\([^)]*\))?\s*)*(${ID})` },
    for_statement: { role: "bind", parse: loop },
    function_declaration: {
      role: "define",
      as: "function",
      inType: "method",
      name: returned,
      params: true,
      until: ["{", " = ", "=\n", "\n\n"],
      type: /^\s*:\s*([\s\S]+?)\s*(?:\bwhere\b|$)/,
    },
    if_expression: { role: "bind", parse: tested },
    import_header: { role: "import", parse: parseImport },
    lambda_literal: { role: "lambda", params: /\{\s*(?=[\w\x80-\u{10FFFF}, ]+->)/uy },
    line_comment: { role: "comment" },
    multiline_comment: { role: "comment" },
    object_declaration: { role: "define", as: "class", name: typeNameAt, until: ["{"], supers },
    object_literal: {
      role: "supertype",
      anonymous: true,
      parse: (text) => supers({ kind: "class", tail: text.slice(0, findOutside(text, 0, text.length, ["{"], syntax)) }),
    },
    package_header: { role: "define", as: "namespace", name: sticky`package\s+(${DOTTED})` },
    property_declaration: [
      { role: "bind", parse: bound },
      {
        role: "define",
        // in the body of an accessor it is a local
        as: (text, within) =>
          within === "field" || within === "variable"
            ? null
            : /^[^={(]*\bconst\s/.test(text)
              ? "constant"
              : within === "file"
                ? "variable"
                : "field",
        name: (text) => named(text, VALUE),
        where: "outer",
        until: [" = ", " by ", "{", "\n", " get(", " set("],
        reach: accessors,
        scoped: /\s(?:get|set)\s*\(/,
        type: /^\s*:\s*([\s\S]+?)\s*$/,
      },
    ],
    secondary_constructor: { role: "define", as: "method", name: /(?:[a-z]+\s+)*?(constructor)/y, params: true, until: ["{", ":"] },
    type_alias: { role: "define", as: "type", name: typeNameAt, type: /^\s*(?:<[^=]*>)?\s*=\s*([\s\S]+?)\s*$/ },
    when_expression: { role: "bind", parse: branches },
  },
  starts: { "//": "line_comment", "/*": "multiline_comment" },
  reads: "members",
  operators,
  computed: /(?:^|[\n;])\s*(?:(?:@\w+|private|protected|internal|inline)\s+)*get\s*\(\s*\)\s*(?::[^={\n]+)?[={]/,
  blocks: true,
  overloads: true,
  syntax,
  parameter: (text) => {
    const plain = text.slice(
      skipModifiers(text, /(?:val|var|vararg|noinline|crossinline|private|public|protected|internal|override|open|final)\b/y, syntax),
    );
    const match = /^([a-zA-Z\x80-\u{10FFFF}_`][\w\x80-\u{10FFFF}`]*)\s*(?::\s*([\s\S]*?))?\s*(?:=[\s\S]*)?$/u.exec(plain);
    if (!match?.[1]) return null;
    return { name: match[1].replaceAll("`", ""), type: /\bvararg\s/.test(text) ? `${match[2]?.trim()}[]` : (match[2]?.trim() ?? null) };
  },
  repair: repairKotlin,
  repairWhen: KOTLIN,
  typeName: wholeType,
  each: { implicit: "it", receivers: /^(?:apply|run|with)$/ },
  ambient: "names",
  bounds: (head) => angleBounds(head, BOUND),
  abstract: (head) => /^[^({=]*\babstract\b/.test(head),
  inlineAttributes: (head) => skipModifiers(head, /(?!)/y, syntax),
  exported: ({ head }) => !/^(?:(?!class\b|fun\b|val\b|var\b|object\b|interface\b)[a-z]+\s+)*private\s/.test(head),
  builtinTypes: words("suspend Int Long Short Byte Float Double Boolean Char String Unit Any Nothing Array List Map Set T K V R E"),
};
