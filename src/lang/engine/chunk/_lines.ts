/**
 * The lines of a text, addressed by number: where they start, whether they are blank, how far they are indented, whether they hold
 * nothing but comment. Everything is computed on demand from one table of offsets, so that a file costs one pass over its line breaks.
 */

import { lineStarts } from "../lines.ts";

/** Lines end at `\n`; a `\r` before it belongs to the break. Form feeds, vertical tabs and lone `\r` are ordinary white space. */
export class Lines {
  /** `starts[i]` is the offset of line i + 1; one more entry holds the end of the text. */
  private readonly starts: number[];
  readonly count: number;

  constructor(readonly text: string) {
    const starts = lineStarts(text).slice();
    // A final line break ends the last line, it does not begin another.
    if (starts[starts.length - 1] !== text.length) starts.push(text.length);
    this.starts = starts;
    this.count = starts.length - 1;
  }

  /** Offset of the first character of a line (1-based). */
  from(line: number): number {
    return this.starts[line - 1]!;
  }

  /** Offset after the last character of a line, its break included. */
  to(line: number): number {
    return this.starts[line]!;
  }

  /** Characters of the lines `start` to `end`, breaks included; 0 if there are none. */
  size(start: number, end: number): number {
    return end < start ? 0 : this.starts[end]! - this.starts[start - 1]!;
  }

  /** The lines `start` to `end` with their breaks. */
  slice(start: number, end: number): string {
    return end < start ? "" : this.text.slice(this.from(start), this.to(end));
  }

  /** The line that holds an offset. */
  at(offset: number): number {
    let low = 0;
    let high = this.count - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  }

  blank(line: number): boolean {
    return isBlank(this.text, this.from(line), this.to(line));
  }

  /** Columns before the first visible character, a tab as four; blank lines count as 0. */
  indent(line: number): number {
    const end = this.to(line);
    let columns = 0;
    for (let i = this.from(line); i < end; i++) {
      const code = this.text.charCodeAt(i);
      if (code === 32) columns++;
      else if (code === 9) columns += 4;
      else return code === 10 || code === 13 ? 0 : columns;
    }
    return 0;
  }

  /** Marks the lines that hold nothing but (parts of) the given spans and white space. Index = line. */
  only(spans: readonly (readonly [number, number])[]): Uint8Array {
    const marks = new Uint8Array(this.count + 2);
    for (const [from, to] of spans) {
      if (to <= from || from >= this.text.length) continue;
      const first = this.at(from);
      const last = this.at(Math.min(to, this.text.length) - 1);
      for (let line = first; line <= last; line++) {
        const before = line > first || isBlank(this.text, this.from(line), from);
        const after = line < last || isBlank(this.text, to, this.to(line));
        if (before && after) marks[line] = 1;
      }
    }
    return marks;
  }

  /** Marks the lines that hold any part of the given spans. Index = line. */
  any(spans: readonly (readonly [number, number])[]): Uint8Array {
    const marks = new Uint8Array(this.count + 2);
    for (const [from, to] of spans) {
      if (to <= from || from >= this.text.length) continue;
      marks.fill(1, this.at(from), this.at(Math.min(to, this.text.length) - 1) + 1);
    }
    return marks;
  }
}

let latest: Lines | null = null;

/** The lines of a text. Several ask for those of the file that is being read: the latest are kept. */
export function linesOf(text: string): Lines {
  if (latest?.text !== text) latest = new Lines(text);
  return latest;
}

/** Is there nothing but white space in `[from, to)`? */
export function isBlank(text: string, from: number, to: number): boolean {
  for (let i = from; i < to; i++) {
    const code = text.charCodeAt(i);
    if (code > 32 && code !== 0xa0 && code !== 0x3000 && code !== 0xfeff) return false;
  }
  return true;
}
