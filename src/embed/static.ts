/**
 * The built-in embedding: a text's vector is the normalised sum of its tokens' vectors. The table is in the binary; rows that were adapted
 * to a code base lie in its index and take the place of the table's.
 */
import { mappedAsset, TOKEN_TABLE } from "../base/native.ts";
import { type AdaptedRows, BagBuilder, TokenizedText } from "./adapt.ts";
import { type FindToken, openTable, Tokenizer, type TokenTable } from "./table.ts";
import { type Bags, frequencyWeights, Kernel } from "./trainer.ts";

export const STATIC_MODEL = "manifold-static";

/** SHA-256 of the table's file, 16 digits, written down, so that no update works it out (test/embed/table.test.ts compares). */
export const TABLE_HASH = "6912bcc6b3671023";

let table: TokenTable | null = null;

/** The table that this program carries. */
export function builtInTable(): TokenTable {
  table ??= openTable(mappedAsset(TOKEN_TABLE), TABLE_HASH);
  return table;
}

/** Bytes of the table as it is shipped. */
export const tableBytes = (): number => mappedAsset(TOKEN_TABLE).byteLength;

let tokenizer: Tokenizer | null = null;

/** Words looked up in the table itself before its vocabulary is taken out of it: more of them take as long as all of it. */
const FEW_WORDS = 1_500;

/** The table's tokenizer for any amount of text: the vocabulary is taken out of the table once there is much. */
export function indexingTokenizer(): Tokenizer {
  if (tokenizer === null) {
    const words = builtInTable();
    let numbers: Map<string, number> | null = null;
    let asked = 0;
    tokenizer = new Tokenizer((word) => {
      if (numbers === null && ++asked <= FEW_WORDS) return words.find(word);
      if (numbers === null) {
        numbers = new Map();
        for (let token = 0; token < words.size; token++) numbers.set(words.word(token), token);
      }
      return numbers.get(word) ?? -1;
    });
  }
  return tokenizer;
}

/** A row in numbers, or null where the code base's adaptation says nothing of the token. */
export type AdaptedRow = (token: number) => { scale: number; row: Int8Array } | null;

/** The vector of a question: its tokens as often as they stand in it. Zeros if it has no known token. */
export function embedQuestion(text: string, adapted: AdaptedRow, words: TokenTable = builtInTable()): Float32Array {
  const find: FindToken = (word) => words.find(word);
  const counts = new Map<number, number>();
  new Tokenizer(find).scan(text, 0, text.length, (token) => counts.set(token, (counts.get(token) ?? 0) + 1));
  const sum = new Float32Array(words.dimensions);
  for (const [token, count] of counts) {
    const { scale, row } = adapted(token) ?? { scale: words.scale(token), row: words.row(token) };
    for (let k = 0; k < sum.length; k++) sum[k]! += count * scale * row[k]!;
  }
  return normalised(sum);
}

function normalised(vector: Float32Array): Float32Array {
  let squares = 0;
  for (let k = 0; k < vector.length; k++) squares += vector[k]! * vector[k]!;
  const length = Math.sqrt(squares);
  if (squares > 0) for (let k = 0; k < vector.length; k++) vector[k]! /= length;
  return vector;
}

/** Bags embedded at a time: bounds the memory. */
const BATCH = 4_096;

