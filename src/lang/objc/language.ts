import { syntax as cSyntax } from "../cfamily/cdecl.ts";
import { c as family } from "../cfamily/family.ts";
import type { Syntax } from "../engine/rules/_rules.ts";
import { language } from "../engine/written.ts";

export const syntax: Syntax = { ...cSyntax, quotes: '"', angles: true };

export const objc = language({
  name: "objc",
  casesFree: true,
  inherent: /^(?:isEqual:?|hash|description|init|copy|dealloc)$/,
  demands: ({ signature, kind, before }) =>
    kind === "interface" &&
    signature.endsWith(";") &&
    (/@(?:optional|required|protocol)\b(?![\s\S]*@(?:optional|required|protocol)\b)/.exec(before)?.[0] ?? "") !== "@optional",
  bracketed: true,
  preprocessed: true,
  hides: true,
  extensions: "m mm",
  source: ["tree-sitter-objc"],
  rules: async () => (await import("./rules.ts")).objc,
  syntax,
  family,
  dottedCalls: true,
});
