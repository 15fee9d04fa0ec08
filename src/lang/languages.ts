/**
 * The table of languages: one row each. What is known of a language is in its folder; everything else asks the `Language` object.
 *
 * Other rooms take everything from here: who imports the table has the languages.
 */
import { bash } from "./bash/language.ts";
import { c } from "./c/language.ts";
import { clojure } from "./clojure/language.ts";
import { cpp } from "./cpp/language.ts";
import { csharp } from "./csharp/language.ts";
import { css } from "./css/language.ts";
import { dart } from "./dart/language.ts";
import { json, toml, yaml } from "./data/language.ts";
import { elixir } from "./elixir/language.ts";
import { type Language, register } from "./engine/language.ts";
import { language } from "./engine/written.ts";
import { go } from "./go/language.ts";
import { haskell } from "./haskell/language.ts";
import { hcl } from "./hcl/language.ts";
import { angular, html, svelte, vue } from "./html/language.ts";
import { java } from "./java/language.ts";
import { javascript } from "./javascript/language.ts";
import { julia } from "./julia/language.ts";
import { jupyter } from "./jupyter/language.ts";
import { kotlin } from "./kotlin/language.ts";
import { lua } from "./lua/language.ts";
import { markdown } from "./markdown/language.ts";
import { objc } from "./objc/language.ts";
import { ocaml, ocamlInterface } from "./ocaml/language.ts";
import { perl } from "./perl/language.ts";
import { php } from "./php/language.ts";
import { python } from "./python/language.ts";
import { r } from "./r/language.ts";
import { ruby } from "./ruby/language.ts";
import { rust } from "./rust/language.ts";
import { scala } from "./scala/language.ts";
import { sql } from "./sql/language.ts";
import { swift } from "./swift/language.ts";
import { tsx, typescript } from "./typescript/language.ts";
import { zig } from "./zig/language.ts";

export { familyOf, type Language, Later, languageFor, languageNamed, languageOf, type Reader } from "./engine/language.ts";
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
export const LANGUAGES: readonly Language[] = [
  angular,
  bash,
  c,
  clojure,
  cpp,
  csharp,
  css,
  dart,
  elixir,
  go,
  haskell,
  hcl,
  html,
  java,
  javascript,
  json,
  julia,
  jupyter,
  kotlin,
  lua,
  markdown,
  objc,
  ocaml,
  ocamlInterface,
  perl,
  php,
  python,
  r,
  ruby,
  rust,
  scala,
  sql,
  svelte,
  swift,
  toml,
  tsx,
  typescript,
  vue,
  yaml,
  zig,
];

register(LANGUAGES, (name) => language({ name }));
