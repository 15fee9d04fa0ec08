/**
 * What one answer looks at: an index, the files on disk that it is of, and the buffers in which the client sees them.
 *
 * The index speaks of lines of the disk; the client of positions in its buffers. What has no place in a buffer is left out of an answer rather than put at
 * another line.
 */
import { dirname, join } from "node:path";
import { type Location, type Position, type Range, SymbolKind as Shown } from "vscode-languageserver/node";
import type { Session } from "../../asking.ts";
import type { SymbolKind } from "../../base/types.ts";
import { candidatesAt, findSymbol } from "../../query/walk.ts";
import type { SymbolRow } from "../../store/graph.ts";
import { isType } from "../../store/symbols.ts";
import {
  type Aligned,
  type Buffers,
  columnOf,
  columnsOf,
  holdsName,
  mayHead,
  nameSpot,
  type OpenText,
  type Spot,
  Text,
  wordsAt,
} from "./text.ts";

/** A file of the index, as it is on disk (secrets blanked) and, where it is open, in its buffer. */
export interface Page {
  disk: Text;
  buffer: OpenText | null;
  /** Null where both are the same. */
  aligned: Aligned | null;
}

/** What a position points at. */
export interface Pointed {
  name: string;
  /** The name in the buffer. */
  range: Range;
  /** What it means, the likeliest first; empty where that could not be established. */
  symbols: SymbolRow[];
  /** What it may mean where that is open. */
  candidates: SymbolRow[];
}

export class View {
  readonly #pages = new Map<string, Page | null>();
  /** A file is not as the index has it: it changed after the comparison. */
  stale = false;

  constructor(
    readonly session: Session,
    private readonly buffers: Buffers,
    private readonly uriOf: (path: string) => string,
  ) {}

  get store(): Session["store"] {
    return this.session.store;
  }

  /** A file by its path from the root; null where the index has none, or the disk has another by now. */
  page(path: string): Page | null {
    let page = this.#pages.get(path);
    if (page !== undefined) return page;
    const source = this.store.fileByPath(path) ? this.store.source(path) : null;
    if (source !== null && (typeof source === "string" || !source.fresh)) this.stale = true;
    page = source === null || typeof source === "string" || !source.fresh ? null : this.#opened(path, new Text(source.text));
    this.#pages.set(path, page);
    return page;
  }

  #opened(path: string, disk: Text): Page {
    const buffer = this.buffers.get(this.#absolute(path));
    return { disk, buffer, aligned: buffer?.beside(disk) ?? null };
  }

