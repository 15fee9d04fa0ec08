/**
 * Writing the graph: rows of files, symbols, chunks, edges and open references.
 *
 * A `Writer` works inside one transaction of its caller. It keeps what must outlive an update: a symbol's integer id stays while its key
 * lives, so that edges of unchanged files stay valid; chunk numbers only go up, so that old postings never mean a new chunk.
 */

import type { Database, SQLQueryBindings, Statement } from "bun:sqlite";
import { CHUNK_KINDS, type FileFacts, type RawSymbol, type SkipReason } from "../base/types.ts";
import { DamagedIndex, ROWS } from "./damage.ts";
import { edgeRows, openRows } from "./edges.ts";
import { bareSymbol, decodeFacts } from "./facts.ts";
import type { FileRecord, SkippedRecord } from "./records.ts";
import { removeResolution } from "./resolution.ts";
import { type Counts, languageCounts } from "./rows.ts";
import { Statements } from "./statements.ts";
import { externalKey, fileOfSymbol, SymbolWriter, symbolsOf } from "./symbols.ts";

/** What is stored of a file for resolution, and the digest of its canonical nodes. */
export interface StoredFacts {
  facts: FileFacts;
  nodes: Uint8Array;
}

/** The write side of an index. */
export class Writer {
  readonly #statements: Statements;
  #externals: Map<string, number> | null = null;
  /** Nodes of packages whose rows are not written yet. */
  #unwritten: { id: number; name: string }[] = [];
  readonly edges = edgeRows((sql) => this.statement(sql));
  readonly open = openRows((sql) => this.statement(sql));
  #nextFile: number;
  readonly #symbols: SymbolWriter;
  #nextChunk: number;
  /** Kept by difference: counting all rows takes longer than an update. */
  readonly counts: Counts;
  /** Files by language, kept in the same way. */
  readonly #languages: Map<string, number>;

  constructor(readonly db: Database) {
    this.#statements = new Statements(db);
    this.#nextFile = this.#number("SELECT max(id) FROM file") + 1;
    this.#symbols = new SymbolWriter((sql) => this.statement(sql), Number(this.meta("next_symbol") ?? 1));
    this.#nextChunk = Number(this.meta("next_chunk") ?? 1);
    this.counts = JSON.parse(this.meta("counts") ?? '{"files":0,"chunks":0,"symbols":0,"edges":0}') as Counts;
    this.#languages = new Map(languageCounts((sql) => this.statement(sql)));
  }

  /** The prepared statement of an SQL text, kept for the life of the writer. */
  statement(sql: string): Statement {
    return this.#statements.of(sql);
  }

