/**
 * Recording what was asked, for whoever answers: the command line and the MCP server alike.
 *
 * After an answer is out, `remember` writes its route, confidence, results and latency into `.manifold/feedback.db`, unless the user said no
 * (`--no-feedback`, `MANIFOLD_FEEDBACK=0`, `"feedback": {"record": false}` in manifold.json or in the user's own settings). It never throws, never waits, and no answer
 * depends on what is there.
 */

import type { Database } from "bun:sqlite";
import type { Answer } from "../../base/schema.ts";
import { redact } from "../../files/secrets.ts";
import { type Beside, forgetBeside, withBeside } from "../../store/beside.ts";
import { feedback, feedback as limits } from "../limits.ts";
import { mayRecord } from "../settings.ts";

/**
 * Records answers that were given.
 * @param command who asked: `q`, `callers`, `mcp:search`
 * @param answers of questions about this root; those that were refused are left out
 */
export function remember(root: string, command: string, answers: readonly Answer[]): void {
  try {
    const asked = answers.filter((answer) => answer.route.reason !== REFUSED).map((answer) => recordOf(command, answer));
    if (asked.length > 0 && mayRecord(root)) recordQueries(root, asked);
  } catch {
    // Nothing that goes wrong here is the asker's business.
  }
}

/** Reason of the route of an answer to a question that was refused (asking/answer.ts). */
const REFUSED = "The question was refused.";

function recordOf(command: string, answer: Answer): AskedQuery {
  const { route, results } = answer;
  return {
    id: answer.id,
    at: Date.now(),
    command,
    text: redact(answer.query.slice(0, feedback.maxText * 4)).text.slice(0, feedback.maxText),
    strategy: route.strategy,
    operation: route.operation,
    intent: route.intent,
    confidence: route.confidence,
    ms: answer.timings_ms.total ?? 0,
    count: results.length + citedOnly(answer).length,
    gap: answer.evidence.gap,
    fallback: answer.fallback,
    results: [
      ...results.map(({ chunk, path, start, end, strategies }): Shown => [chunk, path, start, end, [...strategies]]),
      ...citedOnly(answer),
    ].slice(0, feedback.maxResults),
  };
}

/** Results for which a small budget had no room but for their citations (asking/fit.ts). */
function citedOnly({ budget, route }: Answer): Shown[] {
  return budget.left_out.flatMap((place): Shown[] => {
    const [, chunk, path, start, end] = /^(chunk_\w+) (.*):(\d+)-(\d+)$/s.exec(place) ?? [];
    return chunk === undefined ? [] : [[chunk, path!, Number(start), Number(end), [route.strategy]]];
  });
}

/**
 * Marks a place that was read (`manifold show`, `read_chunk`) as used in the latest question whose answer named it, if there is one.
 * @param place relative to the root
 */
export function rememberShown(root: string, place: { chunk: string | null; path: string; start: number; end: number }): void {
  try {
    if (!mayRecord(root)) return;
    const [latest] = queriesNaming(root, place);
    if (latest) markUsed(root, latest.no, [latest.rank]);
  } catch {
    // As above.
  }
}

// What was asked and what of the answers was used: a small database of its own beside the index, so that recording never meets a reader or
// writer of the index. It is the user's alone: bounded, never sent anywhere, gone with `manifold stats --forget` or with the folder, and no
// answer ever depends on it.

/** A place that an answer named: chunk id, path, first and last line, the strategies that found it. */
export type Shown = [chunk: string, path: string, start: number, end: number, strategies: string[]];

/** One answered question. */
export interface AskedQuery {
  /** The answer's id. */
  id: string;
  /** Milliseconds since 1970. */
  at: number;
  /** Who asked: `q`, `callers`, `mcp:search`. */
  command: string;
  /** The question, without secrets, cut to `feedback.maxText`. */
  text: string;
  strategy: string;
  operation: string;
  intent: string;
  confidence: number;
  ms: number;
  /** All results of the answer; `results` has the first of them. */
  count: number;
  gap: boolean;
  fallback: boolean;
  results: Shown[];
}

/** As recorded, with the ranks of the results that were used, ascending. */
export interface RecordedQuery extends AskedQuery {
  no: number;
  used: number[];
}

/** Columns of a record beside its number and its lists, by the type that they must have to be one of ours. */
const TYPES = {
  id: "string",
  at: "number",
  command: "string",
  text: "string",
  strategy: "string",
  operation: "string",
  intent: "string",
  confidence: "number",
  ms: "number",
  count: "number",
  gap: "number",
  fallback: "number",
} as const;
const NAMES = Object.keys(TYPES) as (keyof typeof TYPES)[];
const COLUMNS = `${NAMES.join(", ")}, results, used`;

