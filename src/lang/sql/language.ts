import type { RawReference, RawSymbol } from "../../base/types.ts";
import { Lines } from "../engine/lines.ts";
import { type Family, writtenFamily } from "../engine/resolve/family.ts";
import type { Place } from "../engine/resolve/place.ts";
import { pick, type Tree } from "../engine/resolve/tree.ts";
import type { WorldSymbol } from "../engine/resolve/world.ts";
import type { Syntax } from "../engine/rules/_rules.ts";
import { wordSet } from "../engine/words.ts";
import { language } from "../engine/written.ts";
import { tablesIn } from "./reader.ts";

// SQL inside strings of other languages: the tables it names, where it is unmistakably SQL.

/** Longest string that is looked at. */
const LENGTH = 8_000;
/** References kept of one file. */
const LIMIT = 500;

/** Without one of these words no string is SQL; looking for them costs nothing next to a parse. */
const HINTS = ["SELECT", "INSERT INTO", "UPDATE ", "DELETE FROM", "CREATE TABLE", "ALTER TABLE", "MERGE INTO", "sql`"];

/** A template tagged `sql`, or a string that begins as only a statement does: key words in capitals, a second one where it must stand. */
const OPENING =
  /(?:\bsql(?:<[^<>()\n]*>)?(`)|("""|'''|["'`])\s*(?=(?:WITH\s+[\w"]+\s+AS\s*\(|SELECT\s[\s\S]{1,4000}?\sFROM\s|INSERT\s+(?:OR\s+\w+\s+)?INTO\s|UPDATE\s+\S+\s+(?:\w+\s+)?SET\s|DELETE\s+FROM\s|CREATE\s+(?:TEMP(?:ORARY)?\s+)?TABLE\s|ALTER\s+TABLE\s|MERGE\s+INTO\s)))/g;

/**
 * References to tables in strings.
 * @param symbols of the file: a reference belongs to the innermost one around it
 */
export function tablesInStrings(text: string, symbols: readonly RawSymbol[]): RawReference[] {
  if (!HINTS.some((hint) => text.includes(hint))) return [];
  const found: RawReference[] = [];
  let lines: Lines | null = null;
  OPENING.lastIndex = 0;
  for (let match = OPENING.exec(text); match && found.length < LIMIT; match = OPENING.exec(text)) {
    const quote = match[1] ?? match[2]!;
    const from = match.index + match[0].trimEnd().length;
    const to = closing(text, from, quote);
    if (to < 0) continue;
    const inside = text.slice(from, to);
    // What begins in one string and ends in another was no statement.
    if (
      match[2] &&
      quote !== "`" &&
      quote.length === 1 &&
      inside.includes("\n") &&
      !/\\\n/.test(inside) &&
      !/\bSELECT\b|\bINTO\b|\bFROM\b/.test(inside)
    )
      continue;
    OPENING.lastIndex = to + quote.length;
    // Interpolations are code, not tables.
    const code = inside.replace(/\$\{[^{}]*\}|\{[^{}\n]*\}|#\{[^{}]*\}|'[^'\n]*'/g, (hole) => " ".repeat(hole.length));
    for (const { name, at } of tablesIn(code)) {
      lines ??= new Lines(text);
      const plain = name.slice(name.lastIndexOf(".") + 1);
      found.push({
        kind: "use",
        name: plain,
        receiver: null,
        arity: null,
        line: lines.at(from + at),
        scope: innermost(symbols, from + at),
        language: "sql",
      });
    }
  }
  return found;
}

function closing(text: string, from: number, quote: string): number {
  const limit = Math.min(text.length, from + LENGTH);
  for (let at = text.indexOf(quote, from); at >= 0 && at < limit; at = text.indexOf(quote, at + 1)) if (text[at - 1] !== "\\") return at;
  return -1;
}

function innermost(symbols: readonly RawSymbol[], offset: number): number {
  let best = 0;
  for (let i = 1; i < symbols.length; i++) {
    const symbol = symbols[i]!;
    if (symbol.from <= offset && offset < symbol.to && (best === 0 || symbol.to - symbol.from <= symbols[best]!.to - symbols[best]!.from))
      best = i;
  }
  return best;
}

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
