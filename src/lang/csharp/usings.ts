/**
 * Name spaces that all files of a project see without saying so: `global using` in files that are called so by custom, and the `<Using Include>` of
 * the project file and of those that it takes up from the folders above. What the SDK adds (`ImplicitUsings`) lies outside the tree.
 * https://learn.microsoft.com/dotnet/csharp/language-reference/keywords/using-directive#the-global-modifier
 */
import type { Tree } from "../engine/resolve/tree.ts";
import { words } from "../engine/words.ts";

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
