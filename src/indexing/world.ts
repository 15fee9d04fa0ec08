/**
 * The tree as resolution sees it, read from the tables, with a record of what was asked.
 *
 * Everything is looked up when it is first asked for and kept: an update of one file reads a few rows, a full build ends up with most of
 * the tree in memory. Made anew for every update, after its files are written and before the first one is resolved.
 */
import type { Statement } from "bun:sqlite";
import type { FileFacts, RawSymbol, SymbolKind } from "../base/types.ts";
import { readSourceSync } from "../source/reader.ts";
import {
  clausesOf,
  fullName,
  holdersOf,
  type Outline,
  outlineOf,
  type World,
  type WorldSymbol,
  worldKey,
} from "../source/resolve/_world.ts";
import { DamagedIndex } from "../store/damage.ts";
import type { StoredSymbol } from "../store/facts.ts";
import { symbolKeys } from "../store/keys.ts";
import { KEY_BITS } from "../store/links.ts";
import { filesDefining } from "../store/names.ts";
import { symbolsOf } from "../store/symbols.ts";
import type { Writer } from "../store/write.ts";

/** Symbols that are no definitions: nobody means them by their name. */
export function isDefinition(kind: string): boolean {
  return kind !== "file" && kind !== "import" && kind !== "external";
}

/** The short hash under which a dependency key is stored. Equal hashes of different keys only resolve a file once too often. */
export function hashKey(key: string): number {
  return Bun.hash.xxHash32(key) >>> (32 - KEY_BITS);
}

/** A file as its symbols share it. */
interface WorldFile {
  id: number;
  path: string;
  language: string | null;
  /** Namespaces it declares, once somebody asked. */
  namespaces: string[] | null;
  /** Its symbols, once somebody asked. */
  symbols: Symbols | null;
}

/** Symbols of a file by position. */
interface Symbols {
  ids: readonly number[];
  /** The first, which is the file itself; null if there is none. */
  own: StoredSymbol | null;
  /** The others. */
  inner: KnownSymbol[];
  /** What they are called in the canonical graph (store/keys.ts), once somebody asked. */
  keys: string[] | null;
}

/** One object a symbol, and nothing else: a large tree has hundreds of thousands. */
class KnownSymbol implements WorldSymbol {
  constructor(
    readonly id: number,
    private readonly file: WorldFile,
    readonly kind: SymbolKind,
    readonly name: string,
    readonly qualified: string,
    readonly exported: boolean,
    readonly arity: number | null,
    readonly type: string | null,
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
  /** Asked for few symbols, and it takes all symbols of the file to know it. */
  get full(): string {
    return fullName(this.qualified, this.world.namespacesIn(this.file));
  }
}

export class StoredWorld implements World {
  #asked = new Set<number>();
  #shared = new Map<string, { value: unknown; keys: Uint32Array }>();
  #making: { what: string; cut: boolean }[] = [];
  /** Files by path and by id, as far as anybody asked; all of them once `#all` has run. */
  #paths = new Map<string, WorldFile | null>();
  #byId = new Map<number, WorldFile>();
  #listed = false;
  #directories: Map<string, string[]> | null = null;
  #bases: Map<string, string[]> | null = null;
  #folders: Map<string, string[]> | null = null;
  #definitions = new Map<string, WorldSymbol[]>();
  #defined = new Map<string, boolean>();
  #holders = new Map<string, ReadonlySet<string>>();
  #full = new Map<string, Map<string, WorldSymbol[]>>();
  #members = new Map<string, Map<string, WorldSymbol[]>>();
  #outlines = new Map<string, Outline | null>();
  /** All symbols are. */
  #loaded = false;
  /** The file of every symbol id, once all are loaded. */
  #owners: WorldFile[] = [];
  #texts = new Map<string, string | null>();

  constructor(
    private readonly root: string,
    private readonly writer: Writer,
  ) {}