  #absolute(path: string): string {
    return join(this.session.root, path);
  }

  uri(path: string): string {
    return this.buffers.get(this.#absolute(path))?.uri ?? this.uriOf(this.#absolute(path));
  }

  /** What stands at a position of a file; null where no name does, or a line has no counterpart on disk. */
  pointed(path: string, position: Position): Pointed | null {
    const page = this.page(path);
    if (!page) return null;
    const text = page.buffer?.text ?? page.disk;
    const spot = text.spot(text.offsetAt(position, this.buffers.encoding));
    let open: Pointed | null = null;
    const same = page.aligned === null || page.aligned.isSame(spot.line, "buffer");
    if (same) {
      const line = page.aligned ? page.aligned.counterpart(spot.line, "", "buffer")! : spot.line;
      const own = this.#named(path, page, line).find(
        (one) => one.column <= spot.column && spot.column <= one.column + one.symbol.name.length,
      );
      if (own) {
        const { name } = own.symbol;
        const range = this.#range(text, { ...spot, column: own.column }, { ...spot, column: own.column + name.length });
        return { name, range, symbols: [this.#defined(own.symbol)], candidates: [] };
      }
    }
    for (const word of wordsAt(text.line(spot.line), spot.column)) {
      const line = page.aligned ? page.aligned.counterpart(spot.line, word.name, "buffer") : spot.line;
      if (line === null) continue;
      const found = {
        name: word.name,
        range: this.#range(text, { line: spot.line, column: word.from }, { line: spot.line, column: word.to }),
      };
      const own = same ? undefined : this.#named(path, page, line).find(({ symbol }) => symbol.name === word.name);
      if (own) return { ...found, symbols: [this.#defined(own.symbol)], candidates: [] };
      const { chosen, candidates: symbols } = findSymbol(this.store, { name: null, at: { path, line, standing: word.name } });
      if (chosen) return { ...found, symbols: [chosen, ...symbols.filter(({ id }) => id !== chosen.id)], candidates: [] };
      const candidates = candidatesAt(this.store, path, line, word.name);
      if (candidates.length > 0) open ??= { ...found, symbols: [], candidates };
      const types: SymbolRow[] = open ? [] : this.#extended(path, page, line, word.name);
      if (types.length > 0)
        open = types.length === 1 ? { ...found, symbols: types, candidates: [] } : { ...found, symbols: [], candidates: types };
    }
    return open;
  }

  /** The types that a name before a member's own may mean: `func (w *Work) Run()`, `void Work::run()`, `impl Work {` above the first one. */
  #extended(path: string, page: Page, line: number, name: string): SymbolRow[] {
    const around = this.store.symbolAt(path, line);
    if (!around || around.file === null) return [];
    const inside = around.kind === "function" || around.kind === "method";
    if (inside && (nameSpot(page.disk, around)?.line ?? 0) < line) return [];
    const member = inside ? around : this.store.symbolsOfFile(around.file).find((one) => isDefinition(one) && one.start > line);
    const owner = member?.qualified.slice(0, -member.name.length - 1) ?? "";
    if (owner !== name && !owner.endsWith(`.${name}`)) return [];
    const types = this.store.symbolsByQualified(owner).filter((one) => isType(one) && !one.declares && one.language === around.language);
    const beside = types.filter((one) => dirname(one.path) === dirname(path));
    return beside.length > 0 ? beside : types;
  }

  /** Definitions whose own names stand in a line, and where. */
  #named(path: string, page: Page, line: number): { symbol: SymbolRow; column: number }[] {
    const file = this.store.fileByPath(path);
    return (file ? this.store.symbolsOfFile(file.id) : []).flatMap((symbol) => {
      const spot = isDefinition(symbol) && mayHead(symbol, line) ? nameSpot(page.disk, symbol) : null;
      return spot?.line === line ? [{ symbol, column: spot.column }] : [];
    });
  }

  /** What a declaration declares, or the definition itself. */
  #defined(symbol: SymbolRow): SymbolRow {
    return findSymbol(this.store, { name: symbol.key }).chosen ?? symbol;
  }

  /**
   * The place of a name in a line of the disk, as the client sees it; null where its buffer has that line no more.
   * @param names the first of them that stands there; the whole line where none does
   */
  place(path: string, line: number, names: readonly string[]): Location | null {
    const page = this.page(path);
    if (!page) return null;
    const [name = ""] = names.filter((one) => holdsName(page.disk.line(line), one));
    const there = page.aligned ? page.aligned.counterpart(line, name, "disk") : line;
    if (there === null) return null;
    const text = page.buffer?.text ?? page.disk;
    const row = text.line(there);
    const columns = columnsOf(row, name);
    // Of a definition in one line its own name is no use.
    const own = columns.length > 1 ? this.#named(path, page, line).map((one) => one.column) : [];
    const column = columns.find((one) => !own.includes(one)) ?? columns[0] ?? -1;
    const [from, to] = column >= 0 ? [column, column + name.length] : [row.length - row.trimStart().length, row.trimEnd().length];
    return { uri: this.uri(path), range: this.#range(text, { line: there, column: Math.min(from, to) }, { line: there, column: to }) };
  }

  /** A definition with its own name and its whole span; null where the buffer has its name no more, or it has no place. */
  spans(symbol: SymbolRow): { uri: string; name: Range; whole: Range } | null {
    const page = symbol.file === null ? null : this.page(symbol.path);
    if (!page) return null;
    const uri = this.uri(symbol.path);
    const text = page.buffer?.text ?? page.disk;
    const spot = symbol.kind === "file" ? null : nameSpot(page.disk, symbol);
    const line = spot?.line ?? symbol.start;
    const there = page.aligned ? page.aligned.counterpart(line, spot ? symbol.name : "", "disk") : line;
    if (there === null && symbol.kind !== "file") return null;
    const row = text.line(there ?? 1);
    const column = spot ? (page.aligned && !page.aligned.isSame(line, "disk") ? columnOf(row, symbol.name) : spot.column) : 0;
    const at = { line: there ?? 1, column };
    const name = this.#range(text, at, spot ? { ...at, column: column + symbol.name.length } : at);
    const first = page.aligned ? (page.aligned.counterpart(symbol.start, "", "disk") ?? at.line) : symbol.start;
    const last = Math.max(at.line, page.aligned ? page.aligned.endInBuffer(symbol.end) : symbol.end);
    const whole = this.#range(text, { line: Math.min(first, at.line), column: 0 }, { line: last, column: text.line(last).length });
    return { uri, name, whole };
  }

  #range(text: Text, from: Spot, to: Spot): Range {
    const position = (spot: Spot): Position => text.positionAt(text.offset(spot), this.buffers.encoding);
    return { start: position(from), end: position(to) };
  }
}

/** Is a symbol something that has a name where it stands? */
export const isDefinition = ({ kind, file }: SymbolRow): boolean => file !== null && kind !== "file" && kind !== "import";

/** Kinds as the protocol has them. */
export const SHOWN_AS: Readonly<Record<SymbolKind, Shown>> = {
  file: Shown.File,
  module: Shown.Module,
  namespace: Shown.Namespace,
  class: Shown.Class,
  struct: Shown.Struct,
  interface: Shown.Interface,
  trait: Shown.Interface,
  enum: Shown.Enum,
  function: Shown.Function,
  method: Shown.Method,
  field: Shown.Field,
  variable: Shown.Variable,
  constant: Shown.Constant,
  type: Shown.Class,
  macro: Shown.Function,
  import: Shown.Module,
  section: Shown.String,
  note: Shown.String,
  external: Shown.Package,
  owner: Shown.String,
};
