import { type Family, writtenFamily } from "../engine/resolve/family.ts";
import { throughHolder } from "../engine/resolve/holders.ts";
import { Overloads } from "../engine/resolve/overloads.ts";
import { declares, inSpace, outwards, packageOf, sameType } from "../engine/resolve/packages.ts";
import type { Located, Place } from "../engine/resolve/place.ts";
import type { Tree } from "../engine/resolve/tree.ts";
import { dotted, type ImportLike, isType, type WorldSymbol } from "../engine/resolve/world.ts";
import type { Syntax } from "../engine/rules/_rules.ts";
import { pairs, wordSet, words } from "../engine/words.ts";
import { language } from "../engine/written.ts";
import { platform } from "../jvm/platform.ts";

// C#: namespaces, `using` (plain, static, alias), partial classes. A plain name is searched outwards through the enclosing namespaces.

function locate(tree: Tree, from: string, imported: ImportLike): Located {
  const source = dotted(imported.source);
  if (declares(tree, family, source)) return { is: "space", name: source };
  const dot = source.lastIndexOf(".");
  if (dot > 0 && inSpace(tree, family, source.slice(0, dot), source.slice(dot + 1))) return { is: "space", name: source };
  // relative to the file's own namespace
  const own = packageOf(tree, from);
  if (own !== "" && declares(tree, family, `${own}.${source}`)) return { is: "space", name: `${own}.${source}` };
  return { is: "external", name: source };
}

function within(tree: Tree, space: string, name: string): Place | null {
  const found = inSpace(tree, family, space, name);
  if (found) return found;
  const dot = space.lastIndexOf(".");
  const holder = dot > 0 ? inSpace(tree, family, space.slice(0, dot), space.slice(dot + 1)) : null;
  if (holder?.is !== "symbol") return null;
  const member =
    tree.members(holder.symbol.path, `${holder.symbol.qualified}.${name}`)[0] ?? sameType(tree, family, holder.symbol, name)[0];
  return member ? { is: "symbol", symbol: member } : null;
}

function ambient(tree: Tree, path: string, name: string, enclosing: string): Place | null {
  const own = packageOf(tree, path);
  const from = enclosing === "" || enclosing.startsWith(own) ? enclosing || own : `${own}.${enclosing}`;
  const near = outwards(tree, family, from, name);
  if (near || !tree.defined(name)) return near;
  for (const space of globalUsings(tree, path)) {
    const place = inSpace(tree, family, dotted(space), name);
    if (place) return place;
  }
  return null;
}

/** Partial classes, and extension methods (`static R F(this T x)`) of visible static classes are not told apart by the text: only the former. */
function scattered(tree: Tree, type: WorldSymbol, name: string): WorldSymbol[] {
  const same = sameType(tree, family, type, name).filter((symbol) => symbol.path !== type.path);
  return isType(type.kind) ? same : same.filter((symbol) => symbol.full !== "");
}

