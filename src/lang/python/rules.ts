/** Python. */

import { HANDED } from "../../base/types.ts";
import { flowOf, membersOf } from "../engine/flow.ts";
import { closeBracket, findOutside, splitList } from "../engine/lex.ts";
import { type Spoken, spoken } from "../engine/pass/argument.ts";
import { RETURNED } from "../engine/resolve/world.ts";
import type { Bound, Declaration, Operators, ParsedImport, RuleSet, Supertype } from "../engine/rules/_rules.ts";
import { DOTTED, every, ID, pairs, re, sticky, words } from "../engine/words.ts";
import { syntax } from "./language.ts";

/** Operators that types define, and the methods they call (lang/engine/operators.ts). */
const operators: Operators = {
  names: {
    ...pairs(`+ __add__, - __sub__, * __mul__, / __truediv__, // __floordiv__, % __mod__, ** __pow__,
  @ __matmul__, | __or__, & __and__, ^ __xor__, << __lshift__, >> __rshift__, < __lt__, <= __le__, > __gt__, >= __ge__, == __eq__`),
    "!=": ["__ne__", "__eq__"],
    "+=": ["__iadd__", "__add__"],
    "-=": ["__isub__", "__sub__"],
    "*=": ["__imul__", "__mul__"],
    "|=": ["__ior__", "__or__"],
  },
  index: ["__getitem__", "__setitem__"],
  property: true,
};

const ASSIGNED = re`^(?<self>(?:self|cls)\.)?(?<name>${ID})\s*(?::\s*(?<type>[^=\n]+?)\s*)?(?:=(?!=)\s*(?<await>await\s+)?(?:(?<callee>${ID}(?:\.${ID})*)(?<generic>\[[^\]\n]*\])?(?<open>\())?|$)`;

const TARGETS = re`^\(?\s*((?:\*?${ID}\s*,\s*)+\*?(?:${ID})?)\s*\)?\s*=(?!=)`;
const MEMBER = re`^(?!(?:self|cls)\b)(${ID}(?:\.${ID}){1,3}|${ID}\[(?:"[^"\n]*"|'[^'\n]*'|\d+)\])\s*=(?!=)`;

const CHAINED = re`^(${ID})\s*=\s*(?=(?:self\.)?${ID}\s*=(?!=))`;
const WHOLE = re`^${ID}$`;
const PAIR = re`^\(?\s*(${ID})\s*,\s*(${ID})\s*\)?$`;
const EVERY = every`${ID}`;
const IMPORTED = re`^\s*(${ID})(?:\s+as\s+(${ID}))?\s*$`;
const TESTED = re`^if\s+(not\s+)?isinstance\(\s*(${ID})\s*,\s*(${ID}(?:\.${ID})*)\s*\)`;
const CALLED_AS = re`^([\s\S]*?)\s+as\s+(${ID})$`;
const CALL = re`^(?:await\s+)?(${ID}(?:\.${ID})*)\(`;
const PLAIN_PATH = re`^${ID}(?:\.${ID})*$`;

