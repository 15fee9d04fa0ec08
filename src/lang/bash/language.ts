import { language } from "../engine/language.ts";
import { shell as family } from "./family.ts";

export const bash = language({
  name: "bash",
  extensions: "sh bash zsh ksh bats ebuild eclass",
  rules: async () => (await import("./rules.ts")).bash,
  shebangs: "sh bash zsh ksh dash ash bats",
  filenames: ".bashrc .bash_profile .zshrc .profile PKGBUILD",
  family,
});
