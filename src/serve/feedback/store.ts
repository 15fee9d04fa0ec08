/**
 * What was asked and what of the answers was used: a small database of its own beside the index, so that recording never meets a reader or
 * writer of the index. It is the user's alone: bounded, never sent anywhere, gone with `manifold stats --forget` or with the folder, and no
 * answer ever depends on it.
 */
import { constants, Database } from "bun:sqlite";
import { join } from "node:path";
import { indexFolder } from "../../store/folder.ts";
import { NO_LINKS } from "../../store/lock.ts";
import { checked, isOwnFolder, plain, removeOwn, statOf } from "../../store/own.ts";
import { GUARDS, hasSchema, schemaOf } from "../../store/schema.ts";
import { keyTrouble, markOf } from "../../store/seal.ts";
import { feedback as limits } from "../limits.ts";

/** A place that an answer named: chunk id, path, first and last line, the strategies that found it. */
export type Shown = [chunk: string, path: string, start: number, end: number, strategies: string[]];

/** One answered question. */
export interface AskedQuery {
  /** The answer's id. */
  id: string;
  /** Milliseconds since 1970. */
  at: number;
  /** Who asked: `q`, `callers`, `mcp:search`. */
  command: string;
  /** The question, without secrets, cut to `feedback.maxText`. */
  text: string;
  strategy: string;
  operation: string;
  intent: string;
  confidence: number;
  ms: number;
  /** All results of the answer; `results` has the first of them. */
  count: number;
  gap: boolean;
  fallback: boolean;
  results: Shown[];
}

/** As recorded, with the ranks of the results that were used, ascending. */
export interface RecordedQuery extends AskedQuery {
  no: number;
  used: number[];
}

export const FEEDBACK_FILE = "feedback.db";
const VERSION = 2;
const COLUMNS = "id, at, command, text, strategy, operation, intent, confidence, ms, count, gap, fallback, results";

/**
 * Records answered questions, the oldest making room.
 *
 * Nothing here throws or waits: a folder that is not there or cannot be written, a busy or damaged file mean that nothing is recorded.
 * @returns whether it was recorded
 */
export function recordQueries(root: string, queries: readonly AskedQuery[]): boolean {
  return attempt(root, false, (db) => {
    db.run("BEGIN IMMEDIATE");
    const insert = db.prepare(`INSERT INTO query (${COLUMNS}, used) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, '[]')`);
    for (const { id, at, command, text, strategy, operation, intent, confidence, ms, count, gap, fallback, results } of queries)
      insert.run(
        id,
        at,
        command,
        text,
        strategy,
        operation,
        intent,
        confidence,
        ms,
        count,
        gap ? 1 : 0,
        fallback ? 1 : 0,
        JSON.stringify(results),
      );
    insert.finalize();
    db.run("DELETE FROM query WHERE no <= (SELECT max(no) FROM query) - ?", [limits.maxQueries]);
    db.run("COMMIT");
    return true;
  });
}

/** Everything recorded, oldest first; [] where nothing is, or nothing that can be read. */
export function recordedQueries(root: string): RecordedQuery[] {
  const found: RecordedQuery[] = [];
  attempt(root, true, (db) => {
    for (const row of db.query(`SELECT no, ${COLUMNS}, used FROM query ORDER BY no`).all() as Record<string, unknown>[]) {
      const query = read(row);
      if (query !== null) found.push(query);
    }
    return true;
  });
  return found;
}

/**
 * Marks results of a recorded question as used.
 * @param no of the record
 * @param ranks from 1; added to those marked before
 * @returns whether it was marked
 */
export function markUsed(root: string, no: number, ranks: readonly number[]): boolean {
  return attempt(root, true, (db) => {
    const row = db.query("SELECT used FROM query WHERE no = ?").get(no) as { used: string } | null;
    if (row === null) return false;
    const used = [...new Set([...numbers(row.used), ...ranks])].sort((a, b) => a - b);
    db.run("UPDATE query SET used = ? WHERE no = ?", [JSON.stringify(used), no]);
    return true;
  });
}

/** The latest records that named a place, latest first, with the rank that it had: looked for among the last `feedback.shownWithin`. */
export function queriesNaming(root: string, place: { chunk: string | null; path: string; start: number; end: number }) {
  const found: { no: number; rank: number }[] = [];
  attempt(root, true, (db) => {
    const rows = db.query("SELECT no, results FROM query ORDER BY no DESC LIMIT ?").all(limits.shownWithin) as Record<string, unknown>[];
    for (const row of rows) {
      const at = shownIn(row.results).findIndex(
        ([chunk, path, start, end]) =>
          (place.chunk !== null && chunk === place.chunk) || (path === place.path && start <= place.end && place.start <= end),
      );
      if (at >= 0) found.push({ no: row.no as number, rank: at + 1 });
    }
    return true;
  });
  return found;
}

/** Forgets everything. @returns how many questions there were */
export function forgetQueries(root: string): number {
  const count = recordedQueries(root).length;
  forgetFile(root);
  return count;
}

// ---------------------------------------------------------------------------------------------- the file

/**
 * Runs something on the database; whatever fails, the answer is false. A file that is damaged, or was not made here by us (its tables are others, its
 * mark is not ours, it is larger than it can become), is thrown away unread, and recorded into anew.
 */
