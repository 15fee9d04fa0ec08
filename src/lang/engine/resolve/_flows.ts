/** Flows of one file whose two ends resolution knows: from the function that returned the value to the one that gets it. */
import { edges as edgeSettings } from "../../../base/limits.ts";
import { type EdgeKind, type FileFacts, RESOLUTIONS } from "../../../base/types.ts";
import type { Family } from "./_family.ts";
import type { Outcome } from "./_references.ts";
import type { Tree } from "./_tree.ts";
import type { EdgeTarget, ResolvedEdge, WorldSymbol } from "./_world.ts";

const KIND: EdgeKind = "dataflow";
const { confidence } = edgeSettings;

/**
 * @param outcomes what each reference turned out to be, by position
 * @returns edges with a `source` of their own: it may lie in another file. As sure as the less sure of the two calls
 */
export function flowEdges(facts: FileFacts, tree: Tree, family: Family, outcomes: readonly Outcome[]): ResolvedEdge[] {
  const edges: ResolvedEdge[] = [];
  const seen = new Set<string>();
  for (const { from, to } of facts.flows ?? []) {
    const producer = functionOf(outcomes[from]);
    const consumer = to === null ? null : functionOf(outcomes[to]);
    if (!producer || (to !== null && !consumer)) continue;
    const { scope, line } = facts.references[to ?? from]!;
    const source = tree.target(family.defining?.(tree, producer.symbol) ?? producer.symbol);
    const target: EdgeTarget = consumer
      ? tree.target(family.defining?.(tree, consumer.symbol) ?? consumer.symbol)
      : { at: "here", symbol: scope };
    if (!consumer && !isFunction(tree.here[scope]!)) continue;
    const identity = `${JSON.stringify([source, target])} ${line}`;
    if (seen.has(identity) || JSON.stringify(source) === JSON.stringify(target)) continue;
    seen.add(identity);
    const surer = !consumer || RESOLUTIONS.indexOf(producer.resolution) >= RESOLUTIONS.indexOf(consumer.resolution);
    const { resolution } = surer ? producer : consumer;
    edges.push({ kind: KIND, from: scope, source, to: target, line, resolution, confidence: confidence[resolution] });
  }
  return edges;
}

function functionOf(outcome: Outcome | undefined): Extract<Outcome, { symbol: WorldSymbol }> | null {
  return outcome !== undefined && typeof outcome !== "string" && "symbol" in outcome && isFunction(outcome.symbol) ? outcome : null;
}

const isFunction = ({ kind }: WorldSymbol): boolean => kind === "function" || kind === "method";
