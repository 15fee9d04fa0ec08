import type { Syntax } from "../engine/rules/_rules.ts";
import { words } from "../engine/words.ts";
import { language } from "../engine/written.ts";
import { lua as family } from "./family.ts";

export const syntax: Syntax = {
  names: words("is yield await elif case throw raise del typeof void delete"),
  separators: [":", "."],
  quotes: "\"'",
  lineComments: ["--"],
  blockComments: [
    ["--[[", "]]"],
    ["--[=[", "]=]"],
  ],
};

export const lua = language({
  name: "lua",
  unspoken: /^__\w+$/,
  takesFewer: true,
  takesMore: true,
  extensions: "lua rockspec",
  shebangs: "lua luajit texlua",
  rules: async () => (await import("./rules.ts")).lua,
  syntax,
  family,
  callsGiven: ({ name, receiver }) =>
    (receiver === null && /^x?pcall$/.test(name)) ||
    (receiver === "table" && name === "sort") ||
    (receiver === "string" && name === "gsub"),
});
