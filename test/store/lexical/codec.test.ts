/** Bytes: what is written is read, entry by entry, and runs are joined and thinned as arrays would be. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { appendRun, Bytes, FIELD_COUNT, Reader, readPayload, splitRun, writePayload } from "../../../src/store/lexical/codec.ts";
import type { PostedChunk } from "../../../src/store/lexical/post.ts";
import { encodeLengths, readLengths } from "../../../src/store/lexical/state.ts";

interface Entry {
  no: number;
  counts: number[];
}

const count = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(0, 0, 0, 1) }, fc.nat(300), fc.nat(2 ** 26));
const counts = fc.array(count, { minLength: FIELD_COUNT, maxLength: FIELD_COUNT }).filter((all) => all.some((n) => n > 0));
const entries = fc
  .uniqueArray(fc.oneof(fc.nat(60), fc.nat(2 ** 29 - 1)), { maxLength: 40 })
  .chain((nos) =>
    fc
      .array(counts, { minLength: nos.length, maxLength: nos.length })
      .map((all) => nos.sort((a, b) => a - b).map((no, at): Entry => ({ no, counts: all[at]! }))),
  );

function encode(list: readonly Entry[]): Uint8Array {
  const out = new Bytes(1);
  const payload = new Bytes(1);
  let last = 0;
  for (const entry of list) {
    payload.length = 0;
    const code = writePayload(payload, Uint32Array.from(entry.counts), 0);
    out.varint(((entry.no - last) << 2) | code);
    out.copy(payload.data, 0, payload.length);
    last = entry.no;
  }
  return out.view();
}

function decode(run: Uint8Array): Entry[] {
  const reader = new Reader(run);
  const into = new Uint32Array(FIELD_COUNT);
  const list: Entry[] = [];
  let no = 0;
  while (reader.more) {
    const head = reader.varint();
    no += head >>> 2;
    readPayload(reader, head & 3, into);
    list.push({ no, counts: [...into] });
  }
  return list;
}

describe("runs", () => {
  test("round trip", () => {
    fc.assert(
      fc.property(entries, (list) => {
        const run = encode(list);
        expect(decode(run)).toEqual(list);
      }),
    );
  });

  test("joining and thinning", () => {
    fc.assert(
      fc.property(entries, fc.nat(40), fc.nat(3), (list, cut, modulus) => {
        const out = new Bytes(1);
        const drop = (no: number): boolean => no % 4 === modulus;
        const last = appendRun(out, 0, encode(list.slice(0, cut)), drop);
        appendRun(out, last, encode(list.slice(cut)), null);
        expect(decode(out.view())).toEqual(list.filter((entry, at) => at >= cut || !drop(entry.no)));
      }),
    );
  });

  test("splitting", () => {
    fc.assert(
      fc.property(entries, fc.integer({ min: 1, max: 60 }), (list, limit) => {
        const pieces = [...splitRun(encode(list), limit)];
        expect(pieces.flatMap(decode)).toEqual(list);
        for (const piece of pieces) expect(piece.length <= limit || decode(piece).length === 1).toBe(true);
      }),
    );
  });

  test("a run that is cut short is refused, not read past its end", () => {
    const run = encode([{ no: 3, counts: [0, 0, 200, 0, 0, 0, 1] }]);
    for (let end = 1; end < run.length; end++) expect(() => decode(run.slice(0, end))).toThrow(RangeError);
  });
});

test("rows of lengths: round trip over any split", () => {
  const length = fc.nat(0xffff);
  const anyChunk = fc.record({
    no: fc.oneof(fc.integer({ min: 1, max: 90 }), fc.nat(5_000)),
    lengths: fc.tuple(length, length, length, length),
  });
  fc.assert(
    fc.property(fc.uniqueArray(anyChunk, { selector: (chunk) => chunk.no, maxLength: 30 }), fc.nat(30), (some, cut) => {
      const chunks: PostedChunk[] = some.sort((a, b) => a.no - b.no);
      const read = readLengths([chunks.slice(0, cut), chunks.slice(cut)].filter((part) => part.length > 0).map(encodeLengths));
      expect([...read.posted.keys()].filter((no) => read.posted[no] === 1)).toEqual(chunks.map((chunk) => chunk.no));
      for (const { no, lengths } of chunks) expect(read.columns.map((column) => column[no]!)).toEqual([...lengths]);
    }),
  );
});
