/**
 * The tree as one file sees it: the World, with the file's own facts laid over it, and each answer kept for the file's duration.
 *
 * Symbols of the file itself carry the id `-1 - index`, so that one type serves for here and there.
 */

import type { FileFacts, RawImport, RawSymbol } from "../../../base/types.ts";
import { type Language, languageFor } from "../language.ts";
import type { Family } from "./family.ts";
import { folderOf, isDouble } from "./paths.ts";
import {
  clausesOf,
  type EdgeTarget,
  type Field,
  fullName,
  isManifest,
  isNamedByMacro,
  isType,
  type Manifest,
  type Outline,
  outlineOf,
  type World,
  type WorldSymbol,
} from "./world.ts";

const NONE: WorldSymbol[] = [];
const NO_IMPORTS: readonly RawImport[] = [];

/** Fields of an outline by what they are fields of and by name; of other files' outlines many files ask. */
const fieldIndexes = new WeakMap<Outline, Map<string, Map<string, Field[]>>>();

const NO_FIELDS: readonly Field[] = [];

/** Fields of one thing by name. */
export type FieldNames = ReadonlyMap<string, readonly Field[]>;

/** Of the world's lists, those of the family that asked last: most are asked for by many files. */
const families = new WeakMap<WorldSymbol[], { family: Family; symbols: WorldSymbol[] }>();

function inFamily(all: WorldSymbol[], family: Family, familyOf: (language: string | null) => Family): WorldSymbol[] {
  if (all.length === 0) return all;
  const known = families.get(all);
  if (known?.family === family) return known.symbols;
  const symbols = all.filter((symbol) => familyOf(symbol.language) === family && !isNamedByMacro(symbol));
  families.set(all, { family, symbols });
  return symbols;
}

export class Tree {
  private readonly own = new Map<string, WorldSymbol[]>();
  private readonly byName = new Map<string, WorldSymbol[]>();
  private readonly byFull = new Map<string, WorldSymbol[]>();
  private readonly ownOutline: Outline;
  private readonly away = new Map<string, Map<string, WorldSymbol[]>>();
  private readonly kept = new Map<string, Map<unknown, unknown>>();
  readonly #outlines = new Map<string, Outline | null>();
  readonly #defined = new Map<string, boolean>();
  readonly #holds = new Map<string, Map<string, boolean>>();
  #inside: (Map<string, WorldSymbol[]> | undefined)[] | null = null;
  #imports: Map<number, RawImport[]> | null = null;
  /** The file's symbols in order; index = index into the facts. */
  readonly here: WorldSymbol[];

  readonly language: Language;
  private readonly double: boolean;

  constructor(
    readonly facts: FileFacts,
    readonly world: World,
    /** Family of a language; null for languages without rules. */
    readonly familyOf: (language: string | null) => Family,
    /** Where it looks from: what that file includes is seen, and tests and mocks answer only to one of their own kind. */
    readonly from = facts.path,
  ) {
    this.double = isDouble(from);
    this.language = languageFor(facts.language);
    const namespaces = clausesOf(facts.symbols);
    const own = isDouble(facts.path);
    this.here = facts.symbols.map((symbol, index) => seen(facts, symbol, index, namespaces, own));
    for (const [index, symbol] of this.here.entries()) {
      if (index === 0) continue;
      if (isNamedByMacro(symbol)) continue;
      push(this.own, symbol.qualified, symbol);
      push(this.byName, symbol.name, symbol);
      push(this.byFull, symbol.full, symbol);
    }
    this.ownOutline = outlineOf(facts);
  }

  /** Any pure computation kept for the duration of one file: `kind` says which, `key` of what. */
  memo<K, T>(kind: string, key: K, make: () => T): T {
    let map = this.kept.get(kind);
    if (!map) {
      map = new Map();
      this.kept.set(kind, map);
    }
    // undefined is no value of anything kept
    const known = map.get(key);
    if (known !== undefined) return known as T;
    const value = make();
    map.set(key, value);
    return value;
  }

