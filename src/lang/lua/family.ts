/** Lua: `require` of a dotted path by the unique end of a path; a file stands for what it returns. */

import type { Family } from "../engine/resolve/family.ts";
import { otherFamily } from "../engine/resolve/other.ts";
import { wordSet } from "../engine/words.ts";

const { locate } = otherFamily("lua");

export const lua: Family = {
  name: "lua",
  heldCalls: true,
  topLevelOnly: true,
  self: ["self"],
  parent: ["super"],
  implicitSelf: false,
  reach: "global",
  dynamic: true,
  constructors: [],
  // `Logger:new()` of a class that a library's function makes
  makes: wordSet("new"),
  globals:
    wordSet(`print type pairs ipairs next tostring tonumber pcall xpcall error assert select unpack require setmetatable getmetatable rawget rawset
    rawequal rawlen load loadstring loadfile dofile collectgarbage string table math os io coroutine debug utf8 bit bit32 package _G vim ngx love`),
  locate,
};
