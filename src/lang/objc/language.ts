import { c as family } from "../cfamily/family.ts";
import { language } from "../engine/written.ts";

export const objc = language({
  name: "objc",
  bracketed: true,
  preprocessed: true,
  hides: true,
  extensions: "m mm",
  source: ["tree-sitter-objc"],
  rules: async () => (await import("./rules.ts")).objc,
  family,
  dottedCalls: true,
});
