import { throughHolder } from "../engine/resolve/_builtins.ts";
import { Overloads } from "../engine/resolve/_chosen.ts";
import { language } from "../engine/written.ts";
import { jvm as family } from "../jvm/family.ts";

export const java = language({
  name: "java",
  bracketed: true,
  overrides: /@Override\b/,
  madeOfNothing: true,
  hides: true,
  extensions: "java jav",
  rules: async () => (await import("./rules.ts")).java,
  family,
  overloading: (tree, lookup) => new Overloads(tree, lookup),
  counted: true,
  indexed: true,
  namesApart: true,
  callsGiven: throughHolder,
});
