/** What an index says about itself: the rows of `meta` that a build or an update writes last. */
import type { Database } from "bun:sqlite";
import { languageCounts } from "../store/rows.ts";
import { usedGrammars } from "./grammars.ts";

export function setMeta(db: Database, key: string, value: string | number): void {
  db.query("INSERT OR REPLACE INTO meta(key, value) VALUES(?, ?)").run(key, value);
}

/** The rows of `meta`, to be read after the connection is closed. */
export function committedMeta(db: Database): [string, string | null][] {
  const rows = db.query("SELECT key, value FROM meta").values() as [string, unknown][];
  return rows.map(([key, value]) => [key, value === null ? null : String(value)]);
}

/** Notes the grammars in use, how the tree was listed, and that this is another state of the index. */
export function describe(db: Database, git: boolean): void {
  const languages = languageCounts((sql) => db.query(sql));
  setMeta(db, "grammars", JSON.stringify(usedGrammars(languages.map(([language]) => language))));
  setMeta(db, "root_mode", git ? "git" : "walk");
  setMeta(db, "state", crypto.randomUUID());
}
