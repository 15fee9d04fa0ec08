/**
 * The table of open references during an update. What a file had is compared with what it gets, and only what differs is written: names lie scattered over
 * the table, and ten changed files wrote 270 pages of 16 kB for 90 that are others now.
 */
import type { Statement } from "bun:sqlite";

type Prepare = (sql: string) => Statement;

export class OpenReferences {
  /** Positions by name that files had, as stored; their rows are still there. */
  #before = new Map<number, Map<string, Uint8Array>>();

  constructor(private readonly statement: Prepare) {}

  /**
   * Positions by name that a file has, as stored.
   * @param names of all its references
   */
  of(file: number, names: ReadonlySet<string>): Map<string, Uint8Array> {
    const rows = this.statement("SELECT name, positions FROM reference WHERE file = ? AND name IN (SELECT value FROM json_each(?))").values(
      file,
      JSON.stringify([...names].map((name) => name.toWellFormed())),
    ) as [string, Uint8Array][];
    return new Map(rows);
  }

  /** Notes what `of` says, before what the file is made of goes. */
  forget(file: number, names: ReadonlySet<string>): void {
    this.#before.set(file, this.of(file, names));
  }

  /** Makes these the open references of a file: encoded positions by name. */
  put(file: number, open: ReadonlyMap<string, Uint8Array>): void {
    const before = this.#before.get(file);
    this.#before.delete(file);
    const put = this.statement("INSERT OR REPLACE INTO reference(name, file, positions) VALUES(?, ?, ?)");
    for (const [name, positions] of open) {
      const old = before?.get(name);
      if (old === undefined || Buffer.compare(old, positions) !== 0) put.run(name, file, positions);
      before?.delete(name);
    }
    this.#remove(file, before?.keys() ?? []);
  }

  /** Takes out what files had that did not get anything since: they are gone. */
  flush(): void {
    for (const [file, before] of this.#before) this.#remove(file, before.keys());
    this.#before.clear();
  }

  #remove(file: number, names: Iterable<string>): void {
    const remove = this.statement("DELETE FROM reference WHERE name = ? AND file = ?");
    for (const name of names) remove.run(name, file);
  }
}
