/**
 * Types: what a type text names, and what a binding of a type holds.
 */
import { languageFor } from "../language.ts";
import { containers, type Place, type Value } from "./_family.ts";
import { Hierarchy } from "./_hierarchy.ts";
import { heldType, isTransparent } from "./_holders.ts";
import { type Found, hops } from "./_imports.ts";
import { closing, isDouble, isWrapper, parseChain, parseType, splitTop } from "./_names.ts";
import { BETWEEN, DECLARES, parseSignature, type Signature } from "./_overloads.ts";
import { pick } from "./_tree.ts";
import { several } from "./_values.ts";
import { isType, PARAMETERS, RETURNED, type WorldSymbol } from "./_world.ts";

/** Type parameters by custom, and types that hold anything. */
const SAYS_NOTHING =
  /^(?:\p{Lu}\d*|\p{Lu}{2}|T\p{Lu}\w*|_\w*|any|Any|object|Object|unknown|dynamic|var|auto|val|let|mixed|id|interface|self|Self|this|static|callable|Callable|type|function|Function)$/u;

const FOREIGN: Place = { is: "foreign" };

/** C++: things of several types beside one another, and what is held by keys. */
const PRODUCT = /^(?:const\s+)?(?:std::)?(pair|tuple)\s*<([\s\S]*)>[\s&*]*$/;
const MAP = /^(?:unordered_)?(?:multi)?map$/;

/** A union of more types than this says little. */
const MOST_PARTS = 5;
/** So many types above its own the type arguments of a value are followed. */
const MOST_ABOVE = 6;

export abstract class Types extends Hierarchy {
  /** A type path written in this file. */
  protected abstract typeHere(segments: string[], scope: number, line: number): Place | null;

  /** The value a binding holds: an instance of a named type, or what a call returns. */
  protected typeOf(type: string, from: string, path: string, scope: number, line: number, of = ""): Place | null {
    if (type === "" || from === "unknown") return null;
    const own = path === this.tree.facts.path;
    if (from === "value") {
      // what a name held before it was bound here: `x = x or X()`
      const site = { path, of, scope: own ? scope : -1, line: line - 0.5 };
      return this.guarded(`value ${line} ${type}`, own ? scope : `${path} ${of}`, () => this.evaluate(type, site));
    }
    if (from === "parameter") {
      return own ? this.guarded(`passed ${type}`, scope, () => this.parameter(type, scope)) : null;
    }
    // what a name in a chain is can depend on the line
    return this.guarded(`${from} ${type}`, !own ? path : from === "call" ? `${scope} ${line}` : scope, () => {
      if (from === "call") {
        if (type.includes(" | ")) {
          for (const one of type.split(" | ")) {
            const place = this.typeOf(one, from, path, scope, line, of);
            if (place && place.is !== "unknown" && !(place.is === "foreign" && place.name === undefined)) return place;
          }
          return null;
        }
        const chain = parseChain(type.endsWith(")") ? type : `${type}()`, this.family.flows);
        const found = chain && (own ? this.chain(chain, scope, line) : this.chainIn(chain, path, of));
        return found?.place ?? null;
      }
      return this.valued(type, (segments) => {
        const named = path === this.tree.facts.path ? this.typeHere(segments, scope, line) : this.typeIn(path, segments, "");
        // `const Foo = require("./foo")`: the module stands for what it exports as a whole
        if (named?.is === "module" && this.family.moduleTypes) return named;
        const symbol = named?.is === "module" ? this.exported(named.files, "default", null, hops) : named;
        // before classes, JavaScript's constructors were functions
        if (symbol?.is === "symbol" && symbol.symbol.kind === "function" && from === "constructor")
          return { is: "value", type: symbol.symbol };
        return symbol;
      });
    });
  }

  /** What calls of this file put into a parameter: `0`, `0=default`, `0*` (it gathers the others), `0.a.b=default` (a part of it). */
  private parameter(type: string, scope: number): Place | null {
    const [, position, gathers, path, fallback = null] = /^(\d+)(\*)?(\.[^=]*)?(?:=(.*))?$/s.exec(type) ?? [];
    if (position === undefined) return null;
    if (gathers) return { is: "held", name: "[]", item: () => this.passed(scope, Number(position), null, true), outer: FOREIGN };
    if (path === undefined) return this.passed(scope, Number(position), fallback);
    let place = this.passed(scope, Number(position), null);
    for (const name of path.slice(1).split(".")) place = place && (this.member(place, name, null)?.place ?? null);
    return several([place && this.settled(place), fallback === null ? null : this.defaulted(fallback, scope)]);
  }

