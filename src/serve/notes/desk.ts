/** What is done with the notes of a tree, for whoever does it: the command line and the MCP server alike. */
import type { z } from "zod";
import type { Session } from "../../asking.ts";
import { Refusal, type Warning } from "../../base/errors.ts";
import type { notesSchema } from "../../base/schema.ts";
import { notes as settings } from "../../base/settings.ts";
import { NOTE_RELATIONS, NOTE_TIERS, type NoteAction, type NoteRelation, type NoteTier } from "../../base/types.ts";
import { brief } from "../../base/visible.ts";
import { redact } from "../../files/secrets.ts";
import { aboutFor, standingsOf } from "../../notes/about.ts";
import { readNotes, removeNote, writeNote } from "../../notes/folder.ts";
import { notes as limits } from "../../notes/limits.ts";
import { forgetRecalls, Memories, recall, strengthAt } from "../../notes/memory.ts";
import { fileNameOf, isoSeconds, type Note, noteId } from "../../notes/note.ts";
import { Web } from "../../notes/relations.ts";
import { type Alike, byWords, type FoundNote, ranked, tooLike } from "../../notes/search.ts";

export type NotesReport = z.infer<typeof notesSchema>;
type Row = NotesReport["notes"][number];

/** What somebody says of a note; what is undefined they do not say. */
export interface Draft {
  text?: string | undefined;
  title?: string | undefined;
  /** Symbols, paths, citations, relative to the root. */
  about?: string[] | undefined;
  tier?: NoteTier | undefined;
  triggers?: string[] | undefined;
  /** Notes as they are named. */
  relations?: Partial<Record<NoteRelation, string[]>> | undefined;
}

/** How somebody answers the gate (notes/search.ts); undefined where they did not, and another note's place is named in the draft's relations. */
export interface Answered {
  update?: string | undefined;
  keepBoth?: boolean | undefined;
}

/** Thrown where a new note is too like old ones, for whoever can ask what is meant. */
export class TooLike extends Refusal {
  constructor(readonly alike: readonly Alike[]) {
    const [{ note, likeness }] = alike as [Alike];
    super(
      "note-alike",
      `${note.id} (${brief(note.title, 80)}) says nearly the same (likeness ${likeness.toFixed(2)}).`,
      `Say which is meant: --update ${note.id} changes it, --supersedes ${note.id} takes its place, --keep-both adds another.`,
    );
  }
}

/** The notes of a tree, and what can be done with them. */
export class Desk {
  #web: Web;
  #all: Note[];
  readonly #folder: string;
  readonly #problems: string[];

