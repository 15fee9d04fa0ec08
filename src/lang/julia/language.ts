import type { Syntax } from "../engine/rules/_rules.ts";
import { words } from "../engine/words.ts";
import { language } from "../engine/written.ts";
import { julia as family } from "./family.ts";

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
