/**
 * The symbols of a file as they are stored, each made when first asked for. Whoever looks at one symbol of a file seldom needs another, and in a
 * process that lives for one answer making them all takes longer than reading their bytes.
 */
import { SYMBOL_KINDS, type SymbolKind } from "../base/types.ts";
import { DamagedIndex } from "./damage.ts";
import { inflate } from "./deflate.ts";
import { type SymbolContext, type SymbolRow, toSymbol } from "./rows.ts";
import { baseName, byPosition, type Columns, inside, KIND_BASE } from "./symbols.ts";

const COLUMNS: Columns["length"] = 10;

/** The file that symbols are of. */
export interface Place {
  file: number;
  path: string;
  language: string | null;
}

export class OpenedSymbols {
  readonly #columns: Columns;
  readonly #rows: (SymbolRow | undefined)[] = [];
  #all: readonly SymbolRow[] | null = null;
  #counted: { ids: readonly number[]; starts: readonly number[] } | null = null;
  #qualified: Map<number, string> | null | undefined;
  #types: Map<number, string> | null | undefined;

  /** @throws DamagedIndex when the bytes are not ours */
  constructor(
    data: Uint8Array,
    readonly place: Place,
    private readonly context: SymbolContext,
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
    return at === 0 && name === "" ? baseName(this.place.path) : name;
  }

  kind(at: number): SymbolKind {
    return SYMBOL_KINDS[this.#columns[1].charCodeAt(at) - KIND_BASE] ?? "variable";
  }

  /** Positions of those with a name that passes. */
  named(is: (name: string) => boolean): number[] {
    const found: number[] = [];
    for (let at = 0; at < this.length; at++) if (is(this.name(at))) found.push(at);
    return found;
  }

  /** Positions of those directly inside another. */
  children(parent: number): number[] {
    const parents = this.#columns[4];
    const found: number[] = [];
    for (let at = 0; at < parents.length; at++) if (at - parents[at]! === parent) found.push(at);
    return found;
  }

  /** The symbol at a position. */
  row(at: number): SymbolRow | null {
    const known = this.#rows[at];
    if (known) return known;
    if (!(at >= 0 && at < this.length)) return null;
    const row = whole(() => this.#made(at));
    this.#rows[at] = row;
    return row;
  }

  /** All of them, by position. */
  get all(): readonly SymbolRow[] {
    this.#all ??= Array.from({ length: this.length }, (_, at) => this.row(at)!);
    return this.#all;
  }

  #made(at: number): SymbolRow {
    const [, , , , parents, , lengths, exported, arities, types] = this.#columns;
    const { ids, starts } = this.#sums;
    const start = starts[at]!;
    const parent = at - parents[at]!;
    const arity = arities[at]!;
    this.#types ??= byPosition(types);
    const symbol = {
      kind: this.kind(at),
      name: this.name(at),
      qualified: this.#qualifiedAt(at),
      parent,
      start,
      end: start + lengths[at]!,
      exported: exported[at] === "1",
      arity: arity === 0 ? null : arity - 1,
      type: this.#types?.get(at) ?? null,
    };
    const { file, path, language } = this.place;
    return toSymbol({ id: ids[at]!, file, path, language, at }, symbol, parent < 0 ? null : (ids[parent] ?? null), this.context);
  }

  #qualifiedAt(at: number): string {
    if (this.#qualified === undefined) this.#qualified = byPosition(this.#columns[3]);
    const own = this.#qualified?.get(at);
    if (own !== undefined) return own;
    if (at === 0) return this.place.path;
    const parent = at - this.#columns[4][at]!;
    return inside(parent > 0 ? (this.#rows[parent]?.qualified ?? this.#qualifiedAt(parent)) : "", this.name(at));
  }
}

function whole<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new DamagedIndex("symbols of a file cannot be read", { cause: error });
  }
}
