/** Kotlin: functions that extend a type, called on what nobody knows the type of. */
import { containers } from "../engine/resolve/_family.ts";
import { accessor } from "../engine/resolve/_holders.ts";
import { packageOf } from "../engine/resolve/_packages.ts";
import { pick, type Tree } from "../engine/resolve/_tree.ts";
import { isType, type WorldSymbol } from "../engine/resolve/_world.ts";

/**
 * The extension that a file imports by its name, perhaps under another one, or defines itself and nobody else defines: it is imported or written
 * here to be called so.
 */
export function extensionNamed(name: string, arity: number | null, tree: Tree): WorldSymbol | null {
  const { facts } = tree;
  const imported = tree.memo(
    "imported names",
    0,
    () => new Map(facts.imports.flatMap((one) => one.names.map(({ name, local }) => [local, { name, source: one.source }]))),
  );
  const by = imported.get(name);
  if (by === undefined && !facts.symbols.some((symbol) => symbol.name === name && symbol.qualified !== name)) return null;
  const all = tree.definitions(by?.name ?? name, tree.language.family).filter(({ kind }) => kind === "function" || kind === "method");
  const extending = all.filter((symbol) => {
    const of = containers(symbol.qualified)[0];
    return of !== undefined && !of.includes(".") && !tree.members(symbol.path, of).some(({ kind }) => isType(kind));
  });
  const meant = by ? extending.filter(({ path }) => packageOf(tree, path) === by.source) : extending;
  // what lists and texts have of their own is theirs
  if (!by && (meant.length !== all.length || meant.some(({ path }) => path !== facts.path) || accessor("list", name) !== null)) return null;
  return pick(meant, arity);
}
