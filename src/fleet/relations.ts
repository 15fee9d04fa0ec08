/**
 * A relation of a named symbol, asked of many trees: the definition is chosen by the criteria that choose among those of one tree, what other trees define
 * under the name is named, and their uses of it are told for what they are: followed where a package joins the trees, possible where only the name is the same.
 */

import { plainHit } from "../asking/structural.ts";
import type { Warning } from "../base/errors.ts";
import type { Answer, Result } from "../base/schema.ts";
import type { Operation } from "../base/types.ts";
import type { Plan } from "../query/plan.ts";
import { isGoverning } from "../query/walk/governance.ts";
import { compareStanding, findSymbol, standingOf } from "../query/walk/symbols.ts";
import { isStructural } from "../query/walk.ts";
import type { SymbolRow } from "../store/graph.ts";
import { Across, nodeIn } from "./across.ts";
import { type Members, type OpenedMember, ofMember } from "./member.ts";
import { type Outcome, suggestionsOf } from "./places.ts";

/** Does a member define it, rather than only name it? */
const defines = ({ answer }: Outcome): boolean => answer.symbol.chosen !== null && !answer.symbol.chosen.external;
/** Does it only have uses of the name? */
const names = ({ answer }: Outcome): boolean => answer.symbol.chosen?.external === true && answer.results.length > 0;
const isInexact = ({ answer }: Outcome): boolean => answer.warnings.some(({ code }) => code === "inexact-name");

/** The trees that define the name which a relation is asked of, as it is written or `nearly` so; none where that is not a name. */
export function definingIn({ opened }: Members, { operation, symbol, at }: Plan, nearly = false): OpenedMember[] {
  if (symbol === null || at !== null || !isOfDefinition(operation)) return [];
  return opened.filter(({ session: { store } }) => {
    const { chosen } = findSymbol(store, { name: symbol });
    return chosen !== null && chosen.file !== null && (nearly || chosen.name === symbol.slice(symbol.length - chosen.name.length));
  });
}

/** Is it a relation of a definition, not of a file, of two or of what is written about it? */
const isOfDefinition = (operation: Operation): boolean =>
  isStructural(operation) && !isGoverning(operation) && !["imports", "importers", "path"].includes(operation);

/**
 * Unites what each tree says of a relation.
 * @param definers the trees that define it
 * @param ordered of a bare name: what is listed, in the order of all
 */
export function uniteRelation(
  outcomes: readonly Outcome[],
  frame: Answer,
  plan: Plan,
  across: Across,
  definers: readonly OpenedMember[] = [],
  ordered?: readonly Result[],
): Answer {
  const exact = outcomes.filter((one) => defines(one) && !isInexact(one));
  const defining = exact.length > 0 ? exact : outcomes.filter(defines);
  const owner = defining.length > 0 ? chosenAmong(defining) : null;
  if (owner === null) return unowned(outcomes, frame, plan);
  const others = defining.filter((one) => one !== owner);
  const { answer } = owner;
  const definition = plan.operation === "definition";
  const crossing = across.results(across.related(owner.of, symbolOf(owner)!, plan.operation, plan.depth));
  const followed = new Set(crossing.map(({ qualified, name }) => qualified || name));
  const own = definition
    ? (ordered ?? [...answer.results, ...others.flatMap((one) => one.answer.results)])
    : merged(
        answer.results.filter(({ path, name }) => path !== "" || !replaces(followed, name, crossing)),
        crossing,
      );
  const byName = !(Across.leadsTo(plan.operation) || plan.operation === "documents")
    ? []
    : definers.length > 0
      ? across.results(across.byName(definers, plan.operation, plan.symbol!))
      : outcomes.filter(names).flatMap((one) => one.answer.results);
  const known = new Set(crossing.map(placeOf));
  const possible = byName.filter((result) => !known.has(placeOf(result))).map(asPossible);
  // Where nothing else is known, what may be one is better than nothing.
  const listed = plan.includePossible || own.length === 0 ? possible : [];
  const results = [...own, ...listed].slice(0, plan.k);
  const candidates = [answer, ...others.map((one) => one.answer)].flatMap(({ symbol }) => symbol.candidates);
  const some = possible.length + crossing.length > 0;
  const total = totalOf(answer) + crossing.length;
  const said = answer.warnings.filter(({ code }) => (!some || !NONE.has(code)) && (crossing.length === 0 || code !== "more-results"));
  const more =
    crossing.length > 0 && total > results.length
      ? [{ code: "more-results", message: `${total} results; the nearest ${results.length} are shown, -k shows more.` }]
      : [];
  return {
    ...frame,
    route: answer.route,
    results,
    paths: answer.paths,
    notes: outcomes.flatMap((one) => one.answer.notes),
    graph: answer.graph,
    symbol: {
      ...answer.symbol,
      candidates,
      resolved: answer.symbol.resolved + crossing.length,
      possible: answer.symbol.possible + possible.length,
    },
    risk: answer.risk,
    evidence: answer.evidence,
    fallback: answer.fallback,
    warnings: [
      ...across.warnings,
      ...choiceIn(owner, others),
      ...elsewhere(possible, owner, listed.length),
      ...said.map((warning) => (OF_ONE.has(warning.code) ? ofMember(owner.of.member, warning) : warning)),
      ...more,
    ],
    suggestions: some ? suggestionsOf(owner).filter((one) => !/every line with that text/.test(one)) : suggestionsOf(owner),
    plan: answer.plan,
  };
}

