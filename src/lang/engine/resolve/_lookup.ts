/**
 * What a name or a receiver means at a place in a file.
 *
 * Everything answers a `Place` or null; null is "nobody here knows", and nobody guesses.
 */
import type { FileFacts } from "../../../base/types.ts";
import { languageFor } from "../language.ts";
import { implementations } from "./_dispatch.ts";
import { containers, type Place, type Value } from "./_family.ts";
import { type Found, hops, orNothing } from "./_imports.ts";
import { PAYLOAD } from "./_members.ts";
import { EACH, type Link, parseChain } from "./_names.ts";
import { Objects } from "./_objects.ts";
import { pick, Tree } from "./_tree.ts";
import { type Site, several } from "./_values.ts";
import { importLike, isType, type WorldSymbol } from "./_world.ts";

/** A file that has nothing and is nowhere. */
const NOWHERE: FileFacts = {
  path: "",
  language: null,
  lines: 0,
  symbols: [
    {
      kind: "file",
      name: "",
      qualified: "",
      parent: -1,
      signature: "",
      doc: "",
      start: 1,
      end: 1,
      from: 0,
      to: 0,
      exported: true,
      arity: null,
      type: null,
    },
  ],
  imports: [],
  references: [],
  bindings: [],
  spans: { comments: [], imports: [], signatures: [] },
  damaged: false,
};

const saysSomething = ({ is }: Place): boolean => is !== "foreign" && is !== "unknown";

export class Lookup extends Objects {
  /** What stands around each symbol of this file, innermost first. */
  private readonly around: string[][] = [];

  protected neutral(type: WorldSymbol): Lookup {
    const nowhere = { ...NOWHERE, language: type.language };
    return new Lookup(new Tree(nowhere, this.tree.world, this.tree.familyOf, type.path), this.family);
  }

  /** Implementations of a method below the receiver's type; worked out once for all files. */
  implementations(type: WorldSymbol, method: WorldSymbol): WorldSymbol[] {
    const { world, facts } = this.tree;
    const what = `implementations ${this.family.name} ${type.path}#${type.qualified} ${method.path}#${method.qualified}`;
    const found = this.tree.memo("implementations", what, () => {
      return (
        world.shared(what, () => {
          const neutral = this.neutral(type);
          const [one, other] = [type, method].map((symbol) =>
            neutral.tree.members(symbol.path, symbol.qualified).find((same) => same.kind === symbol.kind),
          );
          return one && other ? orNothing(() => implementations(neutral, one, other)) : [];
        }) ?? []
      );
    });
    // This file's own symbols have another form here.
    return found.map((one) => (one.path === facts.path ? (pick(this.tree.members(one.path, one.qualified), one.arity) ?? one) : one));
  }

