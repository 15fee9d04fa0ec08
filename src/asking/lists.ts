/** The two lists of an answer to a relation: what the graph says of the symbol in its heading, and what the search found for the words besides. */
import type { Answer, Result } from "../base/schema.ts";

export interface Lists {
  /** Members of the relation: what a heading counts, and what it is true of. */
  members: Result[];
  /** What the search found, in their order. */
  found: Result[];
}

/** Operations whose results are found, not walked to: their answers are one list. */
const FOUND: ReadonlySet<string> = new Set(["search", "related", "similar"]);

/** The lists of an answer; null where nothing was asked of a symbol, or the words were searched for instead. */
export function listsOf(answer: Pick<Answer, "route" | "symbol" | "fallback">, results: readonly Result[]): Lists | null {
  if (answer.symbol.chosen === null || answer.fallback || FOUND.has(answer.route.operation)) return null;
  return { members: results.filter(isMember), found: results.filter((result) => !isMember(result)) };
}

/** Is a result a member of the relation that was asked for? */
export const isMember = (result: Pick<Result, "strategies">): boolean => result.strategies.includes("structural");

/** Those of which the graph is certain. */
export const certain = (members: readonly Result[]): number => members.filter((result) => result.resolution !== "ambiguous").length;

/** What is related to a symbol is read by its signature and the line of its use: results without the text of whole symbols. */
export function listedOnly({ route, results }: Pick<Answer, "route" | "results">): Result[] {
  if (WHOLE.has(route.operation)) return results;
  return results.map((result) => (result.line === null && isMember(result) ? { ...result, snippet: "", lines: [] } : result));
}

/** Operations whose results are read themselves. */
const WHOLE: ReadonlySet<string> = new Set(["definition", "similar", "search", "related"]);