  file(path: string): boolean {
    return path === this.facts.path || this.memo("file", path, () => this.world.file(path));
  }
  extended(path: string): string[] {
    return this.memo("extended", path, () => this.world.extended(path));
  }
  directory(folder: string): string[] {
    return this.memo("directory", folder, () => this.world.directory(folder));
  }
  named(base: string): string[] {
    return this.memo("named", base, () => this.world.named(base));
  }
  folders(name: string): string[] {
    return this.memo("folders", name, () => this.world.folders(name));
  }
  text(path: string): string | null {
    return this.memo("text", path, () => this.world.text(manifest(path)));
  }
  texts(base: string): readonly Manifest[] {
    return this.memo("texts", base, () => this.world.texts(manifest(base)));
  }
  outline(path: string): Outline | null {
    if (path === this.facts.path) return this.ownOutline;
    let outline = this.#outlines.get(path);
    if (outline === undefined) {
      outline = this.world.outline(path);
      this.#outlines.set(path, outline);
    }
    return outline;
  }
  /** Fields of a file: those of one thing in it ("": the file itself) that have a name. */
  fieldsOf(path: string, of: string, name: string): readonly Field[] {
    return this.fieldsIn(path, of)?.get(name) ?? NO_FIELDS;
  }

  /** The fields of one thing in a file. */
  fieldsIn(path: string, of: string): FieldNames | undefined {
    const outline = this.outline(path);
    if (!outline || outline.fields.length === 0) return undefined;
    let index = fieldIndexes.get(outline);
    if (!index) {
      const things = Map.groupBy(outline.fields, ({ of }) => of);
      index = new Map([...things].map(([thing, fields]) => [thing, Map.groupBy(fields, ({ name }) => name)]));
      fieldIndexes.set(outline, index);
    }
    return index.get(of);
  }

  defined(name: string): boolean {
    let defined = this.#defined.get(name);
    if (defined === undefined) {
      defined = this.byName.has(name) || this.world.defined(name);
      this.#defined.set(name, defined);
    }
    return defined;
  }

  /** This file's symbols of a name right inside one of them. */
  children(parent: number, name: string): WorldSymbol[] {
    this.#inside ??= insideOf(this.facts, this.here);
    return this.#inside[parent]?.get(name) ?? NONE;
  }

  /** This file's imports inside one of its symbols. */
  importsInside(scope: number): readonly RawImport[] {
    this.#imports ??= Map.groupBy(
      this.facts.imports.filter((one) => one.scope > 0 && one.source !== ""),
      (one) => one.scope,
    );
    return (this.#imports.size > 0 && this.#imports.get(scope)) || NO_IMPORTS;
  }

  /** Symbols of a file by qualified name, in order. */
  members(path: string, qualified: string): WorldSymbol[] {
    if (path === this.facts.path) return this.own.get(qualified) ?? NONE;
    let file = this.away.get(path);
    if (!file) {
      file = new Map();
      this.away.set(path, file);
    }
    let list = file.get(qualified);
    if (!list) {
      list = this.world.members(path, qualified).filter((one) => !isNamedByMacro(one));
      file.set(qualified, list);
    }
    return list;
  }

  /** Every definition of a name in languages of a family, this file's own included. */
  definitions(name: string, family: Family): WorldSymbol[] {
    return this.memo(family.name, name, () => {
      if (!this.defined(name)) return NONE;
      return this.#with(name, this.byName.get(name), this.world.definitions(name), family);
    });
  }

  /** Every definition of a name in whatever language, this file's own included. */
  everywhere(name: string): WorldSymbol[] {
    return this.memo("everywhere", name, () => {
      const away = this.world.definitions(name).filter((symbol) => symbol.path !== this.facts.path);
      return [...(this.byName.get(name) ?? []), ...away];
    });
  }

  /** Definitions of a full name in languages of a family, this file's own included. */
  full(name: string, family: Family): WorldSymbol[] {
    return this.memo(`full ${family.name}`, name, () => {
      const last = name.slice(name.lastIndexOf(".") + 1);
      if (!this.defined(last)) return NONE;
      return this.#with(last, this.byFull.get(name), this.world.full(name), family);
    });
  }

