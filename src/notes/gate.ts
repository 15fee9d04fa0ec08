/**
 * The gate of prediction errors: a note that says what an old one says already teaches nothing, so whoever writes it is asked whether it is to change
 * the old one, to replace it, or to stand beside it.
 */
import { notes as settings } from "../base/settings.ts";
import { embedQuestion } from "../embed/static.ts";
import type { Note } from "./note.ts";
import { termsOf } from "./search.ts";

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
