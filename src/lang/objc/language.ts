import { c as family } from "../cfamily/family.ts";
import { language } from "../engine/language.ts";

export const objc = language({
  name: "objc",
  extensions: "m mm",
  rules: async () => (await import("./rules.ts")).objc,
  source: ["tree-sitter-objc"],
  family,
});
