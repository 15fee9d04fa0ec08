import { javascript as family } from "../ecmascript/family.ts";
import { language } from "../engine/language.ts";

export const tsx = language({ name: "tsx", extensions: "tsx", rules: async () => (await import("./rules.ts")).tsx, family });

export const typescript = language({
  name: "typescript",
  extensions: "ts cts mts",
  rules: async () => (await import("./rules.ts")).typescript,
  shebangs: "ts-node deno tsx",
  family,
});
