import { type Family, writtenFamily } from "../engine/resolve/family.ts";
import { declares, inSpace, type outwards } from "../engine/resolve/packages.ts";
import type { Located, Place } from "../engine/resolve/place.ts";
import type { Tree } from "../engine/resolve/tree.ts";
import type { ImportLike } from "../engine/resolve/world.ts";
import type { Syntax } from "../engine/rules/_rules.ts";
import { wordSet } from "../engine/words.ts";
import { language } from "../engine/written.ts";

// Clojure: names live in the name space their file declares; aliases and referred names lead there.

function locate(tree: Tree, _from: string, imported: ImportLike): Located {
  return declares(tree, family, imported.source)
    ? { is: "space", name: imported.source }
    : { is: "external", name: imported.source.split(".").slice(0, 2).join(".") };
}

const family: Family = writtenFamily({
  name: "clojure",
  aliasesFirst: true,
  dynamic: true,
  packageSymbols: true,
  classFunctions: true,
  /** A method of a protocol is a function of its name space. */
  inFile: (tree, path, name) =>
    tree.definitions(name, family).filter((symbol) => symbol.path === path && symbol.parentKind === "interface"),
  globals: wordSet("System Math String Integer Long Thread Class Object Exception"),
  locate,
  ambient: (tree, path, name) => {
    const space = tree.outline(path)?.namespaces[0];
    return space ? outwardsIn(tree, space, name) : null;
  },
  inSpace: (tree, space, name) => inSpace(tree, family, space, name) ?? ofProtocol(tree, space, name),
});

/** A method of a protocol is a function of its name space. */
function ofProtocol(tree: Tree, space: string, name: string): Place | null {
  const found = tree
    .definitions(name, family)
    .find((symbol) => symbol.parentKind === "interface" && tree.outline(symbol.path)?.namespaces[0] === space);
  return found ? { is: "symbol", symbol: found } : null;
}

/** Other files of the same name space (`in-ns`) only: its parents are other name spaces. */
function outwardsIn(tree: Tree, space: string, name: string): ReturnType<typeof outwards> {
  const found = inSpace(tree, family, space, name);
  return found?.is === "symbol" ? found : null;
}

/** Functions of the language that call what they are given. */
const CALLING =
  wordSet(`map mapv map-indexed mapcat filter filterv remove keep keep-indexed reduce reduce-kv some every? not-every? not-any? group-by sort-by
  run! apply partition-by take-while drop-while split-with update update-in swap! iterate repeatedly max-key min-key frequencies-by juxt-map doto pmap
  reductions into-map update-vals update-keys`);

const syntax: Syntax = { separators: [], quotes: '"', lineComments: [";"], blockComments: [] };

export const clojure = language({
  name: "clojure",
  extensions: "clj cljs cljc edn bb",
  shebangs: "bb clojure",
  reader: async () => (await import("./reader.ts")).readClojure,
  syntax,
  extracts: ["symbols", "docs", "imports", "supertypes", "calls"],
  family,
  callsGiven: ({ name, receiver }) => receiver === null && CALLING.has(name),
});