  /**
   * A name as seen from a symbol of this file (index `scope`), at a line.
   * @param called it stands before its arguments: where functions have names of their own (Ruby, Elixir), no local is meant
   * @param typed a type is meant, or what one is in: where no local can hold one, none is
   */
  name(name: string, scope: number, line: number, arity: number | null = null, called = false, typed = false): Place | null {
    this.step();
    const { facts, here } = this.tree;
    const { language } = this.tree;
    for (let at = scope; at > 0; ) {
      const holder = facts.symbols[at]!;
      const typeLike = isType(holder.kind);
      // where its name inside it is the class, not its constructor
      const self = this.family.ownName && name === (typeLike ? holder.name : this.ownerOf(at)?.name);
      if (!self && (!typeLike || at === scope || this.family.implicitSelf)) {
        const inside = this.tree.children(at, name);
        // a method of an object is reached through the object only, one of a class without a name (Java) from inside it
        const apart = this.family.prototypes || (language.namesApart && at === scope);
        const child = pick(apart && !typeLike ? inside.filter(({ kind }) => kind !== "method") : inside, arity);
        if (child) return { is: "symbol", symbol: child };
      }
      const apart = this.family.namesApart || language.namesApart;
      const bound = typeLike || typed || (called && apart) ? null : this.binding(name, at, line, called);
      if (bound) return bound;
      const imported = this.importedIn(name, at);
      // `using Base::Base;` brings what stands above the class
      if (imported && !(typeLike && imported.is === "external" && this.family.usesMembers)) return imported;
      const type = !this.family.implicitSelf || self ? null : typeLike ? here[at]! : this.ownerOf(at);
      if (type) {
        const member = this.typeMember(type, name, arity);
        // what a class is given as a parameter hides what is above it
        const hidden =
          member &&
          languageFor(member.language).parametersHide &&
          !member.qualified.startsWith(`${type.qualified}.`) &&
          this.fieldsOf(type.path, type.qualified, name).length > 0;
        const inherited = hidden ? null : member;
        const on: Value = { is: "value", type, self: true };
        if (inherited) return { is: "symbol", symbol: inherited, on };
        const field = this.field(type, name, on);
        if (field) return field;
      }
      // in an extension of a type outside the tree
      if (
        !type &&
        !self &&
        language.extending &&
        (holder.kind === "method" || holder.kind === "field") &&
        facts.symbols[holder.parent]?.kind === "file"
      ) {
        const of = containers(holder.qualified)[0];
        const added = of === undefined ? null : this.added(of, name, arity)?.place;
        if (added) return added;
      }
      if (at === holder.parent) break;
      at = holder.parent;
    }
    let around = this.around[scope];
    if (!around) {
      around = scope === 0 ? [] : containers(`${facts.symbols[scope]?.qualified ?? ""}.`);
      // `Shop.Store.File` is in no `Shop.Store` unless that is written around it
      if (this.family.writtenNesting) around = around.filter((one) => this.isAround(one, scope));
      this.around[scope] = around;
    }
    return this.topLevel(facts.path, name, arity, hops, around, line) ?? this.ofReceiver(name, scope, line, arity);
  }

  /** The bound of a type parameter of a type around a definition, "" if it has none; undefined where it is no type parameter. */
  boundOf(name: string, path: string, qualified: string): string | undefined {
    for (const outer of [qualified, ...containers(qualified)])
      if (this.fieldsOf(path, outer, "<>")[0]?.type.split(",").includes(name))
        return this.fieldsOf(path, outer, `<${name}>`)[0]?.type ?? "";
    return undefined;
  }

  /** The declared type of a local or parameter, as written: "=" where it has that of its value, "" where nothing tells, null for what is no local. */
  boundText(name: string, scope: number, line: number): string | null {
    const { symbols } = this.tree.facts;
    for (let at = scope; at > 0 && !isType(symbols[at]!.kind); at = symbols[at]!.parent) {
      const all = this.bindingsOf(at).get(name);
      if (!all) continue;
      const best = this.bindingAt(all, line);
      if (!best) continue;
      return best.from === "annotation" || best.from === "constructor" ? best.type : best.from === "unknown" ? "" : "=";
    }
    return null;
  }

  /** The call whose value a local has, where it is bound to one. */
  boundCall(name: string, scope: number, line: number): string | null {
    const { symbols } = this.tree.facts;
    for (let at = scope; at > 0 && !isType(symbols[at]!.kind); at = symbols[at]!.parent) {
      const best = this.bindingAt(this.bindingsOf(at).get(name) ?? [], line);
      if (best) return best.from === "call" && best.line <= line ? best.type : null;
    }
    return null;
  }

  /** Does a function around bind a name? */
  isBound(name: string, scope: number): boolean {
    const { symbols } = this.tree.facts;
    for (let at = scope; at > 0 && !isType(symbols[at]!.kind); at = symbols[at]!.parent) if (this.bindingsOf(at).has(name)) return true;
    return false;
  }

  private isAround(qualified: string, scope: number): boolean {
    const { symbols } = this.tree.facts;
    for (let at = scope; at > 0; at = symbols[at]!.parent) if (symbols[at]!.qualified === qualified) return true;
    return false;
  }

