/**
 * Types: what a type text names, what a value of it has, what stands above it.
 */
import { containers, type Place } from "./_family.ts";
import { accessor, heldType, isTransparent } from "./_holders.ts";
import { type Found, hops, UNKNOWN } from "./_imports.ts";
import { CALL, EACH, type Link, parseChain, parseType } from "./_names.ts";
import { pick } from "./_tree.ts";
import { type Site, several, Values } from "./_values.ts";
import { isCallable, isType, type WorldSymbol } from "./_world.ts";

/** Type parameters by custom, and types that hold anything. */
const SAYS_NOTHING =
  /^(?:\p{Lu}\d*|\p{Lu}{2}|T\p{Lu}\w*|_\w*|any|Any|object|Object|unknown|dynamic|var|auto|val|let|mixed|id|interface|self|Self|this|static|callable|Callable|type|function|Function)$/u;

const FOREIGN: Place = { is: "foreign" };

/**
 * Values that hold one another are followed so many times: `get x() { return x; }` would be followed for ever, without even filling the stack (calls in
 * tail position leave nothing on it). Several values at once cost more of them, or their number would multiply at every step.
 */
const MOST_STEPS = 16;
const STEPS_OF_SEVERAL = 5;

export abstract class Types extends Values {
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
      const [position, fallback] = type.split("=") as [string, string?];
      return own ? this.guarded(`passed ${type}`, scope, () => this.passed(scope, Number(position), fallback ?? null)) : null;
    }
    // what a name in a chain is can depend on the line
    return this.guarded(`${from} ${type}`, !own ? path : from === "call" ? `${scope} ${line}` : scope, () => {
      if (from === "call") {
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

  /**
   * The value of a type as written.
   * @param look what a type path means where it is written
   */
  private valued(text: string, look: (segments: string[]) => Place | null): Place | null {
    const segments = parseType(text);
    const place = segments && look(segments);
    if (place?.is === "module" && this.family.moduleTypes) return place;
    const held = /[<[]/.test(text) ? heldType(text) : null;
    // `type Result<T> = std::Result<T, E>`: an alias of a holder is one
    const wraps = place?.is === "symbol" && place.symbol.kind === "type" && held !== null && isTransparent(held.name);
    const outside = place?.is === "external" && held !== null;
    if (place && !wraps && !outside) return this.unaliased(instance(place));
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
      return { is: "held", name: held.name, item, outer: outside ? place : FOREIGN };
    }
    return this.foreign(segments);
  }

  /** C: `typedef struct store store_t` and `using Store = Cache<int>` name a type that is elsewhere. */
  private unaliased(place: Place | null): Place | null {
    if (this.family.name !== "c" || place?.is !== "value" || place.type.kind !== "type" || place.type.type === null) return place;
    const named = this.declared(place.type);
    return named?.is === "value" || named?.is === "held" ? named : place;
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
    if (!this.family.scattered || !this.tree.mayHold(type, name)) return null;
    const stranger: WorldSymbol = {
      id: Number.MIN_SAFE_INTEGER,
      path: this.tree.facts.path,
      language: this.tree.facts.language,
      kind: "class",
      name: type,
      qualified: type,
      exported: true,
      arity: null,
      type: null,
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
      this.boundIn(path, segments[0]!, enclosing);
    if (!place && segments.length > 1) return this.asType(this.inSpace(segments.slice(0, -1).join("."), segments[segments.length - 1]!));
    place = this.asType(place);
    for (const segment of segments.slice(1)) place = this.asType((place && this.member(place, segment, null)?.place) || null);
    return place;
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
    place ??= this.topLevel(path, first.name, null, hops, this.family.flows || of === "" ? [] : containers(`${of}.`));
    const found = place && this.called({ place, typed: false }, first, site);
    return found && this.rest(found, links.slice(1), site);
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
      const member: Found | null = this.member(found.place, link.name, null);
      if (!member) return null;
      const typed = found.typed || member.typed;
      found = this.called({ place: link.called ? this.callable(member.place) : member.place, typed }, link, site);
    }
    return found;
  }

  /** The type that a definition stands in. */
  holder(symbol: WorldSymbol): WorldSymbol | null {
    const outer = containers(symbol.qualified)[0];
    return outer === undefined ? null : (this.tree.members(symbol.path, outer).find(({ kind }) => isType(kind)) ?? null);
  }

  /** A field and a method of one name: what is called is the method. */
  callable(place: Place): Place {
    if (place.is !== "symbol" || (place.symbol.kind !== "field" && place.symbol.kind !== "constant")) return place;
    const method = this.tree.members(place.symbol.path, place.symbol.qualified).find((symbol) => isCallable(symbol.kind));
    return method ? { is: "symbol", symbol: method } : place;
  }

  /** What calling (or constructing) a place gives; the place itself when the link is not a call. */
  protected called(found: Found, link: Link, site: Site | null = null, left: number = MOST_STEPS): Found | null {
    if (left <= 0) return null;
    if (!link.called && !link.fresh) return found;
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
    if (isType(place.symbol.kind)) return { place: instance({ is: "symbol", symbol: place.symbol }) ?? UNKNOWN, typed: true };
    const { kind } = place.symbol;
    const function_ = kind === "function" || kind === "method" || kind === "macro";
    let returned = this.declared(place.symbol);
    if (this.family.flows && !function_ && (returned?.is === "symbol" || returned?.is === "several"))
      return this.called({ place: returned, typed: true }, link, site, left - 1);
    if (!returned && function_) returned = this.returned(place.symbol, site && { site, args: link.args ?? "" });
    return returned ? { place: returned, typed: true } : null;
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
      return field ? this.typeOf(field.type, field.from, symbol.path, 0, Number.MAX_SAFE_INTEGER, of) : null;
    });
  }

  /** A member of a place. `typed` when it was reached through a value's type. */
  member(place: Place, name: string, arity: number | null, left: number = MOST_STEPS): Found | null {
    if (left <= 0) return null;
    if (name === "@it" || (name === "await" && this.family.name === "rust"))
      return { place: { is: "gives", place: this.settled(place) }, typed: true };
    switch (place.is) {
      case "unknown":
        return null;
      case "gives":
        return this.member(place.place, name, arity, left - 1);
      case "record": {
        const found = this.recorded(place, name, arity);
        return found && { place: found, typed: true };
      }
      case "several": {
        const found = several(place.places.map((one) => this.member(one, name, arity, left - STEPS_OF_SEVERAL)?.place ?? null));
        return found && { place: found, typed: true };
      }
      case "held": {
        const added = this.added(place.name, name, arity);
        if (added) return added;
        // one of what an optional list holds, not the list
        if (name === EACH && this.family.flows && isTransparent(place.name)) {
          const inner = place.item();
          return inner && this.member(inner, name, arity, left - 1);
        }
        const gives = accessor(place.name, name);
        const { outer } = place;
        if (gives === "same") return { place: { is: "gives", place, outer }, typed: true };
        const item = gives === null ? null : place.item();
        if (item && gives === "through") return this.member(item, name, arity, left - 1);
        return { place: item ? { is: "gives", place: item, outer } : outer, typed: true };
      }
      case "foreign": {
        const added = place.name === undefined ? null : this.added(place.name, name, arity);
        return added ?? { place, typed: false };
      }
      case "external":
        return { place, typed: false };
      case "module": {
        const found = this.exported(place.files, name, arity, hops) ?? this.family.submodule?.(this.tree, place, name);
        if (found) return { place: found, typed: false };
        const main = name === "default" ? null : this.exported(place.files, "default", null, hops);
        return main && main.is !== "module" ? this.member(main, name, arity, left - 1) : null;
      }
      case "space": {
        const found = this.inSpace(place.name, name);
        return found && { place: found, typed: false };
      }
      case "value": {
        const found = this.typeMember(place.type, name, arity, place.above ?? false);
        if (found) return { place: { is: "symbol", symbol: found }, typed: true };
        const field = this.field(place.type, name);
        if (field) return { place: field, typed: true };
        if (this.family.sameAgain?.has(name)) return { place: { is: "gives", place }, typed: true };
        const alias = place.type.kind === "type" ? this.declared(place.type) : null;
        if (alias?.is === "held") return this.member(alias, name, arity, left - 1);
        // what no supertype in the tree has comes from one outside it
        const outside = place.self && this.family.dynamic ? null : this.outside(place.type);
        return outside && { place: outside, typed: true };
      }
      case "symbol": {
        const { symbol } = place;
        if (isType(symbol.kind)) {
          if (this.family.constructors.includes(name)) {
            const own = this.typeMember(symbol, name, arity);
            return { place: { is: "symbol", symbol: own ?? symbol }, typed: false };
          }
          const found = this.typeMember(symbol, name, arity) ?? this.family.inside?.(this.tree, symbol, name);
          if (found) return { place: { is: "symbol", symbol: found }, typed: false };
          const alias = symbol.kind === "type" ? this.declared(symbol) : null;
          const through = alias?.is === "value" && alias.type.id !== symbol.id ? this.member(alias, name, arity, left - 1) : null;
          return through && { place: through.place, typed: false };
        }
        const direct = pick(this.tree.members(symbol.path, `${symbol.qualified}.${name}`), arity);
        if (direct) return { place: { is: "symbol", symbol: direct }, typed: false };
        if (symbol.kind === "module" || symbol.kind === "namespace") {
          const wider = this.inSpace(symbol.qualified, name) ?? this.throughModule(symbol, name);
          return wider && { place: wider, typed: false };
        }
        // Scala: a method without parameters is called by its name alone
        if (symbol.kind === "method" && symbol.language === "scala" && symbol.type !== null) {
          const given = this.declared(symbol);
          return given && given.is !== "unknown" ? this.member(given, name, arity, left - 1) : null;
        }
        if (symbol.kind === "function" || symbol.kind === "macro" || (symbol.kind === "method" && !this.family.flows)) {
          const bound = this.family.flows ? this.fieldsOf(symbol.path, "", `${symbol.qualified}.${name}`)[0] : undefined;
          if (!bound && name === "bind" && this.family.name === "javascript") return { place: { is: "gives", place }, typed: true };
          const own = bound && this.typeOf(bound.type, bound.from, symbol.path, 0, Number.MAX_SAFE_INTEGER);
          return own ? { place: own, typed: true } : null;
        }
        const put = this.family.flows ? this.fieldsOf(symbol.path, "", `${symbol.qualified}.${name}`)[0] : undefined;
        const given = put && this.typeOf(put.type, put.from, symbol.path, 0, Number.MAX_SAFE_INTEGER);
        if (given) return { place: given, typed: true };
        // of a method that is not called only what a property gives can be asked
        const held = symbol.kind === "method" ? (this.declared(symbol) ?? this.returned(symbol, null)) : this.declared(symbol);
        return held && held.is !== "unknown" ? this.member(held, name, arity, left - 1) : null;
      }
    }
  }

  /** `mod x { pub use … }`, Ruby modules with mixins. */
  protected throughModule(symbol: WorldSymbol, name: string): Place | null {
    const inherited = this.typeMember(symbol, name, null);
    if (inherited) return { is: "symbol", symbol: inherited };
    if (!this.family.inlineModules) return null;
    for (const imported of this.tree.outline(symbol.path)?.imports ?? []) {
      if (!imported.reexport || imported.within !== symbol.qualified) continue;
      const place =
        this.bindingOf(symbol.path, imported, name, hops) ??
        (imported.form === "wildcard" ? this.through(symbol.path, imported, name, null, hops) : null);
      if (place) return place;
    }
    return null;
  }

  /** A typed field of a type or of its supertypes, as the value it holds. */
  protected field(type: WorldSymbol, name: string): Place | null {
    for (const owner of this.hierarchy(type)) {
      for (const field of this.fieldsOf(owner.path, owner.qualified, name)) {
        if (field.type === "") continue;
        const place = this.typeFromType(owner, field.type, field.from);
        if (place || !this.family.flows) return place;
      }
    }
    return null;
  }

  protected typeFromType(owner: WorldSymbol, type: string, from: string): Place | null {
    if (from === "call" || from === "value")
      return this.typeOf(type, from, owner.path, owner.id < 0 ? -1 - owner.id : 0, Number.MAX_SAFE_INTEGER, owner.qualified);
    if (from === "parameter") return null;
    return this.valued(type, (segments) => this.typeIn(owner.path, segments, `${owner.qualified}.x`));
  }

  /** A name used as a value: a variable is what it holds, a function itself. */
  settled(place: Place): Place {
    if (place.is === "gives") return place.place;
    if (place.is !== "symbol") return place;
    const { kind } = place.symbol;
    const holds = kind === "variable" || kind === "constant" || kind === "field";
    return holds ? (this.declared(place.symbol) ?? UNKNOWN) : place;
  }

  /** A method or field symbol of a type, looked up in the type and then in its supertypes, nearest first. */
  typeMember(type: WorldSymbol, name: string, arity: number | null, above = false): WorldSymbol | null {
    for (const owner of this.hierarchy(type)) {
      if ((above && (owner === type || (this.family.parts && owner.full === type.full))) || !this.tree.mayHold(owner.name, name)) continue;
      const own = this.tree.members(owner.path, `${owner.qualified}.${name}`);
      const found = pick(own, arity) ?? pick(this.family.scattered?.(this.tree, owner, name) ?? [], arity);
      if (found) return found;
    }
    if (!this.family.extended || !this.tree.defined(name)) return null;
    for (const owner of this.hierarchy(type)) {
      const found = pick(
        this.family.extended(this.tree, owner.name, name),
        arity === null ? null : arity + (this.family.extensionReceivers ?? 0),
      );
      if (found) return found;
    }
    return null;
  }

  /** The package outside the tree that a type inherits from, if any. */
  protected outside(type: WorldSymbol): Place | null {
    for (const owner of this.hierarchy(type)) for (const place of this.supers(owner)) if (place.is === "external") return place;
    return null;
  }

  /** A type and its known supertypes, breadth first, each once. */
  hierarchy(type: WorldSymbol): WorldSymbol[] {
    return this.tree.memo("above", type.id, () => {
      const out = [type];
      const seen = new Set([type.id]);
      for (let i = 0; i < out.length && out.length < 200; i++) {
        for (const part of this.family.parts?.(this.tree, out[i]!) ?? []) {
          if (seen.has(part.id)) continue;
          seen.add(part.id);
          out.push(part);
        }
        for (const place of this.supers(out[i]!)) {
          if (place.is !== "symbol" || seen.has(place.symbol.id)) continue;
          seen.add(place.symbol.id);
          out.push(place.symbol);
        }
      }
      return out;
    });
  }

  /** The same look-ups from no file in particular: what they find can be shared by all files. */
  protected abstract neutral(type: WorldSymbol): Types;

  /** The supertypes a type names. Those of another file's type are worked out once for all: everything in a framework inherits from it. */
  supers(type: WorldSymbol): Place[] {
    if (type.id < 0) return this.named(type);
    return this.tree.memo("shared supers", type.id, () => {
      const found = this.tree.world.shared(`supers ${this.family.name} ${type.id}`, () => this.neutral(type).named(type)) ?? [];
      const mine = this.tree.facts.path;
      // This file's own symbols have another form here.
      return found.some((place) => place.is === "symbol" && place.symbol.path === mine) ? this.named(type) : found;
    });
  }

  protected named(type: WorldSymbol): Place[] {
    const active = this.tree.memo("rising", 0, () => new Set<number>());
    if (active.has(type.id)) return [];
    return this.tree.memo("supers", type.id, () => {
      active.add(type.id);
      const out: Place[] = [];
      for (const above of this.tree.outline(type.path)?.supertypes ?? []) {
        if (above.of !== type.qualified) continue;
        const segments = parseType(above.receiver === null ? above.name : `${above.receiver}.${above.name}`);
        const named =
          segments && this.typeIn(type.path, segments, containers(type.qualified)[0] ? `${containers(type.qualified)[0]}.x` : "");
        const place = named?.is === "module" ? this.exported(named.files, "default", null, hops) : named;
        if (place?.is === "symbol" && place.symbol.id === type.id) continue;
        if (place) out.push(place);
      }
      active.delete(type.id);
      return out;
    });
  }
}

/** An instance of the type a place is; itself where it already is a value or leaves the tree. */
function instance(place: Place): Place | null {
  if (place.is === "symbol") return isType(place.symbol.kind) ? { is: "value", type: place.symbol } : null;
  return place.is === "value" || place.is === "external" ? place : null;
}
