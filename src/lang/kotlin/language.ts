import { throughHolder } from "../engine/resolve/_builtins.ts";
import { Overloads } from "../engine/resolve/_chosen.ts";
import type { Syntax } from "../engine/rules/_rules.ts";
import { language } from "../engine/written.ts";
import { jvm as family } from "../jvm/family.ts";
import { extensionNamed } from "./extensions.ts";

export const syntax: Syntax = {
  names: new Set("not and or yield await elif case raise del void delete".split(" ")),
  separators: ["?.", "!!.", "::", "."],
  quotes: '"',
  tripleQuotes: true,
  charLiterals: true,
  lineComments: ["//"],
  blockComments: [["/*", "*/"]],
  angles: true,
  lambdas: true,
};

export const kotlin = language({
  name: "kotlin",
  bracketed: true,
  overrides: /\boverride\b/,
  hides: true,
  extensions: "kt kts",
  rules: async () => (await import("./rules.ts")).kotlin,
  syntax,
  family,
  overloading: (tree, lookup) => new Overloads(tree, lookup),
  indexed: true,
  properties: true,
  extending: true,
  extensionNamed,
  fieldsHold: true,
  constructorName: "constructor",
  arrayTypes: true,
  sameTypes: {
    Int: "int",
    Long: "long",
    Short: "short",
    Byte: "byte",
    Char: "char",
    Float: "float",
    Double: "double",
    Boolean: "boolean",
    Any: "Object",
  },
  primitiveArrays: {
    IntArray: "int",
    LongArray: "long",
    ByteArray: "byte",
    CharArray: "char",
    ShortArray: "short",
    FloatArray: "float",
    DoubleArray: "double",
    BooleanArray: "boolean",
  },
  callsGiven: throughHolder,
});
