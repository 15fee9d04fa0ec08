/** Rows of the index as the query side sees them, and how they are read from the tables. */
import type { SQLQueryBindings, Statement } from "bun:sqlite";
import {
  CHUNK_KINDS,
  type ChunkKind,
  type EdgeKind,
  type RawReference,
  type ReferenceKind,
  type Resolution,
  type SymbolKind,
} from "../base/types.ts";
import type { StoredSymbol } from "./facts.ts";
import { externalKey } from "./keys.ts";
import type { Prose } from "./prose.ts";

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
  /** `sym_<16 hex>`. Made when first looked at. */
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
  /** Unpacked when first looked at, so not an own property: spreading a row loses it. */
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

export interface EdgeRow {
  src: number;
  kind: EdgeKind;
  dst: number;
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
  /** Marks (keys.ts) of the symbols that alone can be meant. */
  among?: readonly number[];
}

/** An open reference as its file's facts have it, and marks of the symbols that alone can be meant. */
export type OpenReference = RawReference & Pick<ReferenceRow, "among">;

/** A file in which references to some name are open. */
export interface OpenFile {
  file: number;
  path: string;
  language: string | null;
  tags: string[];
  /** Which of its references they are, packed. */
  positions: Uint8Array;
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
  tags: string[];
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

/** What reading a symbol needs besides what is unpacked of it. */
export interface SymbolContext {
  prose(file: number): Prose;
  /** Keys of a file's symbols by position. */
  keys(file: number): readonly string[];
}

/** A symbol as read, with its key and texts made on demand. */
class ReadSymbol implements SymbolRow {
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
  readonly #context: SymbolContext | null;

  constructor(place: Place, symbol: StoredSymbol, parent: number | null, context: SymbolContext | null) {
    this.id = place.id;
    this.file = place.file;
    this.path = place.path;
    this.language = place.language;
    this.at = place.at;
    this.parent = parent;
    this.kind = symbol.kind;
    this.name = symbol.name;
    this.qualified = symbol.qualified;
    this.start = symbol.start;
    this.end = symbol.end;
    this.exported = symbol.exported;
    this.arity = symbol.arity;
    this.type = symbol.type;
    this.declares = symbol.declares ?? false;
    this.#context = context;
  }

  get key(): string {
    return `sym_${this.file === null ? externalKey(this.name) : (this.#context?.keys(this.file)[this.at] ?? "")}`;
  }

  get signature(): string {
    return this.file === null ? "" : (this.#context?.prose(this.file).signatures[this.at] ?? "");
  }

  get doc(): string {
    return this.file === null ? "" : (this.#context?.prose(this.file).docs[this.at] ?? "");
  }
}

/** Where a symbol is. */
type Place = Pick<SymbolRow, "id" | "file" | "path" | "language" | "at">;

/** A symbol of a file. */
export function toSymbol(place: Place, symbol: StoredSymbol, parent: number | null, context: SymbolContext): SymbolRow {
  return new ReadSymbol(place, symbol, parent, context);
}

/** A package outside the tree. */
export function toExternal(id: number, name: string): SymbolRow {
  const symbol: StoredSymbol = {
    ...{ kind: "external", name, qualified: name, parent: -1, start: 0, end: 0 },
    ...{ exported: true, arity: null, type: null },
  };
  return new ReadSymbol({ id, file: null, path: "", language: null, at: 0 }, symbol, null, null);
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
