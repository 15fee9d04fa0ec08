/**
 * Carrying out a compiled relation: descriptions are bound by retrieval, relations walked in the graph, from the inside out.
 *
 * An end of a relation is a row of alternatives, best first, each a set of symbols: one for a name or a candidate of a description, many for
 * what another relation gave. The relation is asked of each; the best alternative that has an answer wins, and the answer says what was taken
 * for what. Close seconds follow after it.
 */
import type { Warning } from "../base/errors.ts";
import { asking, likelihood, binding as settings } from "../base/settings.ts";
import type { Strategy } from "../base/types.ts";
import { brief } from "../base/visible.ts";
import { fileFilter } from "../query/filter.ts";
import { ofPath } from "../query/likelihood.ts";
import type { Plan } from "../query/plan.ts";
import { type Binding, descriptionsOf, type Operand, type Relation } from "../query/relation.ts";
import { toNode } from "../query/subgraph.ts";
import { connect, hitsOf, toldOf } from "../query/walk/connection.ts";
import { Graph } from "../query/walk/graph.ts";
import { type Connection, overridesOf, type StructuralAnswer, type StructuralHit, walk } from "../query/walk.ts";
import type { EdgeRow, Store, SymbolRow } from "../store/graph.ts";
import { type Alternative, around, codeNamed, described, Ends, endsOf, PLAIN_WORD, partAround, sortOf } from "./ends.ts";
import { type Found, find } from "./find.ts";
import type { Draft } from "./quote.ts";
import { chunkDraft } from "./search.ts";
import { plainHit, toDraft, toGraph } from "./structural.ts";

/** One alternative with what the graph says of it. */
interface Outcome {
  from: Alternative;
  to: Alternative | null;
  hits: StructuralHit[];
  /** The hits are candidates, no facts. */
  possible: boolean;
  /** They are of the very relation that was asked for. */
  exact: boolean;
  edges: EdgeRow[];
  counts: StructuralAnswer["counts"];
  notes: string[];
  truncated: boolean;
  risk: StructuralAnswer["risk"];
  score: number;
  /** Of a path: how its ends are connected, and what further paths lead through. */
  connection: Connection | null;
  beside: StructuralHit[];
}

const blankOutcome = (from: Alternative, to: Alternative | null): Outcome => ({
  from,
  to,
  hits: [],
  possible: false,
  exact: true,
  edges: [],
  counts: { resolved: 0, possible: 0, unresolved: 0 },
  notes: [],
  truncated: false,
  risk: null,
  score: from.score,
  connection: null,
  beside: [],
});

/** Runs the relation of a plan; a search where the words may mean something else than a relation, and nothing is known of such a one. */
export function compose(store: Store, plan: Plan): Found {
  const composition = new Composition(store, plan);
  const composed = composition.run(plan.relation!);
  if (composed !== null) return composed;
  const route = plan.otherwise ?? plan.route;
  const found = find(store, { ...plan, strategy: route.strategy, operation: route.operation, relation: null, route });
  return composition.untold === null ? found : { ...found, connection: composition.untold };
}

/**
 * The path that a question with two words asks for as one between what they describe, where one of them is a word of ordinary language and no code
 * is called so: "path from parse to gzip".
 */
export function wordedPath(store: Store, { operation, symbol, target, at, toAt, command }: Plan): Relation | null {
  if (operation !== "path" || command !== null || at !== null || toAt !== null || symbol === null || target === null) return null;
  if (![symbol, target].some((word) => PLAIN_WORD.test(word) && codeNamed(store, word).length === 0)) return null;
  const [of, to] = [symbol, target].map((name): Operand => ({ symbol: name, part: null })) as [Operand, Operand];
  return { operation, of, to, either: false, only: null, sort: null, depth: null, beside: false };
}

class Composition {
  /** A path that is clear where the words are searched for. */
  untold: Connection | null = null;
  readonly #ends: Ends;
  readonly #warnings: Warning[] = [];
  readonly #accepts: ReturnType<typeof fileFilter>;

