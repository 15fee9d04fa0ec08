import type { Syntax } from "../engine/rules/_rules.ts";
import { language } from "../engine/written.ts";
import { haskell as family } from "./family.ts";

export const syntax: Syntax = {
  separators: ["."],
  quotes: '"',
  charLiterals: true,
  lineComments: ["--"],
  blockComments: [["{-", "-}"]],
  identifier: "'",
};

export const haskell = language({
  name: "haskell",
  extensions: "hs hs-boot",
  rules: async () => (await import("./rules.ts")).haskell,
  syntax,
  extracts: ["types"],
  family,
});
