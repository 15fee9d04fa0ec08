/**
 * The tables of `index.db`, version 1, and how values are written in them.
 *
 * What keeps the file below the size of the source it covers: kinds and resolutions are positions in the lists of base/types.ts (so those
 * lists only ever grow at their end, or the index version goes up), edges and open references are a few bytes each, and `contains` edges are the `parent` of
 * each symbol. Large blobs live beside the `file` table, not in it: comparing 10,000 files with the tree must not read past them.
 */
import type { Database } from "bun:sqlite";
import { EDGE_KINDS, RESOLUTIONS, SYMBOL_KINDS } from "../base/types.ts";
import { SECRET_EDITION } from "../files/secrets.ts";
import { KEYS_SHAPE } from "./depends.ts";
import { FACT_SHAPE } from "./facts.ts";
import { HISTORY_INDEXES, HISTORY_SCHEMA } from "./history.ts";
import { LEXICAL_SCHEMA } from "./lexical/state.ts";
import { VIEW_SCHEMA, VIEWS } from "./views.ts";

const TABLES = `
CREATE TABLE meta(key TEXT PRIMARY KEY, value) WITHOUT ROWID;

-- redactions: how many secrets were blanked in it. chunk, chunks: number of its first chunk, and how many it has; they follow one another from top to bottom.
CREATE TABLE file(
  id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, language TEXT, size INTEGER NOT NULL, mtime INTEGER NOT NULL, hash TEXT NOT NULL,
  lines INTEGER NOT NULL, damaged INTEGER NOT NULL, redactions INTEGER NOT NULL, tags TEXT NOT NULL,
  chunk INTEGER NOT NULL, chunks INTEGER NOT NULL);

-- What ranking reads of a file: its definitions (wording.ts).
CREATE TABLE wording(file INTEGER PRIMARY KEY, names BLOB NOT NULL);

-- facts: encoded FileFacts without documentation, signatures and spans (store/facts.ts); resolution starts from it.
-- nodes: SHA-256 of its canonical nodes.
CREATE TABLE fact(file INTEGER PRIMARY KEY, nodes BLOB NOT NULL, facts BLOB NOT NULL);

-- digest: 16 bytes of SHA-256 of the file's canonical nodes and edges; keys: what its resolution asked for (depends.ts).
CREATE TABLE dependency(file INTEGER PRIMARY KEY, digest BLOB NOT NULL, keys BLOB NOT NULL);

-- content: 1 if the content told, which is not read again while hash, or size and time, stay the same.
CREATE TABLE skipped(
  path TEXT PRIMARY KEY, reason TEXT NOT NULL, content INTEGER NOT NULL, size INTEGER NOT NULL, mtime INTEGER NOT NULL, hash TEXT NOT NULL
) WITHOUT ROWID;

-- at: position in its file, 0 being the file itself. parent: the symbol around it. kind: position among SYMBOL_KINDS. key: symbols.ts. Packages
-- outside the tree have no file.
CREATE TABLE symbol(
  id INTEGER PRIMARY KEY, file INTEGER REFERENCES file(id), at INTEGER NOT NULL, parent INTEGER REFERENCES symbol(id), kind INTEGER NOT NULL,
  name TEXT NOT NULL, qualified TEXT NOT NULL, start INTEGER NOT NULL, stop INTEGER NOT NULL, exported INTEGER NOT NULL,
  declares INTEGER NOT NULL, arity INTEGER, type TEXT, signature TEXT NOT NULL, doc TEXT NOT NULL, key BLOB NOT NULL, UNIQUE(file, at));

-- Edges. kind, resolution: positions among EDGE_KINDS and RESOLUTIONS; confidence: in hundredths; giver: the file that says so where that is not the
-- source's (a flow, a call of what it hands over), or 0. What contains what is the parent of each symbol.
CREATE TABLE edge(
  dst INTEGER NOT NULL, kind INTEGER NOT NULL, src INTEGER NOT NULL, line INTEGER NOT NULL, giver INTEGER NOT NULL, resolution INTEGER NOT NULL,
  confidence INTEGER NOT NULL, PRIMARY KEY(dst, kind, src, line, giver)) WITHOUT ROWID;

-- What a document or CODEOWNERS says of the paths that a pattern matches. whom: positions of the symbols of the file that govern, as JSON; part: of
-- CODEOWNERS, the part in which the last rule that matches counts (RawRule).
CREATE TABLE rule(
  file INTEGER NOT NULL, position INTEGER NOT NULL, pattern TEXT NOT NULL, line INTEGER NOT NULL, whom TEXT NOT NULL, part INTEGER,
  PRIMARY KEY(file, position)) WITHOUT ROWID;

-- Open references. position: among the references of the file's facts; symbol: the innermost around it; receiver, arity: as in RawReference; among:
-- marks (symbols.ts) of the symbols that alone can be meant, as JSON.
CREATE TABLE reference(
  file INTEGER NOT NULL, position INTEGER NOT NULL, name TEXT NOT NULL, kind TEXT NOT NULL, line INTEGER NOT NULL, symbol INTEGER NOT NULL,
  receiver TEXT, arity INTEGER, among TEXT, PRIMARY KEY(file, position)) WITHOUT ROWID;

-- What was worked out from the whole graph of that hash (centrality.ts).
CREATE TABLE derived(name TEXT PRIMARY KEY, graph TEXT NOT NULL, data BLOB NOT NULL) WITHOUT ROWID;

-- symbol: position in the file's symbols.
CREATE TABLE chunk(
  no INTEGER PRIMARY KEY, id BLOB NOT NULL, file INTEGER NOT NULL, start INTEGER NOT NULL, stop INTEGER NOT NULL, kind INTEGER NOT NULL,
  symbol INTEGER NOT NULL, hash BLOB NOT NULL, tokens INTEGER NOT NULL, tags TEXT NOT NULL);

-- Vectors of chunks: numbers of the chunks (u32, ascending), and a row of signed bytes for each. block: those numbers by 120 (vectors/table.ts).
CREATE TABLE vector(block INTEGER PRIMARY KEY, ids BLOB NOT NULL, rows BLOB NOT NULL);

-- Which text a local model embedded of a chunk: 8 bytes of its hash.
CREATE TABLE embedded(no INTEGER PRIMARY KEY, key BLOB NOT NULL);

-- Rows of the built-in embedding as adapted to this tree: scale (f32), then signed bytes (embedding.ts).
CREATE TABLE token(id INTEGER PRIMARY KEY, data BLOB NOT NULL);
`;

