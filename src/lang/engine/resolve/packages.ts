/**
 * Languages whose names live in declared packages or namespaces (JVM, C#, PHP, C++, Ruby modules): full names, and what a namespace holds.
 *
 * A package clause is a symbol of kind namespace. It contains nothing in Java, Go, PHP (`namespace X;`), everything in C# and C++
 * (`namespace X { … }`): the full name of a definition is the same either way.
 */

import { containers, type Family } from "./family.ts";
import type { Place } from "./place.ts";
import { pick, type Tree } from "./tree.ts";
import { dotted, isType, type WorldSymbol } from "./world.ts";

/** The package a file declares, "" for none. */
export function packageOf(tree: Tree, path: string): string {
  const first = tree.outline(path)?.namespaces[0];
  return first === undefined ? "" : dotted(first);
}

/** Does the tree declare a namespace of that dotted name? */
export function declares(tree: Tree, family: Family, space: string): boolean {
  return tree.full(space, family).some((symbol) => symbol.kind === "namespace" || symbol.kind === "module");
}

/** Definitions whose full name is `space.name`; of several the real ones before tests. */
export function membersOfSpace(tree: Tree, family: Family, space: string, name: string): WorldSymbol[] {
  return tree.memo(`space ${family.name}`, space === "" ? name : `${space}.${name}`, () => {
    const all = tree.full(space === "" ? name : `${space}.${name}`, family);
    if (all.length === 0) return all;
    const named = all.filter((symbol) => symbol.kind !== "section" && (symbol.kind !== "namespace" || !family.clausesOnly));
    return tree.realInFull(named, family);
  });
}

/** What a dotted name means: a definition, a member of a type of that name, or a deeper namespace. */
export function inSpace(tree: Tree, family: Family, space: string, name: string): Place | null {
  const plain = dotted(space);
  const direct = pick(membersOfSpace(tree, family, plain, name), null);
  if (direct) return { is: "symbol", symbol: direct };
  // an import that already names the thing itself: `use A\B\C` binding `C`
  const last = plain.slice(plain.lastIndexOf(".") + 1);
  const itself =
    name === last || name === "*"
      ? pick(membersOfSpace(tree, family, plain.slice(0, Math.max(0, plain.length - last.length - 1)), last), null)
      : null;
  if (itself && itself.kind !== "namespace") return { is: "symbol", symbol: itself };
  return declares(tree, family, plain === "" ? name : `${plain}.${name}`)
    ? { is: "space", name: plain === "" ? name : `${plain}.${name}` }
    : null;
}

/** A name seen from inside nested namespaces and types: the innermost that has it. */
export function outwards(tree: Tree, family: Family, from: string, name: string): Place | null {
  if (!tree.defined(name)) return null;
  return tree.memo(`outwards ${family.name} ${from}`, name, () => {
    for (const space of [...containers(`${from}.`), ""]) {
      const found = inSpace(tree, family, space, name);
      if (found) return found;
    }
    return null;
  });
}

/** Members of a type that another declaration of the same full name holds: partial and reopened classes, extensions. */
export function sameType(tree: Tree, family: Family, type: WorldSymbol, name: string): WorldSymbol[] {
  return tree.real(tree.full(`${type.full}.${name}`, family).filter((symbol) => symbol.parentKind !== "namespace"));
}

/** Members declared outside the type under its plain name: `impl T`, `extension T`, `T::f`; `near` says which files count. */
export function sameTail(
  tree: Tree,
  family: Family,
  type: WorldSymbol,
  name: string,
  near: (symbol: WorldSymbol) => boolean,
): WorldSymbol[] {
  const tail = `${type.name}.${name}`;
  const all = tree
    .definitions(name, family)
    .filter((symbol) => !isType(symbol.kind) && (symbol.qualified === tail || symbol.qualified.endsWith(`.${tail}`)));
  return tree.real(all.filter(near));
}
