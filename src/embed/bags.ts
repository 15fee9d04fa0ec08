/** Texts as bags of tokens, in flat arrays: what training and embedding read. */
import type { ListsByName, NumberedNames } from "../base/numbered.ts";
import type { Tokenizer } from "./tokens.ts";
import type { Bags } from "./trainer.ts";

/** A text taken apart once, so that overlapping stretches of it (chunks, definitions, comments) cost no second look. */
export class TokenizedText {
  tokens = new Uint16Array(4096);
  #offsets = new Uint32Array(4096);
  length = 0;

  static of(tokenizer: Tokenizer, text: string): TokenizedText {
    const tokenized = new TokenizedText();
    tokenizer.scan(text, 0, text.length, (token, at) => tokenized.#put(token, at));
    return tokenized;
  }

  /** Becomes the text whose names were read last. @param tokensOf has learnt all of them */
  become(names: NumberedNames, tokensOf: ListsByName): void {
    this.length = 0;
    const { numbers, starts, count } = names;
    const { first, values } = tokensOf;
    for (let at = 0; at < count; at++) {
      const end = first[numbers[at]! + 1]!;
      for (let i = first[numbers[at]!]!; i < end; i++) this.#put(values[i]!, starts[at]!);
    }
  }

  #put(token: number, at: number): void {
    if (this.length === this.tokens.length) {
      this.tokens = grown(this.tokens);
      this.#offsets = grown(this.#offsets);
    }
    this.tokens[this.length] = token;
    this.#offsets[this.length++] = at;
  }

  /** Index of the first token at or after an offset of the text. */
  at(offset: number): number {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#offsets[middle]! < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Collects bags. Tokens within a bag stand in the order of their first occurrence. */
export class BagBuilder {
  #offsets = new Uint32Array(256);
  #tokens = new Uint16Array(4096);
  #counts = new Uint16Array(4096);
  #used = 0;
  /** Where a token stands in the bag that is being made, by token; valid if it belongs to this bag. */
  readonly #place: Uint32Array;
  length = 0;

  /** @param vocabulary number of tokens there are */
  constructor(vocabulary: number) {
    this.#place = new Uint32Array(vocabulary);
  }

  /** Adds `tokens[from, to)` to the bag that is being made. */
  put(tokens: ArrayLike<number>, from = 0, to = tokens.length): void {
    const start = this.#offsets[this.length]!;
    for (let i = from; i < to; i++) {
      const token = tokens[i]!;
      const place = this.#place[token]!;
      if (place >= start && place < this.#used && this.#tokens[place] === token) {
        if (this.#counts[place]! < 0xffff) this.#counts[place]!++;
        continue;
      }
      if (this.#used === this.#tokens.length) {
        this.#tokens = grown(this.#tokens);
        this.#counts = grown(this.#counts);
      }
      this.#place[token] = this.#used;
      this.#tokens[this.#used] = token;
      this.#counts[this.#used++] = 1;
    }
  }

  /** Adds a token that this bag does not have yet, so often. */
  putCounted(token: number, count: number): void {
    this.put([token]);
    this.#counts[this.#used - 1] = count;
  }

  /** How many different tokens the bag that is being made has. */
  get open(): number {
    return this.#used - this.#offsets[this.length]!;
  }

  /** Ends the bag that is being made. */
  close(): void {
    this.length++;
    if (this.length === this.#offsets.length) this.#offsets = grown(this.#offsets);
    this.#offsets[this.length] = this.#used;
  }

  /** Forgets the bag that is being made. */
  drop(): void {
    this.#used = this.#offsets[this.length]!;
  }

  /** Forgets all bags. */
  clear(): void {
    // Places of old bags lie below the next one's start, or hold another token: nothing to undo.
    this.length = 0;
    this.#used = 0;
  }

  /** The bags so far (views). */
  bags(): Bags {
    return {
      offsets: this.#offsets.subarray(0, this.length + 1),
      tokens: this.#tokens.subarray(0, this.#used),
      counts: this.#counts.subarray(0, this.#used),
    };
  }
}

function grown<T extends Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>>(array: T): T {
  const larger = new (array.constructor as { new (length: number): T })(array.length * 2);
  larger.set(array);
  return larger;
}
