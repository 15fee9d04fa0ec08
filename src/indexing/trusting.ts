/**
 * Taking an index that was not made here, because the user says so: `manifold trust` for one that lies in the tree (a cache that was restored), and
 * `manifold index --from` for one of another tree.
 */
import { constants, Database } from "bun:sqlite";
import { basename, dirname, join } from "node:path";
import { Refusal } from "../base/errors.ts";
import { caching, INDEX_VERSION, store as storeSettings } from "../base/limits.ts";
import { VERSION } from "../base/program.ts";
import type { ScannedFile } from "../base/types.ts";
import { hashFile } from "../files/reader.ts";
import { siblings } from "../git/worktrees.ts";
import { notedTrees } from "../store/cache.ts";
import { isDamagedBy } from "../store/damage.ts";
import { INDEX_FILE, indexFolder, NEXT_FILE, prepareFolder, putAside } from "../store/folder.ts";
import type { Store } from "../store/graph.ts";
import { lockForWriting } from "../store/lock.ts";
import { dropNext, openStore, putNext } from "../store/open.ts";
import { checked, plain, removeOwn, statOf } from "../store/own.ts";
import { FOLDER, lookForPlace, lookForSource } from "../store/place.ts";
import { namedRoot } from "../store/root.ts";
import { GUARDS, hasOurSchema, SCHEMA_ID } from "../store/schema.ts";
import { isSealed, judge, keyTrouble, SEAL_FILE, sealNow } from "../store/seal.ts";

/** What `trust` found. */
export type Trusted = "trusted" | "own";

/**
 * Seals the index that lies in a tree as if it had been written here, after a look at all of it: a complete database with our tables and nothing
 * else. What it says of the code cannot be checked: that is what the user vouches for.
 * @param root absolute, real
 * @throws Refusal `index-missing`, `index-refused`, `index-damaged`, `index-locked`, `index-unwritable`
 */
export async function trust(root: string): Promise<Trusted> {
  const { folder, outside } = lookForPlace(root);
  const own = join(root, FOLDER);
  if (outside !== null)
    throw new Refusal(
      "index-refused",
      `${own} ${outside}: an index there is never read.`,
      "Copy the files to a folder of that name that is yours and not part of the repository.",
    );
  const trouble = keyTrouble();
  if (trouble !== null) throw new Refusal("index-refused", "There is no key to seal the index with.", trouble);
  const nothing = new Refusal("index-missing", `There is no index in ${folder}.`, "Restore it there first, or build one: manifold index.");
  if (statOf(join(folder, INDEX_FILE)) === null) throw nothing;
  prepareFolder(root);
  const lock = await lockForWriting(root, { wait: storeSettings.lockWaitMs });
  try {
    if (judge(root, folder).judged.state === "own") return "own";
    const path = join(folder, INDEX_FILE);
    if (plain(path) === null) throw nothing;
    if (statOf(`${path}-wal`)?.size || statOf(`${path}-journal`) !== null)
      throw new Refusal(
        "index-refused",
        "A log lies beside the index that has not been written into it: it may have been copied while it was written.",
        "Copy it again when nothing writes it, or build it anew: manifold index --full.",
      );
    const why = whyUnusable(path);
    if (why !== null) throw new Refusal("index-damaged", `The index cannot be taken: ${why}.`, "Build it anew: manifold index --full.");
    // What was believed of the tree it came from says nothing of this one.
    removeOwn(join(folder, "tree"));
    sealNow(root, folder, { digest: true });
    return "trusted";
  } finally {
    lock.release();
  }
}

