/**
 * Finding notes: MiniSearch over title, trigger phrases, file names and body; then what the found ones lead to.
 *
 * 1. `words`: MiniSearch's BM25+ with the weights of settings.ts.
 * 2. Relations multiply along a walk from what was found by words: a note's relevance is the most that any walk of at most three relations brings
 *    it (the score at its start times the factors of its relations), or its own. A relation is walked both ways, `supersedes` only towards the
 *    successor.
 * 3. Notes written within an hour of a found one are co-activated: they get a tenth of its relevance on top, the most of any.
 * 4. `score` = relevance × strength. A superseded note yields: its successors are found in its place.
 *
 * Only what notes say and when they were written and recalled decides: the same folder, record and time give the same order, ties by id.
 */

import MiniSearch from "minisearch";
import { notes as settings } from "../base/settings.ts";
import { STOP_WORDS, stem, words } from "../base/words.ts";
import { embedQuestion } from "../embed/static.ts";
import { type Memories, strengthAt } from "./memory.ts";
import type { Note } from "./note.ts";
import type { Web } from "./relations.ts";

/** A note found. */
export interface FoundNote {
  note: Note;
  /** Relevance times strength. */
  score: number;
  /** What it was found with: MiniSearch's score of its words; 0 where they did not find it. */
  words: number;
  /** By walks and co-activation included. */
  relevance: number;
  strength: number;
  /** What brought it more than its own words: the ids of a walk that began at another note, or `with` and the id of one written at the time; null = nothing. */
  by: { walk: string[] } | { with: string } | null;
  /** The notes whose place it takes, of those found. */
  inPlaceOf: string[];
}

const UNSAID: ReadonlySet<string> = new Set([...STOP_WORDS].map(stem));

/** Words that notes are found by, stemmed. */
export const termsOf = (text: string): string[] => words(text).filter((word) => !UNSAID.has(word));

/** What of a note is indexed by its files: the name of its own without the id, and the paths it is about. */
export function filesOf(note: Note): string {
  const own = note.path.slice(note.path.lastIndexOf("/") + 1).replace(/\.[^.]*$/, "");
  return [own.replace(note.id.replace(/^n-/, ""), ""), ...note.about.map(({ target }) => target.replace(/^chunk_[0-9a-f]{16}/, ""))].join(
    " ",
  );
}

/** An index of notes by their words. */
export function indexOf(notes: Iterable<Note>): MiniSearch<Note> {
  const index = new MiniSearch<Note>({
    fields: Object.keys(settings.weights),
    extractField: (note, field) =>
      field === "triggers" ? note.triggers.join("\n") : field === "files" ? filesOf(note) : note[field as "id" | "title" | "body"],
    tokenize: termsOf,
    processTerm: (term) => term,
    searchOptions: { boost: settings.weights, combineWith: "OR" },
  });
  index.addAll([...notes]);
  return index;
}

export interface RankOptions {
  now: number;
  /** Superseded notes too, beside those that took their place. */
  all?: boolean;
}

/** Notes by the words of a text, with MiniSearch's scores. Where no word is one of theirs, it may be the beginning of one, or mistyped. */
export function byWords(web: Web, text: string, loosely = false): Map<string, number> {
  const index = indexOf(web.byId.values());
  const exact = index.search(text);
  const hits = exact.length > 0 || !loosely ? exact : index.search(text, { prefix: (term) => term.length > 2, fuzzy: 0.2 });
  return new Map(hits.map(({ id, score }) => [id as string, score]));
}

/**
 * Notes for what was found of them, best first: what they lead to as well, by their strength.
 * @param found relevance by id: of their words, or because they are about what is asked
 */
export function ranked(web: Web, memories: Memories, found: ReadonlyMap<string, number>, options: RankOptions): FoundNote[] {
  const relevance = new Map(found);
  const by = new Map<string, FoundNote["by"]>();
  walk(web, relevance, by);
  coactivate(web, relevance, by);
  const notes: FoundNote[] = [];
  for (const [id, sum] of relevance) {
    const note = web.byId.get(id)!;
    if (!options.all && web.successors(id).length > 0) continue;
    const strength = strengthAt(memories.get(note), note.tier, options.now);
    notes.push({
      note,
      score: sum * strength,
      words: found.get(id) ?? 0,
      relevance: sum,
      strength,
      by: by.get(id) ?? null,
      inPlaceOf: replacedBy(web, id).filter((one) => relevance.has(one)),
    });
  }
  return notes.sort((a, b) => b.score - a.score || b.relevance - a.relevance || (a.note.id < b.note.id ? -1 : 1));
}

