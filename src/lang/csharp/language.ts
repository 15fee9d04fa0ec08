import { throughHolder } from "../engine/resolve/_builtins.ts";
import { Overloads } from "../engine/resolve/_chosen.ts";
import { language } from "../engine/written.ts";
import { csharp as family } from "./family.ts";

export const csharp = language({
  name: "csharp",
  bracketed: true,
  overrides: /\boverride\b/,
  implementsUnmarked: true,
  madeOfNothing: true,
  importsPackages: true,
  hides: true,
  extensions: "cs csx",
  symbol: "tree_sitter_c_sharp",
  rules: async () => (await import("./rules.ts")).csharp,
  family,
  overloading: (tree, lookup) => new Overloads(tree, lookup),
  indexed: true,
  properties: true,
  fieldsHold: true,
  sameTypes: {
    string: "String",
    object: "Object",
    bool: "boolean",
    dynamic: "Object",
    Int32: "int",
    Int64: "long",
    decimal: "BigDecimal",
    Decimal: "BigDecimal",
    uint: "long",
    sbyte: "byte",
    ushort: "int",
  },
  callsGiven: throughHolder,
});
