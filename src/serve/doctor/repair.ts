/** What `manifold doctor --repair` does about findings: what the next question would do, or what a command of ours does. Nothing of the user's is touched. */
import { join } from "node:path";
import { asRefusal } from "../../base/errors.ts";
import { ownCommand } from "../../indexing/pool.ts";
import { index } from "../../indexing.ts";
import { indexFolder } from "../../store/folder.ts";
import { lockForWriting } from "../../store/lock.ts";
import { removeOwn } from "../../store/own.ts";
import { reinstall } from "../hook/install.ts";
import { placeOf } from "../hook/script.ts";
import type { Finding, Mend } from "./examine.ts";

/**
 * Mends what a finding says, if it can be.
 * @returns what was done; null where nothing can be done here
 */
export async function repair(root: string, { mend }: Finding): Promise<{ done: string | null; failed: string | null }> {
  if (mend === null) return { done: null, failed: null };
  try {
    return { done: await mended(root, mend), failed: null };
  } catch (error) {
    return { done: null, failed: asRefusal(error).what };
  }
}

async function mended(root: string, mend: Mend): Promise<string> {
  switch (mend.kind) {
    case "rebuild": {
      const { indexed } = await index(root, { full: mend.full, ignored: false });
      return `built anew: ${indexed} files`;
    }
    case "writer":
      (await lockForWriting(root, { wait: 0 })).release();
      return "its note is removed";
    case "leftovers": {
      // Under the lock: what is there now is of nobody who lives.
      const lock = await lockForWriting(root, { wait: 0 });
      try {
        for (const name of mend.names) removeOwn(join(indexFolder(root), name));
      } finally {
        lock.release();
      }
      return "removed";
    }
    case "hook": {
      const { installed, file } = reinstall(await placeOf(root), mend.hook, ownCommand("hook").slice(0, -1));
      return `${installed ? "installed again" : "could not be installed"} (${file})`;
    }
  }
}
