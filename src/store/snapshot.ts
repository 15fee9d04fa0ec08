/**
 * One snapshot of an index: everything is read in a single transaction, so an indexer that commits meanwhile changes nothing under it;
 * `renew` moves on to the newest state. Statements are prepared on first use and kept. Answers about the whole and about files.
 */

import type { Database, SQLQueryBindings, Statement } from "bun:sqlite";
import { statSync } from "node:fs";
import { join } from "node:path";
import type { RawImport, RawReference, SkipReason } from "../base/types.ts";
import { readSourceSync, type SourceText } from "../files/reader.ts";
import { decodeImports, decodeReferences } from "./facts.ts";
import { INDEX_FILE, indexFolder } from "./folder.ts";
import {
  type Counts,
  type FileRow,
  languageCounts,
  ReadSymbol,
  type Row,
  SYMBOL,
  type SymbolRow,
  type SymbolValues,
  type Texts,
  toFile,
} from "./rows.ts";
import { Statements } from "./statements.ts";

const FILE = "SELECT id, path, language, size, mtime, hash, lines, damaged, redactions, tags FROM file";

/** What tells whether a file is still the same; files left out because of their content have a reason. */
type Known = { hash: string; size: number; mtime: number; reason?: SkipReason };

export class Snapshot {
  readonly #statements: Statements;
  /**
   * @param db a connection with a version-1 index
   */
  constructor(
    readonly db: Database,
    readonly root: string,
  ) {
    this.#statements = new Statements(db);
  }

  /** The prepared statement of an SQL text, kept for the life of the store. */
  statement(sql: string): Statement {
    return this.#statements.of(sql);
  }

  protected all(sql: string, ...values: SQLQueryBindings[]): Row[] {
    return this.statement(sql).all(...values) as Row[];
  }

  protected one(sql: string, ...values: SQLQueryBindings[]): Row | null {
    return this.statement(sql).get(...values) as Row | null;
  }

  /** Moves the snapshot to what is committed now. */
  renew(): void {
    if (!this.db.inTransaction) return;
    this.db.run("COMMIT");
    this.db.run("BEGIN");
  }

  close(): void {
    this.#statements.free();
    this.db.close(false);
  }

  // -------------------------------------------------------------------------------------------- the whole

  /** A value of the `meta` table as text, or null. */
  meta(key: string): string | null {
    const row = this.one("SELECT value FROM meta WHERE key = ?", key);
    return row?.value === null || row?.value === undefined ? null : String(row.value);
  }

  /** Tells this state of the index from every other: changes with each update, and with a new build. */
  identity(): string {
    const row = this.one("SELECT data FROM posting WHERE term = '' AND segment = 0");
    const inode = statSync(join(indexFolder(this.root), INDEX_FILE), { throwIfNoEntry: false })?.ino ?? 0;
    return `${inode} ${this.meta("graph_hash") ?? ""} ${row ? Bun.hash(row.data as Uint8Array).toString(16) : ""}`;
  }

  counts(): Counts {
    return JSON.parse(this.meta("counts") ?? '{"files":0,"chunks":0,"symbols":0,"edges":0}') as Counts;
  }

  /** Files by language name, largest first; files of no known language are left out. */
  languages(): Record<string, number> {
    return Object.fromEntries(languageCounts((sql) => this.statement(sql)));
  }

  // -------------------------------------------------------------------------------------------- files

  /** All files, sorted by path. */
  files(): FileRow[] {
    return this.all(`${FILE} ORDER BY path`).map(toFile);
  }

  /** Files with a text in their path, sorted by path. */
  filesHolding(part: string): FileRow[] {
    return this.all(`${FILE} WHERE instr(path, ?) > 0 ORDER BY path`, part).map(toFile);
  }

  fileByPath(path: string): FileRow | null {
    const row = this.one(`${FILE} WHERE path = ?`, path);
    return row && toFile(row);
  }

  /** Where texts come from if not from disk: of a tree that is not checked out here. Null, or a reason for all, where they are not to be had. */
  texts: ((file: FileRow) => SourceText | SkipReason) | null = null;

  /**
   * The text of a file as it is on disk now, by the one redacting reader; what the index knows to hold no secret is not searched for them again.
   * @param file its row, where the caller has it
   */
  source(path: string, file: FileRow | null = this.fileByPath(path)): SourceText | SkipReason {
    if (this.texts !== null) return file === null ? "unreadable" : this.texts(file);
    return readSourceSync(this.root, path, file ?? undefined);
  }

  fileById(id: number): FileRow | null {
    const row = this.one(`${FILE} WHERE id = ?`, id);
    return row && toFile(row);
  }

  /** Files left out, sorted by path. @param reasons only those left out for these */
  skipped(reasons?: readonly SkipReason[]): { path: string; reason: SkipReason }[] {
    const some = reasons ? "WHERE reason IN (SELECT value FROM json_each(?))" : "";
    return this.all(`SELECT path, reason FROM skipped ${some} ORDER BY path`, ...(reasons ? [JSON.stringify(reasons)] : [])) as {
      path: string;
      reason: SkipReason;
    }[];
  }

