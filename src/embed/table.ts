/**
 * A table of token vectors as it is shipped: vocabulary, one row of signed bytes a token, one scale a row.
 *
 *     "MFTB", u32 version, u32 tokens, u32 dimensions
 *     u32 × (tokens + 1)  where each word starts among the characters
 *     u16 × tokens        the tokens in the order of their words' bytes
 *     the characters (UTF-8), then zeros up to a multiple of 16 bytes from the start
 *     f32 × tokens        scales
 *     i8 × tokens × dimensions
 *
 * Tokens stand in the order of their frequency, the most frequent first: their numbers tell how rare they are. Little-endian, as every
 * machine that this runs on. A word is found by binary search in the bytes, so that a question opens the table without parsing it.
 */
import { scanNames, splitIdentifier } from "../base/words.ts";

const MAGIC = 0x42544d4d;
const VERSION = 1;

export interface TokenTable {
  readonly size: number;
  readonly dimensions: number;
  /** SHA-256 of its bytes, 16 hex digits. */
  readonly hash: string;
  /** Number of a word, -1 if it is not in the vocabulary. */
  find(word: string): number;
  word(token: number): string;
  /** The row's bytes (a view) and what each stands for. */
  row(token: number): Int8Array;
  scale(token: number): number;
}

/**
 * Opens a table.
 * @param hash where it is known already
 * @throws Error if the bytes are not one
 */
export function openTable(bytes: Uint8Array, hash: string | null = null): TokenTable {
  return new PackedTable(bytes.byteOffset % 16 === 0 ? bytes : bytes.slice(), hash);
}

class PackedTable implements TokenTable {
  readonly size: number;
  readonly dimensions: number;
  readonly #starts: Uint32Array;
  readonly #order: Uint16Array;
  readonly #characters: Uint8Array;
  readonly #scales: Float32Array;
  readonly #rows: Int8Array;
  #hash: string | null;

  constructor(
    readonly bytes: Uint8Array,
    hash: string | null,
  ) {
    this.#hash = hash;
    const head = new Uint32Array(bytes.buffer, bytes.byteOffset, 4);
    if (bytes.length < 16 || head[0] !== MAGIC || head[1] !== VERSION) throw new Error("This is not a table of token vectors.");
    this.size = head[2]!;
    this.dimensions = head[3]!;
    let at = bytes.byteOffset + 16;
    this.#starts = new Uint32Array(bytes.buffer, at, this.size + 1);
    at += 4 * (this.size + 1);
    this.#order = new Uint16Array(bytes.buffer, at, this.size);
    at += 2 * this.size;
    const length = this.#starts[this.size]!;
    this.#characters = new Uint8Array(bytes.buffer, at, length);
    at = bytes.byteOffset + align(at + length - bytes.byteOffset);
    this.#scales = new Float32Array(bytes.buffer, at, this.size);
    this.#rows = new Int8Array(bytes.buffer, at + 4 * this.size, this.size * this.dimensions);
  }

  get hash(): string {
    this.#hash ??= Bun.SHA256.hash(this.bytes, "hex").slice(0, 16);
    return this.#hash;
  }

  find(word: string): number {
    const wanted = encoder.encode(word);
    let low = 0;
    let high = this.size - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const token = this.#order[middle]!;
      const order = this.#compare(wanted, token);
      if (order === 0) return token;
      if (order < 0) high = middle - 1;
      else low = middle + 1;
    }
    return -1;
  }

  #compare(wanted: Uint8Array, token: number): number {
    const from = this.#starts[token]!;
    const length = this.#starts[token + 1]! - from;
    const shorter = Math.min(length, wanted.length);
    for (let i = 0; i < shorter; i++) {
      const difference = wanted[i]! - this.#characters[from + i]!;
      if (difference !== 0) return difference;
    }
    return wanted.length - length;
  }

  word(token: number): string {
    return decoder.decode(this.#characters.subarray(this.#starts[token]!, this.#starts[token + 1]!));
  }

  row(token: number): Int8Array {
    return this.#rows.subarray(token * this.dimensions, (token + 1) * this.dimensions);
  }

  scale(token: number): number {
    return this.#scales[token]!;
  }
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const align = (at: number): number => (at + 15) & ~15;

/**
 * A row of numbers as signed bytes and the scale that turns them back: the largest is ±127.
 * @param into takes `row.length` bytes from `at`
 */
export function quantise(row: Float32Array, into: Int8Array, at: number): number {
  let most = 0;
  for (const x of row) most = Math.max(most, Math.abs(x));
  if (most === 0) return 0;
  const scale = Math.fround(most / 127);
  // Halves away from zero, whatever the sign: Math.round alone would drift upwards.
  for (let i = 0; i < row.length; i++) into[at + i] = Math.sign(row[i]!) * Math.round(Math.abs(row[i]!) / scale);
  return scale;
}

/** The bytes of a table. @param rows `words.length × dimensions` numbers */
export function packTable(words: readonly string[], rows: Float32Array, dimensions: number): Uint8Array {
  const encoded = words.map((word) => encoder.encode(word));
  const length = encoded.reduce((sum, word) => sum + word.length, 0);
  const count = words.length;
  const characters = 16 + 4 * (count + 1) + 2 * count;
  const scalesAt = align(characters + length);
  const bytes = new Uint8Array(scalesAt + 4 * count + count * dimensions);
  new Uint32Array(bytes.buffer, 0, 4).set([MAGIC, VERSION, count, dimensions]);
  const starts = new Uint32Array(bytes.buffer, 16, count + 1);
  let at = 0;
  for (const [i, word] of encoded.entries()) {
    starts[i] = at;
    bytes.set(word, characters + at);
    at += word.length;
  }
  starts[count] = at;
  const order = encoded.map((_, i) => i).sort((a, b) => Buffer.compare(encoded[a]!, encoded[b]!));
  new Uint16Array(bytes.buffer, 16 + 4 * (count + 1), count).set(order);
  const scales = new Float32Array(bytes.buffer, scalesAt, count);
  const cells = new Int8Array(bytes.buffer, scalesAt + 4 * count);
  for (let i = 0; i < count; i++) scales[i] = quantise(rows.subarray(i * dimensions, (i + 1) * dimensions), cells, i * dimensions);
  return bytes;
}

// Words as tokens of a vocabulary: those it has whole, others cut into the likeliest pieces that it has (a unigram model, by Viterbi;
// Kudo: Subword Regularization, ACL 2018). How likely a piece is follows from its place: the vocabulary is in order of frequency.

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
