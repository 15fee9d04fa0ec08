/** The table of edges: a row each, found from both ends. */

import type { SQLQueryBindings, Statement } from "bun:sqlite";
import { EDGE_KINDS, type EdgeKind, RESOLUTIONS, type ReferenceKind, type Resolution } from "../base/types.ts";
import { DamagedIndex } from "./damage.ts";
import type { EdgeRecord, OpenRecord } from "./records.ts";

// Rows that belong to files, during an update: what a file had is compared with what it gets, and only what differs is written. Names and targets lie
// scattered over their tables, and a row that is put in place of an equal one costs a page of it in the log.

export interface FileTable {
  /** All rows of a file. */
  of: string;
  insert: string;
  /** Takes one row, by the values that identify it. */
  remove: string;
  /** How many of the first values identify a row. */
  identity: number;
}

export class FileRows<T extends SQLQueryBindings[]> {
  /** Rows that files had, by what is in them; they are still there. */
  #before = new Map<number, Map<string, T>>();

  constructor(
    private readonly statement: (sql: string) => Statement,
    private readonly table: FileTable,
  ) {}

  /** Rows of a file. */
  of(file: number): T[] {
    return this.statement(this.table.of).values(file) as T[];
  }

  /** Notes what a file has, before what it is made of goes. @returns how many rows that are */
  forget(file: number): number {
    const rows = this.of(file);
    this.#before.set(file, new Map(rows.map((row) => [JSON.stringify(row), row])));
    return rows.length;
  }

  /** Makes these the rows of a file. */
  put(file: number, rows: readonly T[]): void {
    const before = this.#before.get(file);
    this.#before.delete(file);
    const added = before ? rows.filter((row) => !before.delete(JSON.stringify(row))) : rows;
    if (before) this.#remove(before);
    const insert = this.statement(this.table.insert);
    for (const row of added) insert.run(...row);
  }

  /** Takes out what files had that did not get anything since: they are gone. */
  flush(): void {
    for (const before of this.#before.values()) this.#remove(before);
    this.#before.clear();
  }

  #remove(rows: ReadonlyMap<string, T>): void {
    const remove = this.statement(this.table.remove);
    for (const row of rows.values()) remove.run(...row.slice(0, this.table.identity));
  }
}

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

// The table of open references: a row for each reference that resolution left open although a definition of its name exists.

/** `among`: marks as JSON, or null. */
export type OpenValues = [
  ...[file: number, position: number, name: string, kind: ReferenceKind, line: number, symbol: number],
  ...[receiver: string | null, arity: number | null, among: string | null],
];

export const OPEN_INSERT = "reference(file, position, name, kind, line, symbol, receiver, arity, among) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)";

export const openValues = (file: number, { position, name, kind, line, symbol, receiver, arity, among }: OpenRecord): OpenValues => [
  ...([file, position, name.toWellFormed(), kind, line, symbol] as const),
  receiver?.toWellFormed() ?? null,
  arity,
  among && among.length > 0 ? JSON.stringify(among) : null,
];

export function toOpen([, position, name, kind, line, symbol, receiver, arity, among]: OpenValues): OpenRecord {
  return {
    position,
    name,
    kind,
    line,
    symbol,
    receiver,
    arity,
    ...(among === null ? undefined : { among: JSON.parse(among) as number[] }),
  };
}

/** What an update makes of the open references of files. */
export const openRows = (statement: (sql: string) => Statement): FileRows<OpenValues> =>
  new FileRows<OpenValues>(statement, {
    of: "SELECT file, position, name, kind, line, symbol, receiver, arity, among FROM reference WHERE file = ? ORDER BY position",
    insert: `INSERT INTO ${OPEN_INSERT}`,
    remove: "DELETE FROM reference WHERE file = ? AND position = ?",
    identity: 2,
  });
