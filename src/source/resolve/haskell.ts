/** Haskell: modules by the path of their names; only what is imported is seen, what a module exports of others is passed on. */
import { type Family, type Located, wordSet } from "./_family.ts";
import type { Tree } from "./_tree.ts";
import type { ImportLike } from "./_world.ts";
import { bySuffix } from "./other.ts";

function locate(tree: Tree, from: string, imported: ImportLike): Located {
  const path = imported.source.replaceAll(".", "/");
  const found = bySuffix(tree, from, `${path}.hs`) ?? bySuffix(tree, from, `${path}.lhs`) ?? bySuffix(tree, from, `${path}.hsc`);
  if (found) return { is: "files", files: [found], folder: null };
  return { is: "external", name: imported.source.split(".").slice(0, 2).join(".") };
}

export const haskell: Family = {
  name: "haskell",
  languages: ["haskell"],
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
  /** A method of a class is a function of the module that the class is in. */
  inFile: (tree, path, name) =>
    tree.definitions(name, haskell).filter((symbol) => symbol.path === path && symbol.parentKind === "interface"),
};
