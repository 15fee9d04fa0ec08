import { language } from "../engine/language.ts";
import { dart as family } from "./family.ts";

export const dart = language({
  name: "dart",
  extensions: "dart",
  rules: async () => (await import("./rules.ts")).dart,
  shebangs: "dart",
  source: ["@sengac/tree-sitter-dart"],
  family,
});
