/**
 * A text with its lines, as the index counts them and as the protocol does.
 *
 * Lines of the index end with a line feed and are counted from 1, columns in UTF-16 units from 0. Those of the protocol end with a carriage return by
 * itself too, are counted from 0, and have columns in the units that client and server agreed on.
 */

import { diffArrays } from "diff";
import type { Position, TextDocumentContentChangeEvent } from "vscode-languageserver/node";
import { redact } from "../../files/secrets.ts";
import type { SymbolRow } from "../../store/graph.ts";

/** Units of columns that are offered, in no order: the client's first one of them is taken. */
export const ENCODINGS = ["utf-16", "utf-8", "utf-32"] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** A place in a text: line from 1, column in UTF-16 units. */
export interface Spot {
  line: number;
  column: number;
}

export class Text {
  #lines: string[] | null = null;
  #starts: readonly number[] | null = null;
  /** Of the protocol's lines; those of the index unless a carriage return stands by itself. */
  #others: readonly number[] | null = null;

  constructor(readonly text: string) {}

  /** Lines of the index without their ends. */
  get lines(): readonly string[] {
    this.#lines ??= this.text.split("\n").map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line));
    return this.#lines;
  }

  /** @param line from 1 */
  line(line: number): string {
    return this.lines[line - 1] ?? "";
  }

  /** Offset of a place in the text. */
  offset({ line, column }: Spot): number {
    const start = this.#startsOf()[Math.min(line, this.#startsOf().length) - 1] ?? 0;
    return Math.min(this.text.length, start + column);
  }

  /** The place of the index at an offset. */
  spot(offset: number): Spot {
    const line = rank(this.#startsOf(), offset);
    return { line, column: offset - this.#startsOf()[line - 1]! };
  }

  /** Offset of a position of the protocol; one behind the end of its line or of the text is that end. */
  offsetAt({ line, character }: Position, encoding: Encoding): number {
    const starts = this.#othersOf();
    if (line >= starts.length) return this.text.length;
    const [from, to] = [starts[line]!, starts[line + 1] ?? this.text.length];
    const text = this.text.slice(from, to).replace(/[\r\n]+$/, "");
    return from + unitsOf(text, character, encoding);
  }

  /** The position of the protocol at an offset. */
  positionAt(offset: number, encoding: Encoding): Position {
    const starts = this.#othersOf();
    const line = rank(starts, offset) - 1;
    const before = this.text.slice(starts[line]!, offset);
    return { line, character: encoding === "utf-16" ? before.length : lengthIn(before, encoding) };
  }

  #startsOf(): readonly number[] {
    this.#starts ??= startsOf(this.text, /\n/g);
    return this.#starts;
  }

  #othersOf(): readonly number[] {
    this.#others ??= /\r(?!\n)/.test(this.text) ? startsOf(this.text, /\r\n|\n|\r/g) : this.#startsOf();
    return this.#others;
  }
}

function startsOf(text: string, end: RegExp): number[] {
  const starts = [0];
  for (const { index, 0: sign } of text.matchAll(end)) starts.push(index + sign.length);
  return starts;
}

