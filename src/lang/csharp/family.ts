/**
 * C#: namespaces, `using` (plain, static, alias), partial classes. A plain name is searched outwards through the enclosing namespaces.
 */

import type { Family } from "../engine/resolve/family.ts";
import { declares, inSpace, outwards, packageOf, sameType } from "../engine/resolve/packages.ts";
import type { Located, Place } from "../engine/resolve/place.ts";
import type { Tree } from "../engine/resolve/tree.ts";
import { dotted, type ImportLike, isType, type WorldSymbol } from "../engine/resolve/world.ts";
import { wordSet } from "../engine/words.ts";
import { globalUsings } from "./usings.ts";

function locate(tree: Tree, from: string, imported: ImportLike): Located {
  const source = dotted(imported.source);
  if (declares(tree, csharp, source)) return { is: "space", name: source };
  const dot = source.lastIndexOf(".");
  if (dot > 0 && inSpace(tree, csharp, source.slice(0, dot), source.slice(dot + 1))) return { is: "space", name: source };
  // relative to the file's own namespace
  const own = packageOf(tree, from);
  if (own !== "" && declares(tree, csharp, `${own}.${source}`)) return { is: "space", name: `${own}.${source}` };
  return { is: "external", name: source };
}

function within(tree: Tree, space: string, name: string): Place | null {
  const found = inSpace(tree, csharp, space, name);
  if (found) return found;
  const dot = space.lastIndexOf(".");
  const holder = dot > 0 ? inSpace(tree, csharp, space.slice(0, dot), space.slice(dot + 1)) : null;
  if (holder?.is !== "symbol") return null;
  const member =
    tree.members(holder.symbol.path, `${holder.symbol.qualified}.${name}`)[0] ?? sameType(tree, csharp, holder.symbol, name)[0];
  return member ? { is: "symbol", symbol: member } : null;
}

function ambient(tree: Tree, path: string, name: string, enclosing: string): Place | null {
  const own = packageOf(tree, path);
  const from = enclosing === "" || enclosing.startsWith(own) ? enclosing || own : `${own}.${enclosing}`;
  const near = outwards(tree, csharp, from, name);
  if (near || !tree.defined(name)) return near;
  for (const space of globalUsings(tree, path)) {
    const place = inSpace(tree, csharp, dotted(space), name);
    if (place) return place;
  }
  return null;
}

/** Partial classes, and extension methods (`static R F(this T x)`) of visible static classes are not told apart by the text: only the former. */
function scattered(tree: Tree, type: WorldSymbol, name: string): WorldSymbol[] {
  const same = sameType(tree, csharp, type, name).filter((symbol) => symbol.path !== type.path);
  return isType(type.kind) ? same : same.filter((symbol) => symbol.full !== "");
}

/** Extension methods that the file sees: of its namespaces, and of those it uses. */
function extended(tree: Tree, type: string, name: string): WorldSymbol[] {
  const own = packageOf(tree, tree.facts.path);
  return tree.real(
    tree.definitions(name, csharp).filter((symbol) => {
      const outline = tree.outline(symbol.path);
      const extension = outline?.extensions.find(({ method }) => method === symbol.qualified);
      if (!extension) return false;
      const plain = extension.type
        .replace(/<[\s\S]*$|\?$/g, "")
        .replace(/^.*\./, "")
        .trim();
      if (plain !== type && plain.toLowerCase() !== type.toLowerCase()) return false;
      const home = packageOf(tree, symbol.path);
      if (home === "" || own === home || own.startsWith(`${home}.`)) return true;
      return (
        tree.outline(tree.facts.path)?.imports.some(({ source }) => dotted(source) === home) === true ||
        tree.facts.path === "" ||
        globalUsings(tree, tree.facts.path).some((source) => dotted(source) === home)
      );
    }),
  );
}

function parts(tree: Tree, type: WorldSymbol): WorldSymbol[] {
  const all = tree.full(type.full, csharp).filter((symbol) => isType(symbol.kind));
  return all.length > 1 ? all.filter((symbol) => symbol.id !== type.id) : [];
}

export const csharp: Family = {
  name: "csharp",
  ecosystem: "nuget",
  typesApart: true,
  self: ["this"],
  parent: ["base"],
  implicitSelf: true,
  reach: "imported",
  dynamic: false,
  constructors: [],
  globals: wordSet(`Console Math String Convert Environment Task Exception ArgumentException ArgumentNullException InvalidOperationException
    NotImplementedException NotSupportedException Object Type Guid DateTime TimeSpan Activator GC Array Enum Tuple List Dictionary HashSet IEnumerable IList
    IDictionary nameof typeof sizeof default int string bool long double float object byte char decimal var void`),
  packageSymbols: true,
  locate,
  ambient,
  inSpace: within,
  extended,
  extensionReceivers: 1,
  parts,
  scattered,
};
