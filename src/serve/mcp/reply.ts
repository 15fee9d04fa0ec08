/**
 * From an answer to a tool result: cited text, and its places and facts as structured content, together within a token budget.
 *
 * The code stands in the text alone: a client that hands both to its model does not pay for it twice. What had to go is counted.
 */

import { citable, partOf } from "../../asking/fit.ts";
import { listedOnly, listsOf } from "../../asking/lists.ts";
import { firstLine, stepsOf } from "../../asking/passages.ts";
import type { Answer, Result } from "../../base/schema.ts";
import { asking, passages as settings } from "../../base/settings.ts";
import { brief, toJson } from "../../base/visible.ts";
import { type Costs, type Step, spend } from "../../query/budget.ts";
import { countTokens } from "../../query/tokens.ts";
import { mcp } from "../limits.ts";
import type { PassagesOf } from "./asked.ts";
import type { FoundOutput } from "./schema.ts";
import { renderFound, type View } from "./text.ts";

/** The two forms of a tool result. */
export interface Reply<T = Record<string, unknown>> {
  text: string;
  structured: T;
  /** Some file is not what the index says: worth another try. */
  stale?: boolean;
  /** What is recorded of it: the answer that it was made of, or the places that it shows. */
  answer?: Answer | undefined;
  shown?: { chunk: string | null; path: string; start: number; end: number }[] | undefined;
}

export interface ReplyOptions {
  budget: number;
  /** Show the subgraph. */
  graph: boolean;
  /** State the rule by which to cite. */
  citing?: boolean;
  /** No number of results was asked for: those of which nothing is worth printing are named as long as that takes little. */
  open?: boolean;
}

