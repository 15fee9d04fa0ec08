/** Heads of functions: their parameters as they are declared. */

import { languageFor } from "../language.ts";
import type { Family } from "./family.ts";
import type { Place, Value } from "./place.ts";
import type { Resolver } from "./resolver.ts";
import { splitTop } from "./text.ts";
import type { Tree } from "./tree.ts";
import { isCallable, PARAMETERS, RETURNED, type WorldSymbol } from "./world.ts";

/** What separates the parameters of a function in its binding `()=`. */
export const BETWEEN = "\t";

/** A parameter as its function declares it. */
export interface Declared {
  name: string;
  type: string;
  optional: boolean;
  variadic: boolean;
}

/** A function as far as its calls are concerned. */
export interface Signature {
  /** Type parameters with their bounds; "" where none is written. */
  types: ReadonlyMap<string, string>;
  parameters: readonly Declared[];
}

/** How the signature of a method begins that an interface only declares. */
export const DECLARES = ";";

/** `;` of what is only declared, `<T:Bound>`, then `name:type` each, `=` before an optional one, `*` before one that gathers the rest. */
export function parseSignature(text: string): Signature {
  const types = new Map<string, string>();
  const parameters: Declared[] = [];
  for (const part of text === "" ? [] : text.split(BETWEEN)) {
    if (part === DECLARES || part === "") continue;
    if (part[0] === "<") {
      for (const one of splitTop(part.slice(1, -1), ",")) {
        const [, name, bound] =
          /^\s*(?:@\w+\s+)*(?:(?:out|in|reified)\s+)?([\w\x80-\u{10FFFF}]+)\s*(?:(?:extends|:|<:)\s*([^&]+))?/u.exec(one) ?? [];
        if (name !== undefined) types.set(name, bound?.trim() ?? "");
      }
      continue;
    }
    const [, flags = "", name = "", type = ""] = /^([=*]*)([^:]*):([\s\S]*)$/.exec(part) ?? [];
    parameters.push({ name, type, optional: flags.includes("="), variadic: flags.includes("*") });
  }
  return { types, parameters };
}

/** Can a call with so many arguments, some of them behind key words, mean the function? */
export function countFits({ parameters }: Signature, count: number, keys: readonly string[] = []): boolean {
  const most = parameters.some(({ variadic }) => variadic) ? Number.POSITIVE_INFINITY : parameters.length;
  const least = parameters.filter(({ optional, variadic }) => !optional && !variadic).length;
  if (count < least || count > most) return false;
  return keys.every((key) => parameters.some(({ name }) => name.split(" ").includes(key)));
}

/** Are the parameters of two functions the same, so that one overrides the other? */
export function sameParameters(a: Signature, b: Signature): boolean {
  if (a.parameters.length !== b.parameters.length) return false;
  return a.parameters.every(
    ({ type, variadic }, i) =>
      erased(type, variadic) === erased(b.parameters[i]!.type, b.parameters[i]!.variadic) ||
      isVariable(a, type) ||
      isVariable(b, b.parameters[i]!.type),
  );
}

const isVariable = ({ types }: Signature, type: string): boolean =>
  types.has(type.replace(/[\s[\].?]+/g, "")) || /^\p{Lu}\d?(?:\[\])*$/u.test(type);

/** A type without its arguments, annotations and package. */
function erased(type: string, variadic: boolean): string {
  return plainType(type) + (variadic && !type.endsWith("[]") ? "[]" : "");
}

/** `@A final java.util.Map<K, V>[]` → `Map[]`. */
export function plainType(type: string): string {
  let rest = type.replace(/@[\w.]+(?:\([^()]*\))?\s*/g, "").replace(/\b(?:final|in|out|ref|params|vararg|inout|const)\s+/g, "");
  for (let before = ""; before !== rest; ) {
    before = rest;
    rest = rest.replace(/<[^<>]*>/g, "");
  }
  return rest
    .replace(/\s+/g, "")
    .replace(/\.\.\.$/, "[]")
    .replace(/^(?:[\w$]+\.)+(?=[\w$])/, "");
}

/** What do the parameters of a function take, and what does a function get that is given for one? */
export class Signatures {
  constructor(
    private readonly tree: Tree,
    private readonly family: Family,
    /** Who answers what this asks. */
    private readonly ask: Pick<Resolver, "types" | "supertypes">,
  ) {}

