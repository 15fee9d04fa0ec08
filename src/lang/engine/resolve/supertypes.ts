/** Types above and below one another. */
import { edges as edgeSettings } from "../../../base/limits.ts";
import { ACCESS } from "../../../base/types.ts";
import { orNothing } from "./effort.ts";
import { containers, type Family } from "./family.ts";
import { hops } from "./imports.ts";
import { folderOf } from "./paths.ts";
import type { Place } from "./place.ts";
import type { Resolver } from "./resolver.ts";
import { parseType } from "./text.ts";
import { pick, type Tree } from "./tree.ts";
import { isType, type WorldSymbol } from "./world.ts";

/** Types above one that are climbed to: no hierarchy is as high, some generated ones go on. */
const MOST_ABOVE = 200;

const { maxSameName, maxTargets } = edgeSettings.dispatch;

/** Types whose methods are made to be implemented elsewhere. */
export function isAbstract(type: WorldSymbol): boolean {
  return type.kind === "interface" || type.kind === "trait";
}

/** A property that holds a function, by its declared type: a method of the type answers for it. */
export const holdsFunction = ({ kind, arity, type }: WorldSymbol): boolean =>
  kind === "field" && arity === null && type !== null && /^(?:<[^<>]*>\s*)?\([\s\S]*=>/.test(type);

/** A property whose reader runs code that calls something. */
export const isComputed = ({ arity }: WorldSymbol): boolean => arity === ACCESS;

/** What stands above a type, and what below it answers a call of its method? */
export class Supertypes {
  /** By the number of a type: it and what stands above it, its own supertypes, the package outside the tree it comes from. */
  private readonly hierarchies = new Map<number, WorldSymbol[]>();
  private readonly supertypes = new Map<number, Place[]>();
  private readonly outsiders = new Map<number, Place | null>();

  constructor(
    private readonly tree: Tree,
    private readonly family: Family,
    /** Who answers what this asks. */
    private readonly ask: Pick<Resolver, "neutral" | "values" | "types" | "imports" | "members">,
  ) {}

  /** The type that a definition stands in. */
  holder(symbol: WorldSymbol): WorldSymbol | null {
    const outer = containers(symbol.qualified)[0];
    return outer === undefined ? null : (this.tree.members(symbol.path, outer).find(({ kind }) => isType(kind)) ?? null);
  }

  /** A type and its known supertypes, breadth first, each once, interfaces behind what implements them. Those of another file's type are climbed once for all. */
  hierarchy(type: WorldSymbol): WorldSymbol[] {
    const known = this.hierarchies.get(type.id);
    if (known) return known;
    let found: WorldSymbol[] = [];
    if (type.id >= 0) {
      const { world, facts } = this.tree;
      const shared = world.shared(`above ${this.family.name} ${type.id}`, () =>
        orNothing(() => this.ask.neutral(type).supertypes.climbed(type)),
      );
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

  /** `hierarchy`, worked out. */
  climbed(type: WorldSymbol): WorldSymbol[] {
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
        const made = this.family.flows && place.symbol.kind === "function" ? this.ask.values.returned(place.symbol, null) : null;
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

  /** The supertypes a type names, as places. Those of another file's type are worked out once for all: everything in a framework inherits from it. */
  supers(type: WorldSymbol): Place[] {
    if (type.id < 0) return this.named(type);
    let found = this.supertypes.get(type.id);
    if (found) return found;
    found =
      this.tree.world.shared(`supers ${this.family.name} ${type.id}`, () =>
        orNothing(() => this.ask.neutral(type).supertypes.named(type)),
      ) ?? [];
    const mine = this.tree.facts.path;
    // This file's own symbols have another form here.
    if (found.some((place) => place.is === "symbol" && place.symbol.path === mine)) found = this.named(type);
    this.supertypes.set(type.id, found);
    return found;
  }

  /** `supers`, worked out. */
  named(type: WorldSymbol): Place[] {
    const active = this.tree.memo("rising", 0, () => new Set<number>());
    if (active.has(type.id)) return [];
    return this.tree.memo("supers", type.id, () => {
      active.add(type.id);
      const out: Place[] = [];
      // `typedef HandlerTest EmitterTest;` stands for what it names
      const meant = this.family.aliases && type.kind === "type" ? this.ask.values.declared(type) : null;
      if (meant?.is === "value" && meant.type.id !== type.id) out.push({ is: "symbol", symbol: meant.type });
      for (const above of this.tree.outline(type.path)?.supertypes ?? []) {
        if (above.of !== type.qualified) continue;
        const segments = parseType(above.receiver === null ? above.name : `${above.receiver}.${above.name}`);
        const named =
          segments && this.ask.types.typeIn(type.path, segments, containers(type.qualified)[0] ? `${containers(type.qualified)[0]}.x` : "");
        const place = named?.is === "module" ? this.ask.imports.exported(named.files, "default", null, hops) : named;
        if (place?.is === "symbol" && place.symbol.id === type.id) continue;
        // `using Base = Set<void>`
        const alias =
          this.family.aliases && place?.is === "symbol" && place.symbol.kind === "type" ? this.ask.values.declared(place.symbol) : null;
        if (alias?.is === "value") out.push({ is: "symbol", symbol: alias.type });
        else if (place) out.push(place);
      }
      active.delete(type.id);
      return out;
    });
  }

  /** The package outside the tree that a type inherits from, if any. */
  outside(type: WorldSymbol): Place | null {
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

  /** Implementations of a method below the receiver's type; worked out once for all files. */
  implementations(type: WorldSymbol, method: WorldSymbol): WorldSymbol[] {
    const { world, facts } = this.tree;
    const what = `implementations ${this.family.name} ${type.path}#${type.qualified} ${method.path}#${method.qualified}`;
    const found = this.tree.memo("implementations", what, () => {
      return (
        world.shared(what, () => {
          const { tree, supertypes } = this.ask.neutral(type);
          const [one, other] = [type, method].map((symbol) =>
            tree.members(symbol.path, symbol.qualified).find((same) => same.kind === symbol.kind),
          );
          return one && other ? orNothing(() => supertypes.below(one, other)) : [];
        }) ?? []
      );
    });
    // This file's own symbols have another form here.
    return found.map((one) => (one.path === facts.path ? (pick(this.tree.members(one.path, one.qualified), one.arity) ?? one) : one));
  }

  /**
   * Implementations of a method below a type, in the order of their paths; the method itself is not among them.
   *
   * Found from below: every definition of the method's name whose type stands under the receiver's, by what it says it extends or implements, or, in Go, by
   * its methods. Where there are very many the call says nothing about any of them, and none is named.
   */
  below(type: WorldSymbol, method: WorldSymbol): WorldSymbol[] {
    const { tree, family } = this;
    const named = tree
      .definitions(method.name, family)
      .filter((one) => answers(one, method) && one.qualified !== one.name && !same(one, method));
    if (named.length > maxSameName) return [];
    const found: WorldSymbol[] = [];
    const holders = new Map<string, boolean>();
    for (const one of named) {
      // what implements a method need not take all that it is given (TypeScript)
      const fewer = family.fewerArguments && (one.arity ?? 0) < (method.arity ?? 0);
      if (method.arity !== null && one.arity !== null && method.arity !== one.arity && !fewer) continue;
      const holder = containers(one.qualified)[0]!;
      const key = `${one.path}#${holder}`;
      let under = holders.get(key);
      if (under === undefined) {
        under = this.isUnder(one.path, holder, type, method);
        holders.set(key, under);
      }
      if (under) found.push(one);
    }
    const real = found.filter((one) => type.double || !one.double);
    return real.length > maxTargets ? [] : real;
  }

  /** Does what holds a definition stand under a type? */
  private isUnder(path: string, holder: string, type: WorldSymbol, method: WorldSymbol): boolean {
    const { tree, family } = this;
    // a module that says its signature stands under it
    const isHolder = ({ kind }: WorldSymbol): boolean => isType(kind) || (kind === "module" && family.signatures === true);
    const own = tree.members(path, holder).find(isHolder);
    const place: Place | null = own ? { is: "symbol", symbol: own } : this.ask.types.typeIn(path, holder.split("."), "");
    // `impl Trait for X`, `extension X: P` where X is defined elsewhere
    for (const above of tree.outline(path)?.elsewhere ?? []) {
      if (above.of !== holder) continue;
      const named = this.ask.types.typeIn(path, above.name.split("."), "");
      if (named?.is === "symbol" && this.hierarchy(named.symbol).some((one) => same(one, type))) return true;
    }
    if (place?.is !== "symbol" || !isHolder(place.symbol) || same(place.symbol, type)) return false;
    if (isAbstract(place.symbol) && family.structural) return false;
    if (this.hierarchy(place.symbol).some((one) => same(one, type))) return true;
    return family.structural === true && type.kind === "interface" && this.satisfies(place.symbol, type, method);
  }

  /** Where a type that has all methods of an interface implements it. */
  private satisfies(type: WorldSymbol, wanted: WorldSymbol, method: WorldSymbol): boolean {
    const near = folderOf(type.path) === folderOf(wanted.path);
    let found = false;
    for (const above of this.hierarchy(wanted)) {
      for (const { of, name, arity, type: returned } of this.tree.outline(above.path)?.demands ?? []) {
        if (of !== above.qualified) continue;
        if (!near && !/^\p{Lu}/u.test(name)) return false;
        const own = this.ask.members.typeMember(type, name, arity);
        if (!own || own.kind === "field" || own.arity !== arity || plain(own.type) !== plain(returned)) return false;
        found ||= name === method.name;
      }
    }
    return found;
  }
}

/** A method answers the call of a method, a computed property the reading of one. */
function answers(one: WorldSymbol, method: WorldSymbol): boolean {
  if (holdsFunction(method)) return one.kind === "method";
  if (method.kind === "field" || isComputed(one)) return isComputed(one) && method.kind === one.kind;
  return one.kind === "method" || one.kind === "function";
}

function same(a: WorldSymbol, b: WorldSymbol): boolean {
  return a.path === b.path && a.qualified === b.qualified;
}

/** A Go type without its package: the same type is `Order` here and `store.Order` there. */
const plain = (type: string | null): string => (type ?? "").replace(/[\w\x80-\u{10FFFF}]+\./gu, "").replace(/\s+/g, "");
