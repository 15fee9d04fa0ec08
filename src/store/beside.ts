/**
 * Small databases beside the index that hold what one user did here (what was asked, which notes were recalled): not part of the index, gone with
 * its folder, and bounded. Each is marked as ours (seal.ts); what is damaged, or was not made here by us, is thrown away unread and made anew.
 */
import { constants, Database } from "bun:sqlite";
import { join } from "node:path";
import { indexFolder } from "./folder.ts";
import { NO_LINKS } from "./lock.ts";
import { checked, isOwnFolder, plain, removeOwn, statOf } from "./own.ts";
import { GUARDS, hasSchema, schemaOf } from "./schema.ts";
import { keyTrouble, type MarkLabel, markOf } from "./seal.ts";

/** One such database. */
export interface Beside {
  /** Its name in the folder of the index. */
  file: string;
  label: MarkLabel;
  version: number;
  /** Its tables but that of the mark, as `CREATE` has them. */
  tables: readonly string[];
  maxBytes: number;
  /** Milliseconds that it waits for another process. */
  busyMs: number;
}

/**
 * Runs something on a database; whatever fails, the answer is false. Nothing here throws or waits: a folder that is not there or cannot be written,
 * a busy or damaged file mean that nothing is recorded.
 * @param existing it is not made where it is not there
 */
export function withBeside(root: string, beside: Beside, existing: boolean, work: (db: Database) => boolean): boolean {
  for (let again = 0; again < 2; again++) {
    let db: Database | null = null;
    try {
      const path = join(indexFolder(root), beside.file);
      // Without a key that lasts nobody could tell the next time whose records these are.
      if (!isOwnFolder(statOf(indexFolder(root))) || keyTrouble() !== null) return false;
      if (existing && statOf(path) === null) return false;
      // We keep none beside the file: what lies there would be replayed into it.
      for (const suffix of ["-journal", "-wal", "-shm"]) if (statOf(path + suffix) !== null) removeOwn(path + suffix);
      const there = plain(path);
      const fresh = there === null || there.size === 0n;
      if (!fresh && there.size > beside.maxBytes) throw new NotOurs();
      const create = existing ? 0 : constants.SQLITE_OPEN_CREATE;
      db = checked(path, () => new Database(path, constants.SQLITE_OPEN_READWRITE | create | NO_LINKS));
      for (const guard of GUARDS) db.run(guard);
      db.run(`PRAGMA busy_timeout = ${beside.busyMs}`);
      const mark = markOf(beside.label, `${statOf(root)?.ino} ${statOf(indexFolder(root))?.ino}`);
      if (fresh) makeTables(db, beside, mark);
      else if (!isOurs(db, beside, mark)) throw new NotOurs();
      // What a power cut would lose is worth less than a wait for the disk, and what a crash in the middle of a commit would.
      db.run("PRAGMA synchronous = OFF");
      db.run("PRAGMA journal_mode = MEMORY");
      db.run(`PRAGMA max_page_count = ${Math.ceil(beside.maxBytes / PAGE)}`);
      return work(db);
    } catch (error) {
      const code = (error as { code?: string }).code ?? "";
      if (!/^(?:SQLITE_(?:NOTADB|CORRUPT|ERROR)|NOTOWN)/.test(code) && !(error instanceof NotOurs)) return false;
    } finally {
      db?.close(false);
    }
    try {
      forgetBeside(root, beside);
    } catch {
      return false;
    }
    if (existing) return false;
  }
  return false;
}

/** Removes a database with everything that it holds. */
export function forgetBeside(root: string, { file }: Beside): void {
  if (!isOwnFolder(statOf(indexFolder(root)))) return;
  for (const suffix of ["", "-journal", "-wal", "-shm"]) removeOwn(join(indexFolder(root), `${file}${suffix}`));
}

/** Something that we did not write. */
class NotOurs extends Error {}

/** Bytes of a page that SQLite makes by itself. */
const PAGE = 4_096;

/** Authenticates the file: who wrote it, and for which folder (seal.ts). */
const tablesOf = ({ tables }: Beside): readonly string[] => [...tables, "CREATE TABLE mark (value TEXT)"];

function makeTables(db: Database, beside: Beside, mark: string): void {
  db.run("PRAGMA journal_mode = MEMORY");
  db.run("BEGIN IMMEDIATE");
  // Somebody may have made them a moment ago.
  const { n } = db.query("SELECT count(*) AS n FROM sqlite_schema").get() as { n: number };
  if (n === 0) {
    for (const table of tablesOf(beside)) db.run(table);
    db.run("INSERT INTO mark VALUES (?)", [mark]);
    db.run(`PRAGMA user_version = ${beside.version}`);
  }
  db.run("COMMIT");
}

/** Was this file made here, by us, in this version? The schema is looked at first: nothing that a file defines may run. */
function isOurs(db: Database, beside: Beside, mark: string): boolean {
  if (!hasSchema(db, schemaOf(tablesOf(beside).join(";")))) return false;
  const { user_version: version } = db.query("PRAGMA user_version").get() as { user_version: number };
  const marks = db.query("SELECT value FROM mark LIMIT 2").values();
  return version === beside.version && marks.length === 1 && marks[0]?.[0] === mark;
}
