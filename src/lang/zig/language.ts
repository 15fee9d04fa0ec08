import { language } from "../engine/language.ts";
import { zig as family } from "./family.ts";

export const zig = language({
  name: "zig",
  extensions: "zig zon",
  rules: async () => (await import("./rules.ts")).zig,
  source: ["@tree-sitter-grammars/tree-sitter-zig"],
  family,
});
