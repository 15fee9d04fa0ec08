/**
 * Java, Kotlin, Scala, Groovy: packages as declared, imports by full name, wildcards, static imports, the same package.
 */

import { type Family, writtenFamily } from "../engine/resolve/family.ts";
import { declares, inSpace, membersOfSpace, packageOf, sameTail, sameType } from "../engine/resolve/packages.ts";
import type { Located, Place } from "../engine/resolve/place.ts";
import type { Tree } from "../engine/resolve/tree.ts";
import type { ImportLike, WorldSymbol } from "../engine/resolve/world.ts";
import { wordSet } from "../engine/words.ts";

function locate(tree: Tree, from: string, imported: ImportLike): Located {
  const source = imported.source.replace(/^_root_\./, "").replace(/\.[*_]$/, "");
  const absolute = source === "" || imported.source.startsWith("_root_.");
  const outer = !absolute && tree.outline(from)?.language === "scala" ? enclosing(tree, from) : [];
  // Scala: what is in a package around is named from there
  for (const name of [...outer.map((space) => `${space}.${source}`), source]) if (isSpace(tree, name)) return { is: "space", name };
  return { is: "external", name: source };
}

/** Is it a package of the tree, or something in one? */
function isSpace(tree: Tree, name: string): boolean {
  const dot = name.lastIndexOf(".");
  return name === "" || declares(tree, jvm, name) || (dot > 0 && holderOf(tree, name) !== null);
}

/** A type by its full name, also inside others. */
function holderOf(tree: Tree, name: string): Place | null {
  const dot = name.lastIndexOf(".");
  return dot > 0 ? inSpace(tree, jvm, name.slice(0, dot), name.slice(dot + 1)) : null;
}

/** The packages that a file sees without importing them, innermost first: of Java and Kotlin its own, of Scala one a clause. */
function enclosing(tree: Tree, path: string): string[] {
  const clauses = tree.outline(path)?.language === "scala" ? (tree.outline(path)?.namespaces.length ?? 0) : 0;
  const out: string[] = [];
  for (let space = packageOf(tree, path), i = 0; i < Math.max(1, clauses); i++) {
    out.push(space);
    space = space.slice(0, Math.max(0, space.lastIndexOf(".")));
  }
  return out;
}

function within(tree: Tree, space: string, name: string): Place | null {
  const found = inSpace(tree, jvm, space, name);
  if (found) return found;
  // `import static a.b.C.f`, `import a.b.C.*`: a member of a type
  const holder = holderOf(tree, space);
  if (holder?.is !== "symbol") return null;
  const member = tree.members(holder.symbol.path, `${holder.symbol.qualified}.${name}`)[0];
  return member ? { is: "symbol", symbol: member } : null;
}

function ambient(tree: Tree, path: string, name: string): Place | null {
  for (const space of enclosing(tree, path)) {
    const found = declaredIn(tree, space, name);
    if (found) return found;
  }
  return null;
}

function declaredIn(tree: Tree, space: string, name: string): Place | null {
  const found = tree.realInFull(
    membersOfSpace(tree, jvm, space, name).filter(
      ({ parentKind, language }) =>
        parentKind === "file" ||
        parentKind === "namespace" ||
        // a package object has a package's name
        (language === "scala" && parentKind === "class" && declares(tree, jvm, space)),
    ),
    jvm,
  );
  return found[0] ? { is: "symbol", symbol: found[0] } : null;
}

/** Reopened nowhere on the JVM, but Kotlin and Scala extend types from outside, visible in their package or by import. */
function scattered(tree: Tree, type: WorldSymbol, name: string): WorldSymbol[] {
  if (tree.facts.language === "java") return [];
  const mine = packageOf(tree, tree.facts.path);
  const imported = new Set(tree.outline(tree.facts.path)?.imports.map((one) => one.source) ?? []);
  const same = sameType(tree, jvm, type, name);
  if (same.length > 0) return same;
  return sameTail(tree, jvm, type, name, (symbol) => {
    const full = symbol.full;
    const home = packageOf(tree, symbol.path);
    return home === mine || imported.has(home) || imported.has(full);
  });
}

/** Methods of Scala's implicit classes, by the type of their only parameter. */
function extended(tree: Tree, type: string, name: string): WorldSymbol[] {
  if (tree.facts.language !== "scala") return [];
  return tree.real(
    tree.definitions(name, jvm).filter((symbol) => {
      const holder = symbol.language === "scala" ? symbol.qualified.split(".").at(-2) : undefined;
      if (holder === undefined) return false;
      return (
        tree
          .outline(symbol.path)
          ?.fields.some((field) => field.name === `extension ${holder}` && field.type.replace(/\[[\s\S]*$/, "") === type) === true
      );
    }),
  );
}

/** Members of a Kotlin companion that has a name. */
function inside(tree: Tree, type: WorldSymbol, name: string): WorldSymbol | null {
  if (type.language !== "kotlin") return null;
  const start = `${type.qualified}.`;
  const found = tree
    .definitions(name, jvm)
    .filter(
      ({ path, qualified }) => path === type.path && qualified.startsWith(start) && qualified.slice(start.length).split(".").length === 2,
    );
  return found.length === 1 ? found[0]! : null;
}

export const jvm: Family = writtenFamily({
  name: "jvm",
  ecosystem: "maven",
  typesApart: true,
  clausesOnly: true,
  besideMain: /(?:^|\/)src\/(?!main\/)[^/]+\/(?:java|kotlin|scala|groovy)\//,
  qualifiedSelf: true,
  operatorsCalled: true,
  self: ["this"],
  parent: ["super"],
  implicitSelf: true,
  bareCalls: true,
  invoked: "invoke",
  globals:
    wordSet(`System String Integer Long Short Byte Character Float Double Boolean Object Class Math Thread Runnable Exception RuntimeException
    IllegalArgumentException IllegalStateException NullPointerException UnsupportedOperationException Throwable Error Override Deprecated SuppressWarnings
    FunctionalInterface SafeVarargs Iterable Comparable CharSequence StringBuilder StringBuffer Number Void Enum Record println print printf require check
    error TODO listOf mutableListOf mapOf mutableMapOf setOf mutableSetOf arrayOf emptyList emptyMap lazy run let also apply with repeat to Option Some None
    Seq List Map Set Vector Future Try Either Left Right Nil Array assert Any AnyRef AnyVal Unit Nothing Int`),
  packageSymbols: true,
  spacesInherit: true,
  packageObjects: (tree, path) =>
    tree.facts.language === "scala"
      ? enclosing(tree, path).filter((space) => tree.full(space, jvm).some(({ kind }) => kind === "class"))
      : [],
  locate,
  ambient,
  inSpace: within,
  scattered,
  inside,
  extended,
  sameAgain: wordSet("copy also apply takeIf"),
});
