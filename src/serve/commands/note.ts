/** `manifold note`: the repository's memory, written and read by people and agents (src/notes). */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { EXIT, Refusal } from "../../base/errors.ts";
import { asking } from "../../base/settings.ts";
import { NOTE_ACTIONS, NOTE_RELATIONS, NOTE_TIERS, type NoteAction } from "../../base/types.ts";
import { brief, isTerminal, say } from "../../base/visible.ts";
import { notes as limits } from "../../notes/limits.ts";
import { command } from "../command.ts";
import { type Flags, oneOf } from "../flags.ts";
import { readInput } from "../input.ts";
import { Desk, type Draft, type NotesReport, TooLike } from "../notes/desk.ts";
import { noteLines } from "../notes/render.ts";
import { printed } from "../print.ts";
import { feedbackFlags, nowFlag, outputFlags, rootFlags, toRoot } from "../question.ts";
import { visible } from "../render/visible.ts";
import { printReport } from "../report.ts";
import { nowOf, openSession } from "../session.ts";

const NOTE = "NOTE";

const relationFlags = Object.fromEntries(
  NOTE_RELATIONS.map((name) => [
    name,
    { type: "string", valueHint: NOTE, multiple: true, description: `A note that this one ${name} (repeatable)` } as const,
  ]),
);

/** Flags that mean something for each action, besides those for all. */
const TAKES: Record<NoteAction, readonly string[]> = {
  add: ["title", "about", "tier", "trigger", ...NOTE_RELATIONS, "update", "keep-both"],
  list: ["about", "tier"],
  show: [],
  search: ["k", "all"],
  edit: ["title", "about", "tier", "trigger", ...NOTE_RELATIONS],
  forget: [],
  review: ["keep"],
};

export default command({
  name: "note",
  about: "What a team learnt about its code: manifold note add|list|show|search|edit|forget|review",
  flags: {
    action: { type: "positional", valueHint: NOTE_ACTIONS.join("|"), description: NOTE_ACTIONS.join(", ") },
    what: {
      type: "positional",
      valueHint: NOTE,
      description: "add: the text (- reads it from standard input); search: words; else a note: its id, the beginning of it, title or file",
    },
    text: { type: "positional", description: "edit: the new text (- reads it from standard input)" },
    title: { type: "string", valueHint: "TEXT", description: "What it says, in a line (default: its first sentence)" },
    about: {
      type: "string",
      valueHint: "SYMBOL",
      multiple: true,
      description: "A symbol, path, folder, FILE:START-END or citation that it is about; told when that changes (repeatable)",
    },
    tier: {
      type: "string",
      valueHint: NOTE_TIERS.join("|"),
      description: "How much it matters, which is how slowly it fades (default normal)",
    },
    trigger: { type: "string", valueHint: "PHRASE", multiple: true, description: "Words with which somebody will ask for it (repeatable)" },
    ...relationFlags,
    update: { type: "string", valueHint: NOTE, description: "add: change this note instead of adding one" },
    "keep-both": { type: "boolean", description: "add: beside the note that says nearly the same" },
    all: { type: "boolean", description: "search: superseded notes too" },
    keep: { type: "boolean", description: "review NOTE: it still holds, for what it is about as that is now" },
    k: { type: "string", valueHint: "N", description: `search: number of notes (default ${asking.defaultResults})` },
    ...nowFlag,
    ...outputFlags,
    ...rootFlags,
    ...feedbackFlags,
  },
  async run(flags) {
    const action = oneOf("note", flags.word("action") ?? "", NOTE_ACTIONS);
    checkFlags(action, flags);
    const now = nowOf(flags);
    const session = await openSession(flags);
    try {
      const desk = new Desk(session, now);
      const done = await DO[action](desk, flags, session.root);
      const report = desk.report(action, done.rows(desk), done.warnings);
      printReport(flags, report, (style) => noteLines(report, { cwd: process.cwd(), style }));
      await printed();
      if (!flags.on("no-feedback")) done.recall?.();
      return done.exit ?? EXIT.ok;
    } finally {
      session.close();
    }
  },
});

interface Done {
  /** Made after the work, and before anything is recalled by it. */
  rows(desk: Desk): NotesReport["notes"];
  warnings?: NotesReport["warnings"];
  recall?: () => void;
  exit?: number;
}

const listed = (rows: NotesReport["notes"]): Done => ({ rows: () => rows, exit: rows.length > 0 ? EXIT.ok : EXIT.nothing });

