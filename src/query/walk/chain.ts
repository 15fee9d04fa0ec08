/** The shortest call chain between two symbols: over facts; failing that, one that needs candidates, and says so. */
import { walking } from "../../base/settings.ts";
import type { EdgeRow, SymbolRow } from "../../store/graph.ts";
import { type Graph, inOrder } from "./graph.ts";
import { candidateConfidence, candidatesOf } from "./possible.ts";
import type { StructuralAnswer, StructuralHit } from "./types.ts";

/**
 * Fills an answer with the chain from `from` to `to`: its steps in order, each with the line of the call that leads to it.
 * With facts alone they are `hits`; a chain that needs a candidate is in `possible` as a whole.
 */
export function chain(graph: Graph, from: SymbolRow, to: SymbolRow, answer: StructuralAnswer, edges: EdgeRow[]): void {
  const goals = new Set(goalsOf(graph, to));
  for (const guess of STEPS) {
    const [found, ...others] = search(graph, from, goals, guess, answer);
    if (!found) continue;
    tellOthers(graph, from, others, answer, edges);
    const steps = [graph.plain(from), ...found.map((edge, i) => graph.hit(edge.dst, edge, i + 1, edge.src))].filter(
      (hit): hit is StructuralHit => hit !== null,
    );
    edges.push(...found);
    if (guess === "guesses") {
      answer.possible.push(...steps);
      answer.counts.possible = found.filter((edge) => edge.resolution === "ambiguous").length;
      answer.counts.resolved = found.length - answer.counts.possible;
      answer.notes.push(
        `No certain chain from ${from.qualified} to ${to.qualified}; this one needs ${answer.counts.possible} unresolved call(s) to mean what they may mean.`,
      );
    } else {
      answer.hits.push(...steps);
      answer.counts.resolved = found.length;
      const handed = found.filter((edge) => edge.kind === "uses").flatMap((edge) => graph.symbol(edge.dst)?.qualified ?? []);
      if (handed.length > 0)
        answer.notes.push(
          `${handed.join(", ")} ${handed.length === 1 ? "is" : "are"} handed over on this chain, not called: whoever gets a function calls it.`,
        );
    }
    return;
  }
  answer.notes.push(`No call chain from ${from.qualified} to ${to.qualified} was found.`);
  if (search(graph, to, new Set(goalsOf(graph, from)), "calls", answer).length > 0)
    answer.notes.push(`There is one the other way round: ${to.qualified} reaches ${from.qualified}.`);
}

/** What counts as a step: calls; functions that are handed over too; and calls that may mean it. */
type Step = "calls" | "handed" | "guesses";
const STEPS: readonly Step[] = ["calls", "handed", "guesses"];

function isCallable(graph: Graph, id: number): boolean {
  const kind = graph.symbol(id)?.kind;
  return kind === "function" || kind === "method";
}

/** Chains as short as the one that is the answer: their edges and symbols are part of the graph, and a note names each. */
function tellOthers(graph: Graph, from: SymbolRow, others: readonly EdgeRow[][], answer: StructuralAnswer, edges: EdgeRow[]): void {
  if (others.length === 0) return;
  answer.beside = others.flatMap((chain) => chain.flatMap((edge) => graph.symbol(edge.dst) ?? []));
  for (const chain of others) edges.push(...chain);
  const told = others.map((chain) => {
    const steps = chain.map((edge) => `${graph.symbol(edge.dst)?.qualified} (${graph.symbol(edge.src)?.path}:${edge.line})`);
    return [from.qualified, ...steps].join(" → ");
  });
  const many = others.length + 1 >= walking.maxChains ? "at least " : "";
  answer.notes.push(`There are ${many}${others.length + 1} chains of this length. Also: ${told.join("; ")}.`);
}

/** Arriving at a type is calling it or any of its members; at a constructor, constructing its type. */
function goalsOf(graph: Graph, to: SymbolRow): number[] {
  const inside = ["method", "function", "macro"].includes(to.kind) ? [to] : graph.subtree(to);
  return [...new Set([...inside, ...graph.callees(to)].map((symbol) => symbol.id))];
}

