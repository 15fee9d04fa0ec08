/**
 * One question of many trees: routed once, asked of each tree's own index by the read path, and the answers made one.
 *
 * What a search finds is fused: every tree weighs words by how rare they are in all of them together (store/lexical/collection.ts), so that scores compare; each
 * result stands in the list of its own tree and in the one of all by score, and the two are fused by reciprocal rank (`fusedSearch`). Relations are united in
 * relations.ts.
 */
import { blank, NO_SYMBOL } from "../asking/answer.ts";
import { isVerdict } from "../asking/confidence.ts";
import type { AskOptions } from "../asking/options.ts";
import { fitted, planned, verdictFirst, type Worked, worked } from "../asking.ts";
import { Refusal, type Warning } from "../base/errors.ts";
import type { Answer, Result } from "../base/schema.ts";
import { ranking } from "../base/settings.ts";
import { reciprocalRankFusion } from "../query/fuse.ts";
import type { Plan } from "../query/plan.ts";
import { isStructural } from "../query/walk.ts";
import { Totals } from "../store/lexical.ts";
import { Across } from "./across.ts";
import { each, type Members, type OpenedMember, ofMember } from "./member.ts";
import { passagesAcross } from "./passages.ts";
import { homeOf, mountOf, type Outcome, outcomeOf, suggestionsOf } from "./places.ts";
import { definingIn, unitePath, uniteRelation } from "./relations.ts";

/** Codes of refusals that are about the question, whichever tree is asked. */
const OF_THE_QUESTION: ReadonlySet<string> = new Set([
  "bad-value",
  "bad-pattern",
  "bad-plan",
  "bad-query",
  "empty-question",
  "question-too-long",
  "model-missing",
  "model-unusable",
]);
const isFatal = ({ code }: Refusal): boolean => OF_THE_QUESTION.has(code);

/** Where a question of many trees stands. */
export interface Ground {
  /** What the answer's paths are relative to: the folder of a workspace, "" of a fleet. */
  root: string;
  /** What paths of the question are relative to, where they do not begin with the name of a tree. */
  from: string;
}

/**
 * Answers one question from many trees.
 * @throws Refusal as `ask`
 */
export async function askMembers(members: Members, { root, from }: Ground, question: string, asked: AskOptions): Promise<Answer> {
  const started = performance.now();
  const { options, home } = housed(members, from, asked);
  const { plan, doubts } = await planned(question, options);
  const among = isStructural(plan.operation) && plan.strategy === "structural" ? undefined : totalsOf(members);
  const named = plan.strategy === "structural" && isStructural(plan.operation);
  // Where some define a name, the others are asked for the places that use it, and nothing else.
  const definers = named && home === null ? definingIn(members, plan) : [];
  const outcomes: Outcome[] = [];
  const meant: Members = definers.length > 0 ? { ...members, opened: definers } : members;
  for (const { of, made } of await each(meant, (one) => workedOut(one, question, plan, options, among, home), isFatal))
    if (made !== null) outcomes.push(outcomeOf(of, made));
  const frame = frameOf(members, root, question, plan);
  const across = new Across(members);
  let united = frame;
  try {
    if (outcomes.length > 0 && named)
      united =
        plan.operation === "path"
          ? unitePath(outcomes, frame, plan, across, members, home)
          : uniteRelation(outcomes, frame, plan, across, definers);
    else if (outcomes.length > 0) united = fusedSearch(outcomes, frame, plan, across);
  } finally {
    across.close();
  }
  const answer: Answer = {
    ...united,
    warnings: verdictFirst(united.fallback, [...members.warnings, ...doubts, ...united.warnings]),
    timings_ms: { route: outcomes[0]?.answer.timings_ms.route ?? 0, retrieve: 0, quote: 0, total: 0 },
  };
  const [first] = members.opened;
  const whole: Worked = {
    answer,
    plan,
    k: plan.k,
    passages: passagesAcross(members, plan.description || plan.text, answer.results),
    peak: undefined,
    started,
    retrieved: performance.now(),
  };
  if (!first) return { ...answer, timings_ms: { ...answer.timings_ms, total: performance.now() - started } };
  return fitted(first.session.store, whole, question, options);
}

