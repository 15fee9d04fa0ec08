/**
 * Making an answer fit its budget, in the form that is printed: text or JSON, everything that the reader gets counts.
 *
 * Citations are never left out, so that whoever asks for more results gets more of them; where they alone are too much, the answer says so. Room
 * that they and the frame leave goes to the passages that say most (passages.ts) and, half of it at most, to the graph.
 */

import type { Answer, Result } from "../base/schema.ts";
import { quoting } from "../base/settings.ts";
import { toJson } from "../base/visible.ts";
import { type Costs, type Step, spend } from "../query/budget.ts";
import { countTokens, exceeds } from "../query/tokens.ts";
import type { Store } from "../store/graph.ts";
import { firstLine, type Passage, passagesOf, stepsOf } from "./passages.ts";

/** How an answer will be printed. */
export interface Form {
  print(answer: Answer): string;
  /** About how many tokens a quoted line takes besides its own text. */
  line: number;
  /** The same for a gap between quoted lines; with the path, where it is listed by its place. */
  gap: number;
  listed: boolean;
  /** About how many tokens naming a result takes besides its path. */
  cite: number;
  /** Is the graph printed? */
  graph: boolean;
}

/** Is the result at a position named whatever there is room for? */
type Cited = (at: number) => boolean;

/** One line of JSON: the form of answers that nobody prints. */
export const lineForm: Form = { print: (answer) => toJson(answer), line: 1, gap: 16, listed: true, cite: 100, graph: true };

/** Text with more characters a token is not source code: what is longer need not be counted to be known as too much. */
const CHARACTERS = 6;
/** Quoted source has fewer characters a token than this; should it be wrong, everything is found to fit after counting. */
const LEAST = 4.2;
/** Characters a token of source, to begin with: the count of what came of it corrects that. */
const USUAL = 3.4;
/** An answer that takes this share of its budget is not filled up further. */
const ENOUGH = 0.96;
const TRIES = 5;

/**
 * The answer with as much of what it quotes as fits.
 *
 * Lines are weighed by their length, the whole is counted, and the weight corrected by that until the answer takes nearly all of the budget:
 * two or three counts, where counting each line that might be quoted would take a cold question twice as long.
 * @param whole the answer with everything quoted
 * @param limit tokens in all; 0 = no limit
 * @param cited is a result named whether something of it is quoted or not? Others are left out where nothing of them is worth printing
 */
export function fit(
  store: Store,
  whole: Answer,
  limit: number,
  form: Form = lineForm,
  cited: Cited = () => true,
  passages?: readonly Passage[],
): Answer {
  const budget = { tokens: 0, limit, truncated: false, left_out: [], nodes_left_out: 0 };
  const all: Answer = { ...whole, results: limit === 0 ? whole.results.filter((_, i) => cited(i)) : whole.results, budget };
  if (limit === 0 || !tooLong(all, limit)) {
    const text = form.print(counted(all));
    if (limit === 0 || (text.length <= limit * CHARACTERS && !exceeds(text, limit)))
      return { ...all, budget: { ...budget, tokens: countTokens(text) } };
  }
  const steps = stepsOf(passages ?? passagesOf(store, whole.query, whole.results), whole.results);
  return filled(withinPaths(all, limit, form), steps, form, cited, (answer) => countTokens(form.print(counted(answer))));
}

/** The answer with as many of its paths as half of a budget has room for; of the first one the lines' texts go last. */
function withinPaths(answer: Answer, limit: number, form: Form): Answer {
  const of = (paths: Answer["paths"]): Answer => ({ ...answer, paths });
  const fits = (paths: Answer["paths"]): boolean =>
    !exceeds(form.print(counted({ ...of(paths), results: [], graph: { nodes: [], edges: [] } })), limit / 2);
  // Two ways from whoever reaches both ends are one answer.
  const least = answer.paths[0]?.kind === "meeting" ? 2 : 1;
  for (let most = answer.paths.length; most > least; most--) if (fits(answer.paths.slice(0, most))) return of(answer.paths.slice(0, most));
  const kept = answer.paths.slice(0, least);
  if (fits(kept)) return of(kept);
  return of(kept.map((path) => ({ ...path, steps: path.steps.map((step) => ({ ...step, by: step.by && { ...step.by, text: "" } })) })));
}

