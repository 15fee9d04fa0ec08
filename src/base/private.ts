/** Folders that nobody else can put anything into: where libraries are unpacked before they are loaded, and what else lies outside a tree. */
import {
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  type Stats,
} from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join, sep } from "node:path";

/** Links on the way to a folder; more of them are a loop. */
const MAX_LINKS = 16;

/**
 * Makes a folder for this user alone (0700), and looks at every folder above it: each must be root's or this user's, and writable by nobody else
 * unless it is sticky (`/tmp`, where names cannot be taken from their owners). A link on the way counts as the folder that it leads to, and must be root's
 * or this user's itself.
 *
 * The rule is that of sshd's StrictModes; a group may write where it is the user's own first group, as with a umask of 002.
 * @param path absolute
 * @returns its real path; null where somebody else could change what is put there
 * @throws Error of the file system where it cannot be made
 */
export function privateFolder(path: string): string | null {
  // Windows has lists of rights instead of bits, and gives what lies in a user's profile to that user.
  if (process.platform === "win32") {
    mkdirSync(path, { recursive: true });
    return realpathSync(path);
  }
  const real = safely(path, 0);
  if (real === null) return null;
  const there = lstatSync(real);
  if (!there.isDirectory() || there.uid !== userId()) return null;
  if (othersMay(there.mode, 0o077)) chmodSync(real, 0o700);
  return real;
}

function safely(path: string, links: number): string | null {
  let at: string = sep;
  for (const part of path.split(sep).filter((one) => one !== "")) {
    if (part === "..") return null;
    const next = join(at, part);
    let there = lstatSync(next, { throwIfNoEntry: false });
    if (!there) {
      made(next);
      there = lstatSync(next);
    }
    if (there.isSymbolicLink()) {
      if (links >= MAX_LINKS || !isTrusted(there)) return null;
      const real = safely(realpathSync(next), links + 1);
      if (real === null) return null;
      at = real;
      continue;
    }
    if (!there.isDirectory() || !isTrusted(there) || isOpen(there)) return null;
    at = next;
  }
  return at;
}

/** Makes the folder, or finds that another process made it a moment ago. */
function made(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as { code?: string }).code !== "EEXIST") throw error;
  }
}

/** This user's number; files of Windows all have 0. */
export const userId = (): number => process.getuid?.() ?? 0;

/** May others than the owner do one of these things, by the bits of a file's mode? On Windows the bits say nothing of others. */
export const othersMay = (mode: number | bigint, bits: number): boolean => process.platform !== "win32" && (Number(mode) & bits) !== 0;

/** Whoever owns `/` can do anything anyway; in a user namespace that is not the number 0. */
const isTrusted = ({ uid }: Stats): boolean => uid === 0 || uid === userId() || uid === lstatSync(sep).uid;

/** May somebody else make or rename things in it? */
function isOpen({ mode, gid }: Stats): boolean {
  if ((mode & 0o1000) !== 0) return false;
  return (mode & 0o002) !== 0 || ((mode & 0o020) !== 0 && gid !== 0 && gid !== process.getgid?.());
}

// The user's own files, `$XDG_CONFIG_HOME/manifold/…` (by default `~/.config/manifold/…`): what opens a connection, or names a program, a file or a tree
// outside of the one that is asked about, is said there, for whatever lies in a tree may have come with it.

/** Where a file of the user's own is, or would be; null where there is no home folder. */
export function userFileNamed(name: string, env: Record<string, string | undefined> = process.env): string | null {
  // A relative folder would lie in the tree that is asked about, and so would a relative home.
  if (env.XDG_CONFIG_HOME && isAbsolute(env.XDG_CONFIG_HOME)) return join(env.XDG_CONFIG_HOME, "manifold", name);
  const home = env.HOME || homedir();
  return isAbsolute(home) ? join(home, ".config", "manifold", name) : null;
}

/**
 * The text of such a file, looked at through its handle: a plain file of this user (or root) that nobody else may write. Links are the user's choice.
 * @param most bytes that it may have
 * @param refused makes the error of a file that is not read from a sentence on why
 * @returns null if there is none
 */
export function readOfUser(path: string, most: number, refused: (what: string) => Error): string | null {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    // A home folder that is not this user's (sudo -u): whether anything is there cannot be known, and nothing of it is this user's own.
    if (code === "EACCES" && !isVisible(path)) return null;
    throw refused(`${path} cannot be read.`);
  }
  try {
    const there = fstatSync(file);
    if (!there.isFile()) throw refused(`${path} is not a plain file.`);
    if (there.size > most) throw refused(`${path} is too large for settings.`);
    if (there.uid !== 0 && there.uid !== userId()) throw refused(`${path} belongs to another user.`);
    if (othersMay(there.mode, 0o022)) throw refused(`${path} may be written by others.`);
    return readFileSync(file, "utf8");
  } finally {
    closeSync(file);
  }
}

function isVisible(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}