/** The options with places as their own tree has them, and that tree, where a place says which it is. */
function housed(members: Members, from: string, asked: AskOptions): { options: AskOptions; home: OpenedMember | null } {
  const at = asked.at && homeOf(members, from, asked.at.path);
  const toAt = asked.toAt && homeOf(members, from, asked.toAt.path);
  // `api/src/a.ts`, `api/src/a.ts:login`: only what has a folder before it can be a place of a member's.
  const named = asked.symbol?.includes("/") && !asked.symbol.startsWith("@") ? homeOf(members, from, asked.symbol) : null;
  if (asked.at && !at)
    throw new Refusal(
      "bad-value",
      `${asked.at.path} is in none of the trees that are asked.`,
      "Name a file of one of them, its path beginning with the tree's name.",
    );
  return {
    options: {
      ...asked,
      at: at ? { ...asked.at!, path: at.path } : undefined,
      toAt: toAt ? { ...asked.toAt!, path: toAt.path } : undefined,
      symbol: named?.path ?? asked.symbol,
    },
    home: at?.of ?? named?.of ?? null,
  };
}

/** What words are weighed against in all members; what is damaged of one is found when it is asked. */
function totalsOf({ opened }: Members): Totals | undefined {
  try {
    return new Totals(opened.map(({ session }) => session.store.db));
  } catch {
    return undefined;
  }
}

async function workedOut(
  { member, session }: OpenedMember,
  question: string,
  plan: Plan,
  options: AskOptions,
  among: Totals | undefined,
  home: OpenedMember | null,
): Promise<Worked | null> {
  const here = home === null || home.member === member;
  // What stands at a place of one tree is nothing in another.
  if (!here && plan.at !== null) return null;
  const own: Plan = { ...plan, filters: { ...plan.filters, mount: mountOf(member) }, among };
  return worked(session, question, own, options);
}

/** The answer before anything is put into it. */
export function frameOf({ opened }: Members, root: string, question: string, { route, budget }: Pick<Plan, "route" | "budget">): Answer {
  const hashes = opened.map(({ member, session }) => `${member.name} ${session.store.meta("graph_hash")}`).join("\n");
  const behind = opened.reduce((sum, { session }) => sum + session.behind, 0);
  return {
    ...blank({ root, behind, warnings: [], store: { meta: () => hashes } }, question, route),
    repositories: opened.map(({ member, session }) => ({ ...member, behind: session.behind })),
    budget: { tokens: 0, limit: budget, truncated: false, left_out: [], nodes_left_out: 0 },
  };
}

/** Is what it found merely near? */
const isWeak = ({ answer }: Outcome): boolean => answer.fallback || answer.results.every(({ near }) => near);

/**
 * What searches found, as one list. A tree that only has what is near says nothing where another has what was asked for.
 *
 * The order: by reciprocal rank over two lists that hold every result, that of its own tree, and that of all trees by score, a score weighing by how much
 * the best places of the tree have of the words and the meaning beside the best ones of all.
 */
function fusedSearch(outcomes: readonly Outcome[], frame: Answer, plan: Plan, across: Across): Answer {
  const all = ofOneSymbol(outcomes, across);
  const sound = all.filter((one) => !isWeak(one));
  const meant = sound.length > 0 ? sound : all;
  const strength = strengths(meant);
  const one = (outcome: Outcome, result: Result, at: number) => ({ outcome, result, at, weight: result.score * strength.get(outcome)! });
  const lists = meant.map((outcome) => outcome.answer.results.map((result, at) => one(outcome, result, at)));
  const ranked = lists.flat().sort((a, b) => b.weight - a.weight || a.at - b.at);
  const key = ({ outcome, at }: (typeof ranked)[number]): string => `${outcome.of.member.name} ${at}`;
  const order = reciprocalRankFusion([...lists, ranked], key).map(({ item }) => item);
  const k = Math.max(plan.k, ...meant.map(({ worked: { plan: own } }) => own.k));
  let least = 1;
  const results = order.slice(0, k).map(({ result }) => {
    least = Math.min(least, result.score);
    return { ...result, score: least };
  });
  const first = order[0]?.outcome ?? meant[0]!;
  const { answer } = first;
  return {
    ...frame,
    route: answer.route,
    results,
    paths: answer.paths,
    notes: meant.flatMap(({ answer: { notes } }) => notes),
    graph: {
      nodes: meant.flatMap(({ answer: { graph } }) => graph.nodes),
      edges: meant.flatMap(({ answer: { graph } }) => graph.edges),
    },
    symbol: answer.symbol,
    risk: answer.risk,
    evidence: answer.evidence,
    fallback: answer.fallback,
    warnings: [...across.warnings, ...saidBy(meant, first)],
    suggestions: suggestionsOf(first),
    plan: answer.plan,
  };
}

