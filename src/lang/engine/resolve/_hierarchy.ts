/**
 * What stands above a type, and what a type has from there.
 */
import { containers, type Place } from "./_family.ts";
import { hops, orNothing } from "./_imports.ts";
import { parseType } from "./_names.ts";
import { pick } from "./_tree.ts";
import { Values } from "./_values.ts";
import { isType, type WorldSymbol } from "./_world.ts";

/** Types above one that are climbed to: no hierarchy is as high, some generated ones go on. */
const MOST_ABOVE = 200;

export abstract class Hierarchy extends Values {
  /** By the number of a type: it and what stands above it, its own supertypes, the package outside the tree it comes from. */
  private readonly hierarchies = new Map<number, WorldSymbol[]>();
  private readonly supertypes = new Map<number, Place[]>();
  private readonly outsiders = new Map<number, Place | null>();

  /** A type path written at the top level, or inside `enclosing`, of another file. */
  abstract typeIn(path: string, segments: string[], enclosing: string): Place | null;

  /** The instance that a symbol's declared type names. */
  abstract declared(symbol: WorldSymbol): Place | null;

  /** The same look-ups from no file in particular: what they find can be shared by all files. */
  protected abstract neutral(type: WorldSymbol): Hierarchy;

  /** The type that a definition stands in. */
  holder(symbol: WorldSymbol): WorldSymbol | null {
    const outer = containers(symbol.qualified)[0];
    return outer === undefined ? null : (this.tree.members(symbol.path, outer).find(({ kind }) => isType(kind)) ?? null);
  }

  /** A method or field symbol of a type, looked up in the type and then in its supertypes, nearest first. */
  typeMember(type: WorldSymbol, name: string, arity: number | null, above = false): WorldSymbol | null {
    for (const owner of this.hierarchy(type)) {
      if (above && (owner === type || (this.family.parts && owner.full === type.full))) continue;
      // What a type of this file has is at hand; who else has such a member may take many files to tell.
      if (owner.path !== this.tree.facts.path && this.tree.holders(name)?.has(owner.name) === false) continue;
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
    let found = this.outsiders.get(type.id);
    if (found !== undefined) return found;
    found = null;
    search: for (const owner of this.hierarchy(type))
      for (const place of this.supers(owner))
        if (place.is === "external") {
          found = place;
          break search;
        }
    this.outsiders.set(type.id, found);
    return found;
  }

  /** A type and its known supertypes, breadth first, each once, interfaces behind what implements them. Those of another file's type are climbed once for all. */
  hierarchy(type: WorldSymbol): WorldSymbol[] {
    const known = this.hierarchies.get(type.id);
    if (known) return known;
    let found: WorldSymbol[] = [];
    if (type.id >= 0) {
      const { world, facts } = this.tree;
      const shared = world.shared(`above ${this.family.name} ${type.id}`, () => orNothing(() => this.neutral(type).climbed(type)));
      // This file's own symbols have another form here.
      if (shared && !shared.some(({ path }) => path === facts.path)) found = shared;
    }
    if (found.length === 0) found = (type.id < 0 ? this.throughOne(type) : null) ?? this.climbed(type);
    this.hierarchies.set(type.id, found);
    return found;
  }

  /** What stands above this file's type that has one supertype, of another file: the same as above that, which is known already. */
  private throughOne(type: WorldSymbol): WorldSymbol[] | null {
    if (this.family.parts) return null;
    const symbols = this.supers(type).flatMap((place) => (place.is === "symbol" ? place.symbol : []));
    const [only] = symbols;
    if (!only || symbols.length > 1 || only.id < 0 || !isType(only.kind)) return null;
    const above = this.hierarchy(only);
    return above.length < MOST_ABOVE - 1 && above.every(({ path }) => path !== type.path) ? [type, ...above] : null;
  }

  protected climbed(type: WorldSymbol): WorldSymbol[] {
    const out = [type];
    const seen = new Set([type.id]);
    for (let i = 0; i < out.length && out.length < MOST_ABOVE; i++) {
      for (const part of this.family.parts?.(this.tree, out[i]!) ?? []) {
        if (seen.has(part.id)) continue;
        seen.add(part.id);
        out.push(part);
      }
      for (const place of this.supers(out[i]!)) {
        if (place.is !== "symbol" || seen.has(place.symbol.id)) continue;
        seen.add(place.symbol.id);
        out.push(place.symbol);
        // `extends Named(Base)`: what the function makes
        const made = this.family.flows && place.symbol.kind === "function" ? this.returned(place.symbol, null) : null;
        if (made?.is !== "symbol" || !isType(made.symbol.kind) || seen.has(made.symbol.id)) continue;
        seen.add(made.symbol.id);
        out.push(made.symbol);
      }
    }
    // what is embedded is as deep as it is, whatever it is
    if (this.family.embeds || !out.some(({ kind }, i) => i > 0 && kind === "interface")) return out;
    const behind = out.filter(({ kind }, i) => i > 0 && kind === "interface");
    return [...out.filter(({ kind }, i) => i === 0 || kind !== "interface"), ...behind];
  }

  /** The supertypes a type names. Those of another file's type are worked out once for all: everything in a framework inherits from it. */
  supers(type: WorldSymbol): Place[] {
    if (type.id < 0) return this.named(type);
    let found = this.supertypes.get(type.id);
    if (found) return found;
    found = this.tree.world.shared(`supers ${this.family.name} ${type.id}`, () => orNothing(() => this.neutral(type).named(type))) ?? [];
    const mine = this.tree.facts.path;
    // This file's own symbols have another form here.
    if (found.some((place) => place.is === "symbol" && place.symbol.path === mine)) found = this.named(type);
    this.supertypes.set(type.id, found);
    return found;
  }

  protected named(type: WorldSymbol): Place[] {
    const active = this.tree.memo("rising", 0, () => new Set<number>());
    if (active.has(type.id)) return [];
    return this.tree.memo("supers", type.id, () => {
      active.add(type.id);
      const out: Place[] = [];
      // `typedef HandlerTest EmitterTest;` stands for what it names
      const meant = this.family.aliases && type.kind === "type" ? this.declared(type) : null;
      if (meant?.is === "value" && meant.type.id !== type.id) out.push({ is: "symbol", symbol: meant.type });
      for (const above of this.tree.outline(type.path)?.supertypes ?? []) {
        if (above.of !== type.qualified) continue;
        const segments = parseType(above.receiver === null ? above.name : `${above.receiver}.${above.name}`);
        const named =
          segments && this.typeIn(type.path, segments, containers(type.qualified)[0] ? `${containers(type.qualified)[0]}.x` : "");
        const place = named?.is === "module" ? this.exported(named.files, "default", null, hops) : named;
        if (place?.is === "symbol" && place.symbol.id === type.id) continue;
        // `using Base = Set<void>`
        const alias = this.family.aliases && place?.is === "symbol" && place.symbol.kind === "type" ? this.declared(place.symbol) : null;
        if (alias?.is === "value") out.push({ is: "symbol", symbol: alias.type });
        else if (place) out.push(place);
      }
      active.delete(type.id);
      return out;
    });
  }
}
