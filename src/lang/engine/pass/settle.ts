/** References and bindings of a pass in their final form: scopes as places among the symbols, what nobody could mean left out. */

import { HANDED, type RawBinding, type RawImport, type RawReference, type RawSymbol } from "../../../base/types.ts";
import { closed, type Known } from "../flow.ts";
import { RETURNED } from "../resolve/world.ts";
import type { RuleSet } from "../rules/_rules.ts";
import { ID, re } from "../words.ts";
import { givenFunctions } from "./callbacks.ts";
import { type Pass, type PendingBinding, PUT } from "./state.ts";

/** Names that are no definition of another file: words of a language, type parameters, locals by custom. */
const NO_DEFINITION = /^(?:\p{Lu}|_\w*|true|false|nil|null|self|this|super|it|iota|err|ok|Self|Nil|None|Unit|field|value)$/u;

const boundNames = new WeakMap<Pass, ReadonlySet<string>>();

/** Is a name a parameter or local of a function around? */
function isBound(pass: Pass, scope: number, name: string): boolean {
  let bound = boundNames.get(pass);
  if (!bound) {
    bound = new Set(pass.bindings.map((one) => `${one.scope} ${one.name}`));
    boundNames.set(pass, bound);
  }
  for (let at = scope; at >= 0; at = pass.symbols[at]!.parent) if (bound.has(`${at} ${name}`)) return true;
  return false;
}

/** What a module of CommonJS exports. */
const EXPORTS: ReadonlySet<string> = new Set(["exports", "module.exports"]);

/** @returns the references that are kept, and where each that the pass found is among them; -1 if it is not */
export function references(
  pass: Pass,
  known: ReadonlySet<string>,
  symbols: readonly RawSymbol[],
  owners: ReadonlyMap<string, number>,
  place: Int32Array,
  { everywhere, ambient, methodValues }: Pick<RuleSet, "everywhere" | "ambient" | "methodValues">,
): { list: RawReference[]; positions: Int32Array } {
  const methods = new Set<string>();
  const fields = new Set<string>();
  const callable = new Set<string>();
  for (const { kind, name } of symbols) {
    if (kind === "method") methods.add(name);
    if (kind === "method" || kind === "function" || kind === "macro") callable.add(name);
    if (kind === "field" || kind === "constant" || kind === "variable") fields.add(name);
  }
  const shadowed = new Set<string>();
  for (const { scope, name } of pass.bindings) if (scope !== 0 && (known.has(name) || methods.has(name))) shadowed.add(`${scope} ${name}`);
  const list: RawReference[] = [];
  const positions = new Int32Array(pass.references.length).fill(-1);
  const functions = new Set<string>();
  for (const { kind, name } of symbols) if (kind === "function" || kind === "method" || kind === "class") functions.add(name);
  const aliases = new Set<string>();
  for (const { name, from } of pass.bindings) if (from === "value" || from === "call") aliases.add(name);
  const given = givenFunctions(pass, { callable, values: fields, known, everywhere: everywhere === true || ambient === "names" });
  for (const [
    at,
    { owner, weak, method, handedOver, kind, name, receiver, arity, line, scope, args, given: forms, inside },
  ] of pass.references.entries()) {
    if (weak && kind === "call") {
      if (!callable.has(name) && (!handedOver || fields.has(name) || !(known.has(name) || isParameter(pass, scope, name)))) continue;
    } else if (weak && receiver !== null) {
      // Of members only those that can be functions: methods of this file, and what an import or a type of it may have.
      const root = re`^${ID}`.exec(receiver)?.[0] ?? "";
      const type = ambient !== undefined && /^\p{Lu}[\w\x80-\u{10FFFF}]*$/u.test(receiver);
      if (!methods.has(name) && (!(known.has(root) || type) || fields.has(name) || shadowed.has(`${scope} ${root}`))) {
        if (!methodValues || fields.has(name)) continue;
        positions[at] = list.length;
        list.push({ kind, name, receiver, arity: HANDED, line, scope: place[scope]! });
        continue;
      }
    } else if (weak && (known.has(name) || (method && methods.has(name)))) {
      if (shadowed.has(`${scope} ${name}`)) continue;
    } else if (
      weak &&
      ((ambient !== "names" && arity !== HANDED) || fields.has(name) || NO_DEFINITION.test(name) || isBound(pass, scope, name))
    )
      continue;
    let named = owner === null ? undefined : owners.get(owner);
    // before classes, JavaScript's types were functions
    if (named === undefined && owner !== null && kind === "inherit") {
      const construct = pass.symbols.findIndex((one) => one.kind === "function" && one.top && one.name === owner);
      if (construct > 0) named = construct;
    }
    // `exports.add()` in the module that exports it
    const plain = receiver !== null && EXPORTS.has(receiver) && callable.has(name);
    const reference: RawReference = { kind, name, receiver: plain ? null : receiver, arity, line, scope: place[named ?? scope]! };
    const functional = given.get(at);
    if (args !== undefined && (functions.has(name) || (receiver === null && aliases.has(name)))) reference.args = args;
    else if (functional !== undefined) reference.args = functional;
    else if (args !== undefined) {
      const functions = handed(args, callable, fields, known);
      if (functions !== null) reference.args = functions;
    }
    if (forms !== undefined) reference.given = forms;
    if (inside) reference.inside = true;
    if (owner !== null && named === undefined && (kind === "inherit" || kind === "implement")) reference.subject = owner;
    positions[at] = list.length;
    list.push(reference);
  }
  return { list, positions };
}