  skipReason(path: string): SkipReason | null {
    return (this.one("SELECT reason FROM skipped WHERE path = ?", path)?.reason as SkipReason | undefined) ?? null;
  }

  /** What tells whether a file is still the same, by path; files left out because of their content have a reason. */
  known(): Map<string, Known> {
    const known = new Map<string, Known>();
    for (const [path, hash, size, mtime] of this.statement("SELECT path, hash, size, mtime FROM file").values() as [
      string,
      string,
      number,
      number,
    ][])
      known.set(path, { hash, size, mtime });
    const skipped = this.statement("SELECT path, hash, size, mtime, reason FROM skipped WHERE content = 1").values();
    for (const [path, hash, size, mtime, reason] of skipped as [string, string, number, number, SkipReason][])
      known.set(path, { hash, size, mtime, reason });
    return known;
  }

  /** As `known`, of some paths. */
  knownAmong(paths: Iterable<string>): Map<string, Known> {
    const known = new Map<string, Known>();
    const file = this.statement("SELECT hash, size, mtime FROM file WHERE path = ?");
    const skipped = this.statement("SELECT hash, size, mtime, reason FROM skipped WHERE content = 1 AND path = ?");
    for (const path of paths) {
      const [row] = file.values(path) as [string, number, number][];
      const [left] = row ? [] : (skipped.values(path) as [string, number, number, SkipReason][]);
      if (row) known.set(path, { hash: row[0], size: row[1], mtime: row[2] });
      else if (left) known.set(path, { hash: left[0], size: left[1], mtime: left[2], reason: left[3] });
    }
    return known;
  }

  /** Files left out for reasons that show without reading them: those git ignores, and the others. */
  skippedUnread(): Map<string, SkipReason> {
    return new Map(this.statement("SELECT path, reason FROM skipped WHERE content = 0 ORDER BY path").values() as [string, SkipReason][]);
  }
}

// What is read of files, kept as long as that is little.

/** Files whose values stay; above it all are forgotten, which costs less than remembering which were used last. */
const LIMIT = 2_000;

/** Symbols that stay. */
const ROWS = 50_000;

class Kept<T> extends Map<number, T> {
  constructor(private readonly limit = LIMIT) {
    super();
  }

  once(file: number, make: () => T): T {
    const known = this.get(file);
    if (known !== undefined) return known;
    const value = make();
    if (this.size >= this.limit) this.clear();
    this.set(file, value);
    return value;
  }
}

export class Unpacked {
  /** One row a symbol, whoever asks for it. */
  readonly #rows = new Kept<SymbolRow>(ROWS);
  readonly #symbols = new Kept<readonly SymbolRow[]>();
  readonly #references = new Kept<RawReference[]>();
  readonly #imports = new Kept<RawImport[]>();

  constructor(private readonly statement: (sql: string) => Statement) {}

  clear(): void {
    for (const kept of [this.#rows, this.#symbols, this.#references, this.#imports]) kept.clear();
  }

  readonly #texts = (id: number): Texts =>
    (this.statement("SELECT signature, doc FROM symbol WHERE id = ?").values(id)[0] as Texts | undefined) ?? ["", ""];

  /** Symbols that a condition holds of. @param rest of the statement behind `SYMBOL` */
  where(rest: string, ...values: SQLQueryBindings[]): SymbolRow[] {
    const rows = this.statement(`${SYMBOL} ${rest}`).values(...values) as SymbolValues[];
    return rows.map((row) => this.#rows.once(row[0], () => new ReadSymbol(row, this.#texts)));
  }

  /** The symbol of an id. */
  symbol(id: number): SymbolRow | null {
    return this.#rows.get(id) ?? this.where("WHERE symbol.id = ?", id)[0] ?? null;
  }

  /** Reads many symbols at once: whoever asks for one of them later finds it. */
  prepare(ids: Iterable<number>): void {
    const missing = [...ids].filter((id) => !this.#rows.has(id));
    if (missing.length > 0) this.where("WHERE symbol.id IN (SELECT value FROM json_each(?))", JSON.stringify(missing));
  }

  /** Symbols of a file by position. */
  symbols(file: number): readonly SymbolRow[] {
    return this.#symbols.once(file, () => this.where("WHERE symbol.file = ? ORDER BY at", file));
  }

  /** All references of a file's facts. */
  references(file: number): RawReference[] {
    return this.#references.once(file, () => {
      const data = this.#blob("SELECT facts FROM fact WHERE file = ?", file);
      return data ? decodeReferences(data) : [];
    });
  }

  /** All imports of a file's facts. */
  imports(file: number): RawImport[] {
    return this.#imports.once(file, () => {
      const data = this.#blob("SELECT facts FROM fact WHERE file = ?", file);
      return data ? decodeImports(data) : [];
    });
  }

  #blob(sql: string, file: number): Uint8Array | null {
    return (this.statement(sql).values(file)[0] as [Uint8Array] | undefined)?.[0] ?? null;
  }
}