/** `a, b = f, g`, `a, *b = pair()`. */
function unpacked(names: string, value: string): Bound[] {
  const list = membersOf("", /^\s*[([]/.test(value) ? value : `(${value})`, syntax, "words");
  const whole = list.length > 0 ? null : flowOf(value, "words");
  return names.split(",").flatMap((one, i) => {
    const name = one.trim();
    if (name === "") return [];
    const member = list.find((each) => each.name === `.${i}`)?.value;
    const from = whole === null || whole.includes(" | ") || name[0] === "*" ? null : `${whole}["${i}"]`;
    const type = member && member[0] !== "{" ? member : from;
    return [{ name: name.replace(/^\*/, ""), type: type ?? "", from: type === null ? ("unknown" as const) : ("value" as const) }];
  });
}

/** `x: T = …`, `x = Foo(…)`, `self.x = make(…)`, `x = y.z`, `d = {"a": f}`, `a = b = …`; anything else assigned is a binding of unknown type. */
function bind(text: string): Bound[] {
  const chained = CHAINED.exec(text);
  if (chained) {
    const inner = bind(text.slice(chained[0].length));
    return inner[0] ? [{ ...inner[0], name: chained[1]!, field: false }, ...inner] : [];
  }
  const groups = ASSIGNED.exec(text)?.groups;
  if (!groups) {
    const names = TARGETS.exec(text);
    if (names) return unpacked(names[1]!, text.slice(names[0].length));
    const member = MEMBER.exec(text);
    const flow = member && flowOf(text.slice(member[0].length), "words");
    return flow ? [{ name: member![1]!.replace(/\[["']?([^"'\]]*)["']?\]$/, ".$1"), type: flow, from: "value" }] : [];
  }
  const name = groups.name!;
  const field = groups.self !== undefined;
  if (groups.type) return [{ name, type: groups.type, from: "annotation", field }];
  const value = text.slice(text.indexOf("=") + 1);
  if (/^\s*[{[(]/.test(value)) {
    const members = membersOf(name, value, syntax, "words");
    if (members.length > 0) return members.map((one) => ({ name: one.name, type: one.value, from: "value" as const, field }));
  }
  const flow = flowOf(value, "words");
  if (flow === null && groups.callee && groups.open && closeBracket(value, value.indexOf("("), value.length, syntax) < 0)
    return [made(name, groups.callee, field)];
  const whole =
    groups.callee !== undefined && flow?.startsWith(`${groups.callee}(`) && /^[^()]*\)$/.test(flow.slice(groups.callee.length + 1));
  if (whole && (capitalised(groups.callee!) || flow === `${groups.callee}()`)) return [made(name, groups.callee!, field)];
  return [{ name, type: flow ?? "", from: flow === null ? "unknown" : "value", field }];
}

/** PEP 8: classes are capitalised. A factory's value is what it is declared to return. */
const made = (name: string, callee: string, field: boolean): Bound => ({
  name,
  type: callee,
  from: capitalised(callee) ? "constructor" : "call",
  field,
});

/** `return x`: what the function gives, under the name `()`. */
function gives(text: string): Bound[] {
  const value = text.replace(/^return\b\s*/, "");
  if (/^[{[]/.test(value))
    return membersOf(RETURNED, value, syntax, "words").map((one) => ({ name: one.name, type: one.value, from: "value" as const }));
  const tuple = membersOf(RETURNED, `(${value})`, syntax, "words");
  if (tuple.length > 0) return tuple.map((one) => ({ name: one.name, type: one.value, from: "value" as const }));
  const flow = flowOf(value, "words");
  return flow === null ? [] : [{ name: RETURNED, type: flow, from: "value" }];
}

const capitalised = (path: string): boolean => /(?:^|\.)_*\p{Lu}[^.]*$/u.test(path);

/** `for a, (b, c) in …`. */
function loop(text: string): Bound[] {
  const head = /^(?:async\s+)?for\s+([\s\S]*?)\s+in\s+/.exec(text);
  const target = head?.[1] ?? "";
  const single = head && WHOLE.test(target);
  const pair = single ? null : PAIR.exec(target);
  if (head && (single || pair)) {
    const body = text.slice(head[0].length);
    const colon = findOutside(body, 0, body.length, [":"], syntax);
    const over = body.slice(0, colon).split(/\sif\s/)[0]!;
    const values = pair
      ? (/^(?:enumerate\s*\(([\s\S]*)\)|([\s\S]*)\.items\(\))\s*$/
          .exec(over.trim())
          ?.slice(1)
          .find((one) => one !== undefined) ?? "")
      : over;
    const flow = flowOf(values.replace(/^\s*(?:list|tuple|sorted|reversed|set|iter)\(([\s\S]*)\)\s*$/, "$1"), "words");
    const item: Bound = { name: pair ? pair[2]! : target, type: "", from: "unknown" };
    const known: Bound = flow === null || flow.includes(" | ") ? item : { ...item, type: `${flow}[]`, from: "value" };
    return pair ? [{ name: pair[1]!, type: "", from: "unknown" }, known] : [known];
  }
  return [...target.matchAll(EVERY)].map(([name]) => ({ name, type: "", from: "unknown" }));
}

function names(list: string): { name: string; local: string }[] {
  const found: { name: string; local: string }[] = [];
  for (const part of list.replace(/[()\\]/g, " ").split(",")) {
    const match = IMPORTED.exec(part);
    if (match) found.push({ name: match[1]!, local: match[2] ?? match[1]! });
  }
  return found;
}

function parseFrom(text: string): ParsedImport[] {
  const match = /^from\s+(\.*\s*[\w\x80-\u{10FFFF}.]*)\s*import\s*([\s\S]*)$/u.exec(text);
  if (!match) return [];
  const source = match[1]!.replace(/\s+/g, "");
  const relative = source.startsWith(".");
  if (/^\s*\*/.test(match[2]!)) return [{ form: "wildcard", source, names: [], relative }];
  return [{ form: "named", source, names: names(match[2]!), relative }];
}

function parseImport(text: string): ParsedImport[] {
  const found: ParsedImport[] = [];
  for (const part of text
    .replace(/^import\s+/, "")
    .replace(/\\/g, " ")
    .split(",")) {
    const match = /^\s*([\w\x80-\u{10FFFF}.]+)(?:\s+as\s+([\w\x80-\u{10FFFF}]+))?\s*$/u.exec(part);
    if (!match) continue;
    const source = match[1]!;
    // `import a.b` binds `a`, `import a.b as c` binds the module a.b itself.
    found.push({ form: "namespace", source, names: [{ name: "*", local: match[2] ?? source }], relative: false });
  }
  return found;
}

function supers(declaration: Declaration): Supertype[] {
  const open = declaration.tail.indexOf("(");
  const close = declaration.tail.lastIndexOf(")");
  if (open !== 0 || close < 0) return [];
  return splitList(declaration.tail, 1, close, syntax).flatMap(([from, to]) => {
    const type = declaration.tail.slice(from, to);
    return re`^${DOTTED}(?:\[|$)`.test(type) ? [{ kind: "inherit" as const, type }] : [];
  });
}

/** `if isinstance(x, Foo):`: what x is inside, and after it what it was; behind `if not …: return` it is that from there on. */
function tested(text: string): Bound[] {
  const match = TESTED.exec(text);
  if (!match) return [];
  const [, not, name, type] = match as unknown as [string, string | undefined, string, string];
  const is: Bound = { name, type, from: "annotation", narrows: true };
  const rest = text.slice(match[0].length);
  // what follows the branch stands as far to the left as the word that begins it
  const branch = /\n[ \t]*(?:elif|else)\b/.exec(rest);
  const end = match[0].length + (branch?.index ?? rest.length);
  if (not) return /^\s*:\s*(?:return|raise|continue|break)\b/.test(rest) ? [{ ...is, at: end }] : [];
  return [is, { name, type: "", from: "unknown", same: name, narrows: true, at: end + 1 }];
}

const ATTRIBUTE = every`\bgetattr\(\s*(${ID}(?:\.${ID})*)\s*,\s*(["'])(${ID})\2\s*\)`;

/** `getattr(x, "size")`: with a third argument there may be none. */
const attributes = (line: string): Spoken[] =>
  [...line.matchAll(ATTRIBUTE)].map(([, receiver, , name]) => ({ kind: "use", name: name!, receiver: receiver!, arity: HANDED }));

export const python: RuleSet = {
  nodes: {
    argument_list: { role: "call", callee: "before" },
    as_pattern: {
      role: "bind",
      parse: (text) => {
        const match = CALLED_AS.exec(text);
        if (!match) return [];
        const called = CALL.exec(match[1]!);
        const caught = PLAIN_PATH.test(match[1]!);
        // `with Foo() as x` and `except Foo as x`; a context manager may give something else than itself.
        if (called) return [{ name: match[2]!, type: called[1]!, from: capitalised(called[1]!) ? "constructor" : "call" }];
        // `with self.queue as q`
        if (caught && !capitalised(match[1]!)) return [{ name: match[2]!, type: `${match[1]}.__enter__()`, from: "value" }];
        return [{ name: match[2]!, type: caught ? match[1]! : "", from: caught ? "annotation" : "unknown" }];
      },
    },
    assignment: [
      { role: "bind", parse: bind },
      {
        role: "define",
        as: (text, within) => {
          if (!re`^${ID}\s*(?::|=(?!=))`.test(text)) return null;
          if (re`^${ID}\s*=\s*lambda\b`.test(text)) return within === "class" ? "method" : "function";
          if (within === "class") return "field";
          return /^[\p{Lu}_][\p{Lu}\p{N}_]*\s*[:=]/u.test(text) ? "constant" : "variable";
        },
        name: "left",
        where: "outer",
        type: "type",
      },
      {
        role: "public",
        parse: (text) =>
          /^__all__\s*(?::[^=]*)?=/.test(text) ? [...text.matchAll(/["']([\w\x80-\u{10FFFF}]+)["']/gu)].map((m) => m[1]!) : null,
      },
    ],
    augmented_assignment: {
      role: "public",
      parse: (text) => (text.startsWith("__all__") ? [...text.matchAll(/["']([\w\x80-\u{10FFFF}]+)["']/gu)].map((m) => m[1]!) : null),
    },
    class_definition: { role: "define", as: "class", name: "name", until: [":"], supers },
    decorator: { role: "attach", decorates: sticky`@\s*(${DOTTED})` },
    for_in_clause: { role: "bind", parse: loop },
    for_statement: { role: "bind", parse: loop },
    function_definition: {
      role: "define",
      as: "function",
      inType: "method",
      name: "name",
      params: true,
      until: [":"],
      type: "return_type",
    },
    generator_expression: { role: "call", callee: "before" },
    if_statement: { role: "bind", parse: tested },
    import_from_statement: { role: "import", parse: parseFrom },
    import_statement: { role: "import", parse: parseImport },
    lambda: { role: "lambda", params: /lambda(?=\s)\s*/y },
    return_statement: { role: "bind", parse: gives },
    type_alias_statement: { role: "define", as: "type", name: sticky`type\s+(${ID})`, where: "outer", type: /^[^=]*=\s*([\s\S]+)$/ },
  },
  only: { if_statement: /\bisinstance\(/ },
  starts: { "(": "argument_list", "@": "decorator" },
  lexComments: true,
  reads: true,
  operators,
  accessor: { text: /^(?:@[^\n]*\s+)*?@\s*(?:[\w.]*property|[\w.]*reify|\w+\.(?:setter|getter|deleter))\b/ },
  property: /@\s*(?:[\w.]*property|[\w.]*reify|\w+\.(?:setter|getter|deleter))\b/,
  syntax,
  flows: true,
  // `@abstractmethod`, a body that is nothing but `raise NotImplementedError` or, in a protocol, `...`
  abstract: (_head, _next, text) =>
    /^(?:\s*@[^\n]*\n)*?\s*@(?:abc\.)?abstractmethod\b/.test(text) ||
    /:\s*(?:#[^\n]*\n\s*)?(?:[rR]?("""|''')[\s\S]*?\1\s*)?(?:raise NotImplementedError\b|\.\.\.[ \t]*(?:#[^\n]*)?(?:\n|$))/.test(text),
  finish: (pass, text) => spoken(pass, text, ({ name, receiver }) => name === "getattr" && receiver === null, attributes),
  overload: /^(?:@[^@]*?)*@\s*(?:\w+\.)?overload\b/,
  parameter: (text) => {
    const match = re`^(\*{0,2})\s*(${ID})?\s*(?::\s*([\s\S]*?))?\s*(?:=(?!=)([\s\S]*))?$`.exec(text);
    if (!match?.[2]) return null;
    if (match[2] === "self" || match[2] === "cls") return null;
    // `*args: T` is a tuple of T, not a T.
    return { name: match[2], type: match[1] ? null : (match[3] ?? null), value: match[4] === undefined ? null : flowOf(match[4], "words") };
  },
  exported: (d) => !d.name.startsWith("_") || /^__\w+__$/.test(d.name),
  docstrings: true,
  quotedTypes: true,
  builtinTypes: words(`int str float bool bytes None object list dict set tuple frozenset complex type Any Optional Union List Dict Set
    Tuple Callable Iterable Iterator Sequence Mapping Generator Type ClassVar Final Literal Annotated Awaitable Coroutine AsyncIterator
    AsyncGenerator Self typing t`),
};