/** How many of some ascending numbers are at most `offset`. */
function rank(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (starts[middle]! <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

function lengthIn(text: string, encoding: Encoding): number {
  return encoding === "utf-8" ? Buffer.byteLength(text) : encoding === "utf-32" ? [...text].length : text.length;
}

/** UTF-16 units of the first so many units of a line. */
function unitsOf(line: string, units: number, encoding: Encoding): number {
  if (encoding === "utf-16") return Math.min(units, line.length);
  let [at, left] = [0, units];
  for (const character of line) {
    const size = lengthIn(character, encoding);
    if (left < size) break;
    left -= size;
    at += character.length;
  }
  return at;
}

// Where names stand in lines: the index keeps lines only, and columns are looked up in the text when somebody asks.

const LETTER = String.raw`[\p{L}\p{N}\p{M}_$]`;
/** A sign before a variable is no part of its name in some languages. */
const BEFORE = String.raw`[\p{L}\p{N}\p{M}_]`;

/** Expressions by name; an answer has a few. */
const kept = new Map<string, readonly RegExp[]>();

/** As a word of its own; and the same behind a `$`, which counts where there is no other. */
function expressionsOf(name: string): readonly RegExp[] {
  let found = kept.get(name);
  if (!found) {
    const starts = new RegExp(`^${LETTER}`, "u").test(name);
    const after = new RegExp(`${LETTER}$`, "u").test(name) ? `(?!${LETTER})` : "";
    const befores = starts ? [`(?<!${LETTER})`, `(?<!${BEFORE})`] : [""];
    found = befores.map((before) => new RegExp(before + RegExp.escape(name) + after, "gu"));
    if (kept.size > 1_000) kept.clear();
    kept.set(name, found);
  }
  return found;
}

/** Columns at which a name stands in a line as a word of its own. */
export function columnsOf(line: string, name: string): number[] {
  if (name === "") return [];
  for (const expression of expressionsOf(name)) {
    const found = Array.from(line.matchAll(expression), ({ index }) => index);
    if (found.length > 0) return found;
  }
  return [];
}

/** Does a name stand in a line as a word of its own? */
export const holdsName = (line: string, name: string): boolean => columnsOf(line, name).length > 0;

/** Column of the first place in a line where a name stands as a word of its own; -1 for none. */
export const columnOf = (line: string, name: string): number => columnsOf(line, name)[0] ?? -1;

/** Further names than identifiers of most languages: `empty?`, `save!`, `map'`, `my-fun`, `$value`. */
const FORMS = [/[\p{L}\p{N}\p{M}_$?!'*+<>=-]+/gu, /[\p{L}\p{N}\p{M}_$]+[?!']?/gu, /[\p{L}\p{N}\p{M}_$]+/gu, /[\p{L}\p{N}\p{M}_]+/gu];

export interface Word {
  name: string;
  from: number;
  to: number;
}

/** What may be the name at a column of a line, the longest first; the end of a name counts. */
export function wordsAt(line: string, column: number): Word[] {
  const found: Word[] = [];
  for (const form of FORMS)
    for (const { index, 0: name } of line.matchAll(form)) {
      if (index > column) break;
      if (column > index + name.length || !/[\p{L}\p{N}_]/u.test(name) || found.some((one) => one.name === name)) continue;
      found.push({ name, from: index, to: index + name.length });
    }
  return found;
}

/** Lines from the start of a definition among which its name stands: attributes and comments come before it. */
const HEAD = 60;

/** May the name of a definition stand in a line? */
export const mayHead = ({ start, end }: SymbolRow, line: number): boolean => start <= line && line <= Math.min(end, start + HEAD);

/** Where the name of a definition stands: behind what its signature has before it, else the first place in its span. */
export function nameSpot(text: Text, symbol: SymbolRow): Spot | null {
  const { name, signature, start, end } = symbol;
  const last = Math.min(end, start + HEAD, text.lines.length);
  const lines = text.lines.slice(start - 1, last);
  const at = columnOf(signature, name);
  if (at >= 0) {
    const head = lines.join("\n");
    const before = signature.slice(0, at).split(/\s+/).map(RegExp.escape).join("\\s*");
    const match = new RegExp(`${before}(?=${expressionsOf(name).at(-1)!.source})`, "u").exec(head);
    if (match) {
      const behind = head.slice(0, match.index + match[0].length);
      const rows = behind.split("\n");
      return { line: start + rows.length - 1, column: rows.at(-1)!.length };
    }
  }
  for (const [i, line] of lines.entries()) {
    const column = columnOf(line, name);
    if (column >= 0) return { line: start + i, column };
  }
  return null;
}

// Lines of a buffer beside those of the file on disk, which the index knows: by the shortest edit that makes one of the other.
//
// A line that is the same in both has its counterpart. One that was changed has the line that it took the place of, if the name that is asked about
// stands in that; whatever is new, or gone, has none, and is not answered for.

/** More lines changed than this, all between the first and the last of them counts as changed: nobody has a buffer like that for long. */
const MOST_EDITS = 2_000;

/** A run of lines, from 0, the end exclusive: equal in both, or changed. */
interface Run {
  same: boolean;
  disk: [from: number, to: number];
  buffer: [from: number, to: number];
}

type Side = "disk" | "buffer";

export class Aligned {
  readonly #runs: readonly Run[];

  constructor(
    readonly disk: readonly string[],
    readonly buffer: readonly string[],
  ) {
    this.#runs = runsOf(disk, buffer);
  }

  /** The line of the other side, both from 1. @param name that must stand in it where the line was changed */
  counterpart(line: number, name: string, side: Side): number | null {
    const at = line - 1;
    const other = side === "disk" ? "buffer" : "disk";
    const run = this.#runs.find((one) => one[side][0] <= at && at < one[side][1]);
    if (!run) return null;
    const [from, to] = run[other];
    if (run.same) return from + (at - run[side][0]) + 1;
    const lines = this[other];
    const holding = Array.from({ length: to - from }, (_, i) => from + i).filter((i) => holdsName(lines[i]!, name));
    const beside = from + (at - run[side][0]);
    if (to - from === run[side][1] - run[side][0] && holding.includes(beside)) return beside + 1;
    return holding.length === 1 ? holding[0]! + 1 : null;
  }

  /** Is a line, from 1, the same on both sides? */
  isSame(line: number, side: Side): boolean {
    const run = this.#runs.find((one) => one[side][0] < line && line <= one[side][1]);
    return run?.same ?? false;
  }

  /** The line of the buffer at which a span that ends at a line of the disk ends; both from 1. */
  endInBuffer(line: number): number {
    const at = line - 1;
    const run = this.#runs.find((one) => one.disk[0] <= at && at < one.disk[1]);
    if (!run) return Math.max(1, this.buffer.length);
    return run.same ? run.buffer[0] + (at - run.disk[0]) + 1 : Math.max(1, run.buffer[1]);
  }
}

function runsOf(disk: readonly string[], buffer: readonly string[]): Run[] {
  const most = Math.min(disk.length, buffer.length);
  let head = 0;
  while (head < most && disk[head] === buffer[head]) head++;
  let tail = 0;
  while (tail < most - head && disk[disk.length - 1 - tail] === buffer[buffer.length - 1 - tail]) tail++;
  const [diskEnd, bufferEnd] = [disk.length - tail, buffer.length - tail];
  const runs: Run[] = [{ same: true, disk: [0, head], buffer: [0, head] }];
  const parts = diffArrays(disk.slice(head, diskEnd), buffer.slice(head, bufferEnd), { maxEditLength: MOST_EDITS });
  let [a, b] = [head, head];
  const add = (same: boolean, inDisk: number, inBuffer: number): void => {
    const last = runs.at(-1)!;
    if (!same && !last.same) {
      last.disk[1] += inDisk;
      last.buffer[1] += inBuffer;
    } else runs.push({ same, disk: [a, a + inDisk], buffer: [b, b + inBuffer] });
    a += inDisk;
    b += inBuffer;
  };
  if (parts === undefined) add(false, diskEnd - head, bufferEnd - head);
  for (const { value, added, removed } of parts ?? []) add(!added && !removed, added ? 0 : value.length, removed ? 0 : value.length);
  runs.push({ same: true, disk: [diskEnd, disk.length], buffer: [bufferEnd, buffer.length] });
  return runs;
}

// What the client has open, as it stands there: saved or not.

/** The text of an open document. */
export class OpenText {
  #redacted: Text | null = null;
  #aligned: { disk: string; made: Aligned } | null = null;

  constructor(
    /** As the client wrote it. */
    readonly uri: string,
    readonly text: Text,
  ) {}

  /** Its lines beside those of the file; null where they are the same. @param disk redacted, as the buffer is for the comparison */
  beside(disk: Text): Aligned | null {
    if (this.text.text === disk.text) return null;
    this.#redacted ??= new Text(redact(this.text.text).text);
    if (this.#redacted.text === disk.text) return null;
    if (this.#aligned?.disk !== disk.text) this.#aligned = { disk: disk.text, made: new Aligned(disk.lines, this.#redacted.lines) };
    return this.#aligned.made;
  }
}

/** The open documents by path. */
export class Buffers {
  readonly #open = new Map<string, OpenText>();
  /** Agreed on with the client. */
  encoding: Encoding = "utf-16";

  get(path: string): OpenText | null {
    return this.#open.get(path) ?? null;
  }

  open(path: string, uri: string, text: string): void {
    this.#open.set(path, new OpenText(uri, new Text(text)));
  }

  close(path: string): void {
    this.#open.delete(path);
  }

  change(path: string, changes: readonly TextDocumentContentChangeEvent[]): void {
    let buffer = this.#open.get(path);
    if (!buffer) return;
    for (const change of changes) {
      const { text } = buffer.text;
      const next =
        "range" in change
          ? text.slice(0, buffer.text.offsetAt(change.range.start, this.encoding)) +
            change.text +
            text.slice(buffer.text.offsetAt(change.range.end, this.encoding))
          : change.text;
      buffer = new OpenText(buffer.uri, new Text(next));
    }
    this.#open.set(path, buffer);
  }
}
