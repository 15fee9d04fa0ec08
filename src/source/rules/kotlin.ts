/** Kotlin. The grammar has no field names, so everything is read from the text. */

import { closeBracket, skipAngles, skipSpace } from "../lex.ts";
import { skipModifiers, withoutGenerics } from "./_declared.ts";
import { repairKotlin } from "./_repair.ts";
import type { Bound, Declaration, Named, ParsedImport, RuleSet, Supertype } from "./_rules.ts";

const syntax: RuleSet["syntax"] = {
  separators: ["?.", "!!.", "::", "."],
  quotes: '"',
  tripleQuotes: true,
  charLiterals: true,
  lineComments: ["//"],
  blockComments: [["/*", "*/"]],
  angles: true,
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
    const word = /`[^`\n]+`|[\p{L}_][\p{L}\p{N}_]*/uy;
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
  const match = /(?:fun\s+)?(?:class|interface|object|typealias)\s+(`[^`\n]+`|[\p{L}_][\p{L}\p{N}_]*)/uy;
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
function supers({ kind, tail }: Declaration): Supertype[] {
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

function bound(text: string): Bound[] {
  const match =
    /\b(?:val|var)\s+([\p{L}_][\p{L}\p{N}_]*)(?![\p{L}\p{N}_.<?])\s*(?::\s*([\p{L}_][\p{L}\p{N}_.]*(?:<[^=\n]*>)?\??))?\s*(?:(?:=|by\s+lazy\s*\{)\s*([\p{L}_][\p{L}\p{N}_.]*)\s*(?:<[^()\n]*>)?\()?/u.exec(
      text.slice(0, 300),
    );
  if (!match?.[1]) return [];
  if (match[2]) return [{ name: match[1], type: match[2], from: "annotation" }];
  if (!match[3]) return [{ name: match[1], type: "", from: "unknown" }];
  const last = match[3].slice(match[3].lastIndexOf(".") + 1);
  return [{ name: match[1], type: match[3], from: /^\p{Lu}/u.test(last) ? "constructor" : "call" }];
}

function parseImport(text: string): ParsedImport[] {
  const match = /^import\s+([\p{L}\p{N}_.`]+?)(\.\*)?(?:\s+as\s+([\p{L}_][\p{L}\p{N}_]*))?\s*;?\s*$/u.exec(text.trim());
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
    annotation: { role: "attach", decorates: /@(?:[a-z]+:)?\s*\[?\s*([\p{L}_][\p{L}\p{N}_.]*)/uy },
    call_suffix: {
      role: "call",
      callee: "before",
      accept: ({ name, receiver }) => (/^(?:if|while|for|when|catch|return|constructor|fun)$/.test(name) ? null : { name, receiver }),
    },
    class_declaration: { role: "define", as: kindOf, name: typeNameAt, params: true, until: ["{"], supers },
    class_parameter: {
      role: "define",
      as: (text) => (/^(?:@[\w.]+(?:\([^)]*\))?\s*|[a-z]+\s+)*?(?:val|var)\s/.test(text) ? "field" : null),
      name: (text) => named(text, VALUE),
      type: /^\s*:\s*([^=]+?)\s*(?:=|$)/,
    },
    companion_object: {
      role: "define",
      as: (text) => (/\bcompanion\s+object\s+[\p{L}_]/u.test(text.slice(0, 200)) ? "class" : null),
      name: typeNameAt,
      until: ["{"],
      supers,
    },
    enum_entry: { role: "define", as: "constant", name: /(?:@\w+(?:\([^)]*\))?\s*)*([\p{L}_][\p{L}\p{N}_]*)/uy },
    function_declaration: {
      role: "define",
      as: "function",
      inType: "method",
      name: (text) => named(text, FUN),
      params: true,
      until: ["{", " = ", "=\n", "\n\n"],
      type: /^\s*:\s*([\s\S]+?)\s*(?:\bwhere\b|$)/,
    },
    import_header: { role: "import", parse: parseImport },
    lambda_literal: { role: "lambda", params: /\{\s*(?=[\p{L}\p{N}_, ]+->)/uy },
    line_comment: { role: "comment" },
    multiline_comment: { role: "comment" },
    object_declaration: { role: "define", as: "class", name: typeNameAt, until: ["{"], supers },
    package_header: { role: "define", as: "namespace", name: /package\s+([\p{L}_][\p{L}\p{N}_.]*)/uy },
    property_declaration: [
      { role: "bind", parse: bound },
      {
        role: "define",
        as: (text, within) => (/^[^={(]*\bconst\s/.test(text) ? "constant" : within === "file" ? "variable" : "field"),
        name: (text) => named(text, VALUE),
        where: "outer",
        until: [" = ", " by ", "{", "\n", " get(", " set("],
        type: /^\s*:\s*([\s\S]+?)\s*$/,
      },
    ],
    secondary_constructor: { role: "define", as: "method", name: /(?:[a-z]+\s+)*?(constructor)/y, params: true, until: ["{", ":"] },
    type_alias: { role: "define", as: "type", name: typeNameAt },
  },
  starts: { "//": "line_comment", "/*": "multiline_comment" },
  syntax,
  parameter: (text) => {
    const plain = text.slice(
      skipModifiers(text, /(?:val|var|vararg|noinline|crossinline|private|public|protected|internal|override|open|final)\b/y, syntax),
    );
    const match = /^([\p{L}_`][\p{L}\p{N}_`]*)\s*(?::\s*([\s\S]*?))?\s*(?:=[\s\S]*)?$/u.exec(plain);
    if (!match?.[1]) return null;
    return { name: match[1].replaceAll("`", ""), type: /\bvararg\s/.test(text) ? null : (match[2]?.trim() ?? null) };
  },
  repair: repairKotlin,
  repairWhen: /\bfun[ \t]+interface\b/,
  inlineAttributes: (head) => skipModifiers(head, /(?!)/y, syntax),
  exported: ({ head }) => !/^(?:(?!class\b|fun\b|val\b|var\b|object\b|interface\b)[a-z]+\s+)*private\s/.test(head),
  builtinTypes: new Set(
    "suspend Int Long Short Byte Float Double Boolean Char String Unit Any Nothing Array List Map Set T K V R E".split(" "),
  ),
};
