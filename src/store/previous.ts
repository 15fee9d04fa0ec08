/**
 * What the index had of files that an update replaces, and what it found in the new ones and does not store. Whoever asks what a change does wants both sides of it, and the old one was just here: reading
 * it from git and extracting it anew takes as long as indexing the new one.
 */
import type { Statement } from "bun:sqlite";
import type { Spans } from "../base/types.ts";
import type { StoredSymbol } from "./facts.ts";
import { symbolsOf } from "./symbols.ts";

/** A file as it was. */
export interface PreviousFile {
  language: string | null;
  damaged: boolean;
  /** By position; 0 is the file itself. */
  symbols: readonly (StoredSymbol & { signature: string })[];
}

/** Files that are kept: whoever changes more waits for other things. */
const LIMIT = 200;

export class PreviousFacts {
  readonly #files = new Map<string, PreviousFile & { hash: string }>();
  readonly #spans = new Map<string, { hash: string; spans: Spans }>();

  /** Notes a file that is about to be replaced or taken out. */
  note(statement: (sql: string) => Statement, file: number): void {
    if (this.#files.size >= LIMIT) return;
    const [row] = statement("SELECT path, hash, language, damaged FROM file WHERE id = ?").values(file) as [
      string,
      string,
      string | null,
      number,
    ][];
    if (!row || this.#files.has(row[0])) return;
    const [path, hash, language, damaged] = row;
    const signatures = statement("SELECT signature FROM symbol WHERE file = ? ORDER BY at").values(file) as [string][];
    const symbols = symbolsOf(statement, file).symbols.map((symbol, at) => ({ ...symbol, signature: signatures[at]![0] }));
    this.#files.set(path, { hash, language, damaged: damaged === 1, symbols });
  }

  /**
   * What the index had of a path.
   * @param hash of the content that is meant; null for another content
   */
  at(path: string, hash: string): PreviousFile | null {
    const file = this.#files.get(path);
    return file?.hash === hash ? file : null;
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
