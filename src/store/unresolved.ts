/** The table of open references: a row for each reference that resolution left open although a definition of its name exists. */
import type { Statement } from "bun:sqlite";
import type { ReferenceKind } from "../base/types.ts";
import { FileRows } from "./file_rows.ts";
import type { OpenRecord } from "./records.ts";

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
