/**
 * Structural questions over the stored graph: who calls, what is called, what inherits, imports, contains, what a change reaches.
 *
 * Facts are edges; what an open reference may mean is kept apart from them, `ambiguous`, and counted. Walks go breadth first; every
 * answer is ordered by (depth, path, line), each symbol once, at its smallest depth. Read-only, and the same at every run.
 */
import { asking } from "../base/settings.ts";
import type { Operation } from "../base/types.ts";
import type { Store, SymbolRow } from "../store/graph.ts";
import { isType } from "../store/symbols.ts";
import { namedPath } from "./walk/connection.ts";
import { GOVERNING, governance, isGoverning, placeNamed } from "./walk/governance.ts";
import { Graph } from "./walk/graph.ts";
import { findSymbol, type SymbolQuestion } from "./walk/symbols.ts";
import type { StructuralAnswer } from "./walk/types.ts";
import { Walk } from "./walk/walk.ts";

export { candidatesAt } from "./walk/standing.ts";
export { editsFrom, findSymbol, nearestNames, type SymbolQuestion } from "./walk/symbols.ts";
export type { Connection, Risk, StructuralAnswer, StructuralHit, SymbolChoice } from "./walk/types.ts";

export interface WalkOptions {
  /** Hops, 1 to `asking.maxDepth`; null = the operation's own (1 for callers, callees, imports, importers; all for the class hierarchy; 3 for impact). */
  depth?: number | null | undefined;
  at?: SymbolQuestion["at"];
  /** The same of the other end of a path. */
  toAt?: SymbolQuestion["at"];
}

/** Operations that `walk` answers. */
export const STRUCTURAL = [
  "definition",
  "references",
  "callers",
  "callees",
  "subclasses",
  "superclasses",
  "imports",
  "importers",
  "members",
  "blast_radius",
  "path",
  ...GOVERNING,
] as const satisfies readonly Operation[];

/** Is it one of those? */
export const isStructural = (operation: Operation): boolean => (STRUCTURAL as readonly Operation[]).includes(operation);

/**
 * Answers a structural question.
 * @param operation one of `STRUCTURAL`
 * @param name the symbol as typed; null with `options.at`
 * @param target the other end, for `path`
 * @returns always an answer; `choice.chosen` is null when the symbol is unknown (and `target.chosen` when the other end is)
 */
export function walk(
  store: Store,
  operation: Operation,
  name: string | null,
  target: string | null = null,
  options: WalkOptions = {},
): StructuralAnswer {
  const module = operation === "imports" || operation === "importers";
  const governing = isGoverning(operation);
  const found = findSymbol(store, { name, at: options.at, module, governor: operation === "governs" });
  const choice =
    (governing && found.chosen === null && name !== null && options.at === undefined ? placeNamed(store, name) : null) ?? found;
  const answer: StructuralAnswer = {
    operation,
    choice,
    target: null,
    hits: [],
    possible: [],
    edges: [],
    counts: { resolved: 0, possible: 0, unresolved: 0 },
    risk: null,
    truncated: false,
    notes: [],
    beyond: [],
  };
  if (operation === "path") answer.target = findSymbol(store, { name: target, at: options.toAt });
  if (!choice.chosen || (answer.target && !answer.target.chosen)) return answer;
  if (governing) {
    governance(new Graph(store), answer.choice.chosen!, answer);
    return answer;
  }
  if (answer.target) {
    namedPath(new Graph(store), answer, { from: options.at !== undefined, to: options.toAt !== undefined });
    return answer;
  }
  const graph = new Graph(store);
  const chosen = answer.choice.chosen!;
  const owner = operation === "subclasses" && chosen.kind === "method" && chosen.parent !== null ? store.symbolById(chosen.parent) : null;
  if (owner && isType(owner))
    for (const { symbol, depth } of overridesOf(store, owner, chosen.name)) answer.hits.push(graph.plain(symbol, depth));
  else new Walk(graph, chosen, answer, clampDepth(operation, options.depth)).run();
  return answer;
}

/** Members of a name in the types below another, each with how far below: what stands for the member that those types have from it. */
export function overridesOf(store: Store, owner: SymbolRow, name: string): { symbol: SymbolRow; depth: number }[] {
  const graph = new Graph(store);
  return walk(store, "subclasses", owner.key).hits.flatMap(({ symbol: type, depth }) => {
    const inside = type.file === null ? [] : store.childrenOf(type.id).filter((child) => child.name === name);
    const found = inside.length > 0 ? inside : graph.membersElsewhere(type).filter((member) => member.name === name);
    return found.map((symbol) => ({ symbol, depth }));
  });
}

function clampDepth(operation: Operation, depth: number | null | undefined): number {
  if (depth !== null && depth !== undefined) return Math.max(1, Math.min(asking.maxDepth, Math.floor(depth)));
  if (operation === "subclasses" || operation === "superclasses") return asking.maxDepth;
  return operation === "blast_radius" ? asking.defaultDepth : 1;
}
