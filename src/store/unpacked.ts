/** What is read of files, kept as long as that is little. */
import type { SQLQueryBindings, Statement } from "bun:sqlite";
import type { RawImport, RawReference } from "../base/types.ts";
import { decodeImports, decodeReferences } from "./facts.ts";
import { ReadSymbol, SYMBOL, type SymbolRow, type SymbolValues, type Texts } from "./rows.ts";

/** Files whose values stay; above it all are forgotten, which costs less than remembering which were used last. */
const LIMIT = 2_000;

/** Symbols that stay. */
const ROWS = 50_000;

class Kept<T> extends Map<number, T> {
  constructor(private readonly limit = LIMIT) {
    super();
  }

  once(file: number, make: () => T): T {
    const known = this.get(file);
    if (known !== undefined) return known;
    const value = make();
    if (this.size >= this.limit) this.clear();
    this.set(file, value);
    return value;
  }
}

export class Unpacked {
  /** One row a symbol, whoever asks for it. */
  readonly #rows = new Kept<SymbolRow>(ROWS);
  readonly #symbols = new Kept<readonly SymbolRow[]>();
  readonly #references = new Kept<RawReference[]>();
  readonly #imports = new Kept<RawImport[]>();

  constructor(private readonly statement: (sql: string) => Statement) {}

  clear(): void {
    for (const kept of [this.#rows, this.#symbols, this.#references, this.#imports]) kept.clear();
  }

  readonly #texts = (id: number): Texts =>
    (this.statement("SELECT signature, doc FROM symbol WHERE id = ?").values(id)[0] as Texts | undefined) ?? ["", ""];

  /** Symbols that a condition holds of. @param rest of the statement behind `SYMBOL` */
  where(rest: string, ...values: SQLQueryBindings[]): SymbolRow[] {
    const rows = this.statement(`${SYMBOL} ${rest}`).values(...values) as SymbolValues[];
    return rows.map((row) => this.#rows.once(row[0], () => new ReadSymbol(row, this.#texts)));
  }

  /** The symbol of an id. */
  symbol(id: number): SymbolRow | null {
    return this.#rows.get(id) ?? this.where("WHERE symbol.id = ?", id)[0] ?? null;
  }

  /** Reads many symbols at once: whoever asks for one of them later finds it. */
  prepare(ids: Iterable<number>): void {
    const missing = [...ids].filter((id) => !this.#rows.has(id));
    if (missing.length > 0) this.where("WHERE symbol.id IN (SELECT value FROM json_each(?))", JSON.stringify(missing));
  }

  /** Symbols of a file by position. */
  symbols(file: number): readonly SymbolRow[] {
    return this.#symbols.once(file, () => this.where("WHERE symbol.file = ? ORDER BY at", file));
  }

  /** All references of a file's facts. */
  references(file: number): RawReference[] {
    return this.#references.once(file, () => {
      const data = this.#blob("SELECT facts FROM fact WHERE file = ?", file);
      return data ? decodeReferences(data) : [];
    });
  }

  /** All imports of a file's facts. */
  imports(file: number): RawImport[] {
    return this.#imports.once(file, () => {
      const data = this.#blob("SELECT facts FROM fact WHERE file = ?", file);
      return data ? decodeImports(data) : [];
    });
  }

  #blob(sql: string, file: number): Uint8Array | null {
    return (this.statement(sql).values(file)[0] as [Uint8Array] | undefined)?.[0] ?? null;
  }
}
