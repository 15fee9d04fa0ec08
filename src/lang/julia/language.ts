import { language } from "../engine/language.ts";
import { julia as family } from "./family.ts";

export const julia = language({
  name: "julia",
  extensions: "jl",
  rules: async () => (await import("./rules.ts")).julia,
  shebangs: "julia",
  source: ["tree-sitter-julia"],
  family,
});
