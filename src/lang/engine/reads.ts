/**
 * Reads of constants and variables in plain expressions: `x > LIMIT`, `Color.RED`, `config.port`.
 *
 * Names are looked for that the file itself defines at its top (or as constants of its types) or imports, so that scope and import bindings tell
 * what each means; what a local hides is for resolution to tell. Asking the grammar for identifiers would cost a match each; a search for a
 * few names costs a look at the text, and literals are only lexed in files where something is found. One read a scope and name is kept.
 *
 * Properties that the file itself computes (`get total()`) are called where they are read or set: few files have any, and those of other
 * files are not asked about. Fields with small letters (`this.size`) and imported names that are not constants by their form are left out: each method reads several.
 */

import { ACCESS, HANDED, OPERAND, OPERATOR, READ } from "../../base/types.ts";
import { calleeBefore } from "./callee.ts";
import { isWord, skipLiteral } from "./lex.ts";
import { operations } from "./operators.ts";
import type { Pass, Pending, PendingReference } from "./pass/state.ts";
import type { RuleSet, Syntax } from "./rules/_rules.ts";
import { every, ID$, re, words } from "./words.ts";

/** Kinds that are read rather than called. */
const VALUES = new Set(["constant", "variable"]);
const TYPES = new Set(["class", "struct", "interface", "trait", "enum", "type"]);
const OUTER = new Set(["file", "module", "namespace"]);
/** Imported names that are constants by their form; others are mostly functions and modules. */
const CONSTANT = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$|^[A-Z][A-Z0-9]{2,}$/;
const TYPE = /^\p{Lu}[a-zA-Z\x80-\u{10FFFF}0-9]*\p{Ll}[a-zA-Z\x80-\u{10FFFF}0-9]*$/u;
/** Members that are constants by their form, behind a type: what is called or read of objects has small letters. */
const MEMBER = /^(?:\.|::)(\p{Lu}[\w\x80-\u{10FFFF}]*)/u;
/** More than a file of code reads; a generated table is not looked through for each of its names. */
const NAMES = 300;

/** As much of a definition as tells whether it is computed. */
const PEEK = 300;
const NO_BRACKETS: ReadonlyMap<number, number> = new Map();

interface Read {
  name: string;
  receiver: string | null;
  at: number;
  access?: true;
  operator?: true;
  operand?: true;
  /** A function that is not called here but kept or handed on. */
  handed?: true;
  /** Behind the name of an import. */
  imported?: true;
  /** What other files may define. */
  elsewhere?: true;
}

/** @returns what a file reads, as references to those that its pass found */
export function reads(text: string, pass: Pass, rules: RuleSet): PendingReference[] {
  if (!rules.reads) return [];
  const nothing = { values: new Set<string>(), types: new Set<string>() };
  const { values, types } = rules.reads === "functions" ? nothing : namesOf(pass, rules.reads === "members");
  const computed = accessors(text, pass, rules);
  if (values.size + types.size > NAMES || computed.size > NAMES) return [];
  const found: Read[] = operations(text, pass, rules, each);
  const look = rules.computed ? computedAt : access;
  for (const name of computed) each(text, name, (at, end) => look(text, name, at, end, found, pass, rules));
  for (const name of values) each(text, name, (at, end) => plain(text, name, at, end, found, rules));
  for (const name of types) each(text, name, (at, end) => member(text, name, at, end, found));
  const functions = functionsOf(pass);
  if (functions.size <= NAMES) for (const name of functions) each(text, name, (at, end) => handed(text, name, at, end, found));
  const outer = importedNames(pass, rules);
  if (outer.size <= NAMES) for (const name of outer) each(text, name, (at, end) => handedMember(text, name, at, end, found, functions));
  if (rules.ambient === "names" || rules.everywhere || rules.methodValues) elsewhere(text, rules, functions, outer, found);
  if (found.length === 0) return [];
  found.sort((a, b) => a.at - b.at);
  return located(text, outsideLiterals(text, found, pass, rules), pass);
}

