/**
 * Overloads as a file calls them: the functions of a name that a call can reach, the types of its arguments as far as the file tells, and which of the
 * functions is meant: by the number of its arguments, their key words, and what their forms tell of types.
 *
 * Nothing is guessed: a type that is not known fits everywhere, and where more than one function is left, none is chosen.
 */

import type { RawReference } from "../../../base/types.ts";
import { languageFor } from "../language.ts";
import { BETWEEN, OPERAND } from "../pass/form.ts";
import type { Library } from "./library.ts";
import type { Place, Value } from "./place.ts";
import type { Resolver } from "./resolver.ts";
import { countFits, plainType, type Signature, sameParameters } from "./signatures.ts";
import { closing, countOf, type Link, parseChain, splitTop } from "./text.ts";
import type { Tree } from "./tree.ts";
import { isFunction, isType, type WorldSymbol } from "./world.ts";

/** What a chosen overload is, or those among which nothing tells. */
export type Chosen = { symbol: WorldSymbol } | { among: WorldSymbol[] };

/** Tells functions of one name apart. */
export type Overloading = Pick<Overloads, "chosen" | "constructor_">;

/** A candidate with the types of its parameters. */
interface Candidate<T> {
  of: T;
  signature: Signature;
  types: readonly Type[];
}

/**
 * The candidates that a call can mean: one, if the types tell.
 * @param forms types of the arguments, in order; null where nothing but their number is known
 * @param keys key words, by position
 */
function choose<T>(
  library: Library,
  candidates: readonly Candidate<T>[],
  count: number | null,
  forms: readonly Type[],
  keys: readonly (string | null)[],
): readonly Candidate<T>[] {
  const words = keys.filter((key) => key !== null);
  let left = count === null ? candidates : candidates.filter(({ signature }) => countFits(signature, count, words));
  if (left.length < 2 || count === null) return left;
  const judged = left
    .map((candidate) => ({ candidate, ...judge(library, candidate, forms, keys, count) }))
    .filter(({ worst }) => worst !== "no");
  if (judged.length < 2) return judged.map(({ candidate }) => candidate);
  // the earliest phase in which one surely fits; those that may fit in it stay
  const sure = judged.filter(({ worst }) => worst !== "unknown").map(({ phase }) => phase);
  const first = sure.length > 0 ? Math.min(...sure) : 9;
  left = judged.filter(({ phase }) => phase <= first).map(({ candidate }) => candidate);
  if (left.length < 2) return left;
  const exact = left.filter((one) => left.every((other) => one === other || isExact(one, other, forms, count, keys)));
  if (exact.length === 1) return exact;
  return mostSpecific(library, left, count, keys);
}

function judge<T>(
  library: Library,
  { signature, types }: Candidate<T>,
  forms: readonly Type[],
  keys: readonly (string | null)[],
  count: number,
): { worst: Fit; phase: number } {
  const { parameters } = signature;
  const variadic = parameters.findIndex((one) => one.variadic);
  let worst: Fit = 1;
  let phase = 1;
  const spread = variadic >= 0 && !(count === parameters.length && isArrayLike(library, forms[variadic], types[variadic]));
  if (spread) phase = 3;
  for (let i = 0; i < count; i++) {
    const key = keys[i] ?? null;
    const at =
      key === null ? (variadic >= 0 && i >= variadic ? variadic : i) : parameters.findIndex(({ name }) => name.split(" ").includes(key));
    const declared = types[at] ?? UNKNOWN_TYPE;
    const wanted = spread && at === variadic && declared.is === "array" ? declared.of : declared;
    const fit = goes(forms[i] ?? UNKNOWN_TYPE, wanted, library);
    if (fit === "no") return { worst: "no", phase };
    if (fit === "unknown") worst = "unknown";
    else if (fit > phase) phase = fit;
  }
  return { worst, phase };
}

