import { type Family, writtenFamily } from "../engine/resolve/family.ts";
import { folderOf, join } from "../engine/resolve/paths.ts";
import type { Located, Place } from "../engine/resolve/place.ts";
import type { Tree } from "../engine/resolve/tree.ts";
import type { ImportLike } from "../engine/resolve/world.ts";
import type { Syntax } from "../engine/rules/_rules.ts";
import { language } from "../engine/written.ts";

// Style sheets: `@import` and `url()` beside the file; custom properties are the whole page's.

function locate(tree: Tree, from: string, imported: ImportLike): Located {
  const source = imported.source.replace(/[?#].*$/, "").replace(/^~/, "");
  if (source === "") return { is: "nowhere" };
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(source)) return { is: "external", name: source.replace(/^[a-z]*:?\/\//i, "").split("/")[0]! };
  const path = join(source[0] === "/" ? "" : folderOf(from), source);
  if (path !== null) for (const one of [path, `${path}.css`]) if (tree.file(one)) return { is: "files", files: [one], folder: null };
  return { is: "nowhere" };
}

/** A custom property that one style sheet alone defines. */
function ambient(tree: Tree, _path: string, name: string): Place | null {
  const all = name.startsWith("--") ? tree.real(tree.definitions(name, family)) : [];
  return all[0] && all.every(({ path }) => path === all[0]!.path) ? { is: "symbol", symbol: all[0] } : null;
}

const family: Family = writtenFamily({
  name: "css",
  reach: "global",
  locate,
  ambient,
});

export const syntax: Syntax = { separators: ["."], quotes: "\"'", lineComments: [], blockComments: [["/*", "*/"]], identifier: "-" };

export const css = language({
  name: "css",
  markup: true,
  noModules: true,
  noUses: true,
  extensions: "css",
  rules: async () => (await import("./rules.ts")).css,
  syntax,
  family,
});