  /**
   * The value of a type as written.
   * @param look what a type path means where it is written
   */
  protected valued(text: string, look: (segments: string[]) => Place | null): Place | null {
    const result = this.family.functionResult?.(text);
    if (result !== undefined) return { is: "gives", place: (result !== "" && this.valued(result, look)) || FOREIGN };
    let segments = parseType(text);
    let place = segments && look(segments);
    if (place?.is === "module" && this.family.moduleTypes) return place;
    const whole = /[<[]/.test(text) ? parseType(text, true) : null;
    if (whole && isWrapper(whole[whole.length - 1]!) && this.tree.defined(whole[whole.length - 1]!)) {
      // the tree has a `Box` of its own
      const own = look(whole);
      if (own?.is === "symbol" && isType(own.symbol.kind) && own.symbol.kind !== "type") [segments, place] = [whole, own];
    }
    const product = this.family.overloadsAccess ? PRODUCT.exec(text) : null;
    if (product) return this.product(product[2]!, look);
    const held = /[<[]|^\s*chan\s/.test(text) ? heldType(text) : null;
    // `type Result<T> = std::Result<T, E>`: an alias of a holder is one
    const wraps = place?.is === "symbol" && place.symbol.kind === "type" && held !== null && isTransparent(held.name);
    const outside = place?.is === "external" && held !== null;
    if (place && !wraps && !outside) {
      const applied = this.applied(this.unaliased(instance(place)), text, look);
      const around = whole && segments !== whole && isWrapper(whole[whole.length - 1]!) ? whole[whole.length - 1] : undefined;
      return applied?.is === "value" && around !== undefined ? { ...applied, holder: around } : applied;
    }
    if (held) {
      // `style: Optional[style.Style]`: the name of a type may be that of the parameter itself
      let asking = false;
      const item = (): Place | null => {
        if (asking) return null;
        asking = true;
        const found = this.valued(held.item, look);
        asking = false;
        return found;
      };
      const { failure } = held;
      const failed = failure === undefined ? this.failureOf(place) : (): Place | null => this.valued(failure, look);
      const parts =
        this.family.overloadsAccess && MAP.test(held.name) ? this.typeArguments(text.slice(text.indexOf("<") + 1, -1), look) : null;
      return {
        is: "held",
        name: held.name,
        item,
        outer: outside && place ? place : FOREIGN,
        ...(failed ? { failure: failed } : {}),
        ...(parts ? { parts } : {}),
      };
    }
    const parts = segments === null && text.includes("|") ? splitTop(text, "|") : [];
    if (parts.length > 1 && parts.length <= MOST_PARTS) return several(parts.map((part) => this.valued(part, look)).filter(isOwn));
    return this.foreign(segments);
  }

  /** `std::pair<Key, Item>`: each of them by its position. */
  private product(list: string, look: (segments: string[]) => Place | null): Place {
    const parts = this.typeArguments(list, look);
    return { is: "held", name: "pair", item: () => parts(1), outer: FOREIGN, parts };
  }

  /** `type Result<T> = std::result::Result<T, Error>`: what it says failed holds. */
  private failureOf(alias: Place | null): (() => Place | null) | null {
    const { symbol } = alias?.is === "symbol" ? alias : {};
    const failure = symbol?.type ? heldType(symbol.type)?.failure : undefined;
    return symbol === undefined || failure === undefined
      ? null
      : () => this.valued(failure, (segments) => this.typeIn(symbol.path, segments, symbol.qualified));
  }

  /** A value whose type was written with arguments knows them. */
  private applied(place: Place | null, text: string, look: (segments: string[]) => Place | null): Place | null {
    const open = place?.is === "value" && place.args === undefined ? text.search(/[<[]/) : -1;
    if (place?.is !== "value" || open <= 0) return place;
    const end = closing(text, open);
    return end < 0 ? place : { ...place, args: this.typeArguments(text.slice(open + 1, end - 1), look) };
  }

  /** Type arguments as written, by position; each is looked up when it is asked for. */
  protected typeArguments(text: string, look: (segments: string[]) => Place | null): (position: number) => Place | null {
    const list = splitTop(text, ",").filter((part) => !/^\s*'/.test(part));
    // `Node<T>` where T is a Node of T
    let asking = false;
    return (position) => {
      const part = list[position]?.replace(/^\s*(?:out|in|\?\s*extends|\?\s*super)\s/, "");
      if (part === undefined || asking) return null;
      asking = true;
      const found = this.valued(part, look);
      asking = false;
      return found;
    };
  }

  /** The type parameters of a type, or with "()" of a function. */
  protected parametersOf(symbol: WorldSymbol, before = ""): string[] {
    return this.fieldsOf(symbol.path, symbol.qualified, `${before}<>`)[0]?.type.split(",") ?? [];
  }

  /** The type arguments that a value has as an instance of a type above its own. */
  protected argumentsOf(on: Value, owner: WorldSymbol, left = MOST_ABOVE): Value["args"] {
    if (on.type.path === owner.path && on.type.qualified === owner.qualified) return on.args;
    if (left <= 0) return undefined;
    for (const above of this.supers(on.type)) {
      if (above.is !== "symbol") continue;
      const text = this.fieldsOf(on.type.path, on.type.qualified, `<>${above.symbol.name}`)[0]?.type;
      const value: Value = { is: "value", type: above.symbol };
      if (text !== undefined) {
        const { path, qualified } = on.type;
        const own = this.parametersOf(on.type);
        value.args = this.typeArguments(
          text,
          (segments) => this.substituted(segments, own, on.args) ?? this.typeIn(path, segments, `${qualified}.x`),
        );
      }
      const found = this.argumentsOf(value, owner, left - 1);
      if (found) return found;
    }
    return undefined;
  }

  private substituted(segments: string[], parameters: readonly string[], args: Value["args"]): Place | null {
    const at = segments.length === 1 ? parameters.indexOf(segments[0]!) : -1;
    return at < 0 || !args ? null : args(at);
  }

  /**
   * What a type text written at a definition is for a member of a value: the type parameters of the type it stands in are what the value's type gives.
   * @param types type arguments of the call itself, and where they are written
   * @returns null where nothing is to be put in: the text alone tells
   */
  protected specialised(
    symbol: WorldSymbol,
    text: string,
    on: Value | undefined,
    types?: { text: string; look: (segments: string[]) => Place | null },
  ): Place | null {
    const own = types === undefined ? [] : this.parametersOf(symbol, RETURNED);
    const holder = on === undefined ? null : this.holder(symbol);
    const outer = holder ? this.parametersOf(holder) : [];
    const names = text.match(/[a-zA-Z\x80-\u{10FFFF}_][\w\x80-\u{10FFFF}]*/gu) ?? [];
    const given = own.length > 0 && names.some((name) => own.includes(name)) ? this.typeArguments(types!.text, types!.look) : undefined;
    const args = on && holder && outer.length > 0 && names.some((name) => outer.includes(name)) ? this.argumentsOf(on, holder) : undefined;
    if (!given && !args) return null;
    return this.valued(
      text,
      (segments) =>
        this.substituted(segments, own, given) ??
        this.substituted(segments, outer, args) ??
        this.typeIn(symbol.path, segments, symbol.qualified),
    );
  }

  /** What the head of a function, or of a type that is constructed through its own head, says of parameters; null where nothing is kept. */
  signatureOf(symbol: WorldSymbol): Signature | null {
    return this.tree.memo("signature", symbol.id, () => {
      const texts = this.fieldsOf(symbol.path, symbol.qualified, PARAMETERS);
      const same = this.tree
        .members(symbol.path, symbol.qualified)
        .filter(({ kind, arity }) => arity !== null && (kind === "function" || kind === "method" || kind === "macro" || isType(kind)));
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
    for (const owner of this.hierarchy(type)) {
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

  /** What the only method of the interface that a parameter is of gets: the lambda given for it is that method. */
  private ofInterface(symbol: WorldSymbol, argument: string, parameter: string): Place | null {
    for (const one of this.tree.members(symbol.path, symbol.qualified)) {
      const parameters = this.signatureOf(one)?.parameters ?? [];
      const text = (argument === "L" ? parameters.at(-1) : parameters[Number(argument)])?.type;
      const on = text ? this.valued(text, (segments) => this.typeIn(one.path, segments, one.qualified)) : null;
      if (on?.is !== "value" || on.type.kind !== "interface") continue;
      const declared = this.declaredIn(on.type);
      if (declared.length !== 1) continue;
      const [method] = this.tree.members(on.type.path, declared[0]!.of);
      const type = parseSignature(declared[0]!.type).parameters[Number(parameter)]?.type;
      const found =
        method && type
          ? (this.specialised(method, type, on) ?? this.valued(type, (segments) => this.typeIn(method.path, segments, method.qualified)))
          : null;
      if (found) return found;
    }
    return null;
  }

  /** What the function given as an argument gets: its parameter, by both positions; "L" is the last argument, "R" what its plain names are members of. */
  protected lambdaParameter(symbol: WorldSymbol, argument: string, parameter: string, on: Value | undefined): Place | null {
    const shift = symbol.parentKind === "class" ? (this.family.extensionReceivers ?? 0) : 0;
    let text: string | undefined;
    if (argument === "L") {
      for (let at = 12; at >= 0 && text === undefined; at--)
        text = this.fieldsOf(symbol.path, symbol.qualified, `${RETURNED}@${at}`)[0]?.type;
    } else
      text =
        this.fieldsOf(symbol.path, symbol.qualified, `${RETURNED}@${argument}`)[0]?.type ??
        (shift > 0 ? this.fieldsOf(symbol.path, symbol.qualified, `${RETURNED}@${Number(argument) + shift}`)[0]?.type : undefined);
    if (text === undefined) return this.ofInterface(symbol, argument, parameter);
    const all = splitTop(text, ",");
    const receiver = all[0]!.startsWith(".") ? all.shift()!.slice(1) : null;
    const type = parameter === "R" ? receiver : all[Number(parameter)];
    if (!type) return null;
    return this.specialised(symbol, type, on) ?? this.valued(type, (segments) => this.typeIn(symbol.path, segments, symbol.qualified));
  }

  /** `typedef struct store store_t` and `using Store = Cache<int>` name a type that is elsewhere. */
  private unaliased(place: Place | null): Place | null {
    if (!this.family.typesNamed || place?.is !== "value" || place.type.kind !== "type") return place;
    const named = place.type.type === null ? null : this.declared(place.type);
    if (named?.is === "value") return named;
    // `using view = std::string_view;` under one condition, `using view = lib::view;` under another: what the tree has
    for (const other of this.family.aliases ? this.tree.full(place.type.full, this.family) : []) {
      const instead = other.kind === "type" && other.id !== place.type.id ? this.declared(other) : null;
      if (instead?.is === "value" && instead.type.id !== place.type.id) return instead;
    }
    return named?.is === "held" ? named : place;
  }

  /** A type named in full that the tree nowhere defines is the language's own; type parameters and the like say nothing. */
  protected foreign(segments: string[] | null): Place | null {
    const name = segments?.at(-1);
    if (name === undefined || SAYS_NOTHING.test(name) || this.tree.defined(name)) return null;
    return { is: "foreign", name };
  }

  /** A member that the tree adds to a type outside it: `fun String.shout()`, `extension String { … }`. */
  protected added(type: string, name: string, arity: number | null): Found | null {
    if (this.family.extended && this.tree.defined(name)) {
      const found = pick(
        this.family.extended(this.tree, type, name),
        arity === null ? null : arity + (this.family.extensionReceivers ?? 0),
      );
      if (found) return { place: { is: "symbol", symbol: found }, typed: true };
    }
    if (!this.family.scattered) return null;
    const extended = this.tree.holders(name);
    // Objective-C: a category on `NSArray` is there for `NSMutableArray` too
    if (type.startsWith("NSMutable") && extended?.has(type) !== true) return this.added(type.replace("Mutable", ""), name, arity);
    if (extended?.has(type) === false) return null;
    const stranger: WorldSymbol = {
      id: Number.MIN_SAFE_INTEGER,
      path: this.tree.facts.path,
      language: this.tree.facts.language,
      double: isDouble(this.tree.facts.path),
      kind: "class",
      name: type,
      qualified: type,
      exported: true,
      arity: null,
      type: null,
      declares: false,
      parentKind: "file",
      full: type,
    };
    const found = pick(this.family.scattered(this.tree, stranger, name), arity);
    return found && { place: { is: "symbol", symbol: found }, typed: true };
  }

  /** Where a type is meant, a type: a factory function may have its name (Kotlin, C). */
  protected asType(place: Place | null): Place | null {
    if (place?.is !== "symbol" || isType(place.symbol.kind)) return place;
    // inside a class its own name is its constructor's too
    const { path, qualified, name } = place.symbol;
    const around = containers(qualified)[0];
    if (around !== undefined && (around === name || around.endsWith(`.${name}`))) {
      const outer = this.tree.members(path, around).find((symbol) => isType(symbol.kind));
      if (outer) return { is: "symbol", symbol: outer };
    }
    const type = this.tree.members(place.symbol.path, place.symbol.qualified).find((symbol) => isType(symbol.kind));
    return type ? { is: "symbol", symbol: type } : place;
  }

  /** A type path written at the top level, or inside `enclosing`, of another file. */
  typeIn(path: string, segments: string[], enclosing: string): Place | null {
    const own = containers(`${enclosing}.`).slice(0, 1)[0];
    let place: Place | null = null;
    if ((segments[0] === "Self" || segments[0] === "self" || segments[0] === "this" || segments[0] === "static") && own) {
      for (const outer of containers(`${enclosing}.`)) {
        const type = this.tree.members(path, outer).find((symbol) => isType(symbol.kind));
        if (type) {
          place = { is: "symbol", symbol: type };
          break;
        }
      }
    }
    for (const outer of containers(`${enclosing}.`)) {
      if (place) break;
      const nested = this.tree.members(path, `${outer}.${segments[0]}`).find((symbol) => isType(symbol.kind));
      if (nested) place = { is: "symbol", symbol: nested };
    }
    place ??=
      this.topLevel(path, segments[0]!, null, hops, containers(`${enclosing}.`)) ??
      this.family.root?.(this.tree, path, segments[0]!) ??
      this.boundIn(path, segments[0]!, enclosing) ??
      this.inheritedType(path, segments[0]!, enclosing);
    if (!place && segments.length > 1) return this.asType(this.inSpace(segments.slice(0, -1).join("."), segments[segments.length - 1]!));
    place = this.asType(place);
    for (const segment of segments.slice(1)) place = this.asType((place && this.member(place, segment, null)?.place) || null);
    return place;
  }

  /** A type inside a type that one around inherits from: `class In extends Proxy { class Builder extends AbstractBuilder {} }`. */
  private inheritedType(path: string, name: string, enclosing: string): Place | null {
    if (!this.family.implicitSelf || this.family.flows || !this.tree.defined(name)) return null;
    for (const outer of containers(`${enclosing}.`)) {
      const around = this.tree.members(path, outer).find((symbol) => isType(symbol.kind));
      if (!around) continue;
      for (const owner of this.hierarchy(around)) {
        if (owner === around || this.tree.holders(name)?.has(owner.name) === false) continue;
        const type = this.tree.members(owner.path, `${owner.qualified}.${name}`).find((symbol) => isType(symbol.kind));
        if (type) return { is: "symbol", symbol: type };
      }
    }
    return null;
  }

  /** The bound of a type parameter of a type around. */
  private boundIn(path: string, name: string, enclosing: string): Place | null {
    const around = containers(`${enclosing}.`);
    if (around.length === 0) return null;
    for (const field of this.tree.outline(path)?.fields ?? [])
      if (field.name === `<${name}>` && around.includes(field.of)) return this.typePlace(field.type, path);
    return null;
  }

  /** The type that a text names at the top level of a file. */
  protected typePlace(type: string, path: string): Place | null {
    const segments = parseType(type);
    return segments && this.typeIn(path, segments, "");
  }
}

/** Is it an instance of a type of the tree? */
function isOwn(place: Place | null): boolean {
  return place?.is === "value" && place.type.id !== Number.MIN_SAFE_INTEGER;
}

/** An instance of the type a place is; itself where it already is a value or leaves the tree. */
export function instance(place: Place): Place | null {
  if (place.is === "symbol") return isType(place.symbol.kind) ? { is: "value", type: place.symbol } : null;
  return place.is === "value" || place.is === "external" || place.is === "held" ? place : null;
}