/** Are the arguments of the very types that one has for its parameters, wherever another has others? */
function isExact<T>(
  one: Candidate<T>,
  other: Candidate<T>,
  forms: readonly Type[],
  count: number,
  keys: readonly (string | null)[],
): boolean {
  if (keys.some((key) => key !== null) || one.signature.parameters.some(({ variadic }) => variadic)) return false;
  for (let i = 0; i < count; i++) {
    const [mine, others] = [one.types[i] ?? UNKNOWN_TYPE, other.types[i] ?? UNKNOWN_TYPE];
    if (!isSame(mine, others) && !isSame(mine, forms[i] ?? UNKNOWN_TYPE)) return false;
  }
  return true;
}

/** Are both known, and the same? */
function isSame(a: Type, b: Type): boolean {
  if (a.is === "array" && b.is === "array") return isSame(a.of, b.of);
  return a.is === "named" && b.is === "named" && a.name === b.name && a.tree?.id === b.tree?.id;
}

/** Is the one argument for a parameter that gathers the rest the array itself? */
function isArrayLike(library: Library, argument: Type | undefined, parameter: Type | undefined): boolean {
  if (!argument || !parameter) return false;
  return argument.is === "null" || (argument.is === "array" && goes(argument, parameter, library) !== "no");
}

/** Of several that fit the one whose parameters go into those of all the others; all of them where there is none. */
function mostSpecific<T>(
  library: Library,
  left: readonly Candidate<T>[],
  count: number,
  keys: readonly (string | null)[],
): readonly Candidate<T>[] {
  if (keys.some((key) => key !== null)) return left;
  const typeAt = ({ signature, types }: Candidate<T>, i: number): Type => {
    const variadic = signature.parameters.findIndex((one) => one.variadic);
    const at = variadic >= 0 && i >= variadic ? variadic : i;
    const declared = types[at] ?? UNKNOWN_TYPE;
    return variadic >= 0 && at === variadic && declared.is === "array" && (count !== signature.parameters.length || i > variadic)
      ? declared.of
      : declared;
  };
  const below = (a: Candidate<T>, b: Candidate<T>): boolean => {
    for (let i = 0; i < count; i++) {
      const fit = goes(typeAt(a, i), typeAt(b, i), library);
      if (fit !== 1) return false;
    }
    return true;
  };
  const best = left.filter((one) => left.every((other) => one === other || below(one, other)));
  // of two that go into each other (one gathers the rest) the one with fewer such
  const plain = best.filter(({ signature }) => !signature.parameters.some(({ variadic }) => variadic));
  if (best.length === 1) return best;
  if (plain.length === 1) return plain;
  return left;
}

/** Which of these functions do the arguments fit? */
export class Overloads {
  private readonly typed = new Map<string, Type>();

  constructor(
    private readonly ask: Resolver,
    private readonly library: Library,
    private readonly tree: Tree = ask.tree,
  ) {}

  /**
   * Which of the functions of a name is meant.
   * @param found one of them, as its name was found
   * @param on the value through which it was found; null: one of the type it stands in
   */
  chosen(reference: RawReference, found: WorldSymbol, on: Value | null, scope: number): Chosen {
    const candidates = this.candidates(found, on?.type ?? null);
    return this.among(candidates, reference, scope) ?? { symbol: found };
  }

  /** Which constructor of a type is meant; null where it has none. */
  constructor_(reference: RawReference, type: WorldSymbol, scope: number): Chosen | null {
    const name = languageFor(type.language).constructorName ?? type.name;
    const all = this.tree.members(type.path, `${type.qualified}.${name}`).filter(({ kind }) => kind === "method");
    if (all.length === 0) return null;
    return (
      this.among(
        all.map((symbol) => this.candidate(symbol)).filter((one) => one !== null),
        reference,
        scope,
      ) ?? { symbol: all[0]! }
    );
  }

