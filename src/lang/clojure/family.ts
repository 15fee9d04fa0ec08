/** Clojure: names live in the name space their file declares; aliases and referred names lead there. */

import type { Family } from "../engine/resolve/family.ts";
import { declares, inSpace, type outwards } from "../engine/resolve/packages.ts";
import type { Located, Place } from "../engine/resolve/place.ts";
import type { Tree } from "../engine/resolve/tree.ts";
import type { ImportLike } from "../engine/resolve/world.ts";
import { wordSet } from "../engine/words.ts";

function locate(tree: Tree, _from: string, imported: ImportLike): Located {
  return declares(tree, clojure, imported.source)
    ? { is: "space", name: imported.source }
    : { is: "external", name: imported.source.split(".").slice(0, 2).join(".") };
}

export const clojure: Family = {
  name: "clojure",
  aliasesFirst: true,
  self: [],
  parent: [],
  implicitSelf: false,
  reach: "imported",
  dynamic: true,
  constructors: [],
  packageSymbols: true,
  classFunctions: true,
  /** A method of a protocol is a function of its name space. */
  inFile: (tree, path, name) =>
    tree.definitions(name, clojure).filter((symbol) => symbol.path === path && symbol.parentKind === "interface"),
  globals: wordSet("System Math String Integer Long Thread Class Object Exception"),
  locate,
  ambient: (tree, path, name) => {
    const space = tree.outline(path)?.namespaces[0];
    return space ? outwardsIn(tree, space, name) : null;
  },
  inSpace: (tree, space, name) => inSpace(tree, clojure, space, name) ?? ofProtocol(tree, space, name),
};

/** A method of a protocol is a function of its name space. */
function ofProtocol(tree: Tree, space: string, name: string): Place | null {
  const found = tree
    .definitions(name, clojure)
    .find((symbol) => symbol.parentKind === "interface" && tree.outline(symbol.path)?.namespaces[0] === space);
  return found ? { is: "symbol", symbol: found } : null;
}

/** Other files of the same name space (`in-ns`) only: its parents are other name spaces. */
function outwardsIn(tree: Tree, space: string, name: string): ReturnType<typeof outwards> {
  const found = inSpace(tree, clojure, space, name);
  return found?.is === "symbol" ? found : null;
}
