import type { Syntax } from "../engine/rules/_rules.ts";
import { language } from "../engine/written.ts";
import { hcl as family } from "./family.ts";

export const syntax: Syntax = {
  separators: ["."],
  quotes: '"',
  hole: "${",
  lineComments: ["#", "//"],
  blockComments: [["/*", "*/"]],
  identifier: "-",
};

export const hcl = language({
  name: "hcl",
  noUses: true,
  extensions: "hcl tf tfvars nomad",
  source: ["@tree-sitter-grammars/tree-sitter-hcl"],
  rules: async () => (await import("./rules.ts")).hcl,
  syntax,
  family,
});