/**
 * Breadth first; each level in (path, line) order, so that the chains always come in the same one.
 * @returns all chains of the smallest length, `walking.maxChains` at most; of several calls between two symbols the first
 */
function search(graph: Graph, from: SymbolRow, goals: ReadonlySet<number>, guess: Step, answer: StructuralAnswer): EdgeRow[][] {
  const { store } = graph;
  /** How a symbol is reached from the level before; none where the search begins. */
  const cameBy = new Map<number, EdgeRow[]>();
  let level = graph.subtree(from);
  for (const symbol of level) cameBy.set(symbol.id, []);
  while (level.length > 0) {
    const found = new Map<StructuralHit, EdgeRow>();
    for (const symbol of level) {
      const leaving = store.edgesFrom(symbol.id, ["calls"]);
      // A function that is handed over is called by whoever gets it.
      if (guess !== "calls") leaving.push(...store.edgesFrom(symbol.id, ["uses"]).filter((edge) => isCallable(graph, edge.dst)));
      if (guess === "guesses") leaving.push(...guesses(graph, symbol));
      const seen = new Set<number>();
      for (const edge of leaving) {
        if (edge.resolution === "external" || seen.has(edge.dst) || (!goals.has(edge.dst) && cameBy.has(edge.dst))) continue;
        seen.add(edge.dst);
        // facts before candidates of the same length
        const hit = graph.hit(edge.dst, edge, edge.resolution === "ambiguous" ? 1 : 0, edge.src);
        if (hit) found.set(hit, edge);
      }
    }
    const inTurn = [...found.keys()].sort(inOrder).map((hit) => ({ hit, edge: found.get(hit)! }));
    const arrived = inTurn.filter(({ edge }) => goals.has(edge.dst));
    if (arrived.length > 0) return arrived.flatMap(({ edge }) => backwards(edge, cameBy)).slice(0, walking.maxChains);
    level = [];
    const fresh = new Set<number>();
    for (const { hit, edge } of inTurn) {
      if (cameBy.size > walking.maxVisited) {
        answer.truncated = true;
        return [];
      }
      // calling a type runs its constructors
      for (const symbol of graph.callees(hit.symbol)) {
        const own = symbol.id === hit.symbol.id;
        if (!own && hit.symbol.kind === "method") continue;
        const step = own ? edge : { ...edge, dst: symbol.id };
        const known = cameBy.get(symbol.id);
        if (known && fresh.has(symbol.id)) known.push(step);
        else if (!known) {
          cameBy.set(symbol.id, [step]);
          fresh.add(symbol.id);
          level.push(symbol);
        }
      }
    }
  }
  return [];
}

/** The chains that end with an edge, first ones first. */
function backwards(last: EdgeRow, cameBy: ReadonlyMap<number, EdgeRow[]>): EdgeRow[][] {
  let chains = [[last]];
  for (;;) {
    const longer = chains.flatMap((chain) => (cameBy.get(chain[0]!.src) ?? []).map((edge) => [edge, ...chain]));
    // All have the same length: where one begins, all do.
    if (longer.length === 0) return chains;
    chains = longer.slice(0, walking.maxChains);
  }
}

function guesses(graph: Graph, scope: SymbolRow): EdgeRow[] {
  if (scope.file === null) return [];
  return graph.store.unresolvedIn(scope.id).flatMap((reference) => {
    if (reference.kind !== "call" && reference.kind !== "new") return [];
    const candidates = candidatesOf(graph.store, reference, scope.language, graph.isTest(scope));
    return candidates.map(
      (candidate): EdgeRow => ({
        src: scope.id,
        kind: "calls",
        dst: candidate.id,
        line: reference.line,
        resolution: "ambiguous",
        confidence: candidateConfidence(candidates.length),
      }),
    );
  });
}
