/**
 * Calls of functions that were given by name: from the function that calls its parameter to what the calls of this file give it.
 *
 * The function that calls may stand in another file, so these edges have a source of their own; they are stored with who gives the name, for
 * nobody else knows it.
 */
import { edges as edgeSettings } from "../../base/settings.ts";
import type { FileFacts } from "../../base/types.ts";
import type { Family } from "./_family.ts";
import type { Lookup } from "./_lookup.ts";
import type { Outcome } from "./_references.ts";
import type { Tree } from "./_tree.ts";
import { CALLED, type ResolvedEdge, targetKey, type WorldSymbol } from "./_world.ts";

const { confidence } = edgeSettings;

/** @param outcomes what each reference turned out to be, by position */
export function callbackEdges(facts: FileFacts, tree: Tree, family: Family, lookup: Lookup, outcomes: readonly Outcome[]): ResolvedEdge[] {
  // where values are followed, calls through parameters are resolved as what they are
  if (family.flows) return [];
  const edges: ResolvedEdge[] = [];
  const seen = new Set<string>();
  for (const [at, { args, scope, line }] of facts.references.entries()) {
    const outcome = args === undefined ? undefined : outcomes[at];
    if (typeof outcome !== "object" || !("symbol" in outcome)) continue;
    const given = args!.split(",");
    for (const reached of [outcome.symbol, ...(outcome.more ?? [])]) {
      const callee = family.defining?.(tree, reached) ?? reached;
      for (const { position, name, caller } of calledBy(tree, callee)) {
        const argument = given.find((one) => one.startsWith(`${name}=`))?.slice(name.length + 1) ?? given[position];
        if (!argument || argument.includes("=")) continue;
        for (const one of lookup.given(argument, scope, line)) {
          const to = tree.target(family.defining?.(tree, one) ?? one);
          const source = tree.target(caller);
          const identity = `${targetKey(source)} ${targetKey(to)} ${line}`;
          if (seen.has(identity)) continue;
          seen.add(identity);
          edges.push({ kind: "calls", from: scope, source, to, line, resolution: "dispatch", confidence: confidence.dispatch });
        }
      }
    }
  }
  return edges;
}

/** The parameters that a function calls, and who really does it: itself or a function inside it. */
function calledBy(tree: Tree, callee: WorldSymbol): { position: number; name: string; caller: WorldSymbol }[] {
  const outline = tree.outline(callee.path);
  if (!outline) return [];
  const all = tree.memo("called", outline, () =>
    Map.groupBy(
      outline.fields.filter(({ name }) => name === CALLED),
      ({ of }) => of,
    ),
  );
  return (all.get(callee.qualified) ?? []).map(({ type }) => {
    const [position, name = "", inner] = type.split(" ");
    const caller = inner === undefined ? undefined : tree.members(callee.path, inner)[0];
    return { position: Number(position), name, caller: caller ?? callee };
  });
}