/**
 * Records answered questions, the oldest making room.
 *
 * Nothing here throws or waits: a folder that is not there or cannot be written, a busy or damaged file mean that nothing is recorded.
 * @returns whether it was recorded
 */
export function recordQueries(root: string, queries: readonly AskedQuery[]): boolean {
  return attempt(root, false, (db) => {
    db.run("BEGIN IMMEDIATE");
    const insert = db.prepare(`INSERT INTO query (${COLUMNS}) VALUES (${NAMES.map(() => "?").join(", ")}, ?, '[]')`);
    for (const query of queries) insert.run(...NAMES.map((name) => query[name]), JSON.stringify(query.results));
    insert.finalize();
    db.run("DELETE FROM query WHERE no <= (SELECT max(no) FROM query) - ?", [limits.maxQueries]);
    db.run("COMMIT");
    return true;
  });
}

/** Everything recorded, oldest first; [] where nothing is, or nothing that can be read. */
export function recordedQueries(root: string): RecordedQuery[] {
  const found: RecordedQuery[] = [];
  attempt(root, true, (db) => {
    for (const row of db.query(`SELECT no, ${COLUMNS} FROM query ORDER BY no`).all() as Record<string, unknown>[]) {
      const query = read(row);
      if (query !== null) found.push(query);
    }
    return true;
  });
  return found;
}

/**
 * Marks results of a recorded question as used.
 * @param no of the record
 * @param ranks from 1; added to those marked before
 * @returns whether it was marked
 */
export function markUsed(root: string, no: number, ranks: readonly number[]): boolean {
  return attempt(root, true, (db) => {
    const row = db.query("SELECT used FROM query WHERE no = ?").get(no) as { used: string } | null;
    if (row === null) return false;
    const used = [...new Set([...numbers(row.used), ...ranks])].sort((a, b) => a - b);
    db.run("UPDATE query SET used = ? WHERE no = ?", [JSON.stringify(used), no]);
    return true;
  });
}

/** The latest records that named a place, latest first, with the rank that it had: looked for among the last `feedback.shownWithin`. */
export function queriesNaming(root: string, place: { chunk: string | null; path: string; start: number; end: number }) {
  const found: { no: number; rank: number }[] = [];
  attempt(root, true, (db) => {
    const rows = db.query("SELECT no, results FROM query ORDER BY no DESC LIMIT ?").all(limits.shownWithin) as Record<string, unknown>[];
    for (const row of rows) {
      const at = shownIn(row.results).findIndex(
        ([chunk, path, start, end]) =>
          (place.chunk !== null && chunk === place.chunk) || (path === place.path && start <= place.end && place.start <= end),
      );
      if (at >= 0) found.push({ no: row.no as number, rank: at + 1 });
    }
    return true;
  });
  return found;
}

/** Forgets everything. @returns how many questions there were */
export function forgetQueries(root: string): number {
  const count = recordedQueries(root).length;
  forgetBeside(root, FILE);
  return count;
}

const FILE: Beside = {
  file: "feedback.db",
  label: "feedback",
  version: 2,
  tables: [
    "CREATE TABLE query (no INTEGER PRIMARY KEY, id TEXT, at INTEGER, command TEXT, text TEXT, strategy TEXT, operation TEXT, intent TEXT, " +
      "confidence REAL, ms REAL, count INTEGER, gap INTEGER, fallback INTEGER, results TEXT, used TEXT)",
  ],
  maxBytes: limits.maxBytes,
  busyMs: limits.busyMs,
};

const attempt = (root: string, existing: boolean, work: (db: Database) => boolean): boolean => withBeside(root, FILE, existing, work);

/** A row as a record; null for one that we did not write. */
function read({ results, used, ...row }: Record<string, unknown>): RecordedQuery | null {
  if (!NAMES.every((name) => typeof row[name] === TYPES[name] && (TYPES[name] === "string" || Number.isFinite(row[name])))) return null;
  const told = row as Omit<RecordedQuery, "results" | "used">;
  return { ...told, gap: row.gap === 1, fallback: row.fallback === 1, results: shownIn(results), used: numbers(used) };
}

function numbers(json: unknown): number[] {
  return list(json).filter((value): value is number => Number.isInteger(value) && (value as number) > 0);
}

function shownIn(json: unknown): Shown[] {
  return list(json).filter(
    (one): one is Shown =>
      Array.isArray(one) &&
      typeof one[0] === "string" &&
      typeof one[1] === "string" &&
      Number.isInteger(one[2]) &&
      Number.isInteger(one[3]) &&
      Array.isArray(one[4]) &&
      one[4].every((name) => typeof name === "string"),
  );
}

function list(json: unknown): unknown[] {
  try {
    const value: unknown = typeof json === "string" ? JSON.parse(json) : null;
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
