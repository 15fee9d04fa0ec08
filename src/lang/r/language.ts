import type { Syntax } from "../engine/rules/_rules.ts";
import { words } from "../engine/words.ts";
import { language } from "../engine/written.ts";
import { r as family } from "./family.ts";

export const syntax: Syntax = {
  names: words("not and or is yield await elif case throw raise assert del typeof void delete do"),
  separators: [":::", "::", "$", "@"],
  quotes: "\"'`",
  multiline: true,
  lineComments: ["#"],
  blockComments: [],
  identifier: ".",
};

/** Functions of the language that call what they are given. */
const CALLING =
  /^(?:[lsvmt]?apply|rapply|Reduce|Filter|Map|Find|Position|do\.call|outer|(?:i?map2?|p?walk|keep|discard|reduce|accumulate|detect)(?:_\w+)?)$/;

export const r = language({
  name: "r",
  takesFewer: true,
  extensions: "r",
  filenames: ".Rprofile",
  shebangs: "Rscript",
  source: ["@eagleoutice/tree-sitter-r"],
  rules: async () => (await import("./rules.ts")).r,
  syntax,
  family,
  callsGiven: ({ name }) => CALLING.test(name),
});
