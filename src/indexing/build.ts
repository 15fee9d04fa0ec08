/**
 * A full build, in a file of its own beside the index that is there; the caller holds the lock.
 *
 * A large one is done by a process of its own (`manifold __build`), because only a new process can be told how its engine should run: what
 * is long for a question is short for the last tier of compilation.
 * That process only fills the file. It becomes the index here, under the lock, so that one left behind by a killed indexer changes nothing.
 */
import { Database } from "bun:sqlite";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { asRefusal, Refusal, type RefusalCode } from "../base/errors.ts";
import { INDEX_VERSION, parsing } from "../base/limits.ts";
import { VERSION } from "../base/program.ts";
import type { Changes } from "../git/scan.ts";
import { indexFolder, isDiskFull } from "../store/folder.ts";
import { abandonNext, closeNext, createNext, dropNext, nextFile, openStore, packNext, putNext } from "../store/open.ts";
import { removeOwn } from "../store/own.ts";
import { SCHEMA_ID } from "../store/schema.ts";
import { graphName } from "../store/vectors/table.ts";
import { availableGrammars, describe, setMeta } from "./describe.ts";
import { childEnvironment, interrupted, ownCommand } from "./pool.ts";
import { applyDelta, type UpdateOptions, type UpdateResult } from "./update.ts";
import { frame, frames, messageIn } from "./wire.ts";

/** What a full build is made from: everything in the tree, as changes against nothing. */
export type Everything = Pick<Changes, "changed" | "touched" | "removed" | "skipped" | "git" | "bytes">;

export type BuildOptions = Omit<UpdateOptions, "full" | "hurried">;

/**
 * Builds an index from nothing and puts it in place of the one that is there.
 * @throws Refusal `interrupted`, `disk-full`, `index-unwritable`; the index is as it was then
 */
export async function build(root: string, everything: Everything, options: BuildOptions): Promise<UpdateResult> {
  const { embedding } = options;
  const plain = !embedding?.model && !embedding?.rows;
  const fill = plain && everything.bytes >= parsing.apartBytes ? apart : here;
  try {
    const result = await fill(root, everything, options);
    // Here, where little memory is in use; a small one has next to no gaps.
    options.progress.step("putting the index in place", 0, 0);
    if (fill === apart) packNext(root);
    putNext(root);
    return result;
  } catch (error) {
    dropNext(root);
    throw error;
  } finally {
    dropOtherGraphs(root);
  }
}

/** Removes files of vectors that the index does not name: graphs of the one before, or of a build that did not end. Who has one open keeps it. */
function dropOtherGraphs(root: string): void {
  const names = readdirSync(indexFolder(root)).filter((name) => name.startsWith("vectors-"));
  if (names.length === 0) return;
  const opened = openStore(root, true);
  const named = opened.state === "open" ? graphName(opened.store) : null;
  if (opened.state === "open") opened.store.close();
  for (const name of names) if (name !== named) removeOwn(join(indexFolder(root), name));
}

/**
 * Fills a file as a full build would, and throws it away after somebody has looked at it.
 * @param look gets it while the index that is there stays as it is
 */
export async function aside<T>(root: string, everything: Everything, options: BuildOptions, look: (fresh: Database) => T): Promise<T> {
  await here(root, everything, options);
  const fresh = new Database(nextFile(root), { readonly: true });
  try {
    return look(fresh);
  } finally {
    fresh.close(false);
    dropNext(root);
  }
}

/** Fills the file of a full build and closes it. */
async function here(root: string, everything: Everything, options: BuildOptions): Promise<UpdateResult> {
  const db = createNext(root, everything.bytes);
  try {
    db.run("BEGIN");
    setMeta(db, "version", INDEX_VERSION);
    setMeta(db, "schema", SCHEMA_ID);
    setMeta(db, "program", VERSION);
    setMeta(db, "available_grammars", JSON.stringify(availableGrammars()));
    const result = await applyDelta(db, root, everything, { ...options, full: true, hurried: false });
    describe(db, everything.git);
    db.run("COMMIT");
    closeNext(db);
    return result;
  } catch (error) {
    abandonNext(root, db);
    throw error;
  }
}

