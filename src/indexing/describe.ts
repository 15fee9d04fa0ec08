/** What an index says about itself: the rows of `meta` that a build or an update writes last. */

import type { Database } from "bun:sqlite";
import { carriesLibrary } from "../base/native.ts";
import { LANGUAGES } from "../lang/languages.ts";
import { languageCounts } from "../store/rows.ts";

export function setMeta(db: Database, key: string, value: string | number): void {
  db.query("INSERT OR REPLACE INTO meta(key, value) VALUES(?, ?)").run(key, value);
}

/** Notes the grammars in use, how the tree was listed, and that this is another state of the index. */
export function describe(db: Database, git: boolean): void {
  const languages = languageCounts((sql) => db.query(sql));
  setMeta(db, "grammars", JSON.stringify(usedGrammars(languages.map(([language]) => language))));
  setMeta(db, "root_mode", git ? "git" : "walk");
  setMeta(db, "state", crypto.randomUUID());
}

// Which grammars this program has, and which of them an index was made with.

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
