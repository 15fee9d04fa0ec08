/**
 * History as tables of the index: commits, which files each changed, and their order. Written by indexing/history.ts, in the same transactions and under
 * the same seal as everything else; read here. A full build has none: git has it, and it is read again when it is asked for.
 */
import type { Database } from "bun:sqlite";
import { CHANGE_KINDS, type ChangeKind } from "../base/types.ts";
import type { Commit, PastKey } from "../git/history.ts";
import { Statements } from "./statements.ts";

/** kind: position among CHANGE_KINDS. files: how many a commit changed, of which `revised` has none but renames where they are many. */
export const HISTORY_SCHEMA = `
CREATE TABLE revision(
  no INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, time INTEGER NOT NULL, date TEXT NOT NULL, author TEXT NOT NULL, subject TEXT NOT NULL,
  merge INTEGER NOT NULL, edge INTEGER NOT NULL, files INTEGER NOT NULL);

-- The order of commits, 0 the newest; by itself, because each commit moves all others.
CREATE TABLE past(place INTEGER PRIMARY KEY, revision INTEGER NOT NULL UNIQUE);

CREATE TABLE past_path(no INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE);

-- path, was: numbers of past_path; was: the name before, where there was another.
CREATE TABLE revised(
  revision INTEGER NOT NULL, path INTEGER NOT NULL, was INTEGER, kind INTEGER NOT NULL, PRIMARY KEY(revision, path)) WITHOUT ROWID;
`;

export const HISTORY_INDEXES = `
CREATE INDEX revised_path ON revised(path);
CREATE INDEX revised_was ON revised(was) WHERE was IS NOT NULL;
`;

/** What a stored history was read from. */
export interface StoredKey extends PastKey {
  /** No commit was left out for its age or for the number of them. */
  whole: boolean;
  /** A commit of which this clone lacks contents, for which renames of all were told by whole contents only; "" where there is none. */
  poor: string;
}

/** Where `meta` says what the stored history depends on. */
const KEY = "history";

/** What the history that is stored was read from; null where none is. */
export function storedKey(db: Database): StoredKey | null {
  const row = db.query("SELECT value FROM meta WHERE key = ?").get(KEY) as { value: string } | null;
  return row === null ? null : (JSON.parse(row.value) as StoredKey);
}

/** Does what is stored come from this state of git? */
export function isStored(db: Database, key: PastKey): boolean {
  const stored = storedKey(db);
  return stored !== null && (["head", "shallow", "mailmap"] as const).every((name) => stored[name] === key[name]);
}

/** Writing: inside a transaction of the caller's. */
export class PastWriter {
  readonly #statements: Statements;
  readonly #paths = new Map<string, number>();

  constructor(db: Database) {
    this.#statements = new Statements(db);
  }

  #run(sql: string, ...values: (string | number | null)[]): number {
    return this.#statements.of(sql).run(...values).changes;
  }

  /** Ids that are stored. */
  known(): Set<string> {
    return new Set((this.#statements.of("SELECT id FROM revision").values() as [string][]).map(([id]) => id));
  }

  put({ id, time, date, author, subject, merge, edge, files, changes }: Commit): void {
    const no = Number(
      this.#statements
        .of("INSERT INTO revision(id, time, date, author, subject, merge, edge, files) VALUES(?, ?, ?, ?, ?, ?, ?, ?)")
        .run(id, time, date, author, subject.toWellFormed(), Number(merge), Number(edge), files).lastInsertRowid,
    );
    for (const { path, was, kind } of changes)
      this.#run(
        "INSERT OR IGNORE INTO revised(revision, path, was, kind) VALUES(?, ?, ?, ?)",
        no,
        this.#path(path),
        was === null ? null : this.#path(was),
        CHANGE_KINDS.indexOf(kind),
      );
  }

  #path(path: string): number {
    let no = this.#paths.get(path);
    if (no === undefined) {
      this.#run("INSERT OR IGNORE INTO past_path(path) VALUES(?)", path);
      no = (this.#statements.of("SELECT no FROM past_path WHERE path = ?").values(path) as [[number]])[0][0];
      this.#paths.set(path, no);
    }
    return no;
  }

  remove(ids: readonly string[]): void {
    for (const id of ids) {
      this.#run("DELETE FROM revised WHERE revision = (SELECT no FROM revision WHERE id = ?)", id);
      this.#run("DELETE FROM revision WHERE id = ?", id);
    }
  }

  clear(): void {
    for (const table of ["revised", "revision", "past", "past_path"]) this.#run(`DELETE FROM ${table}`);
    this.#paths.clear();
  }

  /** The order of all that is stored, and what it was read from. */
  finish(ids: readonly string[], key: StoredKey): void {
    this.#run("DELETE FROM past");
    this.#run(
      "INSERT INTO past(place, revision) SELECT given.key, no FROM json_each(?) AS given JOIN revision ON revision.id = given.value",
      JSON.stringify(ids),
    );
    this.#run("DELETE FROM past_path WHERE no NOT IN (SELECT path FROM revised UNION SELECT was FROM revised WHERE was IS NOT NULL)");
    this.#run("INSERT OR REPLACE INTO meta(key, value) VALUES(?, ?)", KEY, JSON.stringify(key));
    this.#statements.free();
  }
}

