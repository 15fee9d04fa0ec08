/**
 * A text with its lines, as the index counts them and as the protocol does.
 *
 * Lines of the index end with a line feed and are counted from 1, columns in UTF-16 units from 0. Those of the protocol end with a carriage return by
 * itself too, are counted from 0, and have columns in the units that client and server agreed on.
 */
import type { Position } from "vscode-languageserver/node";

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
