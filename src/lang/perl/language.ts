import { language } from "../engine/language.ts";
import { perl as family } from "./family.ts";

export const perl = language({
  name: "perl",
  extensions: "pl pm t psgi plx",
  rules: async () => (await import("./rules.ts")).perl,
  shebangs: "perl",
  filenames: "cpanfile Makefile.PL Build.PL",
  source: ["tree-sitter-perl"],
  family,
});
