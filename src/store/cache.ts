/**
 * The cache by content: what was made of a file, kept in a folder of the user's for whoever meets the same content under the same path again, in another
 * work tree, clone or branch.
 *
 * It is packs of entries. A pack is written under a name of its own, which it gets when it is complete, and never changed: writers need no lock, readers
 * see whole packs only, and what a killed writer leaves behind has no name. An entry carries a mark (seal.ts) that only this user's key makes, over its key
 * and its bytes, and is looked at before it is used: what anybody else puts there is not believed, and what a disk has changed is not either.
 *
 *     "MFCACHE1", the entries' bytes, then for each entry, ascending by key: key (16 bytes), u32 offset, u32 length, mark (16 bytes);
 *     u32 entries, "MFCACHE1"
 */

import { closeSync, constants, fstatSync, mkdirSync, openSync, readdirSync, readSync, renameSync, utimesSync, writeSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { Refusal } from "../base/errors.ts";
import { caching } from "../base/limits.ts";
import { privateFolder } from "../base/private.ts";
import { readOwnOrNull, removeOwn, statOf, writeOwn } from "./own.ts";
import { may } from "./place.ts";
import { keyTrouble, markOf } from "./seal.ts";

const MAGIC = Buffer.from("MFCACHE1");
const KEY = 16;
const ROW = 40;
const TRAILER = 12;
const PACK = /^pack-[0-9a-f]{32}$/;
/** Names of trees (trees.ts). */
export const TREE = /^tree-[0-9a-f]{32}$/;
const UNFINISHED = /^new-[0-9a-f]{32}$/;

// ---------------------------------------------------------------------------------------------- where it is

/** What the user says of it. */
export interface CacheSettings {
  enabled: boolean;
  /** A folder that is to be used instead; null: one of the user's cache folder. */
  dir: string | null;
  megabytes: number;
}

/** The variables that say the same. */
export const CACHE_VARIABLES = { enabled: "MANIFOLD_CACHE", dir: "MANIFOLD_CACHE_DIR", megabytes: "MANIFOLD_CACHE_MB" } as const;

let userSays: () => Partial<CacheSettings> = () => ({ enabled: false });

/** Tells how to learn what the user's own settings say; until then there is no cache. */
export function setCache(from: () => Partial<CacheSettings>): void {
  userSays = from;
}

export interface CachePlace {
  folder: string;
  /** Most bytes of all packs. */
  most: number;
  /** May packs be added and removed? A folder of somebody else is read only. */
  writable: boolean;
  /** It is the user's own, not one that was named and that others may share. */
  own: boolean;
}

/**
 * Where the cache is, its folder made if need be.
 * @returns or why there is none, as a sentence
 * @throws Refusal `bad-value` for a folder that is named by half
 */
export function cachePlace(): CachePlace | string {
  const { enabled = true, dir = null, megabytes = caching.megabytes } = userSays();
  if (!enabled) return "The cache is switched off.";
  const trouble = keyTrouble();
  if (trouble !== null) return trouble;
  const most = megabytes * 1_000_000;
  if (dir !== null) {
    if (!isAbsolute(dir))
      throw new Refusal(
        "bad-value",
        "The folder of the cache must be named from the root of the file system on.",
        `Write it in full, in ${CACHE_VARIABLES.dir} or "cache": {"dir": …} of your own settings.`,
      );
    try {
      if (statOf(dir) === null) mkdirSync(dir, { recursive: true, mode: 0o700 });
      return { folder: dir, most, writable: may(dir, constants.W_OK | constants.X_OK), own: false };
    } catch (error) {
      return `The folder ${dir} cannot be used (${(error as { code?: string }).code ?? error}).`;
    }
  }
  const home = process.env.HOME || homedir();
  const base = process.env.XDG_CACHE_HOME || (home ? join(home, ".cache") : "");
  if (!isAbsolute(base)) return "There is no folder for caches: no home folder.";
  try {
    const folder = privateFolder(join(base, "manifold", "content"));
    if (folder !== null) return { folder, most, writable: true, own: true };
    return `Others could write to ${join(base, "manifold", "content")} or a folder above it.`;
  } catch (error) {
    return `${join(base, "manifold", "content")} cannot be made (${(error as { code?: string }).code ?? error}).`;
  }
}

// ---------------------------------------------------------------------------------------------- packs

/** No link, no waiting for a FIFO, inherited by no child. */
const READING =
  constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0) | (process.platform === "linux" ? 0o2000000 : 0);

