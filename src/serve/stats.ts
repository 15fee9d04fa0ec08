/** What the recorded questions tell: per strategy and intent, how often something was found, used, and how long it took. */
import type { RecordedQuery } from "../store/feedback.ts";

/** One row of the table. */
export interface StatsRow {
  name: string;
  queries: number;
  /** Mean confidence of the router. */
  confidence: number;
  /** Share of the questions of whose results at least one was used. */
  utilisation: number;
  /** Mean reciprocal rank of the first result used, over the questions with one; null where there is none. */
  first_used: number | null;
  /** Questions without any result. */
  empties: number;
  gaps: number;
  fallbacks: number;
  latency_ms: { p50: number; p90: number; p95: number; p99: number; max: number };
}

export interface Stats {
  queries: number;
  used: number;
  /** ISO dates of the oldest and latest record; null where there is none. */
  since: string | null;
  until: string | null;
  strategies: StatsRow[];
  intents: StatsRow[];
  commands: StatsRow[];
}

/** The statistics of some records; rows by name. */
export function statsOf(queries: readonly RecordedQuery[]): Stats {
  const by = (key: (query: RecordedQuery) => string): StatsRow[] =>
    [...new Set(queries.map(key))].sort().map((name) =>
      rowOf(
        name,
        queries.filter((query) => key(query) === name),
      ),
    );
  const date = (query: RecordedQuery | undefined) => (query ? new Date(query.at).toISOString() : null);
  return {
    queries: queries.length,
    used: queries.filter(({ used }) => used.length > 0).length,
    since: date(queries[0]),
    until: date(queries.at(-1)),
    strategies: by(({ strategy }) => strategy),
    intents: by(({ intent }) => intent),
    commands: by(({ command }) => command),
  };
}

function rowOf(name: string, queries: readonly RecordedQuery[]): StatsRow {
  const times = queries.map(({ ms }) => ms).sort((a, b) => a - b);
  // Nearest rank: a value that was measured.
  const at = (share: number) => round(times[Math.max(0, Math.ceil(share * times.length) - 1)] ?? 0);
  const used = queries.filter((query) => query.used.length > 0);
  return {
    name,
    queries: queries.length,
    confidence: mean(queries.map(({ confidence }) => confidence)),
    utilisation: round(used.length / queries.length),
    first_used: used.length === 0 ? null : mean(used.map((query) => 1 / query.used[0]!)),
    empties: queries.filter(({ count }) => count === 0).length,
    gaps: queries.filter(({ gap }) => gap).length,
    fallbacks: queries.filter(({ fallback }) => fallback).length,
    latency_ms: { p50: at(0.5), p90: at(0.9), p95: at(0.95), p99: at(0.99), max: at(1) },
  };
}

const round = (value: number) => Math.round(value * 1_000) / 1_000;
const mean = (values: readonly number[]) => round(values.reduce((a, b) => a + b, 0) / Math.max(1, values.length));

const HEADS = ["", "queries", "confidence", "utilisation", "first used", "empty", "p50 ms", "p95 ms", "p99 ms"];

/** The rows as a table of text. */
export function statsTable(title: string, rows: readonly StatsRow[]): string {
  const cells = rows.map((row) => [
    row.name,
    String(row.queries),
    row.confidence.toFixed(2),
    row.utilisation.toFixed(2),
    row.first_used === null ? "–" : row.first_used.toFixed(2),
    String(row.empties),
    row.latency_ms.p50.toFixed(1),
    row.latency_ms.p95.toFixed(1),
    row.latency_ms.p99.toFixed(1),
  ]);
  return tableOf([[title, ...HEADS.slice(1)], ...cells]);
}

/** Rows of cells as lines, the first column to the left, the others to the right. */
export function tableOf(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, i) => Math.max(...rows.map((row) => row[i]!.length)));
  return rows
    .map((row) => row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join("  "))
    .map((line) => `${line.trimEnd()}\n`)
    .join("");
}
