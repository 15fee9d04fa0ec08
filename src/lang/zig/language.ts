import type { Syntax } from "../engine/rules/_rules.ts";
import { language } from "../engine/written.ts";
import { zig as family } from "./family.ts";

export const syntax: Syntax = {
  separators: ["."],
  quotes: '"',
  charLiterals: true,
  lineComments: ["//"],
  blockComments: [],
};

export const zig = language({
  name: "zig",
  extensions: "zig zon",
  source: ["@tree-sitter-grammars/tree-sitter-zig"],
  rules: async () => (await import("./rules.ts")).zig,
  syntax,
  family,
  callsGiven: ({ name, receiver }) => /^std(?:\.mem)?$/.test(receiver ?? "") && name === "sort",
});