// ---------------------------------------------------------------------------------------------- a process apart

interface Task {
  root: string;
  everything: Everything;
  options: Pick<BuildOptions, "isolate" | "children" | "embedding" | "reuse">;
}

/** What the process says, one frame each: how far it is, then what became of it. */
type Said = { step: [string, number, number] } | { built: UpdateResult } | { refusal: { code: RefusalCode; what: string; fix: string } };

/** How long a process that was told to end may take to do so. */
const ENDING_MS = 3_000;

async function apart(root: string, everything: Everything, options: BuildOptions): Promise<UpdateResult> {
  const { signal, progress, isolate, children, embedding, reuse } = options;
  const child = Bun.spawn({
    cmd: ownCommand("__build"),
    cwd: "/",
    env: childEnvironment(),
    stdin: "pipe",
    stdout: "pipe",
    stderr: "ignore",
  });
  const stop = (): void => void ended(child);
  const kill = (): void => child.kill("SIGKILL");
  process.on("exit", kill);
  signal?.addEventListener("abort", stop, { once: true });
  try {
    if (signal?.aborted) throw interrupted();
    child.stdin.write(frame({ root, everything, options: { isolate, children, embedding, reuse } } satisfies Task));
    await child.stdin.flush();
    for await (const body of frames(child.stdout)) {
      const said = messageIn<Said>(body);
      if ("step" in said) progress.step(...said.step);
      else if ("refusal" in said) throw new Refusal(said.refusal.code, said.refusal.what, said.refusal.fix);
      else return said.built;
    }
    throw signal?.aborted
      ? interrupted()
      : new Refusal(
          "unexpected",
          "The process that builds the index ended.",
          "Check the memory of this machine, then run the command again.",
        );
  } catch (error) {
    await ended(child);
    dropNext(root);
    throw signal?.aborted ? interrupted() : error;
  } finally {
    signal?.removeEventListener("abort", stop);
    process.off("exit", kill);
    // Waited for, so that whoever measures this process sees its work too.
    await ended(child);
  }
}

/** Ends the input of a process, and the process if it goes on. */
async function ended(child: Bun.Subprocess<"pipe", "pipe", "ignore">): Promise<void> {
  try {
    await child.stdin.end();
  } catch {
    // It is gone already.
  }
  const timer = setTimeout(() => child.kill("SIGKILL"), ENDING_MS);
  await child.exited;
  clearTimeout(timer);
}

/** Serves one task from standard input. When that ends, so does the process: whoever wanted the index is gone. */
export async function buildChild(): Promise<void> {
  // The terminal sends Ctrl-C to us too; the indexer decides, and our input ends with it.
  process.on("SIGINT", () => {});
  const out = Bun.stdout.writer();
  const say = async (said: Said): Promise<void> => {
    out.write(frame(said));
    await out.flush();
  };
  const input = frames(Bun.stdin.stream());
  const { value, done } = await input.next();
  if (done) return;
  void input
    .next()
    .catch(() => {})
    .then(() => process.exit(130));
  const { root, everything, options } = messageIn<Task>(value);
  let last = 0;
  let before = "";
  const step = (what: string, at: number, total: number): void => {
    const now = performance.now();
    if (what === before && now - last < parsing.reportMs) return;
    last = now;
    before = what;
    void say({ step: [what, at, total] }).catch(() => {});
  };
  try {
    await say({ built: await here(root, everything, { ...options, progress: { step } }) });
  } catch (error) {
    const { code, what, fix } = asRefusal(isDiskFull(indexFolder(root), error) ? { code: "ENOSPC" } : error);
    await say({ refusal: { code, what, fix } });
  }
}
