import { language } from "../engine/language.ts";
import { r as family } from "./family.ts";

export const r = language({
  name: "r",
  extensions: "r",
  rules: async () => (await import("./rules.ts")).r,
  shebangs: "Rscript",
  filenames: ".Rprofile",
  source: ["@eagleoutice/tree-sitter-r"],
  family,
});
