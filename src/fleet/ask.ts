/**
 * One question of many trees: routed once, asked of each tree's own index by the read path, and the answers made one.
 *
 * A search ranks all of them as one index would be ranked (query/plan.ts), and each tree answers with its own part of that list: united, the answers stand in
 * its order (`fusedSearch`). Relations are united in relations.ts.
 */
import { blank, NO_SYMBOL } from "../asking/answer.ts";
import { isVerdict } from "../asking/confidence.ts";
import type { AskOptions } from "../asking/options.ts";
import { fitted, planned, type Readied, readied, verdictFirst, type Worked, worked } from "../asking.ts";
import { Refusal, type Warning } from "../base/errors.ts";
import type { Answer, Result } from "../base/schema.ts";
import { intents, likelihood } from "../base/settings.ts";
import { reciprocalRankFusion } from "../query/fuse.ts";
import { Among, type Plan } from "../query/plan.ts";
import { isStructural } from "../query/walk.ts";
import { Across } from "./across.ts";
import { each, type Member, type Members, type OpenedMember, ofMember } from "./member.ts";
import { passagesAcross } from "./passages.ts";
import { homeOf, mountOf, type Outcome, outcomeOf, suggestionsOf } from "./places.ts";
import { definingIn, OF_ONE, unitePath, uniteRelation } from "./relations.ts";

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
  const named = plan.strategy === "structural" && isStructural(plan.operation);
  // Where some define a name, the others are asked for the places that use it, and nothing else.
  const definers = named && home === null ? definingIn(members, plan) : [];
  // What else the words of a bare name find may be in any.
  const bare = named && home === null && plan.operation === "definition" && plan.command === null;
  // What stands at a place of one tree is nothing in another.
  const opened =
    definers.length > 0 && !bare ? definers : members.opened.filter((one) => home === null || home === one || plan.at === null);
  const meant: Members = { ...members, opened };
  const ready = new Map<OpenedMember, Readied>();
  for (const { of, made } of await each(meant, ({ member, session }) => readied(session, mounted(plan, member), options), isFatal))
    ready.set(of, made);
  const plans = new Map([...ready].map(([{ session }, { plan: own }]) => [session.store, own]));
  const among =
    named && !bare
      ? undefined
      : new Among(plans, definers.length > 0 ? "exact" : bare && definingIn(members, plan, true).length > 0 ? "nearly" : null);
  const outcomes: Outcome[] = [];
  const asks: Members = { ...meant, opened: [...ready.keys()] };
  const work = (one: OpenedMember) => {
    const own = ready.get(one)!;
    return worked(one.session, question, { ...own, plan: { ...own.plan, among } }, options);
  };
  for (const { of, made } of await each(asks, work, isFatal)) outcomes.push(outcomeOf(of, made));
  const frame = frameOf(members, root, question, plan);
  const across = new Across(members);
  let united = frame;
  try {
    if (outcomes.length > 0 && named && !(bare && among!.defined === null))
      united =
        plan.operation === "path"
          ? unitePath(outcomes, frame, plan, across, members, home)
          : uniteRelation(outcomes, frame, plan, across, definers, bare ? definedFirst(outcomes, among!) : undefined);
    else if (outcomes.length > 0) united = fusedSearch(outcomes, frame, plan, across, among!);
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
  // `api/src/a.ts`, `api/src/a.ts:login`: only what has a folder before it can be a place of a member's, and only if that has such a file.
  const place = asked.symbol?.includes("/") && !asked.symbol.startsWith("@") ? homeOf(members, from, asked.symbol) : null;
  const named = place?.of.session.store.fileByPath(place.path.replace(/:.*$/, "")) ? place : null;
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

/** A plan as a member is asked it. */
const mounted = (plan: Plan, member: Member): Plan => ({ ...plan, filters: { ...plan.filters, mount: mountOf(member) } });

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
 * The order: lines that hold what was asked for word by word; then what all were ranked by, fused by reciprocal rank with the relations of what that found,
 * where they were asked for, as one tree does it.
 */
function fusedSearch(outcomes: readonly Outcome[], frame: Answer, plan: Plan, across: Across, among: Among): Answer {
  const all = ofOneSymbol(outcomes, across, plan.symbol);
  const sound = all.filter((one) => !isWeak(one));
  const meant = sound.length > 0 ? sound : all;
  const found = piecesOf(meant, among);
  const [held, others] = [found.filter(isHeld), found.filter((one) => !isHeld(one))];
  const ranked = others.filter(({ at }) => at !== undefined).sort((a, b) => a.at! - b.at!);
  const related = others.filter(({ at, result }) => at === undefined || isRelated(result));
  const { semantic, structural } = intents[plan.route.intent];
  const key = (one: Piece): string => String(found.indexOf(one));
  const order = [
    ...held.sort(byScore),
    ...reciprocalRankFusion([ranked, related.some(({ result }) => isRelated(result)) ? related : related.sort(byScore)], key, [
      semantic,
      structural,
    ]).map(({ item }) => item),
  ];
  const k = Math.max(plan.k, ...meant.map(({ worked: { plan: own } }) => own.k));
  let least = 1;
  const results = order.slice(0, k).map(({ result }) => {
    if (isRelated(result) && !result.near) return result;
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

/** A result of a member, and its place in the list of all where it was ranked. */
interface Piece {
  outcome: Outcome;
  result: Result;
  at: number | undefined;
}

/** What defines a name in any of the trees, then what else its words find, in the order of all. */
function definedFirst(outcomes: readonly Outcome[], among: Among): Result[] {
  const { first, other } = likelihood.definition;
  return piecesOf(outcomes, among)
    .sort((a, b) => a.at! - b.at!)
    .map(({ result }, i) => (i > 0 && result.score === first ? { ...result, score: other } : result));
}

const piecesOf = (outcomes: readonly Outcome[], among: Among): Piece[] =>
  outcomes.flatMap((outcome) => outcome.answer.results.map((result) => ({ outcome, result, at: placeIn(outcome, result, among) })));
const placeIn = ({ of }: Outcome, { chunk }: Result, among: Among): number | undefined => among.placeOf(of.session.store, chunk);
const isRelated = ({ strategies }: Result): boolean => strategies.includes("structural");
const isHeld = ({ result: { strategies } }: Piece): boolean => strategies[0] === "keyword";
const byScore = (a: Piece, b: Piece): number => b.result.score - a.result.score;

/**
 * Where a relation of something described was asked, each tree takes another symbol for it: the relations of one alone are an answer, that of the tree with
 * the likeliest results, with what leads to it from other trees; of a name one that is written so before others.
 */
function ofOneSymbol(outcomes: readonly Outcome[], across: Across, named: string | null): Outcome[] {
  const likely = (one: Outcome): number => {
    const { chosen } = one.answer.symbol;
    return chosen === null ? -1 : topOf(one) + (named?.endsWith(chosen.name) ? 1 : 0);
  };
  const chosen = outcomes.reduce((a, b) => (likely(b) > likely(a) ? b : a));
  if (chosen.answer.symbol.chosen === null) return [...outcomes];
  return outcomes.map((one) => {
    const { answer } = one;
    if (one === chosen) return continued(one, across);
    // What it took for the symbol, and how many uses that has, is not what is answered.
    const warnings = answer.warnings.filter(({ code }) => answer.symbol.chosen === null || !(OF_ONE.has(code) || OF_SYMBOL.has(code)));
    return { ...one, answer: { ...answer, results: answer.results.filter((result) => !isRelated(result)), symbol: NO_SYMBOL, warnings } };
  });
}

const OF_SYMBOL: ReadonlySet<string> = new Set(["inexact-name", "more-results", "possible", "walk-cut"]);

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
