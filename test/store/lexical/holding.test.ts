/** The first chunks of each of some words are those that `chunksWithAllTerms` begins with, whatever was removed. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { chunksWithEach } from "../../../src/store/lexical/search.ts";
import { chunksWithAllTerms, Poster, PostingBuilder, updatePostings } from "../../../src/store/lexical.ts";
import { anyFile, anyQuestion, asFacts, emptyIndex, type NaiveFile } from "./naive.ts";

/** Some files as a batch, and how many chunks they have. */
function posted(files: readonly NaiveFile[]): { data: Uint8Array; count: number } {
  const poster = new Poster();
  let count = 0;
  for (const file of files) {
    const { facts, text, chunks } = asFacts(file);
    poster.file(facts, text, chunks);
    count += chunks.length;
  }
  return { data: poster.encodePostings(), count };
}

const lists = fc.array(fc.array(anyFile, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 });
const numbers = fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 6 });

test("as among all, up to a limit", () => {
  let found = 0;
  fc.assert(
    fc.property(lists, numbers, anyQuestion, fc.nat({ max: 8 }), (written, removed, terms, limit) => {
      const db = emptyIndex();
      let next = 1;
      for (const files of written) {
        const { data, count } = posted(files);
        const builder = new PostingBuilder();
        builder.mergeInto(data, next);
        updatePostings(db, builder, []);
        next += count;
      }
      updatePostings(
        db,
        null,
        removed.filter((no) => no < next),
      );
      const each = chunksWithEach(db, terms, limit);
      expect([...each.keys()].sort()).toEqual([...new Set(terms)].sort());
      for (const [term, chunks] of each) {
        const all = chunksWithAllTerms(db, [term]);
        found += chunks.length;
        expect(chunks).toEqual(all.slice(0, limit));
      }
    }),
    { numRuns: 200 },
  );
  expect(found).toBeGreaterThan(100);
});
