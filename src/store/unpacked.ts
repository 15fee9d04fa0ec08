/** What is stored of files as bytes, unpacked when first asked for and kept, as long as that is little. */
import type { Statement } from "bun:sqlite";
import type { RawImport, RawReference } from "../base/types.ts";
import { decodeImports, decodeReferences, packedReferences, referencesAt } from "./facts.ts";
import { symbolKeys } from "./keys.ts";
import { isEdge } from "./kin.ts";
import { decodeLinks } from "./links.ts";
import { OpenedSymbols } from "./opened.ts";
import { decodeProse, type Prose } from "./prose.ts";
import type { EdgeRow, SymbolContext, SymbolRow } from "./rows.ts";

/** Files whose values stay; above it all are forgotten, which costs less than remembering which were used last. */
const LIMIT = 2_000;

class Kept<T> extends Map<number, T> {
  once(file: number, make: () => T): T {
    const known = this.get(file);
    if (known !== undefined) return known;
    const value = make();
    if (this.size >= LIMIT) this.clear();
    this.set(file, value);
    return value;
  }
}

export class Unpacked implements SymbolContext {
  readonly #prose = new Kept<Prose>();
  readonly #opened = new Kept<OpenedSymbols>();
  readonly #keys = new Kept<string[]>();
  readonly #reaching = new Kept<Map<number, EdgeRow[]>>();
  readonly #links = new Kept<Map<number, EdgeRow[]>>();
  readonly #references = new Kept<RawReference[]>();
  readonly #packed = new Kept<readonly unknown[]>();
  readonly #imports = new Kept<RawImport[]>();

  constructor(private readonly statement: (sql: string) => Statement) {}

  clear(): void {
    const texts = [this.#prose, this.#opened, this.#keys];
    for (const kept of [...texts, this.#links, this.#reaching, this.#references, this.#packed, this.#imports]) kept.clear();
  }

  /** Signatures and documentation of a file's symbols by position. */
  prose(file: number): Prose {
    return this.#prose.once(file, () => {
      const data = this.#blob("SELECT data FROM prose WHERE file = ?", file);
      return data ? decodeProse(data) : { signatures: [], docs: [] };
    });
  }

  /** Symbols of a file, each made when asked for; null where there is no such file. */
  opened(file: number): OpenedSymbols | null {
    const known = this.#opened.get(file);
    if (known) return known;
    const [row] = this.statement("SELECT path, language, data FROM file JOIN symbol ON symbol.file = id WHERE id = ?").values(file) as [
      string,
      string | null,
      Uint8Array,
    ][];
    return row ? this.#opened.once(file, () => new OpenedSymbols(row[2], { file, path: row[0], language: row[1] }, this)) : null;
  }

  /** Symbols of a file by position. */
  symbols(file: number): readonly SymbolRow[] {
    return this.opened(file)?.all ?? [];
  }

  /** Keys of a file's symbols by position, without `sym_`. */
  keys(file: number): readonly string[] {
    return this.#keys.once(file, () => {
      const symbols = this.symbols(file);
      return symbolKeys(symbols[0]?.path ?? "", symbols);
    });
  }

  /** Edges of a file by source. */
  links(file: number): Map<number, EdgeRow[]> {
    return this.#links.once(file, () => {
      const data = this.#blob("SELECT links FROM dependency WHERE file = ?", file);
      return Map.groupBy<number, EdgeRow>(data ? decodeLinks(data).filter(isEdge) : [], (edge) => edge.src);
    });
  }

  /** Edges of a file by target. */
  reaching(file: number): Map<number, EdgeRow[]> {
    return this.#reaching.once(file, () => Map.groupBy([...this.links(file).values()].flat(), (edge) => edge.dst));
  }

  /** All references of a file's facts. */
  references(file: number): RawReference[] {
    return this.#references.once(file, () => {
      const data = this.#blob("SELECT facts FROM fact WHERE file = ?", file);
      return data ? decodeReferences(data) : [];
    });
  }

  /** Some references of a file's facts, by position, without unpacking all; undefined where there is none. */
  referencesAt(file: number, positions: readonly number[]): (RawReference | undefined)[] {
    const all = this.#references.get(file);
    if (all) return positions.map((position) => all[position]);
    const packed = this.#packed.once(file, () => {
      const data = this.#blob("SELECT facts FROM fact WHERE file = ?", file);
      return data ? packedReferences(data) : [0];
    });
    return referencesAt(packed, positions);
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
