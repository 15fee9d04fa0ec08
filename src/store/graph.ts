/**
 * Reading the index: symbols, edges, open references, chunks; files and the whole as in any snapshot. Every list has a defined order (path by
 * code unit, then position in the file), never the order in which rows were written.
 */

import { EDGE_KINDS, type EdgeKind, type RawImport, type RawReference } from "../base/types.ts";
import { derivedFrom, derivedTo } from "./derived.ts";
import { markOf } from "./keys.ts";
import { decodeOpen, decodePositions } from "./links.ts";
import { filesNaming, namesIn } from "./names.ts";
import type { OpenedSymbols } from "./opened.ts";
import type { Prose } from "./prose.ts";
import {
  type ChunkRow,
  type EdgeRow,
  type OpenFile,
  type OpenReference,
  type ReferenceRow,
  type Row,
  type SymbolRow,
  splitWords,
  toChunk,
  toExternal,
} from "./rows.ts";
import { FOLDED, fold, keyBytes } from "./schema.ts";
import { Snapshot } from "./snapshot.ts";
import { fileOfSymbol } from "./symbols.ts";
import { Unpacked } from "./unpacked.ts";

export type { ChunkRow, Counts, EdgeRow, FileRow, OpenFile, ReferenceRow, SymbolRow } from "./rows.ts";

const CHUNK_COLUMNS = "no, chunk.id, chunk.file, path, language, start, stop, kind, symbol, chunk.hash, tokens, chunk.tags";
const CHUNK = `SELECT ${CHUNK_COLUMNS} FROM chunk JOIN file ON file.id = chunk.file`;
/** Chunks by their file: a range of numbers, without an index. */
export const CHUNKS_OF_FILE = "file CROSS JOIN chunk ON no >= file.chunk AND no < file.chunk + file.chunks";

/** Kinds that no file stores (derived.ts). */
const DERIVED: ReadonlySet<EdgeKind> = new Set(["contains", "defines", "depends_on"]);

const edgeKind = (edge: EdgeRow): number => EDGE_KINDS.indexOf(edge.kind);

/** The read side of an index. Open one with `openStore` (open.ts). */
export class Store extends Snapshot {
  readonly #unpacked = new Unpacked((sql) => this.statement(sql));

  override renew(): void {
    if (this.db.inTransaction) this.#unpacked.clear();
    super.renew();
  }

  // -------------------------------------------------------------------------------------------- symbols

  symbolById(id: number): SymbolRow | null {
    const file = fileOfSymbol((sql) => this.statement(sql), id);
    const opened = file === null ? null : this.#unpacked.opened(file);
    const symbol = opened?.row(opened.positionOf(id));
    if (symbol) return symbol;
    const row = this.one("SELECT name FROM external WHERE id = ?", id);
    return row && toExternal(id, row.name as string);
  }

  /** Signatures and documentation of a file's symbols by their position. */
  prose(file: number): Prose {
    return this.#unpacked.prose(file);
  }

  /**
   * Keys have no index: this looks for the start of the key among those of all files, then at the files that have it; some milliseconds.
   * @param key `sym_<16 hex>`
   */
  symbolByKey(key: string): SymbolRow | null {
    if (keyBytes(key, "sym_") === null) return null;
    const rows = this.statement("SELECT file FROM symbol WHERE instr(marks, ?) > 0").values(markOf(key.slice("sym_".length))) as [number][];
    for (const [file] of rows) {
      const at = this.#unpacked.keys(file).indexOf(key.slice("sym_".length));
      if (at >= 0) return this.symbolAtPosition(file, at);
    }
    return this.externals().find((symbol) => symbol.key === key) ?? null;
  }

  /** Packages outside the tree, by name. */
  externals(): SymbolRow[] {
    return this.all("SELECT id, name FROM external ORDER BY name").map(({ id, name }) => toExternal(id as number, name as string));
  }

