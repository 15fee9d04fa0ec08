import { language } from "../engine/language.ts";
import { ocaml as family } from "./family.ts";

export const ocaml = language({
  name: "ocaml",
  extensions: "ml",
  rules: async () => (await import("./rules.ts")).ocaml,
  shebangs: "ocaml",
  source: ["tree-sitter-ocaml", "grammars/ocaml/src"],
  family,
});

export const ocamlInterface = language({
  name: "ocaml-interface",
  extensions: "mli",
  rules: async () => (await import("./rules.ts")).ocamlInterface,
  grammar: "ocaml_interface",
  source: ["tree-sitter-ocaml", "grammars/interface/src"],
  family,
});
