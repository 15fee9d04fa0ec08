/** Languages whose plain names reach the whole tree (C's linker, Ruby, Bash): the only definition that can be meant. */
import type { Family } from "./_family.ts";
import { folderOf, isDouble } from "./_names.ts";
import { pick, type Tree } from "./_tree.ts";
import { isType, type WorldSymbol } from "./_world.ts";

export function onlyVisible(name: string, arity: number | null, tree: Tree, family: Family): WorldSymbol | null {
  const { path } = tree.facts;
  const double = isDouble(path);
  const visible = tree
    .definitions(name, family)
    .filter((symbol) => reachesPlainly(symbol) && (!family.topLevelOnly || symbol.qualified === symbol.name) && (double || !symbol.double));
  const definitions = visible.some(({ declares }) => declares) ? visible.filter(({ declares }) => !declares) : visible;
  return only(definitions.length > 0 ? definitions : visible, path, arity, family);
}

function only(visible: WorldSymbol[], path: string, arity: number | null, family: Family): WorldSymbol | null {
  const places = new Set(visible.map((symbol) => `${symbol.path}#${symbol.qualified}`));
  if (places.size === 1) return pick(visible, arity);
  // one definition a platform (src/unix, src/win): a file only ever meets those of its own folder
  const beside = family.platforms ? visible.filter((symbol) => folderOf(symbol.path) === folderOf(path)) : [];
  return beside.length > 0 && new Set(beside.map((symbol) => symbol.path)).size === 1 ? pick(beside, arity) : null;
}

/** Can a plain name in another file mean it? Methods need a receiver; `static` functions of C are not seen from outside. */
function reachesPlainly(symbol: WorldSymbol): boolean {
  return (symbol.kind === "function" || symbol.kind === "macro" || isType(symbol.kind)) && symbol.exported && !isType(symbol.parentKind);
}
