/**
 * History, brought up to date: what git has and the index has not is added, what is no longer among the commits that count goes. A commit's rows depend on
 * it alone, so a rebase, another branch, a force push and a deepened clone end in what a fresh reading would give.
 *
 * Nobody but a question about history waits for it; `manifold index` reads it last.
 */
import { Database } from "bun:sqlite";
import { asRefusal, Refusal } from "../base/errors.ts";
import { store as storeSettings } from "../base/limits.ts";
import { GitFailure } from "../git/git.ts";
import { type Commit, isPast, type NoPast, type PastKey, pastIds, pastKey, readCommits } from "../git/history.ts";
import type { Store } from "../store/graph.ts";
import { isStored, Past, PastWriter, type StoredKey, storedKey } from "../store/history.ts";
import { lockForWriting } from "../store/lock.ts";
import { closeAfterUpdate, openForUpdate, openStore, sealWriting } from "../store/open.ts";
import { createHistory } from "../store/schema.ts";
import { Progress } from "./progress.ts";

/**
 * Reads into the tables what they lack. Inside the caller's transaction.
 * @throws GitFailure
 */
export async function readHistory(db: Database, root: string, key: PastKey): Promise<StoredKey> {
  const { ids, whole } = await pastIds(root, key.head);
  const writer = new PastWriter(db);
  const stored = storedKey(db);
  const wanted = new Set(ids);
  // Another mailmap names everybody otherwise, where a shallow clone ends is told with each commit, and without that one commit more renames are seen.
  const anew =
    stored === null || stored.mailmap !== key.mailmap || stored.shallow !== key.shallow || !(stored.poor === "" || wanted.has(stored.poor));
  if (anew) writer.clear();
  let poor = anew ? "" : stored.poor;
  const known = writer.known();
  writer.remove([...known].filter((id) => !wanted.has(id)));
  const missing = ids.filter((id) => !known.has(id));
  let told = 0;
  const put = (commit: Commit): void => {
    told++;
    writer.put(commit);
  };
  try {
    await readCommits(root, missing, poor !== "", put);
  } catch (error) {
    if (!(error instanceof GitFailure) || error.trouble !== "failed" || poor !== "") throw error;
    poor = missing[Math.min(told, missing.length - 1)] ?? "";
    writer.clear();
    await readCommits(root, ids, true, put);
  }
  const read: StoredKey = { head: key.head, shallow: key.shallow, mailmap: key.mailmap, whole, poor };
  writer.finish(ids, read);
  return read;
}

export interface HistoryOptions {
  quiet?: boolean;
  /** Milliseconds to wait for another writer. */
  wait?: number;
  /** This process goes on and may have the index open elsewhere. */
  live?: boolean;
}

/**
 * Brings the stored history up to date; an index there must be.
 * @throws Refusal `index-locked`, `index-unwritable`, `disk-full`; GitFailure
 */
export async function updateHistory(root: string, key: PastKey, options: HistoryOptions = {}): Promise<void> {
  const lock = await lockForWriting(root, { wait: options.wait ?? storeSettings.refreshWaitMs });
  const progress = new Progress(options.quiet ?? false);
  try {
    const opened = openStore(root, true);
    if (opened.state !== "open") throw new Refusal("index-missing", "The index is gone.", "Run manifold index.");
    const current = isStored(opened.store.db, key);
    opened.store.close();
    if (current) return;
    progress.much(200);
    progress.step("reading history", 0, 0);
    const db = openForUpdate(root);
    try {
      sealWriting(root);
      db.run("BEGIN IMMEDIATE");
      await readHistory(db, root, key);
      db.run("COMMIT");
    } catch (error) {
      if (db.inTransaction) db.run("ROLLBACK");
      throw error;
    } finally {
      closeAfterUpdate(root, db, options.live === true);
    }
  } finally {
    progress.end();
    lock.release();
  }
}

/**
 * Stores the history of a tree as far as that is possible, for what is asked later.
 * @returns why it has none; null where it has
 */
export async function keepHistory(root: string, options: HistoryOptions = {}): Promise<string | null> {
  const key = await pastKey(root);
  if (!isPast(key)) return key.why;
  try {
    await updateHistory(root, key, options);
    return null;
  } catch (error) {
    return trouble(error);
  }
}

/** Has the index the history that git has? So too where there is none to be had. */
export async function isKept(store: Store): Promise<boolean> {
  const key = await pastKey(store.root);
  return !isPast(key) || isStored(store.db, key);
}

/** @throws what neither git nor the index's folder is to blame for */
function trouble(error: unknown): string {
  if (error instanceof GitFailure) return `git could not be asked (${error.message})`;
  const { code, what } = asRefusal(error);
  if (["index-locked", "index-unwritable", "index-missing", "disk-full", "disk-failed"].includes(code)) return what;
  throw error;
}

/**
 * The history of a tree as it is now: from the index, which is brought up to date; where that cannot be written, read into memory.
 * @param store open; it stays as it is
 * @param frozen only what is stored
 */
export async function openPast(store: Store, frozen = false): Promise<Past | NoPast> {
  const { root } = store;
  const stored = storedKey(store.db);
  if (frozen) return stored ? new Past(store.db, stored) : { why: UNREAD };
  const key = await pastKey(root);
  if (!isPast(key)) return key;
  if (stored && isStored(store.db, key)) return new Past(store.db, stored);
  try {
    await updateHistory(root, key, { live: true, quiet: true });
    const opened = openStore(root);
    const read = opened.state === "open" ? storedKey(opened.store.db) : null;
    if (opened.state === "open" && read) return new Past(opened.store.db, read, () => opened.store.close());
  } catch (error) {
    if (error instanceof GitFailure) return { why: trouble(error) };
    trouble(error);
  }
  const db = new Database(":memory:");
  try {
    db.run("CREATE TABLE meta(key TEXT PRIMARY KEY, value)");
    createHistory(db);
    const read = await readHistory(db, root, key);
    return new Past(db, read, () => db.close(false));
  } catch (error) {
    db.close(false);
    return { why: trouble(error) };
  }
}

/** What is said where nobody has asked for it yet. */
export const UNREAD = "it has not been read yet; manifold index reads it";
