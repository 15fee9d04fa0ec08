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
    // Kept out of fields: this goes over every token of a tree.
    let { tokens, length } = this;
    let offsets = this.#offsets;
    for (let at = 0; at < count; at++) {
      const name = numbers[at]!;
      const from = first[name]!;
      const end = first[name + 1]!;
      while (length + end - from > tokens.length) {
        tokens = grown(tokens);
        offsets = grown(offsets);
      }
      const start = starts[at]!;
      for (let i = from; i < end; i++) {
        tokens[length] = values[i]!;
        offsets[length++] = start;
      }
    }
    this.tokens = tokens;
    this.#offsets = offsets;
    this.length = length;
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
    const place = this.#place;
    while (this.#used + Math.max(0, to - from) > this.#tokens.length) {
      this.#tokens = grown(this.#tokens);
      this.#counts = grown(this.#counts);
    }
    // Kept out of fields: this goes over every token of a tree.
    const mine = this.#tokens;
    const counts = this.#counts;
    let used = this.#used;
    for (let i = from; i < to; i++) {
      const token = tokens[i]!;
      const known = place[token]!;
      if (known >= start && known < used && mine[known] === token) {
        if (counts[known]! < 0xffff) counts[known]!++;
        continue;
      }
      place[token] = used;
      mine[used] = token;
      counts[used++] = 1;
    }
    this.#used = used;
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