  /** A member of what a lambda around works on (`x.apply { name() }`). */
  private ofReceiver(name: string, scope: number, line: number, arity: number | null): Place | null {
    if (!this.bindingsOf(scope).has("@receiver")) return null;
    // lambdas lie in one another: what the inner receiver lacks may be the outer one's
    const all = this.bindingsOf(scope)
      .get("@receiver")!
      .filter((one) => one.line <= line);
    for (const { type, from, line: at } of all.reverse()) {
      const on = this.typeOf(type, from, this.tree.facts.path, scope, at);
      const found = on && on.is !== "unknown" ? this.member(on, name, arity)?.place : null;
      if (found?.is === "symbol") return found;
    }
    return null;
  }

  /** A method that the tree adds to the type of a literal. */
  ofLiteral(type: string, name: string, arity: number | null): Place | null {
    return this.added(type, name, arity)?.place ?? null;
  }

  /** A type path written in this file. */
  protected typeHere(segments: string[], scope: number, line: number): Place | null {
    let place =
      this.selfType(segments[0]!, scope) ??
      this.name(segments[0]!, scope, line, null, false, this.family.typesApart) ??
      this.family.root?.(this.tree, this.tree.facts.path, segments[0]!) ??
      this.bounded(segments[0]!, scope);
    if (!place && segments.length > 1) return this.asType(this.inSpace(segments.slice(0, -1).join("."), segments[segments.length - 1]!));
    place = this.asType(place);
    for (const segment of segments.slice(1)) place = this.asType((place && this.member(place, segment, null)?.place) || null);
    return place;
  }

  /** The bound of a type parameter of a function or type around. */
  private bounded(name: string, scope: number): Place | null {
    for (let at = scope; at > 0; at = this.tree.facts.symbols[at]!.parent) {
      const bound = this.bindingsOf(at).get(`<${name}>`)?.[0];
      if (bound) return this.typePlace(bound.type, this.tree.facts.path);
    }
    return null;
  }

  protected selfType(word: string, scope: number): Place | null {
    if (word !== "Self" && word !== "self" && word !== "this" && word !== "static") return null;
    const type = this.enclosingType(scope);
    return type ? { is: "symbol", symbol: type } : null;
  }

  protected importedIn(name: string, scope: number): Place | null {
    const { facts } = this.tree;
    for (const raw of this.tree.importsInside(scope)) {
      const imported = this.tree.memo("import", raw, () => importLike(facts, raw));
      const bound = this.bindingOf(facts.path, imported, name, hops);
      if (bound) return bound;
      const place = imported.form === "wildcard" ? this.through(facts.path, imported, name, null, hops) : null;
      if (place) return place;
    }
    return null;
  }

  /** The innermost type around a symbol of this file. */
  enclosingType(scope: number): WorldSymbol | null {
    const { facts, here } = this.tree;
    for (let at = scope; at > 0; at = facts.symbols[at]!.parent) {
      const { kind } = facts.symbols[at]!;
      if (isType(kind) || (kind === "module" && this.family.implicitSelf)) return here[at]!;
      const owner = this.ownerOf(at);
      if (owner) return owner;
    }
    return null;
  }

  /** `func (s *T) f`, `void T::f()`: the type of a method outside its body stands in its qualified name. */
  protected ownerOf(index: number): WorldSymbol | null {
    const { facts } = this.tree;
    const symbol = facts.symbols[index]!;
    const parent = facts.symbols[symbol.parent];
    const outer = containers(symbol.qualified)[0];
    if (
      !outer ||
      !parent ||
      (parent.kind !== "file" && parent.qualified === outer) ||
      (symbol.kind !== "method" && symbol.kind !== "function")
    )
      return null;
    return this.tree.memo("owner", index, () => {
      const around = parent.kind === "file" || !outer.startsWith(`${parent.qualified}.`) ? "" : parent.qualified;
      const type = this.typeIn(
        facts.path,
        outer.slice(around === "" ? 0 : around.length + 1).split("."),
        around === "" ? "" : `${around}.x`,
      );
      if (type?.is !== "symbol") return null;
      // `typedef HandlerTest EmitterTest;`
      const alias = this.family.aliases && type.symbol.kind === "type" ? this.declared(type.symbol) : null;
      if (alias?.is === "value") return alias.type;
      // `Foo.prototype.bar = …`: before classes, JavaScript's types were functions
      return isType(type.symbol.kind) || (type.symbol.kind === "function" && this.family.prototypes) ? type.symbol : null;
    });
  }

