import { throughHolder } from "../engine/resolve/holders.ts";
import { Overloads } from "../engine/resolve/overloads.ts";
import type { Syntax } from "../engine/rules/_rules.ts";
import { words } from "../engine/words.ts";
import { language } from "../engine/written.ts";
import { jvm as family } from "../jvm/family.ts";
import { platform } from "../jvm/platform.ts";

export const syntax: Syntax = {
  names: words("in not and or is await elif raise del typeof delete"),
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
  unspoken: /^(?:iterator|close|run|call|accept|apply|readObject|writeObject|readResolve|writeReplace)$/,
  inherent: /^(?:hashCode|equals|toString|clone|getClass|finalize|values|valueOf|ordinal)$/,
  bracketed: true,
  overrides: /@Override\b/,
  demands: ({ signature, kind }) =>
    signature.endsWith(";") && (kind === "interface" ? !/\b(?:static|private|default)\b/.test(signature) : /\babstract\b/.test(signature)),
  madeOfNothing: true,
  hides: true,
  packaged: true,
  extensions: "java jav",
  rules: async () => (await import("./rules.ts")).java,
  syntax,
  family,
  overloading: (resolver) => new Overloads(resolver, platform),
  counted: true,
  indexed: true,
  namesApart: true,
  callsGiven: throughHolder,
});
