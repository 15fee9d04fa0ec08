import type { Syntax } from "../engine/rules/_rules.ts";
import { words } from "../engine/words.ts";
import { language } from "../engine/written.ts";
import { elixir as family } from "./family.ts";

export const syntax: Syntax = {
  names: words("is await elif while del typeof void delete return yield"),
  separators: ["."],
  quotes: '"',
  tripleQuotes: true,
  lineComments: ["#"],
  blockComments: [],
  identifier: "?!@",
};

export const elixir = language({
  name: "elixir",
  // what a module uses may bring a definition along
  demands: ({ signature, kind, name, rest, whole }) =>
    (kind === "interface"
      ? /^def\b/.test(signature) && !/^,?\s*do\b/.test(rest)
      : /^@(?:macro)?callback\b/.test(signature) && !new RegExp(`@optional_callbacks\\b[^\\n]*\\b${name}:`).test(whole)) && "perhaps",
  extensions: "ex exs",
  shebangs: "elixir",
  rules: async () => (await import("./rules.ts")).elixir,
  syntax,
  family,
  callsGiven: ({ name, receiver }) =>
    /^(?:Enum|Stream|Map|Keyword|List|Kernel)$/.test(receiver ?? "") || (receiver === null && (name === "then" || name === "tap")),
});
