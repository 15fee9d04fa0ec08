/**
 * A relation of a named symbol, asked of many trees: the definition is chosen by the criteria that choose among those of one tree, what other trees define
 * under the name is named, and their uses of it are told for what they are: followed where a package joins the trees, possible where only the name is the same.
 */
import type { Warning } from "../base/errors.ts";
import type { Answer, Result } from "../base/schema.ts";
import type { Plan } from "../query/plan.ts";
import { compareStanding, standingOf } from "../query/walk/symbols.ts";
import { ofMember } from "./member.ts";
import { type Outcome, suggestionsOf } from "./outcome.ts";

/** Relations that lead to a symbol: another tree may have some too. */
const INWARDS: ReadonlySet<string> = new Set(["references", "callers", "subclasses", "importers", "blast_radius", "documents"]);

/** Does a member define it, rather than only name it? */
const defines = ({ answer }: Outcome): boolean => answer.symbol.chosen !== null && !answer.symbol.chosen.external;
/** Does it only have uses of the name? */
const names = ({ answer }: Outcome): boolean => answer.symbol.chosen?.external === true && answer.results.length > 0;
const isInexact = ({ answer }: Outcome): boolean => answer.warnings.some(({ code }) => code === "inexact-name");

/** Unites what each tree says of a relation. */
export function uniteRelation(outcomes: readonly Outcome[], frame: Answer, plan: Plan): Answer {
  const exact = outcomes.filter((one) => defines(one) && !isInexact(one));
  const definers = exact.length > 0 ? exact : outcomes.filter(defines);
  const owner = definers.length > 0 ? chosenAmong(definers) : null;
  if (owner === null) return unowned(outcomes, frame, plan);
  const others = definers.filter((one) => one !== owner);
  const { answer } = owner;
  const definition = plan.operation === "definition";
  const own = definition ? [...answer.results, ...others.flatMap((one) => one.answer.results)] : answer.results;
  const byName = INWARDS.has(plan.operation) ? outcomes.filter(names) : [];
  const possible = byName.flatMap((one) => one.answer.results.map((result) => asPossible(result)));
  // Where nothing else is known, what may be one is better than nothing.
  const listed = plan.includePossible || own.length === 0 ? possible : [];
  const results = [...own, ...listed].slice(0, Math.max(plan.k, own.length));
  const candidates = [answer, ...others.map((one) => one.answer)].flatMap(({ symbol }) => symbol.candidates);
  const nameless = possible.length === 0 ? answer.warnings : answer.warnings.filter(({ code }) => code !== "none-known");
  return {
    ...frame,
    route: answer.route,
    results,
    paths: answer.paths,
    notes: outcomes.flatMap((one) => one.answer.notes),
    graph: answer.graph,
    symbol: { ...answer.symbol, candidates, possible: answer.symbol.possible + possible.length },
    risk: answer.risk,
    evidence: answer.evidence,
    fallback: answer.fallback,
    warnings: [
      ...choiceIn(owner, others),
      ...elsewhere(byName, owner, listed.length),
      ...nameless.map((warning) => (OF_ONE.has(warning.code) ? ofMember(owner.of.member, warning) : warning)),
    ],
    suggestions: suggestionsOf(owner),
    plan: answer.plan,
  };
}

/** Of the tree that has the definition alone. */
const OF_ONE: ReadonlySet<string> = new Set(["several-definitions", "none-known", "only-possible", "none-direct", "note", "unexplained"]);

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
function elsewhere(byName: readonly Outcome[], owner: Outcome, listed: number): Warning[] {
  if (byName.length === 0) return [];
  const count = byName.reduce((sum, one) => sum + Math.max(one.answer.results.length, one.answer.symbol.resolved), 0);
  const where = byName.slice(0, 5).map((one) => one.of.member.name);
  const more = byName.length > where.length ? ` and ${byName.length - where.length} more` : "";
  return [
    {
      code: "by-name",
      message: `${count} ${count === 1 ? "place" : "places"} in ${where.join(", ")}${more} ${count === 1 ? "uses" : "use"} that name, which nothing ties to ${owner.of.member.name}: only the name is the same${listed > 0 ? "." : "; --include-possible lists them."}`,
    },
  ];
}