  constructor(
    private readonly session: Session,
    private readonly now: number,
  ) {
    if (session.notes === undefined)
      throw new Refusal("bad-settings", "manifold.json names no folder for notes.", 'Correct its {"notes": {"folder": …}}.');
    this.#folder = session.notes.folder;
    const { all, problems } = readNotes(session.root, this.#folder);
    this.#all = all;
    this.#problems = problems;
    this.#web = new Web(all);
  }

  /**
   * The note that is named: by its id or the beginning of it, its title, or its file.
   * @throws Refusal `note-unknown`, `note-ambiguous`
   */
  find(named: string): Note {
    const text = named.trim();
    const all = this.#all;
    const by = (test: (note: Note) => boolean) => all.filter(test);
    const lower = text.toLowerCase();
    for (const found of [
      by(({ id, broken }) => id === text && !broken),
      by(({ id }) => id === text),
      by(({ path }) => path === text || path.endsWith(`/${text}`)),
      by(({ title }) => title.toLowerCase() === lower),
      text.length < 3 ? [] : by(({ id }) => id.startsWith(text) || id.startsWith(`n-${text}`)),
    ]) {
      if (found.length === 1) return found[0]!;
      if (found.length > 1)
        throw new Refusal(
          "note-ambiguous",
          `${found.length} notes are meant by "${brief(text)}".`,
          `Name one by its file: ${found
            .slice(0, 5)
            .map(({ path }) => path)
            .join(", ")}.`,
        );
    }
    const near = this.search(text, 3, true).map(({ note }) => note.id);
    throw new Refusal(
      "note-unknown",
      `There is no note "${brief(text)}".`,
      near.length > 0 ? `Nearest notes: ${near.join(", ")}; manifold note list has all.` : "manifold note list has all.",
    );
  }

  /**
   * Writes a new note, or changes the old one that it is to update.
   * @returns the note, and what must be said of it
   * @throws TooLike, Refusal `bad-value`, and as `aboutFor`, `find`, `writeNote`
   */
  add(draft: Draft, { update, keepBoth = false }: Answered = {}): { note: Note; warnings: Warning[] } {
    if (update !== undefined) return this.#update(this.find(update), draft);
    const { text, warnings } = this.#clean(draft.text ?? "");
    if (text === "")
      throw new Refusal("bad-value", "The note says nothing.", 'Write for example: manifold note add "Sessions are never cached."');
    const title = this.#title(draft.title, text);
    const relations = this.#relations(draft);
    const named = new Set(Object.values(relations).flat());
    if (!keepBoth) {
      const old = [...this.#web.byId.values()].filter(({ id }) => this.#web.successors(id).length === 0);
      const alike = tooLike({ title, body: text }, old);
      // Whoever names one of them knows it.
      if (alike.length > 0 && !alike.some(({ note }) => named.has(note.id))) throw new TooLike(alike);
    }
    const created = Math.floor(this.now / 1_000) * 1_000;
    const id = noteId(title, text, created, (one) => this.#all.some((note) => note.id === one));
    const note: Note = {
      id,
      title,
      tier: draft.tier ?? "normal",
      created,
      about: (draft.about ?? []).map((one) => aboutFor(this.session.store, one)),
      triggers: this.#triggers(draft.triggers ?? []),
      relations: { supersedes: [], contradicts: [], caused: [], supports: [], ...relations },
      body: text,
      path: `${this.#folder}/${fileNameOf(title, id)}`,
      more: {},
      problems: [],
      broken: false,
    };
    this.#write(note);
    return { note, warnings };
  }

  #update(old: Note, draft: Draft): { note: Note; warnings: Warning[] } {
    const more = (mine: string[], given: string[] | undefined) => [...new Set([...mine, ...(given ?? [])])];
    const relations = Object.fromEntries(
      NOTE_RELATIONS.map((kind) => [
        kind,
        more(
          old.relations[kind],
          draft.relations?.[kind]?.filter((id) => this.find(id) !== old),
        ),
      ]),
    );
    const about =
      draft.about === undefined
        ? undefined
        : more(
            old.about.map(({ target }) => target),
            draft.about,
          );
    return this.edit(old, { ...draft, about, triggers: more(old.triggers, draft.triggers), relations });
  }

  /**
   * Changes a note: what is given takes the place of what was, a list as a whole. A new text, or being looked at, says anew how what it is about is now.
   * @throws as `add`
   */
  edit(old: Note, draft: Draft, checked = false): { note: Note; warnings: Warning[] } {
    this.#readable(old);
    const { text, warnings } = draft.text === undefined ? { text: old.body, warnings: [] } : this.#clean(draft.text);
    if (text === "") throw new Refusal("bad-value", "The note would say nothing.", "Give it a text, or forget it.");
    const titled = draft.title ?? (old.title === titleOf(old.body) ? undefined : old.title);
    const said = draft.text !== undefined || checked;
    const about =
      draft.about
        ?.filter((one) => one !== "")
        .map((one) => {
          const had = old.about.find(({ target }) => target === one);
          return had ? this.#anew(had) : aboutFor(this.session.store, one);
        }) ?? (said ? old.about.map((one) => this.#anew(one)) : old.about);
    const note: Note = {
      ...old,
      title: this.#title(titled, text),
      tier: draft.tier ?? old.tier,
      about,
      triggers: draft.triggers === undefined ? old.triggers : this.#triggers(draft.triggers),
      relations: { ...old.relations, ...this.#relations(draft, old) },
      body: text,
    };
    this.#write(note);
    this.recall([note]);
    return { note, warnings };
  }

  /** Removes a note. @returns the sentences of notes that spoke of it */
  forget(note: Note): Warning[] {
    const said = this.#web.to(note.id).map(({ from, kind }) => ({
      code: "note-dangling",
      message: `${from.id} (${brief(from.title, 60)}) ${kind} it, and leads nowhere now.`,
    }));
    removeNote(this.session.root, note);
    forgetRecalls(this.session.root, note.id);
    return said;
  }

  search(text: string, k: number, all: boolean): FoundNote[] {
    const found = byWords(this.#web, text, true);
    return ranked(this.#web, this.#memories(), found, { now: this.now, all }).slice(0, k);
  }

  /** All notes, or those of a tier or about something: by tier, then the latest first. */
  list(tier?: NoteTier, about?: string): Note[] {
    const target = about === undefined ? null : aboutFor(this.session.store, about).target;
    return this.#all
      .filter(
        (note) => (tier === undefined || note.tier === tier) && (target === null || note.about.some((one) => within(one.target, target))),
      )
      .sort(
        (a, b) => NOTE_TIERS.indexOf(a.tier) - NOTE_TIERS.indexOf(b.tier) || (b.created ?? 0) - (a.created ?? 0) || (a.id < b.id ? -1 : 1),
      );
  }

  /** Notes that somebody should look at, as rows with the reasons. */
  review(): Row[] {
    const against = new Map<Note, Note[]>();
    for (const [a, b] of this.#web.contradictions([...this.#web.byId.values()]))
      for (const [one, other] of [
        [a, b],
        [b, a],
      ] as const)
        against.set(one, [...(against.get(one) ?? []), other]);
    return this.list()
      .map((note) => {
        const row = this.row(note);
        return { ...row, reasons: this.#reasons(row, against.get(note) ?? []) };
      })
      .filter(({ reasons }) => reasons.length > 0);
  }

  #reasons({ about, strength, superseded_by: successors, problems }: Row, against: readonly Note[]): string[] {
    const standings = about.filter(({ state }) => state === "changed" || state === "gone");
    return [
      ...problems,
      ...standings.map(({ target, state }) => `${target} ${state === "gone" ? "is gone" : "has changed"} since it was written.`),
      ...against.map(({ id, title }) => `It and ${id} (${brief(title, 60)}) contradict each other.`),
      // What gave way has a reader no more: it may stay for the record.
      ...(successors.length === 0 && strength < settings.faded
        ? [`It has faded to ${strength.toFixed(2)}: forget it, or say that it still holds.`]
        : []),
    ];
  }

  /** Records that notes were recalled. */
  recall(notes: readonly Note[]): void {
    recall(
      this.session.root,
      notes.filter(({ broken }) => !broken),
      this.now,
    );
  }

  /** A note as it is printed. */
  row(note: Note, found: FoundNote | null = null): Row {
    const { id, title, tier, path, created, triggers, relations, body, problems } = note;
    const memory = this.#memories().get(note);
    const checks = Math.max(0, this.#checks);
    this.#checks -= note.about.length;
    return {
      id,
      title,
      tier,
      path,
      created: created === null ? null : isoSeconds(created),
      about: standingsOf(this.session.store, note, checks),
      triggers,
      relations,
      superseded_by: this.#web.successors(id).map((one) => one.id),
      text: body,
      strength: strengthAt(memory, tier, this.now),
      memory: {
        stability: memory.stability,
        difficulty: memory.difficulty,
        strength: memory.strength,
        last_recall: memory.recalls === 0 || memory.at === null ? null : isoSeconds(Math.floor(memory.at / 1_000) * 1_000),
        recalls: memory.recalls,
      },
      problems: [...problems, ...this.#web.problemsOf(note)],
      found:
        found === null
          ? null
          : {
              score: found.score,
              words: found.words,
              relevance: found.relevance,
              walk: found.by !== null && "walk" in found.by ? found.by.walk : [],
              with: found.by !== null && "with" in found.by ? found.by.with : null,
              in_place_of: found.inPlaceOf,
            },
      reasons: [],
    };
  }

  report(action: NoteAction, notes: Row[], warnings: readonly Warning[] = []): NotesReport {
    return {
      version: 1,
      root: this.session.root,
      folder: this.#folder,
      action,
      now: new Date(this.now).toISOString(),
      warnings: [...this.#flags(action, notes), ...this.session.warnings, ...warnings],
      notes,
      problems: this.#problems,
    };
  }

  /** What must be known before some notes are read. */
  #flags(action: NoteAction, rows: readonly Row[]): Warning[] {
    if (action !== "search" && action !== "show") return [];
    const here = rows.flatMap(({ id }) => this.#web.byId.get(id) ?? []);
    return [
      ...this.#web.contradictions(here).map(([a, b]) => ({
        code: "notes-contradict",
        message: `${a.id} (${brief(a.title, 60)}) and ${b.id} (${brief(b.title, 60)}) contradict each other.`,
      })),
      ...rows.flatMap(({ id, title, about, superseded_by: by }) => [
        ...about
          .filter(({ state }) => state === "changed" || state === "gone")
          .map(({ target, state }) => ({
            code: "note-outdated",
            message: `${id} (${brief(title, 60)}) may be out of date: ${brief(target)} ${state === "gone" ? "is gone" : "has changed"} since it was written.`,
          })),
        ...(by.length > 0 ? [{ code: "note-superseded", message: `${id} (${brief(title, 60)}) is superseded by ${by.join(", ")}.` }] : []),
      ]),
    ];
  }

  #memories(): Memories {
    this.#known ??= Memories.of(this.session.root);
    return this.#known;
  }
  #known: Memories | null = null;
  #checks: number = limits.maxListChecks;

  #write(note: Note): void {
    this.#readable(note);
    writeNote(this.session.root, this.#folder, note);
    this.#all = [...this.#all.filter(({ path }) => path !== note.path), note];
    this.#web = new Web(this.#all);
  }

  #readable(note: Note): void {
    if (note.broken)
      throw new Refusal(
        "note-unreadable",
        `${note.path} cannot be changed: ${note.problems[0] ?? "it cannot be read."}`,
        "Mend the file by hand, or forget the note.",
      );
  }

  /** A text without secrets: what is committed is read by many. */
  #clean(said: string): { text: string; warnings: Warning[] } {
    const { text, count } = redact(said.replace(/\r\n?/g, "\n").trim());
    if (Buffer.byteLength(text) > limits.maxBytes / 2)
      throw new Refusal("bad-value", `A note has ${limits.maxBytes / 2} bytes at most.`, "Write a document, and a note that names it.");
    const blanked = `${count === 1 ? "What looks like a secret was" : `${count} texts that look like secrets were`} blanked in it.`;
    return { text, warnings: count > 0 ? [{ code: "secret-blanked", message: blanked }] : [] };
  }

  #title(said: string | undefined, text: string): string {
    const title = redact((said ?? titleOf(text)).replace(/\s+/g, " ").trim()).text;
    if (title === "" || title.length > limits.maxTitle)
      throw new Refusal("bad-value", `A title has 1 to ${limits.maxTitle} characters.`, "Say the rest in the text.");
    return title;
  }

  #triggers(said: string[]): string[] {
    const triggers = [...new Set(said.map((one) => redact(one.replace(/\s+/g, " ").trim()).text))].filter((one) => one !== "");
    if (triggers.length > limits.maxEntries || triggers.some((one) => one.length > limits.maxTrigger))
      throw new Refusal(
        "bad-value",
        `A trigger phrase has at most ${limits.maxTrigger} characters.`,
        "Give the words that somebody will ask with.",
      );
    return triggers;
  }