  /** Those of a family among this file's own and the world's, in which this file has the same ones in another form. */
  #with(name: string, own: WorldSymbol[] | undefined, all: WorldSymbol[], family: Family): WorldSymbol[] {
    const ours = inFamily(all, family, this.familyOf);
    if (!this.byName.has(name)) return ours;
    const away = ours.filter((symbol) => symbol.path !== this.facts.path);
    return own === undefined ? away : [...own.filter((symbol) => this.familyOf(symbol.language) === family), ...away];
  }

  /** May something (a type, a module) that is called `holder` hold a definition of a name? Spares most look-ups in long hierarchies. */
  holds(name: string, holder: string): boolean {
    let known = this.#holds.get(name);
    if (known === undefined) {
      known = new Map();
      this.#holds.set(name, known);
    }
    let holds = known.get(holder);
    if (holds === undefined) {
      holds = this.world.holds(name, holder);
      known.set(holder, holds);
    }
    return holds;
  }

  /** Tests, mocks and generated files answer only for callers of their own kind. */
  real(symbols: WorldSymbol[]): WorldSymbol[] {
    if (symbols.length < 2 && (symbols[0] === undefined || !symbols[0].double)) return symbols;
    const real = symbols.filter((symbol) => !symbol.double);
    if (real.length > 0 || !this.double) return real;
    return symbols;
  }

  /** The same of what was asked for by its full name: a file that is only called like a test (`TestParams.java`) has what nobody else has. */
  realInFull(symbols: WorldSymbol[], { besideMain }: Family): WorldSymbol[] {
    const real = this.real(symbols);
    if (real.length > 0 || symbols.length === 0) return real;
    return besideMain?.test(this.from) ? symbols : symbols.filter(({ path }) => !isDouble(`${folderOf(path)}/_`));
  }

  target(symbol: WorldSymbol): EdgeTarget {
    return symbol.id < 0 ? { at: "here", symbol: -1 - symbol.id } : { at: "there", id: symbol.id };
  }
}

/** The symbols of a file by their container and name. */
function insideOf({ symbols }: FileFacts, here: readonly WorldSymbol[]): (Map<string, WorldSymbol[]> | undefined)[] {
  const all: (Map<string, WorldSymbol[]> | undefined)[] = [];
  for (const [index, symbol] of symbols.entries()) {
    if (index === 0) continue;
    // `void T::f()` in a namespace is a name of T's, not of the namespace
    const { kind, qualified } = symbols[symbol.parent]!;
    const elsewhere = (kind === "namespace" || kind === "module") && symbol.qualified !== `${qualified}.${symbol.name}`;
    if (elsewhere && !isType(symbol.kind) && symbol.kind !== "namespace" && symbol.kind !== "module") continue;
    if (isNamedByMacro(symbol)) continue;
    let names = all[symbol.parent];
    if (!names) {
      names = new Map();
      all[symbol.parent] = names;
    }
    push(names, symbol.name, here[index]!);
  }
  return all;
}

/** What an update would not know to depend on must not be asked for. */
function manifest(path: string): string {
  if (!isManifest(path)) throw new Error(`The text of ${path} is none that resolution may read.`);
  return path;
}

function seen(facts: FileFacts, symbol: RawSymbol, index: number, namespaces: readonly string[], double: boolean): WorldSymbol {
  const { path, language } = facts;
  const { kind, name, qualified, exported, arity, type, declares = false } = symbol;
  const parentKind = facts.symbols[symbol.parent]?.kind ?? "file";
  const full = fullName(qualified, namespaces);
  return { id: -1 - index, path, language, double, kind, name, qualified, exported, arity, type, declares, parentKind, full };
}

/** Adds to the list of a key. */
export function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

/** Among equals (overloads, conditional definitions): the first whose number of parameters fits, else the first. */
export function pick(symbols: WorldSymbol[], arity: number | null): WorldSymbol | null {
  if (symbols.length > 1 && arity !== null) {
    const fit = symbols.find((symbol) => symbol.arity === arity);
    if (fit) return fit;
  }
  // Rust: a call whose arguments are not counted is one of a macro, and macros have names of their own.
  if (arity === null && symbols.length > 1) return symbols.find((symbol) => symbol.kind === "macro") ?? symbols[0]!;
  return symbols[0] ?? null;
}
