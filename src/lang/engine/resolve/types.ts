/** Types as they are written. */

import { containers, type Family } from "./family.ts";
import { heldType, isTransparent, ofContainer } from "./holders.ts";
import { hops } from "./imports.ts";
import { FOREIGN, instance, type Place, several, type Value } from "./place.ts";
import type { Resolver } from "./resolver.ts";
import { closing, isWrapper, parseType, splitTop } from "./text.ts";
import type { Tree } from "./tree.ts";
import { isType, RETURNED, type WorldSymbol } from "./world.ts";

/** Type parameters by custom, and types that hold anything. */
const SAYS_NOTHING =
  /^(?:\p{Lu}\d*|\p{Lu}{2}|T\p{Lu}\w*|_\w*|any|Any|object|Object|unknown|dynamic|var|auto|val|let|mixed|id|interface|self|Self|this|static|callable|Callable|type|function|Function)$/u;

/** C++: things of several types beside one another, and what is held by keys. */
const PRODUCT = /^(?:const\s+)?(?:std::)?(pair|tuple)\s*<([\s\S]*)>[\s&*]*$/;
/** `std::vector<Item>::iterator`. */
const WITHIN = /^(?:typename\s+)?([\s\S]*>)\s*::\s*([a-z]\w*)$/;
const MAP = /^(?:unordered_)?(?:multi)?map$/;

/** A union of more types than this says little. */
const MOST_PARTS = 5;
/** So many types above its own the type arguments of a value are followed. */
const MOST_FOLLOWED = 6;

/** What does a type text mean where it is written, and what are its type arguments? */
export class Types {
  constructor(
    private readonly tree: Tree,
    private readonly family: Family,
    /** Who answers what this asks. */
    private readonly ask: Pick<Resolver, "supertypes" | "values" | "imports" | "members" | "names" | "bindings">,
  ) {}

  /**
   * The value of a type as written.
   * @param look what a type path means where it is written
   */
  valued(written: string, look: (segments: string[]) => Place | null): Place | null {
    // a pointer stands for what it points at
    const text = written.endsWith("*") ? written.replace(/[\s*]+$/, "") : written;
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
    const [, container, inside] = (this.family.overloadsAccess && WITHIN.exec(text)) || [];
    const within = container === undefined ? null : this.valued(container, look);
    const found = within && ofContainer(within, inside!);
    if (found) return found;
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
    const written = text.slice(open + 1, end - 1);
    return end < 0 ? place : { ...place, args: this.typeArguments(written, look), written };
  }

