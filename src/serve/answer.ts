/** Printing an answer in the form that the flags ask for, and the exit code it stands for. */
import { EXIT } from "../base/errors.ts";
import type { Answer } from "../base/schema.ts";
import type { Flags } from "./flags.ts";
import { print } from "./print.ts";
import { renderJson } from "./render/json.ts";
import { renderText } from "./render/text.ts";
import { renderVimgrep } from "./render/vimgrep.ts";
import { COLOURS, style, visible, wantsColour } from "./render/visible.ts";

/** Prints to standard output; returns 0 when something was found and 1 otherwise. */
export function printAnswer(answer: Answer, flags: Flags, cwd = process.cwd()): number {
  const found = answer.results.length > 0;
  if (flags.on("json") || flags.on("jsonl")) print(renderJson(answer, flags.on("jsonl")));
  else if (flags.on("vimgrep")) {
    print(renderVimgrep(answer, cwd));
    for (const warning of answer.warnings) process.stderr.write(`manifold: ${visible(warning.message)}\n`);
  } else {
    const options = { cwd, style: style(wantsColour(flags.choice("color", COLOURS), process.stdout)), explain: flags.on("explain") };
    print(renderText(answer, options));
  }
  return found ? EXIT.ok : EXIT.nothing;
}
