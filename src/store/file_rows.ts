/**
 * Rows that belong to files, during an update: what a file had is compared with what it gets, and only what differs is written. Names and targets lie
 * scattered over their tables, and a row that is put in place of an equal one costs a page of it in the log.
 */
import type { SQLQueryBindings, Statement } from "bun:sqlite";

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
