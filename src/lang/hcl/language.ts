import { type Family, writtenFamily } from "../engine/resolve/family.ts";
import { folderOf, join } from "../engine/resolve/paths.ts";
import type { Located, Place } from "../engine/resolve/place.ts";
import { pick, type Tree } from "../engine/resolve/tree.ts";
import type { ImportLike } from "../engine/resolve/world.ts";
import type { Syntax } from "../engine/rules/_rules.ts";
import { language } from "../engine/written.ts";

// HCL: a folder of `.tf` files is one module and shares its names; `module` blocks lead to other folders.

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
  const own = tree.full(full, family).filter((symbol) => folderOf(symbol.path) === folder);
  const found = pick(own, null);
  if (found) return { is: "symbol", symbol: found };
  return space === "" || space === "data" ? { is: "space", name: full } : null;
}

const family: Family = writtenFamily({
  name: "hcl",
  locate,
  inSpace,
});

export const syntax: Syntax = {
  separators: ["."],
  quotes: '"',
  hole: "${",
  lineComments: ["#", "//"],
  blockComments: [["/*", "*/"]],
  identifier: "-",
};

export const hcl = language({
  name: "hcl",
  noUses: true,
  extensions: "hcl tf tfvars nomad",
  source: ["@tree-sitter-grammars/tree-sitter-hcl"],
  rules: async () => (await import("./rules.ts")).hcl,
  syntax,
  family,
});
