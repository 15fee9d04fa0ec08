/**
 * What the built-in embedding needs of a file, packed while its text and facts are at hand: the tokens of every chunk, prefix included,
 * and, where the table is to be adapted, of every pair.
 *
 *     u16 chunks, then for each a bag; u16 pairs, then for each u16 lot and two bags
 *     a bag: u16 tokens, then for each u16 token, u16 how often
 */

import { ListsByName, type NumberedNames } from "../base/numbered.ts";
import type { Chunk, FileFacts } from "../base/types.ts";
import { BagBuilder, PairBuilder, TokenizedText } from "../embed/adapt.ts";
import { adapting } from "../embed/limits.ts";
import { builtInTable, indexingTokenizer } from "../embed/static.ts";
import type { Bags } from "../embed/trainer.ts";
import { linesOf } from "../lang/engine/lines.ts";
import { minePairs, type Pair } from "../lang/engine/pairs.ts";
import { prefixOf } from "../lang/engine/prefix.ts";
import { Poster } from "../store/lexical/post.ts";

const MAX = 0xffff;

/** What to pack. */
export interface Wanted {
  /** Of how many pairs in 2^16 to take one; 0 for none. */
  pairs: number;
}

/** Pairs of a file to pack: those whose lot, drawn evenly by path and number, is below what is wanted. */
function chosenPairs(facts: FileFacts, text: string, chunks: readonly Chunk[], wanted: Wanted): (Pair & { lot: number })[] {
  if (wanted.pairs <= 0) return [];
  const all = minePairs(facts, text, chunks).map((pair, i) => ({ ...pair, lot: Bun.hash.xxHash32(`${facts.path}\0${i}`) & MAX }));
  return all.filter(({ lot }) => lot < wanted.pairs);
}

/** The same bags with the pairs alone whose lots are below what is wanted. */
export function withFewerPairs(bytes: Uint8Array, wanted: number): Uint8Array {
  const from = numbersIn(bytes);
  const out = new Uint16Array(from.length);
  let at = 1;
  for (let left = from[0]!; left > 0; left--) at += 1 + 2 * from[at]!;
  out.set(from.subarray(0, at));
  const count = at;
  let end = at + 1;
  let kept = 0;
  for (let left = from[at++]!; left > 0; left--) {
    const lot = at++;
    for (let side = 0; side < 2; side++) at += 1 + 2 * from[at]!;
    if (from[lot]! >= wanted) continue;
    out.set(from.subarray(lot, at), end);
    end += at - lot;
    kept++;
  }
  out[count] = kept;
  return new Uint8Array(out.buffer, 0, 2 * end);
}

