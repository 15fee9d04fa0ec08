#!/usr/bin/env bun
/**
 * Does every grammar survive mutated real files? A crash, a hang and memory without bound are looked for.
 *
 *   bun scripts/bench/soak.ts [--only ruby,cpp] [--inputs 20000] [--seed 1] [--json FILE] [--with FILE,…] [--markdown FILE] [--manifold "CMD …"] [--keep 20]
 *
 * The files come from the pinned packages (`_sources.ts`); a seeded mutation of each (`test/source/_mutate.ts`) is written to a folder and parsed by
 * the product's own parsing child, exactly as in indexing: read, extract, chunk, post. The child says which file it begins, so a death,
 * a hang (no end after `HANG` CPU seconds: the clock of a busy machine proves nothing) and a slow file each have a name. Offenders are kept under
 * `.cache/bench/soak/`. One child reads all of a grammar's inputs: its memory at the quarters shows whether it grows with them.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Parsed, ParsedBatch, ParseJob } from "../../src/indexing/parse.ts";
import { type Batch, frame, frames, messageIn, type Result } from "../../src/indexing/wire.ts";
import { LANGUAGES } from "../../src/lang/languages.ts";
import { mutate, mutations } from "../../test/lang/engine/_mutate.ts";
import { cacheFolder, manifold, table } from "./_measure.ts";
import { realFiles } from "./_sources.ts";

const flag = (name: string, fallback = ""): string => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : (process.argv[at + 1] ?? fallback);
};
const inputs = Number(flag("inputs", "20000"));
const seed = Number(flag("seed", "1"));
const only = flag("only").split(",").filter(Boolean);
const keep = Number(flag("keep", "20"));

/** Characters of a real file that are mutated, and of what comes out. */
const WINDOW = 4_000;
const LIMIT = 60_000;
/** A mark or line is repeated up to this often: deep nesting, long lines, floods. */
const REPEAT = 3_000;
/** CPU seconds on one file after which the child counts as hung, and is ended. Real files of this size take milliseconds. */
const HANG = 20;
/** CPU seconds that are reported as slow. */
const SLOW = 1;
const BATCH = 200;
/** The kernel's clock ticks a second. */
const TICKS = 100;

interface Outcome {
  language: string;
  inputs: number;
  bytes: number;
  crashes: string[];
  hangs: string[];
  slow: { file: string; seconds: number }[];
  /** CPU seconds of the children. */
  cpu: number;
  /** Largest resident memory in each quarter of the run, MB. */
  memory: number[];
  skipped: number;
  damaged: number;
}

/** A parsing child under observation. */
class Watched {
  readonly process = Bun.spawn({ cmd: [...manifold(), "__parse"], cwd: "/", stdin: "pipe", stdout: "pipe", stderr: "ignore" });
  readonly #frames = frames(this.process.stdout);

  /** CPU seconds so far; 0 once it is gone. */
  cpu(): number {
    try {
      const fields = readFileSync(`/proc/${this.process.pid}/stat`, "utf8").split(") ").at(-1)!.split(" ");
      return (Number(fields[11]) + Number(fields[12])) / TICKS;
    } catch {
      return 0;
    }
  }

  memory(): number {
    try {
      return (Number(readFileSync(`/proc/${this.process.pid}/statm`, "utf8").split(" ")[1]) * 4) / 1024;
    } catch {
      return 0;
    }
  }

  /** Parses a batch. `began` is called at each file's start; ends early, with the position, when the child dies. */
  async parse(root: string, jobs: ParseJob[], began: (position: number) => void): Promise<Pick<ParsedBatch, "files"> | null> {
    const files: { job: ParseJob; result: Parsed }[] = [];
    try {
      for (const [position, job] of jobs.entries()) {
        began(position);
        this.process.stdin.write(frame({ root, jobs: [job] } satisfies Batch));
        await this.process.stdin.flush();
        const { value: body } = await this.#frames.next();
        if (!body) return null;
        files.push({ job, result: messageIn<Result>(body).results[0]! });
      }
      return { files };
    } catch {
      return null;
    }
  }
}

/** What makes a file of a language that has no ending of its own one of it. */
const TELLING: Record<string, { extension: string; head: string }> = {
  angular: { extension: "html", head: '<p *ngIf="on"></p>\n' },
};

