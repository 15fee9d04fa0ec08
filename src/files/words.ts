/** Which words a text holds, told from runs of four characters before it is searched: a hundred searches for what is not there cost as much as redaction. */

/** Sixteen bits of the last four characters. */
const MASK = 0xffff;
const next = (hash: number, code: number): number => ((hash << 4) ^ code) & MASK;

/** The runs of a word. */
const runs = new Map<string, readonly number[]>();
function runsOf(word: string): readonly number[] {
  let found = runs.get(word);
  if (found === undefined) {
    const list: number[] = [];
    let hash = 0;
    for (let i = 0; i < word.length; i++) {
      hash = next(hash, word.charCodeAt(i));
      if (i >= 3) list.push(hash);
    }
    found = list;
    runs.set(word, found);
  }
  return found;
}

/** A text in lower case that knows which runs it has. */
export class Words {
  private readonly seen = new Uint8Array(MASK + 1);

  constructor(readonly lower: string) {
    let hash = 0;
    for (let i = 0; i < lower.length; i++) {
      hash = next(hash, lower.charCodeAt(i));
      this.seen[hash] = 1;
    }
  }

  /** True if one of the words, in lower case, stands in it. */
  has(...words: readonly string[]): boolean {
    return words.some((word) => runsOf(word).every((run) => this.seen[run] === 1) && this.lower.includes(word));
  }
}