  /** The innermost inline module around a symbol. */
  protected inlineModule(scope: number): { index: number; parent: number } | null {
    const { symbols } = this.tree.facts;
    for (let at = scope; at > 0; at = symbols[at]!.parent)
      if (symbols[at]!.kind === "module") return { index: at, parent: symbols[at]!.parent };
    return null;
  }

  /** The value of a receiver written in this file. */
  chain(links: Link[], scope: number, line: number): Found | null {
    const first = links[0];
    if (!first) return null;
    let found: Found | null = null;
    let from = 1;
    if (first.name[0] === "@") {
      // Ruby: `@pool` is a field of self
      const type = this.enclosingType(scope);
      const field = type && this.field(type, first.name.replace(/^@@?/, ""));
      return field && this.rest({ place: field, typed: true }, links.slice(1));
    }
    const site = { path: this.tree.facts.path, of: "", scope, line };
    if (this.family.self.includes(first.name) || this.family.parent.includes(first.name)) {
      const told = this.family.prototypes && first.name === "this" ? this.thisOf(scope, line) : null;
      const type = told === null ? this.enclosingType(scope) : null;
      const above = this.family.parent.includes(first.name);
      if (told) found = { place: told, typed: true };
      else if (type) found = { place: { is: "value", type, above, self: !above }, typed: true };
      else if (above && this.family.flows) found = this.aboveObject(scope, line);
      else if (this.family.moduleTypes) found = { place: { is: "module", files: [this.tree.facts.path], folder: null }, typed: true };
    }
    if (!found && this.family.inlineModules && (first.name === "super" || first.name === "self")) {
      // inside an inline module these mean the modules of this file first
      const outer = this.inlineModule(scope);
      const up = first.name === "self" ? outer : outer && outer.parent > 0 ? outer : null;
      if (outer && first.name === "super" && outer.parent === 0)
        found = { place: { is: "module", files: [this.tree.facts.path], folder: null }, typed: false };
      else if (up) found = { place: { is: "symbol", symbol: this.tree.here[first.name === "self" ? up.index : up.parent]! }, typed: false };
    }
    if (!found && first.name === "arguments" && this.family.prototypes && !first.called && this.boundTo("arguments", scope) === null) {
      const item = (): Place | null => this.passed(scope, 0, null, true);
      found = { place: { is: "held", name: "[]", item, outer: { is: "foreign" } }, typed: true };
    }
    const passed = found || !this.family.passes ? null : this.passedThrough(links, site);
    if (passed) return passed;
    // `static_cast<Card*>(x)->price()`
    if (!found && first.called && first.types !== undefined && this.family.casts?.test(first.name)) {
      const place = this.valued(first.types.replace(/[\s*&]+$/, "").replace(/^const\s+/, ""), (segments) =>
        this.typeHere(segments, scope, line),
      );
      if (place) found = { place, typed: true };
    }
    const module = found || !this.family.flows ? null : this.required(first);
    if (module) found = { place: module, typed: false };
    if (!found) {
      // `val cart = cart { … }`: what is handed to the block comes from the function
      const function_ = links[1]?.name.startsWith("@lambda") === true;
      const place =
        this.alias(first.name, scope, line) ??
        this.name(first.name, scope, line, null, function_) ??
        this.family.root?.(this.tree, this.tree.facts.path, first.name) ??
        (first.fresh ? this.typeHere([first.name], scope, line) : null);
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
      const own = place.is === "symbol" && place.symbol.kind === "method" && !first.called ? this.asType(place) : place;
      found = this.called({ place: own ?? place, typed: false }, first, site);
    }
    const plain = found && this.rest(found, links.slice(from), site);
    if (!this.family.flows || links.length < 2) return plain;
    const known = plain && saysSomething(this.settled(plain.place)) ? plain : null;
    // functions that a list was written with, and what was put into it later; its declared type says all of its objects
    if (known && (links.at(-1)!.name !== EACH || !/^(?:symbol|several)$/.test(this.settled(known.place).is))) return known;
    const kept = this.kept(links, scope, line);
    const both = known && kept ? several([known.place, kept.place]) : null;
    return both ? { place: both, typed: true } : (known ?? kept ?? plain);
  }

