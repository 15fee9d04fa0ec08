/** The table of what was asked, and what is proposed from it. */
import { describe, expect, test } from "bun:test";
import { intents } from "../../../src/base/settings.ts";
import type { RecordedQuery } from "../../../src/serve/feedback/record.ts";
import { replayable, statsOf, statsTable, suggest } from "../../../src/serve/feedback/stats.ts";
import { feedback } from "../../../src/serve/limits.ts";
import { indexed } from "../../_indexed.ts";
import { SMALL } from "../../binary/_binary.ts";

const query = (more: Partial<RecordedQuery>): RecordedQuery => ({
  no: 1,
  id: "q_1",
  at: 0,
  command: "q",
  text: "how is a report rendered",
  strategy: "semantic",
  operation: "search",
  intent: "understand",
  confidence: 0.5,
  ms: 10,
  count: 2,
  gap: false,
  fallback: false,
  results: [
    ["chunk_0", "a.ts", 1, 2, ["semantic"]],
    ["chunk_1", "tools/report.py", 1, 9, ["semantic"]],
  ],
  used: [],
  ...more,
});

describe("statsOf", () => {
  test("per strategy: queries, mean confidence, utilisation, empties, percentiles", () => {
    const times = Array.from({ length: 100 }, (_, i) => query({ ms: i + 1, confidence: i < 50 ? 0.4 : 0.8, used: i < 25 ? [2] : [] }));
    const stats = statsOf([...times, query({ strategy: "keyword", count: 0, gap: true })]);
    expect([stats.queries, stats.used, stats.since]).toEqual([101, 25, "1970-01-01T00:00:00.000Z"]);
    expect(stats.strategies.map((row) => row.name)).toEqual(["keyword", "semantic"]);
    expect(stats.strategies[0]).toMatchObject({ queries: 1, empties: 1, gaps: 1, utilisation: 0, first_used: null });
    expect(stats.strategies[1]).toEqual({
      name: "semantic",
      queries: 100,
      confidence: 0.6,
      utilisation: 0.25,
      first_used: 0.5,
      empties: 0,
      gaps: 0,
      fallbacks: 0,
      latency_ms: { p50: 50, p90: 90, p95: 95, p99: 99, max: 100 },
    });
  });
  test("the table has a line a row, columns in line", () => {
    const lines = statsTable("strategy", statsOf([query({}), query({ strategy: "hybrid" })]).strategies);
    expect(lines.map((line) => line.split(/ {2,}/)[0])).toEqual(["strategy", "hybrid", "semantic"]);
    expect(lines[1]!.indexOf("0.50")).toBe(lines[2]!.indexOf("0.50"));
  });
  test("of nothing", () => {
    expect(statsOf([])).toEqual({ queries: 0, used: 0, since: null, until: null, strategies: [], intents: [], commands: [] });
  });
});

describe("suggestions", () => {
  const tree = indexed(SMALL);

  test("only questions with something used are asked again, each once, the latest first", () => {
    const past = replayable([
      query({ used: [1], text: "one" }),
      query({ text: "two" }),
      query({ used: [2], text: "one" }),
      query({ used: [1], text: "three", strategy: "keyword" }),
      query({ used: [1], text: "x".repeat(feedback.maxText) }),
      query({ used: [9], text: "four" }),
    ]);
    expect(past).toEqual([{ text: "one", intent: "understand", used: [["chunk_1", "tools/report.py", 1, 9, ["semantic"]]] }]);
  });
  test("what is proposed raises the rank of what was used, and changes nothing", async () => {
    const present = JSON.stringify(intents);
    const texts = [
      "how is a report rendered",
      "how does login work",
      "where is the cache saved",
      "how are users checked",
      "how is a table made",
    ];
    const past = replayable(texts.map((text) => query({ text, used: [2] })));
    expect(past.length).toBe(5);
    const { before, suggestions } = await suggest(tree.session, past);
    expect(before).toBeGreaterThan(0);
    for (const one of suggestions) expect(one.after - one.before).toBeGreaterThanOrEqual(feedback.leastGain);
    expect(JSON.stringify(intents)).toBe(present);
  });
});