/** How much each tree has of what was asked beside the one that has most of it, 0 to 1. */
function strengths(outcomes: readonly Outcome[]): Map<Outcome, number> {
  const most = { words: 0, meaning: 0 };
  for (const {
    worked: { peak },
  } of outcomes)
    for (const of of ["words", "meaning"] as const) most[of] = Math.max(most[of], peak?.[of] ?? 0);
  const share = (outcome: Outcome, of: "words" | "meaning"): number =>
    most[of] === 0 || !outcome.worked.peak ? 1 : outcome.worked.peak[of] / most[of];
  return new Map(outcomes.map((one) => [one, (share(one, "words") + ranking.meaning * share(one, "meaning")) / (1 + ranking.meaning)]));
}

/**
 * Where a relation of something described was asked, each tree takes another symbol for it: the relations of one alone are an answer, that of the tree with
 * the likeliest results, with what leads to it from other trees.
 */
function ofOneSymbol(outcomes: readonly Outcome[], across: Across): Outcome[] {
  const likely = (one: Outcome): number => (one.answer.symbol.chosen === null ? -1 : topOf(one));
  const chosen = outcomes.reduce((a, b) => (likely(b) > likely(a) ? b : a));
  if (chosen.answer.symbol.chosen === null) return [...outcomes];
  const isMember = ({ strategies }: Result): boolean => strategies.includes("structural");
  return outcomes.map((one) => {
    const { answer } = one;
    if (one === chosen) return continued(one, across);
    return { ...one, answer: { ...answer, results: answer.results.filter((result) => !isMember(result)), symbol: NO_SYMBOL } };
  });
}

/** An answer with what leads to its symbol from other trees, behind what does in its own. */
function continued(one: Outcome, across: Across): Outcome {
  const { answer, worked: of } = one;
  const { operation } = answer.route;
  const symbol = one.of.session.store.symbolByKey(of.answer.symbol.chosen!.id);
  if (!symbol || !Across.follows(operation) || answer.symbol.together) return one;
  const further = across.results(across.related(one.of, symbol, operation, of.plan.depth));
  if (further.length === 0) return one;
  const last = answer.results.findLastIndex(({ strategies }) => strategies.includes("structural"));
  const results = [...answer.results.slice(0, last + 1), ...further, ...answer.results.slice(last + 1)];
  const warnings = answer.warnings.filter(({ code }) => !isVerdict(code, true));
  return { ...one, answer: { ...answer, results, fallback: false, warnings } };
}

const topOf = ({ answer }: Outcome): number => Math.max(0, ...answer.results.map(({ score }) => score));

/** Warnings of several trees: what all of them say is said once, what one says by its name; of a verdict the first one's. */
function saidBy(outcomes: readonly Outcome[], first: Outcome): Warning[] {
  const said = new Map<string, { warning: Warning; by: Outcome[] }>();
  for (const one of outcomes)
    for (const warning of one.answer.warnings) {
      if (one !== first && OF_THE_WHOLE.has(warning.code)) continue;
      const key = `${warning.code} ${warning.message}`;
      const known = said.get(key);
      if (known) known.by.push(one);
      else said.set(key, { warning, by: [one] });
    }
  return [...said.values()].map(({ warning, by }) =>
    OF_THE_WHOLE.has(warning.code) || by.length === outcomes.length ? warning : ofMember(by[0]!.of.member, warning),
  );
}

/** Of the list as a whole: those of the tree whose result is the first one stand for all. */
const OF_THE_WHOLE: ReadonlySet<string> = new Set(["no-match", "weak-match", "evidence-gap", "symbol-unknown", "no-language", "broader"]);
