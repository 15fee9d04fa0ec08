/** How much of each result is quoted within a token budget. Citations are never dropped; only their text is. */
import { chunking } from "../base/limits.ts";
import { asking } from "../base/settings.ts";

/** Estimated tokens of a text, by the kind of content it is. */
export function estimateTokens(text: string, content: "prose" | "code" | "mixed"): number {
  return Math.ceil(text.length / chunking.charactersPerToken[content]);
}

/**
 * Tokens for each result: first its citation, then a fair share of what is left; what a short result does not need goes
 * to the others, and the earlier a result stands the larger its share.
 * @param needs tokens of each result's whole text, in rank order
 * @param limit tokens in all; 0 = no limit
 * @returns tokens that each may quote, and whether any was cut
 */
export function allot(needs: readonly number[], limit: number): { allowed: number[]; cut: boolean } {
  if (limit === 0) return { allowed: [...needs], cut: false };
  const allowed = needs.map(() => 0);
  let left = Math.max(0, limit - needs.length * asking.citationTokens);
  let open = needs.map((_, i) => i).filter((i) => needs[i]! > 0);
  while (open.length > 0 && left > 0) {
    const weights = open.map((i) => 1 / Math.sqrt(i + 1));
    const total = weights.reduce((a, b) => a + b, 0);
    const satisfied = open.filter((i, at) => needs[i]! <= (left * weights[at]!) / total);
    if (satisfied.length === 0) {
      open.forEach((i, at) => {
        allowed[i] = Math.floor((left * weights[at]!) / total);
      });
      break;
    }
    for (const i of satisfied) {
      allowed[i] = needs[i]!;
      left -= needs[i]!;
    }
    open = open.filter((i) => !satisfied.includes(i));
  }
  return { allowed, cut: allowed.some((tokens, i) => tokens < needs[i]!) };
}

/** The first whole lines of a text that fit; its first line is cut short rather than left out when `least` says so. */
export function cutLines(text: string, tokens: number, content: "prose" | "code" | "mixed"): { text: string; truncated: boolean } {
  if (estimateTokens(text, content) <= tokens) return { text, truncated: false };
  const characters = Math.floor(tokens * chunking.charactersPerToken[content]);
  if (characters < asking.leastSnippet) return { text: "", truncated: true };
  const end = text.lastIndexOf("\n", characters);
  return { text: end > 0 ? text.slice(0, end) : text.slice(0, characters), truncated: true };
}

// ---------------------------------------------------------------------------------------------- filling a budget

/** What a result could quote, as lines, and where they may end. */
export interface Quotable {
  lines: readonly string[];
  /** Documentation and signature of what is defined there: so many of the first lines. */
  head: number;
  /** Ends of whole definitions (of paragraphs, in prose) inside: numbers of leading lines, ascending. */
  cuts: readonly number[];
}

/** What quoting takes in the form that is printed. */
export interface Costs {
  /** Tokens of line `n` (from 0) of result `i`. */
  line(i: number, n: number): number;
  /** Tokens of saying that the lines from `n` on were left out; 0 where that needs no saying. */
  rest(i: number, n: number): number;
}

/**
 * How many lines of each result are quoted. First every result, best first, gets documentation and signature; then, best first, what fits
 * whole; then the largest part of others that ends with a definition; what is left goes to lines of the first that are still cut.
 * @param room tokens for quoted lines and for saying what was left out
 * @returns number of leading lines of each, and the room that they take
 */
export function fill(results: readonly Quotable[], room: number, costs: Costs): { shown: number[]; spent: number } {
  const shown = results.map(() => 0);
  const sums = results.map(() => [0]);
  const state = (i: number, n: number): number => {
    const known = sums[i]!;
    while (known.length <= n) known.push(known.at(-1)! + costs.line(i, known.length - 1));
    return known[n]! + (n < results[i]!.lines.length ? costs.rest(i, n) : 0);
  };
  let left = results.reduce((sum, { lines }, i) => sum - (lines.length > 0 ? state(i, 0) : 0), room);
  const raise = (i: number, n: number): boolean => {
    const now = shown[i]!;
    if (n <= now) return false;
    const more = state(i, n) - state(i, now);
    if (more > left) return false;
    left -= more;
    shown[i] = n;
    return true;
  };
  const each = (work: (result: Quotable, i: number) => void) => results.forEach(work);
  each(({ head, lines }, i) => raise(i, Math.min(head, lines.length)));
  each(({ lines }, i) => raise(i, lines.length));
  each(({ cuts }, i) => {
    for (let at = cuts.length - 1; at >= 0 && cuts[at]! > shown[i]!; at--) if (raise(i, cuts[at]!)) break;
  });
  each(({ lines }, i) => {
    if (shown[i]! >= lines.length) return;
    let low = shown[i]!;
    for (let high = lines.length - 1; low < high; ) {
      const middle = Math.ceil((low + high) / 2);
      if (state(i, middle) - state(i, shown[i]!) <= left) low = middle;
      else high = middle - 1;
    }
    // A line or two more of a cut body say nothing.
    if (low - shown[i]! >= asking.leastLines || shown[i] === 0) raise(i, low);
  });
  return { shown, spent: room - left };
}
