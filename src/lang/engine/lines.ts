/**
 * The lines of a text, addressed by number from 1: which holds an offset, where they start, whether they are blank, how far they are indented, whether
 * they hold nothing but comment. Everything is computed on demand from one table of offsets, so that a file costs one pass over its line breaks.
 */

let startsOf: { text: string; starts: readonly number[] } | null = null;

/** Where the lines of a text begin. Half a dozen ask for those of the file that is being read: the latest are kept. */
export function lineStarts(text: string): readonly number[] {
  if (startsOf?.text === text) return startsOf.starts;
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  startsOf = { text, starts };
  return starts;
}

/** Lines end at `\n`; a `\r` before it belongs to the break. Form feeds, vertical tabs and lone `\r` are ordinary white space. */
export class Lines {
  private readonly starts: readonly number[];
  /** A final line break ends the last line, it does not begin another. */
  readonly count: number;
  /** Index of the line found last. */
  private last = 0;

  constructor(readonly text: string) {
    this.starts = lineStarts(text);
    this.count = this.starts.length - (this.starts.at(-1) === text.length ? 1 : 0);
  }

  /** Line that holds the offset; behind a final line break that is one more than there are. */
  at(offset: number): number {
    // Offsets come in ascending order nearly always: the line of the last one, or the next, is tried first.
    const { starts, last } = this;
    if (starts[last]! <= offset) {
      const next = starts[last + 1];
      if (next === undefined || offset < next) return last + 1;
      const after = starts[last + 2];
      if (after === undefined || offset < after) return ++this.last + 1;
    }
    const line = this.search(offset);
    this.last = Math.max(0, line - 1);
    return line;
  }

  private search(offset: number): number {
    let low = 0;
    let high = this.starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.starts[middle]! <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Offset at which a line begins; of the last one where there are fewer. */
  start(line: number): number {
    return this.starts[Math.max(0, Math.min(line, this.starts.length) - 1)]!;
  }

  /** Offset of the first character of a line; the end of the text behind the last. */
  from(line: number): number {
    return this.starts[line - 1] ?? this.text.length;
  }

  /** Offset after the last character of a line, its break included. */
  to(line: number): number {
    return this.starts[line] ?? this.text.length;
  }

  /** Characters of the lines `start` to `end`, breaks included; 0 if there are none. */
  size(start: number, end: number): number {
    return end < start ? 0 : this.to(end) - this.from(start);
  }

  /** The lines `start` to `end` with their breaks. */
  slice(start: number, end: number): string {
    return end < start ? "" : this.text.slice(this.from(start), this.to(end));
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
function isBlank(text: string, from: number, to: number): boolean {
  for (let i = from; i < to; i++) {
    const code = text.charCodeAt(i);
    if (code > 32 && code !== 0xa0 && code !== 0x3000 && code !== 0xfeff) return false;
  }
  return true;
}
