/** What notes say of each other: who takes whose place, who contradicts whom, and what of it leads nowhere. */
import { NOTE_RELATIONS, type NoteRelation } from "../base/types.ts";
import type { Note } from "./note.ts";

/** One relation as a note states it. */
export interface Stated {
  from: Note;
  to: Note;
  kind: NoteRelation;
}

/** The relations among notes that can be read. */
export class Web {
  readonly byId: ReadonlyMap<string, Note>;
  readonly #from = new Map<string, Stated[]>();
  readonly #to = new Map<string, Stated[]>();
  #circular: ReadonlySet<string> = new Set();

  constructor(all: readonly Note[]) {
    const notes = all.filter((note) => !note.broken);
    this.byId = new Map(notes.map((note) => [note.id, note]));
    for (const from of notes)
      for (const kind of NOTE_RELATIONS)
        for (const id of from.relations[kind]) {
          const to = this.byId.get(id);
          if (to === undefined || to === from) continue;
          add(this.#from, from.id, { from, to, kind });
          add(this.#to, to.id, { from, to, kind });
        }
    this.#circular = this.#circles();
  }

  /** What a note says of others. */
  from(id: string): readonly Stated[] {
    return this.#from.get(id) ?? [];
  }

  /** What others say of a note. */
  to(id: string): readonly Stated[] {
    return this.#to.get(id) ?? [];
  }

  /** The notes that took a note's place. None in a circle of notes that all replace each other: which is the last cannot be told. */
  successors(id: string): Note[] {
    if (this.#circular.has(id)) return [];
    return this.to(id).flatMap(({ kind, from }) => (kind === "supersedes" ? [from] : []));
  }

  /** Pairs among some notes of which one contradicts the other and neither took the other's place, each once. */
  contradictions(notes: readonly Note[]): [Note, Note][] {
    const here = new Set(notes.map(({ id }) => id));
    const found = new Map<string, [Note, Note]>();
    for (const note of notes)
      for (const { kind, to } of this.from(note.id)) {
        if (kind !== "contradicts" || !here.has(to.id)) continue;
        if (this.successors(note.id).includes(to) || this.successors(to.id).includes(note)) continue;
        const pair: [Note, Note] = note.id < to.id ? [note, to] : [to, note];
        found.set(pair.map(({ id }) => id).join(" "), pair);
      }
    return [...found.values()];
  }

  /** What is wrong with the relations that a note states, in sentences. */
  problemsOf(note: Note): string[] {
    const problems: string[] = [];
    for (const kind of NOTE_RELATIONS)
      for (const id of note.relations[kind]) {
        if (id === note.id) problems.push(`It ${kind} itself.`);
        else if (!this.byId.has(id)) problems.push(`It ${kind} ${id}, which is not there.`);
      }
    if (this.#circular.has(note.id)) problems.push("It is one of notes that supersede each other in a circle; none of them yields.");
    return problems;
  }

  /** Ids of notes that lead over `supersedes` into a circle and are led to from one: what is left without those that lead nowhere or come from nowhere. */
  #circles(): Set<string> {
    const left = new Set(this.byId.keys());
    const prune = (next: (id: string) => readonly string[], back: (id: string) => readonly string[]): void => {
      const open = new Map([...left].map((id) => [id, next(id).filter((to) => left.has(to)).length]));
      const ends = [...left].filter((id) => open.get(id) === 0);
      while (ends.length > 0) {
        const end = ends.pop()!;
        left.delete(end);
        for (const before of back(end)) {
          if (!left.has(before)) continue;
          open.set(before, open.get(before)! - 1);
          if (open.get(before) === 0) ends.push(before);
        }
      }
    };
    const replaced = (id: string) => this.from(id).flatMap(({ kind, to }) => (kind === "supersedes" ? [to.id] : []));
    const replacing = (id: string) => this.to(id).flatMap(({ kind, from }) => (kind === "supersedes" ? [from.id] : []));
    prune(replaced, replacing);
    prune(replacing, replaced);
    return left;
  }
}

function add(map: Map<string, Stated[]>, key: string, value: Stated): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
