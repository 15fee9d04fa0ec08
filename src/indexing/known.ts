/**
 * The files of the tree and what stands in them, read from the tables when first asked for and kept: the part of the world (world.ts) that
 * needs no record of what was asked.
 */

import { SYMBOL_KINDS, type SymbolKind } from "../base/types.ts";
import { folderOf, isDouble } from "../lang/engine/resolve/paths.ts";
import { clausesOf, fullName, type WorldSymbol } from "../lang/engine/resolve/world.ts";
import type { StoredSymbol } from "../store/facts.ts";
import { definitionsOf, symbolKeys, symbolsOf } from "../store/symbols.ts";
import type { Writer } from "../store/write.ts";

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
}

/** Symbols of a file by position. */
export interface Symbols {
  ids: readonly number[];
  /** The first, which is the file itself; null if there is none. */
  own: StoredSymbol | null;
  /** The others. */
  inner: KnownSymbol[];
  /** What they are called in the canonical graph (store/symbols.ts), once somebody asked. */
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

const SPACES = `SELECT 1 FROM symbol WHERE file = ? AND kind IN (${["namespace", "module"].map((kind) => SYMBOL_KINDS.indexOf(kind as SymbolKind)).join(", ")}) LIMIT 1`;

export class KnownFiles {
  /** Files by path and by id, as far as anybody asked; all of them once `all` has run. */
  #paths = new Map<string, WorldFile | null>();
  #byId = new Map<number, WorldFile>();
  /** Symbols that were made one by one: whoever asks gets the same object. */
  #made = new Map<number, KnownSymbol>();
  #listed = false;
  #extended: Map<string, string[]> | null = null;
  #directories: Map<string, string[]> | null = null;
  #bases: Map<string, string[]> | null = null;
  #folders: Map<string, string[]> | null = null;

  constructor(private readonly writer: Writer) {}

  #keep(id: number, path: string, language: string | null): WorldFile {
    const file: WorldFile = { id, path, language, namespaces: null, symbols: null };
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
    this.#bases ??= this.#grouped((path) => [path.slice(path.lastIndexOf("/") + 1)]);
    return this.#bases.get(base) ?? [];
  }

  /** Folders of a name, sorted. */
  folders(name: string): string[] {
    if (!this.#folders) {
      const all = new Set<string>();
      for (const path of this.all())
        for (let folder = folderOf(path); folder !== "" && !all.has(folder); folder = folderOf(folder)) all.add(folder);
      this.#folders = Map.groupBy([...all].sort(), (folder) => folder.slice(folder.lastIndexOf("/") + 1));
    }
    return this.#folders.get(name) ?? [];
  }

  /** What the symbol of an id is called in the canonical graph (store/symbols.ts); null if it is not in that file. */
  keyOf(file: WorldFile, id: number): string | null {
    if (file.symbols === null) {
      const [row] = this.writer.statement("SELECT lower(hex(key)) FROM symbol WHERE id = ?").values(id) as [string][];
      return row?.[0] ?? null;
    }
    const { symbols } = file;
    symbols.keys ??= symbolKeys(file.path, [{ kind: "file", qualified: file.path }, ...symbols.inner]);
    // Nearly always a range; what was renamed in the middle has a number of its own, between the same ends.
    const at = id - symbols.ids[0]!;
    return symbols.keys[symbols.ids[at] === id ? at : symbols.ids.indexOf(id)] ?? null;
  }

  /** Namespaces that a file declares. */
  namespacesIn(file: WorldFile): string[] {
    if (file.namespaces === null) {
      const some = file.symbols !== null || this.writer.statement(SPACES).values(file.id).length > 0;
      file.namespaces = some ? clausesOf(this.inner(file)) : [];
    }
    return file.namespaces;
  }

  /** The symbol of the file itself; null if it has none. */
  own(file: WorldFile): number | null {
    if (file.symbols) return file.symbols.ids[0] ?? null;
    const [row] = this.writer.statement("SELECT id FROM symbol WHERE file = ? AND at = 0").values(file.id) as [number][];
    return row?.[0] ?? null;
  }

  /** Definitions of exactly a name, by path and position. */
  definitions(name: string): KnownSymbol[] {
    const rows = definitionsOf((sql) => this.writer.statement(sql), name);
    return rows.flatMap(({ id, file: at, parentKind, symbol }) => {
      const file = this.of(at);
      if (file === null) return [];
      const known = file.symbols?.inner.find((one) => one.id === id) ?? this.#made.get(id) ?? this.#known(file, id, symbol, parentKind);
      this.#made.set(id, known);
      return [known];
    });
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
      const { ids, symbols } = symbolsOf((sql) => this.writer.statement(sql), file.id);
      const inner = symbols.slice(1).map((symbol, i) => {
        const id = ids[i + 1]!;
        return this.#made.get(id) ?? this.#known(file, id, symbol, symbols[symbol.parent]?.kind ?? "file");
      });
      file.symbols = { ids, own: symbols[0] ?? null, inner, keys: null };
    }
    return file.symbols;
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
