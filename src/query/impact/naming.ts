/** Where the names of what changed stand in text: each looked up once for all who ask, with one statement for many. */
import { impact as settings } from "../../base/settings.ts";
import type { Store } from "../../store/graph.ts";
import { chunksWithEach } from "../../store/lexical.ts";
import { termOf } from "../walk/texts.ts";

/** Files that names are looked for in, by the numbers of their chunks: a file's are consecutive, so none needs to be looked up. */
export interface Ranged {
  path: string;
  language: string | null;
  chunk: number;
  chunks: number;
}

export class Naming {
  readonly #found = new Map<string, readonly number[]>();
  #damaged: Ranged[] | null = null;
  #documents: Ranged[] | null = null;

  constructor(readonly store: Store) {}

  /** Files with syntax errors, by the numbers of their chunks. */
  get damaged(): readonly Ranged[] {
    this.#damaged ??= this.#ranged("damaged = 1 AND language IS NOT NULL");
    return this.#damaged;
  }

  /** Files of documentation, likewise. */
  get documents(): readonly Ranged[] {
    this.#documents ??= this.#ranged("instr(tags, 'docs') > 0 AND ' ' || tags || ' ' LIKE '% docs %'");
    return this.#documents;
  }

  #ranged(condition: string): Ranged[] {
    const rows = this.store
      .statement(`SELECT path, language, chunk, chunks FROM file WHERE ${condition} AND chunks > 0 ORDER BY chunk`)
      .values() as [string, string | null, number, number][];
    return rows.map(([path, language, chunk, chunks]) => ({ path, language, chunk, chunks }));
  }

  /**
   * Those of some files, ascending by their chunks, in which names stand as whole words; not all, where one stands in very many chunks.
   * @param names looked up together
   */
  among(files: readonly Ranged[], names: readonly string[]): Map<string, Ranged[]> {
    if (files.length === 0) return new Map();
    this.#learn(names);
    return new Map(names.map((name) => [name, holding(files, this.#found.get(termOf(name)) ?? [])]));
  }

  #learn(names: readonly string[]): void {
    const terms = [...new Set(names.map(termOf))].filter((term) => !this.#found.has(term));
    if (terms.length === 0) return;
    for (const [term, chunks] of chunksWithEach(this.store.db, terms, settings.maxNamingChunks)) this.#found.set(term, chunks);
  }
}

const endOf = (file: Ranged | undefined): number => (file ? file.chunk + file.chunks : 0);

/** Place of the first file whose chunks begin after a number. */
function firstAfter(files: readonly Ranged[], no: number): number {
  let at = files.length;
  for (let low = 0; low < at; ) {
    const middle = (low + at) >>> 1;
    if (files[middle]!.chunk <= no) low = middle + 1;
    else at = middle;
  }
  return at;
}

/** Files that have any of some chunks. Of few files and many chunks each file is looked up, else each chunk. */
function holding(files: readonly Ranged[], chunks: readonly number[]): Ranged[] {
  if (files.length < chunks.length)
    return files.filter((file) => {
      let at = chunks.length;
      for (let low = 0; low < at; ) {
        const middle = (low + at) >>> 1;
        if (chunks[middle]! < file.chunk) low = middle + 1;
        else at = middle;
      }
      return at < chunks.length && chunks[at]! < endOf(file);
    });
  const found = new Set<Ranged>();
  for (const no of chunks) {
    const file = files[firstAfter(files, no) - 1];
    if (file && no < endOf(file)) found.add(file);
  }
  return [...found];
}
