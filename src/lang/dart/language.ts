import { throughHolder } from "../engine/resolve/holders.ts";
import type { Syntax } from "../engine/rules/_rules.ts";
import { words } from "../engine/words.ts";
import { language } from "../engine/written.ts";
import { dart as family } from "./family.ts";

export const syntax: Syntax = {
  names: words("not and or elif raise del typeof delete"),
  separators: ["?..", "..", "?.", "!.", "."],
  quotes: "\"'",
  tripleQuotes: true,
  hole: "${",
  rawString: (text, quote) => {
    if (text[quote - 1] !== "r" || /[\w\x80-\u{10FFFF}$]/u.test(text[quote - 2] ?? "")) return null;
    const mark = text[quote]!.repeat(text[quote + 1] === text[quote] && text[quote + 2] === text[quote] ? 3 : 1);
    return { close: mark, body: quote + mark.length };
  },
  lineComments: ["//"],
  blockComments: [["/*", "*/"]],
  nestedComments: true,
  angles: true,
  identifier: "$",
};

export const dart = language({
  name: "dart",
  unspoken: /^(?:call|build|createState|initState|dispose)$/,
  inherent: /^(?:toString|hashCode|runtimeType|noSuchMethod|operator ==)$/,
  bracketed: true,
  overrides: /@override\b/,
  demands: ({ rest, signature, name }) =>
    !/\b(?:external|static|factory|final|late)\b/.test(signature) &&
    /[(]|\bget\b|\bset\b/.test(signature) &&
    !name.startsWith("_") &&
    rest.startsWith(";"),
  implementsAll: true,
  extensions: "dart",
  shebangs: "dart",
  source: ["@sengac/tree-sitter-dart"],
  rules: async () => (await import("./rules.ts")).dart,
  syntax,
  family,
  indexed: true,
  properties: true,
  fieldsHold: true,
  callsGiven: throughHolder,
});
