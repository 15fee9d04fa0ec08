let startsOf: { text: string; starts: readonly number[] } | null = null;

/** Where the lines of a text begin. Half a dozen ask for those of the file that is being read: the latest are kept. */
export function lineStarts(text: string): readonly number[] {
  if (startsOf?.text === text) return startsOf.starts;
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  startsOf = { text, starts };
  return starts;
}

/** Line numbers (from 1) of offsets. */
export class Lines {
  private readonly starts: readonly number[];
  /** Index of the line found last. */
  private last = 0;

  constructor(readonly text: string) {
    this.starts = lineStarts(text);
  }

  /** Line that holds the offset. */
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

  /** Offset at which a line begins. */
  start(line: number): number {
    return this.starts[Math.max(0, Math.min(line, this.starts.length) - 1)]!;
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
}

let latest: Lines | null = null;

/** The lines of a text. Several ask for those of the file that is being read: the latest are kept. */
export function linesOf(text: string): Lines {
  if (latest?.text !== text) latest = new Lines(text);
  return latest;
}
