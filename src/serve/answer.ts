/** Printing an answer in the form that the flags ask for, and the exit code it stands for. */
import { EXIT } from "../base/errors.ts";
import type { Answer } from "../base/schema.ts";
import type { Flags } from "./flags.ts";
import { print, printed } from "./print.ts";
import { renderJson } from "./render/json.ts";
import { renderText } from "./render/text.ts";
import { renderVimgrep } from "./render/vimgrep.ts";
import { COLOURS, style, visible, wantsColour } from "./render/visible.ts";

/** Flags that ask for the graph around the results. A relation's own graph is its results. */
const SUBGRAPH = ["regex", "keyword", "edges", "depth"];

/** Prints to standard output; returns 0 when something was found and 1 otherwise. */
export function printAnswer(answer: Answer, flags: Flags, cwd = process.cwd()): number {
  const found = answer.results.length > 0;
  if (flags.on("json") || flags.on("jsonl")) print(renderJson(answer, flags.on("jsonl")));
  else if (flags.on("vimgrep")) {
    print(renderVimgrep(answer, cwd));
    for (const warning of answer.warnings) process.stderr.write(`manifold: ${visible(warning.message)}\n`);
  } else {
    const subgraph =
      SUBGRAPH.some((flag) => flags.has(flag)) &&
      (flags.has("edges") || answer.route.operation === "search" || answer.route.operation === "related");
    const options = {
      cwd,
      subgraph,
      style: style(wantsColour(flags.choice("color", COLOURS), process.stdout)),
      explain: flags.on("explain"),
    };
    print(renderText(answer, options));
  }
  return found ? EXIT.ok : EXIT.nothing;
}

/** Prints the answer of a command, then records it (serve/feedback.ts). Returns as `printAnswer`. */
export async function answered(command: string, answer: Answer, flags: Flags, cwd = process.cwd()): Promise<number> {
  const exit = printAnswer(answer, flags, cwd);
  // Whoever reads the answer has it before anything is recorded; where it cannot be printed, nothing is.
  await printed();
  await new Recorded(command, answer.root, flags).flush([answer]);
  return exit;
}

/** Answers of a row of questions, recorded many at a time. */
export class Recorded {
  #waiting: Answer[] = [];

  constructor(
    private readonly command: string,
    private readonly root: string,
    private readonly flags: Flags,
  ) {}

  async add(answer: Answer): Promise<void> {
    if (this.#waiting.push(answer) >= BATCH) await this.flush();
  }

  async flush(more: readonly Answer[] = []): Promise<void> {
    const answers = [...this.#waiting.splice(0), ...more];
    if (answers.length === 0 || this.flags.on("no-feedback")) return;
    const { remember } = await import("./feedback.ts");
    remember(this.root, this.command, answers);
  }
}

/** One transaction a so many: a record by itself takes half a millisecond. */
const BATCH = 50;
