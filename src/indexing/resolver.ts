/**
 * Resolving files from their stored facts; of a large full build with the help of a second process (`manifold __resolve`).
 *
 * That one reads what was parsed from the database that is being built, and answers in frames (wire.ts). What the indexer adds meanwhile stays in the
 * indexer's memory until it is gone. One that fails costs nothing but time: the indexer resolves those files itself.
 */
import { edenGC, fullGC } from "bun:jsc";
import { Database } from "bun:sqlite";
import { availableParallelism } from "node:os";
import { parsing } from "../base/limits.ts";
import { ResolutionWriter } from "../store/resolution.ts";
import type { StoredFacts } from "../store/write.ts";
import { Writer } from "../store/write.ts";
import { type Moved, resolveMoved } from "./changes.ts";
import { childEnvironment, interrupted, ownCommand } from "./pool.ts";
import type { Progress } from "./progress.ts";
import { type FileResolution, resolveFile } from "./resolution.ts";
import { frame, frames, messageIn } from "./wire.ts";
import { StoredWorld } from "./world.ts";

interface Task {
  root: string;
  database: string;
}

/** Serves until standard input ends: first a `Task`, then lists of file ids; answers each list with its resolutions, packed. */
export async function resolveChild(): Promise<void> {
  // The terminal sends Ctrl-C to us too; the indexer decides, and our input ends with it.
  process.on("SIGINT", () => {});
  const out = Bun.stdout.writer();
  let world: StoredWorld | null = null;
  const collector = new Collector();
  for await (const body of frames(Bun.stdin.stream())) {
    const message = messageIn<Task | number[]>(body);
    if (!Array.isArray(message)) {
      world = new StoredWorld(message.root, new Writer(new Database(message.database, { readonly: true })));
      world.load();
      continue;
    }
    const there = world!;
    out.write(frame(message.map((file) => resolveFile(there, file))));
    // Not awaited: the indexer is busy and reads it later, and there is more to do.
    void Promise.resolve(out.flush()).catch(() => {});
    collector.collect();
    await Bun.sleep(0);
  }
}

/**
 * Collects what resolving files leaves behind. Left to itself the engine lets the heap grow to twice of what lives, and does not give it back.
 */
export class Collector {
  #lots = 0;
  /** After so many lots everything is collected, not only what is young: what lives grows with the files. */
  #next = 2;

  /** After each lot of about a hundred files. */
  collect(): void {
    if (++this.#lots < this.#next) {
      edenGC();
      return;
    }
    this.#next *= 2;
    fullGC();
  }
}

/** The other end: the child as the indexer sees it. */
export class Resolver {
  readonly #process: Bun.Subprocess<"pipe", "pipe", "ignore">;
  readonly #frames: AsyncGenerator<ArrayBuffer>;
  readonly #stop = (): void => void this.stop();

  constructor(task: Task) {
    this.#process = Bun.spawn({
      cmd: ownCommand("__resolve"),
      cwd: "/",
      env: childEnvironment(),
      stdin: "pipe",
      stdout: "pipe",
      stderr: "ignore",
    });
    this.#frames = frames(this.#process.stdout);
    process.on("exit", this.#stop);
    this.#send(task);
  }

  /** Asks for the resolutions of some files; answers come in the order of the questions. */
  ask(files: readonly number[]): void {
    this.#send(files);
  }

  #send(message: Task | readonly number[]): void {
    try {
      this.#process.stdin.write(frame(message));
      void Promise.resolve(this.#process.stdin.flush()).catch(() => {});
    } catch {
      // It is gone; so is its answer.
    }
  }

  /** The next answer, a list of `FileResolution` as bytes, which take less room; null when there will be none. */
  async answer(): Promise<ArrayBuffer | null> {
    try {
      const { value, done } = await this.#frames.next();
      return done ? null : value;
    } catch {
      return null;
    }
  }

  /** Ends it; it holds no lock and takes no processor any more once that is awaited. */
  async stop(): Promise<void> {
    process.off("exit", this.#stop);
    this.#process.kill("SIGKILL");
    await this.#process.exited;
  }
}

/** Files resolved between two looks at the clock and at Ctrl-C. */
const BREATH = 100;

/** Lots of `BREATH` files that the second process gets at first: as much as it does while this one embeds. */
const AHEAD = 34;

/** Lots that it has before it while both resolve. */
const WAITING = 3;

export interface ResolutionOptions {
  full: boolean;
  children?: number | undefined;
  signal?: AbortSignal | undefined;
  progress: Pick<Progress, "step">;
}

