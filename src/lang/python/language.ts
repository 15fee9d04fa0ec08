import type { Syntax } from "../engine/rules/_rules.ts";
import { words } from "../engine/words.ts";
import { language } from "../engine/written.ts";
import { python as family } from "./family.ts";

export const syntax: Syntax = {
  names: words("throw typeof void delete do"),
  separators: ["."],
  quotes: "\"'",
  tripleQuotes: true,
  fields: /[fF][rR]?$/,
  lineComments: ["#"],
  blockComments: [],
  squareGenerics: true,
};

/** `map(f, …)` calls its first argument, `sorted(…, key=f)` what stands behind the key word. */
function callsArgument(name: string, argument: string, all: string): boolean {
  return /^(?:map|filter|reduce)$/.test(name) ? all.split(",")[0] === argument && !argument.includes("=") : argument.startsWith("key=");
}

export const python = language({
  name: "python",
  inherent:
    /^__(?:init|new|repr|str|[nl]e|eq|lt|g[te]|hash|format|dir|sizeof|reduce|reduce_ex|setattr|delattr|getattribute|init_subclass)__$/,
  protocol: "Protocol",
  madeOfNothing: true,
  demands: ({ head, rest }) =>
    /@(?:abc\.)?abstract(?:method|property)\b/.test(head) || (/^[^\n]*\s*raise\s+NotImplementedError\b/.test(rest) && "perhaps"),
  lacksQuietly: true,
  extensions: "py pyi pyw",
  filenames: "SConstruct SConscript wscript",
  shebangs: "python python2 python3 pypy",
  rules: async () => (await import("./rules.ts")).python,
  syntax,
  family,
  callsGiven: ({ name, receiver }) =>
    (receiver === null && /^(?:map|filter|sorted|min|max|reduce)$/.test(name)) || (receiver === "functools" && name === "reduce"),
  callsArgument,
});
