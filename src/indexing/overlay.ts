/**
 * The tree of the tables with some files as they are elsewhere: before a change, or as they are staged. Resolution asks it what it would ask
 * of the tables, so "what did this line mean before?" is answered by the same rules as "what does it mean now?".
 */
import type { FileFacts } from "../base/types.ts";
import { folderOf, isDouble } from "../lang/engine/resolve/paths.ts";
import {
  clausesOf,
  fullName,
  holdersOf,
  type Manifest,
  type Outline,
  outlineOf,
  type World,
  type WorldSymbol,
} from "../lang/engine/resolve/world.ts";
import { push, shortened } from "./known.ts";
import { isDefinition } from "./world.ts";

/** Ids of symbols that the tables do not have: above all that a table counts to, below what a double holds exactly. */
const BEYOND = 2 ** 40;

/** A definition of a file that is laid over the tree. */
interface Laid extends WorldSymbol {
  at: number;
}

export class OverlayWorld implements World {
  readonly #symbols = new Map<string, Laid[]>();
  readonly #byName = new Map<string, Laid[]>();
  readonly #byId = new Map<number, WorldSymbol>();
  readonly #definitions = new Map<string, WorldSymbol[]>();
  readonly #shared = new Shared();
  readonly #added: string[] = [];
  readonly #texts = new Map<string, readonly Manifest[]>();

  /**
   * @param base the tree of the tables
   * @param laid facts by path; null: there is no such file
   * @param texts of configuration files among them
   */
  constructor(
    private readonly base: World,
    private readonly laid: ReadonlyMap<string, FileFacts | null>,
    private readonly texts_: ReadonlyMap<string, string | null> = new Map(),
  ) {
    let id = BEYOND;
    for (const [path, facts] of [...laid].sort(([a], [b]) => (a < b ? -1 : 1))) {
      if (!facts) continue;
      this.#added.push(path);
      const namespaces = clausesOf(facts.symbols);
      const double = isDouble(path);
      const symbols = facts.symbols.slice(1).map(({ kind, name, qualified, exported, arity, type, declares = false, parent }, i): Laid => {
        const parentKind = facts.symbols[parent]?.kind ?? "file";
        const full = fullName(qualified, namespaces);
        const { language } = facts;
        return { id: id++, path, language, double, kind, name, qualified, exported, arity, type, declares, parentKind, full, at: i + 1 };
      });
      this.#symbols.set(path, symbols);
      for (const symbol of symbols) {
        this.#byId.set(symbol.id, symbol);
        if (isDefinition(symbol.kind)) push(this.#byName, symbol.name, symbol);
      }
    }
  }

  /** A symbol of a file that is laid over; null for one of the tables. */
  laidSymbol(id: number): WorldSymbol | null {
    return this.#byId.get(id) ?? null;
  }

  file(path: string): boolean {
    const facts = this.laid.get(path);
    return facts === undefined ? this.base.file(path) : facts !== null;
  }

  #paths(known: readonly string[], fits: (path: string) => boolean): string[] {
    return [...known.filter((path) => !this.laid.has(path)), ...this.#added.filter(fits)].sort();
  }

  extended(path: string): string[] {
    return this.#paths(this.base.extended(path), (one) => shortened(one).includes(path));
  }

  directory(folder: string): string[] {
    return this.#paths(this.base.directory(folder), (one) => folderOf(one) === folder);
  }

  named(base: string): string[] {
    return this.#paths(this.base.named(base), (one) => one.slice(one.lastIndexOf("/") + 1) === base);
  }

  folders(name: string): string[] {
    const all = new Set(this.base.folders(name).filter((folder) => !this.#emptied(folder)));
    for (const path of this.#added)
      for (let folder = folderOf(path); folder !== ""; folder = folderOf(folder))
        if (folder.slice(folder.lastIndexOf("/") + 1) === name) all.add(folder);
    return [...all].sort();
  }

  /** Is nothing left of a folder but what is not there? */
  #emptied(folder: string): boolean {
    const gone = [...this.laid].some(([path, facts]) => facts === null && path.startsWith(`${folder}/`));
    return gone && this.directory(folder).length === 0 && !this.#added.some((path) => path.startsWith(`${folder}/`));
  }

  text(path: string): string | null {
    return this.texts_.has(path) ? this.texts_.get(path)! : this.laid.get(path) === null ? null : this.base.text(path);
  }

  texts(base: string): readonly Manifest[] {
    let all = this.#texts.get(base);
    if (!all) {
      all = this.named(base).flatMap((path) => {
        const text = this.text(path);
        return text === null ? [] : [{ path, text }];
      });
      this.#texts.set(base, all);
    }
    return all;
  }

  members(path: string, qualified: string): WorldSymbol[] {
    if (!this.laid.has(path)) return this.base.members(path, qualified);
    return (this.#symbols.get(path) ?? []).filter((symbol) => symbol.qualified === qualified);
  }

  outline(path: string): Outline | null {
    const facts = this.laid.get(path);
    if (facts === undefined) return this.base.outline(path);
    return facts && outlineOf(facts);
  }

  definitions(name: string): WorldSymbol[] {
    let list = this.#definitions.get(name);
    if (!list) {
      const base = this.base.definitions(name);
      const own = this.#byName.get(name);
      list =
        own === undefined && !base.some(({ path }) => this.laid.has(path))
          ? base
          : [...base.filter(({ path }) => !this.laid.has(path)), ...(own ?? [])].sort((a, b) =>
              a.path < b.path ? -1 : a.path > b.path ? 1 : 0,
            );
      this.#definitions.set(name, list);
    }
    return list;
  }

  full(name: string): WorldSymbol[] {
    return this.definitions(name.slice(name.lastIndexOf(".") + 1)).filter((symbol) => symbol.full === name);
  }

  holds(name: string, holder: string): boolean {
    return this.base.holds(name, holder) || holdersOf(this.#byName.get(name) ?? []).has(holder);
  }

  defined(name: string): boolean {
    return this.#byName.has(name) || (this.base.defined(name) && this.definitions(name).length > 0);
  }

  shared<T>(what: string, make: () => T): T | null {
    return this.#shared.of(what, make);
  }
}

/** What depends on nothing but a world that does not change, made once: `World.shared` where nobody asks what was asked for. */
export class Shared {
  readonly #made = new Map<string, unknown>();
  readonly #making: { what: string; cut: boolean }[] = [];

  of<T>(what: string, make: () => T): T | null {
    if (this.#made.has(what)) return this.#made.get(what) as T;
    const depth = this.#making.findIndex((one) => one.what === what);
    if (depth >= 0) {
      for (const one of this.#making.slice(depth + 1)) one.cut = true;
      return null;
    }
    const frame = { what, cut: false };
    this.#making.push(frame);
    try {
      const value = make();
      if (!frame.cut) this.#made.set(what, value);
      return value;
    } finally {
      this.#making.pop();
    }
  }
}
