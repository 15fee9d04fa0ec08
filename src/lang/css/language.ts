import { language } from "../engine/written.ts";
import { css as family } from "./family.ts";

export const css = language({
  name: "css",
  markup: true,
  noModules: true,
  noUses: true,
  extensions: "css",
  rules: async () => (await import("./rules.ts")).css,
  family,
});
