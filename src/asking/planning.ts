/** From a question and its flags to a plan: the router's reading, unless the flags know better. */

import { Refusal, type Warning } from "../base/errors.ts";
import { ollama } from "../base/limits.ts";
import { asking } from "../base/settings.ts";
import { ENGINES, type Operation, type Route, type Strategy } from "../base/types.ts";
import { PLAN_VERSION, type Plan, parsePlan, type Thick } from "../query/plan.ts";
import { type Reading, readQuestion } from "../query/route.ts";
import { isStructural } from "../query/walk.ts";
import type { AskOptions } from "./options.ts";

/**
 * The plan of a question, and what went wrong on the way to it.
 * @throws Refusal `bad-plan`, or `bad-value` where flags contradict each other
 */
export async function planFor(question: string, options: AskOptions): Promise<{ plan: Plan; doubts: Warning[] }> {
  const reading = readQuestion(question);
  const alone = question.trim() === "" && options.operation === undefined && options.plan === undefined;
  const route = alone && isFiltered(options) ? FILTERS_ALONE : directed(reading.route, question, options);
  const plan: Plan = {
    version: PLAN_VERSION,
    strategy: route.strategy,
    operation: route.operation,
    symbol: route.symbol,
    target: route.target,
    at: options.at ?? null,
    toAt: options.toAt ?? null,
    keyword: route.keyword,
    text: question,
    description: reading.description,
    filters: {
      paths: options.paths,
      excludes: options.excludes,
      languages: options.languages,
      kinds: options.kinds,
      prefixes: options.prefixes ?? [],
      types: options.types ?? [],
      tags: options.tags ?? [],
    },
    depth: options.depth ?? null,
    k: options.k,
    budget: options.budget,
    engines: options.engines ?? [...ENGINES],
    includePossible: options.includePossible,
    command: options.command ?? (options.operation && options.operation !== "search" ? `q --op ${options.operation}` : null),
    diversity: options.diversity ?? null,
    deep: options.deep ?? false,
    thick: thickOf(options, route),
    relation: null,
    otherwise: null,
    route,
  };
  await compiled(plan, reading, options);
  const doubts = await consulted(plan, options);
  return { plan: options.plan === undefined ? plan : await parsePlan(options.plan, plan), doubts };
}

/** Is there any condition on what is found? */
export const isFiltered = ({ regex, keywords, paths, excludes, languages, kinds, prefixes, types, tags }: AskOptions): boolean =>
  regex !== undefined ||
  [keywords, paths, excludes, languages, kinds, prefixes, types, tags].some((list) => list !== undefined && list.length > 0);

/** Puts the relation into the plan that the question asks of something described, if it does. */
async function compiled(plan: Plan, reading: Reading, options: AskOptions): Promise<void> {
  // Only what can be such a question pays for the compiler.
  if (isDirected(options) || !(plan.strategy === "hybrid" || COMPILABLE.test(plan.text)) || !plan.engines.includes("graph")) return;
  const { compile } = await import("../query/compile.ts");
  const found = compile(plan.text, reading);
  if (found === null) return;
  plan.relation = found.relation;
  const { operation, of, overriding } = found.relation;
  // "which tests call make_user": the router's reading, of which only the tests are wanted.
  if (found.row === "router" || (plan.strategy === "structural" && "symbol" in of && overriding === undefined)) return;
  if (found.weak) plan.otherwise = plan.route;
  plan.aside = found.aside;
  plan.strategy = "hybrid";
  plan.operation = operation;
  plan.route = {
    ...plan.route,
    strategy: "hybrid",
    operation,
    symbol: null,
    target: null,
    confidence: Math.max(plan.route.confidence, asking.compiledConfidence),
    reason: "It asks for a relation of something it describes.",
    signals: [`compiled:${found.row}`, ...plan.route.signals],
  };
}

/** Lets a local model compile what the router is unsure of, where the user wants that; its failure is told, and the plan stays as it is. */
async function consulted(plan: Plan, options: AskOptions): Promise<Warning[]> {
  const { local } = options;
  if (!local || plan.relation !== null || plan.route.confidence >= ollama.unsure || isDirected(options)) return [];
  if (plan.text.trim() === "") return [];
  const { compileLocally } = await import("./ollama.ts");
  try {
    const proposal = await compileLocally(plan.text, local);
    const { strategy, operation, symbol = null, target = null, keyword = null, description, relation = null } = proposal;
    Object.assign(plan, proposal, { description: description || plan.description });
    if (relation !== null) Object.assign(plan, { strategy: "hybrid", operation: relation.operation });
    plan.route = {
      ...plan.route,
      strategy: relation === null ? strategy! : "hybrid",
      operation: relation?.operation ?? operation!,
      symbol,
      target,
      keyword,
      confidence: ollama.confidence,
      reason: `The router was unsure; the local model ${local.model} compiled it.`,
      signals: [`llm:${local.model}`, ...plan.route.signals],
    };
    return [];
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const why = error instanceof Error ? error.message : String(error);
    const who = local.model === null ? "The local model" : `The local model ${local.model}`;
    return [{ code: "llm-failed", message: `${who} could not compile the question: ${why}. The regular expressions' plan is used.` }];
  }
}

