/** Telling a damaged index from every other error. A damaged index is rebuilt, never reported as a crash. */
import type { Database } from "bun:sqlite";
import { CHANGE_KINDS, EDGE_KINDS, RESOLUTIONS, SYMBOL_KINDS } from "../base/types.ts";

/** Thrown when something stored does not decode. */
export class DamagedIndex extends Error {
  override readonly name = "DamagedIndex";
}

/** Does this error come from a damaged index (rather than from the question, the disk, or us)? */
export function isDamage(error: unknown): boolean {
  const code = (error as { code?: string } | null)?.code ?? "";
  return code.startsWith("SQLITE_CORRUPT") || code === "SQLITE_NOTADB" || error instanceof DamagedIndex;
}

/**
 * How many rows the tables have that are small, as the last writer noted it in `meta`: leaves are counted, not read. Symbols, edges and open references
 * are left out: their leaves are most of the index, and what anybody else takes away of them the seal tells.
 */
export const ROWS = `SELECT json_array(${["file", "chunk", "fact", "wording", "vector"]
  .map((table) => `(SELECT count(*) FROM ${table})`)
  .join(", ")})`;

/** What no index of ours has: rows that lead nowhere, numbers that stand for nothing, values of another type. */
const FAULTS = [
  "symbol WHERE file IS NOT NULL AND file NOT IN (SELECT id FROM file)",
  "symbol WHERE parent IS NOT NULL AND parent NOT IN (SELECT id FROM symbol)",
  `symbol WHERE kind NOT BETWEEN 0 AND ${SYMBOL_KINDS.length - 1} OR typeof(name) <> 'text' OR typeof(qualified) <> 'text' OR typeof(key) <> 'blob'
    OR typeof(signature) <> 'text' OR typeof(doc) <> 'text' OR typeof(start) <> 'integer' OR typeof(stop) <> 'integer' OR typeof(at) <> 'integer'
    OR (file IS NOT NULL AND at > 0 AND parent IS NULL)`,
  "edge WHERE src NOT IN (SELECT id FROM symbol) OR dst NOT IN (SELECT id FROM symbol)",
  `edge WHERE kind NOT BETWEEN 0 AND ${EDGE_KINDS.length - 1} OR resolution NOT BETWEEN 0 AND ${RESOLUTIONS.length - 1} OR typeof(line) <> 'integer'`,
  "reference WHERE file NOT IN (SELECT id FROM file) OR symbol NOT IN (SELECT id FROM symbol)",
  "reference WHERE typeof(name) <> 'text' OR typeof(position) <> 'integer' OR (among IS NOT NULL AND NOT json_valid(among))",
  "rule WHERE file NOT IN (SELECT id FROM file) OR typeof(pattern) <> 'text' OR typeof(line) <> 'integer' OR NOT json_valid(whom)",
  "chunk WHERE file NOT IN (SELECT id FROM file) OR typeof(start) <> 'integer' OR typeof(stop) <> 'integer' OR typeof(symbol) <> 'integer'",
  "chunk WHERE length(id) <> 8 OR typeof(id) <> 'blob' OR typeof(hash) <> 'blob' OR typeof(tags) <> 'text'",
  "file WHERE typeof(path) <> 'text' OR typeof(tags) <> 'text' OR typeof(lines) <> 'integer' OR typeof(chunk) <> 'integer'",
  "past WHERE revision NOT IN (SELECT no FROM revision)",
  "revised WHERE revision NOT IN (SELECT no FROM revision) OR path NOT IN (SELECT no FROM past_path) OR (was IS NOT NULL AND was NOT IN (SELECT no FROM past_path))",
  `revised WHERE kind NOT BETWEEN 0 AND ${CHANGE_KINDS.length - 1}`,
  `revision WHERE typeof(id) <> 'text' OR typeof(time) <> 'integer' OR typeof(date) <> 'text' OR typeof(author) <> 'text' OR typeof(subject) <> 'text'
    OR typeof(files) <> 'integer' OR no NOT IN (SELECT revision FROM past)`,
  "past_path WHERE typeof(path) <> 'text'",
  "meta WHERE key = 'history' AND NOT json_valid(value)",
  "file WHERE id NOT IN (SELECT file FROM fact) OR id NOT IN (SELECT file FROM dependency) OR id NOT IN (SELECT file FROM symbol WHERE at = 0)",
] as const;

/**
 * Does an error that nobody expected come from what is stored? Asked once something has failed already: every table is looked through.
 * @param db where it was met
 */
export function isDamagedBy(error: unknown, db: Database): boolean {
  if (isDamage(error)) return true;
  // What has a code is told, whatever it is; what is left is ours, or damage that nothing expected.
  if (typeof (error as { code?: unknown } | null)?.code === "string" && !(error as { code: string }).code.startsWith("SQLITE_"))
    return false;
  try {
    if (FAULTS.some((fault) => db.query(`SELECT 1 FROM ${fault} LIMIT 1`).get() !== null)) return true;
    return (db.query("PRAGMA quick_check(1)").values()[0] as [string])[0] !== "ok";
  } catch {
    return true;
  }
}