  #relations({ relations = {} }: Draft, self?: Note): Partial<Note["relations"]> {
    return Object.fromEntries(
      Object.entries(relations).map(([kind, named]) => [
        kind,
        (named ?? [])
          .filter((one) => one !== "")
          // What leads nowhere already is kept as it is.
          .map((one) => (self?.relations[kind as NoteRelation].includes(one) ? one : this.find(one).id))
          .filter((id) => id !== self?.id),
      ]),
    );
  }

  /** What a note is about as it is now; as it was where it is gone. */
  #anew(about: Note["about"][number]): Note["about"][number] {
    try {
      return aboutFor(this.session.store, about.target);
    } catch {
      return about;
    }
  }
}

/** Characters of a title that nobody gave. */
const TITLE = 80;

/** The first sentence of a text, if it is short; else the beginning of its first line. */
export function titleOf(text: string): string {
  const line = (text.split("\n").find((one) => one.trim() !== "") ?? "").replace(/^#+\s*/, "").trim();
  const [sentence] = /^.+?[.!?:;](?=\s|$)/.exec(line) ?? [line];
  const short = sentence.replace(/[.:;]$/, "");
  if (short.length <= TITLE) return short;
  return `${short
    .slice(0, TITLE - 1)
    .replace(/\s+\S*$/, "")
    .replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/** Does a note about one thing belong to another: the same, or a part of the file or folder? */
function within(target: string, asked: string): boolean {
  const plain = target.replace(/^chunk_[0-9a-f]{16}\s+/, "");
  return (
    plain === asked || plain.startsWith(`${asked}#`) || plain.startsWith(`${asked}:`) || (asked.endsWith("/") && plain.startsWith(asked))
  );
}
