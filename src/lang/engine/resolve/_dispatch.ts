/**
 * Calls through an interface, a trait or an abstract class: the implementations that may answer.
 *
 * Found from below: every definition of the method's name whose type stands under the receiver's, by what it says it extends or implements, or,
 * in Go, by its methods. Where there are very many the call says nothing about any of them, and none is named.
 */
import { edges as edgeSettings } from "../../../base/limits.ts";
import { ACCESS } from "../../../base/types.ts";
import { containers, type Place } from "./_family.ts";
import type { Hierarchy } from "./_hierarchy.ts";
import { folderOf } from "./_names.ts";
import { isType, type WorldSymbol } from "./_world.ts";

const { maxSameName, maxTargets } = edgeSettings.dispatch;

/** Types whose methods are made to be implemented elsewhere. */
export function isAbstract(type: WorldSymbol): boolean {
  return type.kind === "interface" || type.kind === "trait";
}

/** A property whose reader runs code that calls something. */
export const isComputed = ({ arity }: WorldSymbol): boolean => arity === ACCESS;

/**
 * Implementations of a method below a type, in the order of their paths; the method itself is not among them.
 * @param lookup from no file in particular: the result is shared by all files
 * @param type the receiver's, as `lookup` sees it
 * @param method what the call reached through it
 */
export function implementations(lookup: Hierarchy, type: WorldSymbol, method: WorldSymbol): WorldSymbol[] {
  const { tree, family } = lookup;
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
      under = isUnder(lookup, one.path, holder, type, method);
      holders.set(key, under);
    }
    if (under) found.push(one);
  }
  const real = found.filter((one) => type.double || !one.double);
  return real.length > maxTargets ? [] : real;
}

/** A method answers the call of a method, a computed property the reading of one. */
function answers(one: WorldSymbol, method: WorldSymbol): boolean {
  if (method.kind === "field" || isComputed(one)) return isComputed(one) && method.kind === one.kind;
  return one.kind === "method" || one.kind === "function";
}

function same(a: WorldSymbol, b: WorldSymbol): boolean {
  return a.path === b.path && a.qualified === b.qualified;
}

/** Does what holds a definition stand under a type? */
function isUnder(lookup: Hierarchy, path: string, holder: string, type: WorldSymbol, method: WorldSymbol): boolean {
  const { tree, family } = lookup;
  // a module that says its signature stands under it
  const isHolder = ({ kind }: WorldSymbol): boolean => isType(kind) || (kind === "module" && family.signatures === true);
  const own = tree.members(path, holder).find(isHolder);
  const place: Place | null = own ? { is: "symbol", symbol: own } : lookup.typeIn(path, holder.split("."), "");
  // `impl Trait for X`, `extension X: P` where X is defined elsewhere
  for (const above of tree.outline(path)?.elsewhere ?? []) {
    if (above.of !== holder) continue;
    const named = lookup.typeIn(path, above.name.split("."), "");
    if (named?.is === "symbol" && lookup.hierarchy(named.symbol).some((one) => same(one, type))) return true;
  }
  if (place?.is !== "symbol" || !isHolder(place.symbol) || same(place.symbol, type)) return false;
  if (isAbstract(place.symbol) && family.structural) return false;
  if (lookup.hierarchy(place.symbol).some((one) => same(one, type))) return true;
  return family.structural === true && type.kind === "interface" && satisfies(lookup, place.symbol, type, method);
}

/** Where a type that has all methods of an interface implements it. */
function satisfies(lookup: Hierarchy, type: WorldSymbol, wanted: WorldSymbol, method: WorldSymbol): boolean {
  const near = folderOf(type.path) === folderOf(wanted.path);
  let found = false;
  for (const above of lookup.hierarchy(wanted)) {
    for (const { of, name, arity, type: returned } of lookup.tree.outline(above.path)?.demands ?? []) {
      if (of !== above.qualified) continue;
      if (!near && !/^\p{Lu}/u.test(name)) return false;
      const own = lookup.typeMember(type, name, arity);
      if (!own || own.kind === "field" || own.arity !== arity || plain(own.type) !== plain(returned)) return false;
      found ||= name === method.name;
    }
  }
  return found;
}

/** A Go type without its package: the same type is `Order` here and `store.Order` there. */
const plain = (type: string | null): string => (type ?? "").replace(/[\w\x80-\u{10FFFF}]+\./gu, "").replace(/\s+/g, "");
