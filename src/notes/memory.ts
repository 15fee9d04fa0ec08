/** What this user recalled of a tree's notes: `.manifold/notes.db`, beside the index, so that reading never changes the work tree. */
import type { Noted } from "../base/schema.ts";
import type { Beside } from "../store/beside.ts";
import { withBeside } from "../store/beside.ts";
import { notes as limits } from "./limits.ts";
import type { Note } from "./note.ts";
import { fresh, type Memory, recalled } from "./strength.ts";

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
