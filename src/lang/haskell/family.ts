/** Haskell: modules by the path of their names; only what is imported is seen, what a module exports of others is passed on. */

import type { Family } from "../engine/resolve/family.ts";
import { bySuffix } from "../engine/resolve/other.ts";
import type { Located, Place } from "../engine/resolve/place.ts";
import type { Tree } from "../engine/resolve/tree.ts";
import type { ImportLike } from "../engine/resolve/world.ts";
import { wordSet } from "../engine/words.ts";

function locate(tree: Tree, from: string, imported: ImportLike): Located {
  const path = imported.source.replaceAll(".", "/");
  const found = bySuffix(tree, from, `${path}.hs`) ?? bySuffix(tree, from, `${path}.lhs`) ?? bySuffix(tree, from, `${path}.hsc`);
  if (found) return { is: "files", files: [found], folder: null };
  return { is: "external", name: imported.source.split(".").slice(0, 2).join(".") };
}

/** Functions of a class and fields of a record that come with the class or record itself: `import Shop (Priced (..))`. */
function ambient(tree: Tree, path: string, name: string): Place | null {
  for (const imported of tree.outline(path)?.imports ?? []) {
    if (imported.form !== "named" || imported.reexport) continue;
    const located = locate(tree, path, imported);
    if (located.is !== "files") continue;
    const found = tree
      .definitions(name, haskell)
      .find(
        (symbol) =>
          located.files.includes(symbol.path) &&
          symbol.parentKind === "interface" &&
          imported.names.some((one) => symbol.qualified.endsWith(`${one.name}.${name}`)),
      );
    if (found) return { is: "symbol", symbol: found };
  }
  return null;
}

export const haskell: Family = {
  name: "haskell",
  self: [],
  parent: [],
  implicitSelf: false,
  classFunctions: true,
  reach: "imported",
  packageSymbols: true,
  dynamic: false,
  constructors: [],
  globals: wordSet("main"),
  locate,
  ambient,
  /** A method of a class is a function of the module that the class is in. */
  inFile: (tree, path, name) =>
    tree.definitions(name, haskell).filter((symbol) => symbol.path === path && symbol.parentKind === "interface"),
};
