/** Haskell. */

import { repairConditionals } from "../engine/rules/_repair.ts";
import type { CallsRule, DefineRule, Named, ParsedImport, RuleSet, Supertype } from "../engine/rules/_rules.ts";
import { re, sticky, words } from "../engine/words.ts";
import { mentioned } from "./code.ts";
import { syntax } from "./language.ts";

const MODULE = "[\\p{Lu}][\\w\\x80-\\u{10FFFF}']*(?:\\.[\\p{Lu}][\\w\\x80-\\u{10FFFF}']*)*";
const VARIABLE = "[\\p{Ll}_][\\w\\x80-\\u{10FFFF}']*#*";
const OPERATOR = "[-!#$%&*+./<=>?@\\\\^|~:⊕∘]+";

/** `f ::`, `f, g ::`, `(<+>) ::`. */
function signatureNames(text: string): Named[] {
  const list =
    re`^(?:default\s+)?((?:${VARIABLE}|\(\s*${OPERATOR}\s*\))(?:\s*,\s*(?:${VARIABLE}|\(\s*${OPERATOR}\s*\)))*)\s*::\s*([\s\S]*)$`.exec(
      text,
    );
  if (!list?.[1]) return [];
  // Documentation between the arguments is no type.
  const type = (list[2] ?? "").replace(/--[^\n]*/g, "").replace(/\{-[\s\S]*?-\}/g, "");
  return [...list[1].matchAll(new RegExp(`${VARIABLE}|${OPERATOR}`, "gu"))].map((match) => ({
    name: match[0],
    end: match.index + match[0].length,
    type,
    head: text.length,
  }));
}

