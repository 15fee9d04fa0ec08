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
  casesFree: true,
  hides: true,
  // one without a definition is an error where it is asked for only
  demands: ({ signature, kind, name, whole }) =>
    kind === "interface" &&
    signature.includes("::") &&
    !new RegExp(`^\\s+(?:default\\s+)?${RegExp.escape(name)}\\b(?!\\s*(?:,|::))[^\\n]*=`, "m").test(whole) &&
    "perhaps",
  extensions: "hs hs-boot",
  rules: async () => (await import("./rules.ts")).haskell,
  syntax,
  extracts: ["types"],
  family,
});