  /** `std::move(x).y()`, `std::get<1>(x).y()`, `std::static_pointer_cast<T>(x)->y()`. */
  private passedThrough(links: Link[], site: Site): Found | null {
    const [space, function_] = links;
    if (!space || space.called || !function_?.called || !this.family.passes?.has(`${space.name}.${function_.name}`)) return null;
    if (this.family.casts?.test(function_.name)) return this.chain(links.slice(1), site.scope, site.line);
    const part = /^\d+$/.test(function_.types ?? "") ? Number(function_.types) : null;
    const inner = function_.args ? parseChain(function_.args, "each") : null;
    const on = inner && this.chain(inner, site.scope, site.line);
    const found = on && (part === null ? on : this.member(on.place, `${PAYLOAD}${part}`, null));
    return found && this.rest({ place: this.settled(found.place), typed: true }, links.slice(2), site);
  }

  /** What stands before the slash is a name space, though a local may have its name. */
  private alias(name: string, scope: number, line: number): Place | null {
    if (!this.family.aliasesFirst || scope === 0) return null;
    const place = this.name(name, 0, line);
    return place?.is === "space" || place?.is === "module" ? place : null;
  }

  protected typeOfSelf(scope: number): WorldSymbol | null {
    return this.enclosingType(scope);
  }

  /** `new Map<string, Order>()`, `mutableListOf<Line>()`: nothing of the tree, but what it holds may be. */
  private foreignMade({ name, called, fresh, types }: Link, { scope, line }: Site): Place | null {
    if ((!called && !fresh) || types === undefined || this.tree.defined(name)) return null;
    const made = this.valued(`${name}<${types}>`, (segments) => this.typeHere(segments, scope, line));
    return made?.is === "held" ? made : null;
  }

  /** The functions that an argument names (`RawReference.args`). */
  given(argument: string, scope: number, line: number): WorldSymbol[] {
    const [, on, name, arity] = /^(?:(.*)(?:\.|::))?([^.:/]+)(?:\/(\d+))?$/.exec(argument) ?? [];
    if (name === undefined) return [];
    const count = arity === undefined ? null : Number(arity);
    const links = on === undefined ? null : parseChain(on);
    const holder = links && this.chain(links, scope, line);
    if (on !== undefined && !holder) return [];
    const found = holder ? this.member(holder.place, name, count)?.place : this.name(name, scope, line, count);
    const place = found ? this.settled(found) : on === undefined ? this.elsewhere(name) : null;
    const all = place?.is === "several" ? place.places : [place];
    return all.flatMap((one) => {
      if (one?.is !== "symbol") return [];
      // a class and the function that makes one share their name (R)
      const { path, qualified } = one.symbol;
      const isCalled = ({ kind }: WorldSymbol): boolean => kind === "function" || kind === "method";
      return isCalled(one.symbol) ? [one.symbol] : this.tree.members(path, qualified).filter(isCalled).slice(0, 1);
    });
  }

  /** The only function of a name that plain names reach from other files. */
  private elsewhere(name: string): Place | null {
    if (this.family.reach !== "global") return null;
    const all = this.tree.real(this.tree.definitions(name, this.family).filter((one) => one.kind === "function" && one.exported));
    const places = new Set(all.map(({ path, qualified }) => `${path}#${qualified}`));
    return places.size === 1 ? { is: "symbol", symbol: all[0]! } : null;
  }

  /** A namespace path nobody imported by name: `App.Models` → a space. */
  protected spaced(links: Link[]): Place | null {
    if (!this.family.inSpace || links.length === 0) return null;
    const names = links.map((link) => link.name);
    const last = names.pop()!;
    return this.inSpace(names.join("."), last);
  }
}
