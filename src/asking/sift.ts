/**
 * The conditions of a thick query: an expression on the path or the lines, texts that must be present.
 *
 * Whatever is matched is the text of the redacting reader, so that a blanked secret can be neither shown nor guessed piece by piece.
 * A file that changed since it was indexed passes nothing: its chunks are not what the index says.
 */
import { thick as settings } from "../base/settings.ts";
import { Sieve } from "../files/prefilter.ts";
import { readSourceSync } from "../files/reader.ts";
import { fileFilter, type Within } from "../query/filter.ts";
import { type Pattern, parsePattern } from "../query/pattern.ts";
import type { Plan, RegexFilter } from "../query/plan.ts";
import type { ChunkRow, FileRow, Store } from "../store/graph.ts";
import { chunkStarts } from "../store/ranking.ts";

export class Sift {
  readonly #path: Pattern | null;
  readonly #content: readonly Pattern[];
  readonly #accepts: (path: string, language: string | null) => boolean;
  /** Numbers of the chunks that pass, of every file looked at. */
  readonly #passing = new Map<number, ReadonlySet<number>>();
  #sieve: Sieve | null = null;
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

  /** A path passes as it is, or written from the root on as `/src/server`. */
  file(path: string): boolean {
    return this.#path === null || matches(this.#path, path) || matches(this.#path, `/${path}`);
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
   * All chunks that pass, by file in order of path, then by line.
   * @returns rows of the files that have any
   */
  all(): { file: FileRow; chunks: ChunkRow[] }[] {
    const out: { file: FileRow; chunks: ChunkRow[] }[] = [];
    for (const file of this.files()) {
      const passing = this.#ofFile(file.id, file);
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
      if (this.#ofFile(files[at]!.id, files[at]!).size > 0) passed++;
    }
    const share = Math.max(passed, 0.5) / looked;
    const each = settings.sieveMicros + share * settings.readMicros;
    const filtering = files.length * each;
    const ranking = Math.min(this.store.counts().files * settings.worded, settings.ranked / share) * each * settings.ordering;
    return filtering <= ranking ? "filter" : "ranking";
  }

  #ofFile(id: number, known: FileRow | null = null): ReadonlySet<number> {
    let passing = this.#passing.get(id);
    if (passing === undefined) {
      const file = known ?? this.store.fileById(id);
      passing = file && this.#may(file) ? this.#look(file) : NONE;
      this.#passing.set(id, passing);
    }
    return passing;
  }

  /** Files that cannot pass are told by their bytes, unread. */
  #may(file: FileRow): boolean {
    this.#sieve ??= new Sieve(this.store.root, ...this.#content.map((pattern) => pattern.needles));
    return this.#sieve.mayMatch(file.path, file.size);
  }

  #look(file: FileRow): ReadonlySet<number> {
    const text = this.#text(file);
    if (text === null || !this.#content.every((pattern) => pattern.mayMatch(text))) return NONE;
    // Chunks lie one after the other: a line belongs to the last that starts before it ends.
    const starts = chunkStarts(this.store, file.id);
    let passing: Set<number> | null = null;
    for (const pattern of this.#content) {
      const having = new Set<number>();
      let at = 0;
      pattern.eachLine(text, (line) => {
        while (at + 1 < starts.length && starts[at + 1]![1] <= line + 1) at++;
        having.add(starts[at]![0]);
        return false;
      });
      passing = passing === null ? having : passing.intersection(having);
      if (passing.size === 0) return NONE;
    }
    return passing ?? NONE;
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