class Pack {
  used = false;

  private constructor(
    readonly path: string,
    readonly file: number,
    /** Rows of the table, ascending by key. */
    readonly table: Buffer,
    readonly bytes: number,
  ) {}

  /** Opens a pack; null for what is none: it is not complete, not a file, or larger than any of ours. */
  static open(path: string): Pack | null {
    let file: number;
    try {
      file = openSync(path, READING);
    } catch {
      return null;
    }
    const pack = Pack.#read(path, file);
    if (pack === null) closeSync(file);
    return pack;
  }

  static #read(path: string, file: number): Pack | null {
    try {
      const stat = fstatSync(file);
      if (!stat.isFile() || stat.size < MAGIC.length + TRAILER || stat.size > caching.packBytes * 2) return null;
      const end = read(file, stat.size - TRAILER, TRAILER);
      const rows = end.readUInt32LE(0);
      if (!end.subarray(4).equals(MAGIC) || MAGIC.length + rows * ROW + TRAILER > stat.size) return null;
      return new Pack(path, file, read(file, stat.size - TRAILER - rows * ROW, rows * ROW), stat.size);
    } catch {
      return null;
    }
  }

  get rows(): number {
    return this.table.length / ROW;
  }

  keyAt(row: number): Buffer {
    return this.table.subarray(row * ROW, row * ROW + KEY);
  }

  /** The row of a key; -1 if it has none. */
  find(key: Uint8Array): number {
    let low = 0;
    let high = this.rows;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (Buffer.compare(this.keyAt(middle), key) < 0) low = middle + 1;
      else high = middle;
    }
    return low < this.rows && Buffer.compare(this.keyAt(low), key) === 0 ? low : -1;
  }

  /** The bytes of a row; null where they are not what was put there by whoever has this user's key. */
  at(row: number): Buffer | null {
    const raw = this.raw(row);
    return raw !== null && markOfEntry(this.keyAt(row), raw.data).equals(raw.mark) ? raw.data : null;
  }

  /** The same, unchecked: to be copied to where it is checked. */
  raw(row: number): { data: Buffer; mark: Buffer } | null {
    const at = row * ROW + KEY;
    const offset = this.table.readUInt32LE(at);
    const length = this.table.readUInt32LE(at + 4);
    if (offset + length > this.bytes) return null;
    try {
      return { data: read(this.file, offset, length), mark: this.table.subarray(at + 8, at + 24) };
    } catch {
      return null;
    }
  }

  close(): void {
    closeSync(this.file);
  }
}

function read(file: number, from: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  for (let at = 0; at < length; ) {
    const count = readSync(file, bytes, at, length - at, from + at);
    if (count === 0) throw new RangeError("A pack ends too soon.");
    at += count;
  }
  return bytes;
}

const markOfEntry = (key: Uint8Array, data: Uint8Array): Buffer =>
  Buffer.from(markOf("cache", Buffer.concat([key, data])).slice(0, 32), "hex");

/** Complete packs, the last used first. */
function packsIn(folder: string): { path: string; bytes: number; used: number }[] {
  const found: { path: string; bytes: number; used: number }[] = [];
  for (const name of readdirSync(folder)) {
    if (!PACK.test(name)) continue;
    const path = join(folder, name);
    const stat = statOf(path);
    if (stat?.isFile()) found.push({ path, bytes: Number(stat.size), used: Number(stat.mtimeMs) });
  }
  return found.sort((a, b) => b.used - a.used || (a.path < b.path ? -1 : 1));
}

/** Fills a new pack. */
class PackWriter {
  readonly #path: string;
  readonly #rows: { key: Uint8Array; offset: number; length: number; mark: Uint8Array }[] = [];
  #file: number;
  #at = MAGIC.length;