/** Created after the rows of a full build: inserting into sorted indexes row by row is several times slower. */
const INDEXES = `
CREATE INDEX symbol_folded ON symbol(lower(replace(name, '_', '')));
CREATE INDEX symbol_key ON symbol(key);
CREATE UNIQUE INDEX chunk_id ON chunk(id);
-- Rows of these are leaves of their own; they are counted at each opening.
CREATE INDEX fact_file ON fact(file);
CREATE INDEX wording_file ON wording(file);
CREATE INDEX vector_block ON vector(block);
CREATE INDEX file_damaged ON file(path) WHERE damaged = 1;
`;

/** The same of what resolution makes. */
const GRAPH_INDEXES = `
CREATE INDEX edge_out ON edge(src);
CREATE INDEX edge_given ON edge(giver) WHERE giver <> 0;
CREATE INDEX reference_name ON reference(name);
`;

/** Tells two states of the tables apart that carry the same version, as there are while one is being made. */
export const SCHEMA_ID = Bun.hash
  .wyhash(
    VIEW_SCHEMA +
      TABLES +
      INDEXES +
      GRAPH_INDEXES +
      LEXICAL_SCHEMA +
      HISTORY_SCHEMA +
      HISTORY_INDEXES +
      FACT_SHAPE +
      KEYS_SHAPE +
      SECRET_EDITION +
      JSON.stringify([SYMBOL_KINDS, EDGE_KINDS, RESOLUTIONS, "marks", "rows"]),
  )
  .toString(16);

/** Creates the tables in an empty database. */
export function createTables(db: Database): void {
  db.run(TABLES);
  db.run(LEXICAL_SCHEMA);
  createHistory(db);
  db.run(VIEW_SCHEMA);
}

/** Creates the tables of history, which are empty until it is asked for. */
export function createHistory(db: Database): void {
  db.run(HISTORY_SCHEMA);
  db.run(HISTORY_INDEXES);
}

