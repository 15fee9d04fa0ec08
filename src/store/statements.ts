/** Prepared statements of one connection, each made once and kept until `free`. */
import type { Database, Statement } from "bun:sqlite";

export class Statements {
  #known = new Map<string, Statement>();

  constructor(private readonly db: Database) {}

  /** The statement of an SQL text. */
  of(sql: string): Statement {
    let statement = this.#known.get(sql);
    if (!statement) {
      statement = this.db.prepare(sql);
      this.#known.set(sql, statement);
    }
    return statement;
  }

  /** Gives them back; the connection stays its opener's. */
  free(): void {
    for (const statement of this.#known.values()) statement.finalize();
    this.#known.clear();
  }
}
