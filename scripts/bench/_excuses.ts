/** Where ctags is wrong or counts otherwise than we do: classes of its definitions, each told by the source and justified. */
import { type Context, has, inCommentForm, inHeredoc, inside, literal, symbolAt } from "./_context.ts";
import type { Tag } from "./_ctags.ts";
import { ocaml } from "./_excuses_ocaml.ts";

export interface Excuse {
  name: string;
  why: string;
  when: (tag: Tag, context: Context) => boolean;
}

const invented: Excuse = {
  name: "names of its own",
  why: "the definition has no name in the source; ctags makes one up",
  when: ({ name }) => /^(?:__anon|[aA]nonymous(?:Function|Class)|anonFunc|<lambda>)/.test(name),
};
const minified: Excuse = {
  name: "words of minified code",
  why: "the line is longer than 500 characters: such files are left out of an index",
  when: (_, { line }) => line.length > 500,
};
const inComment: Excuse = {
  name: "text in a comment",
  why: "the line stands in a block comment",
  when: (tag, context) => inside(context, tag.line, "/*", "*/") || /^\s*(?:\/\/|\*)/.test(context.line),
};
const inString: Excuse = {
  name: "text in a string",
  why: "the line stands in a string or documentation of several lines",
  when: (tag, context) => inside(context, tag.line, '"""', '"""') || inside(context, tag.line, "'''", "'''"),
};
const macroCall: Excuse = {
  name: "calls of macros",
  why: "a macro is called where a function would be defined; the name is the macro's, and every test of a file has the same",
  when: ({ name }, { line }) => /^[A-Z][A-Z0-9_]+$/.test(name) && has(line, `^\\s*${literal(name)}\\s*\\(`),
};

const ecmascript: Excuse[] = [
  invented,
  minified,
  {
    name: "classes by their export",
    why: "`module.exports = class A` is the class A; ctags calls it exports",
    when: ({ name }, { line }) => name === "exports" && /exports\s*=\s*(?:class|(?:async\s+)?function)\s+\w/.test(line),
  },
  {
    name: "what is called at once as functions",
    why: "`x = (function () { … })()` holds what the function returns",
    when: ({ name }, { line }) => has(line, `${literal(name)}[\\w.]*\\s*=\\s*\\(function\\b`),
  },
  {
    name: "handlers of one object as methods",
    why: "`this.socket.onopen = function` makes ctags a method `socket`",
    when: ({ name, kind }, { line }) => kind === "method" && has(line, `this\\.${literal(name)}\\.\\w+\\s*=`),
  },
  {
    name: "words of a cast as definitions",
    why: "`(a.enum as any)` and `if (…)` define nothing",
    when: ({ name }) => /^(?:if|as|else|return)$/.test(name),
  },
  {
    name: "object literals as classes",
    why: "a variable or property that holds an object literal or another value",
    when: ({ name, kind }, { line }) =>
      kind === "class" &&
      !/\bclass\b|\bfunction\b/.test(line) &&
      has(line, `(?:^|[\\s.])#?${literal(name)}\\b[\\s\\S]*[=:]|^\\s*${literal(name)}\\.`),
  },
  {
    name: "functions as classes",
    why: "a function that is called with new, or has members, somewhere: a function here",
    when: (tag, context) =>
      tag.kind === "class" && (symbolAt(tag, context, "function", "method") || context.same.some(({ kind }) => kind === "function")),
  },
  {
    name: "values on a prototype as methods",
    why: "what is assigned is a string, a number or the result of a call",
    when: ({ name, kind }, { line }) =>
      kind === "method" && has(line, `\\.prototype\\.${literal(name)}\\s*=\\s*(?:['"\`\\d\\[{]|true|false|null|\\w+\\()`),
  },
  {
    name: "inner names of classes and functions",
    why: "`a = class B`, `return function c`: the value has a name of its own, visible only inside",
    when: ({ name }, { line }) =>
      has(line, `(?:=|return|\\(|,|:)\\s*(?:async\\s+)?(?:class|function)\\s*\\*?\\s+${literal(name)}\\b`) && !/module\.exports/.test(line),
  },
  {
    name: "calls through a prototype as definitions",
    why: "`A.prototype.f.call(…)` defines nothing",
    when: ({ name }, { line }) => has(line, `\\.prototype\\.${literal(name)}\\.(?:call|apply|bind)\\(`),
  },
  {
    name: "imported types as aliases",
    why: "`import { type X }`, `import type X` and `type X = Y extends …` are read as definitions of X, of `from` and of `extends`",
    when: ({ name, kind }, { line }) => kind === "alias" && !has(line, `\\btype\\s+${literal(name)}\\s*[<=]`),
  },
];