/** A commit as it is stored; `place` 0 is the newest. */
export interface PastCommit extends Omit<Commit, "changes"> {
  no: number;
  place: number;
}

/** A change of one file. */
export interface PastChange {
  no: number;
  place: number;
  path: string;
  was: string | null;
  kind: ChangeKind;
}

const COMMIT = `SELECT no, place, id, time, date, author, subject, merge, edge, files FROM past JOIN revision ON no = past.revision`;

/** Of what JavaScript calls a date. */
const LAST_SECOND = 8_640_000_000_000;

/** Reading. */
export class Past {
  readonly #statements: Statements;

  /**
   * @param key what it was read from
   * @param close what to do when nobody reads it any more
   */
  constructor(
    readonly db: Database,
    readonly key: StoredKey,
    private readonly done: () => void = () => {},
  ) {
    this.#statements = new Statements(db);
  }

  close(): void {
    this.#statements.free();
    this.done();
  }

  #rows(sql: string, ...values: (string | number)[]): Record<string, unknown>[] {
    return this.#statements.of(sql).all(...values) as Record<string, unknown>[];
  }

  #commits(sql: string, ...values: (string | number)[]): PastCommit[] {
    return this.#rows(sql, ...values).map((row) => ({ ...row, merge: row.merge === 1, edge: row.edge === 1 }) as unknown as PastCommit);
  }

  /** How many commits there are, the days on which the newest and the oldest were made, and the time of the oldest. */
  extent(): { commits: number; newest: string; oldest: string; time: number } {
    const [row] = this.#rows(
      "SELECT count(*) AS commits, max(time) AS newest, min(time) AS oldest FROM past JOIN revision ON no = past.revision",
    );
    const { commits, newest, oldest } = row as { commits: number; newest: number | null; oldest: number | null };
    // A commit can claim any time, one that no calendar has among them.
    const day = (time: number | null): string =>
      time === null || Math.abs(time) > LAST_SECOND ? "" : new Date(time * 1_000).toISOString().slice(0, 10);
    return { commits, newest: day(newest), oldest: day(oldest), time: oldest ?? 0 };
  }

  /** All commits, newest first. @param most how many */
  all(most = -1): PastCommit[] {
    return this.#commits(`${COMMIT} ORDER BY place LIMIT ?`, most);
  }

  /** Commits by their numbers, newest first. */
  byNumber(numbers: Iterable<number>): PastCommit[] {
    return this.#commits(`${COMMIT} WHERE no IN (SELECT value FROM json_each(?)) ORDER BY place`, JSON.stringify([...numbers]));
  }

  /** Commits by their ids, newest first. */
  byId(ids: Iterable<string>): PastCommit[] {
    return this.#commits(`${COMMIT} WHERE id IN (SELECT value FROM json_each(?)) ORDER BY place`, JSON.stringify([...ids]));
  }

  /** Commits at which a shallow clone ends. */
  edges(): PastCommit[] {
    return this.#commits(`${COMMIT} WHERE edge = 1 ORDER BY place`);
  }

  /** Commits of more files than are kept. */
  wide(most: number): PastCommit[] {
    return this.#commits(`${COMMIT} WHERE files > ? ORDER BY place`, most);
  }

  #changes(where: string, ...values: (string | number)[]): PastChange[] {
    return this.#rows(
      `SELECT revised.revision AS no, place, own.path AS path, former.path AS was, kind FROM revised JOIN past ON past.revision = revised.revision
        JOIN past_path AS own ON own.no = revised.path LEFT JOIN past_path AS former ON former.no = revised.was ${where} ORDER BY place, own.path`,
      ...values,
    ).map((row) => ({ ...row, kind: CHANGE_KINDS[row.kind as number] }) as unknown as PastChange);
  }

  /** Changes of files of these names, newest first. */
  changesOf(paths: Iterable<string>): PastChange[] {
    return this.#changes(
      "WHERE revised.path IN (SELECT no FROM past_path WHERE path IN (SELECT value FROM json_each(?)))",
      JSON.stringify([...paths]),
    );
  }

  /** Changes below a folder (a path that ends with `/`), newest first. */
  changesBelow(folder: string): PastChange[] {
    return this.#changes(
      "WHERE revised.path IN (SELECT no FROM past_path WHERE substr(path, 1, ?1) = ?2) OR revised.was IN (SELECT no FROM past_path WHERE substr(path, 1, ?1) = ?2)",
      folder.length,
      folder,
    );
  }

  /** What some commits changed, by number. */
  changesIn(numbers: Iterable<number>): Map<number, PastChange[]> {
    const out = new Map<number, PastChange[]>();
    for (const change of this.#changes("WHERE revised.revision IN (SELECT value FROM json_each(?))", JSON.stringify([...numbers])))
      out.set(change.no, [...(out.get(change.no) ?? []), change]);
    return out;
  }

  /** How many files some commits changed. */
  sizesOf(numbers: readonly number[]): { no: number; files: number }[] {
    return this.#rows("SELECT no, files FROM revision WHERE no IN (SELECT value FROM json_each(?))", JSON.stringify(numbers)) as {
      no: number;
      files: number;
    }[];
  }

  /** The files that some commits changed, with how many commits of each size did; a name that was given up later stands there with the place of each. */
  companions(numbers: readonly number[]): { path: string; place: number; files: number; count: number }[] {
    return this.#rows(
      `SELECT past_path.path AS path, max(place) AS place, files, count(*) AS count FROM json_each(?) AS given CROSS JOIN revised ON revised.revision = value
        CROSS JOIN revision ON revision.no = value CROSS JOIN past ON past.revision = value CROSS JOIN past_path ON past_path.no = revised.path
        GROUP BY revised.path, files, iif(revised.path IN (SELECT was FROM revised WHERE was IS NOT NULL), place, 0)`,
      JSON.stringify(numbers),
    ) as { path: string; place: number; files: number; count: number }[];
  }

  /** All renames, newest first. */
  renames(): PastChange[] {
    return this.#changes("WHERE revised.was IS NOT NULL");
  }

  /** Every change of a file by a commit of at most so many of them, newest first, with its author and date. */
  churn(most: number): { path: string; place: number; author: string; date: string }[] {
    return this.#rows(
      `SELECT past_path.path AS path, place, author, date FROM past JOIN revision ON revision.no = past.revision JOIN revised ON revised.revision = revision.no
        JOIN past_path ON past_path.no = revised.path WHERE files <= ? AND kind <> ${CHANGE_KINDS.indexOf("deleted")} ORDER BY place`,
      most,
    ) as { path: string; place: number; author: string; date: string }[];
  }

  /** Was there ever a file of this name, or one below it, as far as is known? */
  has(path: string): boolean {
    const [row] = this.#rows("SELECT 1 FROM past_path WHERE path = ? LIMIT 1", path);
    return row !== undefined || this.isFolder(path);
  }

  /** Was there ever a file below it? */
  isFolder(path: string): boolean {
    return this.#rows("SELECT 1 FROM past_path WHERE substr(path, 1, ?) = ? LIMIT 1", path.length + 1, `${path}/`).length > 0;
  }
}