  private among(candidates: Candidate<WorldSymbol>[], reference: RawReference, scope: number): Chosen | null {
    if (candidates.length === 0) return null;
    const forms = reference.given?.split(BETWEEN) ?? [];
    const keys = forms.map((form) => /^([a-zA-Z_$][\w$]*)=/.exec(form)?.[1] ?? null);
    const count = reference.arity;
    if (count === null) return candidates.length === 1 ? { symbol: candidates[0]!.of } : { among: candidates.map(({ of }) => of) };
    const counted = candidates.filter(({ signature }) =>
      countFits(
        signature,
        count,
        keys.filter((key) => key !== null),
      ),
    );
    if (counted.length === 1) return { symbol: counted[0]!.of };
    // none has so many: what was counted is not what is declared
    if (counted.length === 0) return candidates.length === 1 ? { symbol: candidates[0]!.of } : { among: candidates.map(({ of }) => of) };
    const types = Array.from({ length: count }, (_, i) =>
      this.typeOfForm((forms[i] ?? "").replace(/^[a-zA-Z_$][\w$]*=/, ""), scope, reference.line),
    );
    const left = choose(
      this.library,
      counted,
      count,
      types,
      Array.from({ length: count }, (_, i) => keys[i] ?? null),
    );
    if (left.length === 1) return { symbol: left[0]!.of };
    return { among: (left.length === 0 ? counted : left).map(({ of }) => of) };
  }

  /** The functions of a name that a type has, those of its supertypes too that none below overrides. */
  private candidates(found: WorldSymbol, on: WorldSymbol | null): Candidate<WorldSymbol>[] {
    const holder = on ?? this.ask.supertypes.holder(found);
    if (!holder) {
      const all = this.tree.members(found.path, found.qualified).filter(isFunction);
      return all.flatMap((symbol) => this.candidate(symbol) ?? []);
    }
    return this.tree.memo("overloads", `${holder.path}#${holder.qualified} ${found.name}`, () => {
      const out: Candidate<WorldSymbol>[] = [];
      for (const owner of this.ask.supertypes.hierarchy(holder)) {
        if (owner.path !== this.tree.facts.path && !this.tree.holds(found.name, owner.name)) continue;
        for (const symbol of this.tree.members(owner.path, `${owner.qualified}.${found.name}`)) {
          if (!isFunction(symbol)) continue;
          const one = this.candidate(symbol);
          // overridden below, or declared in one place and written in another
          const again = (other: Candidate<WorldSymbol>): boolean =>
            other.of.qualified === symbol.qualified && other.of.path === symbol.path
              ? other.of.type === symbol.type && isWritten(other.signature, one!.signature)
              : sameParameters(other.signature, one!.signature);
          if (one && !out.some(again)) out.push(one);
        }
      }
      // found elsewhere than above the type: an extension
      if (!out.some(({ of }) => of.id === found.id))
        return this.tree
          .members(found.path, found.qualified)
          .filter(isFunction)
          .flatMap((symbol) => this.candidate(symbol) ?? [])
          .map((one) => this.called(one));
      return out;
    });
  }

  /** An extension as a call through its object sees it: without the parameters that are the object. */
  private called({ of, signature, types }: Candidate<WorldSymbol>): Candidate<WorldSymbol> {
    const receivers = this.ask.family.extensionReceivers ?? 0;
    return { of, signature: { ...signature, parameters: signature.parameters.slice(receivers) }, types: types.slice(receivers) };
  }

  private candidate(symbol: WorldSymbol): Candidate<WorldSymbol> | null {
    return this.tree.memo("candidate", symbol.id, () => {
      const signature = this.ask.signatures.signatureOf(symbol);
      if (!signature) return { one: null };
      const types = signature.parameters.map(({ type, variadic }) => {
        const own = this.typeOfText(type, symbol, signature);
        return variadic && own.is !== "array" ? ({ is: "array", of: own } as const) : own;
      });
      return { one: { of: symbol, signature, types } };
    }).one;
  }

