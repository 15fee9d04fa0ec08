/** Which grammars this program has, and which of them an index was made with. */
import { carriesLibrary } from "../base/native.ts";
import { LANGUAGES } from "../lang/languages.ts";

/** Grammars that this program can load, sorted: two programs that differ in them make different graphs. */
export function availableGrammars(): string[] {
  const names = LANGUAGES.flatMap((language) => (language.grammar && carriesLibrary(`${language.grammar}.so`) ? [language.grammar] : []));
  return [...new Set(names)].sort();
}

/** Grammars that the files in the index were parsed with, sorted. */
export function usedGrammars(languages: Iterable<string>): string[] {
  const present = new Set(languages);
  const available = new Set(availableGrammars());
  const names = LANGUAGES.flatMap((language) =>
    language.grammar && present.has(language.name) && available.has(language.grammar) ? [language.grammar] : [],
  );
  return [...new Set(names)].sort();
}
