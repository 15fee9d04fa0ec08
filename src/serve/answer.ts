/** Printing an answer in the form that the flags ask for, and the exit code it stands for. */

import { isAbsolute } from "node:path";
import { counted, type Form, lineForm } from "../asking/fit.ts";
import { moved } from "../asking/places.ts";
import { EXIT } from "../base/errors.ts";
import { systemPath } from "../base/names.ts";
import type { Answer } from "../base/schema.ts";
import { isTerminal, say } from "../base/visible.ts";
import { countTokens } from "../query/tokens.ts";
import type { Flags } from "./flags.ts";
import { print, printBytes, printed } from "./print.ts";
import { type ListForm, listForm } from "./question.ts";
import { pathsOf, renderPaths } from "./render/parts.ts";
import { renderText } from "./render/text.ts";
import { renderVimgrep } from "./render/vimgrep.ts";
import { COLOURS, type Style, style, styleOf, visible, wantsColour } from "./render/visible.ts";
import { asJson, renderJson } from "./report.ts";
import { nowOf } from "./session.ts";

const LISTS: Record<ListForm, (answer: Answer, cwd: string) => string> = {
  vimgrep: renderVimgrep,
  files: (answer, cwd) => renderPaths(pathsOf(answer, cwd)),
};

/** Flags that ask for the graph around the results. A relation's own graph is its results. */
const SUBGRAPH = ["regex", "keyword", "edges", "depth"];

/** Prints to standard output; returns 0 when something was found and 1 otherwise, what is merely near among it. */
export function printAnswer(whole: Answer, flags: Flags, cwd = process.cwd()): number {
  const answer = asJson(flags) ? whole : onDisk(whole);
  // Lists of places are for programs: what is to be known of them is said beside them, and first.
  if (listForm(flags) && !asJson(flags)) for (const { message } of answer.warnings) say(`manifold: ${visible(placeless(message))}\n`);
  if (flags.on("files") && flags.on("null") && !isTerminal(1)) {
    // For xargs -0 and its like, names are what they are on disk.
    for (const path of pathsOf(answer, cwd)) printBytes(Buffer.concat([Buffer.from(systemPath(path)), Buffer.from([0])]));
  } else print(rendered(answer, flags, cwd, styleOf(flags), wantsColour(flags.choice("color", COLOURS))));
  return (answer.notes.length > 0 && showsNotes(flags)) || answer.results.some((result) => !result.near) ? EXIT.ok : EXIT.nothing;
}

/** A sentence in which editors that read standard error too find no place to go to. */
const placeless = (sentence: string): string => sentence.replace(/:(?=\s*\d)/g, " line ");

/** Lists of places have no notes. */
const showsNotes = (flags: Flags) => asJson(flags) || !listForm(flags);

function rendered(whole: Answer, flags: Flags, cwd: string, paint: Style = style(false), marked = false): string {
  if (asJson(flags)) return renderJson(whole, flags.on("jsonl"), !flags.on("jsonl") && (whole.budget.truncated || !fitsIndented(whole)));
  const answer = onDisk(whole);
  const form = listForm(flags);
  if (form !== undefined) return LISTS[form](answer, cwd);
  const subgraph =
    SUBGRAPH.some((flag) => flags.has(flag)) &&
    (flags.has("edges") || answer.route.operation === "search" || answer.route.operation === "related");
  return renderText(answer, { cwd, subgraph, style: paint, marked, explain: flags.on("explain"), ids: flags.on("ids") });
}

/** Paths of a fleet, which begin with the names of its trees, as paths of the file system; null for what is published, which lies on no disk of this machine. */
export function diskOf(trees: readonly { name: string; root: string }[]): ((path: string) => string) | null {
  if (!trees.some(({ root }) => isAbsolute(root))) return null;
  const roots = new Map(trees.map(({ name, root }) => [name, root]));
  return (one) => {
    const cut = one.indexOf("/");
    const root = roots.get(cut < 0 ? one : one.slice(0, cut));
    return root === undefined ? one : `${root}${cut < 0 ? "" : one.slice(cut)}`;
  };
}

/** An answer of a fleet with paths of the file system, as people and editors want them: its own begin with the names of trees. */
export function onDisk(answer: Answer): Answer {
  const path = answer.root === "" ? diskOf(answer.repositories) : null;
  return path === null ? answer : { ...moved(answer, { path, id: (id) => id }), root: "/" };
}

/** Is there room for the white space of indented JSON? */
function fitsIndented(answer: Answer): boolean {
  const { limit } = answer.budget;
  if (limit === 0) return true;
  const text = renderJson(counted(answer), false);
  // No text of ours has fewer characters a token than this, nor more than that: most answers need no counting.
  return text.length <= limit || (text.length <= limit * 9 && countTokens(text) <= limit);
}

/** The form that the flags ask for, as the budget counts it: without colours. */
export function formOf(flags: Flags, cwd = process.cwd()): Form | undefined {
  if (asJson(flags)) return { ...lineForm, print: (answer) => rendered(answer, flags, cwd) };
  if (listForm(flags)) return undefined;
  return {
    print: (answer) => rendered(answer, flags, cwd),
    line: 1,
    gap: 4,
    listed: false,
    cite: 12,
    graph: SUBGRAPH.some((flag) => flags.has(flag)),
  };
}

/** Prints the answer of a command, then records it (serve/feedback/record.ts). Returns as `printAnswer`. */
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
    // What a fleet is asked belongs into no tree.
    if (answers.length === 0 || this.flags.on("no-feedback") || this.root === "") return;
    const { remember } = await import("./feedback/record.ts");
    remember(this.root, this.command, answers);
    const notes = showsNotes(this.flags) ? answers.flatMap((answer) => answer.notes) : [];
    if (notes.length > 0) (await import("../notes/memory.ts")).recallNoted(this.root, notes, nowOf(this.flags));
  }
}

/** One transaction a so many: a record by itself takes half a millisecond. */
const BATCH = 50;