function attempt(root: string, existing: boolean, work: (db: Database) => boolean): boolean {
  for (let again = 0; again < 2; again++) {
    let db: Database | null = null;
    try {
      const path = join(indexFolder(root), FEEDBACK_FILE);
      // Without a key that lasts nobody could tell the next time whose records these are.
      if (!isOwnFolder(statOf(indexFolder(root))) || keyTrouble() !== null) return false;
      if (existing && statOf(path) === null) return false;
      // We keep none beside the file: what lies there would be replayed into it.
      for (const suffix of ["-journal", "-wal", "-shm"]) if (statOf(path + suffix) !== null) removeOwn(path + suffix);
      const there = plain(path);
      const fresh = there === null || there.size === 0n;
      if (!fresh && there.size > limits.maxBytes) throw new NotOurs();
      const create = existing ? 0 : constants.SQLITE_OPEN_CREATE;
      db = checked(path, () => new Database(path, constants.SQLITE_OPEN_READWRITE | create | NO_LINKS));
      for (const guard of GUARDS) db.run(guard);
      db.run(`PRAGMA busy_timeout = ${limits.busyMs}`);
      const mark = markOf("feedback", `${statOf(root)?.ino} ${statOf(indexFolder(root))?.ino}`);
      if (fresh) makeTables(db, mark);
      else if (!isOurs(db, mark)) throw new NotOurs();
      // What a power cut would lose is worth less than a wait for the disk, and what a crash in the middle of a commit would.
      db.run("PRAGMA synchronous = OFF");
      db.run("PRAGMA journal_mode = MEMORY");
      db.run(`PRAGMA max_page_count = ${Math.ceil(limits.maxBytes / PAGE)}`);
      return work(db);
    } catch (error) {
      const code = (error as { code?: string }).code ?? "";
      if (!/^(?:SQLITE_(?:NOTADB|CORRUPT|ERROR)|NOTOWN)/.test(code) && !(error instanceof NotOurs)) return false;
    } finally {
      db?.close(false);
    }
    try {
      forgetFile(root);
    } catch {
      return false;
    }
    if (existing) return false;
  }
  return false;
}

/** Something that we did not write. */
class NotOurs extends Error {}

function forgetFile(root: string): void {
  if (!isOwnFolder(statOf(indexFolder(root)))) return;
  for (const suffix of ["", "-journal", "-wal", "-shm"]) removeOwn(join(indexFolder(root), `${FEEDBACK_FILE}${suffix}`));
}

/** Bytes of a page that SQLite makes by itself. */
const PAGE = 4_096;

const TABLES = [
  "CREATE TABLE query (no INTEGER PRIMARY KEY, id TEXT, at INTEGER, command TEXT, text TEXT, strategy TEXT, operation TEXT, intent TEXT, " +
    "confidence REAL, ms REAL, count INTEGER, gap INTEGER, fallback INTEGER, results TEXT, used TEXT)",
  // Authenticates the file: who wrote it, and for which folder (store/seal.ts).
  "CREATE TABLE mark (value TEXT)",
] as const;

function makeTables(db: Database, mark: string): void {
  db.run("PRAGMA journal_mode = MEMORY");
  db.run("BEGIN IMMEDIATE");
  // Somebody may have made them a moment ago.
  const { n } = db.query("SELECT count(*) AS n FROM sqlite_schema").get() as { n: number };
  if (n === 0) {
    for (const table of TABLES) db.run(table);
    db.run("INSERT INTO mark VALUES (?)", [mark]);
    db.run(`PRAGMA user_version = ${VERSION}`);
  }
  db.run("COMMIT");
}

/** Was this file made here, by us, in this version? The schema is looked at first: nothing that a file defines may run. */
function isOurs(db: Database, mark: string): boolean {
  if (!hasSchema(db, schemaOf(TABLES.join(";")))) return false;
  const { user_version: version } = db.query("PRAGMA user_version").get() as { user_version: number };
  const marks = db.query("SELECT value FROM mark LIMIT 2").values();
  return version === VERSION && marks.length === 1 && marks[0]?.[0] === mark;
}

/** A row as a record; null for one that we did not write. */
function read(row: Record<string, unknown>): RecordedQuery | null {
  const text = (name: string) => (typeof row[name] === "string" ? (row[name] as string) : null);
  const number = (name: string) => (typeof row[name] === "number" && Number.isFinite(row[name]) ? (row[name] as number) : null);
  const words = [text("id"), text("command"), text("text"), text("strategy"), text("operation"), text("intent")] as const;
  const counts = [number("no"), number("at"), number("confidence"), number("ms"), number("count")] as const;
  if (words.includes(null) || counts.includes(null)) return null;
  const [id, command, question, strategy, operation, intent] = words as readonly string[];
  const [no, at, confidence, ms, count] = counts as readonly number[];
  return {
    no: no!,
    id: id!,
    at: at!,
    command: command!,
    text: question!,
    strategy: strategy!,
    operation: operation!,
    intent: intent!,
    confidence: confidence!,
    ms: ms!,
    count: count!,
    gap: row.gap === 1,
    fallback: row.fallback === 1,
    results: shownIn(row.results),
    used: numbers(row.used),
  };
}

function numbers(json: unknown): number[] {
  return list(json).filter((value): value is number => Number.isInteger(value) && (value as number) > 0);
}

function shownIn(json: unknown): Shown[] {
  return list(json).filter(
    (one): one is Shown =>
      Array.isArray(one) &&
      typeof one[0] === "string" &&
      typeof one[1] === "string" &&
      Number.isInteger(one[2]) &&
      Number.isInteger(one[3]) &&
      Array.isArray(one[4]) &&
      one[4].every((name) => typeof name === "string"),
  );
}

function list(json: unknown): unknown[] {
  try {
    const value: unknown = typeof json === "string" ? JSON.parse(json) : null;
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