const placeOf = ({ path, line, start }: Result): string => `${path}:${line ?? start}`;

/** Does a result of another member stand for a package that is outside this one? */
const replaces = (followed: ReadonlySet<string>, name: string, crossing: readonly Result[]): boolean =>
  followed.has(name) || crossing.some(({ repository }) => repository === name);

/** Own ones and those of other members by distance, the own ones first. */
const merged = (own: readonly Result[], crossing: readonly Result[]): Result[] => [...own, ...crossing].sort((a, b) => a.depth - b.depth);

/** How many members a relation has in its own tree. */
function totalOf({ results, warnings }: Answer): number {
  const told = warnings.find(({ code }) => code === "more-results");
  return Math.max(results.length, Number.parseInt(told?.message ?? "0", 10));
}

/** That there is none, or none for certain. */
const NONE: ReadonlySet<string> = new Set(["none-known", "none-direct"]);

/** The chosen definition of a member as its index has it. */
const symbolOf = ({ of, worked }: Outcome): SymbolRow | null => of.session.store.symbolByKey(worked.answer.symbol.chosen?.id ?? "");

/** A call chain whose ends may be in different members. */
export function unitePath(
  outcomes: readonly Outcome[],
  frame: Answer,
  plan: Plan,
  across: Across,
  members: Members,
  home: OpenedMember | null,
): Answer {
  const whole = outcomes.filter(({ answer }) => answer.results.length > 0 && answer.symbol.chosen !== null);
  if (whole.length > 0) return uniteRelation([chosenAmong(whole)], frame, plan, across);
  const end = (name: string | null, at: Plan["at"], here: OpenedMember | null): { of: OpenedMember; symbol: SymbolRow }[] =>
    members.opened.flatMap((of) => {
      if (here !== null && of !== here) return [];
      const { chosen } = findSymbol(of.session.store, { name, at: at ?? undefined });
      return chosen && chosen.file !== null ? [{ of, symbol: chosen }] : [];
    });
  const best = (ends: { of: OpenedMember; symbol: SymbolRow }[]) =>
    ends.sort((a, b) => compareStanding(standingOf(a.of.session.store, a.symbol), standingOf(b.of.session.store, b.symbol)));
  const [starts, goals] = [best(end(plan.symbol, plan.at, home)), best(end(plan.target, plan.toAt, null))];
  for (const start of starts)
    for (const goal of goals) {
      const chain = across.chain(start, goal);
      if (chain === null) continue;
      const results = chain.map(({ of, symbol }, depth) => across.results([{ of, hit: { ...plainHit(symbol), depth }, by: null }])[0]!);
      const route = { ...plan.route };
      return {
        ...frame,
        route,
        results,
        paths: [across.path(chain)],
        symbol: {
          ...frame.symbol,
          chosen: nodeIn(start.of, start.symbol),
          candidates: [nodeIn(start.of, start.symbol)],
          resolved: chain.length - 1,
        },
        warnings: across.warnings,
      };
    }
  const [start, goal] = [starts[0], goals[0]];
  if (!start || !goal) return unowned(outcomes, frame, plan);
  const owner = outcomes.find(({ of }) => of === start.of);
  return {
    ...frame,
    route: owner?.answer.route ?? plan.route,
    symbol: { ...frame.symbol, chosen: nodeIn(start.of, start.symbol), candidates: [nodeIn(start.of, start.symbol)] },
    warnings: [
      ...across.warnings,
      {
        code: "note",
        message: `No call chain from ${start.symbol.qualified} (${start.of.member.name}) to ${goal.symbol.qualified} (${goal.of.member.name}) was found, through packages neither.`,
      },
    ],
  };
}