  /** Symbols of exactly that name, or of the same name without case and underscores. Files are named by their base name. */
  symbolsByName(name: string, folded = false): SymbolRow[] {
    const wanted = fold(name);
    const is = (other: string): boolean => (folded ? fold(other) === wanted : other === name);
    const externals = this.all(`SELECT id, name FROM external WHERE ${FOLDED} = ? ORDER BY id`, wanted)
      .filter((row) => is(row.name as string))
      .map((row) => toExternal(row.id as number, row.name as string));
    const files = this.#filesNaming(name, folded).sort((a, b) => (a.place.path < b.place.path ? -1 : 1));
    return [...externals, ...files.flatMap((opened) => opened.named(is).map((at) => opened.row(at)!))];
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
      if (file !== null && kind !== "import" && kind !== "section" && kind !== "file" && begins(name)) names.add(`${owner}${sign}${name}`);
    };
    if (owner !== "") for (const symbol of this.symbolsByQualified(owner)) this.childrenOf(symbol.id).forEach(add);
    else if (start !== "") {
      const from = fold(start);
      const rows = this.all(
        "SELECT folded FROM name WHERE folded >= ? AND folded < ? ORDER BY folded LIMIT ?",
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

  /** How many definitions in the tree have exactly that name; files and packages are not counted. */
  definitionsNamed(name: string): number {
    let count = 0;
    for (const opened of this.#filesNaming(name, false))
      for (const at of opened.named((other) => other === name)) if (opened.kind(at) !== "file") count++;
    return count;
  }

  #filesNaming(name: string, folded: boolean): OpenedSymbols[] {
    return filesNaming((sql) => this.statement(sql), name, folded).flatMap((file) => this.#unpacked.opened(file) ?? []);
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

  /** The symbol at a position among those of a file. */
  symbolAtPosition(file: number, position: number): SymbolRow | null {
    return this.#unpacked.opened(file)?.row(position) ?? null;
  }

  /** Ids of a file's symbols by position. */
  symbolIds(file: number): readonly number[] {
    return this.#unpacked.opened(file)?.ids ?? [];
  }

  /** Symbols of a file in their order, the file itself first. */
  symbolsOfFile(file: number): SymbolRow[] {
    return [...this.#unpacked.symbols(file)];
  }

  /** Symbols directly inside another, in their order. */
  childrenOf(symbol: number): SymbolRow[] {
    const file = this.fileOf(symbol);
    const opened = file === null ? null : this.#unpacked.opened(file);
    const at = opened?.positionOf(symbol) ?? -1;
    return opened && at >= 0 ? opened.children(at).map((child) => opened.row(child)!) : [];
  }

  /**
   * Names that could be a mistyped one: of about its length with a first, second or last letter in common, holding it, or held by it.
   * Answered by the table of names alone.
   * @param name as typed
   * @param distance how many letters shorter or longer a name may be
   * @param isNear told of names as the table keeps them, without case and underscores: only those near enough are unpacked
   * @returns names as defined, each once, sorted
   */
  namesLike(name: string, distance: number, isNear: (folded: string) => boolean): string[] {
    const wanted = fold(name);
    if (wanted === "") return [];
    const held = new Set<string>();
    for (let from = 0; from < wanted.length && wanted.length <= 64; from++)
      for (let to = from + 4; to <= wanted.length; to++) held.add(wanted.slice(from, to));
    // All names as one text: of 70,000 the regular expression finds the 7,000 in 2 ms, where conditions and rows of SQL take 12.
    const [[names]] = this.statement("SELECT group_concat(folded, char(0)) FROM name").values() as [[string | null]];
    const text = `\0${names ?? ""}\0`;
    const passing = new Set((text.match(likeIn(wanted, distance)) ?? []).map((match) => match.slice(1)).filter(isNear));
    for (let at = wanted.length >= 4 ? text.indexOf(wanted) : -1; at >= 0; at = text.indexOf(wanted, at + 1))
      passing.add(text.slice(text.lastIndexOf("\0", at) + 1, text.indexOf("\0", at)));
    const rows = this.statement("SELECT folded, data FROM name WHERE folded IN (SELECT value FROM json_each(?))").values(
      JSON.stringify([...passing, ...held]),
    ) as [string, Uint8Array][];
    return [...new Set(rows.flatMap(([folded, data]) => namesIn(folded, data)))].sort();
  }

  // -------------------------------------------------------------------------------------------- edges

  /** Edges that leave a symbol, by kind, then line, then target. No kinds = all, `contains` included. */
  edgesFrom(symbol: number, kinds: readonly EdgeKind[] = EDGE_KINDS): EdgeRow[] {
    const file = this.fileOf(symbol);
    if (file === null) return [];
    const rows = (this.#unpacked.links(file).get(symbol) ?? []).filter((edge) => kinds.includes(edge.kind));
    // What a function returns flows on inside its callers, and is stored with them.
    if (kinds.includes("dataflow"))
      for (const caller of this.filesReaching(symbol))
        if (caller !== file)
          for (const edge of this.#unpacked.links(caller).get(symbol) ?? [])
            if (edge.kind === "dataflow") rows.push(this.#inSource(edge, caller));
    // So is what a function calls because they gave it.
    if (kinds.includes("calls"))
      for (const giver of this.filesReaching(-symbol))
        for (const edge of this.#unpacked.links(giver).get(symbol) ?? []) if (edge.kind === "calls") rows.push(this.#inSource(edge, giver));
    rows.sort((a, b) => edgeKind(a) - edgeKind(b) || a.line - b.line || a.dst - b.dst);
    return this.#withDerived(symbol, kinds, rows, derivedFrom);
  }

  /** Edges that reach a symbol, by kind, then source, then line. */
  edgesTo(symbol: number, kinds: readonly EdgeKind[] = EDGE_KINDS): EdgeRow[] {
    const rows = this.filesReaching(symbol).flatMap((file) =>
      (this.#unpacked.reaching(file).get(symbol) ?? []).flatMap((edge) => (kinds.includes(edge.kind) ? this.#inSource(edge, file) : [])),
    );
    rows.sort((a, b) => edgeKind(a) - edgeKind(b) || a.src - b.src || a.line - b.line);
    return this.#withDerived(symbol, kinds, rows, derivedTo);
  }

  /** What is stored with another file than its source's (a call by dispatch, a flow) has a line there: it is shown with the one where the source begins. */
  #inSource(edge: EdgeRow, file: number): EdgeRow {
    const elsewhere = edge.kind === "dataflow" || (edge.kind === "calls" && edge.resolution === "dispatch");
    if (!elsewhere || this.fileOf(edge.src) === file) return edge;
    return { ...edge, line: this.symbolById(edge.src)?.start ?? edge.line };
  }

  /** Stored edges with those of the kinds that follow from others among them, by kind. */
  #withDerived(symbol: number, kinds: readonly EdgeKind[], rows: EdgeRow[], derive: typeof derivedFrom): EdgeRow[] {
    if (!kinds.some((kind) => DERIVED.has(kind))) return rows;
    const row = this.symbolById(symbol);
    const derived = row ? derive(this, row, kinds) : [];
    return derived.length === 0 ? rows : [...rows, ...derived].sort((a, b) => edgeKind(a) - edgeKind(b));
  }

  /** Files with edges that reach a symbol, `contains` left out, ascending by id; nothing is unpacked. */
  filesReaching(symbol: number): number[] {
    const row = this.statement("SELECT files FROM edge_in WHERE dst = ?").values(symbol)[0] as [Uint8Array] | undefined;
    return row ? decodePositions(row[0]) : [];
  }

  /** The same, or null where there are surely more than so many, which the length of the bytes tells: each takes five at most. */
  fewReaching(symbol: number, most: number): number[] | null {
    const row = this.statement("SELECT files FROM edge_in WHERE dst = ?").values(symbol)[0] as [Uint8Array] | undefined;
    if (!row) return [];
    return row[0].length > most * 5 ? null : decodePositions(row[0]);
  }

  /** The file that a symbol's id belongs to, null for packages; nothing is unpacked, so an id that no symbol has may get a file too. */
  fileOf(symbol: number): number | null {
    return fileOfSymbol((sql) => this.statement(sql), symbol);
  }

  /** Files with edges that reach any symbol of a file, as `filesReaching`. */
  filesReachingFile(file: number): Set<number> {
    const ids = JSON.stringify(this.symbolIds(file));
    const rows = this.statement("SELECT files FROM json_each(?) AS j CROSS JOIN edge_in ON dst = j.value").values(ids) as [Uint8Array][];
    return new Set(rows.flatMap(([files]) => decodePositions(files)));
  }

  /** All edges whose source is in a file, `contains` left out, by the place of the source. */
  edgesOfFile(file: number): EdgeRow[] {
    return [...this.#unpacked.links(file).values()].flat().map((edge) => this.#inSource(edge, file));
  }

  /** Open references to a name anywhere, by path and line. */
  unresolvedByName(name: string): ReferenceRow[] {
    return this.openFiles(name).flatMap(({ file, path, positions }) => this.#openReferences(file, path, positions));
  }

  /**
   * Files with open references to a name, by path.
   * @param files the first so many only
   */
  openFiles(name: string, files = -1): OpenFile[] {
    const rows = this.statement(
      "SELECT file, path, language, tags, positions FROM reference JOIN file ON file.id = file WHERE name = ? ORDER BY path LIMIT ?",
    ).values(name, files) as [number, string, string | null, string, Uint8Array][];
    return rows.map(([file, path, language, tags, positions]) => ({ file, path, language, tags: splitWords(tags), positions }));
  }

  /** The open references of such a file, by line; nothing else of it is unpacked. Scopes are positions among its symbols. */
  openReferences({ file, positions }: OpenFile): OpenReference[] {
    const open = decodeOpen(positions);
    const places = open.map(({ position }) => position);
    return this.#unpacked.referencesAt(file, places).flatMap((reference, at) => {
      const among = open[at]!.among;
      return reference ? [among ? { ...reference, among } : reference] : [];
    });
  }

  /** Open references directly inside a symbol, by line and name. */
  unresolvedIn(scope: number): ReferenceRow[] {
    const symbol = this.symbolById(scope);
    if (!symbol || symbol.file === null) return [];
    const { file, path, at } = symbol;
    const names = new Set(this.#unpacked.references(file).flatMap((reference) => (reference.scope === at ? [reference.name] : [])));
    const found = [...names].flatMap((name) => {
      const row = this.one("SELECT positions FROM reference WHERE name = ? AND file = ?", name, file);
      return row ? this.#openReferences(file, path, row.positions as Uint8Array) : [];
    });
    return found.filter((row) => row.scope === scope).sort((a, b) => a.line - b.line || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  }

  /** All references of a file as its text has them, resolved or not; scopes are positions among its symbols. */
  referencesOf(file: number): readonly RawReference[] {
    return this.#unpacked.references(file);
  }

  /** All imports of a file as its text has them. */
  importsOf(file: number): readonly RawImport[] {
    return this.#unpacked.imports(file);
  }

  #openReferences(file: number, path: string, positions: Uint8Array): ReferenceRow[] {
    const ids = this.symbolIds(file);
    const open = decodeOpen(positions);
    const places = open.map(({ position }) => position);
    return this.#unpacked.referencesAt(file, places).flatMap((reference, at) => {
      if (!reference) return [];
      const { kind, name, receiver, arity, line, scope } = reference;
      const { among } = open[at]!;
      return [{ file, path, scope: ids[scope] ?? 0, kind, name, receiver, arity, line, ...(among ? { among } : {}) }];
    });
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
