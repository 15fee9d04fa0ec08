/**
 * Operators that types define (`__add__`, `operator+`, `plus`), and in languages where properties are methods those, read of values whose type
 * the file tells: `price * count` calls `Money.__mul__` where price is known to be a Money.
 *
 * Names bound to a type of the tree, or to what might give one, are looked for; what stands behind them tells the operator. Values nobody named
 * (`make() + 1`) and what numbers are multiplied by are left out.
 */

import type { Pass } from "./pass/state.ts";
import type { Operators, RuleSet } from "./rules/_rules.ts";
import { ID, re } from "./words.ts";

export interface Operation {
  /** The method that the operator calls. */
  name: string;
  receiver: string;
  at: number;
  operator?: true;
  /** The value stands to the right of the operator. */
  operand?: true;
  /** A property is read. */
  access?: true;
}

/** Names beyond these are not looked for: in a file of so many the next one says nothing new. */
const NAMES = 120;
/** A chain of members is followed so far. */
const LINKS = 4;
const TYPES: ReadonlySet<string> = new Set(["class", "struct", "interface", "trait", "enum", "type"]);
const HOLDERS: ReadonlySet<string> = new Set(["field", "variable", "constant"]);
const OPERATOR = /[ \t]*([-+*/%&|^<>=!~.@:?]+)/y;
const WORD = /[ \t]+([\p{Ll}_][\w\x80-\u{10FFFF}]*)[ \t]+(?=[a-zA-Z\x80-\u{10FFFF}_"'(\d[])/uy;
const PROPERTY = /\.([\p{Ll}_][\w\x80-\u{10FFFF}]*)(?![\w\x80-\u{10FFFF}]|[ \t]*(?:\(|=(?!=)|[-+*/|&]=))/uy;
/** A member that is read, its separator before it. */
const MEMBER = {
  small: /[ \t\n]*(?:[?!]*\.|!!\.)([\p{Ll}_][\w\x80-\u{10FFFF}]*)(?![\w\x80-\u{10FFFF}]|[ \t]*(?:[({]|=(?!=)|[-+*/|&]=))/uy,
  /** What stands behind it is the block of a condition, no closure that is given. */
  condition: /[ \t\n]*(?:[?!]*\.|!!\.)([\p{Ll}_][\w\x80-\u{10FFFF}]*)(?![\w\x80-\u{10FFFF}]|[ \t]*(?:\(|=(?!=)|[-+*/|&]=))/uy,
  capital: /[ \t\n]*[?!]?\.(\p{Lu}[\w\x80-\u{10FFFF}]*)(?![\w\x80-\u{10FFFF}]|[ \t]*(?:[(<{]|=(?![=>])|[-+*/|&]=))/uy,
};
/** Namespaces and modules before a type. */
const SPACES = re`^(?:${ID}::)+(?=[a-zA-Z\x80-\u{10FFFF}_])`;
/** What a value is written to a stream by. */
const STREAMED = /<<\s*(?:this->)?$/;
const SELF = /(?:\b(?:self|this)|(?<![\w\x80-\u{10FFFF})\]])@)\s*(?:\.|->)?$/u;
const ROOT = re`^[<*&\s]*(${ID})`;

/**
 * What is done to values of known types.
 * @param each every place where a word stands
 */
export function operations(
  text: string,
  pass: Pass,
  rules: RuleSet,
  each: (text: string, name: string, found: (at: number, end: number) => void) => void,
): Operation[] {
  const { operators } = rules;
  if (!operators) return [];
  const { names } = operators;
  const { locals, fields } = candidates(pass, rules);
  if (locals.size + fields.size > NAMES) return [];
  const found: Operation[] = [];
  const bare = operators.bareFields === true;
  const pattern = operators.members && MEMBER[operators.members];
  const look = (name: string, at: number, end: number): void => {
    const before = text[at - 1];
    const member = before === "." || before === ">" || before === "@";
    let receiver = name;
    if (member) {
      if (!fields.has(name)) return;
      const self = SELF.exec(text.slice(Math.max(0, at - 8), at))?.[0];
      if (self === undefined) return;
      receiver = self === "@" ? `@${name}` : `${self.replace(/\s+/g, "")}${name}`;
    } else if (!locals.has(name) && !bare) return;
    if (
      operators.streams &&
      STREAMED.test(text.slice(Math.max(0, at - receiver.length - 4), at)) &&
      !/^\s*(?:[.([]|->|::)/.test(text.slice(end, end + 8))
    )
      found.push({ name: "operator<<", receiver, at, operator: true, operand: true });
    for (const method of methodsAt(text, end, operators)) found.push({ name: method, receiver, at, operator: true });
    const last = pattern && operators.bareConditions && inCondition(text, at) ? MEMBER.condition : pattern;
    if (last) for (const one of membersAt(text, end, receiver, last)) found.push({ ...one, at, access: true });
  };
  if (operators.wide && names !== "own") made(text, pass, operators, found);
  for (const name of new Set([...locals, ...fields])) each(text, name, (at, end) => look(name, at, end));
  return found;
}

/** `Money(3) + tax`, `new Money(3) * 2`: what was just made. */
function made(text: string, { calls, references }: Pass, operators: Operators, found: Operation[]): void {
  for (const { reference, from, to } of calls) {
    // most calls end a statement or an argument
    const next = text.charCodeAt(text.charCodeAt(to) === SPACE ? to + 1 : to);
    if (!SIGNS.has(next)) continue;
    const { kind, name, receiver } = references[reference]!;
    if (receiver !== null || !/^\p{Lu}/u.test(name)) continue;
    for (const method of methodsAt(text, to, operators))
      found.push({ name: method, receiver: kind === "new" ? `new ${name}()` : `${name}()`, at: from, operator: true });
  }
}
const SPACE = 32;
const SIGNS: ReadonlySet<number> = new Set([..."+-*/%<>=!&|^"].map((one) => one.charCodeAt(0)));

/** Is it in the head of an `if`, `while`, `guard` …, which needs no brackets? */
function inCondition(text: string, at: number): boolean {
  const line = text.slice(Math.max(text.lastIndexOf("\n", at) + 1, at - 200), at);
  return /^\s*(?:\}\s*)?(?:else\s+)?(?:if|while|guard|switch|catch|for|case)\b/.test(line) && !line.includes("{");
}

/** Names whose values may define operators: locals and parameters, and fields. */
function candidates(
  { symbols, bindings, imports }: Pass,
  { builtinTypes, typeName, ambient, operators }: RuleSet,
): Record<"locals" | "fields", Set<string>> {
  const known = new Set<string>();
  // what a function of another file gives is nearly always a number or a text
  for (const { kind, name, type } of symbols)
    if (TYPES.has(kind) || ((kind === "function" || kind === "method") && (type === null || !builtinTypes?.has(type)))) known.add(name);
  for (const { names } of imports) for (const { local } of names) if (/^_*\p{Lu}/u.test(local)) known.add(local);
  const wide = ambient !== undefined || operators!.wide === true;
  const locals = new Set<string>();
  const fields = new Set<string>();
  const tells = (type: string, from: string): boolean => {
    const plain = type.replace(/^(?:&\s*)?(?:'\w+\s+)?(?:mut|const|impl|dyn)\s+/, "");
    const root = ROOT.exec(plain.replace(SPACES, ""))?.[1];
    if (root === undefined || builtinTypes?.has(root)) return false;
    if (known.has(root) || (from !== "annotation" && (root === "self" || root === "this" || locals.has(root)))) return true;
    // `prefix.Router()`: made by what a prefix stands for
    return wide && (/^\p{Lu}/u.test(root) || (operators!.members === "small" && /^\p{Ll}\w*\.\p{Lu}\w*\(/u.test(type)));
  };
  for (const { name, type, from, scope } of bindings) {
    if (type === "" || type[0] === "@" || from === "unknown" || from === "parameter" || !re`^[@$]?${ID}$`.test(name)) continue;
    if (!tells(from === "annotation" && typeName ? typeName(type) || type : type, from)) continue;
    (TYPES.has(symbols[scope]?.kind ?? "") ? fields : locals).add(name.replace(/^[@$]+/, ""));
  }
  for (const { kind, name, type, arity } of symbols)
    if (
      type !== null &&
      (HOLDERS.has(kind) || (operators!.bareMethods && kind === "method" && arity === null)) &&
      tells(type, "annotation")
    )
      fields.add(name);
  return { locals, fields };
}

/** The methods that what stands behind a value calls. */
function methodsAt(text: string, end: number, { names, index, property, words }: Operators): readonly string[] {
  if (text[end] === "[" && index) {
    const close = text.indexOf("]", end);
    const set = close > 0 && /^\s*=(?!=)/.test(text.slice(close + 1, close + 6));
    return [index[set ? 1 : 0]];
  }
  OPERATOR.lastIndex = end;
  const run = OPERATOR.exec(text)?.[1];
  if (run !== undefined && run !== ".") {
    if (names === "own") return /^(?:[=:.@?]|=>|<-|==|!=|->|\?.*)$/.test(run) || run.endsWith(".") ? [] : [run];
    const method = Object.hasOwn(names, run) ? names[run]! : [];
    return typeof method === "string" ? [method] : method;
  }
  const pattern = run === "." ? property && PROPERTY : words && WORD;
  if (!pattern) return [];
  pattern.lastIndex = end;
  const word = pattern.exec(text)?.[1];
  return word === undefined || (run !== "." && words!.has(word)) ? [] : [word];
}

/** `.first.name`, read one after the other. */
function membersAt(text: string, end: number, root: string, pattern: RegExp): { name: string; receiver: string }[] {
  const found: { name: string; receiver: string }[] = [];
  let receiver = root;
  pattern.lastIndex = end;
  for (let name = pattern.exec(text)?.[1]; name !== undefined && found.length < LINKS; name = pattern.exec(text)?.[1]) {
    found.push({ name, receiver });
    receiver = `${receiver}.${name}`;
  }
  return found;
}

/** A table of operators whose methods are called by them: `operator+`. */
export function calledBy(operators: string, prefix: string): Readonly<Record<string, string>> {
  return Object.fromEntries(operators.split(" ").map((one) => [one, prefix + one]));
}
