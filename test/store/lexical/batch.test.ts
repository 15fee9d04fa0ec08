/** A term looked up in an encoded batch has the chunks that it has once the batch is taken apart. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { BatchTerms } from "../../../src/store/lexical/batch.ts";
import { Bytes, Reader } from "../../../src/store/lexical/codec.ts";
import { Poster, PostingBuilder } from "../../../src/store/lexical.ts";
import { anyFile, asFacts } from "./naive.ts";

function numbersIn(run: Uint8Array | null): number[] {
  const numbers: number[] = [];
  const reader = new Reader(run ?? new Uint8Array());
  for (let no = 0; reader.more; numbers.push(no)) {
    const head = reader.varint();
    no += head >>> 2;
    reader.skipPayload(head & 3);
  }
  return numbers;
}

test("as in the postings put together, whatever the files", () => {
  let terms = 0;
  fc.assert(
    fc.property(fc.array(anyFile, { minLength: 1, maxLength: 5 }), fc.integer({ min: 1, max: 70_000 }), (files, first) => {
      const poster = new Poster();
      for (const file of files) {
        const { facts, text, chunks } = asFacts(file);
        poster.file(facts, text, chunks);
      }
      const batch = poster.encodePostings();
      const builder = new PostingBuilder();
      builder.mergeInto(batch, first);
      const found = new BatchTerms(batch, first);
      for (const [term, run] of builder.runs()) {
        terms++;
        expect(found.chunks(term)).toEqual(numbersIn(run));
        for (const other of [`${term}x`, term.slice(1)]) expect(found.chunks(other)).toEqual(numbersIn(builder.run(other)));
      }
    }),
  );
  expect(terms).toBeGreaterThan(100);
});

/** A batch of one chunk with the given terms, each with some bytes of its run. */
function batchOf(terms: readonly [term: string, run: number[]][]): Uint8Array {
  const out = new Bytes();
  // One chunk, none of them with lengths.
  for (const value of [1, 0]) out.varint(value);
  for (const [term, run] of terms) {
    out.varint(term.length);
    for (const byte of Buffer.from(term)) out.byte(byte);
    out.varint(0);
    out.varint(run.length);
    for (const byte of run) out.byte(byte);
  }
  return out.data.slice(0, out.length);
}

test("the bytes of a term in the middle of postings are not taken for it", () => {
  // Two letters behind their number, as an entry's head and what follows.
  const looksLike = [2, ...Buffer.from("ab")];
  expect(new BatchTerms(batchOf([["zz", looksLike]]), 7).chunks("ab")).toEqual([]);
  expect(
    new BatchTerms(
      batchOf([
        ["zz", looksLike],
        ["ab", [0]],
      ]),
      7,
    ).chunks("ab"),
  ).toEqual([7]);
});

test("a batch that was cut short is an error", () => {
  const batch = batchOf([["ab", [0, 0, 0]]]);
  expect(() => new BatchTerms(batch.slice(0, -1), 1).chunks("ab")).toThrow(RangeError);
});
