import { type Family, writtenFamily } from "../engine/resolve/family.ts";
import { otherFamily } from "../engine/resolve/other.ts";
import type { Syntax } from "../engine/rules/_rules.ts";
import { wordSet, words } from "../engine/words.ts";
import { language } from "../engine/written.ts";

// Lua: `require` of a dotted path by the unique end of a path; a file stands for what it returns.

const { locate } = otherFamily("lua");

const family: Family = writtenFamily({
  name: "lua",
  heldCalls: true,
  topLevelOnly: true,
  self: ["self"],
  parent: ["super"],
  reach: "global",
  dynamic: true,
  // `Logger:new()` of a class that a library's function makes
  makes: wordSet("new"),
  globals:
    wordSet(`print type pairs ipairs next tostring tonumber pcall xpcall error assert select unpack require setmetatable getmetatable rawget rawset
    rawequal rawlen load loadstring loadfile dofile collectgarbage string table math os io coroutine debug utf8 bit bit32 package _G vim ngx love`),
  locate,
});

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