/** Properties of types of this file that are computed: all that have one of these names are, or nobody could tell. */
function accessors(text: string, { symbols }: Pass, { accessor, computed }: RuleSet): Set<string> {
  const names = new Set<string>();
  if (computed) for (const { name, arity } of symbols) if (arity === ACCESS) names.add(name);
  if (!accessor) return names;
  const others = new Set<string>();
  for (const { kind, name, from, to } of symbols)
    if (kind === "method" || kind === "function" || kind === "field")
      ((kind === "method" || (accessor.plain && kind === "function")) && accessor.text.test(text.slice(from, Math.min(to, from + PEEK)))
        ? names
        : others
      ).add(name);
  for (const name of others) names.delete(name);
  return names;
}

/** `a.b.total`, `this.total = 1`; where methods are called by their names alone, `total`. */
function access(
  text: string,
  name: string,
  at: number,
  end: number,
  found: Read[],
  pass: Pass,
  { accessor, property, syntax }: RuleSet,
): void {
  const behind = text.slice(end, end + 8);
  if (property ? behind.trimStart()[0] === "(" : /^\s*(?:\(|\)?\s*\{)|^\s*:(?!:)/.test(behind)) return;
  const callee = calleeBefore(text, end, 0, syntax, NO_BRACKETS, pass.comments);
  if (callee === null || callee.name !== name || (callee.receiver === null) !== (accessor!.plain === true)) return;
  if (accessor!.plain && /^\s*=(?![=>])|^\s*:(?!:)/.test(text.slice(end, end + 8))) return;
  found.push({ name, receiver: callee.receiver, at, access: true });
}

/** `a.b(x)[0].total`, and inside the type `total`: what it is the name of is for resolution to tell. */
function computedAt(text: string, name: string, at: number, end: number, found: Read[], pass: Pass, { syntax }: RuleSet): void {
  if (/^\s*(?:\(|=(?!=)|:(?!:)|[-+*/%&|^]=)/.test(text.slice(end, end + 8))) return;
  const callee = calleeBefore(text, end, 0, syntax, NO_BRACKETS, pass.comments);
  if (callee?.name !== name || (callee.receiver === null && /^(?:va[lr]|let|get|set|for|in|new|func|case)$/.test(callee.before))) return;
  found.push({ name, receiver: callee.receiver, at, access: true });
}

/** Names to look for: values by themselves, types for their constants. */
function namesOf({ symbols, imports }: Pass, members: boolean): { values: Set<string>; types: Set<string> } {
  const values = new Set<string>();
  const types = new Set<string>();
  for (const { kind, name, parent, owner } of symbols) {
    if (name.length < 2) continue;
    const outer = owner === null ? symbols[parent]?.kind : undefined;
    if (VALUES.has(kind) && (outer === undefined || OUTER.has(outer))) values.add(name);
    else if (kind === "constant" && members && outer !== undefined && TYPES.has(outer)) values.add(name);
    else if (TYPES.has(kind) && TYPE.test(name)) types.add(name);
  }
  for (const { names } of imports)
    for (const { local } of names)
      if (CONSTANT.test(local)) values.add(local);
      else if (TYPE.test(local)) types.add(local);
  return { values, types };
}

/** Every place where a name stands as a whole word. */
function each(text: string, name: string, found: (at: number, end: number) => void): void {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    const end = at + name.length;
    if (at > 0 && isWord(text.charCodeAt(at - 1), "$@")) continue;
    if (end < text.length && isWord(text.charCodeAt(end), "$")) continue;
    found(at, end);
  }
}

const BEFORE = re`(${ID$})(?:\?\.|\.|::|->)$`;

/** A name that is not called, written to, a key or a label. */
function plain(text: string, name: string, at: number, end: number, found: Read[], { flows }: RuleSet): void {
  let next = end;
  while (text[next] === " ") next++;
  const after = text[next];
  if (after === "(" || (after === ":" && text[next + 1] !== ":" && flows)) return;
  if (after === "=" && text[next + 1] !== "=" && text[next + 1] !== ">" && text[next + 1] !== "~") return;
  const before = text[at - 1];
  // `<Memo />` calls it
  if (before === "<" && flows) return;
  if (before === "." || before === ">" || before === ":") {
    const receiver = BEFORE.exec(text.slice(Math.max(0, at - 60), at))?.[1];
    if (receiver !== undefined) found.push({ name, receiver, at });
    else if (before === ">" || (before === ":" && text[at - 2] !== ":")) found.push({ name, receiver: null, at });
    return;
  }
  found.push({ name, receiver: null, at });
}

/** Functions of the file, by their names. */
function functionsOf({ symbols }: Pass): Set<string> {
  const names = new Set<string>();
  for (const { kind, name } of symbols) if ((kind === "function" || kind === "method") && WORD.test(name)) names.add(name);
  return names;
}
const WORD = /^[a-zA-Z\x80-\u{10FFFF}_$][\w\x80-\u{10FFFF}$]+$/u;

/** `{ stop: halt }`, `this.hook = r.report`, `[print, shout]`: a function as a value. Plain names among arguments are known already. */
function handed(text: string, name: string, at: number, end: number, found: Read[]): void {
  const eta = ETA.test(text.slice(end, end + 4));
  if (!eta && !isValue(text, end)) return;
  const [, before = "", path = ""] = GIVES.exec(behindComment(text, at)) ?? [];
  if (before === "" || (path === "" && !eta && isArgument(text, before, at))) return;
  // `self::list` is one of the module (Rust)
  const receiver = path === "self::" ? "" : path.replace(/(?:\.|::|->)$/, "").replaceAll("->", ".");
  found.push({ name, receiver: receiver === "" ? null : receiver, at, handed: true });
}
/** `f _` (Scala). */
const ETA = /^ ?_\s*[,;)}\r\n]/;
/** Behind a value: the end of an expression or of a part of one. */
const VALUE_ENDS =
  /^ *(?:[,)\]};\r\n]|$|\.bind\()|^[ \t]+(?:\|\||&&|\?\?|: |\/[/*]|#|--(?!\w)|(?:or|and|if|else|as|satisfies)\b)|^!?[ \t]*[,)\];]/;
const isValue = (text: string, end: number): boolean => VALUE_ENDS.test(text.slice(end, end + 40));
const GIVES = re`((?<![=!<>])=|[=-]>|[:,[({?]|\|\||&&|\b(?:return|or|and|else)\b|#selector\()\s*&?((?:${ID$}(?:\.|::|->))*)$`;
/** What stands before an offset, lines that are comments left out. */
function behindComment(text: string, at: number): string {
  const before = text.slice(Math.max(0, at - 60), at);
  const line = before.lastIndexOf("\n") + 1;
  if (line === 0 || before.slice(line).trim() !== "" || !/^\s*(?:\/\/|#|--)/m.test(before.slice(0, line))) return before;
  return text.slice(Math.max(0, at - 400), at).replace(/^\s*(?:\/\/|#|--).*\n/gm, "");
}

/** How far the bracket around an element is looked for. */
const LIST = 600;

/** Does a plain name stand among the arguments of a call, where it is known already? A list or a tuple is none. */
function isArgument(text: string, before: string, at: number): boolean {
  if (before !== "(" && before !== ",") return false;
  let depth = 0;
  for (let i = at - 1; i >= Math.max(0, at - LIST); i--) {
    const sign = text[i]!;
    if (sign === ")" || sign === "]" || sign === "}") depth++;
    else if ((sign === "(" || sign === "[" || sign === "{") && depth-- === 0)
      return sign === "(" && /[\w\x80-\u{10FFFF}$)\]>!?]\s*$/u.test(text.slice(Math.max(0, i - 20), i));
  }
  return true;
}

/** Names that imports bind. */
function importedNames({ imports }: Pass, rules: RuleSet): Set<string> {
  const names = new Set<string>();
  for (const one of imports) {
    for (const { local } of one.names) if (WORD.test(local)) names.add(local);
    const own = one.names.length === 0 && one.form === "namespace" ? rules.packageName?.(one.source) : undefined;
    if (own) names.add(own);
  }
  return names;
}

/** `views.detail` of an import, `handler` that is one: in arguments, assignments, lists and maps, not called. */
function handedMember(text: string, root: string, at: number, end: number, found: Read[], own: ReadonlySet<string>): void {
  if (text[at - 1] === "." || text[at - 1] === ":") return;
  const written = MEMBERS.exec(text.slice(end, end + 80))?.[0] ?? "";
  const path = text[end + written.length] === "(" ? written.replace(/\.bind$/, "") : written;
  if (!isValue(text, end + path.length)) return;
  const before = GIVES.exec(behindComment(text, at))?.[1] ?? "";
  if (before === "" || (path === "" && (own.has(root) || isArgument(text, before, at)))) return;
  if (path === "") {
    found.push({ name: root, receiver: null, at, imported: true });
    return;
  }
  const whole = root + path;
  const name = /[\w\x80-\u{10FFFF}$]+$/u.exec(whole)![0];
  found.push({ name, receiver: whole.slice(0, -name.length).replace(/(?:\.|::)$/, ""), at, imported: true });
}
const MEMBERS = re`^(?:(?:\.|::)${ID$})+`;

/**
 * `.open = file_open`, `return Show`, `[handler]` of a name that other files may define: whether it is a function is for resolution to tell. Plain names
 * among arguments are known already where names of other files are.
 */
function elsewhere(
  text: string,
  { ambient, methodValues, builtinTypes }: RuleSet,
  own: ReadonlySet<string>,
  outer: ReadonlySet<string>,
  found: Read[],
): void {
  for (const match of text.matchAll(GIVEN)) {
    const [whole, before = "", path = "", name = ""] = match;
    const end = match.index + whole.length;
    const root = /^[^.:-]*/.exec(path)![0] || name;
    if (
      NO_FUNCTION.has(name) ||
      builtinTypes?.has(name) ||
      CONSTANT.test(name) ||
      !WORD.test(name) ||
      own.has(name) ||
      outer.has(root) ||
      !isValue(text, end)
    )
      continue;
    if (path === "" ? ambient === "names" && isArgument(text, before, end - name.length) : !methodValues && !path.endsWith("::")) continue;
    if (path !== "" && isArgument(text, before, end - path.length - name.length)) continue;
    found.push({ name, receiver: path.replace(/(?:\.|::|->)$/, "") || null, at: end - name.length, elsewhere: true });
  }
}
/** Words of languages that stand where values do. */
const NO_FUNCTION = words(
  "auto bool break char class const continue default delete double enum false float get int long new nil none null nullptr object return self set short static string struct super this true union unsigned void",
);
const GIVEN = every`((?<![=!<>])=|[=-]>|[:,[({?]|\b(?:return|else)\b)\s*&?((?:${ID$}(?:\.|::|->))*)(${ID$})`;

/** `Color.RED`, not called. */
function member(text: string, type: string, at: number, end: number, found: Read[]): void {
  const name = MEMBER.exec(text.slice(end, end + 80))?.[1];
  if (name === undefined || text[at - 1] === "." || text[at - 1] === ":") return;
  const behind = text.slice(end + 1 + name.length, end + 4 + name.length);
  if (/^:?\s*(?:\(|=[^=>~]|\.|::|<)/.test(behind)) return;
  found.push({ name, receiver: type, at });
}

/** Reads that stand in no string, comment, documentation or import. Ordered by place. */
function outsideLiterals(text: string, found: readonly Read[], pass: Pass, { syntax }: RuleSet): Read[] {
  const spans = [...pass.importSpans, ...pass.docstrings, ...pass.comments.map(({ from, to }): [number, number] => [from, to])];
  spans.sort((a, b) => a[0] - b[0]);
  const kept: Read[] = [];
  const marks = marksOf(syntax);
  let read = 0;
  let span = 0;
  let mark = -1;
  for (let i = 0; read < found.length; ) {
    while (span < spans.length && spans[span]![1] <= i) span++;
    const inside = spans[span];
    if (mark < i) {
      marks.lastIndex = i;
      mark = marks.exec(text)?.index ?? text.length;
    }
    const start = inside === undefined ? text.length : Math.max(i, inside[0]);
    const stop = Math.min(start, mark);
    if (found[read]!.at < stop) {
      kept.push(found[read++]!);
      continue;
    }
    const next = start === stop && inside !== undefined ? inside[1] : skipLiteral(text, stop, text.length, syntax);
    if (next > stop) {
      const code = syntax.fields?.test(text.slice(Math.max(0, stop - 2), stop)) === true;
      for (; read < found.length && found[read]!.at < next; read++)
        if (code && inside?.[0] !== stop && isOpen(text, stop, found[read]!.at)) kept.push(found[read]!);
      i = next;
      continue;
    }
    while (read < found.length && found[read]!.at === stop) kept.push(found[read++]!);
    i = stop + 1;
  }
  return kept;
}

const markExpressions = new WeakMap<Syntax, RegExp>();

/** Finds what may begin a literal. */
function marksOf(syntax: Syntax): RegExp {
  let marks = markExpressions.get(syntax);
  if (!marks) {
    const all = [...syntax.quotes, ...(syntax.charLiterals ? ["'"] : []), ...(syntax.regexLiterals ? ["/"] : [])];
    marks = all.length === 0 ? /(?!)/g : new RegExp(all.map((mark) => (/\w/.test(mark) ? mark : `\\${mark}`)).join("|"), "g");
    markExpressions.set(syntax, marks);
  }
  return marks;
}

/** Is a brace of a string open at an offset of it? Doubled ones are characters. */
function isOpen(text: string, from: number, at: number): boolean {
  let depth = 0;
  for (let i = from; i < at; i++)
    if (text[i] === "{" && text[i + 1] === "{" && depth === 0) i++;
    else if (text[i] === "{") depth++;
    else if (text[i] === "}" && depth > 0) depth--;
  return depth > 0;
}

/** The reads with the innermost symbol around each and the line. Where a name is defined it is not read. */
function located(text: string, found: readonly Read[], { symbols }: Pass): PendingReference[] {
  const order = symbols.map((_, at) => at).sort((a, b) => symbols[a]!.from - symbols[b]!.from || symbols[b]!.to - symbols[a]!.to || a - b);
  const open: number[] = [];
  const seen = new Set<string>();
  const out: PendingReference[] = [];
  let next = 0;
  let line = 1;
  let from = 0;
  for (const { name, receiver, at, access, operator, operand, handed, imported, elsewhere } of found) {
    for (; next < order.length && symbols[order[next]!]!.from <= at; next++) open.push(order[next]!);
    let scope = innermost(open, symbols, at);
    while ((access || operator) && VALUES.has(symbols[scope]!.kind)) scope = symbols[scope]!.parent;
    // of several that one statement binds it is none that another reads
    if (receiver === null && open.some((one) => symbols[one]!.name === name && VALUES.has(symbols[one]!.kind) && symbols[one]!.to > at))
      continue;
    if (symbols[scope]!.name === name && (!(access || operator) || receiver === null)) continue;
    const identity = `${scope} ${receiver} ${name} ${access ?? operator ?? (handed || imported || elsewhere ? at : "")}`;
    if (seen.has(identity)) continue;
    seen.add(identity);
    for (let end = text.indexOf("\n", from); end >= 0 && end < at; end = text.indexOf("\n", from)) {
      line++;
      from = end + 1;
    }
    out.push({
      kind: "use",
      name,
      receiver,
      arity: imported || elsewhere ? HANDED : handed ? null : operator ? (operand ? OPERAND : OPERATOR) : access ? ACCESS : READ,
      ...(handed ? { weak: true as const, method: true as const } : elsewhere ? { weak: true as const } : {}),
      line,
      scope,
      owner: null,
    });
  }
  return out;
}

/** Takes off what has ended; what is left last is innermost. */
function innermost(open: number[], symbols: readonly Pending[], at: number): number {
  while (open.length > 0 && symbols[open.at(-1)!]!.to <= at) open.pop();
  return open.at(-1) ?? 0;
}