/** Step 2: the most that any walk brings to each note, from those found so far. */
function walk(web: Web, relevance: Map<string, number>, by: Map<string, FoundNote["by"]>): void {
  const starts = [...relevance].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).slice(0, settings.starts);
  const known = new Map<string, [string, number][]>();
  const near = (id: string): [string, number][] => {
    const found = known.get(id) ?? neighbours(web, id);
    known.set(id, found);
    return found;
  };
  for (const [start, score] of starts) {
    const step = (id: string, sum: number, path: string[]): void => {
      if (path.length > settings.hops) return;
      for (const [next, factor] of near(id)) {
        if (path.includes(next)) continue;
        const brought = sum * factor;
        if (brought > (relevance.get(next) ?? 0)) {
          relevance.set(next, brought);
          by.set(next, { walk: [...path, next] });
        }
        step(next, brought, [...path, next]);
      }
    };
    step(start, score, [start]);
  }
}

function neighbours(web: Web, id: string): [string, number][] {
  const factor = settings.relations;
  const yields = web.successors(id).length > 0;
  const there = web.from(id).flatMap(({ kind, to }): [string, number][] => (kind === "supersedes" ? [] : [[to.id, factor[kind]]]));
  const back = web
    .to(id)
    .flatMap(({ kind, from }): [string, number][] => (kind === "supersedes" && !yields ? [] : [[from.id, factor[kind]]]));
  return [...there, ...back].slice(0, settings.neighbours);
}

/** Step 3. */
function coactivate(web: Web, relevance: Map<string, number>, by: Map<string, FoundNote["by"]>): void {
  const { withinMs, share } = settings.coactivation;
  const timed = [...web.byId.values()].flatMap(({ id, created }) => (created === null ? [] : [{ id, created }]));
  timed.sort((a, b) => a.created - b.created || (a.id < b.id ? -1 : 1));
  const before = new Map(relevance);
  let first = 0;
  let last = 0;
  for (const { id, created } of timed) {
    while (timed[first]!.created < created - withinMs) first++;
    while (last < timed.length && timed[last]!.created <= created + withinMs) last++;
    let best = { from: "", score: 0 };
    for (const other of timed.slice(first, last)) {
      const score = other.id === id ? 0 : (before.get(other.id) ?? 0);
      if (score > best.score) best = { from: other.id, score };
    }
    if (best.score === 0) continue;
    relevance.set(id, (before.get(id) ?? 0) + best.score * share);
    if (!before.has(id)) by.set(id, { with: best.from });
  }
}

/** Notes that a note replaces, those that they replace too. */
export function replacedBy(web: Web, id: string): string[] {
  const found = new Set<string>();
  const open = [id];
  while (open.length > 0)
    for (const { kind, to } of web.from(open.pop()!))
      if (kind === "supersedes" && !found.has(to.id) && web.successors(to.id).length > 0) {
        found.add(to.id);
        open.push(to.id);
      }
  found.delete(id);
  return [...found].sort();
}

// The gate of prediction errors: a note that says what an old one says already teaches nothing, so whoever writes it is asked whether it is to change
// the old one, to replace it, or to stand beside it.

/** An old note that a new one is like. */
export interface Alike {
  note: Note;
  /** 0 to 1. */
  likeness: number;
}

interface Text {
  terms: ReadonlySet<string>;
  vector: Float32Array;
}

const textOf = ({ title, body }: Pick<Note, "title" | "body">): Text => {
  const text = body.startsWith(title) ? body : `${title}\n${body}`;
  return { terms: new Set(termsOf(text)), vector: embedQuestion(text, () => null) };
};

/** How alike two notes are: the mean of what they share of their words (Dice) and the cosine of the built-in embedding, which no tree has adapted. */
export function likeness(a: Pick<Note, "title" | "body">, b: Pick<Note, "title" | "body">): number {
  return alike(textOf(a), textOf(b));
}

function alike(a: Text, b: Text): number {
  const shared = [...a.terms].filter((term) => b.terms.has(term)).length;
  const dice = (2 * shared) / Math.max(1, a.terms.size + b.terms.size);
  const cosine = a.vector.reduce((sum, value, i) => sum + value * b.vector[i]!, 0);
  return Math.round(((dice + cosine) / 2) * 1e4) / 1e4;
}

/** Old notes that a new one is too like, the most alike first. */
export function tooLike(text: Pick<Note, "title" | "body">, old: readonly Note[]): Alike[] {
  const mine = textOf(text);
  return old
    .map((note) => ({ note, likeness: alike(mine, textOf(note)) }))
    .filter((one) => one.likeness >= settings.alike)
    .sort((a, b) => b.likeness - a.likeness || (a.note.id < b.note.id ? -1 : 1));
}
