import type { Syntax } from "../engine/rules/_rules.ts";
import { language } from "../engine/written.ts";
import { css as family } from "./family.ts";

export const syntax: Syntax = { separators: ["."], quotes: "\"'", lineComments: [], blockComments: [["/*", "*/"]], identifier: "-" };

export const css = language({
  name: "css",
  markup: true,
  noModules: true,
  noUses: true,
  extensions: "css",
  rules: async () => (await import("./rules.ts")).css,
  syntax,
  family,
});