const isDirected = (options: AskOptions): boolean => (options.operation ?? options.strategy ?? options.at ?? options.plan) !== undefined;

/** Words of the compiler's own rows (query/compile.ts). */
const COMPILABLE =
  /\bhow (?:does|do|did|can|could|will|would) |\b(?:tests?|specs?|tested|covered|from|between|through|via|reach|reache[sd]|arrives?|leads?|ends? up|winds? up|lands?|gets?|goe?s?|comes?|flows?|travels?|moves?|way|pass(?:es|ed)?|propagate[sd]?|handed|forwarded|routed|dispatched|delegate[sd]?|sent|becomes?|turn(?:s|ed)?|trickles?|connect(?:s|ed)?|connection|links?|linked|ties?|tied|joins?|relates?|related|relation|coupl(?:es?|ed|ing)|bridges?|wire[sd]?|binds?|bound|hook(?:s|ed)|happens|interact|communicate|to do with|trace|follow|call(?:ed|s|ing)?|invokes?|rely|imports?|imported|require|pull|extends?|inherits?|derive|subclass(?:es)?|override|implements?|defined|declared|implemented|located|definition|methods|members|fields)\b/i;

/** The route of a query that has filters but no question. */
const FILTERS_ALONE: Route = {
  strategy: "keyword",
  operation: "search",
  symbol: null,
  target: null,
  keyword: null,
  intent: "explore",
  confidence: 1,
  reason: "There is no question: everything that passes the filters is meant.",
  signals: [],
};

/** The conditions and the subgraph that the flags ask for; null where they ask for neither. */
function thickOf(options: AskOptions, route: Route): Thick | null {
  const { regex, keywords = [], edges } = options;
  const filtered = regex !== undefined || keywords.length > 0 || route === FILTERS_ALONE;
  // The depth of a relation is how far it is walked.
  const structural = isStructural(route.operation) && route.strategy !== "semantic";
  const hops = options.hops ?? (structural && edges === undefined ? 0 : (options.depth ?? 1));
  if (!filtered && edges === undefined && options.hops === undefined && (structural || options.depth === undefined)) return null;
  return { regex: regex ?? null, keywords, hops, edges: edges ?? null, first: null };
}

/** The route with what the flags say put over what the words say. */
function directed(route: Route, question: string, options: AskOptions): Route {
  const operation = options.operation ?? (options.at && route.operation === "search" ? pointedAt(question) : undefined);
  const strategy = options.strategy ?? (operation ? strategyOf(operation) : undefined);
  if (operation === undefined && strategy === undefined) return route;
  const chosen = operation ?? operationFor(strategy!, route);
  const symbol =
    options.symbol ?? (options.at ? null : (route.symbol ?? (isStructural(chosen) && strategy !== "hybrid" ? question.trim() : null)));
  if (chosen === "path" && (options.target ?? route.target) === null && !options.toAt)
    throw new Refusal("bad-value", "A path needs two ends.", "Write for example: manifold trace main handle_request.");
  return {
    ...route,
    strategy: strategy ?? route.strategy,
    operation: chosen,
    symbol: chosen === "search" ? route.symbol : symbol,
    target: options.target ?? route.target,
    keyword: strategy === "keyword" ? (route.keyword ?? question.trim()) : route.keyword,
    confidence: 1,
    reason: options.operation ? `The operation ${chosen} was asked for.` : `The strategy ${strategy} was asked for.`,
    signals: [],
  };
}

/** What is asked of the symbol at `--at` without naming it: "who calls this function?"; its definition where no relation is. */
function pointedAt(question: string): Operation {
  const { strategy, operation } = readQuestion(question.replace(POINTER, "`symbol_there`")).route;
  return strategy === "structural" && operation !== "path" ? operation : "definition";
}
const POINTER =
  /\b(?:this|that|it)\b(?: (?:function|method|class|struct|interface|trait|enum|type|symbol|file|module|constant|variable|one)\b)?/i;

function strategyOf(operation: Operation): Strategy {
  if (operation === "search") return "semantic";
  return operation === "related" ? "hybrid" : "structural";
}

/** An operation that a forced strategy can carry out. */
function operationFor(strategy: Strategy, route: Route): Operation {
  if (strategy === "semantic" || strategy === "keyword") return "search";
  if (route.operation !== "search") return route.operation;
  return strategy === "structural" ? "definition" : "related";
}
