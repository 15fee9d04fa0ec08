/**
 * Writing the graph: rows of files, symbols, chunks, edges and open references.
 *
 * A `Writer` works inside one transaction of its caller. It keeps what must outlive an update: a symbol's integer id stays while its key
 * lives, so that edges of unchanged files stay valid; chunk numbers only go up, so that old postings never mean a new chunk.
 */
import type { Database, SQLQueryBindings, Statement } from "bun:sqlite";
import { CHUNK_KINDS, type FileFacts, type SkipReason, SYMBOL_KINDS } from "../base/types.ts";
import { DamagedIndex } from "./damage.ts";
import { decodeFacts, type StoredSymbol } from "./facts.ts";
import type { Counts } from "./graph.ts";
import { Qualifier, storedQualified } from "./qualified.ts";
import type { FileRecord, SkippedRecord } from "./records.ts";
import { removeResolution } from "./resolution.ts";

type SymbolTuple = [
  id: number,
  key: Uint8Array,
  parent: number | null,
  kind: number,
  name: string,
  qualified: string | null,
  start: number,
  stop: number,
  exported: number,
  arity: number | null,
  type: string | null,
];

/** The write side of an index. */
export class Writer {
  #statements = new Map<string, Statement>();
  #externals: Map<string, number> | null = null;
  /** Nodes of packages whose rows are not written yet. */
  #unwritten: { id: number; key: string; name: string }[] = [];
  #keys = new Map<number, string>();
  #nextFile: number;
  #nextSymbol: number;
  #nextChunk: number;
  /** Kept by difference: counting 300,000 rows takes longer than an update. */
  readonly counts: Counts;

  constructor(readonly db: Database) {
    this.#nextFile = this.#number("SELECT max(id) FROM file") + 1;
    this.#nextSymbol = this.#number("SELECT max(id) FROM symbol") + 1;
    this.#nextChunk = Number(this.meta("next_chunk") ?? 1);
    this.counts = JSON.parse(this.meta("counts") ?? '{"files":0,"chunks":0,"symbols":0,"edges":0}') as Counts;
  }

