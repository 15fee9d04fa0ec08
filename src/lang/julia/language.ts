import type { RawSymbol } from "../../base/types.ts";
import { type Family, writtenFamily } from "../engine/resolve/family.ts";
import { bySuffix } from "../engine/resolve/other.ts";
import { folderOf, join } from "../engine/resolve/paths.ts";
import type { Located, Place } from "../engine/resolve/place.ts";
import type { Tree } from "../engine/resolve/tree.ts";
import type { ImportLike, WorldSymbol } from "../engine/resolve/world.ts";
import type { Syntax } from "../engine/rules/_rules.ts";
import { wordSet, words } from "../engine/words.ts";
import { language } from "../engine/written.ts";

// Julia: files that include one another are one program, whose top-level names all of them see; packages of the tree by `src/Name.jl`,
// others from outside.

/** Files of one program that are looked at. */
const PROGRAM = 60;

function included(tree: Tree, path: string): string[] {
  return tree.memo("included", path, () =>
    (tree.outline(path)?.imports ?? []).flatMap(({ form, source }) => {
      const file = form === "include" ? join(folderOf(path), source) : null;
      return file !== null && tree.file(file) ? [file] : [];
    }),
  );
}

/** The file, what it includes, and the files beside and above it that include it. */
function program(tree: Tree, path: string): Set<string> {
  return tree.memo("program", path, () => {
    const files = new Set([path]);
    for (const file of files) {
      if (files.size >= PROGRAM) break;
      for (const other of included(tree, file)) files.add(other);
      const folder = folderOf(file);
      for (const beside of [folder, ...(folder === "" ? [] : [folderOf(folder)])].flatMap((one) => tree.directory(one)))
        if (beside.endsWith(".jl") && !files.has(beside) && included(tree, beside).includes(file)) files.add(beside);
    }
    return files;
  });
}

/** A top-level name of the program, also one inside its main module. */
function inProgram(tree: Tree, path: string, name: string): WorldSymbol | null {
  const files = [...program(tree, path)];
  for (const file of files) {
    const found = tree.members(file, name)[0];
    if (found) return found;
  }
  for (const file of files)
    for (const space of tree.outline(file)?.namespaces ?? []) {
      const found = space.includes(".") ? undefined : tree.members(file, `${space}.${name}`)[0];
      if (found) return found;
    }
  return null;
}

function ambient(tree: Tree, path: string, name: string): Place | null {
  for (const file of program(tree, path)) {
    const found = file === path ? undefined : tree.members(file, name)[0];
    if (found) return { is: "symbol", symbol: found };
  }
  return null;
}

function locate(tree: Tree, from: string, imported: ImportLike): Located {
  const { source } = imported;
  if (imported.form === "include") {
    const path = join(folderOf(from), source);
    return path !== null && tree.file(path) ? { is: "files", files: [path], folder: null } : { is: "nowhere" };
  }
  const [first, ...rest] = source.replace(/^\.+/, "").split(".") as [string, ...string[]];
  if (
    first !== "" &&
    (imported.relative || source.startsWith(".") || tree.members(from, first).some((symbol) => symbol.kind === "module"))
  ) {
    const found = inProgram(tree, from, first);
    if (found) return { is: "files", files: [found.path], folder: null, inner: [...found.qualified.split("."), ...rest] };
  }
  const found = bySuffix(tree, from, `src/${first}.jl`) ?? bySuffix(tree, from, `${first}.jl`);
  if (!found) return imported.relative ? { is: "nowhere" } : { is: "external", name: first };
  const inner = [...(tree.members(found, first).length > 0 ? [first] : []), ...rest];
  return { is: "files", files: [found], folder: null, ...(inner.length > 0 ? { inner } : {}) };
}

/** `Base.length(s::Stack) = length(s.items)` adds to a function from elsewhere, and calls what that does for another type. */
function extendsOther(around: RawSymbol, name: string): boolean {
  return around.name === name && (family.globals.has(name) || /^(?:function\s+)?\p{Lu}\w*\./u.test(around.signature));
}

const family: Family = writtenFamily({
  name: "julia",
  extendsOther,
  reach: "global",
  dynamic: true,
  inlineModules: true,
  globals:
    wordSet(`println print show push! pop! length size map filter reduce foldl zip enumerate collect sum prod maximum minimum any all findall findfirst
    sort sort! reverse join split string parse convert error throw rethrow typeof eltype isa haskey get get! setindex! getindex keys values zeros ones
    rand similar copy deepcopy isempty in first last iterate range eachindex axes promote assert test testset inbounds inline time show printf`),
  locate,
  ambient,
});

export const syntax: Syntax = {
  names: words("not and or is yield await elif case throw raise del void delete"),
  separators: ["."],
  quotes: '"`',
  tripleQuotes: true,
  multiline: true,
  charLiterals: true,
  lineComments: ["#"],
  blockComments: [["#=", "=#"]],
  nestedComments: true,
  identifier: "!",
};

/** Functions of the language that call what they are given. */
const CALLING =
  /^(?:map!?|filter!?|reduce|foldl|foldr|mapreduce|foreach|any|all|count|findall|findfirst|sum|maximum|minimum|broadcast|argmin|argmax|mapslices|pmap|accumulate|ntuple)$/;

export const julia = language({
  name: "julia",
  extensions: "jl",
  shebangs: "julia",
  source: ["tree-sitter-julia"],
  rules: async () => (await import("./rules.ts")).julia,
  syntax,
  family,
  valuesUsed: "always",
  callsGiven: ({ name, receiver }) => receiver === null && CALLING.test(name),
});
