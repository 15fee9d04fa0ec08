/** Swift. */

import { closeBracket, findOutside, skipSpace, splitList } from "../engine/lex.ts";
import { calledBy } from "../engine/operators.ts";
import { boundTo, type ChainSyntax, carried, eachOf, NOTHING, PAYLOAD, wholeType } from "../engine/rules/_chain.ts";
import { angleBounds, withoutGenerics } from "../engine/rules/_declared.ts";
import { repairConditionals } from "../engine/rules/_repair.ts";
import type { CallRule } from "../engine/rules/_roles.ts";
import type { Bound, Declaration, Named, Operators, ParsedImport, RuleSet, Supertype } from "../engine/rules/_rules.ts";
import { DOTTED, every, ID, re, sticky, words } from "../engine/words.ts";
import { syntax } from "./language.ts";

/** Operators that types define, and the methods they call (lang/engine/operators.ts). */
const operators: Operators = {
  names: { ...calledBy("+ - * / % < > <= >= == += -= *= /= & | ^ << >> ...", ""), "!=": "==" },
  index: ["subscript", "subscript"],
  bareFields: true,
  wide: true,
  members: "small",
  bareConditions: true,
};

const MODIFIER =
  /(?:public|private|fileprivate|internal|open|package|static|class(?=\s+(?:func|var|let|subscript|override|final))|final|override|mutating|nonmutating|lazy|weak|unowned|required|convenience|dynamic|optional|indirect|nonisolated|isolated|distributed|prefix|postfix|infix|borrowing|consuming|async)\b(?:\s*\((?:set|unsafe|safe)\))?/y;

/** Offset behind attributes (`@available(iOS 13, *)`) alone, or behind modifiers too. */
function skip(text: string, modifiers: boolean): number {
  let i = skipSpace(text, 0, text.length);
  for (;;) {
    const start = i;
    if (text[i] === "@") {
      i = re`@${DOTTED}`.exec(text.slice(i, i + 100))?.[0].length ?? 1;
      i += start;
      if (text[i] === "(") {
        const end = closeBracket(text, i, text.length, syntax);
        i = end < 0 ? text.length : end;
      }
    } else if (modifiers) {
      MODIFIER.lastIndex = i;
      if (MODIFIER.test(text)) i = MODIFIER.lastIndex;
    }
    i = skipSpace(text, i, text.length);
    if (i === start) return i;
  }
}

const KEYWORD = /^(class|struct|enum|actor|extension|protocol)\b/;

function typeKind(text: string): "class" | "struct" | "enum" | null {
  const keyword = KEYWORD.exec(text.slice(skip(text, true)))?.[1];
  if (keyword === "struct" || keyword === "enum") return keyword;
  return keyword === "class" || keyword === "actor" ? "class" : null;
}

