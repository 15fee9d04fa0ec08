/**
 * Adaptation of the built-in table to one code base, without labels: a few hundred contrastive steps on the pairs that its own files hold
 * (lang/engine/pairs.ts). Learns, among other things, which words name which file. Only tokens that occur in it change.
 */
import { adapting } from "../base/limits.ts";
import { BagBuilder, type TokenizedText } from "./bags.ts";
import { quantise, type TokenTable } from "./table.ts";
import { lots, type PairSet, Trainer } from "./trainer.ts";

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
