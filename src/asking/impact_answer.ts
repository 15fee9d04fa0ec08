/** The impact of a change in the form of every answer. */

import type { Session } from "../asking.ts";
import type { Answer } from "../base/schema.ts";
import type { Route } from "../base/types.ts";
import type { ReachHit } from "../query/impact/reached.ts";
import type { Seed } from "../query/impact/seeds.ts";
import { toEdge, toNode } from "../query/subgraph.ts";
import type { SymbolRow } from "../store/graph.ts";
import { blank, NO_SYMBOL } from "./answer.ts";
import { fit } from "./fit.ts";
import { type ImpactOptions, type ImpactSource, type Judged, judged } from "./impact.ts";
import { Pages, quoteAll, staleWarning } from "./quote.ts";
import { toDraft } from "./structural.ts";

/**
 * What is affected as results, the walked part of the graph, and the report as `impact`.
 * @param question as the user would ask it again: `impact --staged`
 * @param made the report, where there is one already
 */
export async function impactAnswer(
  session: Session,
  source: ImpactSource,
  options: ImpactOptions & { question: string; k: number; budget: number; includePossible: boolean },
  made?: Judged,
): Promise<Answer> {
  const started = performance.now();
  const { report, seeds, reached } = made ?? (await judged(session, source, options));
  const retrieved = performance.now();
  const { store } = session;
  const all = options.includePossible ? [...reached.affected, ...reached.possible] : reached.affected;
  const shown = all.slice(0, options.k);
  const pages = new Pages(store);
  const quoted = quoteAll(
    shown.map((hit) => toDraft(store, { ...hit, path: hit.symbol.path, via: hit.dst }, "structural")),
    pages,
  );
  const more =
    all.length > shown.length
      ? [{ code: "more-results", message: `${all.length} affected; the nearest ${shown.length} are results, all are in "impact".` }]
      : [];
  const answer: Answer = {
    ...blank(session, options.question, IMPACT_ROUTE),
    results: quoted,
    notes: [],
    graph: graphOf(seeds, shown),
    symbol: {
      ...NO_SYMBOL,
      resolved: reached.affected.filter((hit) => hit.depth === 1).length,
      possible: reached.possible.length,
    },
    risk: report.risk,
    budget: { tokens: 0, limit: options.budget, truncated: false, left_out: [], nodes_left_out: 0 },
    warnings: [...report.warnings, ...more, ...staleWarning(pages)],
    timings_ms: {
      retrieve: round(retrieved - started),
      quote: round(performance.now() - retrieved),
      total: round(performance.now() - started),
    },
  };
  // The report is whole; the budget is that of what is quoted beside it.
  return { ...(options.budget === 0 ? answer : fit(store, answer, options.budget)), impact: report };
}

const IMPACT_ROUTE: Route = {
  strategy: "structural",
  operation: "blast_radius",
  symbol: null,
  target: null,
  keyword: null,
  intent: "refactor",
  confidence: 1,
  reason: "The operation blast_radius was asked for.",
  signals: [],
};

/** Seeds and hits as nodes, with the edges by which the hits were reached. */
function graphOf(seeds: readonly Seed[], hits: readonly ReachHit[]): Answer["graph"] {
  const nodes = new Map<number, SymbolRow>();
  for (const row of [...seeds.map((seed) => seed.after?.row ?? null), ...hits.map((hit) => hit.symbol)]) if (row) nodes.set(row.id, row);
  const edges: Answer["graph"]["edges"] = [];
  for (const hit of hits) {
    const to = hit.dst === null ? undefined : nodes.get(hit.dst);
    if (to) edges.push(toEdge({ ...hit, line: hit.line ?? 0 }, hit.symbol, to));
  }
  return { nodes: [...nodes.values()].map(toNode), edges };
}

const round = (ms: number) => Math.round(ms * 1000) / 1000;
