/**
 * The symbols of a file as they are stored, each made when it is asked for. Whoever looks at one symbol of a file seldom needs another, and in a
 * process that lives for one answer making them all takes longer than reading their bytes.
 */
import { SYMBOL_KINDS, type SymbolKind } from "../base/types.ts";
import { DamagedIndex } from "./damage.ts";
import { inflate } from "./deflate.ts";
import type { StoredSymbol } from "./facts.ts";
import { baseName, byPosition, type Columns, DECLARES, declaresOnly, inside, isExported, KIND_BASE } from "./symbols.ts";

const COLUMNS: Columns["length"] = 10;

export class SymbolColumns {
  readonly #columns: Columns;
  #counted: { ids: readonly number[]; starts: readonly number[] } | null = null;
  #qualified: Map<number, string> | null | undefined;
  #types: Map<number, string> | null | undefined;

  /**
   * @param path of their file
   * @throws DamagedIndex when the bytes are not ours
   */
  constructor(
    data: Uint8Array,
    private readonly path: string,
  ) {
    this.#columns = whole(() => {
      const columns = JSON.parse(inflate(data)) as Columns;
      if (columns.length !== COLUMNS || columns.some((column) => column?.length === undefined)) throw new TypeError("A column is missing.");
      return columns;
    });
  }

  /** How many there are. */
  get length(): number {
    return this.#columns[2].length;
  }

  /** Their ids by position. */
  get ids(): readonly number[] {
    return this.#sums.ids;
  }

  get #sums(): { ids: readonly number[]; starts: readonly number[] } {
    if (this.#counted) return this.#counted;
    const [steps, , names, , , rises] = this.#columns;
    const [ids, starts]: [number[], number[]] = [[], []];
    let [id, start] = [0, 0];
    for (let at = 0; at < names.length; at++) {
      id += steps[at]!;
      start += rises[at]!;
      ids.push(id);
      starts.push(start);
    }
    this.#counted = { ids, starts };
    return this.#counted;
  }

  /** Position of an id; -1 where there is none. */
  positionOf(id: number): number {
    const { ids } = this;
    // A full build numbers them in order.
    const guess = id - (ids[0] ?? 0);
    return ids[guess] === id ? guess : ids.indexOf(id);
  }

  name(at: number): string {
    const name = this.#columns[2][at]!;
    return at === 0 && name === "" ? baseName(this.path) : name;
  }

  kind(at: number): SymbolKind {
    return SYMBOL_KINDS[this.#columns[1].charCodeAt(at) - KIND_BASE] ?? "variable";
  }

  /** Position of its container; below 0 for the file itself. */
  parent(at: number): number {
    return at - this.#columns[4][at]!;
  }

  /** Is any of a kind? */
  has(kind: SymbolKind): boolean {
    return this.#columns[1].includes(String.fromCharCode(KIND_BASE + SYMBOL_KINDS.indexOf(kind)));
  }

  /** Positions of those with a name that passes. */
  named(is: (name: string) => boolean): number[] {
    const found: number[] = [];
    for (let at = 0; at < this.length; at++) if (is(this.name(at))) found.push(at);
    return found;
  }

  /** Positions of those directly inside another. */
  children(parent: number): number[] {
    const found: number[] = [];
    for (let at = 0; at < this.length; at++) if (this.parent(at) === parent) found.push(at);
    return found;
  }

  qualified(at: number): string {
    if (this.#qualified === undefined) this.#qualified = byPosition(this.#columns[3]);
    const own = this.#qualified?.get(at);
    if (own !== undefined) return own;
    if (at === 0) return this.path;
    const parent = this.parent(at);
    return inside(parent > 0 ? this.qualified(parent) : "", this.name(at));
  }

  /**
   * The symbol at a position that there is.
   * @throws DamagedIndex when the bytes are not ours
   */
  symbol(at: number): StoredSymbol {
    return whole(() => {
      const [, , , , , , lengths, exported, arities, types] = this.#columns;
      const start = this.#sums.starts[at]!;
      const arity = arities[at]!;
      if (this.#types === undefined) this.#types = byPosition(types);
      return {
        kind: this.kind(at),
        name: this.name(at),
        qualified: this.qualified(at),
        parent: this.parent(at),
        start,
        end: start + lengths[at]!,
        exported: isExported(exported[at]!),
        arity: arity === 0 ? null : arity - 1,
        type: this.#types?.get(at) ?? null,
        ...(declaresOnly(exported[at]!) ? DECLARES : undefined),
      };
    });
  }
}

function whole<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new DamagedIndex("symbols of a file cannot be read", { cause: error });
  }
}