/** Of the tree that has the definition alone. */
export const OF_ONE: ReadonlySet<string> = new Set([
  "several-definitions",
  "none-known",
  "only-possible",
  "none-direct",
  "note",
  "unexplained",
]);

/** The tree whose definition is meant most probably. */
function chosenAmong(definers: readonly Outcome[]): Outcome {
  const standing = (one: Outcome): number[] => {
    const { store } = one.of.session;
    const symbol = store.symbolByKey(one.worked.answer.symbol.chosen!.id);
    return symbol ? standingOf(store, symbol) : [];
  };
  return [...definers].map((one) => ({ one, standing: standing(one) })).sort((a, b) => compareStanding(a.standing, b.standing))[0]!.one;
}

/** Nothing defines it: the nearest names of all, or the places that name it. */
function unowned(outcomes: readonly Outcome[], frame: Answer, plan: Plan): Answer {
  const naming = outcomes.filter(names);
  const meant = naming.length > 0 ? naming : outcomes;
  const results = meant.flatMap(({ answer }) => answer.results).slice(0, plan.k);
  const [first] = [...meant].sort((a, b) => b.answer.results.length - a.answer.results.length);
  const { answer } = first!;
  const total = meant.reduce((sum, one) => sum + one.answer.symbol.resolved, 0);
  const said = answer.warnings.filter(({ code }) => code !== "more-results");
  const more =
    total > results.length && naming.length > 0
      ? [{ code: "more-results", message: `${total} results; ${results.length} are shown, -k shows more.` }]
      : [];
  return {
    ...frame,
    route: answer.route,
    results,
    symbol: { ...answer.symbol, resolved: total },
    evidence: answer.evidence,
    fallback: answer.fallback,
    warnings: [...said.map((warning) => ({ ...warning, message: warning.message.replace("in this tree", "in these trees") })), ...more],
    suggestions: [...new Set(meant.flatMap(suggestionsOf))].slice(0, 5),
    plan: answer.plan,
  };
}

const asPossible = (result: Result): Result => ({ ...result, resolution: "ambiguous" });

function choiceIn(owner: Outcome, others: readonly Outcome[]): Warning[] {
  if (others.length === 0) return [];
  const list = others
    .slice(0, 5)
    .map(({ of, answer }) => `${of.member.name} (${answer.symbol.chosen!.path}:${answer.symbol.chosen!.start})`);
  const more = others.length > list.length ? ` and ${others.length - list.length} more` : "";
  return [
    {
      code: "several-definitions",
      message: `Taken was the one of ${owner.of.member.name}; ${list.join(", ")}${more} ${others.length === 1 ? "defines" : "define"} that name too: choose one with --at FILE:LINE.`,
    },
  ];
}

/** That trees use the name without anything that ties their uses to the definition. */
function elsewhere(possible: readonly Result[], owner: Outcome, listed: number): Warning[] {
  if (possible.length === 0) return [];
  const count = possible.length;
  const names = [...new Set(possible.map(({ repository }) => repository))];
  const where = names.slice(0, 5);
  const more = names.length > where.length ? ` and ${names.length - where.length} more` : "";
  return [
    {
      code: "by-name",
      message: `${count} ${count === 1 ? "place" : "places"} in ${where.join(", ")}${more} ${count === 1 ? "uses" : "use"} that name, which nothing ties to ${owner.of.member.name}: only the name is the same${listed > 0 ? "." : "; --include-possible lists them."}`,
    },
  ];
}
