/**
 * Files of our own, in a folder that may have come with a repository.
 *
 * `.manifold/` lies inside a tree that somebody else made, so nothing in it is opened because of its name alone. A file is ours when it is a
 * plain file of this user with no second name, in a plain folder of this user; everything else (a link, a device, a FIFO, another user's or a
 * hard-linked file) is not read, not written through and not waited for. What is read is checked once more on the opened handle.
 *
 * Databases are checked by name only, right before and right after SQLite opens them (`plain`, `checked`): opening and closing a handle of our
 * own would end every POSIX lock that this process holds on the same file.
 */
import {
  type BigIntStats,
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";

/** Something lies where a file of ours would be. */
export class NotOwn extends Error {
  override readonly name = "NotOwn";
  readonly code = "NOTOWN";
}

/** The user whose files are ours. */
export const ownUser = (): number => process.geteuid?.() ?? 0;

/** What has a name, no link followed; null if nothing has. @throws the system's error where that may not be known */
export function statOf(path: string): BigIntStats | null {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false }) ?? null;
  } catch (error) {
    if ((error as { code?: string }).code === "ENOTDIR") return null;
    throw error;
  }
}

/** Is this a plain folder of ours? */
export const isOwnFolder = (stat: BigIntStats | null): boolean => stat?.isDirectory() === true && Number(stat.uid) === ownUser();

/** Is this a plain file of ours, without a second name? */
export const isOwnFile = (stat: BigIntStats | null): boolean =>
  stat?.isFile() === true && Number(stat.uid) === ownUser() && stat.nlink === 1n;

/** The folder that a file of ours lies in. @throws NotOwn */
function folderOf(path: string): BigIntStats {
  const folder = statOf(dirname(path));
  if (folder === null || !isOwnFolder(folder)) throw new NotOwn(`${dirname(path)} is not a folder of this user`);
  return folder;
}

/** A file of ours by its name; null if there is none. @throws NotOwn */
export function plain(path: string): BigIntStats | null {
  const stat = statOf(path);
  if (stat === null) return null;
  folderOf(path);
  if (!isOwnFile(stat)) throw new NotOwn(`${path} is not a plain file of this user`);
  return stat;
}

/** Is there a file of ours? Never throws. */
export function isPlain(path: string): boolean {
  try {
    return plain(path) !== null;
  } catch {
    return false;
  }
}

/**
 * Does something with a database by its name, between two looks at it that must agree.
 * @throws NotOwn when there is something else, or another file afterwards
 */
export function checked<T extends { close(throws?: boolean): void }>(path: string, open: () => T): T {
  const before = plain(path);
  const opened = open();
  try {
    const after = plain(path);
    if (before !== null && after?.ino !== before.ino) throw new NotOwn(`${path} was replaced while it was opened`);
    return opened;
  } catch (error) {
    opened.close(false);
    throw error;
  }
}

/** Neither follows a link nor waits for a FIFO, and on Linux no child inherits it (node names no O_CLOEXEC; elsewhere none inherits anything). */
const READING = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | (process.platform === "linux" ? 0o2000000 : 0);

/**
 * The bytes of a file of ours; null if there is none.
 * @param most bytes; a larger file is none of ours
 * @throws NotOwn; the system's error when it cannot be read
 */
export function readOwn(path: string, most: number): Buffer<ArrayBuffer> | null {
  return withOwn(path, (file, size) => {
    if (size > most) throw new NotOwn(`${path} is larger than anything that Manifold writes there`);
    const bytes = Buffer.alloc(size);
    let at = 0;
    while (at < size) {
      const count = readSync(file, bytes, at, size - at, at);
      if (count === 0) break;
      at += count;
    }
    return bytes.subarray(0, at);
  });
}

/**
 * Opens a file of ours for reading, and closes it; null if there is none. Not for a database that this process may have open.
 * @throws NotOwn; the system's error when it cannot be read
 */
export function withOwn<T>(path: string, read: (file: number, size: number) => T): T | null {
  const folder = statOf(dirname(path));
  // Before it is opened: to open some devices is to use them.
  if (folder === null || plain(path) === null) return null;
  let file: number;
  try {
    file = openSync(path, READING);
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === "ENOENT") return null;
    if (code === "ELOOP" || code === "ENXIO") throw new NotOwn(`${path} is not a plain file`);
    throw error;
  }
  try {
    const stat = fstatSync(file, { bigint: true });
    // Without any name: it was replaced a moment ago, by a writer of ours, and is whole.
    if (!isOwnFile(stat) && !(stat.nlink === 0n && stat.isFile() && Number(stat.uid) === ownUser()))
      throw new NotOwn(`${path} is not a plain file of this user`);
    if (folderOf(path).ino !== folder.ino) throw new NotOwn(`${dirname(path)} was replaced while a file in it was opened`);
    return read(file, Number(stat.size));
  } finally {
    closeSync(file);
  }
}

/** `readOwn`, null as well for whatever is not ours or cannot be read. */
export function readOwnOrNull(path: string, most: number): Buffer<ArrayBuffer> | null {
  try {
    return readOwn(path, most);
  } catch {
    return null;
  }
}

/**
 * Writes a small file of ours, whole or not at all, never through a link: whatever has the name gives way, whoever else writes it meanwhile.
 * @param mode who may read it: this user alone, unless it belongs to the tree
 * @throws NotOwn where the folder is not ours; the system's error
 */
export function writeOwn(path: string, content: string | Uint8Array, mode = 0o600): void {
  folderOf(path);
  const temporary = `${path}.${process.pid}.tmp`;
  // Exclusive: neither opens what is there nor follows a link.
  const write = (): void => writeFileSync(temporary, content, { flag: "wx", mode });
  try {
    try {
      write();
    } catch (error) {
      if ((error as { code?: string }).code !== "EEXIST") throw error;
      removeOwn(temporary);
      write();
    }
    try {
      renameSync(temporary, path);
    } catch (error) {
      // A folder in the place of a file of ours.
      if ((error as { code?: string }).code !== "EISDIR") throw error;
      removeOwn(path);
      renameSync(temporary, path);
    }
  } catch (error) {
    removeOwn(temporary);
    throw error;
  }
}

/** Removes what has a name of ours, if anything has, never what a link leads to. The first `rmSync` of a process is slow: only for what is no file. */
export function removeOwn(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return;
    try {
      rmSync(path, { recursive: true, force: true });
    } catch {
      // An archive can hold folders that nobody may enter, their owner neither.
      openFolders(path);
      rmSync(path, { recursive: true, force: true });
    }
  }
}

/** Lets the owner into a folder of ours and those in it, if it is one. */
export function openFolders(path: string): void {
  if (!isOwnFolder(statOf(path))) return;
  chmodSync(path, 0o700);
  for (const entry of readdirSync(path, { withFileTypes: true })) if (entry.isDirectory()) openFolders(`${path}/${entry.name}`);
}

/** Waits until the disk has what was written to a file, or to the names in a folder. */
export function sync(path: string): void {
  // Windows flushes what may be written only, and no folders.
  const windows = process.platform === "win32";
  if (windows && statSync(path).isDirectory()) return;
  const file = openSync(path, windows ? "r+" : "r");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
