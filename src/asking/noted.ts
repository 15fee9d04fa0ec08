/**
 * The notes that belong to an answer: those that speak of what was asked, those about what was found, and what these lead to. Beside the answer, never
 * among its results, and within a share of its budget.
 */
import type { Warning } from "../base/errors.ts";
import type { Answer, Noted } from "../base/schema.ts";
import { asking, notes as settings } from "../base/settings.ts";
import { brief } from "../base/visible.ts";
import { queryWords, splitIdentifier } from "../base/words.ts";
import { isAbout, type Place, standingsOf } from "../notes/about.ts";
import { readNotes } from "../notes/folder.ts";
import { notes as limits } from "../notes/limits.ts";
import { Memories } from "../notes/memory.ts";
import { isoSeconds, type Note, repeats } from "../notes/note.ts";
import { Web } from "../notes/relations.ts";
import { byWords, type FoundNote, filesOf, ranked, termsOf } from "../notes/search.ts";
import type { Plan } from "../query/plan.ts";
import { rarities } from "../query/presence.ts";
import { countTokens } from "../query/tokens.ts";
import type { Session } from "./options.ts";

/** Where the notes of a tree are, and the time by which they fade. */
export type NotesOf = NonNullable<Session["notes"]>;

/** The notes for an answer, and what must be said of them before it. */
export function notedFor(session: Session, { folder, now }: NotesOf, plan: Plan, answer: Answer): { notes: Noted[]; warnings: Warning[] } {
  const { all } = readNotes(session.root, folder);
  const broken = all.filter((note) => note.broken);
  const warnings = broken.length === 0 ? [] : [unread(broken)];
  const web = new Web(all);
  const { why, seeds } = seedsOf(web, plan, answer);
  if (seeds.size === 0) return { notes: [], warnings };
  const found = ranked(web, Memories.of(session.root), seeds, { now }).filter(
    ({ by, strength }) => (by === null || "walk" in by) && strength >= settings.faded,
  );
  const chosen = led(found).slice(0, settings.answer.most);
  // Whoever reads one of two that contradict each other must read the other.
  for (const [a, b] of web.contradictions(found.map(({ note }) => note)))
    if (chosen.some(({ note }) => note === a) !== chosen.some(({ note }) => note === b)) {
      const other = chosen.some(({ note }) => note === a) ? b : a;
      if (chosen.length < settings.answer.most * 2) chosen.push(found.find(({ note }) => note === other)!);
    }
  const notes = fitted(
    chosen.map((one) => notedOf(session, one, why)),
    (plan.budget || asking.defaultBudget) * settings.answer.share,
  );
  const left = chosen.map(({ note }) => note).filter(({ id }) => !notes.some((one) => one.id === id));
  return { notes, warnings: [...flagsOf(web, notes, left), ...warnings] };
}

/** In their order, but what a walk led to behind the note that it began at: without that nobody sees why the other stands there. */
function led(found: readonly FoundNote[]): FoundNote[] {
  const order = new Set<FoundNote>();
  for (const one of found) {
    const start =
      one.by !== null && "walk" in one.by ? found.find(({ note }) => note.id === (one.by as { walk: string[] }).walk[0]) : undefined;
    if (start) order.add(start);
    order.add(one);
  }
  return [...order];
}

/** Notes to begin with, by the relevance that they have by themselves, and why. */
function seedsOf(web: Web, plan: Plan, answer: Answer): { why: Map<string, Noted["why"]>; seeds: Map<string, number> } {
  const why = new Map<string, Noted["why"]>();
  const seeds = new Map<string, number>();
  const text = plan.description || plan.text;
  // A relation, or an exact text, is asked of something named: only what is about that belongs to it.
  const inWords = plan.strategy === "semantic" || plan.strategy === "hybrid";
  if (inWords) {
    const speaks = speaksOf(text);
    for (const [id, score] of byWords(web, text))
      if (speaks(web.byId.get(id)!)) {
        seeds.set(id, score);
        why.set(id, "words");
      }
  }
  // An exact text is looked for in the tree's files; in notes it is told here.
  const exact = plan.strategy === "keyword" ? (plan.keyword ?? "").toLowerCase() : "";
  for (const { id, title, body } of exact === "" || /^\/.*\/\w*$/s.test(exact) ? [] : web.byId.values())
    if (`${title}\n${body}`.toLowerCase().includes(exact)) {
      seeds.set(id, 1);
      why.set(id, "words");
    }
  for (const id of web.byId.keys())
    if (id.length >= LEAST_ID && text.includes(id)) {
      seeds.set(id, Math.max(1, ...seeds.values()));
      why.set(id, "words");
    }
  const best = Math.max(1, ...seeds.values());
  const places = placesOf(answer, inWords);
  for (const note of web.byId.values()) {
    const at = places.findIndex((place) => isAbout(note, place));
    if (at < 0) continue;
    if (!why.has(note.id)) why.set(note.id, "about");
    seeds.set(note.id, Math.max(seeds.get(note.id) ?? 0, best / (at + 1)));
  }
  return { why, seeds };
}

