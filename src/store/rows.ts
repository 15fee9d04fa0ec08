/** Rows of the index as the query side sees them, and how they are read from the tables. */
import type { SQLQueryBindings, Statement } from "bun:sqlite";
import { CHUNK_KINDS, type Chunk, type ReferenceKind, type SymbolKind } from "../base/types.ts";
import type { EdgeRecord, FileRecord, OpenRecord } from "./records.ts";
import { kindOf } from "./symbols.ts";

export interface FileRow extends Pick<FileRecord, "path" | "language" | "size" | "mtime" | "hash" | "lines" | "damaged" | "redactions"> {
  id: number;
  tags: string[];
}

export interface SymbolRow {
  id: number;
  /** `sym_<16 hex>`. */
  readonly key: string;
  /** null for external symbols, whose path is "" and lines are 0. */
  file: number | null;
  path: string;
  language: string | null;
  /** Position in its file: 0 is the file itself. */
  at: number;
  parent: number | null;
  kind: SymbolKind;
  name: string;
  qualified: string;
  /** Read when first looked at, so not an own property: spreading a row loses it. */
  readonly signature: string;
  readonly doc: string;
  start: number;
  end: number;
  exported: boolean;
  arity: number | null;
  type: string | null;
  /** It only says that there is such a thing (RawSymbol). */
  declares: boolean;
}

export type EdgeRow = EdgeRecord;

/** A reference that resolution left open although a definition of its name exists. */
export interface ReferenceRow extends Omit<OpenRecord, "position" | "symbol"> {
  file: number;
  path: string;
  /** Symbol id of the innermost enclosing symbol. */
  scope: number;
}

/** Columns of the table of open references as they are read. */
export const OPEN = "reference.file, symbol, kind, name, receiver, arity, line, among";
export type OpenColumns = [
  ...[file: number, scope: number, kind: ReferenceKind, name: string],
  ...[receiver: string | null, arity: number | null, line: number, among: string | null],
];

export function toReference(path: string, [file, scope, kind, name, receiver, arity, line, among]: OpenColumns): ReferenceRow {
  return { file, path, scope, kind, name, receiver, arity, line, ...(among === null ? {} : { among: JSON.parse(among) as number[] }) };
}

/** A file in which references to some name are open. */
export interface OpenFile {
  file: number;
  path: string;
  language: string | null;
  tags: string[];
  /** They, in the order in which they stand there. */
  references: ReferenceRow[];
}

/** A chunk; its `symbol` is an id, the file's own where the chunk belongs to no other. */
export interface ChunkRow extends Omit<Chunk, "doc"> {
  /** Number within this index, for postings and vectors; not stable over updates. */
  no: number;
  file: number;
}

/** How many files each language has, largest first; as the last writer counted them. */
export function languageCounts(statement: (sql: string) => Statement): [language: string, files: number][] {
  const [kept] = statement("SELECT value FROM meta WHERE key = 'languages'").values() as [string][];
  const counts = kept
    ? (JSON.parse(kept[0]) as [string, number][])
    : (statement("SELECT language, count(*) FROM file WHERE language IS NOT NULL GROUP BY language").values() as [string, number][]);
  return counts.sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
}

/** What is in the index, kept exact by every update. */
export interface Counts {
  files: number;
  chunks: number;
  /** Definitions: files and external packages are nodes too, but not counted here. */
  symbols: number;
  /** Resolved edges; `contains` is not counted (there is one a symbol). */
  edges: number;
}

export type Row = Record<string, SQLQueryBindings>;

/** What `ReadSymbol` is made of. */
export const SYMBOL =
  "SELECT symbol.id, symbol.file, path, language, at, parent, kind, name, qualified, start, stop, exported, declares, arity, type, lower(hex(key))" +
  " FROM symbol LEFT JOIN file ON file.id = symbol.file";

export type SymbolValues = [
  ...[id: number, file: number | null, path: string | null, language: string | null, at: number, parent: number | null, kind: number],
  ...[name: string, qualified: string, start: number, stop: number, exported: number, declares: number, arity: number | null],
  ...[type: string | null, key: string],
];

/** Signature and documentation of a symbol. */
export type Texts = [signature: string, doc: string];

/** A symbol as read; its texts are read when somebody looks. */
export class ReadSymbol implements SymbolRow {
  readonly id: number;
  readonly file: number | null;
  readonly path: string;
  readonly language: string | null;
  readonly at: number;
  readonly parent: number | null;
  readonly kind: SymbolKind;
  readonly name: string;
  readonly qualified: string;
  readonly start: number;
  readonly end: number;
  readonly exported: boolean;
  readonly arity: number | null;
  readonly type: string | null;
  readonly declares: boolean;
  readonly key: string;
  readonly #read: (id: number) => Texts;
  #texts: Texts | null = null;

  constructor(values: SymbolValues, read: (id: number) => Texts) {
    const [id, file, path, language, at, parent, kind, name, qualified, start, stop, exported, declares, arity, type, key] = values;
    [this.id, this.file, this.path, this.language, this.at, this.parent] = [id, file, path ?? "", language, at, parent];
    [this.kind, this.name, this.qualified, this.start, this.end] = [kindOf(kind), name, qualified, start, stop];
    [this.exported, this.declares, this.arity, this.type, this.key] = [exported === 1, declares === 1, arity, type, `sym_${key}`];
    this.#read = read;
  }

  get signature(): string {
    this.#texts ??= this.#read(this.id);
    return this.#texts[0];
  }

  get doc(): string {
    this.#texts ??= this.#read(this.id);
    return this.#texts[1];
  }
}

export function toFile(row: Row): FileRow {
  return { ...(row as unknown as FileRow), damaged: row.damaged === 1, tags: splitWords(row.tags as string) };
}

/** @param symbols of its file */
export function toChunk(row: Row, symbols: readonly SymbolRow[]): ChunkRow {
  const symbol = symbols[row.symbol as number];
  const own = row.symbol === 0 || symbol === undefined;
  return {
    no: row.no as number,
    id: `chunk_${(row.id as Uint8Array).toHex()}`,
    file: row.file as number,
    path: row.path as string,
    language: row.language as string | null,
    start: row.start as number,
    end: row.stop as number,
    kind: CHUNK_KINDS[row.kind as number] ?? "text",
    symbol: symbol?.id ?? 0,
    name: own ? "" : symbol.name,
    qualified: own ? "" : symbol.qualified,
    hash: (row.hash as Uint8Array).toHex(),
    tokens: row.tokens as number,
    tags: splitWords(row.tags as string),
  };
}

export function splitWords(text: string): string[] {
  return text === "" ? [] : text.split(" ");
}