/** Creates the indexes of files, symbols and chunks, once these are written: resolution needs them. */
export function createIndexes(db: Database): void {
  db.run(INDEXES);
}

/** Creates the indexes of edges and open references, once these are written. */
export function createGraphIndexes(db: Database): void {
  db.run(GRAPH_INDEXES);
}

/** What `sqlite_schema` says of statements as it stores them: `type name table` → text. */
export function schemaOf(statements: string): Map<string, string> {
  const told = new Map<string, string>();
  for (const statement of statements.replace(/^--.*$/gm, "").split(";")) {
    const text = statement.trim();
    const [, unique = "", type = "", name = "", rest = ""] =
      /^CREATE (UNIQUE )?(TABLE|INDEX|VIEW) (?:IF NOT EXISTS )?(\w+)(.*)$/s.exec(text) ?? [];
    if (name === "") continue;
    const table = type !== "INDEX" ? name : (/^ ON (\w+)/.exec(rest)?.[1] ?? "");
    told.set(`${type.toLowerCase()} ${name} ${table}`, `CREATE ${unique}${type} ${name}${rest}`);
  }
  return told;
}

/**
 * Is the schema of a database exactly this, with nothing else in it (a trigger, another view, a virtual table, a further index)? To be asked before any
 * other statement: what a database defines would run with ours. Indexes that SQLite makes for UNIQUE and PRIMARY KEY have no text.
 */
export function hasSchema(db: Database, told: ReadonlyMap<string, string>): boolean {
  const rows = db.query("SELECT type, name, tbl_name, sql FROM sqlite_schema").values() as [string, string, string, string | null][];
  let found = 0;
  for (const [type, name, table, sql] of rows) {
    if (sql === null && type === "index" && name.startsWith(`sqlite_autoindex_${table}_`) && told.has(`table ${table} ${table}`)) continue;
    if (sql === null || told.get(`${type} ${name} ${table}`) !== sql) return false;
    found++;
  }
  return found === told.size;
}

/** Things in a schema that no index has, of whatever version: what they define could run. */
export const FOREIGN = `SELECT 1 FROM sqlite_schema WHERE sql LIKE '%VIRTUAL%' OR type NOT IN ('table', 'index')
  AND NOT (type = 'view' AND name IN (${Object.keys(VIEWS)
    .map((name) => `'${name}'`)
    .join(", ")}))`;

let told: ReadonlyMap<string, string> | undefined;

/** Are the tables of a complete index there, and nothing else? */
export function hasOurSchema(db: Database): boolean {
  told ??= schemaOf(`${TABLES};${LEXICAL_SCHEMA};${HISTORY_SCHEMA};${HISTORY_INDEXES};${INDEXES};${GRAPH_INDEXES};${VIEW_SCHEMA}`);
  return hasSchema(db, told);
}

/**
 * What every connection to a database that lies in a tree is told before its first statement: functions that a schema names are not trusted, no
 * pragma or statement may change the schema's text, and cells are checked against their page when it is read.
 *
 * bun:sqlite reaches neither sqlite3_db_config (SQLITE_DBCONFIG_DEFENSIVE) nor a progress handler or interrupt. What stands instead: the schema is
 * compared with ours before the first other statement, so nothing in a file can run; the index is believed only with a seal, so its contents are our
 * own; no statement of a question is recursive or joins without a bound; and what is not sealed (feedback.db) is bounded in bytes and in rows.
 */
export const GUARDS = ["PRAGMA trusted_schema = OFF", "PRAGMA writable_schema = OFF", "PRAGMA cell_size_check = ON"] as const;

/** The SQL twin of `fold`, to be compared with a folded name; answered by `symbol_folded`. */
export const FOLDED = "lower(replace(name, '_', ''))";

/** A name without case (of ASCII letters, as SQLite's `lower`) and underscores: `parse_config` = `parseConfig`. */
export function fold(name: string): string {
  return name.replaceAll("_", "").replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** `sym_…` or `chunk_…` as the 8 bytes that are stored; null when it is not one. */
export function keyBytes(id: string, prefix: "sym_" | "chunk_"): Uint8Array | null {
  if (!id.startsWith(prefix) || !/^[0-9a-f]{16}$/.test(id.slice(prefix.length))) return null;
  return Uint8Array.fromHex(id.slice(prefix.length));
}