  /** What the head of a function, or of a type that is constructed through its own head, says of parameters; null where nothing is kept. */
  signatureOf(symbol: WorldSymbol): Signature | null {
    return this.tree.memo("signature", symbol.id, () => {
      const texts = this.tree.fieldsOf(symbol.path, symbol.qualified, PARAMETERS);
      const same = this.tree.members(symbol.path, symbol.qualified).filter(({ kind, arity }) => arity !== null && isCallable(kind));
      const text = texts.length === same.length ? texts[same.findIndex(({ id }) => id === symbol.id)] : undefined;
      return { one: text ? parseSignature(text.type) : null };
    }).one;
  }

  /** The heads of methods that an interface only declares. */
  private declaredIn({ path, qualified }: WorldSymbol): { of: string; type: string }[] {
    const start = `${qualified}.`;
    return (this.tree.outline(path)?.fields ?? []).filter(
      ({ of, name, type }) =>
        name === PARAMETERS && of.startsWith(start) && !of.includes(".", start.length) && type.split(BETWEEN)[0] === DECLARES,
    );
  }

  /** What an interface with one method wants of a function that is given for it; "none" where it has several, null where nothing tells. */
  functionIn(type: WorldSymbol): { parameters: number; gives: boolean | null } | "none" | null {
    if (type.kind !== "interface" || languageFor(type.language).structuralTypes !== undefined) return null;
    const methods = new Map<string, { parameters: number; gives: boolean | null }>();
    for (const owner of this.ask.supertypes.hierarchy(type)) {
      if (owner.kind !== "interface") continue;
      for (const { of, type: head } of this.declaredIn(owner)) {
        const name = of.slice(of.lastIndexOf(".") + 1);
        const { parameters } = parseSignature(head);
        // every object has them
        if (/^(?:equals|hashCode|toString)$/.test(name)) continue;
        const [method] = this.tree.members(owner.path, of);
        const gives = method?.type ? method.type !== "void" : null;
        if (!methods.has(`${name} ${parameters.length}`))
          methods.set(`${name} ${parameters.length}`, { parameters: parameters.length, gives });
      }
    }
    return methods.size > 1 ? "none" : ([...methods.values()][0] ?? null);
  }

  /** What the function given as an argument gets: its parameter, by both positions; "L" is the last argument, "R" what its plain names are members of. */
  lambdaParameter(symbol: WorldSymbol, argument: string, parameter: string, on: Value | undefined): Place | null {
    const shift = symbol.parentKind === "class" ? (this.family.extensionReceivers ?? 0) : 0;
    let text: string | undefined;
    if (argument === "L") {
      for (let at = 12; at >= 0 && text === undefined; at--)
        text = this.tree.fieldsOf(symbol.path, symbol.qualified, `${RETURNED}@${at}`)[0]?.type;
    } else
      text =
        this.tree.fieldsOf(symbol.path, symbol.qualified, `${RETURNED}@${argument}`)[0]?.type ??
        (shift > 0 ? this.tree.fieldsOf(symbol.path, symbol.qualified, `${RETURNED}@${Number(argument) + shift}`)[0]?.type : undefined);
    if (text === undefined) return this.ofInterface(symbol, argument, parameter);
    const all = splitTop(text, ",");
    const receiver = all[0]!.startsWith(".") ? all.shift()!.slice(1) : null;
    const type = parameter === "R" ? receiver : all[Number(parameter)];
    if (!type) return null;
    return (
      this.ask.types.specialised(symbol, type, on) ??
      this.ask.types.valued(type, (segments) => this.ask.types.typeIn(symbol.path, segments, symbol.qualified))
    );
  }

  /** What the only method of the interface that a parameter is of gets: the lambda given for it is that method. */
  private ofInterface(symbol: WorldSymbol, argument: string, parameter: string): Place | null {
    for (const one of this.tree.members(symbol.path, symbol.qualified)) {
      const parameters = this.signatureOf(one)?.parameters ?? [];
      const text = (argument === "L" ? parameters.at(-1) : parameters[Number(argument)])?.type;
      const on = text ? this.ask.types.valued(text, (segments) => this.ask.types.typeIn(one.path, segments, one.qualified)) : null;
      if (on?.is !== "value" || on.type.kind !== "interface") continue;
      const declared = this.declaredIn(on.type);
      if (declared.length !== 1) continue;
      const [method] = this.tree.members(on.type.path, declared[0]!.of);
      const type = parseSignature(declared[0]!.type).parameters[Number(parameter)]?.type;
      const found =
        method && type
          ? (this.ask.types.specialised(method, type, on) ??
            this.ask.types.valued(type, (segments) => this.ask.types.typeIn(method.path, segments, method.qualified)))
          : null;
      if (found) return found;
    }
    return null;
  }
}
