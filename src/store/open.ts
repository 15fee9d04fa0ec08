/**
 * Opening an index: for reading on whatever the folder is, for writing under the writer's lock.
 *
 * Whether an index is read at all, store/seal.ts decides. What crashes can leave behind, and why it is harmless: a full build grows in
 * `index.db.next` (ignored, overwritten by the next build), is sealed and then called `index.db.ready` (put in place by whoever comes next), and
 * takes the place of `index.db`; an update is one transaction of the write-ahead log, which counts once the seal names that log.
 *
 * | an update           | main file | log         | seal         | a reader meanwhile      | after kill -9 here             |
 * |---------------------|-----------|-------------|--------------|-------------------------|--------------------------------|
 * | sealed as writing   | old       | none        | old, writer  | the old index           | the old index                  |
 * | transaction         | old       | uncommitted | old, writer  | the old index           | the old index, log dropped     |
 * | committed           | old       | committed   | old, writer  | the new index           | the old index, log dropped     |
 * | log goes into file  | changing  | committed   | old, writer  | the new index           | built anew                     |
 * | sealed again        | new       | committed   | new, salts   | the new index           | the new index                  |
 * | log emptied, closed | new       | none        | new, salts   | the new index           | the new index                  |
 *
 * The seal names the writer by process, start and pid namespace: while that lives, and has the same file, the log beside it is its own. A reader in
 * another container waits instead.
 */
