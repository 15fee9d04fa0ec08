import { javascript as family } from "../ecmascript/family.ts";
import { exportedAs, inherent, syntax } from "../ecmascript/lex.ts";
import { language } from "../engine/written.ts";

export const javascript = language({
  name: "javascript",
  hides: true,
  exportedAs,
  inherent,
  takesFewer: true,
  takesMore: true,
  extensions: "js cjs mjs jsx es6",
  filenames: "Jakefile",
  shebangs: "node bun nodejs",
  rules: async () => (await import("./rules.ts")).javascript,
  syntax,
  family,
  valuesUsed: "inside",
});
