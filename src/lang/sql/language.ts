import { language } from "../engine/written.ts";
import { sql as family } from "./family.ts";
import { tablesInStrings } from "./strings.ts";

export const sql = language({
  name: "sql",
  inStrings: tablesInStrings,
  noModules: true,
  noUses: true,
  extensions: "sql ddl dml pgsql plsql pks pkb",
  reader: async () => (await import("./reader.ts")).readSql,
  extracts: ["symbols", "docs", "calls", "types"],
  family,
  tables: true,
});
