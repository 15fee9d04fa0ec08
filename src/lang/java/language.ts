import { throughHolder } from "../engine/resolve/_builtins.ts";
import { Overloads } from "../engine/resolve/_chosen.ts";
import type { Syntax } from "../engine/rules/_rules.ts";
import { language } from "../engine/written.ts";
import { jvm as family } from "../jvm/family.ts";

export const syntax: Syntax = {
  names: new Set("in not and or is await elif raise del typeof delete".split(" ")),
  separators: ["::", "."],
  quotes: '"',
  tripleQuotes: true,
  charLiterals: true,
  lineComments: ["//"],
  blockComments: [["/*", "*/"]],
  angles: true,
  bodies: true,
  identifier: "$",
};

export const java = language({
  name: "java",
  bracketed: true,
  overrides: /@Override\b/,
  madeOfNothing: true,
  hides: true,
  extensions: "java jav",
  rules: async () => (await import("./rules.ts")).java,
  syntax,
  family,
  overloading: (tree, lookup) => new Overloads(tree, lookup),
  counted: true,
  indexed: true,
  namesApart: true,
  callsGiven: throughHolder,
});
