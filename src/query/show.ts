/**
 * Finding a citation again: the text of `chunk_…`, `chunk_… path:start-end`, `path:line`, `path:start-end`, a path, or a symbol, as it is on
 * disk now, and whether it is the text that was cited.
 *
 * A chunk is looked for by its id, then by its content (its id is a hash of path, symbol, content and ordinal, so every chunk there is can be
 * asked whether it was the one: moved to another symbol, renamed file), then by the symbol named with it, then at its place. What is found by
 * symbol or place is never passed off as the same text.
 */
import { Refusal } from "../base/errors.ts";
import type { Shown } from "../base/schema.ts";
import { brief } from "../base/visible.ts";
import { chunkId, contentHash } from "../lang/engine/chunk.ts";
import type { ChunkRow, FileRow, Store, SymbolRow } from "../store/graph.ts";
import { findSymbol } from "./walk/symbols.ts";

/** A citation taken apart; what it does not say is null. */
export interface Citation {
  /** `chunk_<16 hex>`. */
  chunk: string | null;
  path: string | null;
  start: number | null;
  end: number | null;
  /** A name, a qualified name or `sym_<16 hex>`. */
  symbol: string | null;
}

/**
 * `unchanged`: the same text at the same place. `moved`: the same text elsewhere. `edited`: what stands there now; the cited text is gone.
 * `unchecked`: the citation names a place or a symbol, not a text.
 */
export type Sameness = Shown["sameness"];

export type { Shown };

export interface ShowOptions {
  /** Lines before and after. */
  context: number;
}

const CHUNK = /^(chunk_[0-9a-f]{16})(?:\s+(\S.*))?$/;
const PLACE = /^(.+?):(\d+)(?:-(\d+)|:\d+)?:?$/;
/** A place followed by a symbol: `src/a.ts:1-9 Session.save`. */
const PLACE_SYMBOL = /^(.+?:\d+(?:-\d+)?)\s+(\S+)$/;
/** Ordinals tried when a chunk is looked for by content; more equal chunks than this in one symbol of one file are generated tables. */
const ordinals = 8;
/** Lines hashed while a chunk is looked for in a file that changed: all of a file of 1,000 lines. */
const searchLimit = 200_000;

/**
 * Takes a citation apart. Anything without a chunk id and line numbers is a path or a symbol.
 * @throws Refusal `bad-value` for line numbers that cannot be
 */
