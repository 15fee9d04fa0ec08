/** Chains of names, calls and members: `a.b(x).c`. */

import { languageFor } from "../language.ts";
import { type Effort, MOST_STEPS, STEPS_OF_SEVERAL } from "./effort.ts";
import { containers, type Family } from "./family.ts";
import { accessor } from "./holders.ts";
import { hops } from "./imports.ts";
import { type Found, instance, type Place, type Site, several, UNKNOWN } from "./place.ts";
import type { Resolver } from "./resolver.ts";
import { CALL, countOf, EACH, type Link, PAYLOAD, parseChain, splitTop } from "./text.ts";
import { pick, type Tree } from "./tree.ts";
import { isCallable, isFunction, isType, RETURNED, type WorldSymbol } from "./world.ts";

const saysSomething = ({ is }: Place): boolean => is !== "foreign" && is !== "unknown";

/** What does a chain of names, calls and members lead to? */
export class Chains {
  constructor(
    private readonly tree: Tree,
    private readonly family: Family,
    private readonly effort: Effort,
    /** Who answers what this asks. */
    private readonly ask: Pick<Resolver, "types" | "imports" | "values" | "signatures" | "supertypes" | "members" | "names" | "bindings">,
  ) {}

  /** The value of a receiver written in this file. */
  chain(links: Link[], scope: number, line: number): Found | null {
    const first = links[0];
    if (!first) return null;
    let found: Found | null = null;
    let from = 1;
    if (first.name[0] === "@") {
      // Ruby: `@pool` is a field of self
      const type = this.ask.names.enclosingType(scope);
      const field = type && this.ask.members.field(type, first.name.replace(/^@@?/, ""));
      return field && this.rest({ place: field, typed: true }, links.slice(1));
    }
    const site = this.siteHere(scope, line);
    if (this.family.self.includes(first.name) || this.family.parent.includes(first.name)) {
      const told = this.family.prototypes && first.name === "this" ? this.ask.names.thisOf(scope, line) : null;
      const type = told === null ? this.ask.names.enclosingType(scope) : null;
      const above = this.family.parent.includes(first.name);
      if (told) found = { place: told, typed: true };
      else if (type) found = { place: { is: "value", type, above, self: !above }, typed: true };
      else if (above && this.family.flows) found = this.ask.names.aboveObject(scope, line);
      else if (this.family.moduleTypes) found = { place: { is: "module", files: [this.tree.facts.path], folder: null }, typed: true };
    }
    if (!found && this.family.inlineModules && (first.name === "super" || first.name === "self")) {
      // inside an inline module these mean the modules of this file first
      const outer = this.ask.names.inlineModule(scope);
      const up = first.name === "self" ? outer : outer && outer.parent > 0 ? outer : null;
      if (outer && first.name === "super" && outer.parent === 0)
        found = { place: { is: "module", files: [this.tree.facts.path], folder: null }, typed: false };
      else if (up) found = { place: { is: "symbol", symbol: this.tree.here[first.name === "self" ? up.index : up.parent]! }, typed: false };
    }
    if (
      !found &&
      first.name === "arguments" &&
      this.family.prototypes &&
      !first.called &&
      this.ask.bindings.boundTo("arguments", scope) === null
    ) {
      const item = (): Place | null => this.ask.bindings.passed(scope, 0, null, true);
      found = { place: { is: "held", name: "[]", item, outer: { is: "foreign" } }, typed: true };
    }
    const passed = found || !this.family.passes ? null : this.passedThrough(links, site);
    if (passed) return passed;
    // `static_cast<Card*>(x)->price()`
    if (!found && first.called && first.types !== undefined && this.family.casts?.test(first.name)) {
      const place = this.ask.types.valued(first.types.replace(/[\s*&]+$/, "").replace(/^const\s+/, ""), (segments) =>
        this.ask.types.typeHere(segments, scope, line),
      );
      if (place) found = { place, typed: true };
    }
    const module = found || !this.family.flows ? null : this.ask.imports.required(first);
    if (module) found = { place: module, typed: false };
    if (!found) {
      // `val cart = cart { … }`: what is handed to the block comes from the function
      const function_ = links[1]?.name.startsWith("@lambda") === true;
      const place =
        this.alias(first, scope, line) ??
        this.ask.names.name(first.name, scope, line, null, function_) ??
        this.family.root?.(this.tree, this.tree.facts.path, first.name) ??
        (first.fresh ? this.ask.types.typeHere([first.name], scope, line) : null);
      if (!place && links.every((link, i) => i === links.length - 1 || !link.called)) {
        const foreign = this.foreignMade(first, site);
        if (foreign) return this.rest({ place: foreign, typed: true }, links.slice(1), site);
        const spaced = this.spaced(links);
        if (spaced) {
          found = { place: spaced, typed: false };
          from = links.length;
          return this.called(found, links[links.length - 1]!);
        }
      }
      if (!place) return null;
      const dotted = this.family.flows && links.length > 1 ? this.assigned(links, scope, line) : null;
      if (dotted) return dotted;
      // inside a class its own name is its constructor's too; what has members is the class
      const own = place.is === "symbol" && place.symbol.kind === "method" && !first.called ? this.ask.types.asType(place) : place;
      found = this.called({ place: own ?? place, typed: false }, first, site);
    }
    const plain = found && this.rest(found, links.slice(from), site);
    if (!this.family.flows || links.length < 2) return plain;
    const known = plain && saysSomething(this.ask.values.settled(plain.place)) ? plain : null;
    // functions that a list was written with, and what was put into it later; its declared type says all of its objects
    if (known && (links.at(-1)!.name !== EACH || !/^(?:symbol|several)$/.test(this.ask.values.settled(known.place).is))) return known;
    const kept = this.kept(links, scope, line);
    const both = known && kept ? several([known.place, kept.place]) : null;
    return both ? { place: both, typed: true } : (known ?? kept ?? plain);
  }

