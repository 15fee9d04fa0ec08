/**
 * What the built-in embedding needs of a file, packed while its text and facts are at hand: the tokens of every chunk, prefix included,
 * and, where the table is to be adapted, of every pair.
 *
 *     u16 chunks, then for each a bag; u16 pairs, then for each two bags
 *     a bag: u16 tokens, then for each u16 token, u16 how often
 */
import { adapting } from "../base/settings.ts";
import type { Chunk, FileFacts } from "../base/types.ts";
import { PairBuilder } from "../embed/adapt.ts";
import { BagBuilder, TokenizedText } from "../embed/bags.ts";
import { builtInTable, indexingTokenizer } from "../embed/static.ts";
import type { Bags } from "../embed/trainer.ts";
import { minePairs } from "../source/pairs.ts";
import { prefixOf } from "../source/prefix.ts";

const MAX = 0xffff;

/** What to pack. */
export interface Wanted {
  /** Of how many pairs in 2^16 to take one; 0 for none. */
  pairs: number;
}

/** @param text the same text that the facts were extracted from */
export function packBags(facts: FileFacts, text: string, chunks: readonly Chunk[], wanted: Wanted): Uint8Array {
  const { size } = builtInTable();
  const tokenized = new TokenizedText(indexingTokenizer(), text);
  const starts = lineStarts(text);
  const bags = new BagBuilder(size);
  for (const chunk of chunks.slice(0, MAX)) {
    if (chunk.kind !== "licence") {
      bags.put(tokensOf(prefixOf(facts.path, chunk)));
      const from = tokenized.at(starts[chunk.start - 1]!);
      bags.put(tokenized.tokens, from, Math.min(tokenized.at(starts[chunk.end]!), from + adapting.chunkTokens));
    }
    bags.close();
  }
  const builder = new PairBuilder(size);
  if (wanted.pairs > 0)
    for (const [i, pair] of minePairs(facts, text, chunks).entries())
      if (builder.length < MAX && (Bun.hash.xxHash32(`${facts.path}\0${i}`) & MAX) < wanted.pairs)
        builder.add(tokensOf(pair.query), tokenized, pair.from, pair.to, pair.holeFrom, pair.holeTo, 0);
  const { queries, documents } = builder.pairs();
  return encode(bags.bags(), queries, documents);
}

function tokensOf(text: string): number[] {
  const tokens: number[] = [];
  indexingTokenizer().scan(text, 0, text.length, (token) => tokens.push(token));
  return tokens;
}

/** Offsets of the lines, and of the text's end. */
function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  if (starts[starts.length - 1] !== text.length) starts.push(text.length);
  return starts;
}

function encode(chunks: Bags, queries: Bags, documents: Bags): Uint8Array {
  const count = chunks.offsets.length - 1;
  const pairs = queries.offsets.length - 1;
  const out = new Uint16Array(2 + count + 2 * pairs + 2 * (chunks.tokens.length + queries.tokens.length + documents.tokens.length));
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
    bag(queries, i);
    bag(documents, i);
  }
  return new Uint8Array(out.buffer);
}

/** Bags of many files, appended one after the other. */
export class BagReader {
  readonly #numbers: Uint16Array;

  constructor(bytes: Uint8Array) {
    this.#numbers =
      bytes.byteOffset % 2 === 0
        ? new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2)
        : new Uint16Array(bytes.slice().buffer);
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
      const query = next();
      pair(numbers, query, next());
    }
  }
}

export type PairSink = (numbers: Uint16Array, query: [from: number, to: number], document: [from: number, to: number]) => void;
