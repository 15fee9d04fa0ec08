/** Names as they are seen from a place in this file. */

import { languageFor } from "../language.ts";
import type { Effort } from "./effort.ts";
import { containers, type Family } from "./family.ts";
import { hops } from "./imports.ts";
import { BESIDE, type Found, type Place, type Value } from "./place.ts";
import type { Resolver } from "./resolver.ts";
import { ALSO } from "./text.ts";
import { pick, type Tree } from "./tree.ts";
import { ARROW, importLike, isType, RETURNED, type WorldSymbol } from "./world.ts";

/** What does this name mean from here, and what stands around? */
export class Names {
  /** What stands around each symbol of this file, innermost first. */
  private readonly around: string[][] = [];

  constructor(
    private readonly tree: Tree,
    private readonly family: Family,
    private readonly effort: Effort,
    /** Who answers what this asks. */
    private readonly ask: Pick<Resolver, "bindings" | "values" | "members" | "imports" | "types">,
  ) {}

  /** Is it a parameter of this template? It hides what has its name outside. */
  private isFree(name: string, at: number): boolean {
    if (!this.family.overloadsAccess || !this.tree.defined(name)) return false;
    const bound = this.ask.bindings.bindingsOf(at);
    return ["<>", `${RETURNED}<>`].some((of) => bound.get(of)?.some(({ type }) => type.split(",").includes(name)));
  }

