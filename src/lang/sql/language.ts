import { type Family, writtenFamily } from "../engine/resolve/family.ts";
import type { Place } from "../engine/resolve/place.ts";
import { pick, type Tree } from "../engine/resolve/tree.ts";
import type { WorldSymbol } from "../engine/resolve/world.ts";
import type { Syntax } from "../engine/rules/_rules.ts";
import { wordSet } from "../engine/words.ts";
import { language } from "../engine/written.ts";
import { tablesInStrings } from "./strings.ts";

// SQL: one name space a tree; a name that one definition has is that definition.

/** What a name of a table, view or function stands for: a later definition in another migration is the same thing. */
export function defined(tree: Tree, name: string): WorldSymbol | null {
  const all = tree.real(tree.definitions(name, family).filter((symbol) => symbol.parentKind === "file"));
  const full = new Set(all.map((symbol) => symbol.qualified));
  return full.size === 1 ? pick(all, null) : null;
}

function ambient(tree: Tree, _path: string, name: string): Place | null {
  const symbol = defined(tree, name);
  return symbol && { is: "symbol", symbol };
}

const family: Family = writtenFamily({
  name: "sql",
  reach: "global",
  globals: wordSet("count sum min max avg coalesce lower upper now length substring cast concat round abs nullif row_number rank"),
  locate: () => ({ is: "nowhere" }),
  ambient,
  /** `shop.users`: a schema is a space. */
  inSpace(tree, space, name) {
    if (space === "") return { is: "space", name };
    const all = tree.full(`${space}.${name}`, family);
    const found = pick(all, null) ?? defined(tree, name);
    return found && { is: "symbol", symbol: found };
  },
});

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
