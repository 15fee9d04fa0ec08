import { throughHolder } from "../engine/resolve/_builtins.ts";
import { Overloads } from "../engine/resolve/_chosen.ts";
import { language } from "../engine/written.ts";

export const swift = language({
  name: "swift",
  bracketed: true,
  overrides: /\boverride\b/,
  implementsUnmarked: true,
  folderModules: true,
  hides: true,
  extensions: "swift",
  rules: async () => (await import("./rules.ts")).swift,
  overloading: (tree, lookup) => new Overloads(tree, lookup),
  indexed: true,
  properties: true,
  extending: true,
  fieldsHold: true,
  constructorName: "init",
  arrayTypes: true,
  labels: true,
  sameTypes: { Int: "int", Float: "float", Double: "double", Bool: "boolean", Character: "char", Any: "Object", AnyObject: "Object" },
  callsGiven: throughHolder,
});
