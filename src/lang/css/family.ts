/** Style sheets: `@import` and `url()` beside the file; custom properties are the whole page's. */

import type { Family } from "../engine/resolve/family.ts";
import { folderOf, join } from "../engine/resolve/paths.ts";
import type { Located, Place } from "../engine/resolve/place.ts";
import type { Tree } from "../engine/resolve/tree.ts";
import type { ImportLike } from "../engine/resolve/world.ts";
import { wordSet } from "../engine/words.ts";

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
  const all = name.startsWith("--") ? tree.real(tree.definitions(name, css)) : [];
  return all[0] && all.every(({ path }) => path === all[0]!.path) ? { is: "symbol", symbol: all[0] } : null;
}

export const css: Family = {
  name: "css",
  self: [],
  parent: [],
  implicitSelf: false,
  reach: "global",
  dynamic: false,
  constructors: [],
  globals: wordSet(""),
  locate,
  ambient,
};