/** Is it a parameter of a function that somebody calls: what that gives is handed on? */
function isParameter({ parameters }: Pass, scope: number, name: string): boolean {
  return parameters.some((one) => one.symbol === scope && one.name === name);
}

/** Of arguments as written those that can be functions of the tree: another file may call them. */
function handed(args: string, callable: ReadonlySet<string>, values: ReadonlySet<string>, known: ReadonlySet<string>): string | null {
  const may = (name: string): boolean => {
    const root = /^[^.]*/.exec(name)![0];
    const last = /[^.]*$/.exec(name)![0];
    return root === name ? callable.has(name) || (known.has(name) && !values.has(name)) : callable.has(last);
  };
  const kept = args.split(",").map((one) => {
    if (one[0] === "{")
      return one
        .slice(1, -1)
        .split(";")
        .some((pair) => may(pair.slice(pair.indexOf(":") + 1)))
        ? one
        : "";
    return may(one.slice(one.indexOf("=") + 1)) ? one : "";
  });
  while (kept.at(-1) === "") kept.pop();
  return kept.length > 0 ? kept.join(",") : null;
}

/**
 * What functions return and what they write into fields is asked from outside: locals are replaced by what they hold, and what depends on
 * something unknown is left out.
 */
function closedBindings(pass: Pass): readonly PendingBinding[] {
  const { bindings } = pass;
  const asked = ({ name, from, scope, written }: PendingBinding): boolean =>
    from !== "annotation" &&
    from !== "unknown" &&
    from !== "parameter" &&
    written !== undefined &&
    (written !== scope || name.startsWith(RETURNED));
  if (!bindings.some(asked)) return bindings;
  const inside = new Map<number, Map<string, PendingBinding[]>>();
  for (const binding of bindings) {
    let names = inside.get(binding.scope);
    if (!names) {
      names = new Map();
      inside.set(binding.scope, names);
    }
    const list = names.get(binding.name);
    if (list) list.push(binding);
    else names.set(binding.name, [binding]);
  }
  // a local that is a function or class is a symbol: its name says what it is
  const local = new Set(
    pass.symbols.flatMap(({ kind, parent, name }) => (kind === "function" || kind === "class" ? [`${parent} ${name}`] : [])),
  );
  return bindings.flatMap((binding) => {
    if (!asked(binding)) return [binding];
    const names = inside.get(binding.written!);
    const look = (name: string): Known | undefined => {
      const list = names?.get(name);
      if (local.has(`${binding.written} ${name}`) && list?.every(({ from }) => from === "unknown")) return undefined;
      return list?.findLast(({ line, from }) => line < binding.line && from !== "unknown") ?? list?.find((one) => one !== binding);
    };
    const { type, from } = binding;
    if (from === "constructor")
      return look(/^[^.]*/.exec(type)![0]) === undefined ? [binding] : [{ ...binding, type: "", from: "unknown" as const }];
    const plain = from === "call" && !type.endsWith(")") ? `${type}()` : type;
    const name = pass.symbols[binding.written!]!.name;
    const value =
      closed(plain, look)?.replace(/(?<=^|\| )\$\d+/g, (at) => (binding.name.startsWith(RETURNED) ? at : `${at}@${name}`)) ?? null;
    if (value === plain) return [binding];
    const instance = value?.includes(" | ") || value?.includes(">.") ? undefined : /^<(.+)>$/.exec(value ?? "")?.[1];
    if (instance !== undefined) return [{ ...binding, type: instance, from: "annotation" as const }];
    return value === null
      ? binding.name.startsWith(RETURNED)
        ? []
        : [{ ...binding, type: "", from: "unknown" as const }]
      : [{ ...binding, type: value, from: "value" as const }];
  });
}

