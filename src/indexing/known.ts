/**
 * The files of the tree and what stands in them, read from the tables when first asked for and kept: the part of the world (world.ts) that
 * needs no record of what was asked.
 */
import type { SymbolKind } from "../base/types.ts";
import { isDouble } from "../lang/engine/resolve/_names.ts";
import { clausesOf, fullName, type WorldSymbol } from "../lang/engine/resolve/_world.ts";
import type { StoredSymbol } from "../store/facts.ts";
import { symbolKey, symbolKeys } from "../store/keys.ts";
import { SymbolColumns } from "../store/symbol_columns.ts";
import { symbolsOf } from "../store/symbols.ts";
import type { Writer } from "../store/write.ts";
import { PathText } from "./paths.ts";

/** A file as its symbols share it. */
export interface WorldFile {
  id: number;
  path: string;
  language: string | null;
  /** Is it a test, a mock or the like, once somebody asked? */
  double?: boolean;
  /** Namespaces it declares, once somebody asked. */
  namespaces: string[] | null;
  /** Its symbols, once somebody asked for all. */
  symbols: Symbols | null;
  /** The same as stored, once somebody asked for some; undefined before. */
  columns: SymbolColumns | null | undefined;
  /** Those that were made one by one, by position. */
  made: KnownSymbol[];
}

/** Symbols of a file by position. */
export interface Symbols {
  ids: readonly number[];
  /** The first, which is the file itself; null if there is none. */
  own: StoredSymbol | null;
  /** The others. */
  inner: KnownSymbol[];
  /** What they are called in the canonical graph (store/keys.ts), once somebody asked. */
  keys: string[] | null;
}

/** One object a symbol, and nothing else: a large tree has hundreds of thousands. */
export class KnownSymbol implements WorldSymbol {
  constructor(
    readonly id: number,
    private readonly file: WorldFile,
    readonly kind: SymbolKind,
    readonly name: string,
    readonly qualified: string,
    readonly exported: boolean,
    readonly arity: number | null,
    readonly type: string | null,
    readonly declares: boolean,
    readonly parentKind: SymbolKind,
    /** Position of its container among the file's symbols, and its lines. */
    readonly parent: number,
    readonly start: number,
    readonly end: number,
    private readonly world: { namespacesIn(file: WorldFile): string[] },
  ) {}
  get path(): string {
    return this.file.path;
  }
  get language(): string | null {
    return this.file.language;
  }
  get double(): boolean {
    this.file.double ??= isDouble(this.file.path);
    return this.file.double;
  }
  /** Asked for few symbols, and it takes all symbols of the file to know it. */
  get full(): string {
    return fullName(this.qualified, this.world.namespacesIn(this.file));
  }
}

export class KnownFiles {
  /** Files by path and by id, as far as anybody asked; all of them once `all` has run. */
  #paths = new Map<string, WorldFile | null>();
  #byId = new Map<number, WorldFile>();
  #listed = false;
  #inText: PathText | null = null;
  #extended: Map<string, string[]> | null = null;
  #directories: Map<string, string[]> | null = null;
  #bases: Map<string, string[]> | null = null;
  #folders: Map<string, string[]> | null = null;

  constructor(private readonly writer: Writer) {}

