import type { Syntax } from "../engine/rules/_rules.ts";
import { language } from "../engine/written.ts";
import { perl as family } from "./family.ts";

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
