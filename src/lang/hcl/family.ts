/** HCL: a folder of `.tf` files is one module and shares its names; `module` blocks lead to other folders. */

import type { Family } from "../engine/resolve/family.ts";
import { folderOf, join } from "../engine/resolve/paths.ts";
import type { Located, Place } from "../engine/resolve/place.ts";
import { pick, type Tree } from "../engine/resolve/tree.ts";
import type { ImportLike } from "../engine/resolve/world.ts";
import { wordSet } from "../engine/words.ts";

function locate(tree: Tree, from: string, imported: ImportLike): Located {
  if (!imported.relative) return { is: "external", name: imported.source.replace(/^git::/, "").replace(/[?#].*$/, "") };
  const folder = join(folderOf(from), imported.source);
  const files = folder === null ? [] : tree.directory(folder).filter((path) => /\.(?:tf|hcl)$/.test(path));
  return files.length > 0 ? { is: "files", files, folder } : { is: "nowhere" };
}

/** `var` + `name`, `aws_s3_bucket` + `logs`: what a file of the same folder defines. */
function inSpace(tree: Tree, space: string, name: string): Place | null {
  const folder = folderOf(tree.facts.path);
  const full = space === "" ? name : `${space}.${name}`;
  const own = tree.full(full, hcl).filter((symbol) => folderOf(symbol.path) === folder);
  const found = pick(own, null);
  if (found) return { is: "symbol", symbol: found };
  return space === "" || space === "data" ? { is: "space", name: full } : null;
}

export const hcl: Family = {
  name: "hcl",
  self: [],
  parent: [],
  implicitSelf: false,
  reach: "imported",
  dynamic: false,
  constructors: [],
  globals: wordSet(""),
  locate,
  inSpace,
};