/** Why a file is no complete index of this version; null if it is one. */
function whyUnusable(path: string): string | null {
  const uri = `file:${path.split("/").map(encodeURIComponent).join("/")}?immutable=1`;
  try {
    const db = checked(path, () => new Database(uri, constants.SQLITE_OPEN_READONLY | constants.SQLITE_OPEN_URI));
    try {
      for (const guard of GUARDS) db.run(guard);
      if (!hasOurSchema(db)) return "its tables are not those of an index of this version";
      if (db.query("PRAGMA integrity_check(1)").values()[0]?.[0] !== "ok") return "its pages do not fit together";
      const meta = (key: string): unknown => db.query("SELECT value FROM meta WHERE key = ?").values(key)[0]?.[0];
      return meta("version") === INDEX_VERSION && meta("schema") === SCHEMA_ID ? null : "it was written by another version of Manifold";
    } finally {
      db.close(false);
    }
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * Copies the index of another tree, which must be one that we believe there, to this one. The caller brings it up to date.
 * @param root absolute, real
 * @param from that tree, its `.manifold`, or the `index.db` in it
 * @throws Refusal `path-missing`, `not-a-folder`, `index-missing`, `index-refused`, `index-locked`, `index-unwritable`, `disk-full`
 */
export async function takeFrom(root: string, from: string): Promise<void> {
  const other = treeOf(from);
  if (other === root) throw new Refusal("bad-value", "--from names this tree itself.", "Name the tree whose index is to be taken.");
  const { folder: source } = lookForSource(other);
  const opened = openStore(other);
  if (opened.state === "missing")
    throw new Refusal("index-missing", `There is no index in ${source}.`, "Name a tree with an index, or its folder .manifold.");
  if (opened.state !== "open")
    throw new Refusal(
      "index-refused",
      `The index in ${source} was not made there by your Manifold, or was changed since.`,
      `If you know where it comes from: manifold trust ${other}`,
    );
  const { store } = opened;
  lookForPlace(root);
  try {
    prepareFolder(root);
    const lock = await lockForWriting(root, { wait: storeSettings.lockWaitMs });
    try {
      const before = openStore(root, true);
      if (before.state === "open") before.store.close();
      else if (before.state === "foreign" && before.why === "unsealed") putAside(root);
      copyIndex(root, store);
    } finally {
      lock.release();
    }
  } finally {
    store.close();
  }
}

/** Puts a copy of an open index in the place of a tree's. Under the writer's lock of that tree. */
function copyIndex(root: string, store: Store): void {
  dropNext(root);
  const next = join(indexFolder(root), NEXT_FILE);
  // A snapshot, whoever writes there meanwhile.
  store.db.run("COMMIT");
  store.db.run("VACUUM INTO ?", [next]);
  const db = checked(next, () => new Database(next, { readwrite: true, create: false }));
  believeHashes(root, db);
  db.run("PRAGMA journal_mode = WAL");
  db.close(false);
  putNext(root);
}

/**
 * What a copy says of a file is believed only for the bytes that this tree has under its path: neither the other tree's times nor this one's git, whose filters
 * may have written other bytes than the blob has, vouch for them. Files that differ lose the hash by which they would be known.
 */
function believeHashes(root: string, db: Database): void {
  db.run("BEGIN");
  for (const [table, where] of [
    ["file", ""],
    ["skipped", "AND content = 1 AND hash <> ''"],
  ] as const) {
    const forget = db.query(`UPDATE ${table} SET hash = '' WHERE path = ?`);
    const rows = db.query(`SELECT path, hash FROM ${table} WHERE true ${where}`).values() as [string, string][];
    for (const [path, hash] of rows) if (hashFile(root, path, hash) !== hash) forget.run(path);
    db.run(`UPDATE ${table} SET mtime = 0`);
  }
  db.run("COMMIT");
}

/**
 * Begins the index of a tree that has none with that of another: a work tree of its repository, or any tree that this user has indexed here. One that this
 * user's Manifold sealed there; the one with the most of the same files, then the latest written. What is known of a file depends on its content and its path
 * alone, so only files that differ are read. Under the writer's lock.
 * @param listed tells the files of the tree, with their hashes where git tells them
 * @returns the tree it was; null for none that is near enough
 */
export async function beginWithNearest(
  root: string,
  listed: () => Promise<readonly Pick<ScannedFile, "path" | "hash">[]>,
): Promise<string | null> {
  const written = (other: string): bigint | null => {
    try {
      const { folder } = lookForSource(other);
      return isSealed(other, folder) ? (statOf(join(folder, SEAL_FILE))?.mtimeNs ?? null) : null;
    } catch {
      return null;
    }
  };
  const all = [...new Set([...siblings(root), ...notedTrees()])].flatMap((other) => {
    const at = other === root ? null : written(other);
    return at === null ? [] : [{ other, at }];
  });
  const latest = all.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : a.other < b.other ? -1 : 1)).slice(0, caching.comparedTrees);
  if (latest.length === 0) return null;
  const hashes = new Map((await listed()).map(({ path, hash }) => [path, hash]));
  const near = latest.map(({ other }) => ({ other, same: sameFiles(other, hashes) }));
  for (const { other, same } of near.sort((a, b) => b.same - a.same)) {
    if (same === 0 || same < caching.sameShare * hashes.size) return null;
    const opened = openStore(other);
    if (opened.state !== "open") continue;
    try {
      copyIndex(root, opened.store);
      return other;
    } catch (error) {
      // Damaged, or gone this moment: it was only a shortcut. That there is no room is found out again.
      dropNext(root);
      if (!isDamagedBy(error, opened.store.db) && !isMissing(error)) throw error;
    } finally {
      opened.store.close();
    }
  }
  return null;
}

/** How many files an index has as they are in a tree, as far as git tells their hashes; 0 for one of another version, which would be built anew. */
function sameFiles(other: string, hashes: ReadonlyMap<string, string>): number {
  const opened = openStore(other);
  if (opened.state !== "open") return 0;
  const { store } = opened;
  try {
    if (store.meta("program") !== VERSION) return 0;
    let [same, all] = [0, 0];
    for (const [path, hash] of store.db.query("SELECT path, hash FROM file").values() as [string, string][]) {
      const own = hashes.get(path);
      if (own === hash || own === "") same++;
      all++;
    }
    return same < caching.sameShare * all ? 0 : same;
  } catch (error) {
    if (!isDamagedBy(error, store.db)) throw error;
    return 0;
  } finally {
    store.close();
  }
}

const isMissing = (error: unknown): boolean => (error as { code?: string } | null)?.code === "ENOENT";

function treeOf(from: string): string {
  const stat = statOf(from);
  const folder = stat?.isFile() && basename(from) === INDEX_FILE ? dirname(from) : from;
  return namedRoot(basename(folder) === FOLDER ? dirname(folder) : folder);
}