/** Keys kept of one file (src/lang/data/reader.ts). */
const KEYS = 500;
const manyKeys: Excuse = {
  name: "keys of tables",
  why: `a file of more than ${KEYS} keys is a table: the first ${KEYS} are kept, all of it is searched as text`,
  when: (_, { symbols }) => symbols.length > KEYS,
};

const rubyish = (name: string): string => name.replace(/[=?!]$/, "");

export const EXCUSES: Record<string, Excuse[]> = {
  bash: [
    {
      name: "arrays as functions",
      why: "`name=()` is an empty array",
      when: ({ name }) => name.endsWith("="),
    },
  ],
  c: [invented, macroCall],
  cpp: [invented, macroCall],
  csharp: [
    invented,
    {
      name: "import aliases as types",
      why: "`using A = B;` is an import here",
      when: ({ kind, name }, { line }) => kind === "typedef" && has(line, `^\\s*using\\s+${literal(name)}\\s*=`),
    },
    {
      name: "calls as methods",
      why: "a call that is a statement",
      when: ({ kind, name }, { line }) =>
        kind === "method" &&
        has(line, `(?:^|[;)}]|\\breturn|\\belse|=>)\\s*(?:await\\s+)?${literal(name)}\\s*(?:<[^>]*>)?\\(.*;\\s*(?://.*)?$`),
    },
    {
      name: "calls in a chain or with a lambda as methods",
      why: "`.Does(() =>`, `Setup(_ =>`, `.Add(new Options`: a call",
      when: ({ kind, name }, { line }) =>
        kind === "method" && (has(line, `\\.${literal(name)}\\s*\\(`) || has(line, `^\\s*${literal(name)}\\([^()]*=>\\s*$`)),
    },
    {
      name: "primary constructors as methods",
      why: "`class A(int b)`, `record A(int B)`: the type A, which is a symbol; its constructor has no body of its own",
      when: (tag, context) =>
        tag.kind === "method" && symbolAt(tag, context, "class", "struct") && /\b(?:class|struct|record)\b/.test(context.line),
    },
    {
      name: "constraints as classes",
      why: "`where T : notnull` says more of a type parameter",
      when: ({ name }, { line }) => has(line, `^\\s*where\\s+${literal(name)}\\s*:`),
    },
    {
      name: "delegates as methods",
      why: "a delegate is a type here",
      when: (tag, context) => /\bdelegate\b/.test(context.line) && symbolAt(tag, context, "type"),
    },
  ],
  css: [
    {
      name: "attributes as selectors",
      why: 'of `[type="button"]` ctags takes the word in the brackets, and of what follows them a part',
      when: ({ kind }, { line }) => kind === "selector" && line.includes("["),
    },
    {
      name: "pieces of selectors",
      why: "a selector cut inside its brackets: `:is(a, b)` is one, not `…:is(a` and `b)`",
      when: ({ name }, { line }) => /\([^)]*$|^[^(]*\)/.test(name) || (name.includes("[") && line.includes("[")),
    },
    minified,
  ],
  clojure: [
    {
      name: "names with their parameters",
      why: "`(defn fail[reader])` defines fail; ctags reads on to the next blank",
      when: ({ name }) => name.includes("["),
    },
    {
      name: "examples in a comment form",
      why: "`(comment (defn …))` is never evaluated, and documentation in a string neither",
      when: ({ line }, context) => inCommentForm(context.lines, line) || inside(context, line, '"', '"'),
    },
  ],
  dart: [inComment, inString],
  elixir: [
    inString,
    {
      name: "left sides of operators as functions",
      why: '`def left =~ ""` and `defmacro first..last//step` define the operator, which is a symbol here',
      when: ({ name }, { line }) => has(line, `\\bdef\\w*\\s+${literal(name)}\\w*\\s*(?:[-+*/|&=<>~^.!@]{1,3}\\s|\\.\\.)`),
    },
    {
      name: "definitions in what a macro is given",
      why: "`test_module do @type my_type :: … end` defines in a module that the macro makes",
      when: ({ kind, line }, { lines }) =>
        kind === "type" && /\b(?:test_module|defmodule_bytecode)\b.*\bdo$/m.test(lines.slice(Math.max(0, line - 8), line).join("\n")),
    },
    {
      name: "computed names",
      why: "`def unquote(name)()` defines what the value says, nothing called unquote",
      when: ({ name }) => name === "unquote",
    },
  ],
  html: [
    ...ecmascript,
    {
      name: "forms without an id",
      why: "ctags makes a name up for each",
      when: ({ name }) => /:_implicit_form$/.test(name),
    },
  ],
  json: [manyKeys],
  yaml: [manyKeys],
  toml: [manyKeys],
  haskell: [
    {
      name: "fields as functions",
      why: "a field of a record is a field here",
      when: (tag, context) => symbolAt(tag, context, "field"),
    },
    {
      name: "words of the language as functions",
      why: "`class`, `instance`, `deriving`, `where` begin a line that ctags does not know",
      when: ({ name }) =>
        /^(?:class|instance|deriving|where|type|data|newtype|module|import|infix[lr]?|default|foreign|family|pattern)$/.test(name),
    },
    {
      name: "names of types and macros as functions",
      why: "no function begins with a capital letter: a type of a field, or a call of a preprocessor's macro",
      when: ({ name, kind }) => kind === "function" && /^[A-Z]/.test(name),
    },
    {
      name: "left sides of infix definitions as functions",
      why: "in `left <+> right = …` the operator is defined, and is a symbol here",
      when: ({ name }, { line }) =>
        has(line, `^\\s*${literal(name)}\\s+(?:[-!#$%&*+./<=>?@\\\\^|~:]{1,5}|\`\\w+\`)\\s+\\S.*(?:=|$)`) &&
        !has(line, `^\\s*${literal(name)}\\s+=`),
    },
    {
      name: "declarations made by a macro as functions",
      why: "`deriveJSON options ''Type` at the top level is a call of Template Haskell",
      when: ({ name }, { line }) => has(line, `^\\$?\\(?${literal(name)}\\b[^=]*'`),
    },
    { ...inComment, when: (tag, context) => inside(context, tag.line, "{-", "-}") || /^\s*--/.test(context.line) },
  ],
  javascript: ecmascript,
  kotlin: [
    invented,
    {
      name: "parameters of lambdas and loops as methods",
      why: "there is no `fun` before the name",
      when: ({ kind, line, name }, { lines }) =>
        kind === "method" &&
        !has(lines.slice(Math.max(0, line - 4), line).join("\n"), `\\bfun\\b[^{}=]*[\\s.]\`?${literal(name.replaceAll("`", ""))}\`?`),
    },
    inComment,
    {
      name: "companion objects without a name",
      why: "their members are the class's here, as they are called (`A.f()`)",
      when: ({ kind, name }, { line }) => kind === "object" && name === "Companion" && /companion\s+object\s*[{:]/.test(line),
    },
  ],
  lua: [
    {
      name: "values that are functions here or there",
      why: "`x = y or function`, a loop, a comparison: the word stands in the line, a definition does not",
      when: ({ name }, { line }) =>
        !has(line, `function\\s+(?:[\\w.:]+[.:])?${literal(name.replace(/^.*[.:]/, ""))}\\s*\\(`) &&
        !has(line, `${literal(name)}['"]?\\]?\\s*=\\s*function\\b`),
    },
    {
      name: "text in a string",
      why: "the line stands in a long string",
      when: (tag, context) => inside(context, tag.line, "[[", "]]"),
    },
    {
      name: "results of calls as functions",
      why: "a function is an argument of the call whose result is assigned, or text in a string",
      when: (_, { line }) => /=\s*(?:\(['"]|(?!function\b)[\w.:]+\s*[({].*\bfunction\b)/.test(line),
    },
    {
      name: "entries of tables by another name",
      why: 'the key is a string that is no name (`["GET /"] = function`): ctags cuts it',
      when: (_, { line }) => /^\s*(?:\w+)?\[.*\]\s*=\s*function/.test(line),
    },
  ],
  objc: [
    invented,
    macroCall,
    {
      name: "calls of macros by their own names",
      why: "`MatcherBegin(equal, (id a)) { … }`: what is defined there has a name that only the macro knows",
      when: ({ name, kind }, { line }) => kind === "function" && has(line, `^${literal(name)}\\s*\\(`),
    },
    {
      name: "implementations of a class",
      why: "the class is its `@interface`, usually in a header; an `@implementation` adds members to it and is no symbol of its own here",
      when: ({ kind, name }, { line }) => kind === "implementation" && has(line, `@implementation\\s+${literal(name)}\\b`),
    },
    {
      name: "categories and extensions of a class",
      why: "`@interface A (B)` and `@interface A ()` add members to A, and are no symbol of their own here",
      when: ({ kind, name }, { line }) => kind === "interface" && has(line, `@interface\\s+${literal(name)}\\s*(?:<[^>]*>\\s*)?\\(`),
    },
    {
      name: "what is no name as a definition",
      why: "`__attribute__`, a word of the language or a sign taken for a function's or type's name",
      when: ({ name }) => /^(?:__attribute__|void|_|size)$/.test(name),
    },
  ],
  ocaml,
  "ocaml-interface": ocaml,
  java: [
    {
      name: "records as methods",
      why: "`record Point(int x) {}` is a class here",
      when: ({ name }, { line }) => has(line, `\\brecord\\s+${literal(name)}\\b`),
    },
  ],
  markdown: [
    {
      name: "titles with their marks",
      why: "`{#id}` and tags of HTML in a title are no part of it here",
      when: ({ name }) => /\{#[\w-]+\}|<\/?\w/.test(name),
    },
  ],
  perl: [
    {
      name: "text in a string",
      why: "the line stands in a heredoc that is evaluated, or in documentation",
      when: ({ line }, { lines }) => inHeredoc(lines, line),
    },
  ],
  php: [invented],
  sql: [
    {
      name: "schemas as names",
      why: "of `CREATE DOMAIN public.word` ctags takes the schema",
      when: ({ name }, { line }) => has(line, `\\b${literal(name)}\\s*\\.`),
    },
  ],
  r: [
    invented,
    {
      name: "arguments as functions",
      why: "`later(done = function(x) …)` gives a function away and defines none",
      when: ({ name }, { line }) => has(line, `^\\s+${literal(name)}\\s*=\\s*function|[(,]\\s*${literal(name)}\\s*=\\s*function`),
    },
    {
      name: "names in quotes",
      why: '`"[.frame" <- function` defines `[.frame`',
      when: ({ name }, { symbols }) => /^["`]/.test(name) && symbols.some((one) => one.name === name.slice(1, -1)),
    },
  ],
  ruby: [
    {
      name: "writers of an accessor",
      why: "`attr_accessor :a` is one symbol, `a`, here; ctags adds `a=`",
      when: ({ name, kind }, { symbols }) => kind === "accessor" && name.endsWith("=") && symbols.some((one) => one.name === rubyish(name)),
    },
    {
      name: "names cut at their mark",
      why: "`alias a? b?` defines `a?`, not `a`",
      when: ({ name, kind, line }, { symbols }) =>
        kind === "alias" && symbols.some((one) => one.start === line && rubyish(one.name) === name && one.name !== name),
    },
    {
      name: "text in a string",
      why: "the line stands in a heredoc that is evaluated",
      when: ({ line }, { lines }) => inHeredoc(lines, line),
    },
  ],
  scala: [inComment, inString],
  swift: [inComment],
  tsx: ecmascript,
  typescript: ecmascript,
  zig: [
    {
      name: "functions that return a type",
      why: "`fn List(comptime T: type) type` makes a type, and is one here",
      when: (tag, context) => tag.kind === "fn" && symbolAt(tag, context, "struct", "enum", "type"),
    },
    {
      name: "text in a string",
      why: "the line stands in a string of several lines",
      when: (_, { line }) => /^\s*\\\\/.test(line),
    },
  ],
};