  /**
   * A name as seen from a symbol of this file (index `scope`), at a line.
   * @param called it stands before its arguments: where functions have names of their own (Ruby, Elixir), no local is meant
   * @param typed a type is meant, or what one is in: where no local can hold one, none is
   */
  name(name: string, scope: number, line: number, arity: number | null = null, called = false, typed = false): Place | null {
    this.effort.step();
    const { facts, here } = this.tree;
    const { language } = this.tree;
    for (let at = scope; at > 0; ) {
      const holder = facts.symbols[at]!;
      const typeLike = isType(holder.kind);
      // where its name inside it is the class, not its constructor
      const self = this.family.ownName && name === (typeLike ? holder.name : this.ownerOf(at)?.name);
      if (this.isFree(name, at)) return { is: "unknown" };
      if (!self && (!typeLike || at === scope || this.family.implicitSelf)) {
        const inside = this.tree.children(at, name);
        // a method of an object is reached through the object only, one of a class without a name (Java) from inside it
        const apart = this.family.prototypes || (language.namesApart && at === scope);
        const child = pick(apart && !typeLike ? inside.filter(({ kind }) => kind !== "method") : inside, arity);
        if (child) return { is: "symbol", symbol: child };
      }
      const apart = this.family.namesApart || language.namesApart;
      const bound = typeLike || typed || (called && apart) ? null : this.ask.bindings.binding(name, at, line, called);
      if (bound) return bound;
      const imported = this.importedIn(name, at);
      // `using Base::Base;` brings what stands above the class
      if (imported && !(typeLike && imported.is === "external" && this.family.usesMembers)) return imported;
      const type = !this.family.implicitSelf || self ? null : typeLike ? here[at]! : this.ownerOf(at);
      if (type) {
        const member = this.ask.members.typeMember(type, name, arity);
        // what a class is given as a parameter hides what is above it
        const hidden =
          member &&
          languageFor(member.language).parametersHide &&
          !member.qualified.startsWith(`${type.qualified}.`) &&
          this.tree.fieldsOf(type.path, type.qualified, name).length > 0;
        const inherited = hidden ? null : member;
        const on: Value = { is: "value", type, self: true };
        if (inherited) return { is: "symbol", symbol: inherited, on };
        const field = this.ask.members.field(type, name, on);
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
        const added = of === undefined ? null : this.ask.members.added(of, name, arity)?.place;
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
    return this.ask.imports.topLevel(facts.path, name, arity, hops, around, line) ?? this.ofReceiver(name, scope, line, arity);
  }

  private isAround(qualified: string, scope: number): boolean {
    const { symbols } = this.tree.facts;
    for (let at = scope; at > 0; at = symbols[at]!.parent) if (symbols[at]!.qualified === qualified) return true;
    return false;
  }

  /** A member of what a lambda around works on (`x.apply { name() }`). */
  private ofReceiver(name: string, scope: number, line: number, arity: number | null): Place | null {
    if (!this.ask.bindings.bindingsOf(scope).has("@receiver")) return null;
    // lambdas lie in one another: what the inner receiver lacks may be the outer one's
    const all = this.ask.bindings
      .bindingsOf(scope)
      .get("@receiver")!
      .filter((one) => one.line <= line);
    for (const { type, from, line: at } of all.reverse()) {
      const on = this.ask.values.typeOf(type, from, this.tree.facts.path, scope, at);
      const found = on && on.is !== "unknown" ? this.ask.members.member(on, name, arity)?.place : null;
      if (found?.is === "symbol") return found;
    }
    return null;
  }

  private importedIn(name: string, scope: number): Place | null {
    const { facts } = this.tree;
    for (const raw of this.tree.importsInside(scope)) {
      const imported = this.tree.memo("import", raw, () => importLike(facts, raw));
      const bound = this.ask.imports.bindingOf(facts.path, imported, name, hops);
      if (bound) return bound;
      const place = imported.form === "wildcard" ? this.ask.imports.through(facts.path, imported, name, null, hops) : null;
      if (place) return place;
    }
    return null;
  }

  /** The innermost inline module around a symbol. */
  inlineModule(scope: number): { index: number; parent: number } | null {
    const { symbols } = this.tree.facts;
    for (let at = scope; at > 0; at = symbols[at]!.parent)
      if (symbols[at]!.kind === "module") return { index: at, parent: symbols[at]!.parent };
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
  private ownerOf(index: number): WorldSymbol | null {
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
      const type = this.ask.types.typeIn(
        facts.path,
        outer.slice(around === "" ? 0 : around.length + 1).split("."),
        around === "" ? "" : `${around}.x`,
      );
      if (type?.is !== "symbol") return null;
      // `typedef HandlerTest EmitterTest;`
      const alias = this.family.aliases && type.symbol.kind === "type" ? this.ask.values.declared(type.symbol) : null;
      if (alias?.is === "value") return alias.type;
      // `Foo.prototype.bar = …`: before classes, JavaScript's types were functions
      return isType(type.symbol.kind) || (type.symbol.kind === "function" && this.family.prototypes) ? type.symbol : null;
    });
  }

  /** What `this` is outside classes: what the function says (`this: T`), else the object whose method stands around; null where that is a class. */
  thisOf(scope: number, line: number): Place | null {
    const { facts, here } = this.tree;
    for (let at = scope; at > 0; at = facts.symbols[at]!.parent) {
      const { kind, parent } = facts.symbols[at]!;
      if (this.ask.bindings.bindingsOf(at).has("this")) return this.ask.bindings.binding("this", at, line);
      if (isType(kind)) return null;
      // a function that has methods of its own constructs: `Stack.prototype.clear = …`
      if (kind === "function" && at === scope && this.constructs(facts.symbols[at]!.qualified)) return { is: "symbol", symbol: here[at]! };
      if (kind !== "method" || this.ownerOf(at)) continue;
      // `key: () => …` has the `this` of what is around
      if (this.ask.bindings.bindingsOf(at).has(ARROW)) continue;
      const around = facts.symbols[parent]!;
      if (isType(around.kind)) return null;
      // `app.use = function () { this.lazy(); }`
      const outer = containers(facts.symbols[at]!.qualified)[0];
      const owner = outer === undefined || outer === around.qualified ? undefined : this.tree.members(facts.path, outer)[0];
      if (owner) return { is: "symbol", symbol: owner };
      if (around.kind === "constant" || around.kind === "variable") return { is: "symbol", symbol: here[parent]! };
      return { is: "record", path: facts.path, of: around.kind === "file" ? "" : around.qualified, name: BESIDE, scope: parent };
    }
    return null;
  }

  /** `super` in a method of an object: what the object says it inherits. */
  aboveObject(scope: number, line: number): Found | null {
    const object = this.thisOf(scope, line);
    const held = object && this.ask.values.settled(object);
    const place = held?.is === "record" ? this.ask.values.recorded(held, ALSO, null) : null;
    return place && { place, typed: true };
  }

  private constructs(qualified: string): boolean {
    const owners = this.tree.memo(
      "constructs",
      0,
      () =>
        new Set(this.tree.facts.symbols.flatMap(({ kind, qualified: full }) => (kind === "method" ? containers(full).slice(0, 1) : []))),
    );
    return owners.has(qualified);
  }
}