/**
 * Each name once a scope and type: a name bound again to something unknown stays what it was known as, and unknown if never known.
 * Unknown names that are symbols or imports of the same scope are left out: they would shadow themselves.
 */
export function bindings(
  pass: Pass,
  scopeOf: (scope: number, owner: string | null) => number,
  symbols: readonly RawSymbol[],
  imports: readonly RawImport[],
): RawBinding[] {
  const list: RawBinding[] = [];
  // A name in a scope as one number: strings made of both cost three times as much to look up.
  const names = new Map<string, number>();
  const keyOf = (scope: number, name: string): number => {
    let number = names.get(name);
    if (number === undefined) {
      number = names.size;
      names.set(name, number);
    }
    return number * symbols.length + scope;
  };
  const seen = new Map<number, number>();
  const defined = new Set<number>();
  if (pass.bindings.some(({ from }) => from === "unknown")) {
    for (const { parent, name } of symbols) if (parent >= 0) defined.add(keyOf(parent, name));
    for (const one of imports) for (const { local } of one.names) defined.add(keyOf(one.scope, local));
  }
  const known = new Set<string>();
  for (const { qualified } of symbols) known.add(qualified);
  const own = new Set<string>();
  for (const { name, kind } of symbols) if (kind === "function" || kind === "method" || kind === "class") own.add(name);
  for (const one of imports) for (const { local } of one.names) own.add(local);
  /** What is put into lists is mostly data: only functions, and what is made or given here, are worth knowing. */
  const tellsOf = (value: string): boolean =>
    /^[<$]/.test(value) || own.has(/[^.]*$/.exec(value)![0]) || own.has(/^[^.[(]*/.exec(value)![0]);
  // methods of an object of the file are symbols under its name
  const written = closedBindings(pass).filter(
    ({ type, from, scope, name }) =>
      !(from === "value" && type[0] === "." && scope === 0 && known.has(name)) && !(name.endsWith(PUT) && !tellsOf(type)),
  );
  for (const { owner, name, type, from, scope, line, end } of written) {
    const at = scopeOf(scope, owner);
    if (end !== undefined) {
      list.push({ name, type, from, scope: at, line, end });
      continue;
    }
    const key = keyOf(at, name);
    if (from === "unknown" && defined.has(key)) continue;
    const before = seen.get(key);
    if (before !== undefined) {
      const old = list[before]!;
      if (from === "unknown" || (old.type === type && old.from === from)) continue;
      if (old.from === "unknown") {
        list[before] = { name, type, from, scope: at, line };
        continue;
      }
    }
    seen.set(key, list.length);
    list.push({ name, type, from, scope: at, line });
  }
  return list;
}
