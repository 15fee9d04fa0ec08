import { edges as edgeSettings } from "../../../base/limits.ts";
import { type FileFacts, RESOLUTIONS } from "../../../base/types.ts";
import type { Family } from "./family.ts";
import type { Outcome } from "./references.ts";
import type { Resolver } from "./resolver.ts";
import type { Tree } from "./tree.ts";
import { CALLED, type EdgeTarget, isFunction, isType, type ResolvedEdge, targetKey, type WorldSymbol } from "./world.ts";

/**
 * What is handed over in this file: functions that are given by their names to those that call them (`calls`), and results of one call that another gets
 * (`dataflow`). Either end may stand in another file, so these edges have a source of their own; they are stored with who hands over, for nobody else
 * knows it.
 */
const { confidence } = edgeSettings;

/**
 * Calls of functions that were given by name: from the function that calls its parameter to what the calls of this file give it.
 * @param outcomes what each reference turned out to be, by position
 */
export function callbackEdges(
  facts: FileFacts,
  tree: Tree,
  family: Family,
  resolver: Resolver,
  outcomes: readonly Outcome[],
): ResolvedEdge[] {
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
        for (const one of resolver.chains.given(named, scope, line).flatMap((one) => answering(one, resolver))) {
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
        for (const one of resolver.chains.given(argument, scope, line)) {
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
function answering(given: WorldSymbol, resolver: Resolver): WorldSymbol[] {
  if (given.parentKind !== "interface" && given.parentKind !== "trait") return [given];
  const type = resolver.supertypes.holder(given);
  return type ? [given, ...resolver.supertypes.implementations(type, given)] : [given];
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

/**
 * Flows whose two ends resolution knows: from the function that returned the value to the one that gets it.
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
    edges.push({ kind: "dataflow", from: scope, source, to: target, line, resolution, confidence: confidence[resolution] });
  }
  return edges;
}

function functionOf(outcome: Outcome | undefined): Extract<Outcome, { symbol: WorldSymbol }> | null {
  return outcome !== undefined && typeof outcome !== "string" && "symbol" in outcome && isFunction(outcome.symbol) ? outcome : null;
}
