import { language } from "../engine/language.ts";
import { lua as family } from "./family.ts";

export const lua = language({
  name: "lua",
  extensions: "lua rockspec",
  rules: async () => (await import("./rules.ts")).lua,
  shebangs: "lua luajit texlua",
  family,
});
