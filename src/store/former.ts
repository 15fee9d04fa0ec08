/**
 * What the index had of files that an update replaces, and what it found in the new ones and does not store. Whoever asks what a change does wants both sides of it, and the old one was just here: reading
 * it from git and extracting it anew takes as long as indexing the new one.
 */
import type { Statement } from "bun:sqlite";
import type { Spans } from "../base/types.ts";
import type { StoredSymbol } from "./facts.ts";
import { decodeProse } from "./prose.ts";
import { decodeSymbols } from "./symbols.ts";

/** A file as it was. */
export interface FormerFile {
  language: string | null;
  damaged: boolean;
  /** By position; 0 is the file itself. */
  symbols: readonly (StoredSymbol & { signature: string })[];
}

type Row = [path: string, hash: string, language: string | null, damaged: number, symbols: Uint8Array, prose: Uint8Array];

/** Files that are kept: whoever changes more waits for other things. */
const LIMIT = 200;

export class Former {
  readonly #rows = new Map<string, Row>();
  readonly #spans = new Map<string, { hash: string; spans: Spans }>();

  /** Notes a file that is about to be replaced or taken out. */
  note(statement: (sql: string) => Statement, file: number): void {
    if (this.#rows.size >= LIMIT) return;
    const row = statement(
      "SELECT path, hash, language, damaged, symbol.data, prose.data FROM file JOIN symbol ON symbol.file = id JOIN prose ON prose.file = id WHERE id = ?",
    ).values(file)[0] as Row | undefined;
    if (row && !this.#rows.has(row[0])) this.#rows.set(row[0], row);
  }

  /**
   * What the index had of a path.
   * @param hash of the content that is meant; null for another content
   * @throws DamagedIndex when the bytes are not ours
   */
  at(path: string, hash: string): FormerFile | null {
    const row = this.#rows.get(path);
    if (row?.[1] !== hash) return null;
    const [, , language, damaged, symbols, prose] = row;
    const { signatures } = decodeProse(prose);
    return {
      language,
      damaged: damaged === 1,
      symbols: decodeSymbols(symbols, path).symbols.map((symbol, at) => ({ ...symbol, signature: signatures[at] ?? "" })),
    };
  }

  /** Notes where comments and imports stand in a file as it is now. */
  noteSpans(path: string, hash: string, spans: Spans): void {
    if (this.#spans.size < LIMIT) this.#spans.set(path, { hash, spans });
  }

  /** What was noted of that content of a path; null for another content. */
  spansOf(path: string, hash: string): Spans | null {
    const noted = this.#spans.get(path);
    return noted?.hash === hash ? noted.spans : null;
  }
}
