/**
 * Perl: functions that variables hold. `%dispatch = (a => \&f)`, `$self->{on} = \&g`, `my $code = $dispatch{$name}`; a call of what is held
 * calls all that its file puts there.
 */
import type { Pass, PendingReference } from "../engine/pass/state.ts";
import type { Bound, ParsedCall } from "../engine/rules/_rules.ts";

/** Before the name of what holds functions, in a binding that only this module reads. */
const HELD = "&=";
/** Functions of one table that are followed. */
const MOST = 24;

const FUNCTION = /\\&((?:\w+(?:::|'))*[a-zA-Z\x80-\u{10FFFF}_]\w*)/gu;
/** What an assignment sets: a variable, or a key of an object or a table. */
const TARGET = /^(?:(?:my|our|local|state)\s+)?(?:([$%])(\w+))?((?:\s*(?:->)?\s*\{\s*[^{}]*\})*)\s*(?:\/\/|\|\|)?=(?!=|~)\s*([\s\S]*)$/;

/** `$self->{on}{$key}` → `.on`; `$table{$key}`, `$table->{$key}` → `%table`; `$code` → `$code`. */
function holderOf(sigil: string, name: string, keys: string): string | null {
  if (keys.trim() === "") return sigil + name;
  if (name !== "self" && name !== "this") return `%${name}`;
  const key = /\{\s*['"]?([a-zA-Z\x80-\u{10FFFF}_]\w*)['"]?\s*\}/u.exec(keys)?.[1];
  return key === undefined ? null : `.${key}`;
}

/** What an assignment puts where a call may find it: functions by name, or what another table holds. */
export function tablesOf(text: string): Bound[] {
  if (!text.includes("\\&") && !/=\s*\$\w+(?:->)?\{/.test(text)) return [];
  const [, sigil, name, keys = "", value = ""] = TARGET.exec(text) ?? [];
  if (sigil === undefined || name === undefined) return [];
  const holder = holderOf(sigil, name, keys);
  if (holder === null) return [];
  // an object's own table is one of its fields; what a variable holds is told by the first bracket
  const table = sigil === "$" && keys.trim() === "" && /^\s*[{[]/.test(value) ? `%${name}` : holder;
  // what is passed to a function is not held
  const plain = value.replace(/\w+\s*\((?:[^()]|\([^()]*\))*\)/g, "");
  const functions = [...plain.matchAll(FUNCTION)].map((match) => match[1]!.replaceAll("'", "::"));
  const [, other, otherKeys = ""] = /^\s*\$(\w+)((?:\s*(?:->)?\s*\{\s*[^{}]*\})+)\s*(?:;|$|\/\/|\|\||or\b)/.exec(value) ?? [];
  const from = other === undefined ? null : holderOf("$", other, otherKeys);
  const held = [...functions, ...(from === null ? [] : [from])].slice(0, MOST);
  return held.length === 0 ? [] : [{ name: HELD + table, type: held.join(" "), from: "constructor" }];
}

/** `$code->(…)`, `&$code(…)`, `$dispatch{$name}->(…)`, `$self->{on}->(…)`: what is held is called. */
export function heldCall(text: string): ParsedCall | null {
  const [, name, keys = ""] = /^&?\{?\s*\$(\w+)((?:\s*(?:->)?\s*\{\s*[^{}]*\})*)\s*\}?\s*(?:->)?\s*\(/.exec(text) ?? [];
  const holder = name === undefined ? null : holderOf("$", name, keys);
  return holder === null ? null : { name: holder, receiver: null, arity: null };
}

/** Calls of what is held become calls of the functions that are put there; the others stay what they were. */
export function resolveHeld(pass: Pass): void {
  const held = new Map<string, { scope: number; functions: string[] }[]>();
  for (const { name, type, scope } of pass.bindings) {
    if (!name.startsWith(HELD)) continue;
    const key = name.slice(HELD.length);
    const all = held.get(key);
    const one = { scope, functions: type.split(" ") };
    if (all) all.push(one);
    else held.set(key, [one]);
  }
  const isAround = (scope: number, at: number): boolean => {
    for (let i = at; i >= 0; i = pass.symbols[i]!.parent) if (i === scope) return true;
    return false;
  };
  /** Functions behind a name as seen from a scope; fields are seen from anywhere in the file. */
  const behind = (holder: string, scope: number, left = 3): string[] => {
    if (left === 0) return [];
    const all = (held.get(holder) ?? []).filter((one) => holder[0] === "." || isAround(one.scope, scope));
    return all.flatMap(({ functions }) => functions.flatMap((one) => (/^[%$.]/.test(one) ? behind(one, scope, left - 1) : [one])));
  };
  // where a call stands among the references is known by its number: the first function takes its place, the others follow behind them all
  const others: PendingReference[] = [];
  for (const [at, reference] of pass.references.entries()) {
    const { name, scope, kind } = reference;
    if (kind !== "call" || !/^[%$.]/.test(name)) continue;
    const [first, ...more] = [...new Set(behind(name, scope))].map((path) => called(reference, path));
    if (first) pass.references[at] = first;
    others.push(...more);
  }
  pass.references.push(...others);
  if (held.size > 0) pass.bindings = pass.bindings.filter(({ name }) => !name.startsWith(HELD));
}

function called(reference: PendingReference, path: string): PendingReference {
  const end = path.lastIndexOf("::");
  return { ...reference, name: path.slice(end < 0 ? 0 : end + 2), receiver: end < 0 ? null : path.slice(0, end) };
}
