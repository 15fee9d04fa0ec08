/**
 * Parsing many files: in this process when there is little to do, in children when there is much or when parsing may bring a process down.
 *
 * A grammar can abort its process (an assertion, a stack overflow); JavaScript cannot catch that. A child that dies, or makes no progress,
 * is replaced; the file it was at is then only chunked, as text. Results come in the order of the files, whatever the number of children.
 */
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { Refusal } from "../base/errors.ts";
import { parsing } from "../base/limits.ts";
import { isCompiled } from "../base/program.ts";
import type { ScannedFile } from "../base/types.ts";
import type { SkippedFile } from "../files/reader.ts";
import { languagesAmong, loadGrammars } from "../lang/languages.ts";
import { Counter } from "./bags.ts";
import { GRAMMARS, parseAll } from "./child.ts";
import { Doubtful, type Parsed, type ParsedBatch, type ParseJob, type Reusing, readAll } from "./parse.ts";
import { Reuse } from "./reuse.ts";
import { type Batch, frame, frames, messageIn, type Result } from "./wire.ts";

export interface PoolOptions {
  /** Parse in children even if there is little to do: the last indexer died half way, perhaps of one of these files. */
  isolate: boolean;
  signal?: AbortSignal | undefined;
  /** Number of children; by default as many as there are processors, at most `parsing.maxChildren`. */
  children?: number | undefined;
  /** This process goes on: load every grammar at once, since the next update may be of files in other languages. */
  live?: boolean | undefined;
  /** The command line of a child; by default this program's own. */
  command?: string[] | undefined;
  /** `ParseJob.embed` of every file. */
  embed?: number;
  /** How the cache by content is used; by default files are looked for in it, and kept. */
  reuse?: Reusing | undefined;
}

/** Parses files and gives batches in the order of `files`. Files that took a parser down come back as text, `damaged`. */
export async function* parseFiles(root: string, files: readonly ScannedFile[], options: PoolOptions): AsyncGenerator<ParsedBatch> {
  let batches = inBatches(files, options.embed);
  const bytes = files.reduce((sum, file) => sum + file.size, 0);
  const small = bytes <= parsing.inProcessBytes && files.every((file) => file.size <= parsing.inProcessFileBytes);
  const languages = languagesAmong(
    root,
    files.map((file) => file.path),
  );
  // A long-lived process cannot load a grammar that it did without before: a child can.
  if (small && !options.isolate && (await loadGrammars(options.live ? undefined : languages))) {
    const done = yield* inThisProcess(root, batches, options.reuse ?? "yes");
    if (done === batches.length) return;
    batches = batches.slice(done);
  }
  const width = Math.max(1, Math.min(options.children ?? availableParallelism(), parsing.maxChildren, batches.length));
  const limits = new Limits();
  const children = Array.from(
    { length: width },
    () => new Child(root, options.command ?? ownCommand("__parse"), languages, limits, options.reuse ?? "yes"),
  );
  const stop = (): void => {
    for (const child of children) child.stop();
  };
  process.on("exit", stop);
  try {
    yield* inOrder(batches, children, options.signal);
    await Promise.all(children.map((child) => child.end()));
  } finally {
    process.off("exit", stop);
    stop();
  }
}

/** @returns how many batches were parsed: all, or those before one with a file that only a child should parse */
async function* inThisProcess(root: string, batches: readonly ParseJob[][], how: Reusing): AsyncGenerator<ParsedBatch, number> {
  const reuse = Reuse.open(how);
  try {
    return yield* parsedHere(root, batches, reuse);
  } finally {
    reuse?.close();
  }
}

async function* parsedHere(root: string, batches: readonly ParseJob[][], reuse: Reuse | null): AsyncGenerator<ParsedBatch, number> {
  for (const [done, jobs] of batches.entries()) {
    const counter = new Counter();
    let results: Parsed[];
    const begun = process.cpuUsage();
    // Small files that are made to hurt: each is bounded by its size, all of them by this.
    const patience = async (): Promise<void> => {
      const { user, system } = process.cpuUsage(begun);
      if ((user + system) / 1_000 > parsing.inProcessCpuMs) throw new Doubtful(root);
    };
    try {
      results = await parseAll(root, jobs, counter, reuse, patience, undefined, readAll(root, jobs, reuse));
    } catch (error) {
      if (error instanceof Doubtful) return done;
      throw error;
    }
    yield { files: jobs.map((job, at) => ({ job, result: results[at]! })), postings: counter.encodePostings() };
  }
  return batches.length;
}

