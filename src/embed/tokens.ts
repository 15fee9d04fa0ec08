/**
 * Words as tokens of a vocabulary: those it has whole, others cut into the likeliest pieces that it has (a unigram model, by Viterbi;
 * Kudo: Subword Regularization, ACL 2018). How likely a piece is follows from its place: the vocabulary is in order of frequency.
 */
import { scanNames, splitIdentifier } from "../base/words.ts";

/** Number of a word in the vocabulary, -1 if it has none. */
export type FindToken = (word: string) => number;

/** A longer word is data, not language: only its beginning is read. */
const MAX_WORD = 40;
const MAX_PIECE = 16;
/** Bits of a character that no piece covers: more than any pieces cost. */
const UNKNOWN_BITS = 40;
/** Entries kept before starting afresh; bounds the memory on trees with endless generated names. */
const MAX_KNOWN = 500_000;

/** Zipf's law in 256ths of a bit: integers, so that sums and comparisons are exact. */
function bitsOf(token: number): number {
  return Math.round(256 * (Math.log2(token + 32) + 3));
}

/** Takes text apart into tokens; what it has learnt about names is kept. */
export class Tokenizer {
  #names = new Map<string, readonly number[]>();
  #words = new Map<string, readonly number[]>();

  constructor(private readonly find: FindToken) {}

  /** Calls `found` for every token of `text[from, to)`, in order, with the offset of the name it is of. */
  scan(text: string, from: number, to: number, found: (token: number, at: number) => void): void {
    scanNames(text, from, to, (start, end) => {
      for (const token of this.ofName(text.slice(start, end))) found(token, start);
    });
  }

  /** Tokens of one identifier or number. */
  ofName(name: string): readonly number[] {
    let known = this.#names.get(name);
    if (known === undefined) {
      known = splitIdentifier(name).flatMap((word) => this.ofWord(word));
      if (this.#names.size >= MAX_KNOWN) this.#names.clear();
      this.#names.set(name, known);
    }
    return known;
  }

  /** Tokens of one lower-cased word. */
  ofWord(word: string): readonly number[] {
    let known = this.#words.get(word);
    if (known === undefined) {
      const whole = this.find(word);
      known = whole >= 0 ? [whole] : this.#pieces(word);
      if (this.#words.size >= MAX_KNOWN) this.#words.clear();
      this.#words.set(word, known);
    }
    return known;
  }

  #pieces(word: string): number[] {
    const letters = [...word].slice(0, MAX_WORD);
    const count = letters.length;
    const cost = new Array<number>(count + 1).fill(Number.POSITIVE_INFINITY);
    const piece = new Array<number>(count + 1).fill(-1);
    const before = new Array<number>(count + 1).fill(0);
    cost[0] = 0;
    for (let end = 1; end <= count; end++) {
      cost[end] = cost[end - 1]! + 256 * UNKNOWN_BITS;
      before[end] = end - 1;
      for (let start = Math.max(0, end - MAX_PIECE); start < end; start++) {
        const token = this.find(letters.slice(start, end).join(""));
        if (token < 0) continue;
        const sum = cost[start]! + bitsOf(token);
        if (sum >= cost[end]!) continue;
        cost[end] = sum;
        piece[end] = token;
        before[end] = start;
      }
    }
    const tokens: number[] = [];
    for (let end = count; end > 0; end = before[end]!) if (piece[end]! >= 0) tokens.push(piece[end]!);
    return tokens.reverse();
  }
}