function list(text: string, first: Supertype["kind"], rest: Supertype["kind"]): Supertype[] {
  const colon = text.indexOf(":");
  if (colon < 0) return [];
  return withoutGenerics(text.slice(colon + 1))
    .replace(/\bwhere\b[\s\S]*$/, "")
    .replace(/\{[\s\S]*$/, "")
    .split(/[,&]/)
    .flatMap((part, index) => {
      const type = part.replace(/@\w+/g, "").trim();
      // An enum's raw type is no supertype.
      return type && !/^(?:U?Int\d*|String|Character|Double|Float)$/.test(type) ? [{ kind: index === 0 ? first : rest, type }] : [];
    });
}

/** A class's first supertype may be its superclass; everything else can only be a protocol. */
function supers({ kind, tail }: Declaration): Supertype[] {
  return list(tail, kind === "class" || kind === "interface" ? "inherit" : "implement", kind === "interface" ? "inherit" : "implement");
}

function properties(text: string): Named[] {
  const start = skip(text, true);
  const keyword = /(?:var|let)\s+/y;
  keyword.lastIndex = start;
  if (!keyword.test(text)) return [];
  const found: Named[] = [];
  const one =
    /([a-zA-Z\x80-\u{10FFFF}_`][\w\x80-\u{10FFFF}`]*)\s*(?::\s*((?:any\s+|some\s+)?[a-zA-Z\x80-\u{10FFFF}_[(@][^={\n,]*(?:<[^={\n]*>[^={\n,]*)?))?/uy;
  one.lastIndex = keyword.lastIndex;
  const match = one.exec(text);
  if (!match?.[1]) return [];
  const name = match[1].replaceAll("`", "");
  found.push({ name, end: keyword.lastIndex + match[1].length, type: match[2]?.trim() || null });
  return found;
}

function enumCases(text: string): Named[] {
  const start = /^(?:@\w+(?:\([^)]*\))?\s*)*(?:indirect\s+)?case\s+/.exec(text)?.[0].length ?? -1;
  if (start < 0) return [];
  const found: Named[] = [];
  for (let i = start; i < text.length; ) {
    const word = /[a-zA-Z\x80-\u{10FFFF}_`][\w\x80-\u{10FFFF}`]*/uy;
    word.lastIndex = i;
    const name = word.exec(text)?.[0];
    if (name === undefined) break;
    let end = word.lastIndex;
    found.push({ name: name.replaceAll("`", ""), end });
    if (text[end] === "(") {
      const close = closeBracket(text, end, text.length, syntax);
      end = close < 0 ? text.length : close;
    }
    const comma = /\s*(?:=\s*(?:"[^"]*"|[^,\n]*))?\s*,\s*/y;
    comma.lastIndex = end;
    if (!comma.test(text)) break;
    i = comma.lastIndex;
  }
  return found;
}

/** What the cases of an entry carry. */
function payloads(text: string): Bound[] {
  return enumCases(text).flatMap(({ name, end }): Bound[] => {
    const close = text[end] === "(" ? closeBracket(text, end, text.length, syntax) : -1;
    const types = close < 0 ? "" : carried(text.slice(end + 1, close - 1));
    return types === "" ? [] : [{ name: `${name}()`, type: types, from: "annotation", field: true }];
  });
}

/** `.running(let job)`, `let .done(a, b)` of a subject: what the pattern takes out. */
function takenApart(pattern: string, subject: string, at: number): Bound[] {
  const match = re`^(let\s+|var\s+)?[a-zA-Z\x80-\u{10FFFF}_.]*\.(${ID})\(([^()]*)\)`.exec(pattern);
  if (!match) return [];
  return match[3]!.split(",").flatMap((part, position): Bound[] => {
    const name = re`^\s*(?:${ID}\s*:\s*)?(let\s+|var\s+)?([a-zA-Z\x80-\u{10FFFF}][\w\x80-\u{10FFFF}]*)\s*$`.exec(part);
    if (!name?.[2] || !(match[1] || name[1])) return [];
    return [{ name: name[2], type: `${subject}.${match[2]!}.${PAYLOAD}${position}()`, from: "call", at }];
  });
}

const SUBJECT = re`^${ID}(?:[?!]?\.${ID})*(?:\(\))?$`;

/** `switch state { case .running(let job): … }`. */
function switched(text: string): Bound[] {
  const head = /^switch\s+([^{\n]+?)\s*\{/.exec(text);
  const subject = head?.[1]?.replace(/^(?:try[?!]?|await)\s+/, "");
  if (!subject || !SUBJECT.test(subject)) return [];
  return [...text.matchAll(/\bcase\s+([^:\n]*\([^:\n]*(?::[^:\n]*)*\))(?=[^\n]*:)/gu)].flatMap((arm) =>
    takenApart(arm[1]!, subject, arm.index),
  );
}

const CHAIN: ChainSyntax = {
  syntax,
  braces: "lambda",
  before: /(?:try[?!]?\s+|await\s+)/y,
  behind: /\s*\?\?/y,
  cast: sticky`\s+as[?!]?\s+(?:any\s+)?(${DOTTED}(?:<[^<>\n]*>)?)`,
};
const BOUND = every`(?<![\w\x80-\u{10FFFF}.])(\p{Lu}[\w\x80-\u{10FFFF}]*)\s*:\s*(${DOTTED})`;

/** `if let x = f(), let y { … }`, `guard let x = …`, `while let x = …`: each name with its value. */
function conditions(text: string): Bound[] {
  const head = /^(?:if|guard|while)\s+/.exec(text)?.[0].length ?? 0;
  const stop = findOutside(text, head, Math.min(text.length, 600), [" {", "\n{", " else"], syntax);
  return splitList(text, head, stop, syntax).flatMap(([from, to]): Bound[] => {
    const piece = text.slice(from, to);
    const opened = /^case\s+([^=]*?)\s*=\s*([\s\S]+)$/.exec(piece);
    if (opened && SUBJECT.test(opened[2]!.trim())) return takenApart(opened[1]!, opened[2]!.trim(), 0);
    const match = re`^(?:case\s+)?(?:let|var)\s+(${ID})\??\s*(?::\s*([^=]+?)\s*)?(?:=\s*([\s\S]*))?$`.exec(piece);
    if (!match?.[1]) return [];
    if (match[2]) return [{ name: match[1], type: match[2], from: "annotation" }];
    // `if let x` is x itself, unwrapped.
    if (match[3] === undefined) return [];
    return [boundTo(match[1], match[3], CHAIN)];
  });
}

/** `for x in items {`. */
function loop(text: string): Bound[] {
  const match = re`^for\s+(?:try\s+)?(?:await\s+)?(?:case\s+let\s+)?(?:\(([^()]*)\)|(${ID})\??(?:\s*:\s*[^={]+?)?)\s+in\s+([\s\S]*)$`.exec(
    text,
  );
  if (!match) return [];
  const value = match[3]!.slice(0, findOutside(match[3]!, 0, match[3]!.length, [" {", " where "], syntax));
  if (match[2]) return match[2] === "_" ? [] : [eachOf(match[2], value, CHAIN)];
  const paired = /\.enumerated\(\)$/.test(value) ? value.slice(0, -13) : value;
  return match[1]!.split(",").flatMap((part, i, all): Bound[] => {
    const name = part.trim();
    if (!re`^${ID}$`.test(name) || name === "_") return [];
    return [i === all.length - 1 && all.length === 2 ? eachOf(name, paired, CHAIN) : { name, type: NOTHING, from: "call" }];
  });
}

function bound(text: string): Bound[] {
  const match =
    /\b(?:let|var)\s+(`?[a-zA-Z\x80-\u{10FFFF}_][\w\x80-\u{10FFFF}]*`?)\s*(?::\s*((?:any\s+|some\s+)?(?:[a-zA-Z\x80-\u{10FFFF}_][\w\x80-\u{10FFFF}.]*(?:<[^={\n]*>)?|\[[^={\n]*\])[?!]?)\s*(?=[={\n,]|$))?\s*(=(?!=)\s*)?/u.exec(
      text,
    );
  if (!match?.[1]) return [];
  const name = match[1].replaceAll("`", "");
  if (match[2]) return [{ name, type: match[2].replace(/^(?:any|some)\s+/, ""), from: "annotation" }];
  if (!match[3]) return [{ name, type: "", from: "unknown" }];
  return [
    boundTo(name, text.slice(match.index + match[0].length).replace(re`^((?:try[?!]?\s+|await\s+)*${DOTTED})\.init(?=\()`, "$1"), CHAIN),
  ];
}

function parseImport(text: string): ParsedImport[] {
  const match =
    re`^(?:@\w+(?:\([^)]*\))?\s+|public\s+|internal\s+)*import\s+(?:(typealias|struct|class|enum|protocol|let|var|func)\s+)?(${DOTTED})`.exec(
      text,
    );
  if (!match?.[2]) return [];
  if (!match[1]) return [{ form: "module", source: match[2], names: [] }];
  const dot = match[2].lastIndexOf(".");
  const name = match[2].slice(dot + 1);
  return [{ form: "named", source: match[2].slice(0, Math.max(0, dot)), names: [{ name, local: name }] }];
}

const after =
  (pattern: RegExp, name?: string) =>
  (text: string): Named[] => {
    pattern.lastIndex = skip(text, true);
    const found = pattern.exec(text);
    return found?.[1] ? [{ name: (name ?? found[1]).replaceAll("`", ""), end: pattern.lastIndex }] : [];
  };

const callable = {
  role: "define",
  inType: "method",
  params: true,
  until: ["{"],
  type: /->\s*([\s\S]+?)\s*(?:\bwhere\b[\s\S]*)?$/,
} as const;
const functionName = after(/func\s+([a-zA-Z\x80-\u{10FFFF}_`][\w\x80-\u{10FFFF}`]*|[-+*/%=<>!&|^~?.]+)/uy);

/**
 * What is newer than the grammar: typed throws, `#_sourceLocation` and its kin as defaults, `for try await`. And a comparison that begins a
 * line: `⏎ < limit` is read as the type arguments of what stands before.
 */
const newer = (text: string): string =>
  text
    .replace(every`(\bthrows)(\(\s*${DOTTED}\s*\))`, (_, word: string, type: string) => word + type.replace(/\S/g, " "))
    .replace(/#(?=(?:_sourceLocation|isolation|filePath|fileID)\b)/g, "_")
    .replace(/\bfor(\s+)try(\s+)await\b/g, "for$1   $2await")
    .replace(/(\bfor\s[^{}\n]{0,200}\sin\s+)try\b/g, "$1   ")
    .replace(/(\n[ \t]+)<(?=[ \t]+[a-zA-Z\x80-\u{10FFFF}_])/gu, "$1+");

const called: CallRule = {
  role: "call",
  callee: "before",
  accept: ({ name, receiver, before }) =>
    /^(?:if|while|for|guard|switch|catch|return|in|case)$/.test(name) || before === "func" ? null : { name, receiver },
};

export const swift: RuleSet = {
  nodes: {
    associatedtype_declaration: { role: "define", as: "type", name: after(sticky`associatedtype\s+(${ID})`), leaf: true },
    attribute: { role: "attach", decorates: sticky`@(${DOTTED})` },
    call_suffix: called,
    catch_block: {
      role: "bind",
      // `catch let error as LoadError`
      parse: (text) => {
        const match = re`^catch\s+let\s+(${ID})\s+as\s+(${DOTTED})`.exec(text);
        return match ? [{ name: match[1]!, type: match[2]!, from: "annotation" }] : [];
      },
    },
    class_declaration: [
      {
        role: "define",
        as: typeKind,
        name: after(/(?:class|struct|enum|actor)\s+([a-zA-Z\x80-\u{10FFFF}_`][\w\x80-\u{10FFFF}`]*)/uy),
        until: ["{"],
        supers,
      },
      {
        role: "extend",
        owner: sticky`(?:@${DOTTED}(?:\([^)]*\))?\s+|(?:public|private|fileprivate|internal|open|package|nonisolated)\s+)*extension\s+(${DOTTED})`,
        supers: (head) => list(head, "implement", "implement"),
      },
    ],
    // `Queue<Track>()`
    constructor_suffix: called,
    deinit_declaration: { role: "define", as: "method", name: after(/(deinit)\b/y), until: ["{"] },
    enum_entry: [
      { role: "bind", parse: payloads },
      { role: "define", as: "constant", name: enumCases },
    ],
    for_statement: { role: "bind", parse: loop },
    function_declaration: { ...callable, as: "function", name: functionName },
    guard_statement: { role: "bind", parse: conditions },
    if_statement: { role: "bind", parse: conditions },
    import_declaration: { role: "import", parse: parseImport },
    init_declaration: { role: "define", as: "method", name: after(/(init)[?!]?/y), params: true, until: ["{"] },
    lambda_literal: { role: "lambda", params: /\{\s*(?:\[[^\]]*\]\s*)?(?=[\w\x80-\u{10FFFF}, ]+\bin\b)/uy },
    macro_declaration: { role: "define", as: "macro", name: after(sticky`macro\s+(${ID})`), params: true },
    property_declaration: [
      { role: "bind", parse: bound },
      {
        role: "define",
        as: (text, within) => (within !== "file" ? "field" : /^[^=\n]*\blet\s/.test(text) ? "constant" : "variable"),
        name: properties,
        where: "outer",
        until: [" = ", "{", "\n"],
      },
    ],
    protocol_declaration: { role: "define", as: "interface", name: after(sticky`protocol\s+(${ID})`), until: ["{"], supers },
    protocol_function_declaration: { ...callable, as: "method", name: functionName },
    protocol_property_declaration: { role: "define", as: "field", name: properties, until: ["{"] },
    subscript_declaration: { ...callable, as: "method", name: after(/(subscript)\b/y) },
    switch_statement: { role: "bind", parse: switched },
    typealias_declaration: {
      role: "define",
      as: "type",
      name: after(sticky`typealias\s+(${ID})`),
      where: "outer",
      leaf: true,
      type: /=\s*([\s\S]+?)\s*$/,
    },
  },
  lexComments: true,
  reads: "members",
  operators,
  computed: /^\{(?!\s*(?:willSet|didSet)\b|\s*(?:mutating\s+)?get(?:\s+(?:async|throws))*(?:\s+(?:nonmutating\s+)?set)?\s*\})/,
  blocks: true,
  overloads: true,
  labels: true,
  methodValues: true,
  syntax,
  parameter: (text) => {
    const match =
      /^(?:@\w+(?:\([^)]*\))?\s+)*(?:[a-zA-Z\x80-\u{10FFFF}_`][\w\x80-\u{10FFFF}`]*\s+)?([a-zA-Z\x80-\u{10FFFF}_`][\w\x80-\u{10FFFF}`]*)\s*:\s*([\s\S]*?)\s*(?:=[\s\S]*)?$/u.exec(
        text,
      );
    if (!match?.[1]) return re`^${ID}$`.test(text) ? { name: text, type: null } : null;
    const type = (match[2] ?? "").replace(/^(?:(?:inout|@\w+|any|some|borrowing|consuming|sending|isolated|__owned|__shared)\s+)+/, "");
    return { name: match[1].replaceAll("`", ""), type: type.endsWith("...") ? `[${type.slice(0, -3)}]` : type };
  },
  repair: (text) => repairConditionals(newer(text)),
  typeName: wholeType,
  each: { implicit: "$0", methods: true },
  ambient: "names",
  bounds: (head) => angleBounds(head, BOUND),
  inlineAttributes: (head) => skip(head, false),
  exported: ({ head }) => !/^(?:[a-z]+\s+)*?(?:private|fileprivate)\s/.test(head),
  builtinTypes: words(`Int Int8 Int16 Int32 Int64 UInt Float Double Bool String Character Void Any AnyObject Self Array Dictionary Set
    Optional Never`),
};
