/**
 * Making an answer fit its budget, in the form that is printed: text or JSON, everything that the reader gets counts.
 *
 * Citations are never left out, so that whoever asks for more results gets more of them; where they alone are too much, the answer says so. Room
 * that they and the frame leave goes to quoted lines (query/budget.ts: documentation and signatures, whole definitions, parts) and, half of it at
 * most, to the graph; what is not quoted is listed by its place.
 */

import type { Answer, Result } from "../base/schema.ts";
import { quoting } from "../base/settings.ts";
import { toJson } from "../base/visible.ts";
import { type Costs, fill, type Quotable } from "../query/budget.ts";
import { countTokens, exceeds } from "../query/tokens.ts";
import type { Store, SymbolRow } from "../store/graph.ts";

/** How an answer will be printed. */
export interface Form {
  print(answer: Answer): string;
  /** About how many tokens a quoted line takes besides its own: its number, its end. */
  line: number;
  /** Is what was not quoted listed even of results that quote nothing? */
  listsAll: boolean;
  /** Is the graph printed? */
  graph: boolean;
}

/** One line of JSON: the form of answers that nobody prints. */
export const lineForm: Form = { print: (answer) => toJson(answer), line: 1, listsAll: true, graph: true };

/** Text with more characters a token is not source code: what is longer need not be counted to be known as too much. */
const CHARACTERS = 6;
/** Quoted source has fewer characters a token than this; should it be wrong, everything is found to fit after counting. */
const LEAST = 4.2;
/** Characters a token of source, to begin with: the count of what came of it corrects that. */
const USUAL = 3.4;
/** An answer that takes this share of its budget is not filled up further. */
const ENOUGH = 0.93;
const TRIES = 5;

/**
 * The answer with as much of what it quotes as fits.
 *
 * Lines are weighed by their length, the whole is counted, and the weight corrected by that until the answer takes nearly all of the budget:
 * two or three counts, where counting each line that might be quoted would take a cold question twice as long.
 * @param whole the answer with everything quoted
 * @param limit tokens in all; 0 = no limit
 */
export function fit(store: Store, whole: Answer, limit: number, form: Form = lineForm): Answer {
  const budget = { tokens: 0, limit, truncated: false, left_out: [], nodes_left_out: 0 };
  const all: Answer = { ...whole, budget };
  if (limit === 0 || !tooLong(whole, limit)) {
    const text = form.print(counted(all));
    if (limit === 0 || (text.length <= limit * CHARACTERS && !exceeds(text, limit)))
      return { ...all, budget: { ...budget, tokens: countTokens(text) } };
  }
  return filled(store, all, form, (answer) => countTokens(form.print(counted(answer))));
}

