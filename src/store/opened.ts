/** The symbols of a file as rows that answers are made of, each made when first asked for and kept. */
import { type SymbolContext, type SymbolRow, toSymbol } from "./rows.ts";
import { SymbolColumns } from "./symbol_columns.ts";

/** The file that symbols are of. */
export interface Place {
  file: number;
  path: string;
  language: string | null;
}

export class OpenedSymbols extends SymbolColumns {
  readonly #rows: (SymbolRow | undefined)[] = [];
  #all: readonly SymbolRow[] | null = null;

  /** @throws DamagedIndex when the bytes are not ours */
  constructor(
    data: Uint8Array,
    readonly place: Place,
    private readonly context: SymbolContext,
  ) {
    super(data, place.path);
  }

  /** The symbol at a position. */
  row(at: number): SymbolRow | null {
    const known = this.#rows[at];
    if (known) return known;
    if (!(at >= 0 && at < this.length)) return null;
    const symbol = this.symbol(at);
    const { file, path, language } = this.place;
    const outer = symbol.parent < 0 ? null : (this.ids[symbol.parent] ?? null);
    const row = toSymbol({ id: this.ids[at]!, file, path, language, at }, symbol, outer, this.context);
    this.#rows[at] = row;
    return row;
  }

  /** All of them, by position. */
  get all(): readonly SymbolRow[] {
    this.#all ??= Array.from({ length: this.length }, (_, at) => this.row(at)!);
    return this.#all;
  }
}
