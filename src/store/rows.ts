/** Rows of the index as the query side sees them, and how they are read from the tables. */
import type { SQLQueryBindings } from "bun:sqlite";
import {
  CHUNK_KINDS,
  type ChunkKind,
  type EdgeKind,
  type ReferenceKind,
  type Resolution,
  SYMBOL_KINDS,
  type SymbolKind,
} from "../base/types.ts";
import type { Prose } from "./prose.ts";
import type { Qualifier } from "./qualified.ts";

export interface FileRow {
  id: number;
  path: string;
  language: string | null;
  size: number;
  mtime: number;
  hash: string;
  lines: number;
  damaged: boolean;
  tags: string[];
}

export interface SymbolRow {
  id: number;
  /** `sym_<16 hex>`. */
  key: string;
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
  /** Unpacked when first looked at, so not an own property: spreading a row loses it. */
  readonly signature: string;
  readonly doc: string;
  start: number;
  end: number;
  exported: boolean;
  arity: number | null;
  type: string | null;
}

export interface EdgeRow {
  src: number;
  kind: EdgeKind;
  dst: number;
  /** 0 for `contains`. */
  line: number;
  resolution: Resolution;
  confidence: number;
}

/** A reference that resolution left open although a definition of its name exists. */
export interface ReferenceRow {
  file: number;
  path: string;
  /** Symbol id of the innermost enclosing symbol. */
  scope: number;
  kind: ReferenceKind;
  name: string;
  receiver: string | null;
  arity: number | null;
  line: number;
}

export interface ChunkRow {
  /** Number within this index, for postings and vectors; not stable over updates. */
  no: number;
  id: string;
  file: number;
  path: string;
  language: string | null;
  start: number;
  end: number;
  kind: ChunkKind;
  /** Symbol id; the file's own where the chunk belongs to no other. */
  symbol: number;
  /** "" where the symbol is the file. */
  name: string;
  qualified: string;
  hash: string;
  tokens: number;
  doc: string;
  tags: string[];
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

const KIND_FILE = SYMBOL_KINDS.indexOf("file");

/** What reading a symbol needs besides its row. */
export interface SymbolContext {
  qualifier: Qualifier;
  prose(file: number): Prose;
}

/** A symbol as read, with its texts unpacked on demand. */
class ReadSymbol implements SymbolRow {
  readonly id: number;
  readonly key: string;
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
  readonly #context: SymbolContext;

  constructor(row: Row, context: SymbolContext) {
    this.id = row.id as number;
    this.key = `sym_${(row.key as Uint8Array).toHex()}`;
    this.file = row.file as number | null;
    this.path = (row.path as string | null) ?? "";
    this.language = row.language as string | null;
    this.at = row.at as number;
    this.parent = row.parent as number | null;
    this.kind = SYMBOL_KINDS[row.kind as number] ?? "external";
    this.name = row.name as string;
    this.qualified = context.qualifier.whole(row.qualified as string | null, this.parent, this.name);
    this.start = row.start as number;
    this.end = row.stop as number;
    this.exported = row.exported === 1;
    this.arity = row.arity as number | null;
    this.type = row.type as string | null;
    this.#context = context;
  }

  get signature(): string {
    return this.file === null ? "" : (this.#context.prose(this.file).signatures[this.at] ?? "");
  }

  get doc(): string {
    return this.file === null ? "" : (this.#context.prose(this.file).docs[this.at] ?? "");
  }
}

export function toFile(row: Row): FileRow {
  return { ...(row as unknown as FileRow), damaged: row.damaged === 1, tags: splitWords(row.tags as string) };
}

export function toSymbol(row: Row, context: SymbolContext): SymbolRow {
  return new ReadSymbol(row, context);
}

export function contains(parent: number, child: number): EdgeRow {
  return { src: parent, kind: "contains", dst: child, line: 0, resolution: "exact", confidence: 1 };
}

export function toChunk(row: Row, context: SymbolContext): ChunkRow {
  const own = row.owner === KIND_FILE;
  const name = own ? "" : (row.name as string);
  return {
    no: row.no as number,
    id: `chunk_${(row.id as Uint8Array).toHex()}`,
    file: row.file as number,
    path: row.path as string,
    language: row.language as string | null,
    start: row.start as number,
    end: row.stop as number,
    kind: CHUNK_KINDS[row.kind as number] ?? "text",
    symbol: row.symbol as number,
    name,
    qualified: own ? "" : context.qualifier.whole(row.qualified as string | null, row.parent as number | null, name),
    hash: (row.hash as Uint8Array).toHex(),
    tokens: row.tokens as number,
    doc: row.doc as string,
    tags: splitWords(row.tags as string),
  };
}

export function splitWords(text: string): string[] {
  return text === "" ? [] : text.split(" ");
}

export function splitLines(text: string): string[] {
  return text === "" ? [] : text.split("\n");
}