/** The resolution of some files: begun, and finished once whatever else was to be done is done. */
export class Resolution {
  #helper: Resolver | null = null;
  /** What the second process resolves, from the end of the list; it is written last, in the order of the files, as if one had done it all. */
  readonly #theirs: { files: readonly number[]; packed: Promise<ArrayBuffer | null> }[] = [];
  #waiting = 0;
  /** Files before this place are resolved here. */
  #end: number;

  /** @param parsed what is stored of some files, and in which only lines changed */
  constructor(
    private readonly writer: Writer,
    private readonly root: string,
    private readonly files: readonly number[],
    private readonly parsed: { fresh: Map<number, StoredFacts>; moved: Map<number, Moved> },
    private readonly options: ResolutionOptions,
  ) {
    this.#end = files.length;
  }

  /** Starts the second process, of a large full build, or where a number of children is asked for. What was written so far is committed: that file is nobody's index yet. */
  begin(): void {
    const { full, children } = this.options;
    if (!full || (children ?? (this.files.length < parsing.resolverFiles ? 1 : availableParallelism())) <= 1) return;
    const { db } = this.writer;
    db.run("COMMIT");
    db.run("PRAGMA locking_mode = NORMAL");
    // The exclusive lock goes with the next access outside a transaction.
    db.query("SELECT count(*) FROM sqlite_schema").get();
    // A full cache that is written out would lock that process out.
    db.run("PRAGMA cache_spill = OFF");
    db.run("BEGIN");
    this.#helper = new Resolver({ root: this.root, database: db.filename });
    this.#share(0, AHEAD);
  }

  /** @returns how many files the second process resolved */
  async finish(): Promise<number> {
    const { writer, root, files, parsed, options } = this;
    const out = new ResolutionWriter(writer, options.full);
    // What was embedded is much garbage that nothing else would collect for a while.
    if (options.full) await swept();
    options.progress.step("resolving names", 0, files.length);
    let world: StoredWorld | null = new StoredWorld(root, writer, parsed.fresh);
    if (options.full || isMuch(files.length, writer.counts.files)) world.load();
    const collector = new Collector();
    for (let done = 0; done < this.#end; done++) {
      const file = files[done]!;
      const kept = parsed.moved.get(file);
      out.put(kept ? resolveMoved(world, writer, file, kept) : resolveFile(world, file));
      if (done % BREATH !== BREATH - 1) continue;
      options.progress.step("resolving names", done + files.length - this.#end, files.length);
      await Bun.sleep(0);
      this.#share(done, WAITING);
      if (options.full) collector.collect();
      if (options.signal?.aborted) throw interrupted();
    }
    const lots: { files: readonly number[]; packed: ArrayBuffer | null }[] = [];
    let known = this.#end;
    for (const { files: some, packed } of this.#theirs.splice(0)) {
      lots.push({ files: some, packed: await packed });
      known += some.length;
      options.progress.step("resolving names", known, files.length);
    }
    if (lots.every(({ packed }) => packed !== null)) world = null;
    // Two worlds beside the results of one would be the peak of the whole build.
    await this.stop();
    let helped = 0;
    for (let lot = lots.pop(); lot; lot = lots.pop()) {
      if (lot.packed) {
        for (const resolution of messageIn<FileResolution[]>(lot.packed)) out.put(resolution);
        helped += lot.files.length;
      } else for (const file of lot.files) out.put(resolveFile(world!, file));
    }
    out.finish();
    return helped;
  }

  /** Ends the second process: the tables are written as they were before it came. */
  async stop(): Promise<void> {
    const helper = this.#helper;
    if (helper === null) return;
    this.#helper = null;
    await helper.stop();
    this.writer.db.run("PRAGMA cache_spill = ON");
    await swept();
  }

  /** Gives the second process lots from the end that this one has not reached. */
  #share(done: number, most: number): void {
    const helper = this.#helper;
    while (helper && this.#waiting < most && this.#end - done > 3 * BREATH) {
      const files = this.files.slice(this.#end - BREATH, this.#end);
      this.#end -= BREATH;
      this.#waiting++;
      helper.ask(files);
      this.#theirs.push({
        files,
        packed: helper.answer().finally(() => {
          this.#waiting--;
        }),
      });
    }
  }
}

/** Do so many files to resolve ask for so much of a tree that all symbols are taken in at once? */
const isMuch = (files: number, all: number): boolean => files >= Math.max(parsing.loadFiles, parsing.loadShare * all);

/** Collects what is garbage once nothing on the stack leads to it. */
export async function swept(): Promise<void> {
  await Bun.sleep(0);
  Bun.gc(true);
}
