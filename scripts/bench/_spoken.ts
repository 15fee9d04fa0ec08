/** What a definition looks like in each language's own words. */
import type { RawSymbol } from "../../src/base/types.ts";
import { has, literal } from "./_context.ts";

/** How the language says that it defines `NAME`: `N` stands for the name. */
const SPOKEN: Record<string, string> = {
  bash: "N\\s*\\(\\)|function\\s+N",
  clojure: "\\(def\\S*\\s+(?:\\^\\S+\\s+)*N",
  elixir: "(?:def\\w*|@type\\w*|@opaque)\\s+(?:[\\w.]*\\.)?N|\\bN\\b",
  go: "func\\s+(?:\\([^)]*\\)\\s*)?N|type\\s+N|N\\s*(?:struct|interface|func|=|\\()|\\bN\\b",
  haskell: "^\\s*(?:data|newtype|type|class|pattern|module)\\b.*N|^\\s*\\(?N\\)?(?:\\s*,.*)?\\s|\\sN\\s|`N`",
  lua: "function\\s+(?:[\\w.:]*[.:])?N|N[\"']?\\]?\\s*=\\s*",
  markdown: "N",
  perl: "(?:sub|package)\\s+(?:[\\w:]*::)?N",
  php: "(?:function\\s*&?|class|interface|trait|enum|namespace)\\s*(?:[\\w\\\\]*\\\\)?N",
  python: "(?:def|class)\\s+N|N\\s*=\\s*lambda",
  r: "N[`'\"]?\\s*(?:<-|=|<<-)",
  ruby: "(?:def|class|module)\\s+(?:[\\w.:]*[.:])?N|(?:attr_\\w+|alias\\w*|define_method|def_delegators?|let!?|delegate|Struct|scope)\\b.*N",
  rust: "(?:fn|struct|enum|union|trait|type|mod|macro_rules!)\\s+N",
  scala: "(?:def|class|object|trait|type|enum|package|given|extension|val|case)\\b.*N",
  swift: "(?:func|class|struct|enum|protocol|typealias|actor|extension|associatedtype)\\s+N|\\b(?:init|deinit|subscript)\\b|operator",
};
/** The C family: a keyword before it, or parentheses, type parameters or a body behind it. */
const C_LIKE =
  "(?:class|struct|union|enum|interface|namespace|package|typedef|type|record|delegate|object|module|using|fun|function|trait|@interface|protocol|#define)\\b.*N|N\\s*(?:[(<{:?!=]|$)|operator|companion|constructor|module";

/** Does the source say in the language's own words, in the symbol's first lines, that this is a definition? */
export function spoken(language: string, symbol: RawSymbol, lines: readonly string[]): boolean {
  const pattern = (SPOKEN[language] ?? C_LIKE).replaceAll(/N(?![a-z])/g, literal(symbol.name));
  const from = symbol.start - 1;
  return lines.slice(from, Math.min(symbol.end, from + 8)).some((line) => has(line, pattern));
}