import { constants, Database } from "bun:sqlite";
import { renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { Refusal } from "../base/errors.ts";
import { INDEX_VERSION } from "../base/limits.ts";
import { DamagedIndex, ROWS } from "./damage.ts";
import { INDEX_FILE, indexFolder, NEXT_FILE, READY_FILE, unwritable } from "./folder.ts";
import { Store } from "./graph.ts";
import { NO_LINKS, tryLock } from "./lock.ts";
import { checked, NotOwn, removeOwn, statOf, sync } from "./own.ts";
import { createTables, FOREIGN, GUARDS, hasOurSchema, SCHEMA_ID } from "./schema.ts";
import { isSharedKey, type Judged, judge, sealNow, sealReady } from "./seal.ts";

/**
 * Why there is nothing to read. `version`: written by another version; `foreign`: not written by this user's Manifold, here (see `Judged`); `locked`: its
 * writer has been stopped between two steps.
 */
export type Unusable =
  | { state: "missing" }
  | { state: "locked" }
  | { state: "damaged"; why: string }
  | { state: "version"; version: string }
  | Extract<Judged, { state: "foreign" }>;
export type Opened = { state: "open"; store: Store } | Unusable;

/**
 * Opens the index of a root as one snapshot, without blocking or being blocked by a writer.
 * Works in folders that cannot be written. What it finds is told, not thrown: the caller decides what to do without an index.
 * @param held the caller holds the writer's lock
 * @throws Refusal `index-unreadable` when the folder is another user's
 */
export function openStore(root: string, held = false): Opened {
  const folder = indexFolder(root);
  for (;;) {
    const believed = believe(root, folder, held);
    if (believed.state !== "own") return believed;
    const { file, immutable } = believed;
    const before = inode(join(folder, file));
    if (before === null) continue;
    const opened = tryOpen(root, join(folder, file), immutable);
    // Else a full build took its place between opening the file and opening its log: parts of two builds must not be read together.
    if (inode(join(folder, INDEX_FILE)) === before || (file === READY_FILE && inode(join(folder, READY_FILE)) === before)) return opened;
    if (opened.state === "open") opened.store.close();
  }
}

/** Milliseconds between two looks at an index whose writer is between two steps, and for how long. */
const POLL = 2;
const PATIENCE = 2_000;

type Believed = { state: "own"; file: string; immutable: boolean } | Unusable;

/** Which file may be read, after what is not ours beside it has been taken away. */
function believe(root: string, folder: string, held: boolean): Believed {
  const until = performance.now() + PATIENCE;
  for (;;) {
    const { judged, seen } = looked(root, folder);
    if (judged.state === "missing") return judged;
    // Nobody of ours has written this: no step of a writer looks like it.
    if (judged.state === "foreign" && judged.why !== "changed") return judged;
    if (judged.state === "own" && judged.seal.ready === null) return { state: "own", file: judged.file, immutable: false };
    if (held) return settled(root, folder, judged);
    const lock = freeLock(root);
    if (lock !== "held" && lock !== "none") {
      try {
        return settled(root, folder, looked(root, folder).judged);
      } finally {
        lock.close(false);
      }
    }
    // It is complete, and read where it lies: another process is putting it in place right now, or the folder cannot be written.
    if (judged.state === "own") return { state: "own", file: judged.file, immutable: judged.file === READY_FILE };
    if (lock === "none") {
      if (judged.state === "restored") return { state: "own", file: INDEX_FILE, immutable: true };
      // What lies beside it is left out, together with whatever it would change.
      if (judged.state === "unsettled") return { state: "own", file: INDEX_FILE, immutable: true };
      return judged.state === "foreign" ? judged : { state: "foreign", why: "changed", from: null };
    }
    // Its writer is at work on it: the log is ours, and the file is the one that it has open.
    if (judged.state === "writing") return { state: "own", file: INDEX_FILE, immutable: false };
    if (judge(root, folder).seen !== seen) continue;
    if (performance.now() > until) return { state: "locked" };
    Bun.sleepSync(POLL);
  }
}

/** Under the lock nobody is between two steps: what the seal does not explain now, it never will. */
function settled(root: string, folder: string, judged: Judged): Believed {
  const index = join(folder, INDEX_FILE);
  switch (judged.state) {
    case "own":
      if (judged.file === READY_FILE) putReadyInPlace(root);
      else if (judged.seal.ready !== null) sealNow(root, folder);
      return { state: "own", file: INDEX_FILE, immutable: false };
    case "unsettled":
      // A log that was committed and never sealed, or one that somebody else brought: the file alone is the index as it was sealed.
      for (const stray of [`${index}-wal`, `${index}-shm`, `${index}-journal`, join(folder, READY_FILE)]) removeOwn(stray);
      return { state: "own", file: INDEX_FILE, immutable: false };
    case "restored":
      for (const suffix of ["-wal", "-shm", "-journal"]) removeOwn(index + suffix);
      sealNow(root, folder, { digest: true });
      return { state: "own", file: INDEX_FILE, immutable: false };
    case "writing":
      // Its writer died while the log went into the file, or the file was replaced since: which of the two cannot be told.
      return { state: "foreign", why: "changed", from: null };
    default:
      return judged;
  }
}

/** The writer's lock; `held` by somebody else, or `none` where the folder gives none. */
function freeLock(root: string): Database | "held" | "none" {
  try {
    return tryLock(root) ?? "held";
  } catch {
    return "none";
  }
}

function looked(root: string, folder: string): ReturnType<typeof judge> {
  try {
    return judge(root, folder);
  } catch (error) {
    const { code } = error as { code?: string };
    if (code !== "EACCES" && code !== "EPERM") throw error;
    throw unreadable(folder, error);
  }
}

function tryOpen(root: string, path: string, immutable: boolean): Opened {
  let db: Database | null = null;
  try {
    db = connect(path, immutable);
    const unusable = examine(db);
    if (unusable) {
      db.close(false);
      return unusable;
    }
    return { state: "open", store: new Store(db, root) };
  } catch (error) {
    db?.close(false);
    const { code } = error as { code?: string };
    if (code === "ENOENT") return { state: "missing" };
    if (error instanceof NotOwn) return { state: "foreign", why: "changed", from: null };
    if (/^SQLITE_(?:BUSY|PROTOCOL)/.test(code ?? "")) return { state: "locked" };
    return { state: "damaged", why: error instanceof Error ? error.message : String(error) };
  }
}

function connect(path: string, immutable: boolean): Database {
  if (immutable) return connectImmutable(path);
  try {
    return begin(checked(path, () => new Database(path, constants.SQLITE_OPEN_READONLY | NO_LINKS)));
  } catch (error) {
    const code = (error as { code?: string }).code ?? "";
    if (!(code.startsWith("SQLITE_CANTOPEN") || code.startsWith("SQLITE_READONLY"))) throw error;
    // A folder that cannot be written has no place for the log's shared memory. The file alone is complete unless a log lies beside it.
    if (size(`${path}-wal`) > 0n) throw new DamagedIndex("its log cannot be read in a folder that cannot be written");
    return connectImmutable(path);
  }
}

/** As the file is, whatever lies beside it. */
function connectImmutable(path: string): Database {
  const uri = `file:${path.split("/").map(encodeURIComponent).join("/")}?immutable=1`;
  const flags = constants.SQLITE_OPEN_READONLY | constants.SQLITE_OPEN_URI | NO_LINKS;
  return begin(checked(path, () => new Database(uri, flags)));
}

/**
 * Starts the snapshot; the first statement is what really opens the file. Nothing is mapped into memory: a page that the disk does not give, or that
 * somebody cuts off, would end the process by a signal instead of in words (decisions/nothing-is-mapped.md).
 */
function begin(db: Database): Database {
  try {
    for (const guard of GUARDS) db.run(guard);
    // Whoever closes last holds all others off for the moment in which the log goes.
    db.run(`PRAGMA busy_timeout = ${PATIENCE}`);
    db.run("PRAGMA cache_size = -32000");
    db.run("BEGIN");
    db.query("SELECT count(*) FROM sqlite_schema").get();
    return db;
  } catch (error) {
    db.close(false);
    throw error;
  }
}

function examine(db: Database): Unusable | null {
  const tables = db.query("SELECT count(*) AS n FROM sqlite_schema WHERE name = 'meta' AND type = 'table'").get() as { n: number };
  if (tables.n === 0) return { state: "damaged", why: "it has no contents" };
  const same = hasOurSchema(db);
  if (!same && db.query(FOREIGN).get() !== null) return { state: "damaged", why: "it defines what no index defines" };
  const version = (db.query("SELECT value FROM meta WHERE key = 'version'").get() as { value: unknown } | null)?.value;
  const schema = (db.query("SELECT value FROM meta WHERE key = 'schema'").get() as { value: unknown } | null)?.value;
  if (version !== INDEX_VERSION || schema !== SCHEMA_ID) return { state: "version", version: String(version ?? "unknown") };
  if (!same) return { state: "damaged", why: "its tables are not those of an index" };
  const [[rows, noted]] = db.query(`SELECT (${ROWS}), (SELECT value FROM meta WHERE key = 'rows')`).values() as [[string, unknown]];
  return rows === noted ? null : { state: "damaged", why: "rows of it are gone" };
}

// ---------------------------------------------------------------------------------------------- writing

/** Opens the index for an update; the caller holds the lock and has seen that it is usable. */
export function openForUpdate(root: string): Database {
  const path = join(indexFolder(root), INDEX_FILE);
  const db = checked(path, () => new Database(path, constants.SQLITE_OPEN_READWRITE | NO_LINKS));
  try {
    for (const guard of GUARDS) db.run(guard);
    db.run("PRAGMA journal_mode = WAL");
    db.run("PRAGMA synchronous = NORMAL");
    // The log goes into the file when the seal says so, not in the middle of a commit.
    db.run("PRAGMA wal_autocheckpoint = 0");
    db.run("PRAGMA cache_size = -32000");
    db.run("PRAGMA temp_store = MEMORY");
    return db;
  } catch (error) {
    db.close(false);
    throw error;
  }
}

/** Says that what comes into the log from now on is this process's: before a transaction. */
export function sealWriting(root: string): void {
  sealNow(root, indexFolder(root), { writing: true });
}

/**
 * Closes after an update: the log goes into the file as far as no reader still needs it.
 * @param lasting this process goes on and may have the index open elsewhere
 */
export function closeAfterUpdate(root: string, db: Database, lasting: boolean): void {
  const folder = indexFolder(root);
  const attempt = (step: () => void): void => {
    try {
      step();
    } catch {
      // A reader holds an older snapshot, the disk is full: the log stays until the next writer, and the seal, if it is old, has the index built anew.
    }
  };
  attempt(() => db.run("PRAGMA wal_checkpoint(PASSIVE)"));
  attempt(() => sealNow(root, folder));
  attempt(() => db.run("PRAGMA wal_checkpoint(TRUNCATE)"));
  db.close(false);
  if (!lasting && isSharedKey()) attempt(() => sealNow(root, folder, { digest: true }));
}

/** Bytes of source below which pages are small: each of some fifty tables and indexes ends in a page that is half empty. */
const FEW_BYTES = 4_000_000;

/**
 * Starts a full build beside the index that is there; the caller holds the lock.
 * @param bytes of source that it is for, as far as they are known
 */
export function createNext(root: string, bytes = Number.POSITIVE_INFINITY): Database {
  const folder = indexFolder(root);
  let db: Database | null = null;
  try {
    removeDatabase(join(folder, NEXT_FILE));
    for (const suffix of ["", "-wal", "-shm", "-journal"]) removeOwn(join(folder, READY_FILE + suffix));
    const path = join(folder, NEXT_FILE);
    db = new Database(path, constants.SQLITE_OPEN_READWRITE | constants.SQLITE_OPEN_CREATE | NO_LINKS);
    // Nobody reads this file before it is complete, and after a crash it is thrown away.
    db.run(`PRAGMA page_size = ${bytes < FEW_BYTES ? 4_096 : 16_384}`);
    db.run("PRAGMA journal_mode = OFF");
    db.run("PRAGMA synchronous = OFF");
    db.run("PRAGMA locking_mode = EXCLUSIVE");
    db.run("PRAGMA cache_size = -32000");
    db.run("PRAGMA temp_store = FILE");
    createTables(db);
    return db;
  } catch (error) {
    // What is half made would keep a full disk full.
    if (db !== null) abandonNext(root, db);
    throw unwritable(folder, error);
  }
}

/** Closes a complete build: `putNext` makes it the index. */
export function closeNext(db: Database): void {
  db.run("PRAGMA locking_mode = NORMAL");
  db.run("PRAGMA journal_mode = WAL");
  db.close(false);
}

/** Behind the name of a build that is being packed. */
const PACKED = "-packed";

/**
 * Writes a complete build once more without the gaps that the order of writing left.
 * Where there is no room for a second one, the first is as good.
 */
export function packNext(root: string): void {
  const next = join(indexFolder(root), NEXT_FILE);
  const packed = `${next}${PACKED}`;
  try {
    const db = new Database(next, { create: false, readwrite: true });
    try {
      db.run("VACUUM INTO ?", [packed]);
    } finally {
      db.close(false);
    }
    const copy = new Database(packed, { create: false, readwrite: true });
    copy.run("PRAGMA journal_mode = WAL");
    copy.close(false);
    renameSync(packed, next);
  } catch {
    rmSync(packed, { recursive: true, force: true });
  }
}

/** Makes a complete build the index; the caller holds the lock. From the rename on it is what every later command finds. */
export function putNext(root: string): void {
  const folder = indexFolder(root);
  const next = join(folder, NEXT_FILE);
  letGo();
  sync(next);
  sealReady(root, folder, next);
  renameSync(next, join(folder, READY_FILE));
  sync(folder);
  putReadyInPlace(root);
}

/** Throws a build away. */
export function abandonNext(root: string, db: Database): void {
  try {
    db.close(false);
  } finally {
    dropNext(root);
  }
}

/** Where a build grows. */
export const nextFile = (root: string): string => join(indexFolder(root), NEXT_FILE);

/** Throws a build away whose connection is closed, or was somebody else's who is gone. */
export function dropNext(root: string): void {
  try {
    removeDatabase(join(indexFolder(root), NEXT_FILE));
  } catch (error) {
    // On Windows somebody may have it open still. What went wrong before is what is to be told, and the next build takes it away.
    if (process.platform !== "win32") throw error;
  }
}

/**
 * Under the lock only, of a build that was sealed. The old log must be gone before the new file has the old name: SQLite would replay it into the
 * wrong file. After a crash in between, the finished build is still there.
 */
function putReadyInPlace(root: string): void {
  const folder = indexFolder(root);
  const index = join(folder, INDEX_FILE);
  for (const suffix of ["-wal", "-shm", "-journal"]) removeOwn(index + suffix);
  // Nothing of ours is a folder, and a file cannot be renamed over one.
  if (statOf(index)?.isDirectory()) rmSync(index, { recursive: true });
  renameSync(join(folder, READY_FILE), index);
  sealNow(root, folder, { digest: true });
}

/** On Windows a file that is open cannot get another name or go, and a closed connection is open until its last statement is collected. */
function letGo(): void {
  if (process.platform === "win32") Bun.gc(true);
}

function removeDatabase(path: string): void {
  letGo();
  for (const suffix of ["", "-wal", "-shm", "-journal", PACKED]) rmSync(`${path}${suffix}`, { recursive: true, force: true });
}

const size = (path: string): bigint => statOf(path)?.size ?? 0n;

function inode(path: string): bigint | null {
  try {
    return statOf(path)?.ino ?? null;
  } catch (error) {
    if ((error as { code?: string }).code !== "EACCES") throw error;
    throw unreadable(dirname(path), error);
  }
}

function unreadable(folder: string, cause: unknown): Refusal {
  return new Refusal(
    "index-unreadable",
    `You may not look into ${folder}, where somebody else keeps the index of this folder.`,
    "Ask as its owner, who alone reads it, or clone the repository and index the copy.",
    { cause },
  );
}
