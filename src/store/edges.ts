/** The table of edges: a row each, found from both ends. */
import type { Statement } from "bun:sqlite";
import { EDGE_KINDS, type EdgeKind, RESOLUTIONS, type Resolution } from "../base/types.ts";
import { DamagedIndex } from "./damage.ts";
import { FileRows } from "./file_rows.ts";
import type { EdgeRecord } from "./records.ts";

type Prepare = (sql: string) => Statement;
type Stored = [src: number, kind: number, dst: number, line: number, resolution: number, confidence: number];

/**
 * Edges as answers give them: what is stored with another file than its source's has a line there, and is shown where the source begins; but for what
 * governs it, which is read in the document that says so.
 */
const SHOWN = `src, kind, dst, CASE WHEN giver = 0 OR kind = ${EDGE_KINDS.indexOf("governed_by")} THEN line ELSE (SELECT start FROM symbol WHERE id = src) END, resolution, confidence FROM`;

/** Edges that leave a symbol. */
export const LEAVING = `SELECT ${SHOWN} edge WHERE src = ?`;
/** Edges that reach a symbol, by kind, source and line. */
export const REACHING = `SELECT ${SHOWN} edge WHERE dst = ?`;
/** The same of many, given as JSON. */
export const REACHING_ANY = `SELECT ${SHOWN} json_each(?) AS j CROSS JOIN edge ON dst = j.value`;
/** Rows that a file says, with the place of their source in it. */
export const SAID_BY = `SELECT at, edge.* FROM symbol CROSS JOIN edge ON src = symbol.id AND giver = 0 WHERE file = ?1
  UNION ALL SELECT 1 << 40, edge.* FROM edge WHERE giver = ?1 AND giver <> 0`;
/** All edges that a file says, by the place of their source; those of sources elsewhere come last. */
export const OF_FILE = `SELECT ${SHOWN} (${SAID_BY}) ORDER BY at, src, kind, dst, line`;

/** @throws DamagedIndex when it is no edge of ours */
export function toEdge([src, kind, dst, line, resolution, confidence]: Stored): EdgeRecord {
  const [kindName, how] = [EDGE_KINDS[kind], RESOLUTIONS[resolution]];
  if (kindName === undefined || how === undefined) throw new DamagedIndex("an edge is of no kind that there is");
  return { src, kind: kindName as EdgeKind, dst, line, resolution: how as Resolution, confidence: confidence / 100 };
}

/** A row of the table. */
export type EdgeValues = [dst: number, kind: number, src: number, line: number, giver: number, resolution: number, confidence: number];

export const EDGE_INSERT = "edge(dst, kind, src, line, giver, resolution, confidence) VALUES(?, ?, ?, ?, ?, ?, ?)";

/** @param file that says so; @param own is a symbol one of its own? */
export function edgeValues({ src, kind, dst, line, resolution, confidence }: EdgeRecord, file: number, own: boolean): EdgeValues {
  return [dst, EDGE_KINDS.indexOf(kind), src, line, own ? 0 : file, RESOLUTIONS.indexOf(resolution), Math.round(confidence * 100)];
}

/** What an update makes of the edges of files. */
export const edgeRows = (statement: Prepare): FileRows<EdgeValues> =>
  new FileRows<EdgeValues>(statement, {
    of: `SELECT dst, kind, src, line, giver, resolution, confidence FROM (${SAID_BY})`,
    insert: `INSERT INTO ${EDGE_INSERT}`,
    remove: "DELETE FROM edge WHERE dst = ? AND kind = ? AND src = ? AND line = ? AND giver = ?",
    identity: 5,
  });