/** `f x y = …`, `x <+> y = …`, `` x `op` y = … ``, `(f . g) x = …`. */
function equationName(text: string): Named[] {
  const prefix = re`^(${VARIABLE})(?=\s|=|\|)(?!\s+(?![=|]\s)(?:${OPERATOR})\s+(?!=|\|)[^=|]*=)|^\(\s*(${OPERATOR})\s*\)`.exec(text);
  const name = prefix?.[1] ?? prefix?.[2];
  if (prefix && name && !/^\s+`/.test(text.slice(prefix[0].length))) return [{ name, end: prefix[0].length }];
  const infix = new RegExp(`^[^=\\n|]*?\\s(?:\`(${VARIABLE})\`|(${OPERATOR}))\\s`, "u").exec(text);
  const operator = infix?.[1] ?? infix?.[2];
  return infix && operator && operator !== "=" && operator !== "|"
    ? [{ name: operator, end: infix[0].length - 1 }]
    : name && prefix
      ? [{ name, end: prefix[0].length }]
      : [];
}

const equation: DefineRule = {
  role: "define",
  // The arrow of a type is a "function" to the grammar too; an equation has its sign.
  as: (text, within) =>
    !/(?:^|[^=<>!:/*+.&|-])=(?![=>])|::/.test(text) ? null : within === "interface" || within === "class" ? "method" : "function",
  name: equationName,
  where: "outer",
  merge: true,
  until: ["=", "\n  |", " | "],
};

function list(names: string): { name: string; local: string }[] {
  const found: { name: string; local: string }[] = [];
  for (const part of names
    .replace(/\([^()]*\)/g, (inner) => (/^\(\s*(?!\.\.\s*\))[-!#$%&*+./<=>?@\\^|~:]+\s*\)$/.test(inner) ? inner.slice(1, -1).trim() : ""))
    .split(",")) {
    const name = part.replace(/^\s*(?:type|pattern)\s+/, "").trim();
    if (name) found.push({ name, local: name });
  }
  return found;
}

function parseImport(text: string): ParsedImport[] {
  const match =
    re`^import\s+(?:\{-#.*?#-\}\s*)?(?:safe\s+)?(qualified\s+)?(?:"[^"]*"\s*)?(${MODULE})(\s+qualified)?(?:\s+as\s+(${MODULE}))?\s*(hiding)?\s*(?:\(([\s\S]*)\))?\s*$`.exec(
      text.trim(),
    );
  if (!match?.[2]) return [];
  const source = match[2];
  const found: ParsedImport[] = [];
  if (match[1] || match[3] || match[4]) found.push({ form: "namespace", source, names: [{ name: "*", local: match[4] ?? source }] });
  if (match[1] || match[3]) return found;
  if (match[6] !== undefined && !match[5]) found.push({ form: "named", source, names: list(match[6]) });
  else {
    // What is hidden is noted with a mark no name can have.
    const hidden = match[5] ? list(match[6] ?? "").map(({ name }) => ({ name: `-${name}`, local: `-${name}` })) : [];
    found.push({ form: "wildcard", source, names: hidden });
  }
  return found;
}

/** `module Shop.Types` and names of others among the exports. */
function passedOn(text: string): ParsedImport[] {
  const plain = text.replace(/--[^\n]*/g, "");
  const modules = [...plain.matchAll(new RegExp(`\\bmodule\\s+(${MODULE})`, "gu"))];
  const names = list(plain.replace(new RegExp(`\\bmodule\\s+${MODULE}`, "gu"), "").replace(/^\(|\)$/g, "")).filter(({ name }) =>
    /^[\p{Ll}_]/u.test(name),
  );
  return [
    ...modules.map((match): ParsedImport => ({ form: "wildcard", source: match[1]!, names: [], reexport: true, length: 0 })),
    ...(names.length > 0 ? [{ form: "named" as const, source: "", names, reexport: true, length: 0 }] : []),
  ];
}

/** Functions and operators of an equation: only the outermost is asked, its scope is the symbol. */
const mentions: CallsRule = { role: "calls", parse: (text, _local, own) => (own ? mentioned(text) : []) };

/** Behind a context and forall: `instance (Eq a) => C (T a)`. */
const INSTANCE =
  /instance\s+(?:\{-#.*?#-\}\s*)?(?:forall[^.]*\.\s*)?(?:(?:\([^=]*?\)|[^=\n(]*?)\s*=>\s*)?(?:[\p{Lu}][\w\x80-\u{10FFFF}']*\.)*[\p{Lu}][\w\x80-\u{10FFFF}']*\s+[([\s]*((?:[\p{Lu}][\w\x80-\u{10FFFF}']*\.)*[\p{Lu}][\w\x80-\u{10FFFF}']*)/uy;

/** Instances of tuples, lists and the like: what they define hangs under the class, for no module sees it as a function. */
const NAMELESS =
  /instance\s+(?:\{-#.*?#-\}\s*)?(?:forall[^.]*\.\s*)?(?:(?:\([^=]*?\)|[^=\n(]*?)\s*=>\s*)?(?:[\p{Lu}][\w\x80-\u{10FFFF}']*\.)*([\p{Lu}][\w\x80-\u{10FFFF}']*)(?=\s+(?:\([\s(]*(?:[\p{Ll},)-]|$)|\[[\s[]*(?:[\p{Ll}\]])|[\p{Ll}]))/uy;

function instanceOf(head: string): Supertype[] {
  const match =
    /^instance\s+(?:\{-#.*?#-\}\s*)?(?:forall[^.]*\.\s*)?(?:(?:\([^=]*?\)|[^=\n(]*?)\s*=>\s*)?((?:[\p{Lu}][\w\x80-\u{10FFFF}']*\.)*[\p{Lu}][\w\x80-\u{10FFFF}']*)/u.exec(
      head,
    );
  return match?.[1] ? [{ kind: "implement", type: match[1] }] : [];
}

const typeName = (keyword: string): RegExp =>
  new RegExp(`${keyword}\\s+(?:(?:[^=\\n]*?)\\s*=>\\s*)?(?:\\(\\s*)?([\\p{Lu}][\\w\\x80-\\u{10FFFF}']*)`, "uy");

export const haskell: RuleSet = {
  nodes: {
    bind: [equation, mentions],
    class: {
      role: "define",
      as: "interface",
      name: typeName("class"),
      until: ["where", "|"],
      supers: ({ head }) => {
        const context = /^class\s+(?:\(([\s\S]*?)\)|([^=\n]*?))\s*=>/.exec(head);
        return (context?.[1] ?? context?.[2] ?? "").split(",").flatMap((part) => {
          const type = /^\s*((?:[\p{Lu}][\w\x80-\u{10FFFF}']*\.)*[\p{Lu}][\w\x80-\u{10FFFF}']*)/u.exec(part)?.[1];
          return type ? [{ kind: "inherit" as const, type }] : [];
        });
      },
    },
    comment: { role: "comment" },
    data_constructor: { role: "define", as: "constant", name: /(?:forall[^.]*\.\s*)?(?:[^=>|\n]*=>\s*)?([\p{Lu}][\w\x80-\u{10FFFF}']*)/uy },
    data_family: { role: "define", as: "type", name: typeName("data\\s+family"), leaf: true },
    data_type: { role: "define", as: "struct", name: typeName("data"), until: ["=", "where", "deriving"] },
    exports: [
      { role: "import", parse: passedOn },
      {
        role: "public",
        parse: (text) =>
          /\bmodule\s/.test(text) ? null : list(text.replace(/^\(|\)$/g, "").replace(/--[^\n]*/g, "")).map(({ name }) => name),
      },
    ],
    field: {
      role: "define",
      as: "field",
      name: (text) => {
        const match = re`^(${VARIABLE}(?:\s*,\s*${VARIABLE})*)\s*::\s*([\s\S]*)$`.exec(text);
        return [...(match?.[1] ?? "").matchAll(new RegExp(VARIABLE, "gu"))].map((one) => ({
          name: one[0],
          end: one.index + one[0].length,
          type: match?.[2] ?? null,
          head: text.length,
        }));
      },
    },
    function: [equation, mentions],
    gadt_constructor: { role: "define", as: "constant", name: /([\p{Lu}][\w\x80-\u{10FFFF}']*)/uy },
    haddock: { role: "comment" },
    header: { role: "define", as: "module", name: sticky`module\s+(${MODULE})`, until: ["(", "where", "\n"], leaf: true },
    import: { role: "import", parse: parseImport },
    instance: [
      { role: "extend", owner: INSTANCE, supers: instanceOf },
      { role: "extend", owner: NAMELESS },
    ],
    lambda: { role: "lambda", params: /\\\s*/y },
    newtype: { role: "define", as: "struct", name: typeName("newtype"), until: ["=", "where", "deriving"] },
    newtype_constructor: { role: "define", as: "constant", name: /([\p{Lu}][\w\x80-\u{10FFFF}']*)/uy },
    pattern_synonym: { role: "define", as: "constant", name: /pattern\s+([\p{Lu}][\w\x80-\u{10FFFF}']*)/uy, merge: true },
    signature: { ...equation, name: signatureNames, until: undefined },
    type_family: { role: "define", as: "type", name: typeName("type(?:\\s+family)?"), leaf: true },
    type_synomym: { role: "define", as: "type", name: typeName("type"), leaf: true },
  },
  // The arrow of a type is a "function" too. (Nothing is asked about parents: finding one takes a walk from the root.)
  narrow: { function: { has: { kind: "match" } } },
  // Each line that begins with an operator costs the grammar all that stands before it.
  limits: [
    { pattern: /^[+*/%<=>&$!.?^~:]/gm, most: 300 },
    { pattern: /^class\b[^\n=]*\{$/gm, most: 200 },
  ],
  syntax,
  // The grammar leaves out what stands behind `#else`.
  repair: repairConditionals,
  repairWhen: /^#[ \t]*if/m,
  typeName: (type) =>
    /^(?:\(\s*)?((?:[\p{Lu}][\w\x80-\u{10FFFF}']*\.)*[\p{Lu}][\w\x80-\u{10FFFF}']*)(?:\s|$|\))/u.exec(type.trim())?.[1] ?? "",
  builtinTypes: words("Int Integer Double Float Bool Char String IO Maybe Either Ordering Word forall"),
};
