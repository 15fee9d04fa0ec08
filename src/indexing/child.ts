/** The parsing child (`manifold __parse`): reads batches from standard input, parses, answers on standard output, ends with its input. */
import { edenGC, fullGC } from "bun:jsc";
import { parsing } from "../base/limits.ts";
import { loadGrammars, takeTreeCharacters } from "../lang/languages.ts";
import { Counter } from "./bags.ts";
import { type Keeper, type Parsed, type ParseJob, parseFile, type readAll } from "./parse.ts";
import { Reuse } from "./reuse.ts";
import { type Batch, frame, frames, messageIn, resultOf } from "./wire.ts";

/** Environment variable by which a child is told the languages it will meet: only their grammars are unpacked and loaded. */
export const GRAMMARS = "MANIFOLD_GRAMMARS";

/** Serves until standard input ends. */
export async function parseChild(): Promise<void> {
  // The terminal sends Ctrl-C to us too; the indexer decides, and our input ends with it.
  process.on("SIGINT", () => {});
  await loadGrammars(process.env[GRAMMARS]?.split(","));
  const counter = new Counter();
  const garbage = new Garbage();
  const out = Bun.stdout.writer();
  let reuse: Reuse | null | undefined;
  for await (const body of frames(Bun.stdin.stream())) {
    const batch = messageIn<Batch>(body);
    if (batch === null) break;
    const { root, jobs, reuse: how } = batch;
    if (reuse === undefined) reuse = Reuse.open(how ?? "no");
    const results = await parseAll(root, jobs, counter, reuse, undefined, garbage);
    out.write(frame(resultOf(results, counter.encodePostings())));
    await out.flush();
    await garbage.collect();
  }
  reuse?.close();
}

/**
 * Parses files one after the other, with collections of the garbage in between.
 * @param begins called before each file
 * @param sources the files, where they have been read
 */
export async function parseAll(
  root: string,
  jobs: readonly ParseJob[],
  counter: Counter,
  reuse: Keeper | null,
  begins?: (position: number) => Promise<void>,
  garbage: Garbage = new Garbage(),
  sources: ReturnType<typeof readAll> = [],
): Promise<Parsed[]> {
  const results: Parsed[] = [];
  for (const [position, job] of jobs.entries()) {
    await begins?.(position);
    results.push(parseFile(root, job, counter, reuse, sources[position]));
    if (garbage.add(takeTreeCharacters())) await garbage.collect();
  }
  return results;
}

/**
 * Collecting what parsing leaves behind. Syntax trees of ast-grep are freed between turns of the event loop only, and pile up at about 40 times
 * their source, which the garbage collector does not see: to it a tree is a few small objects.
 */
export class Garbage {
  #young = 0;
  #all = 0;

  /** Notes that so many bytes of source were parsed to trees. @returns is it time to collect? */
  add(bytes: number): boolean {
    this.#young += bytes;
    this.#all += bytes;
    return this.#young > parsing.youngBytes;
  }

  /** Collects: usually only what was allocated since the last time. */
  async collect(): Promise<void> {
    if (this.#all > parsing.collectBytes) {
      this.#all = 0;
      fullGC();
    } else edenGC();
    this.#young = 0;
    await Bun.sleep(0);
  }
}