  /** The prepared statement of an SQL text, kept for the life of the writer. */
  statement(sql: string): Statement {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.db.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
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
    for (const statement of this.#statements.values()) statement.finalize();
    this.#statements.clear();
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
    this.setMeta("counts", JSON.stringify(this.counts));
    this.setMeta("next_chunk", this.#nextChunk);
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
    const ids = new Map<string, number>();
    const removedChunks = known === null ? [] : this.#removeContents(known, ids);
    this.#run(
      "INSERT OR REPLACE INTO file(id, path, language, size, mtime, hash, lines, damaged, tags) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)",
      id,
      record.path,
      record.language,
      record.size,
      record.mtime,
      record.hash,
      record.lines,
      record.damaged ? 1 : 0,
      record.tags.join(" "),
    );
    this.#run("INSERT OR REPLACE INTO wording(file, names, words) VALUES(?, ?, ?)", id, record.names, record.words);
    this.#run("INSERT OR REPLACE INTO prose(file, data) VALUES(?, ?)", id, record.prose);
    this.#run("INSERT OR REPLACE INTO fact(file, nodes, facts) VALUES(?, ?, ?)", id, record.nodes, record.facts);
    if (known === null) this.counts.files++;
    const symbols = this.#putSymbols(id, record, ids);
    const firstChunk = this.#putChunks(id, record, symbols);
    return { id, firstChunk, removedChunks };
  }

  /**
   * Takes a file out.
   * @returns the numbers of the chunks it had
   */
  removeFile(id: number): number[] {
    const chunks = this.#removeContents(id, new Map());
    for (const table of ["wording", "prose", "fact", "dependency"]) this.#run(`DELETE FROM ${table} WHERE file = ?`, id);
    this.counts.files -= this.#run("DELETE FROM file WHERE id = ?", id);
    return chunks;
  }

  /** Takes out what hangs on a file and notes the ids of its symbols by key. */
  #removeContents(file: number, ids: Map<string, number>): number[] {
    removeResolution(this, file);
    for (const [id, key] of this.statement("SELECT id, key FROM symbol WHERE file = ?").values(file) as [number, Uint8Array][])
      ids.set(key.toHex(), id);
    this.counts.symbols -= Math.max(0, this.#run("DELETE FROM symbol WHERE file = ?", file) - 1);
    const chunks = (this.statement("SELECT no FROM chunk WHERE file = ?").values(file) as [number][]).map(([no]) => no);
    this.counts.chunks -= this.#run("DELETE FROM chunk WHERE file = ?", file);
    return chunks;
  }

  #putSymbols(file: number, record: FileRecord, known: Map<string, number>): number[] {
    const insert = this.statement(
      `INSERT INTO symbol(id, key, file, at, parent, kind, name, qualified, start, stop, exported, arity, type)
       VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    const ids = record.keys.map((key) => known.get(key) ?? this.#nextSymbol++);
    record.symbols.forEach((symbol, at) => {
      insert.run(
        ids[at]!,
        Uint8Array.fromHex(record.keys[at]!),
        file,
        at,
        symbol.parent < 0 ? null : ids[symbol.parent]!,
        SYMBOL_KINDS.indexOf(symbol.kind),
        symbol.name,
        storedQualified(symbol.qualified, symbol.name, symbol.parent > 0 ? record.symbols[symbol.parent]!.qualified : ""),
        symbol.start,
        symbol.end,
        symbol.exported ? 1 : 0,
        symbol.arity,
        symbol.type,
      );
    });
    this.counts.symbols += record.symbols.length - 1;
    return ids;
  }

  #putChunks(file: number, record: FileRecord, symbols: number[]): number {
    const insert = this.statement(
      "INSERT INTO chunk(no, id, file, start, stop, kind, symbol, hash, tokens, doc, tags) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
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
        symbols[chunk.symbol]!,
        Uint8Array.fromHex(chunk.hash),
        chunk.tokens,
        chunk.doc,
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

  /** Facts of a file as they are stored, with the ids and keys of its symbols by their position. */
  facts(file: number): { facts: FileFacts; nodes: Uint8Array; ids: number[]; keys: string[] } {
    const row = this.statement(
      "SELECT facts, nodes, path, language, lines, damaged FROM fact JOIN file ON file.id = fact.file WHERE file = ?",
    ).values(file)[0] as [Uint8Array, Uint8Array, string, string | null, number, number] | undefined;
    if (!row) throw new DamagedIndex("a file has no facts");
    const [data, nodes, path, language, lines, damaged] = row;
    const symbols = this.statement(
      "SELECT id, key, parent, kind, name, qualified, start, stop, exported, arity, type FROM symbol WHERE file = ? ORDER BY at",
    ).values(file) as SymbolTuple[];
    const position = new Map(symbols.map(([id], at) => [id, at]));
    const qualifier = new Qualifier((id) => {
      const at = position.get(id) ?? 0;
      const [, , parent, , name, qualified] = symbols[at]!;
      return [at, parent, name, qualified];
    });
    const stored = symbols.map(
      ([, , parent, kind, name, qualified, start, end, exported, arity, type]): StoredSymbol => ({
        kind: SYMBOL_KINDS[kind] ?? "variable",
        name,
        qualified: qualifier.whole(qualified, parent, name),
        parent: parent === null ? -1 : (position.get(parent) ?? 0),
        start,
        end,
        exported: exported === 1,
        arity,
        type,
      }),
    );
    return {
      facts: decodeFacts(data, { path, language, lines, damaged: damaged === 1 }, stored),
      nodes,
      ids: symbols.map(([id]) => id),
      keys: symbols.map(([, key]) => key.toHex()),
    };
  }

  /** Key of any symbol. */
  keyOf(id: number): string {
    let key = this.#keys.get(id);
    if (key === undefined) {
      const row = this.statement("SELECT key FROM symbol WHERE id = ?").values(id)[0] as [Uint8Array] | undefined;
      if (!row) throw new DamagedIndex("an edge leads to a symbol that is not there");
      key = row[0].toHex();
      this.#keys.set(id, key);
    }
    return key;
  }

  /**
   * The node of a package outside the tree, made when first needed.
   * @param later write its row with `putExternals`
   */
  external(name: string, key: () => string, later = false): number {
    this.#externals ??= new Map(this.statement("SELECT name, id FROM symbol WHERE file IS NULL").values() as [string, number][]);
    let id = this.#externals.get(name);
    if (id === undefined) {
      id = this.#nextSymbol++;
      this.#externals.set(name, id);
      this.#unwritten.push({ id, key: key(), name });
      if (!later) this.putExternals();
    }
    return id;
  }

  /** Writes the nodes that were made for later. */
  putExternals(): void {
    for (const { id, key, name } of this.#unwritten.splice(0))
      this.#run(
        `INSERT INTO symbol(id, key, file, at, parent, kind, name, qualified, start, stop, exported, arity, type)
         VALUES(?, ?, NULL, 0, NULL, ?, ?, NULL, 0, 0, 1, NULL, NULL)`,
        id,
        Uint8Array.fromHex(key),
        SYMBOL_KINDS.indexOf("external"),
        name,
      );
  }
}
