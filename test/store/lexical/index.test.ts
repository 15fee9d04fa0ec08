/** The whole lexical index against its naive twin, through random histories of additions, removals, merges and sweeps. */
import type { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { FIELDS } from "../../../src/store/lexical/codec.ts";
import type { Upkeep } from "../../../src/store/lexical/segments.ts";
import { readState } from "../../../src/store/lexical/state.ts";
import {
  chunkCount,
  chunksWithAllTerms,
  dumpPostings,
  idf,
  Poster,
  PostingBuilder,
  search,
  updatePostings,
} from "../../../src/store/lexical.ts";
import { anyFile, anyQuestion, asFacts, emptyIndex, type NaiveChunk, type NaiveFile, naiveChunks, naiveScores } from "./naive.ts";

/** Settings under which small trees see merges of every kind and many sweeps. */
const anyUpkeep: fc.Arbitrary<Upkeep> = fc.record({
  smallRow: fc.constantFrom(0, 6, 128),
  recentBytes: fc.constantFrom(0, 60, 400, 262_144),
  sweepBytes: fc.constantFrom(40, 400, 65_536),
  sweepShare: fc.constantFrom(0, 0.1),
  sweepMinimum: fc.constantFrom(1, 4),
});

/** A step of a history: files added at once, and which of the live chunks go. */
const anyStep = fc.record({ files: fc.array(anyFile, { maxLength: 4 }), remove: fc.array(fc.nat(1000), { maxLength: 8 }) });
type Step = { files: NaiveFile[]; remove: number[] };

/** Adds files in `batches` of one or two, as several parse children would deliver them. */
function build(files: readonly NaiveFile[], first: number): { builder: PostingBuilder; chunks: NaiveChunk[]; next: number } {
  const builder = new PostingBuilder();
  const chunks: NaiveChunk[] = [];
  const poster = new Poster();
  let next = first;
  for (let at = 0; at < files.length; at += 2) {
    const start = next;
    for (const file of files.slice(at, at + 2)) {
      const { facts, text, chunks: ranges } = asFacts(file);
      poster.file(facts, text, ranges);
      chunks.push(...naiveChunks(file, next));
      next += ranges.length;
    }
    builder.mergeInto(poster.encodePostings(), start);
  }
  return { builder, chunks, next };
}

/** Runs a history on a database; returns the live chunks. */
function live(db: Database, history: readonly Step[], upkeep: Upkeep): NaiveChunk[] {
  let chunks: NaiveChunk[] = [];
  let next = 1;
  for (const { files, remove } of history) {
    const gone = new Set(remove.map((pick) => chunks[pick % Math.max(1, chunks.length)]?.no ?? 9_999));
    const built = build(files, next);
    next = built.next;
    db.transaction(() => updatePostings(db, built.builder, [...gone], upkeep))();
    chunks = [...chunks.filter((chunk) => !gone.has(chunk.no)), ...built.chunks];
  }
  return chunks;
}

function expectSame(db: Database, chunks: readonly NaiveChunk[], question: readonly string[], limit: number): void {
  const expected = [...naiveScores(chunks, question)].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  const hits = search(db, question, { limit });
  expect(hits.length).toBe(Math.min(limit, expected.length));
  const scores = new Map(expected);
  for (const [at, hit] of hits.entries()) {
    expect(Math.abs(hit.score - scores.get(hit.no)!)).toBeLessThan(1e-9);
    expect(Math.abs(hit.score - expected[at]![1])).toBeLessThan(1e-9);
    const next = hits[at + 1];
    if (next && next.score === hit.score) expect(next.no).toBeGreaterThan(hit.no);
  }
}

describe("against the naive twin", () => {
  test("scores and order are those of a naive BM25F after any history", () => {
    fc.assert(
      fc.property(
        fc.array(anyStep, { minLength: 1, maxLength: 6 }),
        anyUpkeep,
        fc.array(anyQuestion, { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 1, max: 40 }),
        (history, upkeep, questions, limit) => {
          const db = emptyIndex();
          const chunks = live(db, history, upkeep);
          expect(chunkCount(db)).toBe(chunks.length);
          for (const question of questions) expectSame(db, chunks, question, limit);
        },
      ),
      { numRuns: 150 },
    );
  });

  test("a filter takes chunks away and changes no score", () => {
    fc.assert(
      fc.property(fc.array(anyStep, { minLength: 1, maxLength: 3 }), anyUpkeep, anyQuestion, (history, upkeep, question) => {
        const db = emptyIndex();
        live(db, history, upkeep);
        const all = search(db, question, { limit: 1000 });
        const odd = search(db, question, { limit: 1000, filter: (no) => no % 2 === 1 });
        expect(odd.map((hit) => hit.no)).toEqual(all.filter((hit) => hit.no % 2 === 1).map((hit) => hit.no));
        for (const hit of odd) expect(hit.score).toBeCloseTo(all.find((other) => other.no === hit.no)!.score, 9);
      }),
      { numRuns: 60 },
    );
  });

  test("document frequencies and conjunctions", () => {
    fc.assert(
      fc.property(fc.array(anyStep, { minLength: 1, maxLength: 4 }), anyUpkeep, anyQuestion, (history, upkeep, question) => {
        const db = emptyIndex();
        const chunks = live(db, history, upkeep);
        const having = (term: string): NaiveChunk[] => chunks.filter((chunk) => FIELDS.some((field) => chunk.fields[field].includes(term)));
        const weigh = idf(db, question.slice(1));
        for (const term of question) {
          const matching = having(term).length;
          expect(weigh(term)).toBeCloseTo(Math.log(1 + (chunks.length - matching + 0.5) / (matching + 0.5)), 9);
        }
        const all = having(question[0]!).filter((chunk) => question.every((term) => having(term).includes(chunk)));
        expect(chunksWithAllTerms(db, question)).toEqual(all.map((chunk) => chunk.no).sort((a, b) => a - b));
      }),
      { numRuns: 60 },
    );
  });
});

describe("upkeep", () => {
  test("incremental ≡ full: postings, sums and count of any history are those of a fresh index", () => {
    fc.assert(
      fc.property(fc.array(anyStep, { minLength: 1, maxLength: 8 }), anyUpkeep, (history, upkeep) => {
        const db = emptyIndex();
        const chunks = live(db, history, upkeep);
        const expected = chunks
          .flatMap((chunk) => {
            const terms = new Set(FIELDS.flatMap((field) => chunk.fields[field]));
            return [...terms].map((term) => ({
              term,
              no: chunk.no,
              counts: Object.fromEntries(
                FIELDS.map((field): [string, number] => [field, chunk.fields[field].filter((word) => word === term).length]).filter(
                  ([, n]) => n > 0,
                ),
              ),
            }));
          })
          .sort((a, b) => Buffer.compare(Buffer.from(a.term), Buffer.from(b.term)) || a.no - b.no);
        expect([...dumpPostings(db)]).toEqual(expected);
        const state = readState(db);
        expect(state.chunks).toBe(chunks.length);
        expect(state.sums).toEqual(FIELDS.slice(0, 4).map((field) => chunks.reduce((sum, chunk) => sum + chunk.fields[field].length, 0)));
      }),
      { numRuns: 150 },
    );
  });

  test("a term has few rows after many updates, and sweeps leave nothing of removed chunks", () => {
    const db = emptyIndex();
    const upkeep: Upkeep = { smallRow: 8, recentBytes: 100, sweepBytes: 4_000, sweepShare: 0.1, sweepMinimum: 16 };
    let next = 1;
    let latest: number[] = [];
    for (let round = 0; round < 300; round++) {
      const file: NaiveFile = {
        path: `src/file${round % 7}.ts`,
        lines: [{ role: "body", text: `format parse round${round}` }],
        cuts: [],
        licence: false,
        qualified: "",
      };
      const built = build([file], next);
      updatePostings(db, built.builder, latest.length > 5 ? [latest.shift()!] : [], upkeep);
      latest = [...latest, next];
      next = built.next;
    }
    const both = "(SELECT term FROM posting UNION ALL SELECT term FROM recent)";
    const rows = db.query<{ rows: number }, [string]>(`SELECT count(*) AS rows FROM ${both} WHERE term = ?`);
    expect(rows.get("format")!.rows).toBeLessThan(10);
    expect(rows.get("")!.rows).toBeLessThan(12);
    const terms = db.query<{ n: number }, []>(`SELECT count(DISTINCT term) AS n FROM ${both} WHERE term LIKE 'round%'`).get()!.n;
    expect(terms).toBeLessThan(120);
    expect(readState(db).dead.length).toBeLessThan(60);
    expect(search(db, ["format"], { limit: 100 }).length).toBe(6);
  });

  test("numbers used before are refused", () => {
    const db = emptyIndex();
    const file: NaiveFile = { path: "a.ts", lines: [{ role: "body", text: "one" }], cuts: [], licence: false, qualified: "" };
    updatePostings(db, build([file], 1).builder, []);
    expect(() => updatePostings(db, build([file], 1).builder, [])).toThrow(RangeError);
    expect(() => updatePostings(emptyIndex(), build([file], 0).builder, [])).toThrow(RangeError);
    const builder = build([file], 5).builder;
    expect(() => builder.mergeInto(new Poster().encodePostings(), 2)).toThrow(RangeError);
  });

  test("an update is seen by the next question on the same connection", () => {
    const db = emptyIndex();
    const file = (text: string): NaiveFile => ({ path: "a.ts", lines: [{ role: "body", text }], cuts: [], licence: false, qualified: "" });
    expect(search(db, ["alpha"], { limit: 5 })).toEqual([]);
    updatePostings(db, build([file("alpha")], 1).builder, []);
    expect(search(db, ["alpha"], { limit: 5 }).map((hit) => hit.no)).toEqual([1]);
    updatePostings(db, build([file("beta")], 2).builder, [1]);
    expect(search(db, ["alpha"], { limit: 5 })).toEqual([]);
    expect(search(db, ["beta"], { limit: 5 }).map((hit) => hit.no)).toEqual([2]);
    updatePostings(db, null, [2]);
    expect(search(db, ["beta"], { limit: 5 })).toEqual([]);
  });
});
