import { language } from "../engine/language.ts";
import { hcl as family } from "./family.ts";

export const hcl = language({
  name: "hcl",
  extensions: "hcl tf tfvars nomad",
  rules: async () => (await import("./rules.ts")).hcl,
  source: ["@tree-sitter-grammars/tree-sitter-hcl"],
  family,
});
