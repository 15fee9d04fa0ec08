import { language } from "../engine/written.ts";
import { lua as family } from "./family.ts";

export const lua = language({
  name: "lua",
  takesFewer: true,
  takesMore: true,
  extensions: "lua rockspec",
  shebangs: "lua luajit texlua",
  rules: async () => (await import("./rules.ts")).lua,
  family,
  callsGiven: ({ name, receiver }) =>
    (receiver === null && /^x?pcall$/.test(name)) ||
    (receiver === "table" && name === "sort") ||
    (receiver === "string" && name === "gsub"),
});
