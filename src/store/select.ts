/**
 * One SELECT over the index, for people: nothing is written, and nothing is read but the tables and views that views.ts names.
 *
 * bun:sqlite has no authorizer. What stands instead: the connection is read-only and `query_only`; there is one statement, and it begins as a query does;
 * its program (EXPLAIN) opens nothing but those tables and calls nothing that makes memory out of a number; memory is bounded by SQLite. Time is bounded by
 * whoever runs this in a process of its own (serve/commands/sql.ts), since a statement cannot be interrupted from inside.
 */
import type { Database } from "bun:sqlite";
import { Refusal } from "../base/errors.ts";
import { ASKED_TABLES, VIEWS } from "./views.ts";

export type Cell = string | number | null;

export interface Selected {
  columns: string[];
  rows: Cell[][];
  /** There are more rows. */
  more: boolean;
}

/** Bytes that SQLite may take for one question: sorting a large tree's edges takes a tenth of it. */
const MEMORY = 512_000_000;
/** Functions that take memory by what they are told, or reach outside. */
const REFUSED_FUNCTIONS = /^(?:zeroblob|randomblob|printf|format|load_extension|readfile|writefile|edit|fts3_tokenizer|sqlite_\w+)\(/;
/** Tables that SQLite makes up: of them only those that take JSON apart. */
const MADE_UP = /\b(?:pragma_\w+|dbstat|sqlite_dbpage|sqlite_stmt|bytecode|tables_used|completion|fsdir|generate_series)\b/i;

type Step = { opcode: string; p1: number; p2: number; p3: number; p4: unknown };

/**
 * @param limit rows at most
 * @throws Refusal `bad-query` for what is no SELECT over these tables, or none at all
 */
export function select(db: Database, sql: string, limit: number): Selected {
  const text = only(sql);
  for (const pragma of ["query_only = ON", `hard_heap_limit = ${MEMORY}`, "temp_store = MEMORY"]) db.run(`PRAGMA ${pragma}`);
  try {
    const columns = db.query(text).columnNames;
    // As a part of another: rows are taken as lists, which two columns of a name need.
    const some = `SELECT * FROM (${text}\n) LIMIT ${limit + 1}`;
    allowed(db, some);
    const rows = (db.query(some).values() as unknown[][]).map((row) => row.map(cell));
    return { columns, rows: rows.slice(0, limit), more: rows.length > limit };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const { code = "", message } = error as Error & { code?: string };
    if (!code.startsWith("SQLITE_") || code.startsWith("SQLITE_CORRUPT") || code === "SQLITE_NOTADB") throw error;
    throw new Refusal("bad-query", `SQLite does not take this query: ${message}.`, TABLES, { cause: error });
  }
}

const TABLES = `There are the views ${Object.keys(VIEWS).join(", ")} (manifold sql without a query lists their columns).`;

const cell = (value: unknown): Cell =>
  value instanceof Uint8Array ? value.toHex() : typeof value === "bigint" ? String(value) : (value as Cell);

/** The one statement of a text. @throws Refusal where there is none, or more than one, or it is no query */
function only(sql: string): string {
  // Strings, quoted names and comments are no ends of statements.
  const parts = sql.matchAll(/'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\[[^\]]*\]|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|;|[^'"`[\-/;]+|[\s\S]/g);
  let text = "";
  let bare = "";
  let ended = false;
  for (const [part] of parts) {
    if (part.startsWith("--") || part.startsWith("/*")) {
      text += " ";
      continue;
    }
    if (part === ";") {
      ended = true;
      continue;
    }
    if (ended && part.trim() !== "")
      throw new Refusal("bad-query", "There is more than one statement.", "Ask one query at a time, without a semicolon in it.");
    text += part;
    if (!/^['"`[]/.test(part)) bare += part;
  }
  if (!/^\s*(?:select|with|values)\b/i.test(text) || text.includes("\0"))
    throw new Refusal(
      "bad-query",
      "This is no query: it does not begin with SELECT, WITH or VALUES.",
      `Nothing is ever written. ${TABLES}`,
    );
  if (MADE_UP.test(bare)) throw new Refusal("bad-query", "It asks for a table that SQLite makes up about itself.", TABLES);
  return text;
}

/** @throws Refusal where its program opens another table, writes, or calls what it should not */
function allowed(db: Database, sql: string): void {
  const roots = new Map(db.query("SELECT rootpage, tbl_name FROM sqlite_schema WHERE rootpage > 0").values() as [number, string][]);
  for (const { opcode, p2, p3, p4 } of db.query(`EXPLAIN ${sql}`).all() as Step[]) {
    const table = opcode === "OpenRead" || opcode === "ReopenIdx" ? (p3 === 0 ? roots.get(p2) : undefined) : null;
    // Page 1 is the schema.
    if (table !== null && !(p3 === 0 && p2 === 1) && !(ASKED_TABLES as readonly string[]).includes(table ?? ""))
      throw new Refusal("bad-query", `The table ${table ?? "it asks for"} is Manifold's own, and may be another tomorrow.`, TABLES);
    if (opcode === "OpenWrite" || (opcode === "Transaction" && p2 !== 0) || opcode === "VUpdate" || opcode === "ParseSchema")
      throw new Refusal("bad-query", "It would write.", `Nothing is ever written. ${TABLES}`);
    if (typeof p4 === "string" && /^(?:Pure)?Func(?:tion)?$/.test(opcode) && REFUSED_FUNCTIONS.test(p4))
      throw new Refusal("bad-query", `It calls ${p4.replace(/\(.*/, "")}, which is not allowed here.`, TABLES);
  }
}