/** @param whole the answer with everything quoted; what its budget lists as left out stays so */
function filled(store: Store, whole: Answer, form: Form, tokens: (answer: Answer) => number): Answer {
  const { budget } = whole;
  const { limit } = budget;
  const quotables = whole.results.map((result) => quotableOf(store, result));
  const bare = quoted({ ...whole, graph: { nodes: [], edges: [] } }, quotables, () => 0, false);
  const empty = tokens(bare);
  const graph = form.graph ? graphWithin(whole, limit - empty) : whole.graph;
  const nodesLeftOut = whole.graph.nodes.length - graph.nodes.length;
  const framed = { ...whole, graph, budget: { ...budget, nodes_left_out: nodesLeftOut } };
  const frame = form.graph && graph.nodes.length > 0 ? tokens({ ...bare, graph }) : empty;
  let best: { answer: Answer; count: number } | null = null;
  let room = limit - frame;
  let each = 1 / USUAL;
  for (let attempt = 0; attempt < TRIES && room > 0; attempt++) {
    const { shown, spent } = fill(quotables, room, costsOf(whole.results, quotables, form, each));
    const answer = quoted(framed, quotables, (i) => shown[i]!, true);
    const count = tokens(answer);
    if (count <= limit && count > (best?.count ?? 0)) best = { answer, count };
    if (count <= limit && (count >= limit * ENOUGH || !answer.budget.truncated)) break;
    if (spent > 0) each *= Math.min(3, Math.max(0.3, (count - frame) / spent));
    // Weighed right and still too much: a long line that counts more than others of its length.
    if (count > limit && attempt > 0) room -= (count - limit) * attempt;
  }
  if (best) return { ...best.answer, budget: { ...best.answer.budget, tokens: best.count } };
  const least = quoted(framed, quotables, () => 0, true);
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

/** The answer with so many leading lines of each result. */
function quoted(answer: Answer, quotables: readonly Quotable[], shown: (i: number) => number, listing: boolean): Answer {
  const leftOut = [...answer.budget.left_out];
  const results = answer.results.map((result, i) => {
    const { lines } = quotables[i]!;
    const count = shown(i);
    if (count >= lines.length) return result;
    leftOut.push(placeFrom(result, lines.length, count));
    return { ...result, snippet: lines.slice(0, count).join("\n"), truncated: true };
  });
  return {
    ...answer,
    results,
    budget: {
      ...answer.budget,
      truncated: leftOut.length + answer.budget.nodes_left_out > 0,
      left_out: listing ? leftOut : answer.budget.left_out,
    },
  };
}

/** `path:start-end` of the lines of a result from number `n` on. */
function placeFrom(result: Result, count: number, n: number): string {
  const first = result.line ?? result.start;
  const last = Math.max(first + n, result.line === null ? result.end : first + count - 1);
  return `${result.path}:${first + n}-${last}`;
}

/** The lines of a result's text that were not quoted, as `path:start-end`; null where nothing or everything was. */
export function restOf(result: Result): string | null {
  if (!result.truncated || result.snippet === "") return null;
  const first = result.line ?? result.start;
  const shown = result.snippet.split("\n").length;
  const end = result.line === null ? result.end : Math.max(result.line, Math.min(result.line + quoting.useLines - 1, result.end));
  return first + shown > end ? null : `${result.path}:${first + shown}-${end}`;
}

function costsOf(results: readonly Result[], quotables: readonly Quotable[], form: Form, each: number): Costs {
  return {
    line: (i, n) => form.line + quotables[i]!.lines[n]!.trim().length * each,
    // "… path:start-end", quoted in JSON.
    rest: (i, n) => (n === 0 && !form.listsAll ? 0 : 10 + results[i]!.path.length / USUAL),
  };
}

// ---------------------------------------------------------------------------------------------- where text may end

/** Lines of a result's text, and where they may be cut. */
function quotableOf(store: Store, result: Result): Quotable {
  const lines = result.snippet === "" ? [] : result.snippet.split("\n");
  if (lines.length < 2 || result.line !== null) return { lines, head: lines.length, cuts: [] };
  const file = store.fileByPath(result.path);
  const inside = file
    ? store
        .symbolsOfFile(file.id)
        .filter(({ at, kind, start, end }) => at > 0 && kind !== "import" && start >= result.start && start <= result.end && end > 0)
    : [];
  const [first] = inside;
  if (first === undefined || first.kind === "section") return { lines, ...paragraphs(lines) };
  const ends = inside.map(({ end }) => end - result.start + 1).filter((n) => n > 0 && n < lines.length);
  return { lines, head: headOf(lines, first, result.start), cuts: [...new Set(ends)].sort((a, b) => a - b) };
}

/** Ends of paragraphs; a heading belongs to what follows it. */
function paragraphs(lines: readonly string[]): Pick<Quotable, "head" | "cuts"> {
  const cuts: number[] = [];
  for (let n = 1; n < lines.length; n++)
    if (lines[n]!.trim() === "" && lines[n - 1]!.trim() !== "" && !/^\s*(?:#|=+$|-+$)/.test(lines[n - 1]!)) cuts.push(n);
  return { head: cuts[0] ?? Math.min(lines.length, 3), cuts };
}

/** Leading lines up to the end of a symbol's signature, with a documentation string right after it. */
function headOf(lines: readonly string[], symbol: SymbolRow, start: number): number {
  const from = symbol.start - start;
  const wanted = symbol.signature.replace(/\s+/g, "").slice(0, 200);
  let seen = "";
  let n = from;
  // Decorators and annotations may stand before what the signature begins with.
  while (n < lines.length && n - from < 40 && !seen.includes(wanted)) seen += lines[n++]!.replace(/\s+/g, "");
  if (!seen.includes(wanted)) n = from + 1;
  const quote = /^\s*[rRuU]?("""|''')/.exec(lines[n] ?? "");
  if (quote === null) return Math.min(lines.length, n);
  const opening = lines[n]!.indexOf(quote[1]!) + 3;
  if (lines[n]!.includes(quote[1]!, opening)) return n + 1;
  for (let end = n + 1; end < lines.length; end++) if (lines[end]!.includes(quote[1]!)) return end + 1;
  return n;
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
