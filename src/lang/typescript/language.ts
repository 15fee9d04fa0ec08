import { javascript as family } from "../ecmascript/family.ts";
import { syntax } from "../ecmascript/lex.ts";
import { language } from "../engine/written.ts";

export const tsx = language({
  name: "tsx",
  structuralTypes: "TypeScript",
  madeOfNothing: true,
  bodiless: true,
  hides: true,
  extensions: "tsx",
  rules: async () => (await import("./rules.ts")).tsx,
  syntax,
  family,
  valuesUsed: "inside",
});

export const typescript = language({
  name: "typescript",
  structuralTypes: "TypeScript",
  madeOfNothing: true,
  bodiless: true,
  hides: true,
  extensions: "ts cts mts",
  shebangs: "ts-node deno tsx",
  rules: async () => (await import("./rules.ts")).typescript,
  syntax,
  family,
  valuesUsed: "inside",
});