  private siteHere(scope: number, line: number): Site {
    return { path: this.tree.facts.path, of: "", scope, line };
  }

  /** `std::move(x).y()`, `std::get<1>(x).y()`, `std::static_pointer_cast<T>(x)->y()`. */
  private passedThrough(links: Link[], site: Site): Found | null {
    const [space, function_] = links;
    if (!space || space.called || !function_?.called || !this.family.passes?.has(`${space.name}.${function_.name}`)) return null;
    if (this.family.casts?.test(function_.name)) return this.chain(links.slice(1), site.scope, site.line);
    const part = /^\d+$/.test(function_.types ?? "") ? Number(function_.types) : null;
    const inner = function_.args ? parseChain(function_.args, "each") : null;
    const on = inner && this.chain(inner, site.scope, site.line);
    const found = on && (part === null ? on : this.ask.members.member(on.place, `${PAYLOAD}${part}`, null));
    return found && this.rest({ place: this.ask.values.settled(found.place), typed: true }, links.slice(2), site);
  }

  /** What stands before the slash (Clojure) or `::` (C++) is a name space, though a local may have its name. */
  private alias({ name, qualifies }: Link, scope: number, line: number): Place | null {
    if (qualifies && this.family.declarationsConstruct) {
      for (let at = scope; at > 0; ) {
        at = this.tree.facts.symbols[at]!.parent;
        const place = this.ask.names.name(name, at, line);
        const names = place?.is === "symbol" && (isType(place.symbol.kind) || /^(?:namespace|module)$/.test(place.symbol.kind));
        if (place?.is === "space" || place?.is === "module" || names) return place;
      }
      return null;
    }
    if (!this.family.aliasesFirst || scope === 0) return null;
    const place = this.ask.names.name(name, 0, line);
    return place?.is === "space" || place?.is === "module" ? place : null;
  }

  /** `new Map<string, Order>()`, `mutableListOf<Line>()`: nothing of the tree, but what it holds may be. */
  private foreignMade({ name, called, fresh, types }: Link, { scope, line }: Site): Place | null {
    if ((!called && !fresh) || types === undefined || this.tree.defined(name)) return null;
    const made = this.ask.types.valued(`${name}<${types}>`, (segments) => this.ask.types.typeHere(segments, scope, line));
    return made?.is === "held" ? made : null;
  }

  /** A namespace path nobody imported by name: `App.Models` → a space. */
  private spaced(links: Link[]): Place | null {
    if (!this.family.inSpace || links.length === 0) return null;
    const names = links.map((link) => link.name);
    const last = names.pop()!;
    return this.ask.imports.inSpace(names.join("."), last);
  }

