/** Ruby. */

import { INCLUDED } from "../../files/kinds.ts";
import { type Spoken, spoken } from "../engine/pass/argument.ts";
import { yard } from "../engine/rules/_documented.ts";
import type { Bound, DefineRule, Named, ParsedImport, RuleSet, Supertype, VisibilityRule } from "../engine/rules/_rules.ts";
import { every, ID, re, sticky } from "../engine/words.ts";
import { bareCalls, returned, topCalls } from "./code.ts";
import { syntax } from "./language.ts";

const METHOD =
  /def\s+((?:[a-zA-Z\x80-\u{10FFFF}_][\w\x80-\u{10FFFF}]*(?:[?!]|=(?=\())?)|\[\]=?|[-+~!]@|<=>|===?|=~|![=~]?|\*\*|<<|>>|<=|>=|[-+*/%&|^<>~`])/uy;
const SINGLETON = sticky`def\s+(?:self|${ID})\s*(?:\.|::)\s*((?:${ID}(?:[?!]|=(?=\())?)|\[\]=?|<=>|===?|<<|[-+*/%])`;
const CONSTANT = /([\p{Lu}][\w\x80-\u{10FFFF}]*)(?=\s*(?:\|\|)?=(?![=~>]))/uy;

/** Calls that are declarations, and words of the language. */
const NO_CALL =
  /^(?:attr|attr_reader|attr_writer|attr_accessor|cattr_accessor|mattr_accessor|require|require_relative|load|autoload|include|extend|prepend|private|public|protected|module_function|private_class_method|public_class_method|private_constant|alias_method|define_method|using|refine|if|unless|while|until|return|yield|not|and|or|then|do|in|when|case|rescue|puts|p|pp|print)$/;

/** Of them those that objects may have methods of. */
const METHODS = /^(?:load|puts|p|pp|print|using|refine)$/;

const isWord = (name: string, receiver: string | null): boolean => NO_CALL.test(name) && (receiver === null || !METHODS.test(name));

/** Those among them that declare something by their arguments. */
const DECLARES =
  /^(?:attr|attr_reader|attr_writer|attr_accessor|[cm]attr_\w+|require|require_relative|load|autoload|include|extend|prepend|alias_method|define_method|define_singleton_method|private|public|private_class_method|public_class_method|private_constant)$/;

function parseRequire(text: string): ParsedImport[] {
  const match = /^(require|require_relative|load)\s*\(?\s*["']([^"'#\n]+)["']/.exec(text);
  if (match?.[2])
    return [{ form: "side-effect", source: match[2], names: [], relative: match[1] === "require_relative" || match[2].startsWith(".") }];
  const auto = re`^autoload\s*\(?\s*:(${ID})\s*,\s*["']([^"'#\n]+)["']`.exec(text);
  return auto?.[1] && auto[2] ? [{ form: "named", source: auto[2], names: [{ name: auto[1], local: auto[1] }] }] : [];
}

function mixins(text: string): Supertype[] {
  const match = /^(?:include|extend|prepend)\s*\(?\s*((?:::)?[\p{Lu}][\w\x80-\u{10FFFF}:,\s]*)\)?\s*$/u.exec(text);
  const types = (match?.[1] ?? "").split(",").map((part) => part.trim().replace(/^::/, ""));
  return types.flatMap((type) => (type ? [{ kind: "implement" as const, type }] : []));
}

/** `attr_reader :a, :b` and `define_method(:c)`, `alias_method :d, :e`. */
function declaredMethods(text: string): Named[] {
  const found: Named[] = [];
  const single = /^(?:define_method|define_singleton_method|alias_method|delegate|scope)\b/.test(text);
  const head = /^[\s\S]*?(?=\bdo\b|\{|$)/.exec(text)?.[0] ?? text;
  for (const match of head.matchAll(
    every`(?<![:\w\x80-\u{10FFFF}]):"?(${ID}[?!=]?|\[\]=?|[-+~!]@|<=>|===?|=~|!=|!~|\*\*|<<|>>|[<>]=?|[-+*/%&|^!~])`,
  )) {
    const end = match.index + match[0].length;
    found.push({ name: match[1] ?? "", end, ...(single ? {} : { from: match.index, to: end }), head: single ? head.length : end });
    if (single) break;
  }
  return found;
}

/** `private :a, :b`, `private_class_method :make`, `private_constant :LIMIT`. */
function visibility(text: string): ReturnType<VisibilityRule["parse"]> {
  const match = re`^(private|public)(_class_method|_constant)?\b\s*\(?((?:\s*,?\s*(?::"?${ID}[?!=]?"?|%i\[[^\]]*\]))+)\s*\)?\s*$`.exec(
    text,
  );
  if (!match?.[3]) return null;
  return {
    names: [...match[3].replaceAll("%i[", " ").matchAll(every`${ID}[?!=]?`)].map(([name]) => name),
    exported: match[1] === "public",
    signature: match[2] === "_class_method" ? /\bdef\s+self\b/ : match[2] === "_constant" ? /^(?!def\b)/ : /^(?!.*\bdef\s+self\b)/,
  };
}

const classLike: DefineRule = {
  role: "define",
  as: (text) => (/^[\p{Lu}][\w\x80-\u{10FFFF}]*\s*=\s*(?:Struct|Class|Data|Module)\.(?:new|define)\b/u.test(text) ? "class" : null),
  name: CONSTANT,
  until: ["do", "{", "\n"],
  supers: ({ tail }) => {
    const base = /^\s*=\s*Class\.new\s*\(\s*(?:::)?([\p{Lu}][\w\x80-\u{10FFFF}:]*)/u.exec(tail)?.[1];
    return base ? [{ kind: "inherit", type: base }] : [];
  },
};

/** A chain of calls that a line is nothing but: `Order.build(items).first`. */
const CHAIN = re`^(?:@{0,2}${ID}(?:::[\p{Lu}][\w\x80-\u{10FFFF}]*)*)(?:\([^()]*\))?(?:&?\.${ID}[?!]?(?:\([^()]*\))?)+$`;

/** `x = Foo.new`, `@x = make(…)`: instance variables belong to the type. */
function assigned(text: string): Bound[] {
  const target = /^(@{0,2}[\p{Ll}_][\w\x80-\u{10FFFF}]*)\s*(?:\|\|)?=\s*(?![=~])/u.exec(text);
  if (!target?.[1]) return [];
  const name = target[1];
  const field = name.startsWith("@");
  const value = text.slice(target[0].length);
  const made = /^(?:::)?([\p{Lu}][\w\x80-\u{10FFFF}]*(?:::[\p{Lu}][\w\x80-\u{10FFFF}]*)*)\.new\b(?![^\n]*\)\s*\.)/u.exec(value)?.[1];
  if (made) return [{ name, type: made, from: "constructor", field }];
  if (/^(?:self\.class\.)?new\b(?![^\n]*\)\s*\.)/.test(value)) return [{ name, type: "self", from: "constructor", field }];
  const line = /^[^\n#]*/.exec(value)![0].trim();
  const called = CHAIN.test(line)
    ? line
    : /^((?:[\p{Lu}][\w\x80-\u{10FFFF}]*(?:::[\p{Lu}][\w\x80-\u{10FFFF}]*)*\.)?[\p{Ll}_][\w\x80-\u{10FFFF}]*[?!]?)\s*\((?![^\n]*\)\s*\.)/u.exec(
        value,
      )?.[1];
  if (called && !/^\w+$/.test(called)) return [{ name, type: called, from: "call", field }];
  if (called && value[called.length] === "(") return [{ name, type: called, from: "call", field }];
  const same = /^([\p{Ll}_][\w\x80-\u{10FFFF}]*)$/u.exec(line)?.[1];
  return [{ name, type: "", from: "unknown", field, ...(same === undefined ? {} : { same }) }];
}

const method = (name: RegExp): DefineRule => ({
  role: "define",
  as: (_, within) => (within === "file" ? "function" : "method"),
  inType: "method",
  name,
  params: "parameters",
  until: ["\n", ";", " = ", ")="],
  type: returned,
});

/** `method(:show)`, and as the block: `&method(:show)`. */
function given(argument: string): string | null {
  const match = /^\s*(?:(&)|(\w+):\s*)?method\(:(\w+[?!]?)\)\s*$/.exec(argument);
  if (!match) return null;
  return match[1] ? `&=${match[3]}` : match[2] ? `${match[2]}=${match[3]}` : match[3]!;
}

/** The body of a method that is only there to be overridden. */
const UNDONE = /^[\s;]*(?:#[^\n]*\s*)*raise\b[^\n]*(?:NotImplemented|[Aa]bstract|[Ii]mplement|[Oo]verrid|[Ss]ubclass)/;

const block: RuleSet["nodes"][string] = [
  {
    role: "call",
    callee: "before",
    accept: ({ name, receiver, before }) => (isWord(name, receiver) || before === "->" ? null : { name, receiver }),
  },
  { role: "lambda", params: /(?:do|\{)\s*(?=\|)/y },
];

/** `each(&:save!)` calls it on whatever there is. */
const sent = (line: string): Spoken[] =>
  [...line.matchAll(/[(,\s]&:([a-z_\x80-\u{10FFFF}][\w\x80-\u{10FFFF}]*[?!]?)/gu)].map(([, name]) => ({
    kind: "call",
    name: name!,
    receiver: "_1",
    arity: 0,
  }));

export const ruby: RuleSet = {
  nodes: {
    alias: {
      role: "define",
      as: (_, within) => (within === "file" ? "function" : "method"),
      name: /alias\s+:?([a-zA-Z\x80-\u{10FFFF}_$][\w\x80-\u{10FFFF}]*[?!=]?|\[\]=?|[-+~!]@|<=>|===?|=~|!=|!~|\*\*|<<|>>|[<>]=?|[-+*/%&|^!~])/uy,
    },
    argument_list: {
      role: "call",
      callee: "before",
      accept: ({ name, receiver, before }) => {
        const plain = name.replace(/^[!?]+/, "");
        if (isWord(plain, receiver) || before === "def") return null;
        return { name: plain, receiver: plain === "new" && receiver === "self.class" ? null : receiver };
      },
      declares: { kind: "call", names: DECLARES, block: /\s*(?:do\b|\{)/y },
    },
    assignment: [
      { role: "bind", parse: assigned },
      classLike,
      {
        role: "define",
        as: (text) => (classLike.as instanceof Function && classLike.as(text, "file", "") ? null : "constant"),
        name: CONSTANT,
        where: "outer",
      },
    ],
    block,
    call: [
      { role: "import", parse: parseRequire },
      { role: "supertype", parse: mixins, file: INCLUDED },
      { role: "visibility", parse: visibility },
      {
        role: "define",
        as: (text, within) =>
          /^(?:attr|attr_reader|attr_writer|attr_accessor|[cm]attr_\w+|define_method|define_singleton_method|alias_method)\b\s*\(?\s*:/.test(
            text,
          )
            ? /^(?:attr|[cm]attr_)/.test(text)
              ? "field"
              : within === "file"
                ? "function"
                : "method"
            : null,
        name: declaredMethods,
      },
      { role: "call", callee: "end", accept: ({ name, receiver }) => (isWord(name, receiver) ? null : { name, receiver }) },
    ],
    class: {
      role: "define",
      as: "class",
      name: (text) => {
        const match = /^class\s+((?:[\p{Lu}][\w\x80-\u{10FFFF}]*::)*)([\p{Lu}][\w\x80-\u{10FFFF}]*)/u.exec(text);
        const owner = match?.[1]?.replace(/::$/, "").replaceAll("::", ".") ?? "";
        return match?.[2] ? [{ name: match[2], end: match[0].length, ...(owner ? { owner } : {}) }] : [];
      },
      until: ["\n", ";"],
      supers: ({ tail }) => {
        const base = /^\s*<\s*(?:::)?([\p{Lu}][\w\x80-\u{10FFFF}:]*)/u.exec(tail)?.[1];
        return base ? [{ kind: "inherit", type: base }] : [];
      },
    },
    comment: { role: "comment" },
    do_block: block,
    method: [method(METHOD), { role: "calls", parse: bareCalls }],
    module: {
      role: "define",
      as: "module",
      name: (text) => {
        const match = /^module\s+((?:[\p{Lu}][\w\x80-\u{10FFFF}]*::)*[\p{Lu}][\w\x80-\u{10FFFF}]*)/u.exec(text);
        return match?.[1] ? [{ name: match[1].replaceAll("::", "."), end: match[0].length }] : [];
      },
      until: ["\n", ";"],
    },
    program: { role: "calls", parse: topCalls },
    singleton_class: { role: "extend", owner: /class\s*<<\s*([\p{Lu}][\w\x80-\u{10FFFF}:]*)/uy },
    singleton_method: [method(SINGLETON), { role: "calls", parse: bareCalls }],
  },
  starts: { "#": "comment" },
  // Calls with arguments are told by those, declarations (`attr_reader :a`) too.
  narrow: { call: { not: { has: { field: "arguments", kind: "argument_list" } } } },
  tailReturns: true,
  bareCalls: true,
  symbols: true,
  syntax,
  modifiers: ["private", "protected", "public", "private_class_method", "module_function"],
  // On a line of its own such a word is no modifier of what follows but the start of a section.
  modifiersOnLine: true,
  parameter: (text) => {
    const match = re`^(\*{0,2}|&)?\s*(${ID})\s*(:|=|$)`.exec(text);
    if (!match?.[2] || match[2] === "do") return null;
    // A block is passed beside the arguments.
    if (match[1] === "&") return null;
    // `store: Store.new`: what it is unless something else is given
    const made =
      match[3] === ":" || match[3] === "="
        ? /[:=]\s*([\p{Lu}][\w\x80-\u{10FFFF}]*(?:::[\p{Lu}][\w\x80-\u{10FFFF}]*)*)\.new\b(?!.*\)\s*\.)/u.exec(text)?.[1]
        : undefined;
    return { name: match[2], type: made ?? null };
  },
  given,
  abstract: (_head, _next, _text, body) => UNDONE.test(body),
  section: /^[ \t]*(private|protected|public)[ \t]*(?:#.*)?$/gm,
  exported: ({ head, kind, section }) =>
    /^public\b/.test(head) ||
    !(
      /^private(?:_class_method)?\b/.test(head) ||
      (section === "private" && (kind === "method" || kind === "field") && !/^def\s+self\b/.test(head))
    ),
  documented: yard,
  finish: (pass, text) => {
    if (text.includes("&:")) spoken(pass, text, () => true, sent);
  },
};
