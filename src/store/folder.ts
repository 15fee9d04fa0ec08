/** The folder `.manifold` and the names of what lies in it. */
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Refusal } from "../base/errors.ts";

/** `.manifold` of a root. */
export function indexFolder(root: string): string {
  return join(root, ".manifold");
}

export const INDEX_FILE = "index.db";
/** A full build grows here … */
export const NEXT_FILE = "index.db.next";
/** … and is complete once it has this name; whoever finds it puts it in place. */
export const READY_FILE = "index.db.ready";

/**
 * Makes `.manifold` if it is not there: for its owner only, and ignored by git through a file of its own.
 * The root itself is never created.
 * @throws Refusal `index-unwritable`, `disk-full`
 */
export function prepareFolder(root: string): void {
  const folder = indexFolder(root);
  try {
    if (!existsSync(folder)) {
      mkdirSync(folder, { mode: 0o700 });
      chmodSync(folder, 0o700);
    }
    const ignore = join(folder, ".gitignore");
    if (!existsSync(ignore)) writeFileSync(ignore, "*\n");
  } catch (error) {
    throw unwritable(folder, error);
  }
}

/** Why the index folder cannot be written, as a refusal; a full disk is told apart. */
export function unwritable(folder: string, error: unknown): Refusal {
  const code = (error as { code?: string } | null)?.code ?? "";
  if (code === "ENOSPC" || code === "EDQUOT" || code === "SQLITE_FULL")
    return new Refusal("disk-full", "The disk is full; the index was left as it was.", "Free some space and run the command again.", { cause: error });
  return new Refusal("index-unwritable", `The folder ${folder} cannot be written.`, "Check its owner and permissions, or whether it is mounted read-only.", {
    cause: error,
  });
}