  #keep(id: number, path: string, language: string | null): WorldFile {
    const file: WorldFile = { id, path, language, namespaces: null, symbols: null, columns: undefined, made: [] };
    this.#paths.set(path, file);
    this.#byId.set(id, file);
    return file;
  }

  at(path: string): WorldFile | null {
    let file = this.#paths.get(path);
    if (file === undefined) {
      if (this.#listed) return null;
      const [row] = this.writer.statement("SELECT id, language FROM file WHERE path = ?").values(path) as [number, string | null][];
      file = row ? this.#keep(row[0], path, row[1]) : null;
      this.#paths.set(path, file);
    }
    return file;
  }

  of(id: number): WorldFile | null {
    const file = this.#byId.get(id);
    if (file || this.#listed) return file ?? null;
    const [row] = this.writer.statement("SELECT path, language FROM file WHERE id = ?").values(id) as [string, string | null][];
    return row ? this.#keep(id, row[0], row[1]) : null;
  }

  /** The file of that id, for somebody who will ask for some of its symbols. */
  opened(id: number): WorldFile | null {
    const known = this.#byId.get(id);
    if (known || this.#listed) return known ?? null;
    const sql = "SELECT path, language, data FROM file LEFT JOIN symbol ON file = id WHERE id = ?";
    const [row] = this.writer.statement(sql).values(id) as [string, string | null, Uint8Array | null][];
    if (!row) return null;
    const [path, language, data] = row;
    const file = this.#keep(id, path, language);
    file.columns = data && new SymbolColumns(data, path);
    return file;
  }

  /** Paths of all files, sorted. */
  all(): string[] {
    if (!this.#listed) {
      const rows = this.writer.statement("SELECT id, path, language FROM file").values() as [number, string, string | null][];
      for (const [id, path, language] of rows) if (!this.#byId.has(id)) this.#keep(id, path, language);
      for (const [path, file] of this.#paths) if (file === null) this.#paths.delete(path);
      this.#listed = true;
    }
    return [...this.#paths.keys()].sort();
  }

  /** Paths of the files that are a path, or that path with anything after a dot, sorted. */
  extended(path: string): string[] {
    if (this.#listed) {
      this.#extended ??= this.#grouped(shortened);
      return this.#extended.get(path) ?? [];
    }
    const rows = this.writer.statement("SELECT path FROM file WHERE path >= ? || '.' AND path < ? || '/'").values(path, path) as [string][];
    return [...(this.at(path) ? [path] : []), ...rows.map(([one]) => one).sort()];
  }

  /** Paths of the files in a folder, sorted. */
  directory(folder: string): string[] {
    if (!this.#listed && folder !== "") {
      const rows = this.writer.statement("SELECT path FROM file WHERE path >= ? || '/' AND path < ? || '0'").values(folder, folder);
      const paths = (rows as [string][]).map(([path]) => path);
      return paths.filter((path) => path.lastIndexOf("/") === folder.length).sort();
    }
    this.#directories ??= this.#grouped((path) => [folderOf(path)]);
    return this.#directories.get(folder) ?? [];
  }

  /** Paths of the files of a base name, sorted. */
  named(base: string): string[] {
    if (!this.#listed) return this.#text().named(base);
    this.#bases ??= this.#grouped((path) => [path.slice(path.lastIndexOf("/") + 1)]);
    return this.#bases.get(base) ?? [];
  }

  /** Folders of a name, sorted. */
  folders(name: string): string[] {
    if (!this.#listed) return this.#text().folders(name);
    if (!this.#folders) {
      const all = new Set<string>();
      for (const path of this.all())
        for (let folder = folderOf(path); folder !== "" && !all.has(folder); folder = folderOf(folder)) all.add(folder);
      this.#folders = Map.groupBy([...all].sort(), (folder) => folder.slice(folder.lastIndexOf("/") + 1));
    }
    return this.#folders.get(name) ?? [];
  }

  /** What the symbol of an id is called in the canonical graph (store/keys.ts); null if it is not in that file. */
  keyOf(file: WorldFile, id: number): string | null {
    const columns = file.symbols ? null : this.#columnsOf(file);
    if (columns) {
      const at = columns.positionOf(id);
      if (at < 0) return null;
      const [kind, qualified] = [columns.kind(at), columns.qualified(at)];
      let ordinal = 0;
      for (let i = 0; i < at; i++) if (columns.kind(i) === kind && columns.qualified(i) === qualified) ordinal++;
      return symbolKey(file.path, kind, qualified, ordinal);
    }
    const symbols = this.symbols(file);
    symbols.keys ??= symbolKeys(file.path, [{ kind: "file", qualified: file.path }, ...symbols.inner]);
    // Nearly always a range; what was renamed in the middle has a number of its own, between the same ends.
    const at = id - symbols.ids[0]!;
    return symbols.keys[symbols.ids[at] === id ? at : symbols.ids.indexOf(id)] ?? null;
  }

  /** Namespaces that a file declares. */
  namespacesIn(file: WorldFile): string[] {
    if (file.namespaces === null) {
      const columns = file.symbols ? null : this.#columnsOf(file);
      const none = columns !== null && !columns.has("namespace") && !columns.has("module");
      file.namespaces = none ? [] : clausesOf(this.inner(file));
    }
    return file.namespaces;
  }

  /** The symbol of the file itself; null if it has none. */
  own(file: WorldFile): number | null {
    const ids = file.symbols?.ids ?? this.#columnsOf(file)?.ids;
    return ids?.[0] ?? null;
  }

  /** Symbols of a name in a file, the file itself left out. */
  ofName(file: WorldFile, name: string): KnownSymbol[] {
    if (file.symbols) return file.symbols.inner.filter((symbol) => symbol.name === name);
    const columns = this.#columnsOf(file);
    if (!columns) return [];
    return columns.named((one) => one === name).flatMap((at) => (at > 0 ? this.#made(file, columns, at) : []));
  }

  #columnsOf(file: WorldFile): SymbolColumns | null {
    if (file.columns === undefined) {
      const [row] = this.writer.statement("SELECT data FROM symbol WHERE file = ?").values(file.id) as [Uint8Array][];
      file.columns = row ? new SymbolColumns(row[0], file.path) : null;
    }
    return file.columns;
  }

  /** One object a symbol, whoever asks for it. */
  #made(file: WorldFile, columns: SymbolColumns, at: number): KnownSymbol {
    let symbol = file.made[at];
    if (!symbol) {
      const outer = columns.parent(at);
      symbol = this.#known(file, columns.ids[at]!, columns.symbol(at), outer < 0 ? "file" : columns.kind(outer));
      file.made[at] = symbol;
    }
    return symbol;
  }

  #known(file: WorldFile, id: number, symbol: StoredSymbol, outer: SymbolKind): KnownSymbol {
    const { kind, name, qualified, exported, arity, type, declares = false, parent, start, end } = symbol;
    return new KnownSymbol(id, file, kind, name, qualified, exported, arity, type, declares, outer, parent, start, end, this);
  }

  /** Symbols in a file, the file itself left out. */
  inner(file: WorldFile): KnownSymbol[] {
    return this.symbols(file).inner;
  }

  /** All symbols of a file. */
  symbols(file: WorldFile): Symbols {
    if (!file.symbols) {
      const { columns } = file;
      if (columns) {
        const inner: KnownSymbol[] = [];
        for (let at = 1; at < columns.length; at++) inner.push(this.#made(file, columns, at));
        file.symbols = { ids: columns.ids, own: columns.length > 0 ? columns.symbol(0) : null, inner, keys: null };
        file.columns = undefined;
        file.made = [];
      } else {
        const { ids, symbols } = symbolsOf((sql) => this.writer.statement(sql), file.id, file.path);
        const inner = symbols.slice(1).map((symbol, i) => this.#known(file, ids[i + 1]!, symbol, symbols[symbol.parent]?.kind ?? "file"));
        file.symbols = { ids, own: symbols[0] ?? null, inner, keys: null };
      }
    }
    return file.symbols;
  }

  #text(): PathText {
    if (!this.#inText) {
      const [row] = this.writer.statement("SELECT CAST(char(0) || group_concat(path, char(0)) || char(0) AS BLOB) FROM file").values();
      const bytes = (row as [Uint8Array | null])[0] ?? new Uint8Array(0);
      this.#inText = new PathText(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    }
    return this.#inText;
  }

  /** Paths by what `keys` says, each list sorted. */
  #grouped(keys: (path: string) => string[]): Map<string, string[]> {
    const groups = new Map<string, string[]>();
    for (const path of this.all()) for (const key of keys(path)) push(groups, key, path);
    return groups;
  }
}

/** A path, and what is left of it before each dot of its base name. */
export function shortened(path: string): string[] {
  const all = [path];
  for (let dot = path.lastIndexOf("."); dot > path.lastIndexOf("/"); dot = path.lastIndexOf(".", dot - 1)) {
    all.push(path.slice(0, dot));
    if (dot === 0) break;
  }
  return all;
}

export function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

/** The folder of a path, "" for the root. */
export function folderOf(path: string): string {
  const cut = path.lastIndexOf("/");
  return cut < 0 ? "" : path.slice(0, cut);
}
