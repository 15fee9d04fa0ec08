import { slotted } from "../cfamily/slots.ts";
import { type Family, writtenFamily } from "../engine/resolve/family.ts";
import { bySuffix } from "../engine/resolve/other.ts";
import { folderOf, join } from "../engine/resolve/paths.ts";
import type { Located } from "../engine/resolve/place.ts";
import type { Tree } from "../engine/resolve/tree.ts";
import type { ImportLike } from "../engine/resolve/world.ts";
import type { Syntax } from "../engine/rules/_rules.ts";
import { wordSet } from "../engine/words.ts";
import { language } from "../engine/written.ts";

// Zig: `@import` of a path beside the file or of a module by its name; `const a = b.c` through what the file itself imports; a file is a
// struct, so that a value can be of a file's type.

/** Aliases of aliases followed in one file. */
const CHAIN = 8;

function locate(tree: Tree, from: string, imported: ImportLike, left = CHAIN): Located {
  const [source, ...inner] = imported.source.split("#") as [string, ...string[]];
  if (source === "@This()") return { is: "files", files: [from], folder: null };
  if (source.endsWith(".zig") || source.endsWith(".zon")) {
    const path = join(folderOf(from), source);
    return path !== null && tree.file(path) ? within(path, inner) : { is: "nowhere" };
  }
  if (source === "std" || source === "builtin" || source === "root") return { is: "external", name: source };
  const [first, ...rest] = source.split(".") as [string, ...string[]];
  for (const other of tree.outline(from)?.imports ?? []) {
    const bound = other.names.find(({ local }) => local === first);
    if (!bound || left === 0 || other === imported || other.source === imported.source) continue;
    const base = locate(tree, from, other, left - 1);
    if (base.is !== "files") return base;
    return { ...base, inner: [...(base.inner ?? []), ...(bound.name === "*" ? [] : [bound.name]), ...rest, ...inner] };
  }
  // A name of this file, or the module of a package by its main file's name.
  if (tree.members(from, first).length > 0) return within(from, [first, ...rest]);
  if (imported.form === "named" && !imported.relative && rest.length > 0) return { is: "nowhere" };
  const found =
    bySuffix(tree, from, `${first}.zig`) ?? bySuffix(tree, from, `${first}/src/root.zig`) ?? bySuffix(tree, from, `${first}/src/main.zig`);
  if (found) return within(found, [...rest, ...inner]);
  return imported.form === "named" ? { is: "nowhere" } : { is: "external", name: source };
}

const within = (path: string, inner: string[]): Located => ({
  is: "files",
  files: [path],
  folder: null,
  ...(inner.length > 0 ? { inner } : {}),
});

const family: Family = writtenFamily({
  name: "zig",
  fieldsByIndex: true,
  typesNamed: true,
  slotted: (field, tree) => slotted(field, tree, family),
  self: ["self", "Self"],
  implicitSelf: true,
  moduleTypes: true,
  globals: wordSet("std builtin root"),
  locate: (tree, from, imported) => locate(tree, from, imported),
});

export const syntax: Syntax = {
  separators: ["."],
  quotes: '"',
  charLiterals: true,
  lineComments: ["//"],
  blockComments: [],
};

export const zig = language({
  name: "zig",
  extensions: "zig zon",
  source: ["@tree-sitter-grammars/tree-sitter-zig"],
  rules: async () => (await import("./rules.ts")).zig,
  syntax,
  family,
  callsGiven: ({ name, receiver }) => /^std(?:\.mem)?$/.test(receiver ?? "") && name === "sort",
});
