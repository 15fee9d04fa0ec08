import type { Syntax } from "../engine/rules/_rules.ts";
import { language } from "../engine/written.ts";
import { sql as family } from "./family.ts";
import { tablesInStrings } from "./strings.ts";

const syntax: Syntax = { separators: ["."], quotes: "'", lineComments: ["--"], blockComments: [["/*", "*/"]] };

export const sql = language({
  name: "sql",
  inStrings: tablesInStrings,
  noModules: true,
  noUses: true,
  extensions: "sql ddl dml pgsql plsql pks pkb",
  reader: async () => (await import("./reader.ts")).readSql,
  syntax,
  extracts: ["symbols", "docs", "calls", "types"],
  family,
  tables: true,
});
