/**
 * Where each grammar comes from: the npm package, and the folder of its C sources in it.
 *
 * ast-grep's own packages hold a library for most machines; the others only sources (or addons of another interface, some for the wrong
 * machine), which `scripts/grammars.ts` compiles. Nothing of a package's JavaScript is ever run.
 */
import { LANGUAGES } from "./languages.ts";

export interface GrammarSource {
  grammar: string;
  packageName: string;
  /** Folder of `parser.c` inside the package. */
  folder: string;
}

/** Grammars that do not come from `@ast-grep/lang-<grammar>`: package, and folder where it is not `src`. */
const FOREIGN: Record<string, [packageName: string, folder?: string]> = {
  dart: ["@sengac/tree-sitter-dart"],
  hcl: ["@tree-sitter-grammars/tree-sitter-hcl"],
  julia: ["tree-sitter-julia"],
  objc: ["tree-sitter-objc"],
  ocaml: ["tree-sitter-ocaml", "grammars/ocaml/src"],
  ocaml_interface: ["tree-sitter-ocaml", "grammars/interface/src"],
  perl: ["tree-sitter-perl"],
  r: ["@eagleoutice/tree-sitter-r"],
  zig: ["@tree-sitter-grammars/tree-sitter-zig"],
};

/** Every grammar that some language is read with, sorted. */
export function grammarSources(): GrammarSource[] {
  const grammars = new Set(LANGUAGES.flatMap((language) => (language.grammar ? [language.grammar] : [])));
  return [...grammars].sort().map((grammar) => {
    const [packageName, folder] = FOREIGN[grammar] ?? [`@ast-grep/lang-${grammar}`];
    return { grammar, packageName, folder: folder ?? "src" };
  });
}
