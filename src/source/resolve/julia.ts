/** Julia: included files are one module; packages of the tree by `src/Name.jl`, others from outside. */
import { type Family, type Located, wordSet } from "./_family.ts";
import { folderOf, join } from "./_names.ts";
import type { Tree } from "./_tree.ts";
import type { ImportLike } from "./_world.ts";
import { bySuffix } from "./other.ts";

function locate(tree: Tree, from: string, imported: ImportLike): Located {
  const { source } = imported;
  if (imported.form === "include") {
    const path = join(folderOf(from), source);
    return path !== null && tree.file(path) ? { is: "files", files: [path], folder: null } : { is: "nowhere" };
  }
  const [first, ...rest] = source.replace(/^\.+/, "").split(".") as [string, ...string[]];
  if (tree.members(from, first).some((symbol) => symbol.kind === "module"))
    return { is: "files", files: [from], folder: null, inner: [first, ...rest] };
  const found = bySuffix(tree, from, `src/${first}.jl`) ?? bySuffix(tree, from, `${first}.jl`);
  if (!found) return imported.relative ? { is: "nowhere" } : { is: "external", name: first };
  const inner = [...(tree.members(found, first).length > 0 ? [first] : []), ...rest];
  return { is: "files", files: [found], folder: null, ...(inner.length > 0 ? { inner } : {}) };
}

export const julia: Family = {
  name: "julia",
  languages: ["julia"],
  self: [],
  parent: [],
  implicitSelf: false,
  reach: "global",
  dynamic: true,
  constructors: [],
  inlineModules: true,
  globals:
    wordSet(`println print show push! pop! length size map filter reduce foldl zip enumerate collect sum prod maximum minimum any all findall findfirst
    sort sort! reverse join split string parse convert error throw rethrow typeof eltype isa haskey get get! setindex! getindex keys values zeros ones
    rand similar copy deepcopy isempty in first last iterate range eachindex axes promote assert test testset inbounds inline time show printf`),
  locate,
};