/** @param whole the answer with everything quoted; what its budget lists as left out stays so */
function filled(whole: Answer, steps: readonly Step[], form: Form, cited: Cited, tokens: (answer: Answer) => number): Answer {
  const { budget } = whole;
  const { limit } = budget;
  const { results } = whole;
  const nothing = results.map(() => new Set<number>());
  const bare = quoted({ ...whole, graph: { nodes: [], edges: [] } }, nothing, cited, false);
  const empty = tokens(bare);
  const graph = form.graph ? graphWithin(whole, limit - empty) : whole.graph;
  const nodesLeftOut = whole.graph.nodes.length - graph.nodes.length;
  const framed = { ...whole, graph, budget: { ...budget, nodes_left_out: nodesLeftOut } };
  const frame = form.graph && graph.nodes.length > 0 ? tokens({ ...bare, graph }) : empty;
  let best: { answer: Answer; count: number } | null = null;
  let room = limit - frame;
  let each = 1 / USUAL;
  for (let attempt = 0; attempt < TRIES && room > 0; attempt++) {
    const { shown, spent } = spend(steps, results.length, room, costsOf(results, form, cited, each));
    const answer = quoted(framed, shown, cited, true);
    const count = tokens(answer);
    if (count <= limit && count > (best?.count ?? 0)) best = { answer, count };
    if (count <= limit && (count >= limit * ENOUGH || !answer.budget.truncated)) break;
    if (spent > 0) each *= Math.min(3, Math.max(0.3, (count - frame) / spent));
    // Weighed right and still too much: a long line that counts more than others of its length.
    if (count > limit && attempt > 0) room -= (count - limit) * attempt;
  }
  if (best) return { ...best.answer, budget: { ...best.answer.budget, tokens: best.count } };
  const least = quoted(framed, nothing, cited, true);
  const count = tokens(least);
  if (count <= limit) return { ...least, budget: { ...least.budget, tokens: count } };
  // The results without text are the list of what was left out.
  const unlisted = { ...least, budget: { ...least.budget, left_out: budget.left_out } };
  const warned = { ...unlisted, warnings: [...least.warnings, overBudget(unlisted, tokens(unlisted))] };
  return { ...warned, budget: { ...warned.budget, tokens: tokens(warned) } };
}

/** Do the quoted lines alone take more than there is? */
function tooLong({ results }: Answer, limit: number): boolean {
  let left = limit * LEAST;
  for (const { snippet } of results) left -= snippet.length;
  return left < 0;
}

function overBudget(answer: Answer, tokens: number) {
  return {
    code: "over-budget",
    message: `The citations alone take about ${tokens} tokens; the budget is ${answer.budget.limit}. Ask for fewer with -k, or for more tokens with --budget.`,
  };
}

/** An answer as it is counted, with timings and its own count of equal length: what is quoted must not depend on how long it took. */
export function counted(answer: Answer): Answer {
  const timings = Object.fromEntries(Object.keys(answer.timings_ms).map((name) => [name, 88.888]));
  return { ...answer, budget: { ...answer.budget, tokens: answer.budget.limit }, timings_ms: timings };
}

/** The answer with these lines of each result, by their positions in its text. */
function quoted(answer: Answer, shown: readonly ReadonlySet<number>[], cited: Cited, listing: boolean): Answer {
  const leftOut = [...answer.budget.left_out];
  const results = answer.results.flatMap((result, i) => {
    if (shown[i]!.size === 0 && !cited(i)) return [];
    const { part, gaps } = partOf(result, shown[i]!);
    leftOut.push(...gaps.map(([from, to]) => `${result.path}:${from}-${to}`));
    return [part];
  });
  return {
    ...answer,
    results,
    budget: {
      ...answer.budget,
      truncated: results.some(({ truncated }) => truncated) || answer.budget.nodes_left_out > 0,
      left_out: listing ? leftOut : answer.budget.left_out,
    },
  };
}

