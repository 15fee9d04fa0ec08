/**
 * Calls of functions that were given by name: from the function that calls its parameter to what the calls of this file give it.
 *
 * The function that calls may stand in another file, so these edges have a source of their own; they are stored with who gives the name, for
 * nobody else knows it.
 */
import { edges as edgeSettings } from "../../../base/limits.ts";
import type { FileFacts } from "../../../base/types.ts";
import type { Family } from "./_family.ts";
import type { Lookup } from "./_lookup.ts";
import type { Outcome } from "./_references.ts";
import type { Tree } from "./_tree.ts";
import { CALLED, isType, type ResolvedEdge, targetKey, type WorldSymbol } from "./_world.ts";

const { confidence } = edgeSettings;

/** @param outcomes what each reference turned out to be, by position */
export function callbackEdges(facts: FileFacts, tree: Tree, family: Family, lookup: Lookup, outcomes: readonly Outcome[]): ResolvedEdge[] {
  const edges: ResolvedEdge[] = [];
  const seen = new Set<string>();
  const { language } = tree;
  for (const [at, { args, scope, line, arity }] of facts.references.entries()) {
    const outcome = args === undefined ? undefined : outcomes[at];
    if ((outcome === "nothing" || (typeof outcome === "object" && "external" in outcome)) && language.callsGiven?.(facts.references[at]!)) {
      for (const argument of args!.split(",")) {
        const key = argument.indexOf("=");
        const named = argument.slice(key + 1);
        if (named === "" || language.callsArgument?.(facts.references[at]!.name, argument, args!) === false) continue;
        for (const one of lookup.given(named, scope, line).flatMap((one) => answering(one, lookup))) {
          const to = tree.target(family.defining?.(tree, one) ?? one);
          const identity = `${scope} ${targetKey(to)} ${line}`;
          if (seen.has(identity)) continue;
          seen.add(identity);
          edges.push({ kind: "calls", from: scope, to, line, resolution: "dispatch", confidence: confidence.dispatch });
        }
      }
      continue;
    }
    if (typeof outcome !== "object" || !("symbol" in outcome)) continue;
    const given = args!.split(",");
    for (const reached of [outcome.symbol, ...(outcome.more ?? [])]) {
      const callee = initialiserOf(tree, family, family.defining?.(tree, reached) ?? reached);
      // where values are followed, calls through parameters of the same file are resolved as what they are
      if (family.flows && callee.path === facts.path) continue;
      for (const { position, path, name, caller } of calledBy(tree, callee)) {
        // labels are others than the names, but stand in their order
        const placed = language.labels && arity === callee.arity ? given[position]?.replace(/^\w+=/, "") : given[position];
        const whole = given.find((one) => one.startsWith(`${name}=`))?.slice(name.length + 1) ?? placed;
        const argument = whole && part(whole, path);
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

/** A method of an interface that is given by its name, and what implements it. */
function answering(given: WorldSymbol, lookup: Lookup): WorldSymbol[] {
  if (given.parentKind !== "interface" && given.parentKind !== "trait") return [given];
  const type = lookup.holder(given);
  return type ? [given, ...lookup.implementations(type, given)] : [given];
}

/** What stands in an argument under a name: `{a:f;b:g}`, `options`. */
function part(argument: string, path: string): string {
  if (argument[0] === "{")
    return (
      argument
        .slice(1, -1)
        .split(";")
        .find((pair) => path !== "" && pair.startsWith(`${path}:`))
        ?.slice(path.length + 1) ?? ""
    );
  return path === "" ? argument : `${argument}.${path}`;
}

/** Who is given the arguments: of a class its initialiser. */
function initialiserOf(tree: Tree, family: Family, callee: WorldSymbol): WorldSymbol {
  if (!family.flows || family.initialiser === undefined || !isType(callee.kind)) return callee;
  return tree.members(callee.path, `${callee.qualified}.${family.initialiser}`)[0] ?? callee;
}

/** The parameters that a function calls, and who really does it: itself or a function inside it. */
function calledBy(tree: Tree, callee: WorldSymbol): { position: number; path: string; name: string; caller: WorldSymbol }[] {
  const outline = tree.outline(callee.path);
  if (!outline) return [];
  const all = tree.memo("called", outline, () =>
    Map.groupBy(
      outline.fields.filter(({ name }) => name === CALLED),
      ({ of }) => of,
    ),
  );
  return (all.get(callee.qualified) ?? []).map(({ type }) => {
    const [at = "", name = "", inner] = type.split(" ");
    const [, position, path = ""] = /^(-?\d+)\.?(.*)$/.exec(at) ?? [];
    const caller = inner === undefined ? undefined : tree.members(callee.path, inner)[0];
    return { position: Number(position), path, name, caller: caller ?? callee };
  });
}
