/**
 * Reading the index: symbols, edges, open references, chunks; files and the whole as in any snapshot. Every list has a defined order (path by
 * code unit, then position in the file), never the order in which rows were written.
 */

import { EDGE_KINDS, type EdgeKind, type RawImport, type RawReference, SYMBOL_KINDS, type SymbolKind } from "../base/types.ts";
import { derivedFrom, derivedTo } from "./derived.ts";
import { LEAVING, OF_FILE, REACHING, REACHING_ANY, toEdge } from "./edges.ts";
import { Governance } from "./governance.ts";
import {
  type ChunkRow,
  type EdgeRow,
  OPEN,
  type OpenColumns,
  type OpenFile,
  type ReferenceRow,
  type Row,
  type SymbolRow,
  splitWords,
  toChunk,
  toReference,
} from "./rows.ts";
import { FOLDED, fold, keyBytes } from "./schema.ts";
import { Snapshot, Unpacked } from "./snapshot.ts";
import { fileOfSymbol } from "./symbols.ts";

export type { ChunkRow, Counts, EdgeRow, FileRow, OpenFile, ReferenceRow, SymbolRow } from "./rows.ts";

const CHUNK_COLUMNS = "no, chunk.id, chunk.file, path, language, start, stop, kind, symbol, chunk.hash, tokens, chunk.tags";
const CHUNK = `SELECT ${CHUNK_COLUMNS} FROM chunk JOIN file ON file.id = chunk.file`;
/** Chunks by their file: a range of numbers, without an index. */
export const CHUNKS_OF_FILE = "file CROSS JOIN chunk ON no >= file.chunk AND no < file.chunk + file.chunks";

/** Kinds that follow from what files store, all of them or some (derived.ts). */
const DERIVED: ReadonlySet<EdgeKind> = new Set(["contains", "defines", "depends_on", "governed_by"]);

const FILES_REACHING = "SELECT DISTINCT CASE giver WHEN 0 THEN symbol.file ELSE giver END FROM";

const edgeKind = (edge: EdgeRow): number => EDGE_KINDS.indexOf(edge.kind);

/** The read side of an index. Open one with `openStore` (open.ts). */
export class Store extends Snapshot {
  readonly #unpacked = new Unpacked((sql) => this.statement(sql));

  #governance: Governance | null = null;

  override renew(): void {
    if (this.db.inTransaction) {
      this.#unpacked.clear();
      this.#governance = null;
    }
    super.renew();
  }

  /** The rules of documents and CODEOWNERS. */
  get governance(): Governance {
    this.#governance ??= new Governance((sql) => this.statement(sql));
    return this.#governance;
  }

  /** Every file's own symbol, by path. */
  filePaths(): [symbol: number, path: string][] {
    return this.statement(
      "SELECT symbol.id, path FROM file CROSS JOIN symbol ON symbol.file = file.id AND at = 0 ORDER BY path",
    ).values() as [number, string][];
  }

  // -------------------------------------------------------------------------------------------- symbols

  symbolById(id: number): SymbolRow | null {
    return this.#unpacked.symbol(id);
  }