/** A result with some lines of its text, and the lines that are left out between, before and behind them. */
export function partOf(result: Result, shown: ReadonlySet<number>): { part: Result; gaps: [number, number][] } {
  if (result.snippet === "") return { part: result, gaps: [] };
  const all = result.snippet.split("\n");
  const first = firstLine(result);
  const blank = (n: number) => all[n]!.trim() === "";
  const [ranges, gaps]: [number, number][][] = [[], []];
  for (let n = 0; n < all.length; ) {
    const is = shown.has(n);
    let to = n;
    while (to + 1 < all.length && shown.has(to + 1) === is) to++;
    // Blank lines at the edges of what is quoted or left out say nothing.
    let [a, b] = [n, to];
    while (a < b && blank(a)) a++;
    while (b > a && blank(b)) b--;
    if (is || !blank(a)) (is ? ranges! : gaps!).push([first + a, first + b]);
    n = to + 1;
  }
  if (gaps!.length === 0) return { part: result, gaps: [] };
  const text = ranges!.map(([a, b]) => all.slice(a - first, b - first + 1).join("\n")).join("\n");
  return { part: { ...result, snippet: text, lines: ranges!, truncated: true }, gaps: gaps! };
}

/**
 * Positions of the results that are named for a share of the budget, by about what naming each takes; at least the first three. A further piece of
 * what stands before it says nothing new.
 */
export function citable(results: readonly Result[], room: number, each: number): (at: number) => boolean {
  let left = room;
  const cited = new Set<number>();
  const known = new Set<string>();
  for (const [at, { path, qualified, signature, line, strategies }] of results.entries()) {
    const what = line === null && qualified !== "" && !strategies.includes("structural") ? `${path} ${qualified}` : "";
    if (what !== "" && known.has(what)) continue;
    known.add(what);
    left -= each + (path.length + qualified.length + Math.min(signature.length, quoting.takes)) / USUAL;
    if (left < 0 && cited.size >= LEAST_CITED) break;
    cited.add(at);
  }
  return (at) => cited.has(at);
}

const LEAST_CITED = 3;

function costsOf(results: readonly Result[], form: Form, cited: Cited, each: number): Costs {
  const lines = results.map(({ snippet }) => snippet.split("\n"));
  return {
    line: (i, n) => form.line + lines[i]![n]!.trim().length * each,
    gap: (i) => form.gap + (form.listed ? results[i]!.path.length / USUAL : 0),
    open: (i) => (cited(i) ? 0 : form.cite + results[i]!.path.length / USUAL),
  };
}

// ---------------------------------------------------------------------------------------------- the graph

/** The first nodes of the graph with the edges among them, as many as there is room for in half of what citations leave. */
function graphWithin({ graph }: Answer, room: number): Answer["graph"] {
  const share = room / 2;
  const at = new Map(graph.nodes.map((node, i) => [node.id, i]));
  const edges: { edge: Answer["graph"]["edges"][number]; later: number }[] = [];
  for (const edge of graph.edges) {
    const [from, to] = [at.get(edge.from), at.get(edge.to)];
    if (from !== undefined && to !== undefined) edges.push({ edge, later: Math.max(from, to) });
  }
  const needs = graph.nodes.map((node) => countTokens(`${toJson(node)},\n`));
  for (const { edge, later } of edges) needs[later]! += countTokens(`${toJson(edge)},\n`);
  let left = share;
  let keep = 0;
  while (keep < needs.length && needs[keep]! <= left) left -= needs[keep++]!;
  return { nodes: graph.nodes.slice(0, keep), edges: edges.filter(({ later }) => later < keep).map(({ edge }) => edge) };
}
