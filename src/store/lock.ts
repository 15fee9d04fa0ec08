/**
 * One writer at a time.
 *
 * The lock is an operating-system lock, taken by SQLite on the empty file `.manifold/lock`: it ends with its process, however that dies, and
 * works across containers that share the folder. Who holds it stands in `.manifold/writer`, which only explains: a stale one blocks
 * nobody. What a stale one does tell is that the last writer died half way (`previousDied`).
 */
import { constants, Database } from "bun:sqlite";
import { closeSync, openSync, truncateSync } from "node:fs";
import { dirname, join } from "node:path";
import { Refusal } from "../base/errors.ts";
import { isDamage } from "./damage.ts";
import { indexFolder, unwritable } from "./folder.ts";
import { checked, plain, readOwnOrNull, removeOwn, writeOwn } from "./own.ts";

/** The file of the writer's lock. */
const LOCK = "lock";

/** Milliseconds between two attempts. */
const POLL = 50;

export interface WriterInfo {
  pid: number;
  /** ISO time. */
  started: string;
}

export interface LockOptions {
  /** How long to wait for another writer, in milliseconds. */
  wait: number;
  /** Called once when there is something to wait for. */
  onWait?: (holder: WriterInfo | null) => void;
  signal?: AbortSignal;
}

/** A held lock. */
export class WriterLock {
  constructor(
    private readonly db: Database,
    private readonly info: string,
    /** The writer before this one left its note behind: it was killed, or parsing took the process down. */
    readonly previousDied: boolean,
  ) {}

  release(): void {
    removeOwn(this.info);
    this.db.close(false);
  }
}

/** Who writes, as far as it is known. */
export const currentWriter = (root: string): WriterInfo | null => noted(root, "writer");

/** Who watches a tree to keep its index fresh; null for nobody who lives. */
export function currentWatcher(root: string): WriterInfo | null {
  return isHeld(root, WATCH) ? noted(root, WATCHER) : null;
}

function noted(root: string, name: string): WriterInfo | null {
  try {
    const note = readOwnOrNull(join(indexFolder(root), name), 4_096)?.toString("utf8") ?? "";
    const { pid, started } = JSON.parse(note) as Partial<WriterInfo>;
    return typeof pid === "number" && typeof started === "string" ? { pid, started } : null;
  } catch {
    return null;
  }
}

/**
 * Takes the writer's lock of an index, waiting if need be. The folder `.manifold` must exist.
 * @throws Refusal `index-locked` when another process still writes after `wait`; `index-unwritable` when the folder cannot be written;
 * `interrupted` when the signal fires
 */
export async function lockForWriting(root: string, options: LockOptions): Promise<WriterLock> {
  const folder = indexFolder(root);
  const path = join(folder, LOCK);
  const info = join(folder, "writer");
  const until = performance.now() + options.wait;
  let db: Database;
  try {
    db = openLock(path);
  } catch (error) {
    throw unwritable(folder, error);
  }
  try {
    for (let first = true; ; first = false) {
      if (options.signal?.aborted) throw new Refusal("interrupted", "Interrupted.", "The index was left as it was.");
      if (attempt(db, path)) break;
      if (first && options.wait > 0) options.onWait?.(currentWriter(root));
      if (performance.now() >= until) throw locked(root);
      await Bun.sleep(POLL);
    }
    const previousDied = currentWriter(root) !== null;
    writeOwn(info, JSON.stringify({ pid: process.pid, started: new Date().toISOString() } satisfies WriterInfo));
    return new WriterLock(db, info, previousDied);
  } catch (error) {
    db.close(false);
    throw unwritable(folder, error);
  }
}

/** The lock of whoever watches a tree, and the note that says who it is. */
const WATCH = "watch";
const WATCHER = "watcher";

/**
 * Takes the lock of whoever keeps the index of a tree fresh as its files change: one process a tree. The folder of the index must exist.
 * @throws Refusal `index-watched` naming who has it; `index-unwritable`
 */
