/** What is stored of files as bytes, unpacked when first asked for and kept, as long as that is little. */
import type { Statement } from "bun:sqlite";
import type { RawImport, RawReference } from "../base/types.ts";
import { decodeImports, decodeReferences } from "./facts.ts";
import { decodeLinks } from "./links.ts";
import { decodeProse, type Prose } from "./prose.ts";
import type { EdgeRow } from "./rows.ts";

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

export class Unpacked {
  readonly #prose = new Kept<Prose>();
  readonly #ids = new Kept<number[]>();
  readonly #links = new Kept<Map<number, EdgeRow[]>>();
  readonly #references = new Kept<RawReference[]>();
  readonly #imports = new Kept<RawImport[]>();

  constructor(private readonly statement: (sql: string) => Statement) {}

  clear(): void {
    for (const kept of [this.#prose, this.#ids, this.#links, this.#references, this.#imports]) kept.clear();
  }

  /** Signatures and documentation of a file's symbols by position. */
  prose(file: number): Prose {
    return this.#prose.once(file, () => {
      const data = this.#blob("SELECT data FROM prose WHERE file = ?", file);
      return data ? decodeProse(data) : { signatures: [], docs: [] };
    });
  }

  /** Ids of a file's symbols by position. */
  ids(file: number): number[] {
    return this.#ids.once(file, () =>
      (this.statement("SELECT id FROM symbol WHERE file = ? ORDER BY at").values(file) as [number][]).map(([id]) => id),
    );
  }

  /** Edges of a file by source. */
  links(file: number): Map<number, EdgeRow[]> {
    return this.#links.once(file, () => {
      const data = this.#blob("SELECT links FROM dependency WHERE file = ?", file);
      const ids = this.ids(file);
      const edges = (data ? decodeLinks(data) : []).map(({ at, ...edge }): EdgeRow => ({ src: ids[at] ?? 0, ...edge }));
      return Map.groupBy(edges, (edge) => edge.src);
    });
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
