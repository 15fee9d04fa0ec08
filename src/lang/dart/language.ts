import { throughHolder } from "../engine/resolve/_builtins.ts";
import { language } from "../engine/written.ts";
import { dart as family } from "./family.ts";

export const dart = language({
  name: "dart",
  bracketed: true,
  overrides: /@override\b/,
  extensions: "dart",
  shebangs: "dart",
  source: ["@sengac/tree-sitter-dart"],
  rules: async () => (await import("./rules.ts")).dart,
  family,
  indexed: true,
  properties: true,
  fieldsHold: true,
  callsGiven: throughHolder,
});