/** Packs files. One a process: what it learnt about names serves the next file. */
export class BagPacker {
  readonly #chunks = new BagBuilder(builtInTable().size);
  readonly #pairs = new PairBuilder(builtInTable().size);
  readonly #text = new TokenizedText();
  readonly #tokensOf = new ListsByName((parts, list) => {
    const tokenizer = indexingTokenizer();
    for (const word of parts) for (const token of tokenizer.ofWord(word)) list.push(token);
  });

  /** @param names of the text, read; what else a bag has is learnt too */
  constructor(private readonly names: NumberedNames) {}

  /** @param text the same text that the facts were extracted from and the names were read of */
  pack(facts: FileFacts, text: string, chunks: readonly Chunk[], wanted: Wanted): Uint8Array {
    this.#tokensOf.learn(this.names);
    this.#text.become(this.names, this.#tokensOf);
    const bags = this.#chunks;
    bags.clear();
    const lines = linesOf(text);
    for (const chunk of chunks.slice(0, MAX)) {
      if (chunk.kind !== "licence") {
        bags.put(this.#tokens(prefixOf(facts.path, chunk)));
        const from = this.#text.at(lines.from(chunk.start));
        bags.put(this.#text.tokens, from, Math.min(this.#text.at(lines.to(chunk.end)), from + adapting.chunkTokens));
      }
      bags.close();
    }
    const pairs = this.#pairs;
    pairs.clear();
    const lots: number[] = [];
    for (const pair of chosenPairs(facts, text, chunks, wanted)) {
      if (pairs.length === MAX) break;
      pairs.add(this.#tokens(pair.query), this.#text, pair.from, pair.to, pair.holeFrom, pair.holeTo, 0);
      if (pairs.length > lots.length) lots.push(pair.lot);
    }
    const { queries, documents } = pairs.pairs();
    return encode(bags.bags(), lots, queries, documents);
  }

  #tokens(text: string): number[] {
    const tokens: number[] = [];
    const names = this.names.numbersOf(text);
    this.#tokensOf.learn(this.names);
    const { first, values } = this.#tokensOf;
    for (const name of names) for (let i = first[name]!; i < first[name + 1]!; i++) tokens.push(values[i]!);
    return tokens;
  }
}

function encode(chunks: Bags, lots: readonly number[], queries: Bags, documents: Bags): Uint8Array {
  const count = chunks.offsets.length - 1;
  const pairs = queries.offsets.length - 1;
  const out = new Uint16Array(2 + count + 3 * pairs + 2 * (chunks.tokens.length + queries.tokens.length + documents.tokens.length));
  let at = 0;
  const bag = ({ offsets, tokens, counts }: Bags, i: number): void => {
    const end = offsets[i + 1]!;
    out[at++] = end - offsets[i]!;
    for (let t = offsets[i]!; t < end; t++) {
      out[at++] = tokens[t]!;
      out[at++] = counts[t]!;
    }
  };
  out[at++] = count;
  for (let i = 0; i < count; i++) bag(chunks, i);
  out[at++] = pairs;
  for (let i = 0; i < pairs; i++) {
    out[at++] = lots[i]!;
    bag(queries, i);
    bag(documents, i);
  }
  return new Uint8Array(out.buffer);
}

/** Bags of many files, appended one after the other. */
export class BagReader {
  readonly #numbers: Uint16Array;

  constructor(bytes: Uint8Array) {
    this.#numbers = numbersIn(bytes);
  }

  /** Calls `chunk` for every chunk's bag, then `pair` for the two of every pair: where they lie in `numbers`, as token, count, token … */
  read(chunk: (numbers: Uint16Array, from: number, to: number) => void, pair: PairSink): void {
    const numbers = this.#numbers;
    let at = 1;
    const next = (): [number, number] => {
      const from = at + 1;
      at = from + 2 * numbers[at]!;
      return [from, at];
    };
    for (let left = numbers[0]!; left > 0; left--) chunk(numbers, ...next());
    for (let left = numbers[at++]!; left > 0; left--) {
      at++;
      const query = next();
      pair(numbers, query, next());
    }
  }
}

function numbersIn(bytes: Uint8Array): Uint16Array {
  if (bytes.byteOffset % 2 === 0) return new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2);
  // A Buffer's own slice would be a view.
  return new Uint16Array(new Uint8Array(bytes).buffer);
}

export type PairSink = (numbers: Uint16Array, query: [from: number, to: number], document: [from: number, to: number]) => void;

// Counting the words and tokens of files: postings for the lexical index, bags for the built-in embedding.

/** Counts files into batches. One a process: what it learnt about names serves the next file. */
export class Counter {
  readonly #poster = new Poster();
  #packer: BagPacker | null = null;

  /**
   * Adds the chunks of one file, in order, to the batch.
   * @param text the same text that the facts were extracted from
   * @param wanted null where nothing is embedded with the built-in model
   * @returns the file's bags (see bags.ts); no bytes where none are wanted
   */
  file(facts: FileFacts, text: string, chunks: readonly Chunk[], wanted: Wanted | null): Uint8Array {
    this.#poster.file(facts, text, chunks);
    if (wanted === null) return new Uint8Array(0);
    this.#packer ??= new BagPacker(this.#poster.names);
    return this.#packer.pack(facts, text, chunks, wanted);
  }

  /** What the file that was added last left in the batch, for `again` of any counter. */
  encodeLast(): Uint8Array {
    return this.#poster.encodeLast();
  }

  /** Adds a file again of which `encodeLast` told. */
  again(postings: Uint8Array): void {
    this.#poster.again(postings);
  }

  /** The batch so far (see `Poster.encodePostings`), which is empty then. */
  encodePostings(): Uint8Array {
    return this.#poster.encodePostings();
  }
}
