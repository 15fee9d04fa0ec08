/** The nearest intent: of the table that is shipped, only where the router has no signal, only where it is clear. */
import { describe, expect, test } from "bun:test";
import { INTENTS } from "../../src/base/types.ts";
import { builtInTable } from "../../src/embed/static.ts";
import { nearestIntent, withNearestIntent } from "../../src/query/intent.ts";
import { CENTROIDS, CENTROIDS_OF } from "../../src/query/route/centroids.ts";
import { route } from "../../src/query/route.ts";

test("the centroids are those of the table that is shipped", () => {
  expect(CENTROIDS_OF).toBe(builtInTable().hash);
  for (const intent of INTENTS) expect(Buffer.from(CENTROIDS[intent].row, "base64").length).toBe(builtInTable().dimensions);
});

describe("a question without a signal", () => {
  // A subject that no sentence of scripts/train/_intents.ts has.
  test.each([
    ["monthly invoice loses data, stale value after restart", "fix_bug"],
    ["let users have an extra invoice option", "add_feature"],
    ["split and untangle the invoice generator", "refactor"],
    ["history and background that led to the invoice policy", "find_decision"],
    ["the invoice generator under the hood, step by step", "understand"],
  ] as const)("%s: %s", (question, intent) => {
    const told = withNearestIntent({ ...route(question), signals: [], strategy: "semantic" }, question);
    expect([told.intent, told.signals]).toEqual([intent, [`nearest:${intent}`]]);
  });
  test.each(["invoice totals", "memory mapped invoice reader", "network interface address enumeration"])("%s stays a topic", (question) => {
    const told = route(question);
    expect(withNearestIntent(told, question)).toEqual(told);
  });
  test("nothing known, nothing near", () => {
    expect(nearestIntent("")).toBeNull();
  });
});

test("a signal knows better", () => {
  const told = route("how does splitting and untangling work");
  expect(told.signals.length).toBeGreaterThan(0);
  expect(withNearestIntent(told, "split and untangle the invoice generator")).toBe(told);
});
