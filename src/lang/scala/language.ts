import { throughHolder } from "../engine/resolve/holders.ts";
import { Overloads } from "../engine/resolve/overloads.ts";
import type { Syntax } from "../engine/rules/_rules.ts";
import { pairs, words } from "../engine/words.ts";
import { language } from "../engine/written.ts";
import { jvm as family } from "../jvm/family.ts";
import { platform } from "../jvm/platform.ts";

export const syntax: Syntax = {
  names: words("in not and or is await elif raise del typeof void delete"),
  separators: ["."],
  quotes: '"',
  tripleQuotes: true,
  charLiterals: true,
  lineComments: ["//"],
  blockComments: [["/*", "*/"]],
  squareGenerics: true,
  identifier: "$",
  lambdas: true,
};

export const scala = language({
  name: "scala",
  unspoken: /^(?:apply|unapply|unapplySeq|update|selectDynamic|applyDynamic)$/,
  inherent: /^(?:hashCode|equals|toString|clone|finalize|copy|component\d+|apply|unapply|==)$/,
  bracketed: true,
  overrides: /\boverride\b/,
  demands: ({ rest, signature }) => /\b(?:def|val|var)\b/.test(signature) && !/^[={,)]/.test(rest),
  implementsUnmarked: true,
  bareCalls: true,
  hides: true,
  extensions: "scala sc sbt",
  shebangs: "scala amm",
  rules: async () => (await import("./rules.ts")).scala,
  syntax,
  family,
  overloading: (resolver) => new Overloads(resolver, platform),
  plainCalls: true,
  applied: "apply",
  parametersHide: true,
  extending: true,
  fieldsHold: true,
  arrayTypes: true,
  squareArguments: true,
  sameTypes: pairs(`Int int, Long long, Short short, Byte byte, Char char, Float float, Double double, Boolean boolean, Any Object,
    AnyRef Object`),
  callsGiven: throughHolder,
});