export function parseCitation(text: string): Citation {
  const trimmed = text.trim();
  const chunk = CHUNK.exec(trimmed);
  let rest = chunk === null ? trimmed : (chunk[2] ?? "");
  let symbol: string | null = null;
  const both = chunk === null ? null : PLACE_SYMBOL.exec(rest);
  if (both !== null) [rest, symbol] = [both[1]!, both[2]!];
  const place = PLACE.exec(rest);
  if (place === null) {
    if (chunk === null) return { chunk: null, path: null, start: null, end: null, symbol: trimmed };
    return { chunk: chunk[1]!, path: rest === "" ? null : rest, start: null, end: null, symbol };
  }
  const start = Number(place[2]);
  const end = place[3] === undefined ? start : Number(place[3]);
  if (start < 1 || end < start || end > Number.MAX_SAFE_INTEGER)
    throw new Refusal(
      "bad-value",
      `Lines ${place[2]}-${place[3] ?? place[2]} cannot be.`,
      "Lines count from 1, the first before the last.",
    );
  return { chunk: chunk?.[1] ?? null, path: place[1]!.replace(/^\.\//, ""), start, end, symbol };
}

/**
 * Shows what a citation means.
 * @returns one element, or one for each definition of an ambiguous symbol, by path and line
 * @throws Refusal `citation-unknown` where neither text nor place exists any more, `symbol-unknown`, `bad-value`, `file-unreadable`
 */
export function show(store: Store, text: string, options: ShowOptions): Shown[] {
  const citation = parseCitation(text);
  if (citation.chunk !== null) return [showChunk(store, citation, citation.chunk, options)];
  if (citation.path !== null && citation.start !== null) return [showPlace(store, citation.path, citation.start, citation.end!, options)];
  return showNamed(store, citation.symbol ?? "", options);
}

// ---------------------------------------------------------------------------------------------- chunks

function showChunk(store: Store, citation: Citation, id: string, options: ShowOptions): Shown {
  const path = citation.path === null ? null : (findFile(store, citation.path)?.path ?? citation.path);
  const row = store.chunkById(id);
  if (row !== null) {
    const text = new FileText(store, row.path);
    const at = text.find(row);
    if (at === null)
      return text.shown(
        { ...row, by: "place", sameness: "edited", note: "The file changed since it was indexed; this is what stands there now." },
        options,
      );
    const cited = (path === null || path === row.path) && (citation.start === null || citation.start === at.start);
    const still = cited && at.start === row.start;
    return text.shown({ ...row, ...at, by: "id", sameness: still ? "unchanged" : "moved", note: null }, options);
  }
  if (path === null)
    throw new Refusal(
      "citation-unknown",
      `There is no ${id} in this index.`,
      "Give the whole citation, chunk_… path:start-end, so that its place can be looked up, or ask again.",
    );
  const same = byContent(store, path, id);
  if (same !== null) {
    const text = new FileText(store, same.path);
    const at = text.find(same);
    if (at !== null) return text.shown({ ...same, ...at, by: "content", sameness: "moved", note: null }, options);
  }
  const gone = "The cited text does not exist any more;";
  if (citation.symbol !== null) {
    const [symbol] = definitions(store, citation.symbol).sort((a, b) => Number(b.path === path) - Number(a.path === path));
    if (symbol !== undefined)
      return showSymbol(store, symbol, options, {
        by: "symbol",
        sameness: "edited",
        note: `${gone} this is ${symbol.qualified} as it is now.`,
      });
  }
  const file = store.fileByPath(path);
  if (file === null || citation.start === null) throw unknownPlace(store, path, `${id} is not in this index, and`);
  const text = new FileText(store, path);
  const line = Math.min(citation.start, text.count);
  const now = store.chunkAt(path, line);
  const range = now ?? { start: line, end: Math.min(citation.end!, text.count) };
  return text.shown(
    { ...placeOf(store, path, line), ...range, by: "place", sameness: "edited", note: `${gone} this is what stands at its place now.` },
    options,
  );
}

/** The chunk whose content would have had that id: under another symbol or ordinal of the same file, or in a file of another name. */
function byContent(store: Store, path: string, id: string): ChunkRow | null {
  const file = store.fileByPath(path);
  if (file !== null) {
    const names = new Set(["", ...store.symbolsOfFile(file.id).map((symbol) => symbol.qualified)]);
    for (const row of store.chunksOfFile(file.id))
      for (const name of names)
        for (let ordinal = 0; ordinal < ordinals; ordinal++) if (chunkId(path, name, row.hash, ordinal) === id) return row;
  }
  for (const row of store.chunks()) if (row.path !== path && chunkId(path, row.qualified, row.hash, 0) === id) return row;
  return null;
}

// ---------------------------------------------------------------------------------------------- places

function showPlace(store: Store, cited: string, start: number, end: number, options: ShowOptions): Shown {
  const file = findFile(store, cited);
  if (file === null) throw unknownPlace(store, cited, "");
  const text = new FileText(store, file.path);
  if (start > text.count)
    throw new Refusal(
      "citation-unknown",
      `${file.path} has ${text.count} lines; there is no line ${start}.`,
      "Ask again, or show a line it has.",
    );
  const chunk = store.chunkAt(file.path, start);
  const one = start === end;
  // A single line is shown with the chunk it is in, as long as the index knows the file as it is.
  const range = one && chunk !== null && text.fresh ? { start: chunk.start, end: chunk.end } : { start, end: Math.min(end, text.count) };
  const note = text.fresh ? null : "The file changed since it was indexed.";
  const shown = text.shown({ ...placeOf(store, file.path, start), ...range, by: "place", sameness: "unchecked", note }, options);
  return { ...shown, mark: one ? start : null };
}

/** Chunk and symbol at a line. */
function placeOf(store: Store, path: string, line: number): Pick<Found, "id" | "kind" | "qualified"> {
  const chunk = store.chunkAt(path, line);
  const symbol = store.symbolAt(path, line);
  const named = symbol !== null && symbol.at > 0;
  return { id: chunk?.id ?? null, kind: named ? symbol.kind : (chunk?.kind ?? "text"), qualified: named ? symbol.qualified : "" };
}

/** The file of that path; a path's end will do if only one file has it. */
function findFile(store: Store, path: string): FileRow | null {
  const exact = store.fileByPath(path);
  if (exact !== null) return exact;
  const ends = store.files().filter((file) => file.path.endsWith(`/${path}`));
  return ends.length === 1 ? ends[0]! : null;
}

function unknownPlace(store: Store, path: string, lead: string): Refusal {
  const reason = store.skipReason(path);
  const what = reason === null ? `there is no ${path} in this index.` : `${path} is not indexed (${reason}).`;
  const sentence = lead === "" ? what.replace(/^there/, "There") : `${lead} ${what}`;
  return new Refusal("citation-unknown", sentence, "Check the path (relative to the root of the index), or ask again.");
}

// ---------------------------------------------------------------------------------------------- symbols

function showNamed(store: Store, name: string, options: ShowOptions): Shown[] {
  const file = name.includes("/") || name.includes(".") ? findFile(store, name.replace(/^\.\//, "")) : null;
  if (file !== null) {
    const text = new FileText(store, file.path);
    const place = { id: store.chunkAt(file.path, 1)?.id ?? null, kind: "file", qualified: "" };
    return [text.shown({ ...place, start: 1, end: text.count, by: "place", sameness: "unchecked", note: null }, options)];
  }
  const found = definitions(store, name);
  if (found.length === 0) {
    const near = findSymbol(store, { name }).suggestions;
    throw new Refusal(
      "symbol-unknown",
      `Nothing is defined under the name ${brief(name)}.`,
      near.length > 0 ? `Nearest names: ${near.join(", ")}.` : "Check the spelling, or ask for it: manifold q NAME.",
    );
  }
  return found.map((symbol) => showSymbol(store, symbol, options, { by: "symbol", sameness: "unchecked", note: null }));
}

/** Definitions of a name, a qualified name or a key; the name as written first, then without case and underscores. */
function definitions(store: Store, name: string): SymbolRow[] {
  const bare = name.replace(/\(\)$/, "");
  const byKey = store.symbolByKey(bare);
  if (byKey !== null) return byKey.file === null ? [] : [byKey];
  for (const folded of [false, true]) {
    const found = store
      .symbolsByQualified(bare, folded)
      .filter((symbol) => symbol.file !== null && symbol.kind !== "file" && symbol.kind !== "import");
    if (found.length > 0) return found;
  }
  return [];
}

function showSymbol(store: Store, symbol: SymbolRow, options: ShowOptions, how: Pick<Found, "by" | "sameness" | "note">): Shown {
  const text = new FileText(store, symbol.path);
  const chunk = store.chunkAt(symbol.path, symbol.start);
  // Its chunk begins with its doc comment.
  const start = chunk !== null && chunk.symbol === symbol.id ? Math.min(chunk.start, symbol.start) : symbol.start;
  const note = text.fresh
    ? how.note
    : [how.note, "The file changed since it was indexed; its lines may have moved."].filter(Boolean).join(" ");
  return text.shown(
    { id: chunk?.id ?? null, kind: symbol.kind, qualified: symbol.qualified, start, end: symbol.end, ...how, note },
    options,
  );
}

// ---------------------------------------------------------------------------------------------- text

/** What was found, before its text is cut out. */
interface Found {
  id: string | null;
  start: number;
  end: number;
  kind: string;
  qualified: string;
  by: Shown["by"];
  sameness: Sameness;
  note: string | null;
}

/** A file of the index as it is on disk. */
class FileText {
  private readonly rows: string[];
  private readonly file: FileRow;
  readonly fresh: boolean;

  /** @throws Refusal `citation-unknown` if the index has no such file, `file-unreadable` if it cannot be read */
  constructor(store: Store, path: string) {
    const file = store.fileByPath(path);
    if (file === null) throw unknownPlace(store, path, "");
    const source = store.source(path, file);
    if (typeof source === "string")
      throw new Refusal(
        "file-unreadable",
        `${path} cannot be shown (${source}).`,
        "It was removed or changed since it was indexed; run manifold index.",
      );
    this.rows = source.text.split("\n");
    if (this.rows[this.rows.length - 1] === "") this.rows.pop();
    this.file = file;
    this.fresh = source.fresh;
  }

  get count(): number {
    return this.rows.length;
  }

  /** Where a chunk's text is now: at its lines, else at the nearest others with the same content; null if nowhere. */
  find(row: Pick<ChunkRow, "start" | "end" | "hash">): { start: number; end: number } | null {
    const same = (start: number, length: number) => contentHash(this.rows.slice(start - 1, start - 1 + length).join("\n")) === row.hash;
    const whole = row.end - row.start + 1;
    if (same(row.start, whole)) return { start: row.start, end: Math.min(row.end, this.count) };
    if (this.fresh) return null;
    // Every stretch of as many lines is tried, nearest first. Blank lines at a chunk's end are no content, and may be fewer now.
    let left = searchLimit;
    for (const length of [whole, whole - 1, whole - 2].filter((one) => one > 0))
      for (let distance = 1; distance < this.count && left > 0; distance++)
        for (const start of [row.start - distance, row.start + distance]) {
          if (start < 1 || start + length - 1 > this.count) continue;
          left -= length;
          if (same(start, length)) return { start, end: start + length - 1 };
        }
    return null;
  }

  shown(found: Found, options: ShowOptions): Shown {
    const start = Math.max(1, Math.min(found.start, this.count));
    const end = Math.max(start, Math.min(found.end, this.count));
    const first = Math.max(1, start - options.context);
    const { path, language } = this.file;
    return {
      citation: `${found.id === null ? "" : `${found.id} `}${path}:${start}-${end}`,
      chunk: found.id,
      path,
      language,
      start,
      end,
      mark: null,
      first,
      lines: this.rows.slice(first - 1, end + options.context).map((row) => (row.endsWith("\r") ? row.slice(0, -1) : row)),
      kind: found.kind,
      qualified: found.qualified,
      sameness: found.sameness,
      by: found.by,
      note: found.note,
    };
  }
}