  /** What a chain leads to that is written inside `of` of another file ("": its top level). */
  chainIn(links: Link[], path: string, of: string): Found | null {
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
    place ??= this.ask.imports.topLevel(path, first.name, null, hops, this.family.flows || of === "" ? [] : containers(`${of}.`));
    if (!place && (first.called || first.fresh) && first.types !== undefined && !this.tree.defined(first.name)) {
      const made = this.ask.types.valued(`${first.name}<${first.types}>`, this.lookAt(site));
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
        this.tree.members(path, `${outer}.${first.name}`).find(({ kind }) => isType(kind)) ??
        this.ask.members.typeMember(type, first.name, null);
      if (inner && isCallable(inner.kind)) return { is: "symbol", symbol: inner };
    }
    return null;
  }

  /** The innermost type around a qualified name of another file. */
  private typeAround(path: string, of: string): WorldSymbol | null {
    for (const outer of containers(`${of}.`)) {
      const type = this.tree.members(path, outer).find((symbol) => isType(symbol.kind));
      if (type) return type;
      const method = this.tree.members(path, outer)[0];
      // `Foo.prototype.bar`, `Foo.bar`: before classes, JavaScript's types were functions
      if (method?.kind === "method" && this.family.prototypes) {
        const owner = this.tree.members(path, containers(outer)[0] ?? "").find((symbol) => symbol.kind === "function");
        if (owner) return owner;
      }
    }
    return null;
  }