  /** @param key `sym_<16 hex>` */
  symbolByKey(key: string): SymbolRow | null {
    const bytes = keyBytes(key, "sym_");
    return bytes && (this.#unpacked.where("WHERE key = ?", bytes)[0] ?? null);
  }

  /** Packages outside the tree, by name. */
  externals(): SymbolRow[] {
    return this.#unpacked.where("WHERE symbol.file IS NULL ORDER BY name");
  }

  /** Symbols of exactly that name, or of the same name without case and underscores. Files are named by their base name. */
  symbolsByName(name: string, folded = false): SymbolRow[] {
    const plain = name.toWellFormed();
    const order = "ORDER BY path, CASE WHEN symbol.file IS NULL THEN symbol.id ELSE at END";
    return folded
      ? this.#unpacked.where(`WHERE ${FOLDED} = ? ${order}`, fold(plain))
      : this.#unpacked.where(`WHERE ${FOLDED} = ? AND name = ? ${order}`, fold(plain), plain);
  }

  /**
   * Names of definitions that begin like a text, or, behind `Class.`, of its members, for whoever types one; case counts only where it is written.
   * Only names without white space, sorted.
   * @param most how many at most
   */
  namesStarting(text: string, most: number): string[] {
    const [, owner = "", sign = "", start = ""] = /^(?:(.+?)(\.|::|#))?([^.:#]*)$/.exec(text) ?? [];
    const cased = /\p{Lu}/u.test(start);
    const begins = (name: string): boolean =>
      !/\s/.test(name) && (cased ? name.startsWith(start) : name.toLowerCase().startsWith(start.toLowerCase()));
    const names = new Set<string>();
    const add = ({ name, kind, file }: SymbolRow): void => {
      if (file !== null && kind !== "import" && kind !== "section" && kind !== "note" && kind !== "file" && begins(name))
        names.add(`${owner}${sign}${name}`);
    };
    if (owner !== "") for (const symbol of this.symbolsByQualified(owner)) this.childrenOf(symbol.id).forEach(add);
    else if (start !== "") {
      const from = fold(start);
      const rows = this.all(
        `SELECT DISTINCT ${FOLDED} AS folded FROM symbol WHERE ${FOLDED} >= ? AND ${FOLDED} < ? ORDER BY ${FOLDED} LIMIT ?`,
        from,
        `${from}\u{10ffff}`,
        4 * most,
      );
      for (const { folded } of rows) {
        this.symbolsByName(folded as string, true).forEach(add);
        if (names.size >= most) break;
      }
    }
    return [...names].sort().slice(0, most);
  }

  /**
   * Names that hold a text, without case and underscores as the table keeps them: the text itself, then those that begin with it, then the shortest.
   * @param most how many at most
   */
  namesHolding(text: string, most: number): string[] {
    const sql =
      `SELECT DISTINCT ${FOLDED} AS folded FROM symbol WHERE at > 0 AND instr(folded, ?1) > 0` +
      " ORDER BY folded <> ?1, instr(folded, ?1) <> 1, length(folded), folded LIMIT ?2";
    return (this.statement(sql).values(fold(text.toWellFormed()), most) as [string][]).map(([folded]) => folded);
  }

  /** Ids and names of all symbols of some kinds, by id: names alone are read. */
  namesOf(kinds: readonly SymbolKind[]): [symbol: number, name: string][] {
    const codes = kinds.map((kind) => SYMBOL_KINDS.indexOf(kind));
    return this.statement("SELECT id, name FROM symbol WHERE kind IN (SELECT value FROM json_each(?)) ORDER BY id").values(
      JSON.stringify(codes),
    ) as [number, string][];
  }

  /** How many definitions in the tree have exactly that name; files and packages are not counted. */
  definitionsNamed(name: string): number {
    const plain = name.toWellFormed();
    const sql = `SELECT count(*) FROM symbol WHERE ${FOLDED} = ? AND name = ? AND at > 0`;
    return (this.statement(sql).values(fold(plain), plain)[0] as [number])[0];
  }

  /**
   * Symbols whose qualified name is, or ends with, the one given: `Session.save` finds `db.Session.save` too. Where there are none, definitions
   * whose own name has the separators in it: R's `print.lm` and `[<-.frame`.
   * @param qualified segments joined by `.`, `::`, `#`, `->` or `/`
   */
  symbolsByQualified(qualified: string, folded = false): SymbolRow[] {
    const wanted = qualified.split(/\.|::|#|->|\//).filter((segment) => segment !== "");
    const last = wanted.at(-1);
    if (last === undefined) return [];
    const same = folded ? (a: string, b: string) => fold(a) === fold(b) : (a: string, b: string) => a === b;
    const found = this.symbolsByName(last, folded).filter((symbol) => {
      const segments = symbol.qualified.split(".");
      const offset = segments.length - wanted.length;
      return offset >= 0 && wanted.every((segment, i) => same(segment, segments[offset + i] ?? ""));
    });
    if (found.length > 0 || last === qualified) return found;
    return this.symbolsByName(qualified, folded).filter(({ kind, file }) => file !== null && kind !== "file" && kind !== "section");
  }

  /** The innermost symbol around a line of a file: the definition that starts last; the file itself where there is none; null for unknown files. */
  symbolAt(path: string, line: number): SymbolRow | null {
    const row = this.one("SELECT id FROM file WHERE path = ?", path);
    if (!row) return null;
    const [own = null, ...symbols] = this.#unpacked.symbols(row.id as number);
    const around = symbols.filter((symbol) => symbol.start <= line && symbol.end >= line);
    around.sort((a, b) => b.start - a.start || a.end - b.end || b.at - a.at);
    return around[0] ?? own;
  }

  /** Ids of a file's symbols by position. */
  symbolIds(file: number): readonly number[] {
    return (this.statement("SELECT id FROM symbol WHERE file = ? ORDER BY at").values(file) as [number][]).map(([id]) => id);
  }

  /** Symbols of a file in their order, the file itself first. */
  symbolsOfFile(file: number): SymbolRow[] {
    return [...this.#unpacked.symbols(file)];
  }

  /** Symbols directly inside another, in their order. */
  childrenOf(symbol: number): SymbolRow[] {
    return this.#unpacked.where("WHERE symbol.file = (SELECT file FROM symbol WHERE id = ?1) AND parent = ?1 ORDER BY at", symbol);
  }

  /**
   * Names that could be a mistyped one: of about its length with a first, second or last letter in common, holding it, or held by it.
   * Answered by the table of names alone.
   * @param name as typed
   * @param distance how many letters shorter or longer a name may be
   * @param near which of some names, as the table keeps them, without case and underscores, are near enough: only those are unpacked
   * @returns names as defined, each once, sorted
   */
  namesLike(name: string, distance: number, near: (folded: string[]) => Iterable<string>): string[] {
    const wanted = fold(name);
    if (wanted === "") return [];
    const held = new Set<string>();
    for (let from = 0; from < wanted.length && wanted.length <= 64; from++)
      for (let to = from + 4; to <= wanted.length; to++) held.add(wanted.slice(from, to));
    // All names as one text: a regular expression finds those that match sooner than conditions and rows of SQL.
    const [[names]] = this.statement(
      `SELECT group_concat(folded, char(0)) FROM (SELECT DISTINCT ${FOLDED} AS folded FROM symbol)`,
    ).values() as [[string | null]];
    const text = `\0${names ?? ""}\0`;
    const passing = new Set(near((text.match(likeIn(wanted, distance)) ?? []).map((match) => match.slice(1))));
    for (let at = wanted.length >= 4 ? text.indexOf(wanted) : -1; at >= 0; at = text.indexOf(wanted, at + 1))
      passing.add(text.slice(text.lastIndexOf("\0", at) + 1, text.indexOf("\0", at)));
    const rows = this.statement(
      `SELECT DISTINCT name FROM symbol WHERE ${FOLDED} IN (SELECT value FROM json_each(?)) AND file IS NOT NULL AND at > 0`,
    ).values(JSON.stringify([...passing, ...held])) as [string][];
    return rows.map(([one]) => one).sort();
  }

  // -------------------------------------------------------------------------------------------- edges

  /** Edges that leave a symbol, by kind, then line, then target. No kinds = all, `contains` included. */
  edgesFrom(symbol: number, kinds: readonly EdgeKind[] = EDGE_KINDS): EdgeRow[] {
    const rows = this.#edges(LEAVING, kinds, symbol);
    rows.sort((a, b) => edgeKind(a) - edgeKind(b) || a.line - b.line || a.dst - b.dst);
    return this.#withDerived(symbol, kinds, rows, derivedFrom);
  }

  /** Edges that reach a symbol, by kind, then source, then line. */
  edgesTo(symbol: number, kinds: readonly EdgeKind[] = EDGE_KINDS): EdgeRow[] {
    const rows = this.#edges(REACHING, kinds, symbol);
    rows.sort((a, b) => edgeKind(a) - edgeKind(b) || a.src - b.src || a.line - b.line);
    return this.#withDerived(symbol, kinds, rows, derivedTo);
  }

  /** Stored edges that reach any of some symbols, with their sources read. */
  edgesToAny(symbols: readonly number[], kinds: readonly EdgeKind[]): EdgeRow[] {
    const rows = this.#edges(REACHING_ANY, kinds, JSON.stringify(symbols));
    this.#unpacked.prepare(new Set(rows.map(({ src }) => src)));
    return rows;
  }

  #edges(sql: string, kinds: readonly EdgeKind[], of: number | string): EdgeRow[] {
    const rows = (this.statement(sql).values(of) as Parameters<typeof toEdge>[0][]).map(toEdge);
    return kinds.length === EDGE_KINDS.length ? rows : rows.filter(({ kind }) => kinds.includes(kind));
  }

  /** Stored edges with those of the kinds that follow from others among them, by kind. */
  #withDerived(symbol: number, kinds: readonly EdgeKind[], rows: EdgeRow[], derive: typeof derivedFrom): EdgeRow[] {
    if (!kinds.some((kind) => DERIVED.has(kind))) return rows;
    const row = this.symbolById(symbol);
    const derived = row ? derive(this, row, kinds) : [];
    return derived.length === 0 ? rows : [...rows, ...derived].sort((a, b) => edgeKind(a) - edgeKind(b));
  }

  /** Files with edges that reach a symbol, `contains` left out, ascending by id. */
  filesReaching(symbol: number): number[] {
    const rows = this.statement(`${FILES_REACHING} edge JOIN symbol ON symbol.id = src WHERE dst = ? ORDER BY 1`).values(symbol);
    return (rows as [number][]).map(([file]) => file);
  }

  /** The file that a symbol's id belongs to, null for packages. */
  fileOf(symbol: number): number | null {
    return fileOfSymbol((sql) => this.statement(sql), symbol);
  }

  /** Files with edges that reach any symbol of a file, as `filesReaching`. */
  filesReachingFile(file: number): Set<number> {
    const rows = this.statement(
      `${FILES_REACHING} symbol AS own CROSS JOIN edge ON dst = own.id JOIN symbol ON symbol.id = src WHERE own.file = ? ORDER BY 1`,
    ).values(file);
    return new Set((rows as [number][]).map(([one]) => one));
  }

  /** All edges whose source is in a file, `contains` left out, by the place of the source. */
  edgesOfFile(file: number): EdgeRow[] {
    return this.#edges(OF_FILE, EDGE_KINDS, file);
  }

  /** Open references to a name anywhere, by path and line. */
  unresolvedByName(name: string): ReferenceRow[] {
    return this.openFiles(name).flatMap(({ references }) => references);
  }

  /**
   * Files with open references to a name, by path.
   * @param files the first so many only
   */
  openFiles(name: string, files = -1): OpenFile[] {
    const rows = this.statement(
      `SELECT path, language, tags, ${OPEN} FROM (SELECT DISTINCT id, path, language, tags FROM reference JOIN file ON file.id = file WHERE name = ?1` +
        " ORDER BY path LIMIT ?2) AS own CROSS JOIN reference ON reference.file = own.id AND name = ?1 ORDER BY path, position",
    ).values(name.toWellFormed(), files) as [string, string | null, string, ...OpenColumns][];
    const found: OpenFile[] = [];
    for (const [path, language, tags, ...open] of rows) {
      const [file] = open;
      if (found.at(-1)?.file !== file) found.push({ file, path, language, tags: splitWords(tags), references: [] });
      found.at(-1)!.references.push(toReference(path, open));
    }
    return found;
  }

  /** Open references directly inside a symbol, by line and name. */
  unresolvedIn(scope: number): ReferenceRow[] {
    const symbol = this.symbolById(scope);
    if (!symbol || symbol.file === null) return [];
    const rows = this.statement(`SELECT ${OPEN} FROM reference WHERE file = ? AND symbol = ? ORDER BY line, name, position`).values(
      symbol.file,
      scope,
    ) as OpenColumns[];
    return rows.map((row) => toReference(symbol.path, row));
  }

  /** All references of a file as its text has them, resolved or not; scopes are positions among its symbols. */
  referencesOf(file: number): readonly RawReference[] {
    return this.#unpacked.references(file);
  }

  /** All imports of a file as its text has them. */
  importsOf(file: number): readonly RawImport[] {
    return this.#unpacked.imports(file);
  }

  // -------------------------------------------------------------------------------------------- chunks

  #toChunk(row: Row): ChunkRow {
    return toChunk(row, this.#unpacked.symbols(row.file as number));
  }

  /** @param id `chunk_<16 hex>` */
  chunkById(id: string): ChunkRow | null {
    const bytes = keyBytes(id, "chunk_");
    const row = bytes && this.one(`${CHUNK} WHERE chunk.id = ?`, bytes);
    return row && this.#toChunk(row);
  }

  chunkByNo(no: number): ChunkRow | null {
    const row = this.one(`${CHUNK} WHERE no = ?`, no);
    return row && this.#toChunk(row);
  }

  /** Chunks of a file from top to bottom. */
  chunksOfFile(file: number): ChunkRow[] {
    return this.all(`SELECT ${CHUNK_COLUMNS} FROM ${CHUNKS_OF_FILE} WHERE file.id = ? ORDER BY no`, file).map((row) => this.#toChunk(row));
  }

  /** The chunk that holds a line of a file. */
  chunkAt(path: string, line: number): ChunkRow | null {
    const row = this.one(
      `SELECT ${CHUNK_COLUMNS} FROM ${CHUNKS_OF_FILE} WHERE path = ? AND start <= ? ORDER BY no DESC LIMIT 1`,
      path,
      line,
    );
    return row && (row.stop as number) >= line ? this.#toChunk(row) : null;
  }

  /** All chunks by path and line, one at a time. */
  *chunks(): Generator<ChunkRow> {
    for (const row of this.statement(`${CHUNK} ORDER BY path, start`).iterate() as Iterable<Row>) yield this.#toChunk(row);
  }
}

/** Names between NULs, the first with it, of about the length of a name and with its first, second or last letter. */
function likeIn(name: string, distance: number): RegExp {
  const letters = [...name].map((letter) => `\\u{${letter.codePointAt(0)!.toString(16)}}`);
  const some = (besides: number): string =>
    `[^\\0]{${Math.max(0, letters.length - distance - besides)},${Math.max(0, letters.length + distance - besides)}}`;
  const second = letters.length > 1 ? `[^\\0]${letters[1]}${some(2)}` : "[^\\0]";
  const ways = [`${letters[0]}${some(1)}`, `${some(1)}${letters.at(-1)}`, second];
  return new RegExp(`\\0(?:${ways.join("|")})(?=\\0)`, "gu");
}
