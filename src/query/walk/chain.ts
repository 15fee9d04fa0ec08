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
  for (const guess of [false, true]) {
    const found = search(graph, from, goals, guess, answer);
    if (!found) continue;
    const steps = [graph.plain(from), ...found.map((edge, i) => graph.hit(edge.dst, edge, i + 1, edge.src))].filter(
      (hit): hit is StructuralHit => hit !== null,
    );
    edges.push(...found);
    if (guess) {
      answer.possible.push(...steps);
      answer.counts.possible = found.filter((edge) => edge.resolution === "ambiguous").length;
      answer.counts.resolved = found.length - answer.counts.possible;
      answer.notes.push(
        `No certain chain from ${from.qualified} to ${to.qualified}; this one needs ${answer.counts.possible} unresolved call(s) to mean what they may mean.`,
      );
    } else {
      answer.hits.push(...steps);
      answer.counts.resolved = found.length;
    }
    return;
  }
  answer.notes.push(`No call chain from ${from.qualified} to ${to.qualified} was found.`);
  if (search(graph, to, new Set(goalsOf(graph, from)), false, answer))
    answer.notes.push(`There is one the other way round: ${to.qualified} reaches ${from.qualified}.`);
}

/** Arriving at a type is calling it or any of its members; at a constructor, constructing its type. */
function goalsOf(graph: Graph, to: SymbolRow): number[] {
  const inside = ["method", "function", "macro"].includes(to.kind) ? [to] : graph.subtree(to);
  return [...new Set([...inside, ...graph.callees(to)].map((symbol) => symbol.id))];
}

/** Breadth first; each level in (path, line) order, so that of several shortest chains always the same one is found. */
function search(graph: Graph, from: SymbolRow, goals: ReadonlySet<number>, guess: boolean, answer: StructuralAnswer): EdgeRow[] | null {
  const { store } = graph;
  const cameBy = new Map<number, EdgeRow | null>();
  let level = graph.subtree(from);
  for (const symbol of level) cameBy.set(symbol.id, null);
  while (level.length > 0) {
    const found: StructuralHit[] = [];
    const finished = new Map<StructuralHit, EdgeRow[]>();
    const steps = new Map<StructuralHit, EdgeRow>();
    for (const symbol of level) {
      const leaving = store.edgesFrom(symbol.id, ["calls"]);
      if (guess) leaving.push(...guesses(graph, symbol));
      for (const edge of leaving) {
        if (edge.resolution === "external") continue;
        const arrived = goals.has(edge.dst);
        if (!arrived && cameBy.has(edge.dst)) continue;
        // facts before candidates of the same length
        const hit = graph.hit(edge.dst, edge, edge.resolution === "ambiguous" ? 1 : 0, edge.src);
        if (!hit) continue;
        found.push(hit);
        if (!arrived) {
          steps.set(hit, edge);
          continue;
        }
        const links = [edge];
        for (let back = cameBy.get(edge.src); back; back = cameBy.get(back.src)) links.unshift(back);
        finished.set(hit, links);
      }
    }
    found.sort(inOrder);
    const done = found.find((hit) => finished.has(hit));
    if (done) return finished.get(done)!;
    level = [];
    for (const hit of found) {
      if (cameBy.has(hit.symbol.id)) continue;
      if (cameBy.size > walking.maxVisited) {
        answer.truncated = true;
        return null;
      }
      cameBy.set(hit.symbol.id, steps.get(hit)!);
      // calling a type runs its constructors
      for (const symbol of graph.callees(hit.symbol)) {
        if (symbol.id !== hit.symbol.id && (cameBy.has(symbol.id) || hit.symbol.kind === "method")) continue;
        if (symbol.id !== hit.symbol.id) cameBy.set(symbol.id, { ...steps.get(hit)!, dst: symbol.id });
        level.push(symbol);
      }
    }
  }
  return null;
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