export function lockForWatching(root: string): WriterLock {
  const folder = indexFolder(root);
  try {
    const db = tryLock(root, WATCH);
    if (db === null) {
      const holder = noted(root, WATCHER);
      const who = holder
        ? `Process ${holder.pid} has been watching this tree since ${holder.started}.`
        : "Another process watches this tree.";
      throw new Refusal("index-watched", who, "One is enough: leave it, or end it first.");
    }
    const info = join(folder, WATCHER);
    writeOwn(info, JSON.stringify({ pid: process.pid, started: new Date().toISOString() } satisfies WriterInfo));
    return new WriterLock(db, info, false);
  } catch (error) {
    throw unwritable(folder, error);
  }
}

/**
 * The bare lock, if it is free this moment; closing it releases it.
 * @throws NotOwn where something else has its name, SQLite's error where it cannot be opened
 */
export function tryLock(root: string, name: typeof LOCK | typeof WATCH = LOCK): Database | null {
  const path = join(indexFolder(root), name);
  const db = openLock(path);
  try {
    if (attempt(db, path)) return db;
    db.close(false);
    return null;
  } catch (error) {
    db.close(false);
    throw error;
  }
}

/**
 * Reads, changes and writes a small file of ours while nobody else does: whoever comes second sees what the first has written.
 * @param path of an empty file beside it, in a folder of ours
 * @throws what `work` throws; an error where the lock cannot be had in time
 */
export function alone<T>(path: string, wait: number, work: () => T): T {
  const db = openLock(path);
  try {
    for (const until = performance.now() + wait; !attempt(db, path); Bun.sleepSync(POLL))
      if (performance.now() >= until) throw new Error("another process is writing it");
    return work();
  } finally {
    db.close(false);
  }
}

/** Is somebody writing this moment? What is no lock of ours is held by nobody: the next writer takes it away. */
export function isHeld(root: string, name: typeof LOCK | typeof WATCH = LOCK): boolean {
  try {
    const lock = tryLock(root, name);
    lock?.close(false);
    return lock === null;
  } catch {
    return false;
  }
}

/**
 * Opens the file of the lock, made here if there is none, so that no link is created through. It is empty, always: what a repository brings under
 * this name, or beside it as a journal to be replayed, is taken away before SQLite sees it.
 */
function openLock(path: string): Database {
  for (const suffix of ["-journal", "-wal", "-shm"]) removeOwn(`${path}${suffix}`);
  const there = plain(path);
  if (there === null) {
    try {
      closeSync(openSync(path, "wx", 0o600));
    } catch (error) {
      if ((error as { code?: string }).code !== "EEXIST") throw error;
    }
  } else if (there.size > 0n) truncateSync(path, 0);
  const flags = constants.SQLITE_OPEN_READWRITE | NO_LINKS;
  return checked(path, () => new Database(path, flags));
}

/** SQLITE_OPEN_NOFOLLOW: no link in any part of the path. bun:sqlite does not name it. */
export const NO_LINKS = 0x0100_0000;

function attempt(db: Database, path: string): boolean {
  try {
    // In memory, so that no journal file appears beside the lock.
    db.run("PRAGMA journal_mode = MEMORY");
    db.run("BEGIN EXCLUSIVE");
    return true;
  } catch (error) {
    const code = (error as { code?: string }).code ?? "";
    if (code.startsWith("SQLITE_BUSY") || code.startsWith("SQLITE_LOCKED")) return false;
    // Noise in the lock file. It is emptied, not replaced: two processes that see it must end up at the same file.
    if (isDamage(error) && (plain(path)?.size ?? 0n) > 0n) {
      truncateSync(path, 0);
      return attempt(db, path);
    }
    throw unwritable(dirname(path), error);
  }
}

function locked(root: string): Refusal {
  const holder = currentWriter(root);
  const who = holder
    ? `Process ${holder.pid} has been writing this index since ${holder.started}.`
    : "Another process is writing this index.";
  return new Refusal("index-locked", who, "Wait until it is done, or end it; nothing needs to be cleaned up.");
}
