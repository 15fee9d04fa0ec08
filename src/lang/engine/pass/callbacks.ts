/**
 * Functions that are given by their name to a function that calls what it is given: both halves of such a call, as the text tells them.
 *
 * Who calls a parameter says so by a binding `()@` whose type is "<position> <parameter>", followed by the qualified name of the function inside
 * where the call stands, if it is another. Who gives names has them as the arguments of the call. resolve/_callbacks.ts puts both together.
 */
import type { RawBinding, RawReference, RawSymbol } from "../../../base/types.ts";
import { CALLED } from "../resolve/world.ts";
import type { Pass } from "./state.ts";

/** Methods by which what is held in a name is called. */
const INVOKES: ReadonlySet<string> = new Set(["call", "()", "invoke", "Invoke", "__invoke", "apply", "accept", "test", "run", "handle"]);
/** Words that are no function, whatever the language. */
const NO_FUNCTION = /^(?:true|false|null|nil|none|undefined|self|this|super|it|_+|\$_|NULL|None|True|False|TRUE|FALSE|NA|Nothing)$/;

/** Calls the block that a method is given beside its arguments (Ruby). */
const YIELD = "yield";

/** What a file says of its names, as far as arguments are concerned. */
export interface Names {
  /** Its own functions and methods. */
  callable: ReadonlySet<string>;
  /** Its own fields, variables and constants. */
  values: ReadonlySet<string>;
  /** What a plain name can mean: its own definitions at the top, and imports. */
  known: ReadonlySet<string>;
  /** Plain names reach functions of other files. */
  everywhere: boolean;
}

/** Symbols around one, from itself outwards, the file left out. */
function around(pass: Pass, symbol: number): number[] {
  const out: number[] = [];
  for (let at = symbol; at > 0 && out.length < 20; at = pass.symbols[at]!.parent) out.push(at);
  return out;
}

/**
 * Arguments of the calls that can be functions of the tree.
 * @returns by the call's place among the pass's references: names joined by commas, empty where an argument is something else
 */
export function givenFunctions(pass: Pass, { callable, values, known, everywhere }: Names): Map<number, string> {
  const out = new Map<number, string>();
  if (pass.given.size === 0) return out;
  const bound = new Map<string, Set<number>>();
  for (const { scope, name } of pass.bindings) {
    if (scope === 0) continue;
    const scopes = bound.get(name);
    if (scopes) scopes.add(scope);
    else bound.set(name, new Set([scope]));
  }
  for (const [call, list] of pass.given) {
    const { scope } = pass.references[call]!;
    const kept = Array.from(list, (argument = "") => {
      const [, root = "", rest = ""] = /^(?:[^=]*=)?([^.:/]*)([^/]*)/.exec(argument)!;
      if (root === "" || NO_FUNCTION.test(rest === "" ? root : "")) return "";
      const self = root === "self" || root === "this";
      const scopes = self ? undefined : bound.get(root);
      if (scopes && around(pass, scope).some((at) => scopes.has(at))) return "";
      const last = /[^.:]*$/.exec(rest)![0];
      const may =
        rest === ""
          ? callable.has(root) || (known.has(root) ? !values.has(root) : everywhere && /\p{Ll}/u.test(root) && !values.has(root))
          : callable.has(last) || ((known.has(root) || (/^\p{Lu}/u.test(root) && /^\p{Ll}/u.test(last))) && !values.has(root));
      return may ? argument : "";
    });
    while (kept.at(-1) === "") kept.pop();
    if (kept.length > 0) out.set(call, kept.join(","));
  }
  return out;
}

/** The name in what is called: parameters of PHP keep their `$`. */
const invokedName = (receiver: string, names: ReadonlySet<string>): string =>
  names.has(receiver) ? receiver : receiver.replace(/^[&*$(]+|\)$/g, "");

/**
 * Bindings that say which functions call their parameters.
 * @param references as they are kept, their scopes among `symbols`
 * @param place of the pass's symbols among `symbols`
 * @param how `members`: calls of members of a parameter count too, it may be an object of functions; `callsGiven`: is it a function of the language
 *   that calls what it is given?
 */
export function calledParameters(
  pass: Pass,
  references: readonly RawReference[],
  symbols: readonly RawSymbol[],
  place: Int32Array,
  { members, callsGiven }: { members: boolean; callsGiven: (reference: Pick<RawReference, "name" | "receiver">) => boolean },
): RawBinding[] {
  if (pass.parameters.length === 0 && !references.some(({ name }) => name === YIELD)) return [];
  const positions = new Map<string, string>();
  // Most calls are of something else: told by the name alone.
  const names = new Set([YIELD]);
  for (const { signature } of symbols)
    if (signature.includes("&")) for (const [, name] of signature.matchAll(/&([a-zA-Z\x80-\u{10FFFF}_]\w*)/gu)) names.add(name!);
  for (const { symbol, name, position } of pass.parameters) {
    names.add(name);
    const key = `${place[symbol]} ${name}`;
    if (!positions.has(key)) positions.set(key, String(position));
  }
  const found: RawBinding[] = [];
  const seen = new Set<string>();
  for (const { kind, name, receiver, scope, line } of references) {
    if (kind !== "call") continue;
    const member = members && receiver !== null && names.has(receiver) && !INVOKES.has(name);
    const called = receiver === null ? name : member ? receiver : INVOKES.has(name) ? invokedName(receiver, names) : "";
    if (!names.has(called)) continue;
    for (let at = scope; at > 0; at = symbols[at]!.parent) {
      const block = (called === YIELD && receiver === null) || symbols[at]!.signature.includes(`&${called}`);
      const position = positions.get(`${at} ${called}`) ?? (block ? "-1" : undefined);
      if (position === undefined) continue;
      if (member && (block || position.includes("."))) break;
      const type = `${position}${member ? `.${name}` : ""} ${position === "-1" ? "&" : called}${at === scope ? "" : ` ${symbols[scope]!.qualified}`}`;
      if (seen.has(`${at} ${type}`)) break;
      seen.add(`${at} ${type}`);
      found.push({ name: CALLED, type, from: "annotation", scope: at, line });
      break;
    }
  }
  // `lines.map(format)` calls the parameter `format`
  for (const [at, list] of pass.given) {
    const { scope, line, ...call } = pass.references[at]!;
    if (!list.some((one) => one !== undefined && names.has(one)) || !callsGiven(call)) continue;
    for (const called of list)
      for (let within = place[scope]!; called && within > 0; within = symbols[within]!.parent) {
        const position = positions.get(`${within} ${called}`);
        if (position === undefined) continue;
        const type = `${position} ${called}${within === place[scope] ? "" : ` ${symbols[place[scope]!]!.qualified}`}`;
        if (!seen.has(`${within} ${type}`)) found.push({ name: CALLED, type, from: "annotation", scope: within, line });
        seen.add(`${within} ${type}`);
        break;
      }
  }
  return found;
}
