/**
 * The tree as resolution sees it, read from the tables, with a record of what was asked.
 *
 * Everything is looked up when it is first asked for and kept: an update of one file reads a few rows, a full build ends up with most of
 * the tree in memory. Made anew for every update, after its files are written and before the first one is resolved.
 */
import type { FileFacts, SkipReason } from "../base/types.ts";
import { readSourceSync, type SourceText } from "../files/reader.ts";
import { holdersOf, type Manifest, type Outline, outlineOf, type World, type WorldSymbol, worldKey } from "../lang/engine/resolve/world.ts";
import { DamagedIndex } from "../store/damage.ts";
import { KEY_BITS } from "../store/depends.ts";
import { bareSymbol } from "../store/facts.ts";
import { filesDefining } from "../store/symbols.ts";
import type { StoredFacts, Writer } from "../store/write.ts";
import { KnownFiles, push, type WorldFile } from "./known.ts";

/** Symbols that are no definitions: nobody means them by their name. */
export function isDefinition(kind: string): boolean {
  return kind !== "file" && kind !== "import" && kind !== "external";
}

/** The short hash under which a dependency key is stored. Equal hashes of different keys only resolve a file once too often. */
export function hashKey(key: string): number {
  return Bun.hash.xxHash32(key) >>> (32 - KEY_BITS);
}

export class StoredWorld implements World {
  #asked = new Set<number>();
  #shared = new Map<string, { value: unknown; keys: Uint32Array }>();
  #making: { what: string; cut: boolean }[] = [];
  #definitions = new Map<string, WorldSymbol[]>();
  /** Of names that were asked for before all symbols were loaded: the same is asked in up to three ways. */
  #lists = new Map<string, readonly number[]>();
  #holders = new Map<string, ReadonlySet<string>>();
  #full = new Map<string, Map<string, WorldSymbol[]>>();
  #members = new Map<string, Map<string, WorldSymbol[]>>();
  #outlines = new Map<string, Outline | null>();
  /** All symbols are. */
  #loaded = false;
  /** The file of every symbol id, once all are loaded. */
  #owners: WorldFile[] = [];
  #texts = new Map<string, string | null>();
  #manifests = new Map<string, readonly Manifest[]>();
  /** The facts that were taken apart last: files import their neighbours, whose turn is near. */
  readonly #recent: Map<number, StoredFacts>;

  readonly #files: KnownFiles;

  constructor(
    root: string,
    private readonly writer: Writer,
    /** What is stored of some files, at most `RECENT_FACTS`. */
    fresh: ReadonlyMap<number, StoredFacts> = new Map(),
    /** Where the texts of configuration files come from: the disk, but for a tree that is not there. */
    private readonly source = (path: string): SourceText | SkipReason => readSourceSync(root, path),
  ) {
    this.#recent = new Map(fresh);
    this.#files = new KnownFiles(writer);
  }

