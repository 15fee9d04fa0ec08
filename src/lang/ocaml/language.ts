import type { Syntax } from "../engine/rules/_rules.ts";
import { wordSet } from "../engine/words.ts";
import { language } from "../engine/written.ts";
import { ocaml as family } from "./family.ts";

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
