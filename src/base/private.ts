/** Folders that nobody else can put anything into: where libraries are unpacked before they are loaded, and what else lies outside a tree. */
import { chmodSync, lstatSync, mkdirSync, realpathSync, type Stats } from "node:fs";
import { join, sep } from "node:path";

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
