import { language } from "../engine/language.ts";
import { php as family } from "./family.ts";

export const php = language({
  name: "php",
  extensions: "php phtml php5 inc",
  rules: async () => (await import("./rules.ts")).php,
  shebangs: "php",
  family,
});
