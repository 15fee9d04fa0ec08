import { language } from "../engine/language.ts";
import { python as family } from "./family.ts";

export const python = language({
  name: "python",
  extensions: "py pyi pyw",
  rules: async () => (await import("./rules.ts")).python,
  shebangs: "python python2 python3 pypy",
  filenames: "SConstruct SConscript wscript",
  family,
});