/** Every child takes the next batch as soon as it is free, at most a few ahead of what has been handed on. */
async function* inOrder(batches: ParseJob[][], children: Child[], signal?: AbortSignal): AsyncGenerator<ParsedBatch> {
  const running = new Map<number, Promise<ParsedBatch[]>>();
  // Each has the next batch before it asks for one: it need not wait until this process, which writes what the others found, has time.
  const free = [...children, ...children];
  let next = 0;
  const start = (): void => {
    while (free.length > 0 && next < batches.length && running.size < children.length * 4) {
      const child = free.shift()!;
      const job = child.parse(batches[next]!).finally(() => {
        free.push(child);
        start();
      });
      // Awaited below, in order; a failure before that must not count as unhandled.
      job.catch(() => {});
      running.set(next++, job);
    }
  };
  start();
  for (let at = 0; at < batches.length; at++) {
    const done = await aborting(running.get(at)!, signal);
    running.delete(at);
    start();
    yield* done;
  }
}

/** What Ctrl-C ends the work with. */
export function interrupted(): Refusal {
  return new Refusal("interrupted", "Interrupted.", "The index was left as it was.");
}

async function aborting<T>(work: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (!signal) return work;
  if (signal.aborted) throw interrupted();
  let listener: (() => void) | undefined;
  try {
    return await Promise.race([
      work,
      new Promise<never>((_, reject) => {
        listener = () => reject(interrupted());
        signal.addEventListener("abort", listener, { once: true });
      }),
    ]);
  } finally {
    if (listener) signal.removeEventListener("abort", listener);
  }
}

function inBatches(files: readonly ScannedFile[], embed = -1): ParseJob[][] {
  const batches: ParseJob[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const file of files) {
    const last = batches.at(-1);
    const job = { ...file, plain: false, embed };
    if (last && bytes + file.size <= parsing.batchBytes && last.length < parsing.batchFiles) {
      last.push(job);
      bytes += file.size;
    } else {
      batches.push([job]);
      bytes = file.size;
    }
  }
  return batches;
}

// ---------------------------------------------------------------------------------------------- a child

/** A child dies with its parent, however that dies: one that is busy with a text whose parser never ends would compute for ever, and nobody would know it. */
const WITH_US = { BUN_FEATURE_FLAG_NO_ORPHANS: "1" };

/** The command line of a child: this program again, with a hidden command. */
export function ownCommand(name: string): string[] {
  return isCompiled() ? [process.execPath, name] : [process.execPath, join(import.meta.dir, "..", "main.ts"), name];
}

/** The environment of a child, whose work is worth nothing without us. */
export function childEnvironment(more: Record<string, string> = {}): Record<string, string | undefined> {
  return { ...process.env, ...WITH_US, ...more };
}

/** The child died, or was given up. */
class ChildDied extends Error {}

/** What parsing may take: less for each file that was given up, so that a tree full of such files ends too. */
class Limits {
  #lost = 0;

  /**
   * CPU milliseconds for files. What is read as text has the whole time, whatever was lost before: no grammar is at work, and a new child has to start in
   * it on a machine that may be busy.
   */
  cpuMs(jobs: readonly ParseJob[]): number {
    const bytes = jobs.reduce((sum, job) => sum + job.size, 0);
    const less = jobs.every((job) => job.plain) ? 1 : Math.min(1 + this.#lost, parsing.lessCpu);
    return (parsing.cpuMs + parsing.cpuMsMegabyte * (bytes / 1_000_000)) / less;
  }

  lost(): void {
    this.#lost++;
  }
}

class Child {
  #process: Bun.Subprocess<"pipe", "pipe", "ignore"> | null = null;
  #frames: AsyncGenerator<ArrayBuffer> | null = null;
  #stopped = false;
  /** Ends when the batch before has. */
  #last: Promise<void> = Promise.resolve();
  /** Nothing is sent ahead: what comes back is of the file that was sent last. */
  #oneByOne = false;
  /** The last try was ended by us. */
  #spent = false;
  /** Did any child ever answer? How many died that did not. */
  #heard = false;
  #silent = 0;
  /** Which process a batch was sent to: another does not know of it. */
  readonly #sent = new WeakMap<ParseJob[], Bun.Subprocess>();

  constructor(
    private readonly root: string,
    private readonly command: string[],
    private readonly languages: readonly string[],
    private readonly limits: Limits,
    private readonly reuse: Reusing,
  ) {}

