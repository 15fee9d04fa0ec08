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

/** Every grammar that some language is read with, sorted. */
export function grammarSources(): GrammarSource[] {
  const sources = new Map<string, GrammarSource>();
  for (const { grammar, source } of LANGUAGES) {
    if (grammar === null || sources.has(grammar)) continue;
    const [packageName, folder = "src"] = source ?? [`@ast-grep/lang-${grammar}`];
    sources.set(grammar, { grammar, packageName, folder });
  }
  return [...sources.values()].sort((a, b) => (a.grammar < b.grammar ? -1 : 1));
}
