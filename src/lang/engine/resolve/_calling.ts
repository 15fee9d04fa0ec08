/**
 * What calling a place gives, what a definition holds, where a chain of calls leads.
 */
import { languageFor } from "../language.ts";
import { containers, type Place } from "./_family.ts";
import { type Found, hops, UNKNOWN } from "./_imports.ts";
import { CALL, countOf, type Link, parseChain, splitTop } from "./_names.ts";
import { pick } from "./_tree.ts";
import { instance, Types } from "./_types.ts";
import { type Site, several } from "./_values.ts";
import { isCallable, isType, RETURNED, type WorldSymbol } from "./_world.ts";

/**
 * Values that hold one another are followed so many times: `get x() { return x; }` would be followed for ever, without even filling the stack (calls in
 * tail position leave nothing on it). Several values at once cost more of them, or their number would multiply at every step.
 */
export const MOST_STEPS = 16;
export const STEPS_OF_SEVERAL = 5;

export abstract class Calling extends Types {
  /** What calling (or constructing) a place gives; the place itself when the link is not a call. */
  protected called(found: Found, link: Link, site: Site | null = null, left: number = MOST_STEPS): Found | null {
    if (!link.called && !link.fresh) return found;
    if (left <= 0) return null;
    this.step();
    const place = link.fresh && found.place.is === "symbol" ? (this.asType(found.place) ?? found.place) : found.place;
    if (place.is === "unknown") return found;
    // what a call out of the tree returns can be anything, one of our own objects too; what it constructs is its own
    if (place.is === "external") return link.fresh || /^\p{Lu}/u.test(link.name) ? found : { place: UNKNOWN, typed: true };
    if (place.is === "foreign") return { place: UNKNOWN, typed: true };
    if (place.is === "gives") return { place: place.place, typed: true };
    if (place.is === "held") return { place: UNKNOWN, typed: true };
    if (place.is === "several") {
      const places = several(
        place.places.map((one) => this.called({ place: one, typed: true }, link, site, left - STEPS_OF_SEVERAL)?.place ?? null),
      );
      return places && { place: places, typed: true };
    }
    if (place.is === "value") return place.above ? found : null;
    if (place.is === "module") {
      const main = this.exported(place.files, "default", null, hops);
      return main && main.is !== "module" ? this.called({ place: main, typed: found.typed }, link, null, left - 1) : null;
    }
    if (place.is !== "symbol") return null;
    if (link.fresh && place.symbol.kind === "function") return { place: { is: "value", type: place.symbol }, typed: true };
    if (isType(place.symbol.kind)) {
      const made = instance({ is: "symbol", symbol: place.symbol }) ?? UNKNOWN;
      const args = made.is === "value" && link.types !== undefined && site ? this.typeArguments(link.types, this.lookAt(site)) : undefined;
      return { place: made.is === "value" && args ? { ...made, args } : made, typed: true };
    }
    const { kind } = place.symbol;
    const function_ = kind === "function" || kind === "method" || kind === "macro";
    const literal = function_ && link.args !== undefined && site ? this.ofArguments(place.symbol, link.args, site) : null;
    if (literal) return { place: literal, typed: true };
    let returned = this.declaredOn(place, link.types !== undefined && site ? { text: link.types, look: this.lookAt(site) } : undefined);
    if (this.family.flows && !function_ && (returned?.is === "symbol" || returned?.is === "several"))
      return this.called({ place: returned, typed: true }, link, site, left - 1);
    if (returned?.is === "gives" && !function_) returned = returned.place;
    if (!returned && function_) returned = this.returned(place.symbol, site && { site, args: link.args ?? "" });
    return returned ? { place: returned, typed: true } : null;
  }

