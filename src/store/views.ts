/**
 * The views that people ask (`manifold sql`, or any SQLite against `.manifold/index.db`): the stable face of the tables. Columns are only added at
 * the end; what a column means stays. The tables behind them may change with every version.
 */
import { CHANGE_KINDS, CHUNK_KINDS, EDGE_KINDS, RESOLUTIONS, SYMBOL_KINDS } from "../base/types.ts";

/** The word that a number stands for in its list. */
const word = (column: string, list: readonly string[]): string =>
  `CASE ${column} ${list.map((one, code) => `WHEN ${code} THEN '${one}'`).join(" ")} END`;

/** Each with what it is a list of. */
export const VIEWS = {
  files: {
    about: "files of the tree",
    sql: "SELECT id, path, language, size, lines, hash, damaged, tags, redactions FROM file",
  },
  symbols: {
    about: "definitions, imports, sections, files (line 1 on) and packages outside the tree (no path); parent: the symbol around it",
    sql:
      `SELECT symbol.id, 'sym_' || lower(hex(key)) AS key, ${word("kind", SYMBOL_KINDS)} AS kind, name, qualified, path, start AS line, stop AS end_line,` +
      " language, parent, exported, arity, type, signature, doc, symbol.file FROM symbol LEFT JOIN file ON file.id = symbol.file",
  },
  edges: {
    about: "who uses what (src uses dst, both ids of symbols), at which line of path, and how that was established",
    sql:
      `SELECT src, source.qualified AS src_name, dst, target.qualified AS dst_name, ${word("edge.kind", EDGE_KINDS)} AS kind, path, line,` +
      ` ${word("resolution", RESOLUTIONS)} AS resolution, confidence / 100.0 AS confidence FROM edge LEFT JOIN symbol AS source ON source.id = src` +
      " LEFT JOIN symbol AS target ON target.id = dst LEFT JOIN file ON file.id = iif(giver = 0, source.file, giver)",
  },
  open_references: {
    about:
      "references to a name that is defined here, of which it could not be established what they mean; symbol: the one around them; receiver: what stands before the name",
    sql: "SELECT name, kind, path, line, symbol, receiver FROM reference JOIN file ON file.id = reference.file",
  },
  chunks: {
    about: "ranges of lines that answers quote; symbol: what they belong to",
    sql:
      `SELECT 'chunk_' || lower(hex(chunk.id)) AS id, path, chunk.start AS line, chunk.stop AS end_line, ${word("chunk.kind", CHUNK_KINDS)} AS kind,` +
      " symbol.id AS symbol, tokens, chunk.tags FROM chunk JOIN file ON file.id = chunk.file" +
      " LEFT JOIN symbol ON symbol.file = chunk.file AND symbol.at = chunk.symbol",
  },
  rules: {
    about: "patterns of paths that a document or CODEOWNERS governs, and by whom: the document, a section of it, an owner",
    sql:
      "SELECT pattern, file.path, rule.line, governor.qualified AS governed_by FROM rule JOIN file ON file.id = rule.file CROSS JOIN json_each(rule.whom) AS one" +
      " JOIN symbol AS governor ON governor.file = rule.file AND governor.at = one.value",
  },
  commits: {
    about:
      "commits of the last two years, at most 5,000, 0 the newest (empty until history is read: manifold index); files: how many it changed",
    sql: "SELECT place, id, date, author, subject, merge, files FROM past JOIN revision ON no = past.revision",
  },
  changes: {
    about: "which commit changed which file, and what the file was called before; of commits of more than 500 files only renames",
    sql:
      `SELECT revision.id AS 'commit', own.path AS path, former.path AS was, ${word("revised.kind", CHANGE_KINDS)} AS kind FROM revised` +
      " JOIN revision ON revision.no = revised.revision JOIN past_path AS own ON own.no = revised.path" +
      " LEFT JOIN past_path AS former ON former.no = revised.was",
  },
  left_out: { about: "files that are not in the index, and why", sql: "SELECT path, reason FROM skipped" },
} as const;

/** Tables that may be asked besides: those of the views, words, and what is told of the whole. */
export const ASKED_TABLES = [
  "file",
  "symbol",
  "edge",
  "reference",
  "chunk",
  "skipped",
  "rule",
  "posting",
  "meta",
  "revision",
  "past",
  "revised",
  "past_path",
] as const;

/** The statements that create the views. */
export const VIEW_SCHEMA = Object.entries(VIEWS)
  .map(([name, { sql }]) => `CREATE VIEW ${name} AS ${sql};`)
  .join("\n");