  constructor(private readonly folder: string) {
    this.#path = join(folder, `new-${randomName()}`);
    this.#file = openSync(this.#path, "wx", 0o600);
    writeSync(this.#file, MAGIC);
  }

  get bytes(): number {
    return this.#at;
  }

  put(key: Uint8Array, data: Uint8Array, mark: Uint8Array): void {
    write(this.#file, data);
    this.#rows.push({ key, offset: this.#at, length: data.length, mark });
    this.#at += data.length;
  }

  /** Completes it and gives it its name. */
  finish(): void {
    const rows = this.#rows.sort((a, b) => Buffer.compare(a.key, b.key));
    const table = Buffer.alloc(rows.length * ROW + TRAILER);
    for (const [i, { key, offset, length, mark }] of rows.entries()) {
      table.set(key, i * ROW);
      table.writeUInt32LE(offset, i * ROW + KEY);
      table.writeUInt32LE(length, i * ROW + KEY + 4);
      table.set(mark, i * ROW + KEY + 8);
    }
    table.writeUInt32LE(rows.length, rows.length * ROW);
    table.set(MAGIC, rows.length * ROW + 4);
    write(this.#file, table);
    closeSync(this.#file);
    this.#file = -1;
    renameSync(this.#path, join(this.folder, `pack-${randomName()}`));
  }

  abandon(): void {
    if (this.#file >= 0) closeSync(this.#file);
    this.#file = -1;
    removeOwn(this.#path);
  }
}

const randomName = (): string => crypto.randomUUID().replaceAll("-", "");

function write(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
}

// ---------------------------------------------------------------------------------------------- reading and writing

/** The cache as one process uses it. Whatever goes wrong with it costs only what it would have spared: nothing here throws. */
export class ContentCache {
  #packs: Pack[] | null = null;
  #writer: PackWriter | null = null;
  #broken = false;

  /** @param place where it is */
  constructor(private readonly place: CachePlace) {}

  /** What was put under a key; null if nothing was that is to be believed. */
  get(key: Uint8Array): Buffer | null {
    for (const pack of this.#opened()) {
      const row = pack.find(key);
      const data = row < 0 ? null : pack.at(row);
      if (data === null) continue;
      pack.used = true;
      return data;
    }
    return null;
  }

  #opened(): Pack[] {
    if (this.#packs) return this.#packs;
    this.#packs = [];
    try {
      for (const { path } of packsIn(this.place.folder).slice(0, caching.mostPacks)) {
        const pack = Pack.open(path);
        if (pack) this.#packs.push(pack);
      }
    } catch {
      // It has just gone, or cannot be read.
    }
    return this.#packs;
  }

  /** Keeps something under a key, for the next process. */
  put(key: Uint8Array, data: Uint8Array): void {
    if (this.#broken || !this.place.writable || data.length > caching.entryBytes) return;
    // One writer leaves room for others: not even all that may write at a time go far beyond the limit.
    if (this.#writer && this.#writer.bytes > Math.min(caching.packBytes, this.place.most / 8)) return;
    try {
      this.#writer ??= new PackWriter(this.place.folder);
      this.#writer.put(key, data, markOfEntry(key, data));
    } catch {
      this.#giveUp();
    }
  }

  #giveUp(): void {
    this.#broken = true;
    try {
      this.#writer?.abandon();
    } catch {}
    this.#writer = null;
  }

  /** Completes what was put, marks what was used, and drops what is too much. */
  close(): void {
    const packs = this.#packs ?? [];
    this.#packs = [];
    try {
      if (this.place.writable) {
        const now = new Date();
        for (const { path, used } of packs) if (used) utimesSync(path, now, now);
        if (this.#writer) {
          this.#gather(this.#writer);
          this.#writer.finish();
          this.#writer = null;
          pruneCache(this.place, this.place.most);
        }
      }
    } catch (e) {
      console.error("CACHE", process.pid, e);
      this.#giveUp();
    } finally {
      for (const pack of packs) pack.close();
    }
  }

  /** Takes small packs into the new one, where there are many: each is opened by whoever asks. */
  #gather(writer: PackWriter): void {
    const all = packsIn(this.place.folder);
    if (all.length < caching.manyPacks) return;
    const small = all.filter(({ bytes }) => bytes < caching.smallPack).slice(-caching.manyPacks);
    const seen = new Set<string>();
    const taken: string[] = [];
    for (const { path } of small) {
      if (writer.bytes > caching.packBytes / 2) break;
      const pack = Pack.open(path);
      for (let row = 0; row < (pack?.rows ?? 0); row++) {
        const key = Buffer.from(pack!.keyAt(row));
        const raw = pack!.raw(row);
        if (raw === null || seen.has(key.toString("latin1"))) continue;
        seen.add(key.toString("latin1"));
        writer.put(key, raw.data, Buffer.from(raw.mark));
      }
      pack?.close();
      taken.push(path);
    }
    // Whoever has one open goes on reading it.
    for (const path of taken) removeOwn(path);
  }
}

// ---------------------------------------------------------------------------------------------- looking after it

export interface CacheStatus {
  packs: number;
  entries: number;
  bytes: number;
  /** When the pack that would go first was last used; null where there is none. */
  oldest: number | null;
}

export function cacheStatus({ folder }: CachePlace): CacheStatus {
  const packs = packsIn(folder);
  let entries = 0;
  for (const { path } of packs) {
    const pack = Pack.open(path);
    entries += pack?.rows ?? 0;
    pack?.close();
  }
  return { packs: packs.length, entries, bytes: packs.reduce((sum, { bytes }) => sum + bytes, 0), oldest: packs.at(-1)?.used ?? null };
}

/**
 * Drops the least recently used packs until no more than so many bytes are left, and what killed writers left behind.
 * @returns how many bytes went
 */
export function pruneCache({ folder }: CachePlace, most: number): number {
  let gone = 0;
  let kept = 0;
  for (const { path, bytes } of packsIn(folder)) {
    kept += bytes;
    if (kept <= most) continue;
    kept -= bytes;
    gone += bytes;
    removeOwn(path);
  }
  for (const name of readdirSync(folder)) {
    if (most === 0 && TREE.test(name)) removeOwn(join(folder, name));
    if (!UNFINISHED.test(name)) continue;
    const stat = statOf(join(folder, name));
    const age = stat === null ? 0 : Date.now() - Number(stat.mtimeMs);
    if (stat === null || (most > 0 && age < caching.unfinishedMs)) continue;
    gone += Number(stat.size);
    removeOwn(join(folder, name));
  }
  return gone;
}

export interface CacheCheck {
  entries: number;
  /** Entries, and packs, that are not believed: another key made them, or they were changed. */
  bad: number;
  /** Packs that have any. */
  packs: string[];
}

/** Looks at every entry. @param mend drop packs with entries that are not believed */
export function verifyCache({ folder }: CachePlace, mend: boolean): CacheCheck {
  const check: CacheCheck = { entries: 0, bad: 0, packs: [] };
  for (const { path } of packsIn(folder)) {
    const pack = Pack.open(path);
    let bad = pack === null ? 1 : 0;
    for (let row = 0; row < (pack?.rows ?? 0); row++) {
      check.entries++;
      if (pack!.at(row) === null) bad++;
    }
    pack?.close();
    check.bad += bad;
    if (bad > 0) check.packs.push(path);
    if (bad > 0 && mend) removeOwn(path);
  }
  return check;
}

// Which trees this user has indexed on this machine: where the index of a tree that has none may begin. A file for each in the cache by content's folder, with
// its path. Only where to look: whether an index there is believed, its seal decides.

/** Notes a tree that has just been indexed. Best effort. */
export function noteTree(root: string): void {
  try {
    const place = ownPlace();
    if (place === null) return;
    const note = join(place.folder, `tree-${new Bun.CryptoHasher("sha256").update(root).digest("hex").slice(0, 32)}`);
    const now = new Date();
    if (readOwnOrNull(note, caching.mostPath)?.toString() === root) utimesSync(note, now, now);
    else writeOwn(note, root);
  } catch {}
}

/** The trees that were indexed last, the latest first; those that are gone are forgotten. */
export function notedTrees(): string[] {
  try {
    const place = ownPlace();
    if (place === null) return [];
    const notes = readdirSync(place.folder)
      .filter((name) => TREE.test(name))
      .map((name) => join(place.folder, name));
    const dated = notes.map((note) => ({ note, at: Number(statOf(note)?.mtimeMs ?? 0) })).sort((a, b) => b.at - a.at);
    return dated.flatMap(({ note }, i) => {
      const root = readOwnOrNull(note, caching.mostPath)?.toString();
      if (root && i < caching.mostTrees && statOf(root)?.isDirectory()) return [root];
      removeOwn(note);
      return [];
    });
  } catch {
    return [];
  }
}

/** Nobody else learns from a shared folder which trees this user has. */
function ownPlace(): CachePlace | null {
  const place = cachePlace();
  return typeof place === "string" || !place.own || !place.writable ? null : place;
}