/** Shorter ids may be words. */
const LEAST_ID = 6;

/** What an answer shows first: what a relation was asked of, else the first results. */
function placesOf({ symbol, results }: Answer, inWords: boolean): Place[] {
  const asked = symbol.chosen === null || symbol.chosen.external ? [] : [{ ...symbol.chosen, definitions: [] }];
  const found = results
    .filter((result) => !result.near && result.path !== "" && (inWords || result.line === null))
    .slice(0, settings.answer.results);
  return inWords ? [...asked, ...found] : asked.length > 0 ? asked : found.slice(0, 1);
}

/** Does a note speak of what a question asks? A trigger phrase of it does, or most of the question's words by how rare they are. */
function speaksOf(text: string): (note: Note) => boolean {
  const asked = new Set(termsOf(text));
  const stems = queryWords(text).filter((word) => splitIdentifier(word).length === 1);
  const weights = rarities(text, stems).map((rarity) => rarity ** settings.answer.rarity);
  const total = weights.reduce((a, b) => a + b, 0);
  return (note) => {
    for (const trigger of note.triggers) {
      const terms = termsOf(trigger);
      if (terms.length > 0 && terms.every((term) => asked.has(term))) return true;
    }
    const telling = new Set(termsOf([note.title, ...note.triggers, filesOf(note)].join("\n")));
    // One word in passing says nothing of what a note is about.
    const passing = new Set(stems.length === 1 ? [] : termsOf(note.body));
    const covered = stems.reduce(
      (sum, word, i) => sum + weights[i]! * (telling.has(word) ? 1 : passing.has(word) ? settings.answer.passing : 0),
      0,
    );
    return total > 0 && covered / total >= settings.answer.covered;
  };
}

function notedOf(session: Session, { note, strength, inPlaceOf }: FoundNote, why: ReadonlyMap<string, Noted["why"]>): Noted {
  const { id, title, tier, path, created, body } = note;
  const text = brief(body, settings.answer.characters);
  return {
    id,
    title,
    tier,
    path,
    created: created === null ? null : isoSeconds(created),
    strength,
    why: why.get(id) ?? "related",
    about: standingsOf(session.store, note, limits.maxChecks).map(({ target, state }) => ({ target, state })),
    in_place_of: inPlaceOf,
    text,
    truncated: text !== body,
  };
}

/** Tokens that naming a note takes besides its title and text. */
const NAMING = 30;
/** Characters of a token, about. */
const CHARACTERS = 4;

/** Fewer tokens of a text say nothing. */
const LEAST = 10;

/** As many of the notes as there is room for, the best always; the text of the last is cut to what is left. */
function fitted(notes: readonly Noted[], limit: number): Noted[] {
  const kept: Noted[] = [];
  let left = limit;
  for (const note of notes) {
    left -= NAMING + (repeats(note) ? 0 : countTokens(note.title));
    if (kept.length > 0 && left < NAMING) break;
    const room = Math.max(0, left);
    const cut = countTokens(note.text) > room;
    const text = !cut ? note.text : room < LEAST ? "" : brief(note.text, Math.floor(room * CHARACTERS));
    kept.push({ ...note, text, truncated: note.truncated || cut });
    left -= countTokens(text);
    if (cut) break;
  }
  return kept;
}

/** @param left notes that belong to the answer and for which there was no room */
function flagsOf(web: Web, notes: readonly Noted[], left: readonly Note[]): Warning[] {
  const here = notes.map(({ id }) => web.byId.get(id)!);
  return [
    ...web.contradictions([...here, ...left]).map(([a, b]) => ({
      code: "notes-contradict",
      message: `Two notes ${here.includes(a) && here.includes(b) ? "here " : ""}contradict each other: ${named(a)} and ${named(b)}.`,
    })),
    ...notes.flatMap((note) => {
      const other = note.about.filter(({ state }) => state === "changed" || state === "gone");
      if (other.length === 0) return [];
      const what = other.map(({ target, state }) => `${brief(target)} ${state === "gone" ? "is gone" : "has changed"}`).slice(0, 3);
      return [{ code: "note-outdated", message: `The note ${named(note)} may be out of date: since it was written ${what.join(", ")}.` }];
    }),
  ];
}

const named = ({ id, title }: Pick<Note, "id" | "title">): string => `${id} (${brief(title, 60)})`;

const unread = (broken: readonly Note[]): Warning => ({
  code: "notes-unread",
  message: `${broken.length === 1 ? `The note ${broken[0]!.path} cannot be read` : `${broken.length} notes cannot be read`}: manifold note review says why.`,
});
