/**
 * The languages, for other rooms: who imports this has every one of the table.
 */
import { type Language, register } from "./engine/language.ts";
import { language } from "./engine/written.ts";
import * as table from "./table.ts";

export { familyOf, type Language, Later, languageFor, languageNamed, languageOf, type Reader } from "./engine/language.ts";
export { codeOf } from "./engine/lex.ts";
export {
  astOf,
  grammarLoaded,
  knowsKind,
  languagesAmong,
  loadGrammars,
  loadRules,
  parseWith,
  takeTreeCharacters,
} from "./engine/parser.ts";

/** All languages, sorted by name. Those without rules are still named, chunked and searchable. */
export const LANGUAGES: readonly Language[] = Object.values(table).sort((a, b) => (a.name < b.name ? -1 : 1));

register(LANGUAGES, (name) => language({ name }));