  constructor(
    private readonly store: Store,
    private readonly plan: Plan,
  ) {
    this.#ends = new Ends(store, plan, (relation) => {
      const { bound, outcomes } = this.#relate(relation);
      const alternatives = outcomes
        .filter(({ hits }) => hits.length > 0)
        .map(({ hits, score }) => ({ symbols: hits.slice(0, settings.inner).map((hit) => hit.symbol), score }));
      return { bound, alternatives };
    });
    this.#accepts = fileFilter(plan.filters);
  }

  run(relation: Relation): Found | null {
    this.#ends.likely = descriptionsOf(relation).length > 0 && relation.to === null ? likelihood.bound : 1;
    const { bound, outcomes } = this.#relate({ ...relation, depth: this.plan.depth ?? relation.depth });
    const [best] = outcomes;
    // Words that may mean something else are a relation where both ends are found, whatever joins them, or where something joins them for certain.
    const certain = best?.connection?.kind === "asked" && !best.possible;
    const clear = best !== undefined && best.connection?.kind !== "none" && this.#ends.clear.size === descriptionsOf(relation).length;
    const told = this.#ends.absent.size === 0 ? certain || clear : this.#ends.absent.size === 1 && this.#ends.clear.size > 0;
    if (this.plan.otherwise !== null && (!told || this.plan.aside || (relation.to === null && !best?.hits.length))) {
      if (certain && this.#ends.absent.size === 0 && this.#likely(best) >= settings.toldFrom)
        this.untold = { ...best.connection!, paths: best.connection!.paths.slice(0, 1) };
      return null;
    }
    const drafts: Draft[] = [];
    const add = (draft: Draft): void => {
      if (!drafts.some((one) => one.path === draft.path && one.start === draft.start && one.qualified === draft.qualified))
        drafts.push(draft);
    };
    // A path that is hardly the one asked for would be a guess.
    const unsure = certain && descriptionsOf(relation).length > 0 && this.#likely(best) < settings.toldFrom;
    const related = unsure ? [] : this.#drafts(outcomes);
    // A way back, or from somebody else, is not what was asked for.
    const joined = related.length > 0 && (best?.connection?.kind ?? "asked") === "asked";
    const absent = [...this.#ends.absent.keys()];
    // Beside a path stands what the words of the whole question find.
    const searched =
      relation.to !== null && absent.length === 0
        ? described(this.store, this.plan, this.plan.text).chunks
        : ([...this.#ends.searched.values()][0] ?? []);
    const found = searched.map((item) => chunkDraft(item, "semantic")).filter((draft) => this.#accepts(draft.path, draft.language));
    if (relation.beside) for (const draft of found.slice(0, settings.beside)) add(draft);
    const known = relation.operation === "definition" ? [] : this.#anchors(best);
    for (const draft of related) add(draft);
    // What was not joined as asked is named itself before what lies on other ways.
    if (!joined) for (const draft of known) add(draft);
    for (const hit of best?.beside ?? [])
      if (this.#accepts(hit.symbol.path, hit.symbol.language)) add({ ...toDraft(this.store, hit, "semantic"), ...FOUND, score: 0 });
    for (const draft of known) add(draft);
    for (const draft of found)
      if (!drafts.some((one) => one.path === draft.path && one.start <= draft.end && one.end >= draft.start)) add(draft);
    if (unsure) this.#warnings.push(unknownEnds(bound));
    else this.#tell(bound, best, related.length);
    // What it is a relation of is not here: neither is the answer.
    if (absent.length > 0) {
      const list = absent.map((one) => `“${brief(one)}”`).join(" and ");
      const nearest = [...this.#ends.absent.values()].flat().map(placed);
      const only =
        nearest.length > 0
          ? `; the nearest to it: ${nearest.join(", ")}. No path is told to what is not known`
          : ": what follows is only the nearest to it";
      this.#warnings.unshift({ code: "weak-match", message: `Nothing here seems to be ${list}${only}.` });
    }
    // What stands at named ends that nothing joins is no answer.
    if (absent.length > 0 || unsure || (best?.connection?.kind === "none" && descriptionsOf(relation).length === 0))
      for (const draft of drafts) draft.near = true;
    return {
      drafts: drafts.slice(0, this.plan.k),
      graph: best && !unsure ? this.#graph(best) : { nodes: [], edges: [] },
      symbol: {
        // Ends that nothing joins are no heading: the answer is what the words find.
        chosen: best && (joined || !best.to) ? toNode(best.from.symbols[0]!) : null,
        candidates: best ? best.from.symbols.slice(0, settings.shown).map(toNode) : [],
        ...(best?.counts ?? { resolved: 0, possible: 0, unresolved: 0 }),
        pagerank: null,
        together: (best?.from.symbols.length ?? 0) > 1,
        only: relation.only,
      },
      risk: best?.risk ?? null,
      scores: searched.map((item) => item.score),
      fallback: !joined || absent.length > 0,
      warnings: this.#warnings,
      suggestions: related.length === 0 && best?.to ? [trace(best.from.symbols[0]!, best.to.symbols[0]!)] : [],
      ...(best?.connection && !unsure ? { connection: best.connection } : {}),
      relation: bound,
    };
  }

  // -------------------------------------------------------------------------------------------- relations

  /** What the graph says of every alternative, best first. */
  #relate(relation: Relation): { bound: Relation; outcomes: Outcome[] } {
    const { operation, only } = relation;
    if (relation.to) return this.#path(relation, relation.to);
    const of = this.#ends.of(relation.of, operation, { tests: only === "tests" ? settings.testTarget : settings.testShare });
    const bound = { ...relation, of: of.bound };
    const outcomes = of.alternatives.slice(0, settings.candidates).map((from) => {
      const outcome = this.#outcome(relation, from);
      const share = outcome.hits.length === 0 ? settings.empty : outcome.possible ? settings.possible : 1;
      return { ...outcome, score: outcome.score * share };
    });
    outcomes.sort((a, b) => b.score - a.score);
    return { bound, outcomes };
  }

  /** How the ends of a path are connected, the pair of them that fits best and lies nearest. */
  #path(relation: Relation, target: Operand): { bound: Relation; outcomes: Outcome[] } {
    const graph = new Graph(this.store);
    const [first, second] = [relation.of, target].map((end) => this.#ends.of(end, relation.operation).alternatives) as [
      Alternative[],
      Alternative[],
    ];
    // What a description means is rather what the other end leads to, or is reached from, than anything of the tree.
    const { either } = relation;
    const near = (alternatives: readonly Alternative[], calls: boolean): SymbolRow[] => around(graph, alternatives, calls, either);
    const of = this.#ends.of(relation.of, relation.operation, { near: near(second, false) });
    const to = this.#ends.of(target, relation.operation, { near: near(first, true) });
    return { bound: { ...relation, of: of.bound, to: to.bound }, outcomes: this.#joined(graph, of.alternatives, to.alternatives, either) };
  }

  #joined(graph: Graph, from: readonly Alternative[], to: readonly Alternative[], either: boolean): Outcome[] {
    if (from.length === 0 || to.length === 0) return [];
    const guesses = this.store.counts().symbols <= settings.guessedSymbols;
    const connection = connect(graph, endsOf(from), endsOf(to), { guesses, either });
    const [first, ...others] = connection.paths;
    const asked = connection.kind === "asked";
    const ends = { from: first && asked ? first.ends.from : from[0]!.symbols[0]!, to: first && asked ? first.ends.to : to[0]!.symbols[0]! };
    const outcome = blankOutcome({ symbols: [ends.from], score: 1 }, { symbols: [ends.to], score: 1 });
    outcome.connection = connection;
    outcome.exact = asked;
    outcome.possible = connection.guessed;
    const { kind, both, paths } = connection;
    outcome.hits = (asked || kind === "reverse" ? paths.slice(0, 1) : paths).flatMap((path) => hitsOf(graph, path));
    outcome.beside = asked || kind === "reverse" ? [...both, ...others].flatMap((path) => hitsOf(graph, path)) : [];
    outcome.edges = connection.paths.flatMap(({ steps }) => steps);
    outcome.notes = toldOf(graph, connection, ends.from.qualified, ends.to.qualified);
    outcome.counts.resolved = first?.steps.length ?? 0;
    outcome.counts.unresolved = asked ? 0 : connection.followed.open;
    return [outcome];
  }

  #outcome(relation: Relation, from: Alternative): Outcome {
    const { operation, depth } = relation;
    const outcome = blankOutcome(from, null);
    outcome.exact = operation !== "similar";
    if (operation === "definition") return { ...outcome, hits: from.symbols.map((symbol) => plainHit(symbol)) };
    if (operation === "similar") return { ...outcome, hits: this.#alike(from.symbols[0]!) };
    const facts: StructuralHit[] = [];
    const possible: StructuralHit[] = [];
    if (relation.overriding !== undefined) {
      outcome.hits = from.symbols.flatMap((symbol) => this.#overriding(symbol, relation.overriding!));
      return outcome;
    }
    for (const symbol of from.symbols) {
      const answer = walk(this.store, this.#operation(operation, symbol), symbol.key, null, { depth });
      facts.push(...answer.hits);
      possible.push(...answer.possible);
      outcome.edges.push(...answer.edges);
      outcome.counts.resolved += answer.counts.resolved;
      outcome.counts.possible += answer.counts.possible;
      outcome.counts.unresolved += answer.counts.unresolved;
      outcome.truncated ||= answer.truncated;
      outcome.risk ??= answer.risk;
    }
    const wanted = (hits: readonly StructuralHit[]): StructuralHit[] => this.#distinct(relation, hits, from.symbols);
    outcome.hits = wanted(facts);
    if (outcome.hits.length === 0) {
      outcome.hits = wanted(possible);
      outcome.possible = outcome.hits.length > 0;
    }
    return outcome;
  }

  /** Imports are those of a file, members those of a type: another symbol stands for what it is in. */
  #operation(operation: Relation["operation"], symbol: SymbolRow): Relation["operation"] {
    return operation === "subclasses" && sortOf(symbol) === "callable" && partAround(this.store, symbol, "type") === null
      ? "callers"
      : operation;
  }

  /** Members of a name in the types below one; of any name that it has members of where none is said. */
  #overriding(symbol: SymbolRow, name: string): StructuralHit[] {
    const owner = partAround(this.store, symbol, "type");
    if (!owner) return [];
    const names =
      name === ""
        ? new Set(
            this.store
              .childrenOf(owner.id)
              .filter((one) => sortOf(one) === "callable")
              .map((one) => one.name),
          )
        : [name];
    return [...names].flatMap((one) => overridesOf(this.store, owner, one)).map((hit) => ({ ...plainHit(hit.symbol), depth: hit.depth }));
  }

  /** Hits of the sort and place that are wanted, each symbol once; what the relation starts from is no answer to it. */
  #distinct({ only, sort, operation }: Relation, hits: readonly StructuralHit[], starts: readonly SymbolRow[]): StructuralHit[] {
    const seen = new Set(operation === "path" || operation === "callers" ? [] : starts.map((symbol) => symbol.id));
    const kept: StructuralHit[] = [];
    for (const hit of hits) {
      if (only !== null && hit.test !== (only === "tests")) continue;
      const symbol = sort === null || sortOf(hit.symbol) === sort ? hit.symbol : this.#within(hit.symbol, sort);
      if (symbol === null || seen.has(symbol.id)) continue;
      seen.add(symbol.id);
      kept.push(symbol === hit.symbol ? hit : { ...hit, symbol });
    }
    return kept;
  }

  /** "Which classes call …": the class around the method that does. */
  #within(symbol: SymbolRow, sort: NonNullable<Relation["sort"]>): SymbolRow | null {
    return sort === "file" || sort === "type" ? partAround(this.store, symbol, sort) : null;
  }

  #alike(symbol: SymbolRow): StructuralHit[] {
    const ranked = described(this.store, this.plan, [symbol.name, symbol.signature, symbol.doc].join(" ")).chunks;
    return ranked.flatMap(({ chunk, score }) => {
      const other = this.store.symbolById(chunk.symbol);
      const apart = chunk.path !== symbol.path || chunk.end < symbol.start || chunk.start > symbol.end;
      return other && other.at > 0 && apart ? [{ ...plainHit(other), confidence: Math.min(1, score / (ranked[0]?.score || 1)) }] : [];
    });
  }

  // -------------------------------------------------------------------------------------------- the answer

  /** Results of the best alternative, then of those that come close to it. */
  #drafts(outcomes: readonly Outcome[]): Draft[] {
    const [best] = outcomes;
    if (!best) return [];
    const kinds = new Set(this.plan.filters.kinds);
    return outcomes
      .filter((outcome) => outcome === best || outcome.score >= settings.close * best.score)
      .slice(0, settings.alternatives)
      .flatMap((outcome) =>
        outcome.hits
          .filter(({ symbol }) =>
            symbol.file === null ? this.plan.filters.paths.length === 0 : this.#accepts(symbol.path, symbol.language),
          )
          .filter(({ symbol }) => kinds.size === 0 || kinds.has(symbol.kind))
          .map((hit) => {
            const member = toDraft(this.store, hit, "structural");
            const score = member.score * outcome.score * this.#likely(outcome);
            // What holds of another symbol than the one that the answer is about, or is only like it, is found, and no member of the relation.
            return outcome === best && outcome.exact ? { ...member, score } : { ...member, ...FOUND, score };
          }),
      );
  }

  /** That what an outcome is about is what was meant. */
  #likely({ connection }: Outcome): number {
    return connection?.kind === "asked" ? ofPath(this.#ends.likely, connection.paths) : this.#ends.likely;
  }

  /** What the best alternative starts from, as results: the other half of the answer. */
  #anchors(best: Outcome | undefined): Draft[] {
    const symbols = best ? [...best.from.symbols, ...(best.to?.symbols ?? [])].slice(0, settings.shown) : [];
    return symbols
      .filter((symbol) => symbol.file !== null && this.#accepts(symbol.path, symbol.language))
      .map((symbol) => ({ ...toDraft(this.store, plainHit(symbol), "semantic"), ...FOUND, score: this.#ends.likely }));
  }

  #graph(best: Outcome): Found["graph"] {
    const [chosen = null] = best.from.symbols;
    const single = (symbol: SymbolRow | null) => ({ chosen: symbol, candidates: [], reason: "", suggestions: [] });
    const starts = best.from.symbols.slice(1).map((symbol) => plainHit(symbol));
    const answer = { choice: single(chosen), target: best.to ? single(best.to.symbols[0] ?? null) : null, edges: best.edges };
    return toGraph(answer, [...starts, ...best.hits.slice(0, this.plan.k)]);
  }

  /** What was taken for what, and what could not be established. */
  #tell(relation: Relation, best: Outcome | undefined, count: number): void {
    for (const { description, bound } of descriptions(relation)) {
      const [taken, ...others] = bound;
      if (!taken) {
        if (this.#ends.absent.has(description)) continue;
        this.#warnings.push({ code: "unbound", message: `Nothing here fits “${brief(description)}”.` });
        continue;
      }
      const chosen =
        best?.from.symbols.some((symbol) => symbol.key === taken.symbol) || best?.to?.symbols.some((symbol) => symbol.key === taken.symbol);
      const used = chosen
        ? taken
        : (bound.find((one) => [...(best?.from.symbols ?? []), ...(best?.to?.symbols ?? [])].some(({ key }) => key === one.symbol)) ??
          taken);
      const rest = [taken, ...others].filter((one) => one !== used && one.score >= settings.close).slice(0, 2);
      const also = rest.length > 0 ? `; ${rest.map(placed).join(" or ")} would fit too` : "";
      this.#warnings.push({
        code: "bound",
        message: `“${brief(description)}” was taken to mean ${placed(used)}${also}.`,
      });
    }
    if (best?.connection) {
      const { kind, followed } = best.connection;
      const code = kind === "asked" ? "note" : followed.everything ? "none-known" : "only-possible";
      for (const message of best.notes) this.#warnings.push({ code, message });
    } else if (best?.possible)
      this.#warnings.push({ code: "only-possible", message: "None of these could be established: they are candidates." });
    else if (count === 0 && this.#ends.absent.size === 0) {
      const doubt = (best?.counts.possible ?? 0) + (best?.counts.unresolved ?? 0);
      const what = relation.only === "tests" ? "tests that reach it" : relation.operation.replaceAll("_", " ");
      this.#warnings.push({
        code: doubt > 0 ? "only-possible" : "none-known",
        message: `No ${what} could be established${doubt > 0 ? `, but ${doubt} uses of that name could not be resolved: this is not "none"` : ""}. These are search results for the words.`,
      });
    }
    if (count > this.plan.k)
      this.#warnings.push({ code: "more-results", message: `${count} results; the first ${this.plan.k} are shown, -k shows more.` });
    if (best?.truncated)
      this.#warnings.push({ code: "walk-cut", message: "The graph was not followed to its end: there is more than this." });
  }
}

