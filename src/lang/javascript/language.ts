import { javascript as family } from "../ecmascript/family.ts";
import { language } from "../engine/language.ts";

export const javascript = language({
  name: "javascript",
  extensions: "js cjs mjs jsx es6",
  rules: async () => (await import("./rules.ts")).javascript,
  shebangs: "node bun nodejs",
  filenames: "Jakefile",
  family,
});