  /** `<T> T read(String json, Class<T> type)`, called with `Order.class`: an Order. `<T> T visit(T visitor)`: what it is given. */
  private ofArguments(symbol: WorldSymbol, args: string, site: Site): Place | null {
    const signature = symbol.type === null || !languageFor(symbol.language).overloading ? null : this.signatureOf(symbol);
    if (!signature?.types.has(symbol.type!)) return null;
    const same = signature.parameters.findIndex(({ type, variadic }) => type === symbol.type && !variadic);
    const text = same < 0 ? undefined : splitTop(args, ",")[same]?.trim();
    const links = text ? parseChain(text, "each") : null;
    const given = links && (site.scope >= 0 ? this.chain(links, site.scope, site.line) : this.chainIn(links, site.path, site.of));
    const value = given && this.settled(given.place);
    if (value?.is === "value") return value;
    const at = signature.parameters.findIndex(({ type }) => type.replace(/\s/g, "") === `Class<${symbol.type}>`);
    const path = at < 0 ? undefined : /^\s*([\w$.]+)\.class\s*$/.exec(splitTop(args, ",")[at] ?? "")?.[1];
    const named = path === undefined ? null : this.lookAt(site)(path.split("."));
    return named && instance(named);
  }

  /** What a type path means where an expression is written. */
  private lookAt({ path, of, scope, line }: Site): (segments: string[]) => Place | null {
    return (segments) => (scope >= 0 ? this.typeHere(segments, scope, line) : this.typeIn(path, segments, of));
  }

  /** The same as `declared`, for a member of a value whose type arguments are known. */
  declaredOn({ symbol, on }: Place & { is: "symbol" }, types?: { text: string; look: (segments: string[]) => Place | null }): Place | null {
    const { type } = symbol;
    const told =
      (on || types) && type !== null && !(type.endsWith(")") && !type.startsWith("(")) ? this.specialised(symbol, type, on, types) : null;
    return told ?? this.declared(symbol);
  }

  /** The instance that a symbol's declared type names: what a function returns, what a variable holds. */
  declared(symbol: WorldSymbol): Place | null {
    return this.guarded("declared", symbol.id, () => {
      // a member of an enumeration is a value of it
      if (symbol.kind === "constant" && symbol.parentKind === "enum" && symbol.type === null) {
        const type = this.tree.members(symbol.path, containers(symbol.qualified)[0] ?? "").find(({ kind }) => kind === "enum");
        return type ? { is: "value", type } : null;
      }
      if (symbol.type?.endsWith(")") && !symbol.type.startsWith("(")) {
        // told by what its body returns: `Order.build(items)`
        const links = parseChain(symbol.type);
        const found = links && this.chainIn(links, symbol.path, symbol.qualified);
        if (found) return found.place;
      } else if (symbol.type !== null) {
        const value = this.valued(symbol.type, (segments) => this.typeIn(symbol.path, segments, symbol.qualified));
        if (value) return value;
      }
      if (symbol.kind === "function" || symbol.kind === "method") return null;
      const of = containers(symbol.qualified)[0] ?? "";
      const [field] = this.fieldsOf(symbol.path, of, symbol.name);
      if (!field) return null;
      const holder = field.from === "call" && symbol.path === this.tree.facts.path ? this.holder(symbol) : null;
      return this.typeOf(field.type, field.from, symbol.path, holder && holder.id < 0 ? -1 - holder.id : 0, Number.MAX_SAFE_INTEGER, of);
    });
  }

  /** A name used as a value: a variable is what it holds, a function itself. */
  settled(place: Place): Place {
    if (place.is === "gives") return place.place;
    if (place.is !== "symbol") return place;
    const { kind } = place.symbol;
    const holds = kind === "variable" || kind === "constant" || kind === "field";
    return holds ? (this.declaredOn(place) ?? UNKNOWN) : place;
  }

  /** A field and a method of one name: what is called is the method. */
  callable(place: Place): Place {
    if (place.is !== "symbol" || (place.symbol.kind !== "field" && place.symbol.kind !== "constant")) return place;
    const method = this.tree.members(place.symbol.path, place.symbol.qualified).find((symbol) => isCallable(symbol.kind));
    if (method) return { is: "symbol", symbol: method };
    // a field hides no method of a supertype
    const type = this.tree.language.counted ? (place.on?.type ?? this.holder(place.symbol)) : null;
    for (const owner of type ? this.hierarchy(type) : []) {
      if (owner.path !== this.tree.facts.path && this.tree.holders(place.symbol.name)?.has(owner.name) === false) continue;
      const above = this.tree
        .members(owner.path, `${owner.qualified}.${place.symbol.name}`)
        .find(({ kind }) => kind === "method" || kind === "function");
      if (above) return { ...place, symbol: above };
    }
    return place;
  }