async function soak(language: string, ending: string): Promise<Outcome | null> {
  const { extension, head } = TELLING[language] ?? { extension: ending, head: "" };
  const texts = realFiles(language).map(({ file }) => readFileSync(file, "utf8"));
  if (texts.length === 0) return null;
  const home = join(cacheFolder(), "soak", language);
  const root = join(home, "batch");
  rmSync(home, { recursive: true, force: true });
  mkdirSync(root, { recursive: true });
  const outcome: Outcome = {
    language,
    inputs: 0,
    bytes: 0,
    crashes: [],
    hangs: [],
    slow: [],
    cpu: 0,
    memory: [0, 0, 0, 0],
    skipped: 0,
    damaged: 0,
  };
  let child: Watched | null = null;
  for (let from = 0; from < inputs; from += BATCH) {
    const quarter = Math.min(3, Math.floor((4 * from) / inputs));
    let jobs = mutations(seed * 1_000_003 + from, Math.min(BATCH, inputs - from), REPEAT).map((mutation, i): ParseJob => {
      const path = `${from + i}.${extension}`;
      const bytes = Buffer.from(head + mutate(texts, mutation, WINDOW, LIMIT));
      writeFileSync(join(root, path), bytes);
      outcome.bytes += bytes.length;
      return { path, size: bytes.length, mtime: 0, hash: "", plain: false };
    });
    outcome.inputs += jobs.length;
    while (jobs.length > 0) {
      child ??= new Watched();
      const watched: Watched = child;
      let at = -1;
      let since = watched.cpu();
      let hung = false;
      const note = (): void => {
        const seconds = watched.cpu() - since;
        if (at >= 0 && seconds >= SLOW) outcome.slow.push({ file: jobs[at]!.path, seconds });
      };
      const timer = setInterval(() => {
        outcome.memory[quarter] = Math.max(outcome.memory[quarter] ?? 0, watched.memory());
        if (at >= 0 && watched.cpu() - since > HANG && !hung) {
          hung = true;
          watched.process.kill("SIGKILL");
        }
      }, 50);
      const before = since;
      const parsed = await watched.parse(root, jobs, (position) => {
        note();
        at = position;
        since = watched.cpu();
      });
      clearInterval(timer);
      if (parsed) {
        note();
        outcome.memory[quarter] = Math.max(outcome.memory[quarter] ?? 0, watched.memory());
        outcome.cpu += watched.cpu() - before;
        for (const { result } of parsed.files)
          if ("reason" in result) outcome.skipped++;
          else if (result.damaged) outcome.damaged++;
        jobs = [];
      } else {
        // What it was at goes to the list; the files before it were read, those behind it are still to be.
        await watched.process.exited;
        child = null;
        const culprit = jobs[Math.max(at, 0)]!.path;
        (hung ? outcome.hangs : outcome.crashes).push(culprit);
        retain(home, root, culprit);
        jobs = jobs.slice(Math.max(at, 0) + 1);
      }
    }
    for (const { file } of outcome.slow.slice(0, keep)) retain(home, root, file);
    rmSync(root, { recursive: true, force: true });
    mkdirSync(root);
    if (outcome.crashes.length + outcome.hangs.length >= keep) break;
  }
  child?.process.stdin.end();
  await child?.process.exited;
  return outcome;
}

/** Keeps an offender; those of earlier batches are there already. */
function retain(home: string, root: string, file: string): void {
  if (existsSync(join(root, file))) writeFileSync(join(home, file), readFileSync(join(root, file)));
}

const HEADS = ["", "inputs", "MB", "CPU s", "crashes", "hangs", "over 1 s", "slowest s", "memory by quarter MB", "damaged", "left out"];
/** Those of earlier runs of other languages, to be told together. */
const outcomes: Outcome[] = flag("with")
  .split(",")
  .filter(Boolean)
  .flatMap((file) => (JSON.parse(readFileSync(file, "utf8")) as { outcomes: Outcome[] }).outcomes)
  .filter(({ language }) => only.length > 0 && !only.includes(language));
const rows = only.length === 0 ? LANGUAGES : only.flatMap((name) => LANGUAGES.filter((row) => row.name === name));
for (const row of rows) {
  const outcome = await soak(row.name, row.extensions[0] ?? "txt");
  if (!outcome) {
    console.log(`SKIPPED ${row.name}: no real files of it are pinned.`);
    continue;
  }
  outcomes.push(outcome);
  const { language, cpu, bytes, crashes, hangs, slow, memory } = outcome;
  const slowest = slow.reduce((most, one) => Math.max(most, one.seconds), 0);
  console.error(
    `${language}: ${outcome.inputs} inputs, ${(bytes / 2 ** 20).toFixed(1)} MB, ${cpu.toFixed(0)} CPU s, ${crashes.length} crashes ${hangs.length} hangs ` +
      `${slow.length} slow (${slowest.toFixed(1)} s) memory ${memory.map((mb) => mb.toFixed(0)).join(" ")} MB ${[...crashes, ...hangs].join(" ")}`,
  );
  if (flag("json")) writeFileSync(flag("json"), JSON.stringify({ seed, outcomes }, null, 1));
  if (flag("markdown")) writeFileSync(flag("markdown"), report());
}
table(HEADS, outcomes.map(cells));
if (outcomes.some((one) => one.crashes.length + one.hangs.length > 0)) process.exit(1);

function cells(one: Outcome): string[] {
  return [
    one.language,
    String(one.inputs),
    (one.bytes / 2 ** 20).toFixed(1),
    one.cpu.toFixed(0),
    String(one.crashes.length),
    String(one.hangs.length),
    String(one.slow.length),
    one.slow.reduce((most, { seconds }) => Math.max(most, seconds), 0).toFixed(1),
    one.memory.map((mb) => mb.toFixed(0)).join(" "),
    String(one.damaged),
    String(one.skipped),
  ];
}

/** The table as a committed page. */
function report(): string {
  const line = (row: readonly string[]): string => `| ${row.join(" | ")} |`;
  return `${[
    "# Mutated files through every grammar",
    "",
    `${new Date().toISOString().slice(0, 10)}, \`bun scripts/bench/soak.ts\`, seed ${seed}: real files of the pinned packages, mutated (\`test/source/_mutate.ts\`), through the`,
    `parsing child of the binary. A hang is a file that takes more than ${HANG} CPU seconds; memory is the largest of the one child that reads all of a`,
    "language's inputs, in each quarter of the run. Damaged files have syntax errors, files left out are binary, minified or in no encoding by now.",
    "A short run over the fixtures is a test (`test/source/soak.test.ts`).",
    "",
    line(HEADS.map((head) => head || "language")),
    line(HEADS.map((_, i) => (i === 0 ? "---" : "--:"))),
    ...outcomes.toSorted((a, b) => (a.language < b.language ? -1 : 1)).map((one) => line(cells(one))),
  ].join("\n")}\n`;
}