/** The largest number of `least` to `largest` that passes, if what passes does so for all smaller ones; null if none does. */
export function most(least: number, largest: number, passes: (n: number) => boolean): number | null {
  if (!passes(least)) return null;
  let [low, high] = [least, largest];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (passes(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Tokens of both forms together, JSON's escaping included. */
export const tokensOf = (reply: Reply): number => countTokens(reply.text) + countTokens(toJson(reply.structured));

/**
 * How a budget is shared out: citations get half of it at most, but for the first, the subgraph an eighth, quoted lines the rest, what
 * says most first, behind the first lines of each that is cited. What one does not need goes to quoted lines, then to the subgraph.
 */
const CITED = 1 / 2;
const GRAPHED = 1 / 8;

const NONE: ReadonlySet<number> = new Set();

/** How often quoted lines are weighed anew by what they turned out to take. */
const TRIES = 6;

/** The largest view of an answer that fits. */
export function replyTo(passages: PassagesOf, whole: Answer, options: ReplyOptions): Reply<FoundOutput> {
  const answer = { ...whole, results: listedOnly(whole) };
  const { budget } = options;
  const stale = answer.warnings.some((warning) => warning.code === "file-changed");
  const made = (view: View): Reply<FoundOutput> => ({
    text: renderFound(view),
    structured: structuredOf(view),
    stale,
    answer: { ...answer, results: view.results.map((result, i) => ({ ...result, rank: i + 1 })) },
  });
  const all: View = {
    answer,
    results: answer.results,
    graph: options.graph ? graphOf(answer) : null,
    omitted: 0,
    brief: false,
    citing: options.citing ?? false,
  };
  // Saying that some are left out has its room in every answer: whoever asks for more of them gets no fewer.
  const counts = (view: View): number => tokensOf(made({ ...view, omitted: mcp.maxResults }));
  if (counts(all) <= budget) return made(all);
  const ungraphed = { ...all, graph: all.graph && nearest(all.graph, 0) };
  const first = (n: number, view: View): View => ({ ...view, results: view.results.slice(0, n), omitted: answer.results.length - n });
  const bare = { ...ungraphed, results: all.results.map((result) => partOf(result, NONE).part) };
  const cited = most(0, all.results.length, (n) => counts(first(n, bare)) <= budget * CITED) ?? 0;
  const entire = most(0, all.results.length, (n) => counts(first(n, ungraphed)) <= budget) ?? 0;
  const shown = Math.max(cited, entire, Math.min(1, all.results.length));
  // Not even one citation: what only explains goes.
  if (counts(first(shown, bare)) > budget) {
    const least = first(shown, { ...bare, brief: true });
    return made(counts(least) <= budget ? least : first(0, { ...bare, brief: true }));
  }
  const worth = options.open ? citable(answer.results.slice(0, mcp.defaultResults), budget * settings.named, NAMING) : () => true;
  const named = (at: number): boolean => at < shown && worth(at);
  let view: View = { ...bare, results: bare.results.filter((_, at) => named(at)) };
  view.omitted = answer.results.length - view.results.length;
  if (all.graph) view = graphed(view, all.graph, Math.min(budget, counts(view) + budget * GRAPHED), counts);
  view = quoted(passages, view, options.open ? answer.results : answer.results.slice(0, shown), named, budget, counts);
  return made(all.graph ? graphed(view, all.graph, budget, counts) : view);
}

/** The view with as many nodes of a graph, the nearest first, as keep it within a limit; those that it has at least. */
function graphed(view: View, graph: NonNullable<View["graph"]>, limit: number, counts: (view: View) => number): View {
  const has = view.graph?.nodes.length ?? 0;
  const nodes = most(has, graph.nodes.length, (n) => n === has || counts({ ...view, graph: nearest(graph, n) }) <= limit) ?? has;
  return { ...view, graph: nearest(graph, nodes) };
}

/** The view with what of its results is worth most, as far as there is room (asking/passages.ts). */
function quoted(
  passages: PassagesOf,
  view: View,
  whole: readonly Result[],
  named: (at: number) => boolean,
  budget: number,
  counts: (view: View) => number,
): View {
  const frame = counts(view);
  const steps = withFirst(stepsOf(passages(view.answer.query, whole), whole), named);
  const lines = whole.map(({ snippet }) => snippet.split("\n"));
  const costs: Costs = {
    line: (i, n) => 1 + countTokens(lines[i]![n]!.trimStart()),
    gap: () => 12,
    open: (i) => (named(i) ? 0 : NAMING + countTokens(whole[i]!.path) * 2),
  };
  const cut = (shown: readonly ReadonlySet<number>[]): View => {
    const results = whole.flatMap((result, i) => (shown[i]!.size > 0 || named(i) ? [partOf(result, shown[i]!).part] : []));
    return { ...view, results, omitted: view.omitted + view.results.length - results.length };
  };
  for (let attempt = 0, room = budget - frame; attempt < TRIES && room > 0; attempt++) {
    const { shown, spent } = spend(steps, whole.length, room, costs);
    const made = cut(shown);
    const taken = counts(made);
    if (taken <= budget) return spent > 0 ? made : begun(view, whole, budget, counts);
    room = Math.min(room, spent) - (taken - budget) * (1 + attempt / 4) - 5;
  }
  return view;
}

/** The steps behind the first lines of what is worth most of each named result: a place without any code must be opened to be of use. */
function withFirst(steps: readonly Step[], named: (at: number) => boolean): Step[] {
  const begun = [...new Map(steps.toReversed().map((step) => [step.result, step])).values()].filter(({ result }) => named(result));
  return [...begun.sort((a, b) => b.value - a.value).map((step) => ({ ...step, lines: step.lines.slice(0, asking.leastLines) })), ...steps];
}

/** About what naming a result takes in both forms besides its path. */
const NAMING = 60;

/** Where not even the best result's first lines fit, as if it were one long line: as much of it as there is room for. */
function begun(view: View, whole: readonly Result[], budget: number, counts: (view: View) => number): View {
  const at = whole.findIndex(({ snippet }) => snippet !== "");
  if (at < 0) return view;
  const [line] = whole[at]!.snippet.split("\n") as [string];
  const cut = (n: number): View => ({
    ...view,
    results: view.results.map((result, i) =>
      i === at
        ? { ...result, snippet: line.slice(0, n).replace(/[\uD800-\uDBFF]$/, ""), lines: [[firstLine(whole[i]!), firstLine(whole[i]!)]] }
        : result,
    ),
  });
  const n = most(0, line.length, (n) => counts(cut(n)) <= budget) ?? 0;
  return n >= LEAST_CHARACTERS ? cut(n) : view;
}

/** Less of a line says nothing. */
const LEAST_CHARACTERS = 20;

/** The first nodes of a graph, with the edges among them. */
const nearest = (graph: NonNullable<View["graph"]>, nodes: number): NonNullable<View["graph"]> =>
  nodes >= graph.nodes.length ? graph : among(graph, graph.nodes.slice(0, nodes), graph.omitted + graph.nodes.length - nodes);

function among(graph: NonNullable<View["graph"]>, nodes: NonNullable<View["graph"]>["nodes"], omitted: number) {
  const kept = new Set(nodes.map((node) => node.id));
  return { nodes, edges: graph.edges.filter((edge) => kept.has(edge.from) && kept.has(edge.to)), omitted };
}

function graphOf(answer: Answer): NonNullable<View["graph"]> {
  const nodes = answer.graph.nodes.map(({ id, kind, qualified, path, start, end }) => ({ id, kind, qualified, path, start, end }));
  const edges = answer.graph.edges.map(({ from, to, kind, line, resolution }) => ({ from, to, kind, line, resolution }));
  return among({ nodes, edges, omitted: 0 }, nodes.slice(0, mcp.maxNodes), Math.max(0, nodes.length - mcp.maxNodes));
}

function structuredOf(view: View): FoundOutput {
  const { answer } = view;
  const lists = listsOf(answer, view.results);
  const { chosen, candidates, resolved, possible, unresolved } = answer.symbol;
  const keep = view.brief ? 1 : 12;
  return {
    root: answer.root,
    route: { strategy: answer.route.strategy, operation: answer.route.operation, confidence: answer.route.confidence },
    evidence_gap: answer.evidence.gap,
    fallback: answer.fallback,
    behind: answer.freshness.behind,
    warnings: answer.warnings.slice(0, keep).map((warning) => brief(warning.message, view.brief ? 120 : 400)),
    results: (lists?.members ?? view.results).map(resultOf),
    found_by_words: (lists?.found ?? []).map(resultOf),
    omitted: view.omitted,
    ...(answer.paths.length > 0
      ? {
          paths: answer.paths.slice(0, view.brief ? 1 : mcp.paths).map(({ kind, certain, steps }) => ({
            kind,
            certain,
            steps: steps.map(({ qualified, path, start, by }) => ({
              qualified,
              path,
              start,
              by: by && `${by.kind} ${by.path}:${by.line ?? 0}`,
            })),
          })),
        }
      : {}),
    ...(chosen
      ? {
          symbol: {
            chosen: { kind: chosen.kind, qualified: chosen.qualified, path: chosen.path, start: chosen.start, end: chosen.end },
            definitions: Math.max(1, candidates.length),
            ...(answer.symbol.together ? { together: candidates.map((node) => node.qualified) } : {}),
            ...(answer.symbol.only === null ? {} : { only: answer.symbol.only }),
            resolved,
            possible,
            unresolved,
          },
        }
      : {}),
    ...(answer.risk ? { risk: { level: answer.risk.level, reasons: answer.risk.reasons.slice(0, keep) } } : {}),
    ...(answer.notes.length > 0 && !view.brief
      ? { notes: answer.notes.map(({ id, title, tier, path, text, about }) => ({ id, title, tier, path, text, about })) }
      : {}),
    ...(view.graph ? { graph: view.graph } : {}),
    next: view.brief ? [] : answer.suggestions.slice(0, keep).map((text) => brief(text, 300)),
  };
}

function resultOf({
  repository,
  score,
  chunk,
  path,
  start,
  end,
  kind,
  name,
  qualified,
  lines,
  line,
  depth,
  resolution,
  near,
}: Result): FoundOutput["results"][number] {
  return {
    score,
    chunk,
    ...(repository === null ? {} : { repository }),
    path,
    start,
    end,
    kind,
    name: qualified || name,
    lines,
    ...(line === null ? {} : { line }),
    ...(depth === 0 ? {} : { depth }),
    ...(resolution === null ? {} : { resolution }),
    ...(near ? { near } : {}),
  };
}
