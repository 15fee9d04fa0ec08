/** The parsing child (`manifold __parse`): reads batches from standard input, parses, answers on standard output, ends with its input. */
import { loadGrammars } from "../source/languages.ts";
import { Poster } from "../store/lexical/post.ts";
import { type Parsed, type ParseJob, parseFile } from "./parse.ts";
import { decodeBatch, encodeResult, encodeStart, frames } from "./wire.ts";

/** Syntax trees are freed between turns of the event loop only, and pile up at about 40 times their source: DESIGN.md, "Measured". */
const COLLECT_BYTES = 700_000;

/** Serves until standard input ends. */
export async function parseChild(): Promise<void> {
  // The terminal sends Ctrl-C to us too; the indexer decides, and our input ends with it.
  process.on("SIGINT", () => {});
  await loadGrammars();
  const poster = new Poster();
  const out = Bun.stdout.writer();
  for await (const { body } of frames(Bun.stdin.stream())) {
    const { root, jobs, careful } = decodeBatch(body);
    const announce = async (position: number): Promise<void> => {
      out.write(encodeStart(position));
      await out.flush();
    };
    const results = await parseAll(root, jobs, poster, careful ? announce : undefined);
    out.write(encodeResult(results, poster.encodePostings()));
    await out.flush();
    await collect();
  }
}

/**
 * Parses files one after the other, with a collection of the garbage once a megabyte of source.
 * @param begins called before each file
 */
export async function parseAll(
  root: string,
  jobs: readonly ParseJob[],
  poster: Poster,
  begins?: (position: number) => Promise<void>,
): Promise<Parsed[]> {
  const results: Parsed[] = [];
  let since = 0;
  for (const [position, job] of jobs.entries()) {
    await begins?.(position);
    results.push(parseFile(root, job, poster));
    since += job.size;
    if (since > COLLECT_BYTES) {
      since = 0;
      await collect();
    }
  }
  return results;
}

async function collect(): Promise<void> {
  Bun.gc(true);
  await Bun.sleep(0);
}