  /** The links after the first. */
  private rest(start: Found, links: Link[], site: Site | null = null): Found | null {
    let found: Found | null = start;
    for (const link of links) {
      if (!found) return null;
      if (link.name === CALL) {
        found = this.called({ place: this.ask.values.settled(found.place), typed: found.typed }, link, site);
        continue;
      }
      // `new this.constructor()`
      if (link.fresh && link.name === "constructor" && found.place.is === "value" && this.family.prototypes) {
        found = this.called({ place: { is: "symbol", symbol: found.place.type }, typed: true }, link, site);
        continue;
      }
      const member: Found | null = this.ask.members.member(found.place, link.name, this.tree.language.counted ? countOf(link) : null);
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

  /** What calling (or constructing) a place gives; the place itself when the link is not a call. */
  private called(found: Found, link: Link, site: Site | null = null, left: number = MOST_STEPS): Found | null {
    if (!link.called && !link.fresh) return found;
    if (left <= 0) return null;
    this.effort.step();
    const place = link.fresh && found.place.is === "symbol" ? (this.ask.types.asType(found.place) ?? found.place) : found.place;
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
      const main = this.ask.imports.exported(place.files, "default", null, hops);
      return main && main.is !== "module" ? this.called({ place: main, typed: found.typed }, link, null, left - 1) : null;
    }
    if (place.is !== "symbol") return null;
    if (link.fresh && place.symbol.kind === "function") return { place: { is: "value", type: place.symbol }, typed: true };
    if (isType(place.symbol.kind)) {
      const made = instance({ is: "symbol", symbol: place.symbol }) ?? UNKNOWN;
      const args =
        made.is === "value" && link.types !== undefined && site ? this.ask.types.typeArguments(link.types, this.lookAt(site)) : undefined;
      return { place: made.is === "value" && args ? { ...made, args, written: link.types! } : made, typed: true };
    }
    const { kind } = place.symbol;
    const function_ = kind === "function" || kind === "method" || kind === "macro";
    const literal = function_ && link.args !== undefined && site ? this.ofArguments(place.symbol, link.args, site) : null;
    if (literal) return { place: literal, typed: true };
    let returned = this.ask.values.declaredOn(
      place,
      link.types !== undefined && site ? { text: link.types, look: this.lookAt(site) } : undefined,
      function_ && link.args !== undefined && site && this.family.overloadsAccess
        ? (parameter) => this.deduced(place.symbol, parameter, link.args!, site)
        : undefined,
    );
    if (this.family.flows && !function_ && (returned?.is === "symbol" || returned?.is === "several"))
      return this.called({ place: returned, typed: true }, link, site, left - 1);
    if (returned?.is === "gives" && !function_) returned = returned.place;
    if (!returned && function_) returned = this.ask.values.returned(place.symbol, site && { site, args: link.args ?? "" });
    return returned ? { place: returned, typed: true } : null;
  }

  /** `<T> T read(String json, Class<T> type)`, called with `Order.class`: an Order. `<T> T visit(T visitor)`: what it is given. */
  private ofArguments(symbol: WorldSymbol, args: string, site: Site): Place | null {
    const signature = symbol.type === null || !languageFor(symbol.language).overloading ? null : this.ask.signatures.signatureOf(symbol);
    if (!signature?.types.has(symbol.type!)) return null;
    const same = signature.parameters.findIndex(({ type, variadic }) => type === symbol.type && !variadic);
    const text = same < 0 ? undefined : splitTop(args, ",")[same]?.trim();
    const links = text ? parseChain(text, "each") : null;
    const given = links && (site.scope >= 0 ? this.chain(links, site.scope, site.line) : this.chainIn(links, site.path, site.of));
    const value = given && this.ask.values.settled(given.place);
    if (value?.is === "value") return value;
    const at = signature.parameters.findIndex(({ type }) => type.replace(/\s/g, "") === `Class<${symbol.type}>`);
    const path = at < 0 ? undefined : /^\s*([\w$.]+)\.class\s*$/.exec(splitTop(args, ",")[at] ?? "")?.[1];
    const named = path === undefined ? null : this.lookAt(site)(path.split("."));
    return named && instance(named);
  }

  /** C++: what an argument says that a template's parameter is: of `T`, `const T&` and `T*` the whole, of `Box<T>&` what it holds there. */
  private deduced(symbol: WorldSymbol, parameter: string, args: string, site: Site): Place | null {
    const signature = this.ask.signatures.signatureOf(symbol);
    const written = signature && splitTop(args, ",");
    for (const [at, { type, variadic }] of signature?.parameters.entries() ?? []) {
      const text = written![at]?.trim();
      if (variadic || text === undefined || !new RegExp(`\\b${parameter}\\b`).test(type)) continue;
      const plain = type.replace(/\b(?:const|typename)\b|[&*\s]+/g, "");
      const open = plain.indexOf("<");
      const position = open > 0 && plain.endsWith(">") ? splitTop(plain.slice(open + 1, -1), ",").indexOf(parameter) : -1;
      if (plain !== parameter && position < 0) continue;
      const links = parseChain(text.replace(/^[&*]/, ""), "each");
      const found = links && (site.scope >= 0 ? this.chain(links, site.scope, site.line) : this.chainIn(links, site.path, site.of));
      const value = found && this.ask.values.settled(found.place);
      if (value?.is === "value") return position < 0 ? value : (value.args?.(position) ?? null);
    }
    return null;
  }

  /** What a type path means where an expression is written. */
  private lookAt({ path, of, scope, line }: Site): (segments: string[]) => Place | null {
    return (segments) => (scope >= 0 ? this.ask.types.typeHere(segments, scope, line) : this.ask.types.typeIn(path, segments, of));
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
    const given = this.tree.fieldsOf(path, qualified, RETURNED);
    return given.length > 0 && given.every((one) => /^(?:this|self|<this>|cls)(?:\(.*\))?$/.test(one.type));
  }

  /** A field and a method of one name: what is called is the method. */
  callable(place: Place): Place {
    if (place.is !== "symbol" || (place.symbol.kind !== "field" && place.symbol.kind !== "constant")) return place;
    const method = this.tree.members(place.symbol.path, place.symbol.qualified).find((symbol) => isCallable(symbol.kind));
    if (method) return { is: "symbol", symbol: method };
    // a field hides no method of a supertype
    const type = this.tree.language.counted ? (place.on?.type ?? this.ask.supertypes.holder(place.symbol)) : null;
    for (const owner of type ? this.ask.supertypes.hierarchy(type) : []) {
      if (owner.path !== this.tree.facts.path && !this.tree.holds(place.symbol.name, owner.name)) continue;
      const above = this.tree
        .members(owner.path, `${owner.qualified}.${place.symbol.name}`)
        .find(({ kind }) => kind === "method" || kind === "function");
      if (above) return { ...place, symbol: above };
    }
    return place;
  }

  /** `o.a` where `o.a = f` was written in the same scope: the longest such start of the chain. */
  assigned(links: Link[], scope: number, line: number): Found | null {
    const names: string[] = [];
    for (const link of links) {
      names.push(link.name);
      if (link.called || link.fresh) break;
    }
    const site = this.siteHere(scope, line);
    for (let length = names.length; length > 1; length--) {
      if (names[length - 1] === EACH) continue;
      const full = names.slice(0, length).join(".");
      for (let at = scope; ; at = this.tree.facts.symbols[at]!.parent) {
        const place = this.ask.bindings.bindingsOf(at).has(full) ? this.ask.bindings.binding(full, at, line) : null;
        if (place && place.is !== "unknown") {
          const found = this.called({ place, typed: true }, links[length - 1]!, site);
          return found && this.rest(found, links.slice(length), site);
        }
        // the object itself is of this scope
        if (at === 0 || this.ask.bindings.bindingsOf(at).has(names[0]!)) break;
      }
    }
    return null;
  }

  /** `o.a()` after `o.a = f` in the same scope, whatever o is. */
  assignedMember(links: readonly Link[], name: string, scope: number, line: number): Found | null {
    if (!this.family.flows || links.some((link) => link.called || link.fresh)) return null;
    return this.assigned([...links, { name, called: false, fresh: false }], scope, line);
  }

  /** One of what was put into a list or map by its name: `queue.push(f)` and `queue[i]`, `this.handlers[key] = f` and `this.handlers.get(key)`. */
  kept(links: Link[], scope: number, line: number): Found | null {
    for (let i = 1; i < links.length && i <= 3; i++) {
      const { name, called } = links[i]!;
      const gives = name === EACH || /^\d+$/.test(name) ? "item" : called ? accessor("[]", name) : null;
      if (gives === "item") {
        const place = this.putInto(
          links.slice(0, i).flatMap((link) => (!link.called ? link.name : accessor("[]", link.name) === "item" ? EACH : [])),
          scope,
        );
        // lists in a map: `this.events[key].push(f)`
        if (!place) continue;
        const link: Link = called && gives === "item" && name === EACH ? { ...links[i]!, called: true } : { ...links[i]!, called: false };
        const found = this.called({ place, typed: true }, link, this.siteHere(scope, line));
        return found && this.rest(found, links.slice(i + 1));
      }
      if (called && gives !== "same") return null;
    }
    return null;
  }

  private putInto(names: readonly string[], scope: number): Place | null {
    const type = this.family.self.includes(names[0]!) ? this.ask.names.enclosingType(scope) : null;
    if (type)
      return several(
        this.ask.supertypes
          .hierarchy(type)
          .flatMap((owner) =>
            this.tree
              .fieldsOf(owner.path, owner.qualified, `${names.slice(1).join(".")}.${EACH}`)
              .map((one) => this.ask.members.typeFromType(owner, one.type, one.from)),
          ),
      );
    const full = `${names.join(".")}.${EACH}`;
    for (let at = scope; ; at = this.tree.facts.symbols[at]!.parent) {
      const put = this.ask.bindings.bindingsOf(at).get(full);
      if (put) return several(put.map((one) => this.ask.values.typeOf(one.type, one.from, this.tree.facts.path, at, one.line)));
      if (at === 0 || this.ask.bindings.bindingsOf(at).has(names[0]!)) return null;
    }
  }

  /** `queue[i]()`: one of what was put into it. */
  oneOf(links: readonly Link[], name: string, scope: number, line: number): Found | null {
    return this.family.flows && (name === EACH || /^\d+$/.test(name))
      ? this.kept([...links, { name, called: false, fresh: false }], scope, line)
      : null;
  }

  /** The functions that an argument names (`RawReference.args`). */
  given(argument: string, scope: number, line: number): WorldSymbol[] {
    const [, on, name, arity] = /^(?:(.*)(?:\.|::))?([^.:/]+)(?:\/(\d+))?$/.exec(argument) ?? [];
    if (name === undefined) return [];
    const count = arity === undefined ? null : Number(arity);
    const links = on === undefined ? null : parseChain(on);
    const holder = links && this.chain(links, scope, line);
    if (on !== undefined && !holder) return [];
    const found = holder ? this.ask.members.member(holder.place, name, count)?.place : this.ask.names.name(name, scope, line, count);
    const place = found ? this.ask.values.settled(found) : on === undefined ? this.elsewhere(name) : null;
    const all = place?.is === "several" ? place.places : [place];
    return all.flatMap((one) => {
      if (one?.is !== "symbol") return [];
      // a class and the function that makes one share their name (R)
      const { path, qualified } = one.symbol;
      return isFunction(one.symbol) ? [one.symbol] : this.tree.members(path, qualified).filter(isFunction).slice(0, 1);
    });
  }

  /** The only function of a name that plain names reach from other files. */
  private elsewhere(name: string): Place | null {
    if (this.family.reach !== "global") return null;
    const all = this.tree.real(this.tree.definitions(name, this.family).filter((one) => one.kind === "function" && one.exported));
    const places = new Set(all.map(({ path, qualified }) => `${path}#${qualified}`));
    return places.size === 1 ? { is: "symbol", symbol: all[0]! } : null;
  }
}
