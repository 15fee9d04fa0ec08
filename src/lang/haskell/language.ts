import { type Family, writtenFamily } from "../engine/resolve/family.ts";
import { bySuffix } from "../engine/resolve/other.ts";
import type { Located, Place } from "../engine/resolve/place.ts";
import type { Tree } from "../engine/resolve/tree.ts";
import type { ImportLike } from "../engine/resolve/world.ts";
import type { Syntax } from "../engine/rules/_rules.ts";
import { wordSet } from "../engine/words.ts";
import { language } from "../engine/written.ts";

// Haskell: modules by the path of their names; only what is imported is seen, what a module exports of others is passed on.

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
      .definitions(name, family)
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

const family: Family = writtenFamily({
  name: "haskell",
  classFunctions: true,
  packageSymbols: true,
  globals: wordSet("main"),
  locate,
  ambient,
  /** A method of a class is a function of the module that the class is in. */
  inFile: (tree, path, name) =>
    tree.definitions(name, family).filter((symbol) => symbol.path === path && symbol.parentKind === "interface"),
});

export const syntax: Syntax = {
  separators: ["."],
  quotes: '"',
  charLiterals: true,
  lineComments: ["--"],
  blockComments: [["{-", "-}"]],
  identifier: "'",
};

export const haskell = language({
  name: "haskell",
  casesFree: true,
  hides: true,
  // one without a definition is an error where it is asked for only
  demands: ({ signature, kind, name, whole }) =>
    kind === "interface" &&
    signature.includes("::") &&
    !new RegExp(`^\\s+(?:default\\s+)?${RegExp.escape(name)}\\b(?!\\s*(?:,|::))[^\\n]*=`, "m").test(whole) &&
    "perhaps",
  extensions: "hs hs-boot",
  rules: async () => (await import("./rules.ts")).haskell,
  syntax,
  extracts: ["types"],
  family,
});