  #run(sql: string, ...values: SQLQueryBindings[]): number {
    return this.statement(sql).run(...values).changes;
  }

  #number(sql: string, ...values: SQLQueryBindings[]): number {
    const row = this.statement(sql).values(...values)[0] as [number | null] | undefined;
    return row?.[0] ?? 0;
  }

  /** Frees the statements; the connection stays its opener's. */
  close(): void {
    this.#statements.free();
  }

  meta(key: string): string | null {
    const row = this.statement("SELECT value FROM meta WHERE key = ?").values(key)[0] as [unknown] | undefined;
    return row === undefined || row[0] === null ? null : String(row[0]);
  }

  setMeta(key: string, value: string | number | null): void {
    this.#run("INSERT INTO meta(key, value) VALUES(?, ?) ON CONFLICT(key) DO UPDATE SET value = excluded.value", key, value);
  }

  /** Writes the counters; the last thing before the commit. */
  finish(): void {
    this.edges.flush();
    this.open.flush();
    this.setMeta("next_symbol", this.#symbols.next);
    this.setMeta("counts", JSON.stringify(this.counts));
    this.setMeta("next_chunk", this.#nextChunk);
    this.setMeta("rows", (this.statement(ROWS).values()[0] as [string])[0]);
    this.setMeta("languages", JSON.stringify([...this.#languages]));
  }

  /** Number that the next chunk gets. */
  get nextChunk(): number {
    return this.#nextChunk;
  }

  // -------------------------------------------------------------------------------------------- files

  fileId(path: string): number | null {
    const row = this.statement("SELECT id FROM file WHERE path = ?").values(path)[0] as [number] | undefined;
    return row?.[0] ?? null;
  }

  /**
   * Writes a file, new or in place of what was there under its path.
   * @returns its id and the numbers of its chunks: `firstChunk` is the first of `record.chunks.length`; `removedChunks` those it had before
   */
  putFile(record: FileRecord): { id: number; firstChunk: number; removedChunks: number[] } {
    const known = this.fileId(record.path);
    const id = known ?? this.#nextFile++;
    const removedChunks = known === null ? [] : this.#removeContents(known);
    this.#run(
      "INSERT OR REPLACE INTO file(id, path, language, size, mtime, hash, lines, damaged, redactions, tags, chunk, chunks) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      id,
      record.path,
      record.language,
      record.size,
      record.mtime,
      record.hash,
      record.lines,
      record.damaged ? 1 : 0,
      record.redactions,
      record.tags.join(" "),
      this.#nextChunk,
      record.chunks.length,
    );
    this.#run("INSERT OR REPLACE INTO wording(file, names) VALUES(?, ?)", id, record.names);
    this.#run("INSERT OR REPLACE INTO fact(file, nodes, facts) VALUES(?, ?, ?)", id, record.nodes, record.facts);
    const rule = this.statement("INSERT INTO rule(file, position, pattern, line, whom, part) VALUES(?, ?, ?, ?, ?, ?)");
    for (const [position, { pattern, line, by, part }] of record.rules.entries())
      rule.run(id, position, pattern.toWellFormed(), line, JSON.stringify(by), part);
    if (known === null) this.counts.files++;
    this.#counted(record.language, 1);
    const more = this.#symbols.put(id, record.keys, record.symbols, known === null);
    // The file itself is none of those that are counted.
    this.counts.symbols += known === null ? more - 1 : more;
    const firstChunk = this.#putChunks(id, record);
    return { id, firstChunk, removedChunks };
  }

  /**
   * Takes a file out.
   * @returns the numbers of the chunks it had
   */
  removeFile(id: number): number[] {
    const chunks = this.#removeContents(id);
    this.counts.symbols -= Math.max(0, this.#symbols.remove(id) - 1);
    for (const table of ["wording", "fact", "dependency"]) this.#run(`DELETE FROM ${table} WHERE file = ?`, id);
    this.counts.files -= this.#run("DELETE FROM file WHERE id = ?", id);
    return chunks;
  }

  /** Takes out what hangs on a file, but for its symbols. */
  #removeContents(file: number): number[] {
    removeResolution(this, file);
    const row = this.statement("SELECT chunk, chunks, language FROM file WHERE id = ?").values(file);
    const [[first, count, language]] = row as [[number, number, string | null]];
    this.#counted(language, -1);
    this.#run("DELETE FROM rule WHERE file = ?", file);
    this.counts.chunks -= this.#run("DELETE FROM chunk WHERE no >= ? AND no < ?", first, first + count);
    return Array.from({ length: count }, (_, i) => first + i);
  }

  #counted(language: string | null, by: 1 | -1): void {
    if (language === null) return;
    const count = (this.#languages.get(language) ?? 0) + by;
    if (count > 0) this.#languages.set(language, count);
    else this.#languages.delete(language);
  }

  #putChunks(file: number, record: FileRecord): number {
    const insert = this.statement(
      "INSERT INTO chunk(no, id, file, start, stop, kind, symbol, hash, tokens, tags) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    );
    const first = this.#nextChunk;
    for (const chunk of record.chunks) {
      insert.run(
        this.#nextChunk++,
        Uint8Array.fromHex(chunk.id.slice("chunk_".length)),
        file,
        chunk.start,
        chunk.end,
        CHUNK_KINDS.indexOf(chunk.kind),
        chunk.symbol,
        Uint8Array.fromHex(chunk.hash),
        chunk.tokens,
        chunk.tags.join(" "),
      );
    }
    this.counts.chunks += record.chunks.length;
    return first;
  }

  /** Leaves a file out because of its content. */
  putSkipped(path: string, { reason, size, mtime, hash }: SkippedRecord): void {
    this.#run(
      "INSERT OR REPLACE INTO skipped(path, reason, content, size, mtime, hash) VALUES(?, ?, 1, ?, ?, ?)",
      path,
      reason,
      size,
      mtime,
      hash,
    );
  }

  /** Forgets that a file was left out. */
  removeSkipped(path: string): void {
    this.#run("DELETE FROM skipped WHERE path = ?", path);
  }

  /** Replaces the list of files left out for reasons that show without reading them. */
  replaceSkipped(skipped: ReadonlyMap<string, SkipReason>): void {
    this.#run("DELETE FROM skipped WHERE content = 0");
    for (const [path, reason] of skipped)
      this.#run("INSERT OR REPLACE INTO skipped(path, reason, content, size, mtime, hash) VALUES(?, ?, 0, 0, 0, '')", path, reason);
  }

  /** Notes another size and time of a file whose content is the same. */
  touch(path: string, size: number, mtime: number): void {
    if (this.#run("UPDATE file SET size = ?, mtime = ? WHERE path = ?", size, mtime, path) === 0)
      this.#run("UPDATE skipped SET size = ?, mtime = ? WHERE path = ?", size, mtime, path);
  }

  // -------------------------------------------------------------------------------------------- resolution

  /**
   * Facts of a file as they are stored.
   * @param symbols its symbols by position as `bareSymbol` makes them, where they are known already
   */
  facts(file: number, symbols?: RawSymbol[]): StoredFacts {
    const row = this.statement(
      "SELECT facts, nodes, path, language, lines, damaged FROM fact JOIN file ON file.id = fact.file WHERE file = ?",
    ).values(file)[0] as [Uint8Array, Uint8Array, string, string | null, number, number] | undefined;
    if (!row) throw new DamagedIndex("a file has no facts");
    const [data, nodes, path, language, lines, damaged] = row;
    const known = symbols ?? symbolsOf((sql) => this.statement(sql), file).symbols.map(bareSymbol);
    return { facts: decodeFacts(data, { path, language, lines, damaged: damaged === 1 }, known), nodes };
  }

  /** The file that a symbol should be in; 0 for none. */
  fileOfSymbol(id: number): number {
    return fileOfSymbol((sql) => this.statement(sql), id) ?? 0;
  }

  /**
   * The node of a package outside the tree, made when first needed.
   * @param later write its row with `putExternals`
   */
  external(name: string, later = false): number {
    this.#externals ??= new Map(this.statement("SELECT name, id FROM symbol WHERE file IS NULL").values() as [string, number][]);
    let id = this.#externals.get(name);
    if (id === undefined) {
      id = this.#symbols.next++;
      this.#externals.set(name, id);
      this.#unwritten.push({ id, name });
      if (!later) this.putExternals();
    }
    return id;
  }

  /** Writes the nodes that were made for later. */
  putExternals(): void {
    for (const { id, name } of this.#unwritten.splice(0)) this.#symbols.putExternal(id, name, externalKey(name));
  }
}
