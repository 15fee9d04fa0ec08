/**
 * The index for a hook where making it is much work: by a process of its own, which goes on behind the commit. Whoever commits is told at
 * once what is going on.
 *
 * A build that was cut off (the machine went down, the process was killed) has left nothing of its tables: they become an index all at once or
 * never. So it is not taken up where it ended but begun again, by the next hook or command.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, writeSync } from "node:fs";
import { Refusal, type Warning } from "../../base/errors.ts";
import { ownCommand } from "../../indexing/pool.ts";
import { indexFolder } from "../../store/folder.ts";
import { currentWriter, isHeld } from "../../store/lock.ts";
import { openStore } from "../../store/open.ts";

/** Environment variable with the number under which a hook's script has its standard error: what the program prints is a verdict. */
export const TELL = "MANIFOLD_TELL";

/** Tells whoever commits something before the verdict is there; nothing where the hook that calls us has no place for it. */
export function tell(message: string): void {
  const to = Number(process.env[TELL] ?? "");
  if (!Number.isInteger(to) || to < 3 || to > 99) return;
  try {
    writeSync(to, `manifold: ${message}\n`);
  } catch {
    // A closed terminal is no reason to stop a commit.
  }
}

/** Milliseconds between two looks at whether another process is done. */
const POLL = 100;

/**
 * Has an index made or brought up to date, and waits for it.
 * @param wait milliseconds
 * @param what is waited with: `commit`, `push`
 * @throws Refusal `index-locked` where it is not ready in time: the work goes on
 */
export async function buildBehind(root: string, wait: number, what: string): Promise<Warning[]> {
  const until = performance.now() + wait;
  const seconds = `${wait / 1_000} s`;
  const opened = openStore(root);
  if (opened.state === "open") opened.store.close();
  const there = opened.state === "open";
  const folder = existsSync(indexFolder(root));
  const holder = folder ? currentWriter(root) : null;
  const others = folder && isHeld(root);
  const child = others ? null : begin(root);
  const patience =
    wait > 0 ? `this ${what} waits for it, ${seconds} at most, and it goes on behind it` : `this ${what} does not wait for it`;
  if (others) tell(`the index is being ${there ? "brought up to date" : "built"}${holder ? ` by process ${holder.pid}` : ""}: ${patience}`);
  else if (holder) tell(`the last build of the index was cut off: it is begun again; ${patience}`);
  else if (there) tell(`the index is far behind: it is brought up to date; ${patience}`);
  else tell(`there is no index of this tree yet: it is being built; ${patience}`);
  const done = child === null ? otherDone(root, until) : ended(child, until);
  if (await done) return [];
  throw new Refusal(
    "index-locked",
    `the index was not ready within ${seconds}: it is being built, and goes on behind this ${what}`,
    "The next one is checked.",
  );
}

/** Starts a process that nothing that happens to this one ends. */
function begin(root: string): ChildProcess {
  const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_") && name !== TELL));
  // Whoever reads what the hook says waits until nobody can say more: the place for it is closed.
  const child = spawn("/bin/sh", ["-c", 'exec 9>&-; exec "$0" "$@"', ...ownCommand("index"), root], {
    detached: true,
    stdio: "ignore",
    cwd: root,
    env: environment,
  });
  child.unref();
  return child;
}

/** @returns false where it still works when the time is over */
async function ended(child: ChildProcess, until: number): Promise<boolean> {
  let exit: number | null | undefined;
  child.on("exit", (code) => {
    exit = code ?? -1;
  });
  child.on("error", () => {
    exit = -1;
  });
  while (exit === undefined && performance.now() < until) await Bun.sleep(POLL);
  if (exit !== undefined && exit !== 0)
    throw new Refusal("index-unwritable", "the index could not be built", "Run manifold index to see why.");
  return exit === 0;
}

async function otherDone(root: string, until: number): Promise<boolean> {
  for (;;) {
    if (!isHeld(root)) {
      const opened = openStore(root);
      if (opened.state !== "open")
        throw new Refusal("index-locked", "the process that built the index ended without one", "The next commit begins again.");
      opened.store.close();
      return true;
    }
    if (performance.now() >= until) return false;
    await Bun.sleep(POLL);
  }
}
