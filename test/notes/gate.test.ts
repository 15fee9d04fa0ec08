/** What is too like an old note: the same thing said again, not another of the same subject. The pairs are those that the threshold was set by. */
import { expect, test } from "bun:test";
import { notes as settings } from "../../src/base/settings.ts";
import { likeness, tooLike } from "../../src/notes/gate.ts";
import { parseNote } from "../../src/notes/note.ts";

const said = (body: string) => ({ title: body, body });

const AGAIN: [string, string][] = [
  [
    "Session cookies must stay SameSite=Lax because the payment provider redirects back with a GET",
    "The session cookie has to be SameSite Lax, otherwise the redirect from the payment provider loses the session",
  ],
  ["Never retry a POST to the ledger: it is not idempotent", "Do not retry ledger POSTs, they are not idempotent and book twice"],
  ["The parser keeps comments because the formatter needs them", "Comments are kept by the parser: the formatter needs them"],
  ["Run migrations before deploying the workers", "Workers must be deployed only after the migrations ran"],
  ["We use SQLite WAL mode so that readers never block the writer", "SQLite runs in WAL mode, so readers do not block writers"],
  [
    "The cache is keyed by tenant and locale; forgetting the locale leaked German prices",
    "Cache keys need tenant and locale, without locale German prices leaked to others",
  ],
  ["Don't upgrade usearch past 2.26, its arm64 build crashes", "usearch stays at 2.26: newer arm64 builds crash"],
  [
    "Feature flags are read once at start, a restart is needed",
    "A restart is needed after changing feature flags, because they are read at start only",
  ],
  ["The nightly export takes the replica, never the primary", "Nightly export reads from the replica and never from the primary database"],
  [
    "Timeouts of the search service are 3 seconds because the load balancer gives up after 5",
    "Search service timeout is 3s, load balancer gives up at 5s",
  ],
  ["Tests of the gate must not depend on time or network", "Gate tests may not depend on the clock or the network"],
  ["Error codes are part of the public API and are never renumbered", "Never renumber error codes, they are public API"],
];

const ANOTHER: [string, string][] = [
  [
    "Session cookies must stay SameSite=Lax because the payment provider redirects back with a GET",
    "Sessions expire after thirty minutes of inactivity, sliding",
  ],
  [
    "Session cookies must stay SameSite=Lax because the payment provider redirects back with a GET",
    "The payment provider sends webhooks twice, deduplicate by event id",
  ],
  ["Never retry a POST to the ledger: it is not idempotent", "Ledger entries are append only, corrections are new entries"],
  ["The parser keeps comments because the formatter needs them", "The parser is generated from the grammar, never edit it by hand"],
  ["Run migrations before deploying the workers", "Workers drain their queue before they stop, deploys take a minute"],
  [
    "We use SQLite WAL mode so that readers never block the writer",
    "SQLite busy timeout is 20 ms, a record that cannot be written is left out",
  ],
  [
    "The cache is keyed by tenant and locale; forgetting the locale leaked German prices",
    "The cache is flushed after each deploy of the price service",
  ],
  ["Don't upgrade usearch past 2.26, its arm64 build crashes", "usearch is only loaded from a million chunks on"],
  ["Feature flags are read once at start, a restart is needed", "Feature flags are removed two releases after they are on for all"],
  ["The nightly export takes the replica, never the primary", "The nightly export is split by region since March"],
  ["Tests of the gate must not depend on time or network", "The gate fails closed: unknown is exit 5"],
  ["Error codes are part of the public API and are never renumbered", "Error messages may change, only codes are stable"],
  ["Retry reads three times with jitter", "Retry writes never"],
  ["Always use the decimal type for money in the billing module", "Always use UTC for times in the billing module"],
];

test.each(AGAIN)("said again: %s", (old, now) => {
  expect(likeness(said(old), said(now))).toBeGreaterThanOrEqual(settings.alike);
});

test.each(ANOTHER)("another of the same subject: %s", (old, now) => {
  expect(likeness(said(old), said(now))).toBeLessThan(settings.alike);
});

test("the most alike first, each with its likeness; the same text is wholly alike; a text of no words is like nothing", () => {
  const old = AGAIN.map(([text], i) => ({ ...parseNote(`n/${i}.md`, text), title: text }));
  const found = tooLike(said(AGAIN[3]![0]), old);
  expect(found[0]!.note.id).toBe("3");
  expect(found[0]!.likeness).toBeCloseTo(1, 3);
  expect(tooLike(said("…"), old)).toEqual([]);
});
