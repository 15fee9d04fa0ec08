import type { Syntax } from "../engine/rules/_rules.ts";
import { language } from "../engine/written.ts";
import { shell as family } from "./family.ts";

export const syntax: Syntax = { separators: [], quotes: "\"'", lineComments: ["#"], blockComments: [], identifier: "-" };

export const bash = language({
  name: "bash",
  takesFewer: true,
  takesMore: true,
  extensions: "sh bash zsh ksh bats ebuild eclass",
  filenames: ".bashrc .bash_profile .zshrc .profile PKGBUILD",
  shebangs: "sh bash zsh ksh dash ash bats",
  rules: async () => (await import("./rules.ts")).bash,
  syntax,
  family,
});