/** A definition with its place. */
const placed = ({ qualified, path, start }: Pick<SymbolRow, "qualified" | "path" | "start">): string =>
  `${qualified} (${path === "" ? "outside this tree" : `${path}:${start}`})`;

/** That no path is told, with what its ends may be. */
function unknownEnds(relation: Relation): Warning {
  const ends = descriptions(relation).map(({ description, bound }) => {
    const nearest = bound.slice(0, settings.nearest).map(placed);
    return `“${brief(description)}”${nearest.length > 0 ? ` (the nearest: ${nearest.join(", ")})` : ""}`;
  });
  return {
    code: "weak-match",
    message: `No path is told: none that was found is likely to be the one asked for. Its ends: ${ends.join("; ")}.`,
  };
}

/** Every description of a relation with what it was bound to. */
function descriptions({ of, to }: Relation): { description: string; bound: Binding[] }[] {
  return [of, to].flatMap((operand) => {
    if (operand === null || "symbol" in operand) return [];
    if ("relation" in operand) return descriptions(operand.relation);
    return [{ description: operand.description, bound: (operand.bound ?? []).slice(0, asking.maxResults) }];
  });
}

/** The command that looks for a chain that needs candidates, too. */
const trace = (from: SymbolRow, to: SymbolRow): string =>
  `manifold trace '${from.path}:${from.qualified}' '${to.path}:${to.qualified}'  (looks for a chain of unresolved calls, too)`;

/** What a result that is no member of the relation has in the place of what the graph says of members. */
const FOUND = { strategies: ["semantic"] as Strategy[], resolution: null, depth: 0, confidence: 1 };
