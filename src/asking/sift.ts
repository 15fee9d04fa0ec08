/**
 * The conditions of a thick query: an expression on the path or the lines, texts that must be present.
 *
 * Whatever is matched is the text of the redacting reader, so that a blanked secret can be neither shown nor guessed piece by piece.
 * A file that changed since it was indexed passes nothing: its chunks are not what the index says.
 */
import { thick as settings } from "../base/settings.ts";
import { fileFilter, type Within } from "../query/filter.ts";
import { type Pattern, parsePattern } from "../query/pattern.ts";
import type { Plan, RegexFilter } from "../query/plan.ts";
import { readSourceSync } from "../source/reader.ts";
import { Sieve } from "../source/sieve.ts";
import type { ChunkRow, FileRow, Store } from "../store/graph.ts";

export class Sift {
  readonly #path: Pattern | null;
  readonly #content: readonly Pattern[];
  readonly #accepts: (path: string, language: string | null) => boolean;
  /** Numbers of the chunks that pass, of every file looked at. */
  readonly #passing = new Map<number, ReadonlySet<number>>();
  #files: FileRow[] | null = null;
  #first: "filter" | "ranking" | null = null;

  /** @throws Refusal `bad-pattern` */
  constructor(
    private readonly store: Store,
    private readonly plan: Plan,
  ) {
    const { regex = null, keywords = [] } = plan.thick ?? {};
    const expression = regex && parsePattern(slashed(regex));
    this.#path = regex?.in === "path" ? expression : null;
    this.#content = [...(regex?.in === "content" ? [expression!] : []), ...keywords.map((keyword) => parsePattern(keyword))];
    this.#accepts = fileFilter(plan.filters);
  }

  /** Is anything asked of the text at all? */
  get onText(): boolean {
    return this.#content.length > 0;
  }

  file(path: string): boolean {
    return this.#path === null || matches(this.#path, path);
  }

  chunk(no: number): boolean {
    if (!this.onText) return true;
    const row = this.store.statement("SELECT file FROM chunk WHERE no = ?").values(no)[0] as [number] | undefined;
    return row !== undefined && this.#ofFile(row[0]).has(no);
  }

  /** Does the text of some lines pass? For what is no chunk: symbols. */
  lines(path: string, start: number, end: number): boolean {
    if (!this.onText) return true;
    const file = this.store.fileByPath(path);
    const text = file && this.#text(file);
    if (text === null) return false;
    const lines = text.split(/\r\n|\n|\r/).slice(start - 1, end);
    return this.#passes(lines.join("\n"));
  }

  /** Files that pass the conditions on files, by path. */
  files(): FileRow[] {
    this.#files ??= this.store.files().filter((file) => this.#accepts(file.path, file.language) && this.file(file.path));
    return this.#files;
  }

  /**
   * All chunks that pass, by file in order of path, then by line. Files that cannot pass are told by their bytes, unread.
   * @returns rows of the files that have any
   */
  all(): { file: FileRow; chunks: ChunkRow[] }[] {
    const sieves = this.#content.map((pattern) => new Sieve(this.store.root, pattern.needles));
    const out: { file: FileRow; chunks: ChunkRow[] }[] = [];
    for (const file of this.files()) {
      if (!this.#passing.has(file.id) && !sieves.every((sieve) => sieve.mayMatch(file.path, file.size))) {
        this.#passing.set(file.id, NONE);
        continue;
      }
      const passing = this.#ofFile(file.id);
      if (passing.size > 0) out.push({ file, chunks: this.store.chunksOfFile(file.id).filter((chunk) => passing.has(chunk.no)) });
    }
    return out;
  }

  /**
   * The conditions as the engines take them, filtered first or while going down the ranking: whichever costs less.
   *
   * The costs follow from the share of files that pass, which a sample tells (`settings.thick`). Both ways ask the same of the same
   * text, and the ranking of those that pass does not depend on the others, so the answer is the same.
   */
  within(): Within {
    const file = this.#path === null ? null : (path: string) => this.file(path);
    if (!this.onText) return { file, chunk: null, passing: null };
    if (this.first() === "ranking") return { file, chunk: (no) => this.chunk(no), passing: null };
    const passing = new Set(this.all().flatMap(({ chunks }) => chunks.map((chunk) => chunk.no)));
    return { file, chunk: (no) => passing.has(no), passing };
  }

  /** What is done first. */
  first(): "filter" | "ranking" {
    this.#first ??= this.plan.thick?.first ?? this.#cheaper();
    return this.#first;
  }

  #cheaper(): "filter" | "ranking" {
    const files = this.files();
    if (files.length === 0) return "filter";
    const step = Math.max(1, Math.floor(files.length / settings.sample));
    let looked = 0;
    let passed = 0;
    for (let at = 0; at < files.length; at += step) {
      looked++;
      if (this.#ofFile(files[at]!.id).size > 0) passed++;
    }
    const share = Math.max(passed, 0.5) / looked;
    const filtering = files.length * (settings.sieveMicros + share * settings.readMicros);
    const ranking = Math.min(files.length, settings.ranked / share) * settings.readMicros;
    return filtering <= ranking ? "filter" : "ranking";
  }

  #ofFile(id: number): ReadonlySet<number> {
    let passing = this.#passing.get(id);
    if (passing === undefined) {
      passing = this.#look(id);
      this.#passing.set(id, passing);
    }
    return passing;
  }

  #look(id: number): ReadonlySet<number> {
    const file = this.store.fileById(id);
    const text = file && this.#text(file);
    if (text === null || !this.#content.every((pattern) => pattern.mayMatch(text))) return NONE;
    const lines = text.split(/\r\n|\n|\r/);
    return new Set(
      this.store
        .chunksOfFile(id)
        .filter((chunk) => this.#passes(lines.slice(chunk.start - 1, chunk.end).join("\n")))
        .map((chunk) => chunk.no),
    );
  }

  #passes(text: string): boolean {
    return this.#content.every((pattern) => matches(pattern, text));
  }

  #text(file: FileRow): string | null {
    const source = readSourceSync(this.store.root, file.path, { hash: file.hash });
    return typeof source === "string" || !source.fresh ? null : source.text;
  }
}

const NONE: ReadonlySet<number> = new Set();

/** An expression in the form that keyword search takes: between slashes, those inside escaped. */
export const slashed = ({ source }: RegexFilter): string => `/${source.replace(/\\.|\//gs, (found) => (found === "/" ? "\\/" : found))}/`;

function matches(pattern: Pattern, text: string): boolean {
  let found = false;
  pattern.eachLine(text, () => {
    found = true;
    return true;
  });
  return found;
}
