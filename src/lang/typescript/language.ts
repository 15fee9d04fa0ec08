import { javascript as family } from "../ecmascript/family.ts";
import { exportedAs, inherent, syntax } from "../ecmascript/lex.ts";
import type { Promised } from "../engine/language.ts";
import { language } from "../engine/written.ts";

/** A member of an interface that is not optional, or an abstract one. */
const demands = ({ signature, name, kind }: Promised): boolean =>
  kind === "class" ? /\babstract\b/.test(signature) : !signature.includes(`${name}?`);

export const tsx = language({
  name: "tsx",
  inherent,
  structuralTypes: "TypeScript",
  madeOfNothing: true,
  bodiless: true,
  demands,
  hides: true,
  exportedAs,
  extensions: "tsx",
  rules: async () => (await import("./rules.ts")).tsx,
  syntax,
  family,
  valuesUsed: "inside",
});

export const typescript = language({
  name: "typescript",
  inherent,
  structuralTypes: "TypeScript",
  madeOfNothing: true,
  bodiless: true,
  demands,
  hides: true,
  exportedAs,
  extensions: "ts cts mts",
  shebangs: "ts-node deno tsx",
  rules: async () => (await import("./rules.ts")).typescript,
  syntax,
  family,
  valuesUsed: "inside",
});
