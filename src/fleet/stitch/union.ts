/**
 * Several trees as one, as somebody sees them who has checked them out beside one another: resolution asks it what it asks of a single tree, so that
 * what a name of another tree means is answered by the rules that hold inside one.
 *
 * Every tree stands in a folder of its own, whose name says nothing; a submodule stands where the tree around it has it.
 */
import { Shared } from "../../indexing/overlay.ts";
import { folderOf, isDouble } from "../../lang/engine/resolve/paths.ts";
import type { Manifest, Outline, World, WorldSymbol } from "../../lang/engine/resolve/world.ts";

/** A tree among others. */
export interface Mount {
  /** Its number among all members. */
  member: number;
  /** Its folder. */
  at: string;
  world: World;
}

/** Ids of one tree's symbols: above those that an overlay gives (indexing/overlay.ts). A double holds those of 2,000 trees exactly. */
const SPAN = 2 ** 42;

/** A symbol of all trees: whose it is, and its id there. */
export const splitId = (id: number): { member: number; id: number } => ({ member: Math.floor(id / SPAN), id: id % SPAN });

/** A symbol of one of several trees. */
class MountedSymbol implements WorldSymbol {
  constructor(
    private readonly inner: WorldSymbol,
    readonly id: number,
    readonly path: string,
  ) {}
  get language() {
    return this.inner.language;
  }
  /** By its folders in its own tree: where that lies says nothing of it, and a file that is only called like a test (`werkzeug/test.py`) is imported by others. */
  get double() {
    return this.inner.double && isDouble(`${folderOf(this.inner.path)}/_`);
  }
  get kind() {
    return this.inner.kind;
  }
  get name() {
    return this.inner.name;
  }
  get qualified() {
    return this.inner.qualified;
  }
  get exported() {
    return this.inner.exported;
  }
  get arity() {
    return this.inner.arity;
  }
  get type() {
    return this.inner.type;
  }
  get declares() {
    return this.inner.declares;
  }
  get parentKind() {
    return this.inner.parentKind;
  }
  get full() {
    return this.inner.full;
  }
}

export class UnionWorld implements World {
  readonly #symbols = new Map<number, MountedSymbol>();
  readonly #definitions = new Map<string, WorldSymbol[]>();
  readonly #texts = new Map<string, readonly Manifest[]>();
  readonly #outlines = new Map<string, Outline | null>();
  readonly #shared = new Shared();
  /** Those inside others first. */
  readonly #mounts: readonly Mount[];

  constructor(mounts: readonly Mount[]) {
    this.#mounts = mounts.toSorted((a, b) => b.at.length - a.at.length || (a.at < b.at ? -1 : 1));
  }

  /** The tree that a path lies in, and the path there. */
  at(path: string): { mount: Mount; path: string } | null {
    for (const mount of this.#mounts) {
      if (path === mount.at) return { mount, path: "" };
      if (path.startsWith(`${mount.at}/`)) return { mount, path: path.slice(mount.at.length + 1) };
    }
    return null;
  }

  #wrapped(mount: Mount, symbols: readonly WorldSymbol[]): WorldSymbol[] {
    return symbols.map((inner) => {
      const id = mount.member * SPAN + inner.id;
      let symbol = this.#symbols.get(id);
      if (!symbol) {
        symbol = new MountedSymbol(inner, id, `${mount.at}/${inner.path}`);
        this.#symbols.set(id, symbol);
      }
      return symbol;
    });
  }

  #everywhere(ask: (world: World) => readonly string[]): string[] {
    return this.#mounts.flatMap((mount) => ask(mount.world).map((path) => `${mount.at}/${path}`)).sort();
  }

  file(path: string): boolean {
    const there = this.at(path);
    return there !== null && there.path !== "" && there.mount.world.file(there.path);
  }

  extended(path: string): string[] {
    const there = this.at(path);
    return there === null || there.path === "" ? [] : there.mount.world.extended(there.path).map((one) => `${there.mount.at}/${one}`);
  }

  directory(folder: string): string[] {
    const there = this.at(folder);
    return there === null ? [] : there.mount.world.directory(there.path).map((one) => `${there.mount.at}/${one}`);
  }

  named(base: string): string[] {
    return this.#everywhere((world) => world.named(base));
  }

  folders(name: string): string[] {
    return this.#everywhere((world) => world.folders(name));
  }

  text(path: string): string | null {
    const there = this.at(path);
    return there === null || there.path === "" ? null : there.mount.world.text(there.path);
  }

  texts(base: string): readonly Manifest[] {
    let all = this.#texts.get(base);
    if (!all) {
      all = this.#mounts
        .flatMap(({ at, world }) => world.texts(base).map(({ path, text }) => ({ path: `${at}/${path}`, text })))
        .sort((a, b) => (a.path < b.path ? -1 : 1));
      this.#texts.set(base, all);
    }
    return all;
  }

  members(path: string, qualified: string): WorldSymbol[] {
    const there = this.at(path);
    return there === null ? [] : this.#wrapped(there.mount, there.mount.world.members(there.path, qualified));
  }

  outline(path: string): Outline | null {
    let outline = this.#outlines.get(path);
    if (outline === undefined) {
      const there = this.at(path);
      const inner = there === null ? null : there.mount.world.outline(there.path);
      outline = inner && { ...inner, path };
      this.#outlines.set(path, outline);
    }
    return outline;
  }

  definitions(name: string): WorldSymbol[] {
    let all = this.#definitions.get(name);
    if (!all) {
      all = this.#mounts.flatMap((mount) => this.#wrapped(mount, mount.world.definitions(name)));
      // by path, and in their order within a file
      all = all
        .map((symbol, place) => ({ symbol, place }))
        .sort((a, b) => (a.symbol.path < b.symbol.path ? -1 : a.symbol.path > b.symbol.path ? 1 : a.place - b.place))
        .map(({ symbol }) => symbol);
      this.#definitions.set(name, all);
    }
    return all;
  }

  full(name: string): WorldSymbol[] {
    return this.#mounts
      .flatMap((mount) => this.#wrapped(mount, mount.world.full(name)))
      .sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  }

  holds(name: string, holder: string): boolean {
    return this.#mounts.some(({ world }) => world.holds(name, holder));
  }

  defined(name: string): boolean {
    return this.#mounts.some(({ world }) => world.defined(name));
  }

  shared<T>(what: string, make: () => T): T | null {
    return this.#shared.of(what, make);
  }
}
