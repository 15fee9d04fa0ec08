/** Relations of what is only described: the part of a plan that retrieval and graph carry out together. */
import type { Operation } from "../base/types.ts";

/** What an end of a relation, or a result, may be. */
export const SORTS = ["callable", "type", "file", "value"] as const;
export type Sort = (typeof SORTS)[number];

/** A symbol that a description was taken for. */
export interface Binding {
  /** Its id. */
  symbol: string;
  qualified: string;
  path: string;
  start: number;
  end: number;
  /** How well it fits, as a share of the best. */
  score: number;
}

/**
 * One end of a relation: a name, a description, or what another relation gives.
 *
 * `part` takes the file or type that it stands in, instead of it. `bound` is what a description was taken for, best first: printed by
 * `--explain`; where such a plan is passed in they are taken again, instead of a search.
 */
export type Operand =
  | { symbol: string; part: "file" | "type" | null }
  | { description: string; sort: Sort | null; part: "file" | "type" | null; bound: Binding[] | null }
  | { relation: Relation };

export interface Relation {
  operation: Operation;
  of: Operand;
  /** The other end of a path. */
  to: Operand | null;
  /** The ends of the path have no order: "what connects A with B". */
  either: boolean;
  /** Only results that stand in tests, or outside them. */
  only: "tests" | "code" | null;
  /** Only results of this sort. */
  sort: Sort | null;
  /** Hops; null = the operation's own. */
  depth: number | null;
  /** Of the types below one only their members of this name; of any that it has too where it is empty. */
  overriding?: string | undefined;
  /** The description is asked about too: "how does login work, and what calls it". */
  beside: boolean;
}

/** How deep relations may be nested: nobody says more, and every level multiplies the work. */
export const MAX_NESTING = 4;

/** The descriptions of a relation, outermost first: what retrieval will be asked. */
export function descriptionsOf({ of, to }: Relation): string[] {
  return [of, to].flatMap((operand) => {
    if (operand === null || "symbol" in operand) return [];
    return "relation" in operand ? descriptionsOf(operand.relation) : [operand.description];
  });
}

/** A relation in words, with what its descriptions were taken for. */
export function relationAsText({ operation, of, to, only, sort, overriding }: Relation): string {
  const results = [...(only === "tests" ? ["tests among"] : only === "code" ? ["code among"] : []), ...(sort ? [`${sort}s among`] : [])];
  const name = operation.replaceAll("_", " ");
  const ends = to ? `${operandAsText(of)} to ${operandAsText(to)}` : operandAsText(of);
  const over = overriding === undefined ? [] : ["overriding", overriding || "its members"];
  return [...results, name, operation === "path" ? "from" : "of", ends, ...over].join(" ");
}

function operandAsText(operand: Operand): string {
  if ("relation" in operand) return `(${relationAsText(operand.relation)})`;
  const part = operand.part ? `the ${operand.part} of ` : "";
  if ("symbol" in operand) return `${part}${operand.symbol}`;
  const [best] = operand.bound ?? [];
  return `${part}“${operand.description}”${best ? ` = ${best.qualified} ${best.path}:${best.start}` : ""}`;
}