  /** The links after the first. */
  protected rest(start: Found, links: Link[], site: Site | null = null): Found | null {
    let found: Found | null = start;
    for (const link of links) {
      if (!found) return null;
      if (link.name === CALL) {
        found = this.called({ place: this.settled(found.place), typed: found.typed }, link, site);
        continue;
      }
      // `new this.constructor()`
      if (link.fresh && link.name === "constructor" && found.place.is === "value" && this.family.prototypes) {
        found = this.called({ place: { is: "symbol", symbol: found.place.type }, typed: true }, link, site);
        continue;
      }
      const member: Found | null = this.member(found.place, link.name, this.tree.language.counted ? countOf(link) : null);
      if (!member) return null;
      const typed = found.typed || member.typed;
      const own = this.ownAgain(found.place, member.place);
      if (own && (link.called || this.family.bareCalls)) {
        found = { place: own, typed: true };
        continue;
      }
      found = this.called({ place: link.called ? this.callable(member.place) : member.place, typed }, link, site);
    }
    return found;
  }

  /** What a method gives that returns its own object: one of the receiver's type, which may be below the method's. */
  private ownAgain(on: Place, member: Place): Place | null {
    if (member.is !== "symbol" || !isCallable(member.symbol.kind)) return null;
    const own = /^(?:self|Self|static|this|instancetype)$/.test(member.symbol.type ?? "");
    if (!own && !this.givesOwn(member.symbol)) return null;
    if (on.is === "value") return { is: "value", type: on.type };
    return on.is === "symbol" && isType(on.symbol.kind) ? instance(on) : null;
  }

  /** Is all that a method returns its own object, or for one of a class a new one: `return this`, `return new this()`, `return cls()`? */
  private givesOwn({ path, qualified, type }: WorldSymbol): boolean {
    if (!this.family.flows || type !== null) return false;
    const given = this.fieldsOf(path, qualified, RETURNED);
    return given.length > 0 && given.every((one) => /^(?:this|self|<this>|cls)(?:\(.*\))?$/.test(one.type));
  }

  /** The same from inside `of` of another file ("": its top level). */
  protected chainIn(links: Link[], path: string, of: string): Found | null {
    const first = links[0]!;
    const site = { path, of, scope: -1, line: 0 };
    if (of !== "" && (this.family.self.includes(first.name) || this.family.parent.includes(first.name))) {
      const type = this.typeAround(path, of);
      const above = this.family.parent.includes(first.name);
      if (type) return this.rest({ place: { is: "value", type, above, self: !above }, typed: true }, links.slice(1), site);
    }
    let place: Place | null = null;
    if (this.family.flows)
      for (const outer of containers(`${of}.`)) {
        const inner = pick(this.tree.members(path, `${outer}.${first.name}`), null);
        if (inner && !isType(this.tree.members(path, outer)[0]?.kind ?? "class")) place ??= { is: "symbol", symbol: inner };
      }
    place ??= this.memberAround(first, path, of);
    place ??= this.topLevel(path, first.name, null, hops, this.family.flows || of === "" ? [] : containers(`${of}.`));
    if (!place && (first.called || first.fresh) && first.types !== undefined && !this.tree.defined(first.name)) {
      const made = this.valued(`${first.name}<${first.types}>`, this.lookAt(site));
      if (made?.is === "held") return this.rest({ place: made, typed: true }, links.slice(1), site);
    }
    const found = place && this.called({ place, typed: false }, first, site);
    return found && this.rest(found, links.slice(1), site);
  }

  /** A plain name inside a type, where such see its members: a type in it, a method of it. */
  private memberAround(first: Link, path: string, of: string): Place | null {
    if (!this.family.implicitSelf || !first.called) return null;
    for (const outer of containers(`${of}.`)) {
      const [type] = this.tree.members(path, outer);
      if (!type || !isType(type.kind)) continue;
      const inner =
        this.tree.members(path, `${outer}.${first.name}`).find(({ kind }) => isType(kind)) ?? this.typeMember(type, first.name, null);
      if (inner && isCallable(inner.kind)) return { is: "symbol", symbol: inner };
    }
    return null;
  }
}