/** The unit vectors of bags, one after the other; what a bag's vector is depends on nothing but its tokens and their rows. */
export function embedBags(bags: Bags, adapted: AdaptedRows | null, words: TokenTable = builtInTable()): Float32Array[] {
  const { dimensions } = words;
  const count = bags.offsets.length - 1;
  const present = new Uint8Array(words.size);
  // Walked by index: a process that embeds one file is over before iterators are compiled.
  for (let i = 0; i < bags.tokens.length; i++) present[bags.tokens[i]!] = 1;
  const place = new Uint16Array(words.size);
  const tokens = new Uint16Array(words.size);
  let kinds = 0;
  for (let token = 0; token < words.size; token++) {
    if (present[token] !== 1) continue;
    place[token] = kinds;
    tokens[kinds++] = token;
  }
  const rows = new Float32Array(kinds * dimensions);
  const unpack = (token: number, from: Int8Array, start: number, scale: number): void => {
    const at = place[token]! * dimensions;
    for (let k = 0; k < dimensions; k++) rows[at + k] = from[start + k]! * scale;
    present[token] = 2;
  };
  if (adapted)
    for (const [i, token] of adapted.tokens.entries())
      if (present[token] === 1) unpack(token, adapted.rows, i * dimensions, adapted.scales[i]!);
  // The table's own rows are only those that the tree has no other for.
  for (const token of tokens.subarray(0, kinds)) if (present[token] === 1) unpack(token, words.row(token), 0, words.scale(token));
  const kernel = new Kernel();
  const weights = frequencyWeights();
  const rowsAt = kernel.allocate(4 * rows.length);
  kernel.floats(rowsAt, rows.length).set(rows);
  const most = Math.min(BATCH, count);
  const offsetsAt = kernel.allocate(4 * (most + 1));
  const outAt = kernel.allocate(4 * most * dimensions);
  const normsAt = kernel.allocate(4 * most);
  const vectors: Float32Array[] = [];
  let room = 0;
  let tokensAt = 0;
  let weightsAt = 0;
  for (let first = 0; first < count; first += BATCH) {
    const n = Math.min(BATCH, count - first);
    const from = bags.offsets[first]!;
    const total = bags.offsets[first + n]! - from;
    if (total > room) {
      room = total * 2;
      tokensAt = kernel.allocate(4 * room);
      weightsAt = kernel.allocate(4 * room);
    }
    const tokenView = kernel.integers(tokensAt, total);
    const weightView = kernel.floats(weightsAt, total);
    for (let i = 0; i < total; i++) {
      tokenView[i] = place[bags.tokens[from + i]!]!;
      weightView[i] = weights[Math.min(bags.counts[from + i]!, weights.length) - 1]!;
    }
    const offsets = kernel.integers(offsetsAt, n + 1);
    for (let i = 0; i <= n; i++) offsets[i] = bags.offsets[first + i]! - from;
    kernel.run.embed(rowsAt, offsetsAt, tokensAt, weightsAt, n, dimensions, outAt, normsAt);
    const out = kernel.floats(outAt, n * dimensions);
    for (let i = 0; i < n; i++) vectors.push(out.slice(i * dimensions, (i + 1) * dimensions));
  }
  return vectors;
}

/** The built-in model as any other: what benchmarks and `manifold models` see. */
export class StaticEmbedder implements Embedder {
  readonly id = STATIC_MODEL;
  readonly dimensions: number;
  readonly hash: string;
  readonly #place = new Map<number, number>();

  /** @param adapted rows that take the place of the table's */
  constructor(private readonly adapted: AdaptedRows | null = null) {
    const words = builtInTable();
    this.dimensions = words.dimensions;
    this.hash = adapted ? Bun.SHA256.hash(Buffer.concat([Buffer.from(words.hash), hashable(adapted)]), "hex").slice(0, 16) : words.hash;
    for (const [i, token] of adapted?.tokens.entries() ?? []) this.#place.set(token, i);
  }

  embedDocuments(texts: readonly string[]): Float32Array[] {
    const builder = new BagBuilder(builtInTable().size);
    for (const text of texts) {
      const { tokens, length } = TokenizedText.of(indexingTokenizer(), text);
      builder.put(tokens, 0, length);
      builder.close();
    }
    return embedBags(builder.bags(), this.adapted);
  }

  embedQuery(text: string): Float32Array {
    return embedQuestion(text, (token) => {
      const at = this.#place.get(token);
      if (at === undefined || this.adapted === null) return null;
      const { dimensions } = this;
      return { scale: this.adapted.scales[at]!, row: this.adapted.rows.subarray(at * dimensions, (at + 1) * dimensions) };
    });
  }
}

function hashable({ tokens, scales, rows }: AdaptedRows): Uint8Array {
  return Buffer.concat([tokens, scales, rows].map((part) => new Uint8Array(part.buffer, part.byteOffset, part.byteLength)));
}

// What turns text into vectors. Implementations: the built-in table (static.ts), any local ONNX model (onnx.ts).

/**
 * An embedding model. Vectors are unit-normalised, so that their dot product is the cosine; a text without a known word gives zeros.
 *
 * `hash` pins everything that decides a vector (weights, adaptation, tokenizer, pooling, prefixes): vectors of different hashes are never
 * mixed.
 */
export interface Embedder {
  /** Short name for people: `manifold-static`, or the model's folder. */
  readonly id: string;
  readonly dimensions: number;
  /** 16 hex digits or more. */
  readonly hash: string;
  /** One vector of `dimensions` numbers for each text, in their order. */
  embedDocuments(texts: readonly string[]): Promise<Float32Array[]> | Float32Array[];
  embedQuery(text: string): Promise<Float32Array> | Float32Array;
}
