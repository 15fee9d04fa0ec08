/**
 * Adaptation of the built-in table to one code base, without labels: a few hundred contrastive steps on the pairs that its own files hold
 * (lang/engine/pairs.ts). Learns, among other things, which words name which file. Only tokens that occur in it change.
 */

import type { ListsByName, NumberedNames } from "../base/numbered.ts";
import { adapting } from "./limits.ts";
import { quantise, type Tokenizer, type TokenTable } from "./table.ts";
import { type Bags, lots, type PairSet, Trainer } from "./trainer.ts";

/** Pairs of one code base, as they are mined. */
export class PairBuilder {
  readonly #queries: BagBuilder;
  readonly #documents: BagBuilder;
  #groups = new Uint32Array(1024);

  constructor(vocabulary: number) {
    this.#queries = new BagBuilder(vocabulary);
    this.#documents = new BagBuilder(vocabulary);
  }

  get length(): number {
    return this.#queries.length;
  }

  /**
   * Adds a pair, unless one of its sides is empty.
   * @param query tokens of the description
   * @param text the file that holds what is described, as `[from, to)` without `[holeFrom, holeTo)` (offsets into the text)
   * @param group pairs of one group are no negatives of each other
   */
  add(query: ArrayLike<number>, text: TokenizedText, from: number, to: number, holeFrom: number, holeTo: number, group: number): void {
    this.#queries.put(query, 0, Math.min(query.length, adapting.queryTokens));
    const first = text.at(from);
    const last = Math.min(text.at(to), first + adapting.documentTokens);
    this.#documents.put(text.tokens, first, holeTo > holeFrom ? Math.min(text.at(holeFrom), last) : last);
    if (holeTo > holeFrom) this.#documents.put(text.tokens, Math.min(Math.max(text.at(holeTo), first), last), last);
    if (this.#queries.open === 0 || this.#documents.open < adapting.leastTokens) {
      this.#queries.drop();
      this.#documents.drop();
      return;
    }
    if (this.length === this.#groups.length) {
      const larger = new Uint32Array(this.#groups.length * 2);
      larger.set(this.#groups);
      this.#groups = larger;
    }
    this.#groups[this.length] = group;
    this.#queries.close();
    this.#documents.close();
  }

  /** Forgets all pairs. */
  clear(): void {
    this.#queries.clear();
    this.#documents.clear();
  }

  pairs(): PairSet {
    return { queries: this.#queries.bags(), documents: this.#documents.bags(), groups: this.#groups.subarray(0, this.length) };
  }
}

/** Adapted rows: token numbers, ascending, and their rows as in a table. */
export interface AdaptedRows {
  tokens: Uint16Array;
  scales: Float32Array;
  rows: Int8Array;
}

export interface AdaptOptions {
  steps?: number;
  rate?: number;
  seed?: number;
  /** Told how many steps are done before each. */
  onStep?: (done: number) => void;
}

/** Adapts a table to some pairs. The result depends on nothing else; with fewer pairs than a batch there is none. */
export function adapt(table: TokenTable, pairs: PairSet, options: AdaptOptions = {}): AdaptedRows | null {
  const { steps = adapting.steps, rate = adapting.rate, seed = adapting.seed, onStep } = options;
  const count = pairs.groups.length;
  if (count < adapting.batch || steps === 0) return null;
  const { dimensions } = table;
  // The tokens that occur, renumbered from 0 in their order.
  const present = new Uint8Array(table.size);
  for (const { tokens } of [pairs.queries, pairs.documents]) for (const token of tokens) present[token] = 1;
  const tokens = Uint16Array.from(present.keys().filter((token) => present[token] === 1));
  const place = new Uint16Array(table.size);
  for (const [i, token] of tokens.entries()) place[token] = i;
  const renumber = ({ offsets, tokens: old, counts }: PairSet["queries"]) => ({
    offsets,
    tokens: old.map((token) => place[token]!),
    counts,
  });
  const local: PairSet = { queries: renumber(pairs.queries), documents: renumber(pairs.documents), groups: pairs.groups };
  const trainer = new Trainer(unpackRows(table, tokens), { dimensions, batch: adapting.batch, temperature: adapting.temperature, rate });
  const lot = lots(seed);
  const chosen = new Uint32Array(adapting.batch);
  for (let step = 0; step < steps; step++) {
    onStep?.(step);
    for (let i = 0; i < chosen.length; i++) chosen[i] = lot() % count;
    trainer.step(local, chosen);
  }
  const trained = trainer.rows();
  const scales = new Float32Array(tokens.length);
  const rows = new Int8Array(tokens.length * dimensions);
  for (let i = 0; i < tokens.length; i++)
    scales[i] = quantise(trained.subarray(i * dimensions, (i + 1) * dimensions), rows, i * dimensions);
  return { tokens, scales, rows };
}

/** Rows of some tokens as numbers. */
export function unpackRows(table: TokenTable, tokens: ArrayLike<number>): Float32Array {
  const { dimensions } = table;
  const rows = new Float32Array(tokens.length * dimensions);
  for (let i = 0; i < tokens.length; i++) {
    const row = table.row(tokens[i]!);
    const scale = table.scale(tokens[i]!);
    for (let k = 0; k < dimensions; k++) rows[i * dimensions + k] = row[k]! * scale;
  }
  return rows;
}

// Texts as bags of tokens, in flat arrays: what training and embedding read.

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