  /** Takes all symbols in at once: when every file is resolved, most of them are asked for, and name by name that takes ten times as long. */
  load(): void {
    for (const path of this.#files.all()) {
      const file = this.#files.at(path)!;
      const { ids, inner } = this.#files.symbols(file);
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
    return this.#files.at(path) !== null;
  }

  extended(path: string): string[] {
    this.#ask(worldKey.extended(path));
    return this.#files.extended(path);
  }

  directory(folder: string): string[] {
    this.#ask(worldKey.directory(folder));
    return this.#files.directory(folder);
  }

  named(base: string): string[] {
    this.#ask(worldKey.named(base));
    return this.#files.named(base);
  }

  folders(name: string): string[] {
    this.#ask(worldKey.folders(name));
    return this.#files.folders(name);
  }

  text(path: string): string | null {
    this.#ask(worldKey.text(path));
    return this.#textOf(path);
  }

  texts(base: string): readonly Manifest[] {
    this.#ask(worldKey.texts(base));
    let all = this.#manifests.get(base);
    if (!all) {
      all = this.#files.named(base).flatMap((path) => {
        const text = this.#textOf(path);
        return text === null ? [] : [{ path, text }];
      });
      this.#manifests.set(base, all);
    }
    return all;
  }

  #textOf(path: string): string | null {
    let text = this.#texts.get(path);
    if (text === undefined) {
      const source = this.#files.at(path) ? this.source(path) : "ignored";
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
      const file = this.#files.at(path);
      outline = file === null ? null : outlineOf(this.#factsOf(file).facts);
      this.#outlines.set(path, outline);
    }
    return outline;
  }

  /** What is stored of a file for its own resolution, with the ids of its symbols by position. */
  facts(id: number): { facts: FileFacts; nodes: Uint8Array; ids: readonly number[] } {
    const file = this.#files.of(id);
    if (file === null) throw new DamagedIndex("a file to resolve is not there");
    const stored = this.#factsOf(file);
    // Whoever imports it will ask; taking its facts apart again costs more than keeping this.
    if (!this.#outlines.has(file.path)) this.#outlines.set(file.path, outlineOf(stored.facts));
    return { ...stored, ids: this.#files.symbols(file).ids };
  }

  #factsOf(file: WorldFile): StoredFacts {
    const recent = this.#recent.get(file.id);
    if (recent) return recent;
    const { own } = this.#files.symbols(file);
    const symbols = this.#files.inner(file).map(bareSymbol);
    if (own !== null) symbols.unshift(bareSymbol(own));
    const stored = this.writer.facts(file.id, symbols);
    if (this.#recent.size >= RECENT_FACTS) this.#recent.delete(this.#recent.keys().next().value!);
    this.#recent.set(file.id, stored);
    return stored;
  }

  /** Key of any symbol of a file. */
  keyOf(id: number): string {
    const file = this.#owners[id] ?? this.#files.of(this.writer.fileOfSymbol(id));
    const key = file === null ? null : this.#files.keyOf(file, id);
    if (key === null) throw new DamagedIndex("an edge leads to a symbol that is not there");
    return key;
  }

  definitions(name: string): WorldSymbol[] {
    this.#ask(worldKey.definitions(name));
    return this.#definitionsOf(name);
  }

  /** Ids of the files that define a name. */
  #defining(name: string): readonly number[] {
    let files = this.#lists.get(name);
    if (!files) {
      files = filesDefining((sql) => this.writer.statement(sql), name);
      this.#lists.set(name, files);
    }
    return files;
  }

  #definitionsOf(name: string): WorldSymbol[] {
    let list = this.#definitions.get(name);
    if (!list) {
      if (this.#loaded) return [];
      list = this.#files.definitions(name);
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

  holds(name: string, holder: string): boolean {
    const may = this.#holdersOf(name)?.has(holder) ?? true;
    if (!may) this.#ask(worldKey.holds(name, holder));
    return may;
  }

  #holdersOf(name: string): ReadonlySet<string> | null {
    let holders = this.#holders.get(name);
    if (!holders && !this.#loaded && !this.#definitions.has(name)) {
      if (this.#defining(name).length > MANY_FILES) return null;
    }
    if (!holders) {
      holders = holdersOf(this.#definitionsOf(name));
      this.#holders.set(name, holders);
    }
    return holders;
  }

  defined(name: string): boolean {
    this.#ask(worldKey.defined(name));
    if (this.#loaded) return this.#definitions.has(name);
    return (this.#definitions.get(name) ?? this.#defining(name)).length > 0;
  }

  /** The id of a file's own symbol; null when it is not indexed. */
  fileSymbol(path: string): number | null {
    const file = this.#files.at(path);
    return file === null ? null : this.#files.own(file);
  }

  #symbolsOf(path: string): WorldSymbol[] {
    const file = this.#files.at(path);
    return file === null ? [] : this.#files.inner(file);
  }
}

/** Of so many files the facts stay unpacked: some 30 kB each; one file in four is asked for again by then. */
export const RECENT_FACTS = 64;

/** So many files are not unpacked to spare a look-up: half a millisecond each, of the 200 that an update may take. */
const MANY_FILES = 8;