  #keep(id: number, path: string, language: string | null): WorldFile {
    const file: WorldFile = { id, path, language, namespaces: null, symbols: null };
    this.#paths.set(path, file);
    this.#byId.set(id, file);
    return file;
  }

  #fileAt(path: string): WorldFile | null {
    let file = this.#paths.get(path);
    if (file === undefined) {
      if (this.#listed) return null;
      const [row] = this.writer.statement("SELECT id, language FROM file WHERE path = ?").values(path) as [number, string | null][];
      file = row ? this.#keep(row[0], path, row[1]) : null;
      this.#paths.set(path, file);
    }
    return file;
  }

  #fileOf(id: number): WorldFile | null {
    const file = this.#byId.get(id);
    if (file || this.#listed) return file ?? null;
    const [row] = this.writer.statement("SELECT path, language FROM file WHERE id = ?").values(id) as [string, string | null][];
    return row ? this.#keep(id, row[0], row[1]) : null;
  }

  /** Paths of all files, sorted. */
  #all(): string[] {
    if (!this.#listed) {
      const rows = this.writer.statement("SELECT id, path, language FROM file").values() as [number, string, string | null][];
      for (const [id, path, language] of rows) if (!this.#byId.has(id)) this.#keep(id, path, language);
      for (const [path, file] of this.#paths) if (file === null) this.#paths.delete(path);
      this.#listed = true;
    }
    return [...this.#paths.keys()].sort();
  }

  /** Takes all symbols in at once: when every file is resolved, most of them are asked for, and name by name that takes ten times as long. */
  load(): void {
    for (const path of this.#all()) {
      const file = this.#fileAt(path)!;
      const { ids, inner } = this.#unpacked(file);
      for (const id of ids) this.#owners[id] = file;
      for (const symbol of inner) if (isDefinition(symbol.kind)) push(this.#definitions, symbol.name, symbol);
    }
    this.#loaded = true;
  }

  /** Forgets what was asked so far. */
  record(): void {
    this.#asked.clear();
  }

  /** Hashes of the keys asked since `record`, sorted. */
  recorded(): Uint32Array {
    const keys = new Uint32Array(this.#asked.size);
    let at = 0;
    for (const key of this.#asked) keys[at++] = key;
    return keys.sort();
  }

  #ask(key: string): void {
    this.#asked.add(hashKey(key));
  }

  file(path: string): boolean {
    this.#ask(worldKey.file(path));
    return this.#fileAt(path) !== null;
  }

  directory(folder: string): string[] {
    this.#ask(worldKey.directory(folder));
    this.#directories ??= this.#grouped((path) => [folderOf(path)]);
    return this.#directories.get(folder) ?? [];
  }

  named(base: string): string[] {
    this.#ask(worldKey.named(base));
    this.#bases ??= this.#grouped((path) => [path.slice(path.lastIndexOf("/") + 1)]);
    return this.#bases.get(base) ?? [];
  }

  folders(name: string): string[] {
    this.#ask(worldKey.folders(name));
    if (!this.#folders) {
      const all = new Set<string>();
      for (const path of this.#all())
        for (let folder = folderOf(path); folder !== "" && !all.has(folder); folder = folderOf(folder)) all.add(folder);
      this.#folders = Map.groupBy([...all].sort(), (folder) => folder.slice(folder.lastIndexOf("/") + 1));
    }
    return this.#folders.get(name) ?? [];
  }

  text(path: string): string | null {
    this.#ask(worldKey.text(path));
    let text = this.#texts.get(path);
    if (text === undefined) {
      const source = this.#fileAt(path) ? readSourceSync(this.root, path) : "ignored";
      text = typeof source === "string" ? null : source.text;
      this.#texts.set(path, text);
    }
    return text;
  }

  members(path: string, qualified: string): WorldSymbol[] {
    this.#ask(worldKey.members(path, qualified));
    let members = this.#members.get(path);
    if (!members) {
      members = Map.groupBy(this.#symbolsOf(path), (symbol) => symbol.qualified);
      this.#members.set(path, members);
    }
    return members.get(qualified) ?? [];
  }

  outline(path: string): Outline | null {
    this.#ask(worldKey.outline(path));
    let outline = this.#outlines.get(path);
    if (outline === undefined) {
      const file = this.#fileAt(path);
      outline = file === null ? null : outlineOf(this.#factsOf(file).facts);
      this.#outlines.set(path, outline);
    }
    return outline;
  }

  /** What is stored of a file for its own resolution, with the ids of its symbols by position. */
  facts(id: number): { facts: FileFacts; nodes: Uint8Array; ids: readonly number[] } {
    const file = this.#fileOf(id);
    if (file === null) throw new DamagedIndex("a file to resolve is not there");
    const stored = this.#factsOf(file);
    // Whoever imports it will ask; taking its facts apart again costs more than keeping this.
    if (!this.#outlines.has(file.path)) this.#outlines.set(file.path, outlineOf(stored.facts));
    return { ...stored, ids: this.#unpacked(file).ids };
  }

  #factsOf(file: WorldFile): { facts: FileFacts; nodes: Uint8Array } {
    const { own } = this.#unpacked(file);
    const symbols = this.#unpacked(file).inner.map(
      ({ kind, name, qualified, parent, start, end, exported, arity, type }): RawSymbol => ({
        ...NO_PLACE,
        kind,
        name,
        qualified,
        parent,
        start,
        end,
        exported,
        arity,
        type,
      }),
    );
    return this.writer.facts(file.id, own === null ? symbols : [own, ...symbols]);
  }

  /** Key of any symbol of a file. */
  keyOf(id: number): string {
    const file = this.#owners[id] ?? this.#fileOf(this.writer.fileOfSymbol(id));
    const { ids, keys } = file === null ? { ids: [], keys: [] } : this.#keyed(file);
    const key = keys[ids[0]! + ids.length - 1 === ids.at(-1) ? id - ids[0]! : ids.indexOf(id)];
    if (key === undefined) throw new DamagedIndex("an edge leads to a symbol that is not there");
    return key;
  }

  #keyed(file: WorldFile): { ids: readonly number[]; keys: string[] } {
    const symbols = this.#unpacked(file);
    symbols.keys ??= symbolKeys(file.path, [{ kind: "file", qualified: file.path }, ...symbols.inner]);
    return { ids: symbols.ids, keys: symbols.keys };
  }

  definitions(name: string): WorldSymbol[] {
    this.#ask(worldKey.definitions(name));
    return this.#definitionsOf(name);
  }

  #definitionsOf(name: string): WorldSymbol[] {
    let list = this.#definitions.get(name);
    if (!list) {
      if (this.#loaded) return [];
      const files = filesDefining((sql) => this.writer.statement(sql), name).flatMap((id) => this.#fileOf(id) ?? []);
      files.sort((a, b) => (a.path < b.path ? -1 : 1));
      list = files.flatMap((file) => this.#inner(file).filter((symbol) => symbol.name === name && isDefinition(symbol.kind)));
      this.#definitions.set(name, list);
    }
    return list;
  }

  full(name: string): WorldSymbol[] {
    this.#ask(worldKey.full(name));
    const last = name.slice(name.lastIndexOf(".") + 1);
    const definitions = this.#definitionsOf(last);
    if (definitions.length === 0) return definitions;
    let groups = this.#full.get(last);
    if (!groups) {
      groups = Map.groupBy(definitions, (symbol) => symbol.full);
      this.#full.set(last, groups);
    }
    return groups.get(name) ?? [];
  }

  shared<T>(what: string, make: () => T): T | null {
    const known = this.#shared.get(what);
    if (known) {
      for (const key of known.keys) this.#asked.add(key);
      return known.value as T;
    }
    const depth = this.#making.findIndex((one) => one.what === what);
    if (depth >= 0) {
      for (const one of this.#making.slice(depth + 1)) one.cut = true;
      return null;
    }
    const frame = { what, cut: false };
    const outer = this.#asked;
    const own = new Set<number>();
    this.#asked = own;
    this.#making.push(frame);
    let value: T;
    try {
      value = make();
    } finally {
      this.#making.pop();
      this.#asked = outer;
      for (const key of own) outer.add(key);
    }
    // One that met a computation around it knows only a part, and another part from elsewhere: keeping it would let the order of files decide.
    if (!frame.cut) this.#shared.set(what, { value, keys: Uint32Array.from(own) });
    return value;
  }

  holders(name: string): ReadonlySet<string> | null {
    this.#ask(worldKey.holders(name));
    let holders = this.#holders.get(name);
    if (!holders && !this.#loaded && !this.#definitions.has(name)) {
      const files = filesDefining((sql) => this.writer.statement(sql), name).length;
      if (files > MANY_FILES) return null;
    }
    if (!holders) {
      holders = holdersOf(this.#definitionsOf(name));
      this.#holders.set(name, holders);
    }
    return holders;
  }

  /** Namespaces that a file declares. */
  namespacesIn(file: WorldFile): string[] {
    file.namespaces ??= clausesOf(this.#inner(file));
    return file.namespaces;
  }

  defined(name: string): boolean {
    this.#ask(worldKey.defined(name));
    if (this.#loaded) return this.#definitions.has(name);
    let known = this.#defined.get(name);
    if (known === undefined) {
      const list = this.#definitions.get(name);
      known = list ? list.length > 0 : filesDefining((sql) => this.writer.statement(sql), name).length > 0;
      this.#defined.set(name, known);
    }
    return known;
  }

  /** The id of a file's own symbol; null when it is not indexed. */
  fileSymbol(path: string): number | null {
    const file = this.#fileAt(path);
    return file === null ? null : (this.#unpacked(file).ids[0] ?? null);
  }

  #symbolsOf(path: string): WorldSymbol[] {
    const file = this.#fileAt(path);
    return file === null ? [] : this.#inner(file);
  }

  /** Symbols in a file, the file itself left out. */
  #inner(file: WorldFile): WorldSymbol[] {
    return this.#unpacked(file).inner;
  }

  #unpacked(file: WorldFile): Symbols {
    if (!file.symbols) {
      const { ids, symbols } = symbolsOf((sql) => this.writer.statement(sql), file.id, file.path);
      const inner = symbols.slice(1).map(({ kind, name, qualified, exported, arity, type, parent, start, end }, i): KnownSymbol => {
        const outer = symbols[parent]?.kind ?? "file";
        return new KnownSymbol(ids[i + 1]!, file, kind, name, qualified, exported, arity, type, outer, parent, start, end, this);
      });
      file.symbols = { ids, own: symbols[0] ?? null, inner, keys: null };
    }
    return file.symbols;
  }

  /** Paths by what `keys` says, each list sorted. */
  #grouped(keys: (path: string) => string[]): Map<string, string[]> {
    const groups = new Map<string, string[]>();
    for (const path of this.#all()) for (const key of keys(path)) push(groups, key, path);
    return groups;
  }
}

/** So many files are not unpacked to spare a look-up: half a millisecond each, of the 200 that an update may take. */
const MANY_FILES = 8;

/** What is not stored of a symbol: resolution never looks at it. */
const NO_PLACE = { doc: "", signature: "", from: 0, to: 0 } as const;

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

/** Number of definitions of a name in the tables now. */
export function definitionCount(writer: Writer, name: string): number {
  const statement = (sql: string): Statement => writer.statement(sql);
  return filesDefining(statement, name).reduce((count, file) => {
    const named = symbolsOf(statement, file, "").symbols.filter((symbol) => symbol.name === name && isDefinition(symbol.kind));
    return count + named.length;
  }, 0);
}

/** The folder of a path, "" for the root. */
export function folderOf(path: string): string {
  const cut = path.lastIndexOf("/");
  return cut < 0 ? "" : path.slice(0, cut);
}
