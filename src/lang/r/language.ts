import { language } from "../engine/written.ts";
import { r as family } from "./family.ts";

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
  family,
  callsGiven: ({ name }) => CALLING.test(name),
});