  /** Type arguments as written, by position; each is looked up when it is asked for. */
  typeArguments(text: string, look: (segments: string[]) => Place | null): (position: number) => Place | null {
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
  parametersOf(symbol: WorldSymbol, before = ""): string[] {
    return this.tree.fieldsOf(symbol.path, symbol.qualified, `${before}<>`)[0]?.type.split(",") ?? [];
  }

  /** The type arguments that a value has as an instance of a type above its own. */
  argumentsOf(on: Value, owner: WorldSymbol, left = MOST_FOLLOWED): Value["args"] {
    if (on.type.path === owner.path && on.type.qualified === owner.qualified) return on.args;
    if (left <= 0) return undefined;
    for (const above of this.ask.supertypes.supers(on.type)) {
      if (above.is !== "symbol") continue;
      const text = this.tree.fieldsOf(on.type.path, on.type.qualified, `<>${above.symbol.name}`)[0]?.type;
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
    // `typename T::Item` of C++
    const within = segments.length > 1 && this.family.overloadsAccess === true;
    const at = segments.length === 1 || within ? parameters.indexOf(segments[0]!) : -1;
    const found = at < 0 || !args ? null : args(at);
    if (!within || !found) return found;
    let place: Place | null = found.is === "value" ? { is: "symbol", symbol: found.type } : null;
    for (const segment of segments.slice(1)) place = this.asType((place && this.ask.members.member(place, segment, null)?.place) || null);
    return place;
  }

  /**
   * What a type text written at a definition is for a member of a value: the type parameters of the type it stands in are what the value's type gives.
   * @param types type arguments of the call itself, and where they are written
   * @param deduced what the arguments of the call say that a type parameter of its own is
   * @returns null where nothing is to be put in: the text alone tells
   */
  specialised(
    symbol: WorldSymbol,
    text: string,
    on: Value | undefined,
    types?: { text: string; look: (segments: string[]) => Place | null },
    deduced?: (parameter: string) => Place | null,
  ): Place | null {
    const own = types === undefined && deduced === undefined ? [] : this.parametersOf(symbol, RETURNED);
    const holder = on === undefined ? null : this.ask.supertypes.holder(symbol);
    const outer = holder ? this.parametersOf(holder) : [];
    const names = text.match(/[a-zA-Z\x80-\u{10FFFF}_][\w\x80-\u{10FFFF}]*/gu) ?? [];
    const given = own.length > 0 && names.some((name) => own.includes(name)) ? this.givenTo(own, types, deduced) : undefined;
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

  /** The type arguments of a call, those that are written before those that its arguments tell. */
  private givenTo(
    own: readonly string[],
    types?: { text: string; look: (segments: string[]) => Place | null },
    deduced?: (parameter: string) => Place | null,
  ): (position: number) => Place | null {
    const written = types && this.typeArguments(types.text, types.look);
    const many = types ? splitTop(types.text, ",").length : 0;
    return (position) => (position < many ? written!(position) : (deduced?.(own[position]!) ?? null));
  }

  /** `typedef struct store store_t` and `using Store = Cache<int>` name a type that is elsewhere. */
  private unaliased(place: Place | null): Place | null {
    if (!this.family.typesNamed || place?.is !== "value" || place.type.kind !== "type") return place;
    const named = place.type.type === null ? null : this.ask.values.declared(place.type);
    if (named?.is === "value") return named;
    // `using view = std::string_view;` under one condition, `using view = lib::view;` under another: what the tree has
    for (const other of this.family.aliases ? this.tree.full(place.type.full, this.family) : []) {
      const instead = other.kind === "type" && other.id !== place.type.id ? this.ask.values.declared(other) : null;
      if (instead?.is === "value" && instead.type.id !== place.type.id) return instead;
    }
    return named?.is === "held" ? named : place;
  }

  /** A type named in full that the tree nowhere defines is the language's own; type parameters and the like say nothing. */
  private foreign(segments: string[] | null): Place | null {
    const name = segments?.at(-1);
    if (name === undefined || SAYS_NOTHING.test(name) || this.tree.defined(name)) return null;
    return { is: "foreign", name };
  }

  /** Where a type is meant, a type: a factory function may have its name (Kotlin, C). */
  asType(place: Place | null): Place | null {
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

  /** A type path written in this file. */
  typeHere(segments: string[], scope: number, line: number): Place | null {
    let place =
      this.selfType(segments[0]!, scope) ??
      this.ask.names.name(segments[0]!, scope, line, null, false, this.family.typesApart) ??
      this.family.root?.(this.tree, this.tree.facts.path, segments[0]!) ??
      this.bounded(segments[0]!, scope);
    if (!place && segments.length > 1)
      return this.asType(this.ask.imports.inSpace(segments.slice(0, -1).join("."), segments[segments.length - 1]!));
    place = this.asType(place);
    for (const segment of segments.slice(1)) place = this.asType((place && this.ask.members.member(place, segment, null)?.place) || null);
    return place;
  }

  /** The bound of a type parameter of a function or type around. */
  private bounded(name: string, scope: number): Place | null {
    for (let at = scope; at > 0; at = this.tree.facts.symbols[at]!.parent) {
      const bound = this.ask.bindings.bindingsOf(at).get(`<${name}>`)?.[0];
      if (bound) return this.typePlace(bound.type, this.tree.facts.path);
    }
    return null;
  }

  private selfType(word: string, scope: number): Place | null {
    if (word !== "Self" && word !== "self" && word !== "this" && word !== "static") return null;
    const type = this.ask.names.enclosingType(scope);
    return type ? { is: "symbol", symbol: type } : null;
  }

  /** A type path written at the top level, or inside `enclosing`, of another file. */
  typeIn(path: string, segments: string[], enclosing: string): Place | null {
    if (this.isFree(path, segments[0]!, enclosing)) return null;
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
      this.ask.imports.topLevel(path, segments[0]!, null, hops, containers(`${enclosing}.`)) ??
      this.family.root?.(this.tree, path, segments[0]!) ??
      this.boundIn(path, segments[0]!, enclosing) ??
      this.inheritedType(path, segments[0]!, enclosing);
    if (!place && segments.length > 1)
      return this.asType(this.ask.imports.inSpace(segments.slice(0, -1).join("."), segments[segments.length - 1]!));
    place = this.asType(place);
    for (const segment of segments.slice(1)) place = this.asType((place && this.ask.members.member(place, segment, null)?.place) || null);
    return place;
  }

  /** Is it the parameter of a template around? It hides what has its name outside. */
  private isFree(path: string, name: string, enclosing: string): boolean {
    if (!this.family.overloadsAccess || !this.tree.defined(name)) return false;
    const names = (of: string, before: string): boolean =>
      this.tree.fieldsOf(path, of, `${before}<>`).some(({ type }) => type.split(",").includes(name));
    return containers(`${enclosing}.`).some((around) => names(around, "") || names(around, RETURNED));
  }

  /** A type inside a type that one around inherits from: `class In extends Proxy { class Builder extends AbstractBuilder {} }`. */
  private inheritedType(path: string, name: string, enclosing: string): Place | null {
    if (!this.family.implicitSelf || this.family.flows || !this.tree.defined(name)) return null;
    for (const outer of containers(`${enclosing}.`)) {
      const around = this.tree.members(path, outer).find((symbol) => isType(symbol.kind));
      if (!around) continue;
      for (const owner of this.ask.supertypes.hierarchy(around)) {
        if (owner === around || !this.tree.holds(name, owner.name)) continue;
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

  /** The bound of a type parameter of a type around a definition, "" if it has none; undefined where it is no type parameter. */
  boundOf(name: string, path: string, qualified: string): string | undefined {
    for (const outer of [qualified, ...containers(qualified)])
      if (this.tree.fieldsOf(path, outer, "<>")[0]?.type.split(",").includes(name))
        return this.tree.fieldsOf(path, outer, `<${name}>`)[0]?.type ?? "";
    return undefined;
  }

  /** The type that a text names at the top level of a file. */
  private typePlace(type: string, path: string): Place | null {
    const segments = parseType(type);
    return segments && this.typeIn(path, segments, "");
  }
}

/** Is it an instance of a type of the tree? */
function isOwn(place: Place | null): boolean {
  return place?.is === "value" && place.type.id !== Number.MIN_SAFE_INTEGER;
}