const DO: Record<NoteAction, (desk: Desk, flags: Flags, root: string) => Promise<Done>> = {
  async add(desk, flags, root) {
    const draft = { ...draftOf(flags, root), text: await textOf(flags, "what") };
    const given = { update: flags.text("update"), keepBoth: flags.on("keep-both") };
    const { note, warnings } = await asked(desk, draft, given);
    return { rows: (after) => [after.row(note)], warnings };
  },
  async list(desk, flags, root) {
    const [about] = flags.list("about").map((one) => rooted(one, root));
    return listed(desk.list(flags.choice("tier", NOTE_TIERS), about).map((note) => desk.row(note)));
  },
  async show(desk, flags) {
    const note = desk.find(named(flags));
    return { rows: () => [desk.row(note)], recall: () => desk.recall([note]) };
  },
  async search(desk, flags) {
    const found = desk.search(named(flags), flags.number("k", asking.defaultResults, 1, asking.maxResults), flags.on("all"));
    // Those that are read: nobody goes further down where the first are right.
    const recall = () => desk.recall(found.slice(0, 3).map(({ note }) => note));
    return { ...listed(found.map((one) => desk.row(one.note, one))), recall };
  },
  async edit(desk, flags, root) {
    const note = desk.find(named(flags));
    const text = flags.word("text") === undefined ? undefined : await textOf(flags, "text");
    const draft = { ...draftOf(flags, root), text };
    if (Object.values(draft).every((one) => one === undefined))
      throw new Refusal("bad-value", "Nothing to change was said.", `Give a text or flags, or edit ${note.path} as you edit other files.`);
    const { note: after, warnings } = desk.edit(note, draft);
    return { rows: (changed) => [changed.row(after)], warnings };
  },
  async forget(desk, flags) {
    const note = desk.find(named(flags));
    const row = desk.row(note);
    return { rows: () => [row], warnings: desk.forget(note) };
  },
  async review(desk, flags) {
    if (flags.word("what") === undefined) {
      if (flags.on("keep")) throw new Refusal("bad-value", "--keep was given no note.", "Write: manifold note review NOTE --keep.");
      return listed(desk.review());
    }
    const note = desk.find(named(flags));
    if (!flags.on("keep")) return listed(desk.review().filter(({ path }) => path === note.path));
    const { note: after } = desk.edit(note, {}, true);
    return { rows: (changed) => [changed.row(after)] };
  },
};

/** Writes a note, after asking on a terminal what is meant where an old one says nearly the same. */
async function asked(desk: Desk, draft: Draft, given: { update: string | undefined; keepBoth: boolean }) {
  try {
    return desk.add(draft, given);
  } catch (error) {
    if (!(error instanceof TooLike) || process.stdin.isTTY !== true || !isTerminal(2)) throw error;
    const [{ note }] = error.alike as [TooLike["alike"][number]];
    say(`${visible(note.id)} says nearly the same:\n  ${visible(note.title)}\n  ${visible(brief(note.body.replace(/\s+/g, " "), 300))}\n`);
    const asking = createInterface({ input: process.stdin, output: process.stderr });
    try {
      const answer = (await asking.question("[u]pdate it, [s]upersede it, [k]eep both, or leave it? [u/s/k/N] ")).trim().toLowerCase();
      if (answer.startsWith("u")) return desk.add(draft, { update: note.id });
      if (answer.startsWith("k")) return desk.add(draft, { keepBoth: true });
      if (!answer.startsWith("s")) throw error;
      const { relations = {} } = draft;
      return desk.add({ ...draft, relations: { ...relations, supersedes: [...(relations.supersedes ?? []), note.id] } });
    } finally {
      asking.close();
    }
  }
}

/** @throws Refusal `bad-flag` for a flag that means nothing for the action, `stray-word` for a word too many */
function checkFlags(action: NoteAction, flags: Flags): void {
  const mine = new Set(TAKES[action]);
  for (const flag of new Set(Object.values(TAKES).flat()))
    if (flags.has(flag) && !mine.has(flag)) {
      const takes = TAKES[action].map((one) => `--${one}`).join(", ");
      throw new Refusal(
        "bad-flag",
        `manifold note ${action} does not know the flag ${flag === "k" ? "-k" : `--${flag}`}.`,
        takes === "" ? "It takes none but those of every command." : `It takes ${takes}.`,
      );
    }
  const most = action === "edit" ? 2 : action === "list" ? 0 : 1;
  const words = [flags.word("what"), flags.word("text")].filter((word) => word !== undefined);
  if (words.length > most)
    throw new Refusal(
      "stray-word",
      `manifold note ${action} does not know what to do with "${brief(words[most]!)}".`,
      "Put a text, or a title of several words, in quotes.",
    );
}

function named(flags: Flags): string {
  const word = flags.word("what")?.trim();
  if (!word) throw new Refusal("bad-value", "No note was named.", "Give its id, title or file: manifold note list.");
  return word;
}

async function textOf(flags: Flags, word: string): Promise<string> {
  const text = flags.word(word);
  if (text === undefined)
    throw new Refusal("bad-value", "The note says nothing.", 'Write for example: manifold note add "Sessions are never cached."');
  return text === "-" ? (await readInput("-", limits.maxBytes)).toString("utf8") : text;
}

function draftOf(flags: Flags, root: string): Draft {
  const list = (name: string) => (flags.has(name) ? flags.list(name) : undefined);
  const relations = NOTE_RELATIONS.filter((name) => flags.has(name)).map((name) => [name, flags.list(name)]);
  return {
    title: flags.text("title"),
    about: list("about")?.map((one) => rooted(one, root)),
    tier: flags.choice("tier", NOTE_TIERS),
    triggers: list("trigger"),
    relations: relations.length > 0 ? Object.fromEntries(relations) : undefined,
  };
}

/** What is a path from where the user stands, as one from the root; anything else is a symbol or citation. */
function rooted(text: string, root: string): string {
  const [, path = text, rest = ""] = /^(.+?)(#.*|:\d[\d-]*)?$/s.exec(text) ?? [];
  return path !== "" && existsSync(resolve(path)) ? `${toRoot(path, root, process.cwd())}${rest}` : text;
}