  /**
   * Parses a batch. Where the child dies of it, its files one by one: one that kills the child alone is tried again as text, and left out if even that kills
   * it. A batch given while it is at another is sent at once and read in its turn.
   */
  async parse(jobs: ParseJob[]): Promise<ParsedBatch[]> {
    const before = this.#last;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#last = promise;
    try {
      if (this.#process !== null && this.#isAlive() && !this.#oneByOne) this.#send(this.#process, jobs);
    } catch {
      // It has just died: the batch is sent to the next one.
    }
    try {
      await before;
      const parsed = await this.#attempt(jobs);
      if (parsed) return [parsed];
      // Alone in its batch a file that was given up after a long time needs no second try to be found.
      this.#oneByOne = true;
      const batches: ParsedBatch[] = [];
      for (const job of jobs) batches.push(await this.#alone(job, jobs.length === 1 && this.#spent));
      return batches;
    } finally {
      this.#oneByOne = false;
      resolve();
    }
  }

  /** @param given it was tried already */
  async #alone(job: ParseJob, given: boolean): Promise<ParsedBatch> {
    const parsed = given ? null : await this.#attempt([job]);
    if (parsed) return parsed;
    this.limits.lost();
    const plain = { ...job, plain: true };
    return (await this.#attempt([plain])) ?? { files: [{ job: plain, result: unreadable(job) }], postings: new Counter().encodePostings() };
  }

  /** @returns null if the child died of it */
  async #attempt(jobs: ParseJob[]): Promise<ParsedBatch | null> {
    const { process, frames } = this.#start();
    this.#spent = false;
    const giveUp = (): void => {
      this.#spent = true;
      process.kill("SIGKILL");
    };
    const before = usedBy(process.pid).cpuMs;
    const most = this.limits.cpuMs(jobs);
    const timer = setTimeout(giveUp, parsing.stuckMs);
    const looks = setInterval(() => {
      const { bytes, cpuMs } = usedBy(process.pid);
      if (bytes > parsing.mostMemory || cpuMs - before > most) giveUp();
    }, parsing.lookMs);
    try {
      if (this.#sent.get(jobs) !== process) this.#send(process, jobs);
      await process.stdin.flush();
      const { value, done } = await frames.next();
      if (done) throw new ChildDied();
      this.#heard = true;
      const { results, postings } = messageIn<Result>(value);
      return { files: jobs.map((job, at) => ({ job, result: results[at]! })), postings };
    } catch (error) {
      this.#kill();
      if (this.#stopped || !(error instanceof ChildDied || isBrokenPipe(error))) throw error;
      if (!this.#heard && ++this.#silent === 3)
        throw new Refusal("unexpected", "The parsing process does not start.", "Check the limits on processes and memory.", {
          cause: error,
        });
      return null;
    } finally {
      clearTimeout(timer);
      clearInterval(looks);
    }
  }

  #isAlive(): boolean {
    return this.#process !== null && this.#process.exitCode === null && !this.#process.killed;
  }

  #send(process: Bun.Subprocess<"pipe", "pipe", "ignore">, jobs: ParseJob[]): void {
    // Whether it arrives shows when its results are read.
    void Promise.resolve(process.stdin.write(frame({ root: this.root, jobs, reuse: this.reuse } satisfies Batch))).catch(() => {});
    this.#sent.set(jobs, process);
  }

  #start(): { process: Bun.Subprocess<"pipe", "pipe", "ignore">; frames: AsyncGenerator<ArrayBuffer> } {
    if (this.#process && this.#frames && this.#isAlive()) return { process: this.#process, frames: this.#frames };
    // Not in the user's folder: what runs there (a bunfig, an .env) must never be read, from source either.
    const env = childEnvironment({ [GRAMMARS]: this.languages.join(",") });
    const child = Bun.spawn({ cmd: this.command, cwd: "/", env, stdin: "pipe", stdout: "pipe", stderr: "ignore" });
    this.#process = child;
    this.#frames = frames(child.stdout);
    return { process: child, frames: this.#frames };
  }

  #kill(): void {
    this.#process?.kill("SIGKILL");
    this.#process = null;
    this.#frames = null;
  }

  /** Lets the child complete what it keeps for others, once it has no more to parse. */
  async end(): Promise<void> {
    const process = this.#process;
    if (process === null || !this.#isAlive()) return;
    const timer = setTimeout(() => process.kill("SIGKILL"), parsing.endingMs);
    try {
      process.stdin.write(frame(null satisfies Batch));
      await process.stdin.flush();
      await process.exited;
    } catch {
      // It is gone already.
    } finally {
      clearTimeout(timer);
    }
  }

  /** Ends the child for good. */
  stop(): void {
    this.#stopped = true;
    this.#kill();
  }
}

/** Resident memory and CPU time of a process; zeros where the system does not tell. */
function usedBy(pid: number): { bytes: number; cpuMs: number } {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "latin1");
    // After the program's name, which may hold anything. Ticks are hundredths of a second, pages 4 kB, on every Linux that Bun runs on.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return { bytes: Number(fields[21]) * 4_096, cpuMs: (Number(fields[11]) + Number(fields[12])) * 10 };
  } catch {
    return { bytes: 0, cpuMs: 0 };
  }
}

/** A file that no way of reading it survives. */
function unreadable(job: ParseJob): SkippedFile {
  return { reason: "unreadable", hash: job.hash, size: job.size, mtime: job.mtime };
}

function isBrokenPipe(error: unknown): boolean {
  const code = (error as { code?: string } | null)?.code ?? "";
  return code === "EPIPE" || code === "ERR_STREAM_DESTROYED" || code === "ECONNRESET";
}
