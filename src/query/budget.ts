/** How much of each result is quoted within a token budget. Citations are never dropped; only their text is. */
import { asking, chunking } from "../base/settings.ts";

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