  /** The type that a text names where a symbol declares it. */
  typeOfText(text: string, symbol: Pick<WorldSymbol, "path" | "qualified" | "language">, signature: Signature | null): Type {
    const key = `${symbol.path}#${symbol.qualified} ${text} ${signature ? [...signature.types].join() : ""}`;
    let known = this.typed.get(key);
    if (!known) {
      this.typed.set(key, UNKNOWN_TYPE);
      known = this.readType(text, symbol, signature);
      this.typed.set(key, known);
    }
    return known;
  }

  private readType(text: string, symbol: Pick<WorldSymbol, "path" | "qualified" | "language">, signature: Signature | null): Type {
    const language = languageFor(symbol.language);
    if (text.trim() === "") return UNKNOWN_TYPE;
    if (/->|=>/.test(text.replace(/<[^<>]*>/g, ""))) {
      const open = text.indexOf("(");
      const end = open >= 0 ? closing(text, open) : -1;
      const inner = end > 0 ? text.slice(open + 1, end - 1).trim() : null;
      return { is: "function", parameters: inner === null ? null : inner === "" ? 0 : splitTop(inner, ",").length };
    }
    if (language.arrayTypes) {
      const list = /^(?:inout\s+)?(?:Array[<[]([\s\S]*)[>\]]|\[([^:]*)\])\??$/.exec(text.trim());
      if (list) return { is: "array", of: this.typeOfText((list[1] ?? list[2])!, symbol, signature) };
    }
    const plain = plainType(language.squareArguments ? text.replaceAll("[", "<").replaceAll("]", ">") : text).replace(/[?!]+$/, "");
    const dimensions = /(?:\[\])+$/.exec(plain)?.[0].length ?? 0;
    let type: Type = this.baseType(dimensions > 0 ? plain.slice(0, -dimensions) : plain, text, symbol, signature);
    for (let i = 0; i < dimensions; i += 2) type = { is: "array", of: type };
    return type;
  }

