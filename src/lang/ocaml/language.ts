import { type Family, writtenFamily } from "../engine/resolve/family.ts";
import { nearness } from "../engine/resolve/paths.ts";
import type { Located, Place } from "../engine/resolve/place.ts";
import type { Tree } from "../engine/resolve/tree.ts";
import type { ImportLike } from "../engine/resolve/world.ts";
import type { Syntax } from "../engine/rules/_rules.ts";
import { wordSet } from "../engine/words.ts";
import { language } from "../engine/written.ts";

// OCaml: `foo.ml` is the module `Foo`; `open` and paths lead through modules of files and inside them.

/** The file of a module: the implementation before the interface, the nearest of several. */
function fileOf(tree: Tree, from: string, module: string): string | null {
  const stem = module[0]!.toLowerCase() + module.slice(1);
  for (const name of [`${stem}.ml`, `${module}.ml`, `${stem}.mli`, `${stem}.mll`, `${stem}.mly`]) {
    const all = tree.named(name).filter((path) => path !== from);
    if (all.length === 0) continue;
    const best = Math.max(...all.map((path) => nearness(path, from)));
    const near = all.filter((path) => nearness(path, from) === best);
    if (near.length === 1) return near[0]!;
    return null;
  }
  return null;
}

function locate(tree: Tree, from: string, imported: ImportLike): Located {
  const [first, ...rest] = imported.source.split(".") as [string, ...string[]];
  if (tree.members(from, first).some((symbol) => symbol.kind === "module" || symbol.kind === "trait"))
    return { is: "files", files: [from], folder: null, inner: [first, ...rest] };
  const path = fileOf(tree, from, first);
  if (path) return { is: "files", files: [path], folder: null, ...(rest.length > 0 ? { inner: rest } : {}) };
  // A library's own module wraps those of its files: `Cohttp.Header` is header.ml.
  const inner = rest[0] ? fileOf(tree, from, rest[0]) : null;
  if (inner) return { is: "files", files: [inner], folder: null, ...(rest.length > 1 ? { inner: rest.slice(1) } : {}) };
  return { is: "external", name: first };
}

function ambient(tree: Tree, path: string, name: string): Place | null {
  if (!/^\p{Lu}/u.test(name)) return null;
  const file = fileOf(tree, path, name);
  return file ? { is: "module", files: [file], folder: null } : null;
}

const family: Family = writtenFamily({
  name: "ocaml",
  signatures: true,
  self: ["self", "this"],
  parent: ["super"],
  implicitSelf: true,
  globals:
    wordSet(`print_endline print_string printf sprintf failwith invalid_arg ignore fst snd ref incr decr raise not succ pred min max abs string_of_int
    int_of_string float_of_int List Array String Printf Format Hashtbl Map Set Option Result Lwt Buffer Bytes Char Sys Unix Filename`),
  locate,
  ambient,
  submodule: (tree, place, name) => (place.files.length > 0 && /^\p{Lu}/u.test(name) ? ambient(tree, place.files[0]!, name) : null),
});

export const syntax: Syntax = {
  separators: [".", "#"],
  quotes: '"',
  multiline: true,
  charLiterals: true,
  lineComments: [],
  blockComments: [["(*", "*)"]],
  nestedComments: true,
  identifier: "'",
};

/** Functions of the language that call what they are given. */
const CALLING =
  wordSet(`iter iteri map mapi filter filter_map fold_left fold_right fold exists for_all find find_opt find_map partition sort stable_sort
  sort_uniq concat_map map2 iter2 init update bind value_map to_seq split_map`);

export const ocaml = language({
  name: "ocaml",
  casesFree: true,
  extensions: "ml",
  shebangs: "ocaml",
  source: ["tree-sitter-ocaml", "grammars/ocaml/src"],
  rules: async () => (await import("./rules.ts")).ocaml,
  syntax,
  family,
  callsGiven: ({ name, receiver }) =>
    /^(?:List|Array|Option|Result|Hashtbl|Seq|String|Fun|[A-Z]\w*(?:Map|Set))$/.test(receiver ?? "") && CALLING.has(name),
});

export const ocamlInterface = language({
  name: "ocaml-interface",
  extensions: "mli",
  grammar: "ocaml_interface",
  source: ["tree-sitter-ocaml", "grammars/interface/src"],
  rules: async () => (await import("./rules.ts")).ocamlInterface,
  syntax,
  family,
});
