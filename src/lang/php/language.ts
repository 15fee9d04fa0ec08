import type { Syntax } from "../engine/rules/_rules.ts";
import { words } from "../engine/words.ts";
import { language } from "../engine/written.ts";
import { php as family } from "./family.ts";

export const syntax: Syntax = {
  names: words("in not is await elif raise assert del typeof void delete"),
  separators: ["?->", "->", "::", "\\"],
  quotes: "\"'",
  lineComments: ["//", "#"],
  blockComments: [["/*", "*/"]],
  identifier: "$",
};

/** Functions of the language that call what they are given. */
const CALLING =
  /^(?:array_(?:map|filter|walk|reduce|find|any|all|walk_recursive)|u[ak]?sort|usort|call_user_func(?:_array)?|preg_replace_callback|iterator_apply)$/;

export const php = language({
  name: "php",
  unspoken: /^(?:offset(?:Get|Set|Exists|Unset)|getIterator|jsonSerialize|current|rewind|valid|boot)$/,
  madeOfNothing: true,
  bodiless: true,
  demands: ({ signature, kind }) => signature.endsWith(";") && (kind === "interface" || /^[^(]*\babstract\b/.test(signature)),
  hides: true,
  takesMore: true,
  extensions: "php phtml php5 inc",
  shebangs: "php",
  rules: async () => (await import("./rules.ts")).php,
  syntax,
  family,
  callsGiven: ({ name, receiver }) => receiver === null && CALLING.test(name),
});
