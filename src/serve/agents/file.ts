/**
 * Reading and replacing one file of somebody else's: through links, with its mode and owner kept, whole or not at all.
 */
import {
  chmodSync,
  chownSync,
  closeSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { Refusal } from "../../base/errors.ts";

/** A file as it is: where it really lies and its text, null where there is none. */
export interface Found {
  /** As the client names it. */
  path: string;
  /** Where links lead. */
  real: string;
  text: string | null;
}

/** A file larger than this is no configuration. */
const MAX_BYTES = 64 * 2 ** 20;

/** @throws Refusal `config-invalid`, `config-unwritable` */
export function readConfig(path: string): Found {
  const real = target(path);
  try {
    const stat = statSync(real, { throwIfNoEntry: false });
    if (!stat) return { path, real, text: null };
    if (!stat.isFile() || stat.size > MAX_BYTES)
      throw new Refusal("config-invalid", `${path} is not a configuration file.`, "Look at what it is.");
    return { path, real, text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(readFileSync(real)) };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    if (error instanceof TypeError)
      throw new Refusal("config-invalid", `${path} is not UTF-8 text.`, "Nothing was changed; mend the file first.");
    throw unwritable(path, error);
  }
}

/** Where a path leads; a link to nothing is refused: what it should become is not ours to decide. */
function target(path: string): string {
  const link = lstatSync(path, { throwIfNoEntry: false });
  if (!link?.isSymbolicLink()) {
    try {
      return join(realpathSync(dirname(path)), path.slice(dirname(path).length + 1));
    } catch {
      return path;
    }
  }
  try {
    return realpathSync(path);
  } catch {
    throw new Refusal(
      "config-unwritable",
      `${path} is a link to ${resolve(dirname(path), readlinkSync(path))}, which is not there.`,
      "Mend or remove the link.",
    );
  }
}

/**
 * Puts a text in the place of a file.
 * @returns folders that had to be made, outermost first
 * @throws Refusal `config-unwritable`; the file is then as it was
 */
export function writeConfig(found: Found, text: string): string[] {
  const { path, real } = found;
  const made = missing(dirname(real));
  const next = join(dirname(real), `.manifold-${process.pid}-${crypto.randomUUID().slice(0, 8)}.tmp`);
  try {
    const stat = statSync(real, { throwIfNoEntry: false });
    if (stat && (stat.mode & 0o222) === 0)
      throw new Refusal("config-unwritable", `${path} is read-only.`, "Allow writing to it (chmod u+w), then run the command again.");
    mkdirSync(dirname(real), { recursive: true });
    const file = openSync(next, "wx", stat ? stat.mode & 0o777 : 0o600);
    try {
      writeSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    if (stat) {
      chmodSync(next, stat.mode & 0o7777);
      if (stat.uid !== process.getuid?.() || stat.gid !== process.getgid?.()) chownSync(next, stat.uid, stat.gid);
    }
    renameSync(next, real);
    return made;
  } catch (error) {
    rmSync(next, { force: true });
    throw unwritable(path, error);
  }
}

/** Takes a file away that we made, and those of its folders that we made and nobody else uses. */
export function removeConfig(found: Found, folders: readonly string[]): void {
  try {
    unlinkSync(found.real);
  } catch (error) {
    throw unwritable(found.path, error);
  }
  for (const folder of [...folders].reverse()) {
    try {
      rmdirSync(folder);
    } catch {
      return;
    }
  }
}

function missing(folder: string): string[] {
  const made: string[] = [];
  for (let at = folder; !lstatSync(at, { throwIfNoEntry: false }) && dirname(at) !== at; at = dirname(at)) made.unshift(at);
  return made;
}

function unwritable(path: string, error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const code = (error as { code?: string } | null)?.code ?? "";
  const why = code === "ENOSPC" ? "the disk is full" : code === "EROFS" ? "it is on a read-only file system" : code || "unknown reason";
  return new Refusal("config-unwritable", `${path} could not be read or written (${why}).`, "Check its owner and permissions.", {
    cause: error,
  });
}