/** Extension methods that the file sees: of its namespaces, and of those it uses. */
function extended(tree: Tree, type: string, name: string): WorldSymbol[] {
  const own = packageOf(tree, tree.facts.path);
  return tree.real(
    tree.definitions(name, family).filter((symbol) => {
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
  const all = tree.full(type.full, family).filter((symbol) => isType(symbol.kind));
  return all.length > 1 ? all.filter((symbol) => symbol.id !== type.id) : [];
}

const family: Family = writtenFamily({
  name: "csharp",
  ecosystem: "nuget",
  typesApart: true,
  self: ["this"],
  parent: ["base"],
  implicitSelf: true,
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
});

export const syntax: Syntax = {
  names: words("elif raise assert del delete"),
  separators: ["?.", "::", ".", "!."],
  quotes: '"',
  tripleQuotes: "raw",
  // Verbatim: `@"…"`, `$@"…"`, `@$"…"`.
  rawString: (text, quote) =>
    text[quote - 1] === "@" || (text[quote - 1] === "$" && text[quote - 2] === "@") ? { close: '"', body: quote + 1, doubled: true } : null,
  hole: "{",
  charLiterals: true,
  lineComments: ["//"],
  blockComments: [["/*", "*/"]],
  angles: true,
  identifier: "@",
};

export const csharp = language({
  name: "csharp",
  unspoken: /^(?:GetEnumerator|GetAsyncEnumerator|GetAwaiter|Deconstruct|GetPinnableReference|DisposeAsync)$/,
  entry: /^(?:ConfigureServices|Configure|CreateHostBuilder)$/,
  inherent: /^(?:GetHashCode|Equals|ToString|GetType|Finalize|operator [!=]=|Deconstruct)$/,
  bracketed: true,
  overrides: /\boverride\b/,
  demands: ({ rest, signature, kind }) =>
    kind === "interface"
      ? !/\bstatic\b/.test(signature) && /^(?:;|\{\s*(?:(?:get|set|init|add|remove)\s*;\s*)+\})/.test(rest)
      : /\babstract\b/.test(signature),
  implementsUnmarked: true,
  madeOfNothing: true,
  importsPackages: true,
  hides: true,
  extensions: "cs csx",
  symbol: "tree_sitter_c_sharp",
  rules: async () => (await import("./rules.ts")).csharp,
  syntax,
  family,
  overloading: (resolver) => new Overloads(resolver, platform),
  indexed: true,
  properties: true,
  fieldsHold: true,
  sameTypes: pairs(`string String, object Object, bool boolean, dynamic Object, Int32 int, Int64 long, decimal BigDecimal,
    Decimal BigDecimal, uint long, sbyte byte, ushort int`),
  callsGiven: throughHolder,
});

// Name spaces that all files of a project see without saying so: `global using` in files that are called so by custom, and the `<Using Include>` of
// the project file and of those that it takes up from the folders above. What the SDK adds (`ImplicitUsings`) lies outside the tree.
// https://learn.microsoft.com/dotnet/csharp/language-reference/keywords/using-directive#the-global-modifier

const FILES = words(`GlobalUsings.cs GlobalUsing.cs Usings.cs Using.cs GlobalImports.cs Imports.cs _GlobalUsings.cs _Usings.cs
  Globals.cs Global.cs`);
/** Files that a project file takes up by itself, from the nearest folder that has one. */
const TAKEN_UP = ["Directory.Build.props", "Directory.Build.targets"];
const USING = /<Using\s+([^>]*?)\/?>/g;

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")));
const aboveOf = (folder: string): string | null => (folder === "" ? null : folderOf(folder));
const inFolder = (folder: string, name: string): string => (folder === "" ? name : `${folder}/${name}`);

/** The folder whose project a file belongs to, and its project file: the nearest above it; null where none is. */
function projectOf(tree: Tree, folder: string): { folder: string; file: string } | null {
  return (
    tree.memo("project", folder, () => {
      const file = tree.directory(folder).find((path) => path.endsWith(".csproj"));
      if (file !== undefined) return [{ folder, file }];
      const above = aboveOf(folder);
      const found = above === null ? null : projectOf(tree, above);
      return found === null ? [] : [found];
    })[0] ?? null
  );
}

function usingsIn(text: string | null): string[] {
  return [...(text ?? "").matchAll(USING)].flatMap(([, said]) => {
    const source = /\bInclude\s*=\s*"([^"]+)"/.exec(said!)?.[1];
    return source === undefined || /\b(?:Alias|Static)\s*=/.test(said!) ? [] : [source.trim()];
  });
}

/** Name spaces that every file of the project of a folder uses, in order. */
export function globalUsings(tree: Tree, path: string): readonly string[] {
  const own = folderOf(path);
  return tree.memo("global usings", own, () => {
    const project = projectOf(tree, own);
    const found = new Set<string>();
    for (const name of FILES)
      for (const file of tree.named(name)) {
        const home = projectOf(tree, folderOf(file))?.folder ?? folderOf(file);
        if (project === null ? own !== home && !own.startsWith(`${home}/`) && home !== "" : home !== project.folder) continue;
        for (const { form, source } of tree.outline(file)?.imports ?? []) if (form === "wildcard") found.add(source);
      }
    if (project !== null) for (const source of usingsIn(tree.text(project.file))) found.add(source);
    for (const name of TAKEN_UP)
      for (let folder: string | null = own; folder !== null; folder = aboveOf(folder)) {
        const file = inFolder(folder, name);
        if (!tree.file(file)) continue;
        for (const source of usingsIn(tree.text(file))) found.add(source);
        break;
      }
    return [...found];
  });
}