  private baseType(
    name: string,
    text: string,
    symbol: Pick<WorldSymbol, "path" | "qualified" | "language">,
    signature: Signature | null,
  ): Type {
    if (!/^[\w$\x80-\u{10FFFF}]+$/u.test(name)) return UNKNOWN_TYPE;
    const language = languageFor(symbol.language);
    const other = language.sameTypes?.[name];
    if (other !== undefined) return named(other);
    const boxed = language.primitiveArrays?.[name];
    if (boxed !== undefined) return { is: "array", of: named(boxed) };
    if (this.library.isPrimitive(name)) return named(name);
    const bound = signature?.types.get(name) ?? this.ask.types.boundOf(name, symbol.path, symbol.qualified);
    if (bound !== undefined) return bound === "" || bound === name ? named("Object") : this.typeOfText(bound, symbol, signature);
    const path = (
      /(?:^|[\s@])((?:[\w$\x80-\u{10FFFF}]+\s*\.\s*)*[\w$\x80-\u{10FFFF}]+)\s*(?:$|[<[?.])/u.exec(
        text.replace(/^(?:.*\s)?(?=[\w$.]+\s*(?:<|\[|$|\?|\.\.\.))/, "").trim(),
      )?.[1] ?? name
    ).replace(/\s+/g, "");
    const segments = path.endsWith(name) ? path.split(".") : [name];
    const place = this.ask.types.typeIn(symbol.path, segments, `${symbol.qualified}.x`);
    if (place?.is === "symbol" && isType(place.symbol.kind)) return { is: "named", name, tree: this.treeType(place.symbol) };
    return named(name);
  }

  private treeType(type: WorldSymbol): TreeType {
    return this.tree.memo("treeType", type.id, () => {
      const hierarchy = this.ask.supertypes.hierarchy(type);
      const id = (one: WorldSymbol): string => `${one.path}#${one.qualified}`;
      const inside = new Set(hierarchy.map(({ name }) => name));
      const outside = hierarchy.flatMap((one) =>
        (this.tree.outline(one.path)?.supertypes ?? []).flatMap(({ of, name }) => (of === one.qualified && !inside.has(name) ? name : [])),
      );
      if (type.kind === "enum") outside.push("Enum");
      return {
        id: id(type),
        above: new Set(hierarchy.map(id)),
        outside: [...new Set(outside)],
        functional:
          type.kind === "interface"
            ? (this.ask.signatures.functionIn(type) ?? outside.map((one) => this.library.wantedBy(one)).find((one) => one !== null) ?? null)
            : type.kind === "trait" || type.kind === "type"
              ? null
              : "none",
      };
    });
  }

  // ------------------------------------------------------------------------------------------ arguments

  /** The type of an argument (pass/form.ts). */
  typeOfForm(form: string, scope: number, line: number): Type {
    if (form === "") return UNKNOWN_TYPE;
    switch (form) {
      case '"':
        return named("String");
      case "'":
        return named("char");
      case "true":
        return named("boolean");
      case "null":
        return { is: "null" };
      case "class":
        return named("Class");
      case "::":
      case "->":
        return { is: "function", parameters: null };
    }
    if (/^1/.test(form)) {
      const suffix = form.replace(/^1(?:\.0)?u?/, "");
      return named(
        suffix === "L"
          ? "long"
          : suffix === "f"
            ? "float"
            : suffix === "d" || form.startsWith("1.0")
              ? suffix === "m"
                ? "BigDecimal"
                : "double"
              : "int",
      );
    }
    if (form.startsWith("->")) {
      const [, count, gives] = /^->(\d+)([=!]?)$/.exec(form) ?? [];
      return { is: "function", parameters: Number(count), gives: gives ? gives === "=" : null };
    }
    if (form[0] === OPERAND) {
      const all = form
        .split(OPERAND)
        .filter(Boolean)
        .map((one) => this.typeOfForm(one, scope, line));
      if (all.some((one) => one.is === "named" && one.name === "String")) return named("String");
      const numbers = all.map((one) => (one.is === "named" ? one.name : ""));
      for (const wide of ["double", "float", "long"]) if (numbers.includes(wide) && !numbers.includes("")) return named(wide);
      return numbers.every((one) => /^(?:int|short|byte|char)$/.test(one)) ? named("int") : UNKNOWN_TYPE;
    }
    const here = this.tree.here[scope]!;
    if (form[0] === "(") return this.typeOfText(form.slice(1, -1), here, this.ownSignature(scope));
    if (form.startsWith("new ")) return this.typeOfText(form.slice(4), here, this.ownSignature(scope));
    if (form[0] === ".") return this.typeOfChain(form.slice(1), scope, line);
    return UNKNOWN_TYPE;
  }

  private ownSignature(scope: number): Signature | null {
    const symbol = this.tree.here[scope];
    return symbol && isFunction(symbol) ? this.ask.signatures.signatureOf(symbol) : null;
  }

  private typeOfChain(text: string, scope: number, line: number): Type {
    const cast = /^\(\(([\w.<>$\s,?[\]]+)\)[\s\S]*\)$/.exec(text);
    const here = this.tree.here[scope]!;
    if (cast && closing(text, 0) === text.length) return this.typeOfText(cast[1]!, here, this.ownSignature(scope));
    if (text.startsWith('""'))
      return this.given(named("String"), text.split(".").length === 2 ? parseChain(text.slice(3), "each")?.[0] : undefined, text);
    const links = parseChain(text, "each");
    if (!links) return UNKNOWN_TYPE;
    const last = links.at(-1)!;
    if (links.length === 1 && !last.called && !last.fresh) {
      if (last.name === "this") {
        const type = this.ask.names.enclosingType(scope);
        return type ? { is: "named", name: type.name, tree: this.treeType(type) } : UNKNOWN_TYPE;
      }
      const told = this.ask.bindings.boundText(last.name, scope, line);
      if (told !== null) return told === "" ? UNKNOWN_TYPE : this.bound(told, last.name, scope, line);
    }
    if (last.fresh) return this.placeType(this.ask.chains.chain(links, scope, line)?.place ?? null);
    const constant =
      /^(Integer|Long|Short|Byte|Character|Float|Double)\.(?:MAX_VALUE|MIN_VALUE|NaN|POSITIVE_INFINITY|NEGATIVE_INFINITY|SIZE|BYTES)$/.exec(
        text,
      );
    if (constant)
      return named(
        /SIZE|BYTES/.test(text)
          ? "int"
          : constant[1] === "Integer"
            ? "int"
            : constant[1] === "Character"
              ? "char"
              : constant[1]!.toLowerCase(),
      );
    const symbol = this.symbolOf(links, scope, line);
    if (symbol && isType(symbol.kind))
      return last.called ? { is: "named", name: symbol.name, tree: this.treeType(symbol) } : named("Class");
    if (symbol?.type && !symbol.type.endsWith(")")) {
      const signature = this.ask.signatures.signatureOf(symbol);
      const type = this.typeOfText(symbol.type, symbol, signature);
      if (!(type.is === "named" && type.name === "Object" && !/\bObject\b/.test(symbol.type))) return type;
    } else if (symbol?.kind === "constant" && symbol.parentKind === "enum") {
      const holder = this.ask.supertypes.holder(symbol);
      if (holder) return { is: "named", name: holder.name, tree: this.treeType(holder) };
    }
    const made = last.called ? this.fromOutside(links, scope, line) : null;
    if (made) return named(made);
    const at = this.ask.chains.chain(links, scope, line)?.place ?? null;
    // of what comes from elsewhere the package is known, not what its methods give
    const place = at?.is === "external" && last.called && links.length > 1 ? UNKNOWN_TYPE : this.placeType(at);
    if (place.is !== "unknown") return place;
    if (symbol) return UNKNOWN_TYPE;
    const receiver = links.length > 1 ? this.typeOfLinks(links.slice(0, -1), scope, line) : UNKNOWN_TYPE;
    return this.given(receiver, last, text);
  }

  /** What a function gives that a class outside the tree has: `equalTo(1)`, imported, or `Matchers.equalTo(1)`. */
  private fromOutside(links: Link[], scope: number, line: number): string | null {
    const [first] = links;
    const place = links.length > 2 || first!.fresh ? null : this.ask.names.name(first!.name, scope, line, null, links.length === 1);
    if (place?.is === "external") return this.library.madeBy(place.name);
    if (place || links.length > 1 || this.tree.defined(first!.name)) return null;
    // `import static org.hamcrest.Matchers.*`
    const whole = this.tree.facts.imports.flatMap(({ form, source }) => (form === "wildcard" ? (this.library.madeBy(source) ?? []) : []));
    const [made] = whole;
    return made !== undefined && whole.length === 1 && (made !== "Matcher" || this.library.tables.matchers.test(first!.name)) ? made : null;
  }

  private typeOfLinks(links: Link[], scope: number, line: number): Type {
    const text = links.map(({ name, called, args }) => (called ? `${name}(${args ?? ""})` : name)).join(".");
    return links.some(({ fresh }) => fresh)
      ? this.placeType(this.ask.chains.chain(links, scope, line)?.place ?? null)
      : this.typeOfChain(text, scope, line);
  }

  /** What a member of something outside the tree gives. */
  private given(receiver: Type, last: Link | undefined, text: string): Type {
    if (!last) return UNKNOWN_TYPE;
    if (receiver.is === "array") {
      if (last.name === "length") return named("int");
      if (last.name === "clone") return receiver;
      if (last.name === "@each") return receiver.of;
    }
    if (!last.called) return UNKNOWN_TYPE;
    const simple = /(?:^|\.)([A-Z]\w*)\.\w+\(.*\)$/.exec(text)?.[1];
    const { gives, factory, ofText, ofAll } = this.library.tables;
    const own = gives[`${simple ?? (receiver.is === "named" && receiver.tree === null ? receiver.name : "")}.${last.name}`];
    // factories of classes outside the tree
    if (simple !== undefined && own === undefined && factory.test(last.name) && !this.tree.defined(simple)) return this.outer(simple);
    const type = own ?? gives[last.name];
    if (type === undefined) return UNKNOWN_TYPE;
    const known = receiver.is === "named" && receiver.tree === null && receiver.name !== "Object";
    if (ofText.methods.has(last.name) && !(known && ofText.types.has(receiver.name))) return UNKNOWN_TYPE;
    if (own === undefined && !ofAll.has(last.name) && !known) return UNKNOWN_TYPE;
    return type.endsWith("[]") ? { is: "array", of: named(type.slice(0, -2)) } : named(type);
  }

  /** A local or field by the text of its type, or by what it was made from. */
  private bound(told: string, name: string, scope: number, line: number): Type {
    const here = this.tree.here[scope]!;
    if (told === "=") {
      const place = this.ask.chains.chain([{ name, called: false, fresh: false }], scope, line)?.place ?? null;
      const call = place?.is === "external" ? this.ask.bindings.boundCall(name, scope, line) : null;
      return call === null || call.startsWith(`${name}.`) ? this.placeType(place) : this.typeOfChain(call, scope, line);
    }
    return this.typeOfText(told, here, this.ownSignature(scope));
  }

  /** The definition that a chain ends in. */
  private symbolOf(links: Link[], scope: number, line: number): WorldSymbol | null {
    const last = links.at(-1)!;
    const arity = countOf(last);
    let place: Place | null;
    if (links.length === 1) place = this.ask.names.name(last.name, scope, line, arity, last.called);
    else {
      const on = this.ask.chains.chain(links.slice(0, -1), scope, line);
      place = on ? (this.ask.members.member(on.place, last.name, arity)?.place ?? null) : null;
    }
    return place?.is === "symbol" ? place.symbol : null;
  }

  private placeType(place: Place | null): Type {
    switch (place?.is) {
      case "value":
        return place.type.id === Number.MIN_SAFE_INTEGER
          ? named(place.type.name)
          : { is: "named", name: place.type.name, tree: this.treeType(place.type) };
      case "foreign":
        return place.name === undefined ? UNKNOWN_TYPE : this.outer(place.name);
      case "external":
        return this.outer(place.name.replace(/^.*[./\\:]/, ""));
      case "held": {
        if (place.name !== "[]") return this.outer(place.name);
        return { is: "array", of: this.placeType(place.item()) };
      }
      case "gives":
        return this.placeType(place.place);
      case "symbol": {
        const { symbol } = place;
        if (isType(symbol.kind) || isFunction(symbol)) return UNKNOWN_TYPE;
        if (symbol.type && !symbol.type.endsWith(")")) return this.typeOfText(symbol.type, symbol, null);
        const held = this.ask.values.settled(place);
        return held.is === "symbol" ? UNKNOWN_TYPE : this.placeType(held);
      }
      default:
        return UNKNOWN_TYPE;
    }
  }

  private outer(name: string): Type {
    return named(this.tree.language.sameTypes?.[name] ?? name);
  }
}

/** Are two heads the same to the letter? */
const isWritten = (a: Signature, b: Signature): boolean => JSON.stringify(a.parameters) === JSON.stringify(b.parameters);

// How an argument goes into a parameter: not at all, nobody knows, or in the first phase (subtypes), the second (boxing).

export type Fit = "no" | "unknown" | 1 | 2;

/** What is known of the type of an argument, or of a parameter. `gives`: does the function give something (null: it may)? `tree`: it is a type of the tree, told by its number. */
export type Type =
  | { is: "unknown" }
  | { is: "null" }
  /** A function written out or named; of a parameter, one of a function type. */
  | { is: "function"; parameters: number | null; gives?: boolean | null }
  | { is: "array"; of: Type }
  | { is: "named"; name: string; tree: TreeType | null };

/** A type of the tree: its own number, those of what is above it, and the names of what is above it outside the tree. */
export interface TreeType {
  id: string;
  above: ReadonlySet<string>;
  outside: readonly string[];
  /** What its only method wants, if it is an interface with one; "none": no function goes into it; null: nothing tells. */
  functional: { parameters: number; gives: boolean | null } | "none" | null;
}

export const UNKNOWN_TYPE: Type = { is: "unknown" };
export const named = (name: string): Type => ({ is: "named", name, tree: null });

/** Does a value of one type go into a variable of another? */
export function goes(argument: Type, parameter: Type, library: Library): Fit {
  if (parameter.is === "named" && parameter.tree === null && parameter.name === "Object") {
    if (argument.is === "unknown") return 1;
    return argument.is === "named" && library.isPrimitive(argument.name) ? 2 : argument.is === "function" ? "no" : 1;
  }
  if (argument.is === "unknown" || parameter.is === "unknown" || parameter.is === "null") return "unknown";
  if (parameter.is === "function") {
    if (argument.is === "null") return 1;
    if (argument.is !== "function")
      return argument.is === "array" || (argument.is === "named" && argument.tree === null && library.isPlainClass(argument.name))
        ? "no"
        : "unknown";
    return argument.parameters === null || parameter.parameters === null || argument.parameters === parameter.parameters ? 1 : "no";
  }
  if (argument.is === "null") return parameter.is === "named" && library.isPrimitive(parameter.name) ? "no" : 1;
  if (argument.is === "function") {
    if (parameter.is === "array" || library.isPrimitive(parameter.name)) return "no";
    const wanted = parameter.tree ? parameter.tree.functional : library.wantedBy(parameter.name);
    if (wanted === "none") return "no";
    if (wanted === null) return parameter.tree === null && library.isPlainClass(parameter.name) ? "no" : "unknown";
    if (argument.parameters !== null && wanted.parameters !== argument.parameters) return "no";
    return typeof argument.gives === "boolean" && wanted.gives !== null && argument.gives !== wanted.gives ? "no" : 1;
  }
  if (argument.is === "array") {
    if (parameter.is === "array") {
      const [a, b] = [argument.of, parameter.of];
      if (a.is === "named" && b.is === "named" && (library.isPrimitive(a.name) || library.isPrimitive(b.name)))
        return a.name === b.name ? 1 : "no";
      return goes(a, b, library);
    }
    return parameter.tree === null && /^(?:Object|Cloneable|Serializable)$/.test(parameter.name) ? 1 : "no";
  }
  if (parameter.is === "array") return "no";
  return namedGoes(argument, parameter, library);
}

function namedGoes(argument: Type & { is: "named" }, parameter: Type & { is: "named" }, library: Library): Fit {
  const [a, p] = [argument.name, parameter.name];
  if (argument.tree && parameter.tree) {
    if (argument.tree.id === parameter.tree.id || argument.tree.above.has(parameter.tree.id)) return 1;
    return "no";
  }
  if (argument.tree) {
    if (library.isPrimitive(p)) return "no";
    const { outside } = argument.tree;
    if (outside.includes(p)) return 1;
    const known = outside.map((one) => library.closureOf(one));
    if (known.some((one) => one?.has(p))) return 1;
    return known.includes(null) ? (library.isFinal(p) ? "no" : "unknown") : "no";
  }
  if (library.isPrimitive(a)) {
    if (parameter.tree) return "no";
    if (library.widens(a, p)) return 1;
    if (library.isPrimitive(p)) return "no";
    const box = library.boxOf(a);
    return library.closureOf(box)!.has(p) || p === "Serializable" ? 2 : library.closureOf(p) || p === "Comparable" ? "no" : "unknown";
  }
  if (library.isPrimitive(p)) {
    const inner = library.primitiveOf(a);
    if (inner !== undefined) return library.widens(inner, p) ? 2 : "no";
    return "no";
  }
  // what stands outside the tree knows nothing of it
  if (parameter.tree) return "no";
  if (a === p) return 1;
  const above = library.closureOf(a);
  if (above?.has(p)) return 1;
  if (a === "Object") return "no";
  if (library.isFinal(p) || (above && library.closureOf(p))) return "no";
  return library.isFinal(a) && above ? "no" : "unknown";
}
