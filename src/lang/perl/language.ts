import { type Family, writtenFamily } from "../engine/resolve/family.ts";
import { bySuffix } from "../engine/resolve/other.ts";
import { inSpace, outwards, sameType } from "../engine/resolve/packages.ts";
import { folderOf, join } from "../engine/resolve/paths.ts";
import type { Located, Place } from "../engine/resolve/place.ts";
import type { Tree } from "../engine/resolve/tree.ts";
import { dotted, type ImportLike } from "../engine/resolve/world.ts";
import type { Syntax } from "../engine/rules/_rules.ts";
import { wordSet } from "../engine/words.ts";
import { language } from "../engine/written.ts";

// Perl: modules by their path under `lib` (or anywhere), packages as classes wherever they are declared.

function locate(tree: Tree, from: string, imported: ImportLike): Located {
  const { source } = imported;
  if (/\.(?:p[lm]|ph|t)$/.test(source)) {
    const beside = join(folderOf(from), source);
    if (beside !== null && tree.file(beside)) return { is: "files", files: [beside], folder: null };
    const found = bySuffix(tree, from, source.replace(/^\.\//, ""));
    return found ? { is: "files", files: [found], folder: null } : { is: "nowhere" };
  }
  const path = `${source.replace(/::|'/g, "/")}.pm`;
  const found = tree.file(`lib/${path}`) ? `lib/${path}` : bySuffix(tree, from, path);
  // What the file exports are its package's functions.
  if (found) {
    const inner = source.split(/::|'/);
    return {
      is: "files",
      files: [found],
      folder: null,
      ...(tree.members(found, inner.join(".")).length > 0 ? { inner: [inner.join(".")] } : {}),
    };
  }
  return { is: "external", name: source.split(/::|'/)[0]! };
}

function ambient(tree: Tree, _path: string, name: string, enclosing: string): Place | null {
  if (!/^\p{Lu}/u.test(name)) return null;
  // `My` of `My::Session` is declared by nobody.
  return outwards(tree, family, enclosing, name) ?? { is: "space", name };
}

const family: Family = writtenFamily({
  name: "perl",
  self: ["$self", "$class", "__PACKAGE__", "$this"],
  parent: ["SUPER"],
  implicitSelf: true,
  bareCalls: true,
  dynamic: true,
  constructors: ["new"],
  globals:
    wordSet(`print printf say sprintf join split map grep sort push pop shift unshift splice keys values each exists delete defined ref bless die warn
    eval open close read write seek tell eof binmode unlink rename mkdir rmdir opendir readdir closedir stat chdir chmod chown system exec fork wait
    waitpid kill sleep time localtime gmtime length substr index rindex uc lc ucfirst lcfirst reverse abs int sqrt rand srand hex oct ord chr pack unpack
    sprintf scalar wantarray local return croak confess carp cluck ok is is_deeply like isa_ok can_ok plan done_testing diag note`),
  locate,
  ambient,
  inSpace: (tree, space, name) =>
    inSpace(tree, family, space, name) ??
    (/^\p{Lu}/u.test(name) ? { is: "space", name: space === "" ? name : `${dotted(space)}.${name}` } : null),
  scattered: (tree, type, name) =>
    sameType(tree, family, type, name).filter((symbol) => symbol.path !== type.path || symbol.full !== type.qualified),
});

export const syntax: Syntax = {
  separators: ["->", "::"],
  quotes: "\"'`",
  multiline: true,
  lineComments: ["#"],
  blockComments: [],
  identifier: "$",
};

export const perl = language({
  name: "perl",
  bareCalls: true,
  takesFewer: true,
  takesMore: true,
  extensions: "pl pm t psgi plx",
  filenames: "cpanfile Makefile.PL Build.PL",
  shebangs: "perl",
  source: ["tree-sitter-perl"],
  rules: async () => (await import("./rules.ts")).perl,
  syntax,
  family,
});
