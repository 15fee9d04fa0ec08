import { language } from "../engine/written.ts";
import { julia as family } from "./family.ts";

/** Functions of the language that call what they are given. */
const CALLING =
  /^(?:map!?|filter!?|reduce|foldl|foldr|mapreduce|foreach|any|all|count|findall|findfirst|sum|maximum|minimum|broadcast|argmin|argmax|mapslices|pmap|accumulate|ntuple)$/;

export const julia = language({
  name: "julia",
  extensions: "jl",
  shebangs: "julia",
  source: ["tree-sitter-julia"],
  rules: async () => (await import("./rules.ts")).julia,
  family,
  valuesUsed: "always",
  callsGiven: ({ name, receiver }) => receiver === null && CALLING.test(name),
});
