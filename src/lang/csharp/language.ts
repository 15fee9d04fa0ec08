import { language } from "../engine/language.ts";
import { csharp as family } from "./family.ts";

export const csharp = language({
  name: "csharp",
  extensions: "cs csx",
  rules: async () => (await import("./rules.ts")).csharp,
  symbol: "tree_sitter_c_sharp",
  family,
});
