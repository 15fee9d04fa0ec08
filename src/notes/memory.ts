/** What this user recalled of a tree's notes: `.manifold/notes.db`, beside the index, so that reading never changes the work tree. */

import { FSRSAlgorithm, Rating } from "ts-fsrs";
import type { Noted } from "../base/schema.ts";
import { notes as settings } from "../base/settings.ts";
import type { NoteTier } from "../base/types.ts";
import { type Beside, withBeside } from "../store/beside.ts";
import { notes as limits } from "./limits.ts";
import type { Note } from "./note.ts";

const FILE: Beside = {
  file: "notes.db",
  label: "notes",
  version: 1,
  tables: [
    "CREATE TABLE recall (note TEXT PRIMARY KEY, stability REAL, difficulty REAL, strength REAL, at INTEGER, recalls INTEGER) WITHOUT ROWID",
  ],
  maxBytes: limits.maxStateBytes,
  busyMs: limits.busyMs,
};

type Row = [note: string, stability: number, difficulty: number, strength: number, at: number, recalls: number];

/** The memories of some notes; what is not recorded, or not by us, is as it was written. */
export class Memories {
  private constructor(private readonly recorded: ReadonlyMap<string, Memory>) {}

  static of(root: string): Memories {
    const found = new Map<string, Memory>();
    withBeside(root, FILE, true, (db) => {
      for (const [note, stability, difficulty, strength, at, recalls] of db.query("SELECT * FROM recall").values() as Row[])
        if ([stability, difficulty, strength, at, recalls].every(Number.isFinite) && stability > 0 && strength >= 0 && strength <= 1)
          found.set(note, { stability, difficulty, strength, at, recalls });
      return true;
    });
    return new Memories(found);
  }

  get(note: Pick<Note, "id" | "created">): Memory {
    return this.recorded.get(note.id) ?? fresh(note.created);
  }
}

/** Records that notes were recalled, once a day at most. Never throws, never waits; where it cannot be recorded, it is not. */
export function recall(root: string, notes: readonly Pick<Note, "id" | "created" | "tier">[], now: number): void {
  if (notes.length === 0) return;
  const memories = Memories.of(root);
  const rows = notes.flatMap((note): Row[] => {
    const before = memories.get(note);
    const after = recalled(before, note.tier, now);
    return after === before ? [] : [[note.id, after.stability, after.difficulty, after.strength, after.at!, after.recalls]];
  });
  if (rows.length === 0) return;
  withBeside(root, FILE, false, (db) => {
    db.run("BEGIN IMMEDIATE");
    const insert = db.prepare("INSERT OR REPLACE INTO recall VALUES (?, ?, ?, ?, ?, ?)");
    for (const row of rows) insert.run(...row);
    insert.finalize();
    db.run("COMMIT");
    return true;
  });
}

/** The same of notes as an answer has them. */
export function recallNoted(root: string, notes: readonly Noted[], now: number): void {
  const made = (created: string | null) => (created === null ? null : Date.parse(created));
  recall(
    root,
    notes.map(({ id, tier, created }) => ({ id, tier, created: made(created) })),
    now,
  );
}

/** Forgets the recalls of a note that is no more. */
export function forgetRecalls(root: string, id: string): void {
  withBeside(root, FILE, true, (db) => {
    db.run("DELETE FROM recall WHERE note = ?", [id]);
    return true;
  });
}

// How strong a note is: it fades by FSRS-6 (ts-fsrs, its default weights), the slower the more it matters, and each recall strengthens it.
//
// Days are whole days since the last recall (or since it was written). With R the retrievability that FSRS gives for them and m the tier's
// multiplier, `decay = 1 - R` and `new = old · (1 - decay · m)`, not below 0. A recall gives the stability that FSRS gives a review rated Good, and
// the strength half of what it lacks. On the day of a recall nothing changes any more: R is 1. decisions/notes.md works a year out by hand.

/** What is remembered of a note. */
export interface Memory {
  /** FSRS's stability in days, and difficulty. */
  stability: number;
  difficulty: number;
  /** As it was left by the last recall. */
  strength: number;
  /** Milliseconds since 1970: the last recall, or when it was written; null where that is unknown, and it does not fade. */
  at: number | null;
  recalls: number;
}

// Several recalls of a day are one: without steps of minutes, which are for learning by heart.
const algorithm = new FSRSAlgorithm({ enable_short_term: false, enable_fuzz: false });

/** The memory of a note that was never recalled. */
export function fresh(created: number | null): Memory {
  const { stability, difficulty } = algorithm.next_state(null, 0, Rating.Good);
  return { stability, difficulty, strength: 1, at: created, recalls: 0 };
}

/** Whole days between; 0 for a time that is still to come. */
export function daysSince(at: number | null, now: number): number {
  return at === null ? 0 : Math.max(0, Math.floor((now - at) / 86_400_000));
}

/** Strength at a time, 0 to 1. */
export function strengthAt(memory: Memory, tier: NoteTier, now: number): number {
  const decay = 1 - algorithm.forgetting_curve(daysSince(memory.at, now), memory.stability);
  return round(memory.strength * Math.max(0, 1 - decay * settings.tiers[tier]));
}

/** The memory after a recall; itself where it was recalled on that day already. */
export function recalled(memory: Memory, tier: NoteTier, now: number): Memory {
  const days = daysSince(memory.at, now);
  if (memory.recalls > 0 && days === 0) return memory;
  const { stability, difficulty } = algorithm.next_state(memory, days, Rating.Good);
  const strength = strengthAt(memory, tier, now);
  return {
    stability,
    difficulty,
    strength: round(strength + (1 - strength) * settings.recall),
    at: memory.at === null ? now : Math.max(memory.at, now),
    recalls: memory.recalls + 1,
  };
}

const round = (value: number): number => Math.round(value * 1e8) / 1e8;
