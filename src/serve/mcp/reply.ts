/**
 * From an answer to a tool result: cited text and the same as structured content, together within a token budget.
 *
 * A client hands one of the two to its model, or both; each is complete by itself. Room is taken from quoted text first, then from the
 * subgraph, then from the last results; what had to go is counted.
 */

import { mcp } from "../../base/limits.ts";
import type { Answer, Result } from "../../base/schema.ts";
import { brief, toJson } from "../../base/visible.ts";
import { allot, cutLines, estimateTokens } from "../../query/budget.ts";
import type { FoundOutput } from "./schema.ts";
import { renderFound } from "./text.ts";
import { estimate } from "./tokens.ts";

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

/** What is shown of an answer. */
export interface View {
  answer: Answer;
  results: Result[];
  /** Nodes and edges of the subgraph to show; null where none belongs to the answer. */
  graph: FoundOutput["graph"] | null;
  omitted: number;
  /** Ends of warnings and suggestions that are left out where there is no room at all. */
  brief: boolean;
  citing: boolean;
}

export interface ReplyOptions {
  budget: number;
  /** Show the subgraph. */
  graph: boolean;
  /** State the rule by which to cite. */
  citing?: boolean;
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

const contentOf = (result: Result) => (result.language === "markdown" || result.language === null ? "prose" : "code");

/** Tokens of both forms together, JSON's escaping included. */
export const tokensOf = (reply: Reply): number => estimate(reply.text) + estimate(toJson(reply.structured));

/** The largest view of an answer that fits. */
export function replyTo(answer: Answer, options: ReplyOptions): Reply<FoundOutput> {
  const stale = answer.warnings.some((warning) => warning.code === "file-changed");
  const made = (view: View): Reply<FoundOutput> => ({ text: renderFound(view), structured: structuredOf(view), stale, answer });
  const whole: View = {
    answer,
    results: answer.results,
    graph: options.graph ? graphOf(answer) : null,
    omitted: 0,
    brief: false,
    citing: options.citing ?? false,
  };
  const fits = (view: View): boolean => tokensOf(made(view)) <= options.budget;
  if (fits(whole)) return made(whole);
  const bare = { ...whole, results: whole.results.map((result) => ({ ...result, snippet: "", truncated: true })) };
  if (fits(bare)) return made(quoted(whole, fits));
  // Not even the citations: fewer nodes, then fewer results.
  for (const view of [half(bare, 0.5), half(bare, 0.25), half(bare, 0)]) if (fits(view)) return made(view);
  for (let keep = bare.results.length; ; keep = Math.floor(keep * 0.8)) {
    const view = { ...half(bare, 0), results: bare.results.slice(0, keep), omitted: bare.results.length - keep, brief: keep < 3 };
    if (keep === 0 || fits(view)) return made(view);
  }
}

/** As much quoted text as there is room for, found by halving: a few renderings of some kilobytes. */
function quoted(view: View, fits: (view: View) => boolean): View {
  const needs = view.results.map((result) => estimateTokens(result.snippet, contentOf(result)));
  const citations = view.results.length * 30;
  const cut = (limit: number): View => {
    const { allowed } = allot(needs, limit + citations);
    const results = view.results.map((result, i) => {
      const { text, truncated } = cutLines(result.snippet, allowed[i]!, contentOf(result));
      return truncated ? { ...result, snippet: text, truncated } : result;
    });
    return { ...view, results };
  };
  const whole = needs.reduce((sum, tokens) => sum + tokens, 0);
  return cut(most(1, Math.max(1, whole), (limit) => fits(cut(limit))) ?? 1);
}

/** The view with a share of its subgraph's nodes, the nearest first. */
function half(view: View, share: number): View {
  if (!view.graph) return view;
  const nodes = view.graph.nodes.slice(0, Math.floor(view.graph.nodes.length * share));
  return { ...view, graph: among(view.graph, nodes, view.graph.omitted + view.graph.nodes.length - nodes.length) };
}

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
  const { chosen, candidates, resolved, possible, unresolved } = answer.symbol;
  const keep = view.brief ? 1 : 12;
  return {
    root: answer.root,
    route: { strategy: answer.route.strategy, operation: answer.route.operation, confidence: answer.route.confidence },
    results: view.results.map(({ chunk, path, start, end, kind, name, qualified, snippet, line, depth, resolution }) => ({
      chunk,
      path,
      start,
      end,
      kind,
      name: qualified || name,
      snippet,
      ...(line === null ? {} : { line }),
      ...(depth === 0 ? {} : { depth }),
      ...(resolution === null ? {} : { resolution }),
    })),
    omitted: view.omitted,
    ...(chosen
      ? {
          symbol: {
            chosen: { kind: chosen.kind, qualified: chosen.qualified, path: chosen.path, start: chosen.start, end: chosen.end },
            definitions: Math.max(1, candidates.length),
            resolved,
            possible,
            unresolved,
          },
        }
      : {}),
    ...(answer.risk ? { risk: { level: answer.risk.level, reasons: answer.risk.reasons.slice(0, keep) } } : {}),
    ...(view.graph ? { graph: view.graph } : {}),
    evidence_gap: answer.evidence.gap,
    behind: answer.freshness.behind,
    warnings: answer.warnings.slice(0, keep).map((warning) => brief(warning.message, view.brief ? 120 : 400)),
    next: view.brief ? [] : answer.suggestions.slice(0, keep).map((text) => brief(text, 300)),
  };
}
