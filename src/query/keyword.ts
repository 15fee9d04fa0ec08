/**
 * Exact search: every line of the indexed files that a pattern matches, as ripgrep would print it.
 *
 * Files are chosen by raw bytes (files/prefilter.ts) and, for whole words, by postings; what is matched and returned is always the text
 * of the redacting reader, so that a secret can neither be shown nor be guessed piece by piece. Files that the index leaves out are
 * not searched.
 *
 * Order: files that define a symbol of exactly that name, then by how far they are from the heart of the tree (source, configuration,
 * documentation, examples, tests, vendored, generated), then by path; inside a file by line.
 */
import { CHUNK_KINDS } from "../base/types.ts";
import { words } from "../base/words.ts";
import { Prefilter } from "../files/prefilter.ts";
import type { FileRow, Store } from "../store/graph.ts";
import { chunksWithAllTerms } from "../store/lexical.ts";
import { chunkPlaces } from "../store/ranking.ts";
import { isBuilt } from "./evidence.ts";
import { type Pattern, parsePattern, type Stretch } from "./pattern.ts";

/** A line that matches. */
export interface KeywordLine {
  line: number;
  /** 1-based, in UTF-16 code units: where the first stretch begins, 1 for an empty match. */
  column: number;
  /** Without its break. */
  text: string;
  /** Matched stretches, offsets into `text`; at most `settings.keywords.stretches`. */
  stretches: Stretch[];
  /** A symbol of the name searched for begins here. */
  definition: boolean;
}

export interface KeywordFile {
  path: string;
  language: string | null;
  tags: string[];
  lines: KeywordLine[];
  /** Matching lines seen, those beyond `perFile` included. */
  count: number;
  /** The file is newer than the index. */
  changed: boolean;
}

export interface KeywordAnswer {
  pattern: Pattern;
  files: KeywordFile[];
  /** Matching lines seen; all there are unless `more`. */
  count: number;
  /** The search stopped with the limit reached: there are more lines than counted. */
  more: boolean;
}

export interface KeywordOptions {
  /** Lines returned over all files. */
  limit: number;
  /** Lines returned of one file; the others are only counted. */
  perFile?: number;
  /** Filter on files (`--path`, `--exclude`, `--lang`). */
  accept?: (path: string, language: string | null) => boolean;
}

/** How far from the heart of the tree a tag puts a file; the farthest of its tags counts. */
const DISTANCE: Record<string, number> = { config: 1, docs: 2, example: 3, test: 4, vendored: 5, generated: 6 };

/**
 * The lines that match a literal or `/regex/flags`.
 *
 * Multi-line matching is not supported. The search ends as soon as one more line than wanted is known.
 * @throws Refusal `bad-pattern` (see parsePattern)
 */
export function searchKeyword(store: Store, keyword: string, options: KeywordOptions): KeywordAnswer {
  const pattern = parsePattern(keyword);
  const accept = options.accept ?? (() => true);
  const definitions = definitionsOf(store, pattern);
  const files = candidates(store, pattern).filter((file) => accept(file.path, file.language));
  const order = files
    .map((file) => ({ file, defines: definitions.has(file.id) ? 0 : 1, distance: distanceOf(file.tags, file.path) }))
    .sort((a, b) => a.defines - b.defines || a.distance - b.distance || (a.file.path < b.file.path ? -1 : 1));
  const prefilter = new Prefilter(store.root, pattern.needles);
  const answer: KeywordAnswer = { pattern, files: [], count: 0, more: false };
  let kept = 0;
  for (const { file } of order) {
    if (!prefilter.mayMatch(file.path, file.size)) continue;
    const source = store.source(file.path, file);
    if (typeof source === "string" || !pattern.mayMatch(source.text)) continue;
    const found: KeywordFile = { path: file.path, language: file.language, tags: file.tags, lines: [], count: 0, changed: !source.fresh };
    const starts = definitions.get(file.id);
    pattern.eachLine(source.text, (at, from, to) => {
      if (kept >= options.limit) {
        answer.more = true;
        return true;
      }
      found.count++;
      if (found.lines.length < (options.perFile ?? Number.POSITIVE_INFINITY)) {
        kept++;
        const text = source.text.slice(from, to);
        const stretches = pattern.stretches(text);
        found.lines.push({ line: at + 1, column: (stretches[0]?.[0] ?? 0) + 1, text, stretches, definition: starts?.has(at + 1) ?? false });
      }
      return false;
    });
    if (found.count > 0) {
      answer.files.push(found);
      answer.count += found.count;
    }
    if (answer.more) break;
  }
  return answer;
}

/** How far from the heart of the tree the tags and the path of a file put it. */
export function distanceOf(tags: readonly string[], path = ""): number {
  return Math.max(isBuilt(path) ? DISTANCE.generated! : 0, ...tags.map((tag) => DISTANCE[tag] ?? 0));
}

/** First lines of the symbols that have exactly the name searched for, by file id. */
function definitionsOf(store: Store, pattern: Pattern): Map<number, Set<number>> {
  const found = new Map<number, Set<number>>();
  if (pattern.literal === null || !/^[\p{L}_$][\p{L}\p{M}\p{N}_$]*$/u.test(pattern.literal)) return found;
  const folded = pattern.literal.toLowerCase();
  for (const symbol of store.symbolsByName(pattern.literal, pattern.ignoreCase)) {
    if (symbol.file === null || symbol.kind === "file" || symbol.kind === "import" || symbol.name.toLowerCase() !== folded) continue;
    const lines = found.get(symbol.file) ?? new Set<number>();
    lines.add(symbol.start);
    found.set(symbol.file, lines);
  }
  return found;
}

/**
 * The files that can match, as far as the index can tell without reading them.
 *
 * A whole word of ASCII letters is a term (or several) of every chunk it stands in. Only licence headers have no postings: files with
 * one stay candidates. Anything else can be a part of a word, of which postings know nothing.
 */
function candidates(store: Store, pattern: Pattern): FileRow[] {
  const terms =
    pattern.wholeWord && pattern.literal !== null && /^[A-Za-z_][A-Za-z0-9_]{0,99}$/.test(pattern.literal) ? words(pattern.literal) : [];
  if (terms.length === 0) return store.files();
  const licence = CHUNK_KINDS.indexOf("licence");
  const ids = new Set(
    (store.statement("SELECT DISTINCT file FROM chunk WHERE kind = ?").values(licence) as number[][]).map((row) => row[0]!),
  );
  const numbers = chunksWithAllTerms(store.db, terms);
  for (const place of chunkPlaces(store, numbers).values()) ids.add(place.file);
  return [...ids].map((id) => store.fileById(id)).filter((file) => file !== null);
}
