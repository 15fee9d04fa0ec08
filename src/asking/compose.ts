/**
 * Carrying out a compiled relation: descriptions are bound by retrieval, relations walked in the graph, from the inside out.
 *
 * An end of a relation is a row of alternatives, best first, each a set of symbols: one for a name or a candidate of a description, many for
 * what another relation gave. The relation is asked of each; the best alternative that has an answer wins, and the answer says what was taken
 * for what. Close seconds follow after it.
 */
import type { Warning } from "../base/errors.ts";
import { asking, likelihood, binding as settings, paths as walked, walking } from "../base/settings.ts";
import type { Strategy, SymbolKind } from "../base/types.ts";
import { brief } from "../base/visible.ts";
import { queryWords, STOP_WORDS, splitIdentifier, stem, words } from "../base/words.ts";
import { nameOverlap, type QueryWeights, queryWeights, softStemOverlap, stemOf } from "../query/evidence.ts";
import { fileFilter } from "../query/filter.ts";
import { isCode } from "../query/impact/definitions.ts";
import { searchKeyword } from "../query/keyword.ts";
import { logistic } from "../query/likelihood.ts";
import type { Plan } from "../query/plan.ts";
import { synonyms } from "../query/readings.ts";
import { type Binding, descriptionsOf, type Operand, type Relation, type Sort } from "../query/relation.ts";
import { type RankedChunk, type Retrieved, retrieve } from "../query/retrieve.ts";
import { semanticsOf } from "../query/semantic.ts";
import { toNode } from "../query/subgraph.ts";
import { connect, hitsOf, toldOf } from "../query/walk/connection.ts";
import { Graph } from "../query/walk/graph.ts";
import type { End } from "../query/walk/paths.ts";
import { type Outside, outsideOf } from "../query/walk/resources.ts";
import { type Connection, findSymbol, overridesOf, type StructuralAnswer, type StructuralHit, walk } from "../query/walk.ts";
import type { EdgeRow, Store, SymbolRow } from "../store/graph.ts";
import { idf } from "../store/lexical.ts";
import { type Found, find } from "./find.ts";
import { type Draft, Pages } from "./quote.ts";
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
  const composed = new Composition(store, plan).run(plan.relation!);
  if (composed !== null) return composed;
  const route = plan.otherwise ?? plan.route;
  return find(store, { ...plan, strategy: route.strategy, operation: route.operation, relation: null, route });
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

/** Definitions of a name outside tests, likeliest first. */
function codeNamed(store: Store, name: string): SymbolRow[] {
  const graph = new Graph(store);
  return findSymbol(store, { name }).candidates.filter(
    (symbol) =>
      symbol.file !== null &&
      ["callable", "type", "file"].includes(sortOf(symbol) ?? "") &&
      isCode(symbol.language) &&
      !isNameSpace(store, symbol) &&
      !graph.isTest(symbol),
  );
}

class Composition {
  readonly #pages: Pages;
  /** What retrieval found, by description; the outermost first. */
  readonly #searched = new Map<string, RankedChunk[]>();
  /** Descriptions of what is probably not here, with what comes nearest. */
  readonly #absent = new Map<string, SymbolRow[]>();
  /** What they mean of what lies outside of the tree. */
  readonly #outside = new Map<string, Outside>();
  /** Log odds that they are here at all (presence.ts). */
  readonly #present = new Map<string, number>();
  /** Descriptions that something here plainly is. */
  readonly #clear = new Set<string>();
  readonly #warnings: Warning[] = [];
  /** That the symbols which descriptions were bound to are those that were meant. */
  #bound = 1;
  readonly #accepts: ReturnType<typeof fileFilter>;

  constructor(
    private readonly store: Store,
    private readonly plan: Plan,
  ) {
    this.#pages = new Pages(store);
    this.#accepts = fileFilter(plan.filters);
  }

  run(relation: Relation): Found | null {
    this.#bound = descriptionsOf(relation).length > 0 && relation.to === null ? likelihood.bound : 1;
    const { bound, outcomes } = this.#relate({ ...relation, depth: this.plan.depth ?? relation.depth });
    const [best] = outcomes;
    // Words that may mean something else are a relation where both ends are found, whatever joins them, or where something joins them for certain.
    const certain = best?.connection?.kind === "asked" && !best.possible;
    const clear = best !== undefined && best.connection?.kind !== "none" && this.#clear.size === descriptionsOf(relation).length;
    const told = this.#absent.size === 0 ? certain || clear : this.#absent.size === 1 && this.#clear.size > 0;
    if (this.plan.otherwise !== null && !told) return null;
    const drafts: Draft[] = [];
    const add = (draft: Draft): void => {
      if (!drafts.some((one) => one.path === draft.path && one.start === draft.start && one.qualified === draft.qualified))
        drafts.push(draft);
    };
    const related = this.#drafts(outcomes);
    // A way back, or from somebody else, is not what was asked for.
    const joined = related.length > 0 && (best?.connection?.kind ?? "asked") === "asked";
    const absent = [...this.#absent.keys()];
    // Beside a path stands what the words of the whole question find.
    const searched =
      relation.to !== null && absent.length === 0
        ? described(this.store, this.plan, this.plan.text).chunks
        : ([...this.#searched.values()][0] ?? []);
    const found = searched.map((item) => chunkDraft(item, "semantic")).filter((draft) => this.#accepts(draft.path, draft.language));
    if (relation.beside) for (const draft of found.slice(0, settings.beside)) add(draft);
    const known = relation.operation === "definition" ? [] : this.#anchors(best);
    for (const draft of related) add(draft);
    for (const hit of best?.beside ?? [])
      if (this.#accepts(hit.symbol.path, hit.symbol.language)) add({ ...toDraft(this.store, hit, "semantic"), ...FOUND, score: 0 });
    for (const draft of known) add(draft);
    for (const draft of found)
      if (!drafts.some((one) => one.path === draft.path && one.start <= draft.end && one.end >= draft.start)) add(draft);
    this.#tell(bound, best, related.length);
    // What it is a relation of is not here: neither is the answer.
    if (absent.length > 0) {
      const list = absent.map((one) => `“${brief(one)}”`).join(" and ");
      const nearest = [...this.#absent.values()].flat().map(placed);
      const only =
        nearest.length > 0
          ? `; the nearest to it: ${nearest.join(", ")}. No path is told to what is not known`
          : ": what follows is only the nearest to it";
      this.#warnings.unshift({ code: "weak-match", message: `Nothing here seems to be ${list}${only}.` });
      for (const draft of drafts) draft.near = true;
    }
    return {
      drafts: drafts.slice(0, this.plan.k),
      graph: best ? this.#graph(best) : { nodes: [], edges: [] },
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
      ...(best?.connection ? { connection: best.connection } : {}),
      relation: bound,
    };
  }

  // -------------------------------------------------------------------------------------------- ends

  /** The alternatives of an end, best first, and the end with its description bound. */
  #end(operand: Operand, operation: Relation["operation"], choosing: Choosing = {}): { bound: Operand; alternatives: Alternative[] } {
    if ("relation" in operand) {
      const { bound, outcomes } = this.#relate(operand.relation);
      const alternatives = outcomes
        .filter((outcome) => outcome.hits.length > 0)
        .map(({ hits, score }) => ({ symbols: hits.slice(0, settings.inner).map((hit) => hit.symbol), score }));
      return { bound: { relation: bound }, alternatives };
    }
    if ("symbol" in operand) {
      const module = operation === "imports" || operation === "importers";
      const { chosen, candidates } = findSymbol(this.store, { name: operand.symbol, module });
      const own = candidates.filter(({ file, kind }) => file !== null && kind !== "section");
      if (operation === "path" && operand.part === null) {
        // A plain word is the name of something only where code defines that; a package or a key of settings is what the word describes.
        if (PLAIN_WORD.test(operand.symbol)) {
          const described = this.#end({ description: operand.symbol, sort: null, part: null, bound: null }, operation, choosing);
          const code = codeNamed(this.store, operand.symbol).slice(0, walking.maxEnds);
          if (code.length === 0) return described;
          // Where something is called so it is that which is meant, rather than what the word describes besides.
          this.#absent.delete(operand.symbol);
          const ids = new Set(code.map(({ id }) => id));
          const others = described.alternatives.filter(({ symbols }) => !symbols.some(({ id }) => ids.has(id)));
          return {
            bound: operand,
            alternatives: [
              ...code.map((symbol, at) => ({ symbols: [symbol], score: at === 0 ? 1 : settings.namesake })),
              ...others.map((one) => ({ ...one, score: settings.describedToo * one.score })),
            ],
          };
        }
        // The ends of a path are those definitions of the names that are joined.
        if (own.length > 1)
          return {
            bound: operand,
            alternatives: own
              .slice(0, walking.maxEnds)
              .map((symbol, at) => ({ symbols: [symbol], score: at === 0 ? 1 : settings.namesake })),
          };
      }
      if (chosen) return { bound: operand, alternatives: this.#parts([{ symbols: [chosen], score: 1 }], operand.part) };
      const described: Operand = { description: operand.symbol, sort: null, part: operand.part, bound: null };
      return this.#end(described, operation, choosing);
    }
    const { description, part } = operand;
    // A path begins and ends with what does something: "resolving a variable" is no variable, "reading the file" no file.
    const sort = operation === "path" && (operand.sort === "value" || /^\w+ing\b/i.test(description)) ? null : operand.sort;
    const literal = operation === "path" && operand.bound === null ? literalOf(description) : null;
    const held = literal === null ? [] : holding(this.store, literal);
    if (held.length > 0) return { bound: operand, alternatives: held };
    const ranked = this.#search(description);
    const given: Candidate[] = (operand.bound ?? []).flatMap(({ symbol: key, score }) => {
      const symbol = this.store.symbolByKey(key);
      return symbol ? [{ symbol, score }] : [];
    });
    const near = operation === "path" ? [...(choosing.near ?? []), ...named(this.store, description)] : choosing.near;
    const fitting =
      given.length > 0
        ? given
        : this.#candidates(ranked, description, part === "file" ? null : sort, near ? { ...choosing, near } : choosing);
    const outside = operation === "path" && given.length === 0 && part === null ? this.#outsideOf(description) : null;
    const weighed: readonly Candidate[] = outside && (outside.resource || outside.meant.length > 0) ? together(fitting, outside) : fitting;
    // Something joins anything: an end that nothing says a word of is none.
    const candidates =
      operation === "path"
        ? this.#called(this.#endsAmong(weighed, description), description).filter(({ fit = 2 }) => fit >= settings.spoken)
        : weighed;
    if (operation === "path" && candidates.length === 0 && sort !== null && given.length === 0)
      return this.#end({ ...operand, sort: null }, operation, choosing);
    // An end that is not likely is none: a path to what only comes nearest would be a guess.
    if (operation === "path" && choosing.near !== undefined && given.length === 0) {
      const likely = this.#likely(description, candidates, outside, choosing.near);
      this.#bound *= likely;
      if (likely < settings.unlikely) {
        this.#absent.set(
          description,
          candidates.slice(0, settings.nearest).map(({ symbol }) => symbol),
        );
        return { bound: { ...operand, bound: [] }, alternatives: [] };
      }
      this.#absent.delete(description);
      if (likely >= settings.clear) this.#clear.add(description);
    }
    // A definition that is called like it, or says most of it, is here, however rare the rest of the words.
    if (candidates.some(({ fit }) => fit !== undefined && fit >= settings.present)) {
      this.#absent.delete(description);
      this.#clear.add(description);
    }
    const bound = candidates.map(({ symbol, score }): Binding => {
      const { key, qualified, path, start, end } = symbol;
      return { symbol: key, qualified, path, start, end, score };
    });
    const alternatives = candidates.map(
      ({ symbol, score, named, called }): Alternative => ({
        symbols: [symbol],
        score,
        inside: called === false ? (named ? walked.insidePart : walked.insideUnnamed) : walked.inside,
      }),
    );
    return { bound: { ...operand, bound }, alternatives: this.#parts(alternatives, part) };
  }

  /**
   * Those whose names are the description, word for word, where there are such outside tests: "HTTP server" says `HTTPServer`, not what is near to it.
   * Two other forms of a word ("the retry decorator", `RetryDecorated`) are two things: taken for one, two of 77 paths (`scripts/bench/multihop.ts`) were lost.
   */
  #called(candidates: readonly Candidate[], description: string): readonly Candidate[] {
    const said = (description.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !STOP_WORDS.has(word));
    if (said.length < 2) return candidates;
    const graph = new Graph(this.store);
    const own = candidates.filter(({ symbol }) => splitIdentifier(symbol.name).join("") === said.join("") && !graph.isTest(symbol));
    return own.length > 0 ? own : candidates;
  }

  #outsideOf(description: string): Outside {
    let outside = this.#outside.get(description);
    if (!outside) {
      outside = outsideOf(this.store, description);
      this.#outside.set(description, outside);
    }
    return outside;
  }

  /** How likely something here is what a description of an end means. */
  #likely(description: string, candidates: readonly Candidate[], outside: Outside | null, near: readonly SymbolRow[]): number {
    const { bias, fit, most, presence, clear, told, joined } = likelihood.end;
    const best = Math.max(0, ...candidates.map((one) => one.fit ?? 0));
    const first = candidates[0]?.symbol.id;
    const present = this.#present.get(description) ?? 0;
    const odds =
      bias +
      fit * Math.min(best, most) +
      presence * Math.max(-clear, Math.min(clear, present)) +
      (candidates.some((one) => one.told) ? told : 0) +
      (near.some(({ id }) => id === first) ? joined : 0);
    return Math.max(logistic(odds), ...(outside?.meant ?? []).map(({ score }) => score), 0);
  }

  /**
   * What may be an end of a path in the code: nothing that stands in tests, unless tests are spoken of, nothing that others wrote where there is something
   * else, and no name space, in which everything is that a tree has.
   */
  #endsAmong(candidates: readonly Candidate[], description: string): readonly Candidate[] {
    const graph = new Graph(this.store);
    const tests = TESTS.test(description);
    const own = candidates.filter(({ symbol }) => !isNameSpace(this.store, symbol) && (tests || !graph.isTest(symbol)));
    const vendored = (symbol: SymbolRow): boolean =>
      symbol.file !== null && (this.store.fileById(symbol.file)?.tags.includes("vendored") ?? false);
    return own.some(({ symbol }) => !vendored(symbol)) ? own.filter(({ symbol }) => !vendored(symbol)) : own;
  }

  #search(description: string): RankedChunk[] {
    let ranked = this.#searched.get(description);
    if (!ranked) {
      const { chunks, fallback, presence } = described(this.store, this.plan, description);
      ranked = chunks;
      if (fallback) this.#absent.set(description, []);
      if (presence !== null) this.#present.set(description, presence.score);
      this.#searched.set(description, ranked);
    }
    return ranked;
  }

  #candidates(ranked: readonly RankedChunk[], description: string, sort: Sort | null, choosing: Choosing): Candidate[] {
    const found = bind(this.store, ranked, description, sort, this.#pages, choosing);
    return found.length > 0 || sort === null ? found : bind(this.store, ranked, description, null, this.#pages, choosing);
  }

  /** The files or types that symbols stand in. */
  #parts(alternatives: Alternative[], part: "file" | "type" | null): Alternative[] {
    if (part === null) return alternatives;
    const seen = new Set<number>();
    return alternatives.flatMap(({ symbols, score }) => {
      const around = symbols.flatMap((symbol) => this.#around(symbol, part) ?? []).filter((one) => !seen.has(one.id) && seen.add(one.id));
      return around.length > 0 ? [{ symbols: around, score }] : [];
    });
  }

  #around(symbol: SymbolRow, part: "file" | "type"): SymbolRow | null {
    if (part === "file") return symbol.file === null ? null : (this.store.symbolsOfFile(symbol.file)[0] ?? null);
    for (let one: SymbolRow | null = symbol; one; one = one.parent === null ? null : this.store.symbolById(one.parent))
      if (sortOf(one) === "type") return one;
    return null;
  }

  // -------------------------------------------------------------------------------------------- relations

  /** What the graph says of every alternative, best first. */
  #relate(relation: Relation): { bound: Relation; outcomes: Outcome[] } {
    const { operation, only } = relation;
    if (relation.to) return this.#path(relation, relation.to);
    const of = this.#end(relation.of, operation, { tests: only === "tests" ? settings.testTarget : settings.testShare });
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
    const [first, second] = [relation.of, target].map((end) => this.#end(end, relation.operation).alternatives) as [
      Alternative[],
      Alternative[],
    ];
    // What a description means is rather what the other end leads to, or is reached from, than anything of the tree.
    const { either } = relation;
    const near = (alternatives: readonly Alternative[], calls: boolean): SymbolRow[] => around(graph, alternatives, calls, either);
    const of = this.#end(relation.of, relation.operation, { near: near(second, false) });
    const to = this.#end(target, relation.operation, { near: near(first, true) });
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
    outcome.hits = (asked ? connection.paths.slice(0, 1) : connection.paths).flatMap((path) => hitsOf(graph, path));
    outcome.beside = asked ? others.flatMap((path) => hitsOf(graph, path)) : [];
    outcome.edges = connection.paths.flatMap(({ steps }) => steps);
    outcome.notes = toldOf(graph, connection, ends.from.qualified, ends.to.qualified);
    outcome.counts.resolved = first?.steps.length ?? 0;
    outcome.counts.unresolved = asked ? 0 : connection.followed.open;
    return [outcome];
  }

  #outcome(relation: Relation, from: Alternative): Outcome {
    const { operation, depth, only } = relation;
    const outcome = blankOutcome(from, null);
    outcome.exact = operation !== "similar";
    if (operation === "definition") return { ...outcome, hits: from.symbols.map((symbol) => plainHit(symbol)) };
    if (operation === "similar") return { ...outcome, hits: this.#alike(from.symbols[0]!) };
    const facts: StructuralHit[] = [];
    const possible: StructuralHit[] = [];
    for (const symbol of from.symbols) {
      const answer = walk(this.store, this.#operation(operation, symbol), symbol.key, null, { depth });
      facts.push(...this.#overrides(operation, symbol), ...answer.hits);
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
    // Tests reach what they test through instances, fixtures and imports too, of which there is no call.
    if (outcome.hits.length === 0 && only === "tests") {
      outcome.exact = operation === "blast_radius";
      outcome.hits = wanted(from.symbols.flatMap((symbol) => walk(this.store, "blast_radius", symbol.key, null, { depth }).hits));
    }
    if (outcome.hits.length === 0) {
      outcome.hits = wanted(possible);
      outcome.possible = outcome.hits.length > 0;
    }
    return outcome;
  }

  /** Imports are those of a file, members those of a type: another symbol stands for what it is in. */
  #operation(operation: Relation["operation"], symbol: SymbolRow): Relation["operation"] {
    return operation === "subclasses" && sortOf(symbol) === "callable" ? "callers" : operation;
  }

  /** "What overrides the method that …": methods of its name in the types below its own. */
  #overrides(operation: Relation["operation"], symbol: SymbolRow): StructuralHit[] {
    const owner = operation === "subclasses" && symbol.kind === "method" ? this.#around(symbol, "type") : null;
    if (!owner) return [];
    return overridesOf(this.store, owner, symbol.name).map((hit) => ({ ...plainHit(hit.symbol), depth: hit.depth }));
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
    return sort === "file" || sort === "type" ? this.#around(symbol, sort) : null;
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
            const score = member.score * outcome.score * this.#bound;
            // What holds of another symbol than the one that the answer is about, or is only like it, is found, and no member of the relation.
            return outcome === best && outcome.exact ? { ...member, score } : { ...member, ...FOUND, score };
          }),
      );
  }

  /** What the best alternative starts from, as results: the other half of the answer. */
  #anchors(best: Outcome | undefined): Draft[] {
    const symbols = best ? [...best.from.symbols, ...(best.to?.symbols ?? [])].slice(0, settings.shown) : [];
    return symbols
      .filter((symbol) => symbol.file !== null && this.#accepts(symbol.path, symbol.language))
      .map((symbol) => ({ ...toDraft(this.store, plainHit(symbol), "semantic"), ...FOUND, score: this.#bound }));
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
        if (this.#absent.has(description)) continue;
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
    else if (count === 0 && this.#absent.size === 0) {
      const doubt = (best?.counts.possible ?? 0) + (best?.counts.unresolved ?? 0);
      const what = relation.operation.replaceAll("_", " ");
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

/** Does a name hold nothing but types and further such names? */
const isNameSpace = (store: Store, { kind, id }: SymbolRow): boolean =>
  kind === "namespace" || (kind === "module" && !store.childrenOf(id).some((one) => sortOf(one) === "callable"));

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

// What a description means here: the symbols that fit it, best first.
//
// Retrieval finds the chunks, then every definition that begins or stands in one of them is weighed: by its chunk's share of the best, and by
// how much of the description its own name, documentation and lines hold. Nothing is asked of the graph.

export interface Candidate {
  symbol: SymbolRow;
  /** Share of the best, 0 to 1. */
  score: number;
  /** How much of the description its own words hold; unknown of what was given. */
  fit?: number;
  /** Its name holds some of it: it is as a whole what is described. */
  named?: boolean;
  /** Its name has every word of it. */
  called?: boolean;
  /** Its name, documentation or signature has every word of it; or for each what developers call the same. */
  told?: boolean;
  alike?: boolean;
}

const TESTS = /\b(?:tests?|testing|specs?|mocks?|fixtures?|stubs?)\b/i;

/** A word of ordinary language, rather than a name. */
const PLAIN_WORD = /^\p{Ll}+$/u;

/** What is known of an end besides its description. */
interface Choosing {
  /** Symbols that may be meant wherever the search ranks them. */
  near?: readonly SymbolRow[];
  /** What a definition in a test counts where no test is spoken of. */
  tests?: number;
}

const SORT_OF: Partial<Record<SymbolKind, Sort>> = {
  file: "file",
  module: "type",
  namespace: "type",
  class: "type",
  struct: "type",
  interface: "type",
  trait: "type",
  enum: "type",
  type: "type",
  function: "callable",
  method: "callable",
  macro: "callable",
  field: "value",
  variable: "value",
  constant: "value",
};

/** Of what sort a symbol is; null for what no description means (imports, sections, externals). */
export const sortOf = (symbol: SymbolRow): Sort | null => (symbol.file === null ? null : (SORT_OF[symbol.kind] ?? null));

/** The chunks that retrieval finds for a description. */
export function described(store: Store, plan: Plan, description: string): Retrieved {
  const wordless = !plan.engines.includes("lexical");
  const semantics = plan.engines.includes("vectors") ? semanticsOf(store) : null;
  const filters = { paths: [], excludes: [], languages: [], kinds: [] };
  return wordless && semantics === null
    ? { chunks: [], fallback: false, presence: null }
    : retrieve(store, description, { k: settings.chunks, filters, semantics, wordless, graph: false });
}

/**
 * The symbols that a description may mean, best first, each once; ties by path and line.
 * @param sort only symbols of this sort; null = functions, methods and types
 */
export function bind(
  store: Store,
  ranked: readonly RankedChunk[],
  description: string,
  sort: Sort | null,
  pages: Pages,
  { near = [], tests: inTests = settings.testShare }: Choosing = {},
): Candidate[] {
  const stems = queryWords(description).filter((word) => !isWhole(word, description));
  const query = queryWeights([...new Set(stems)], idf(store.db, new Set(stems)), store.counts().chunks);
  const wording: Wording = { query, acronyms: acronymsOf(description), alike: alikeOf(query.stems) };
  const tests = TESTS.test(description);
  const best = ranked[0]?.score ?? 0;
  const scores = new Map<number, Candidate>();
  const weigh = (symbol: SymbolRow, share: number, place: number): void => {
    const own = sortOf(symbol);
    if (own === null || (sort === null ? own === "file" || own === "value" : own !== sort)) return;
    const { name, all, ...holds } = fit(symbol, wording, pages);
    const held = all * (sort === null && own === "type" ? settings.typeShare : 1);
    const score = place * (settings.chunk * share + held);
    if (score > (scores.get(symbol.id)?.score ?? 0)) scores.set(symbol.id, { symbol, score, fit: place * held, named: name > 0, ...holds });
  };
  for (const { chunk, score } of ranked) {
    const share = best > 0 ? score / best : 0;
    const place = !tests && chunk.tags.includes("test") ? inTests : 1;
    for (const symbol of inside(store, chunk)) weigh(symbol, share, place);
  }
  for (const symbol of near) if (!scores.has(symbol.id)) weigh(symbol, 0, 1);
  const order = [...scores.values()].sort(
    (a, b) => b.score - a.score || (a.symbol.path < b.symbol.path ? -1 : a.symbol.path > b.symbol.path ? 1 : a.symbol.at - b.symbol.at),
  );
  const most = order[0]?.score || 1;
  return order.slice(0, settings.candidates).map((one) => ({ ...one, score: Math.round((one.score / most) * 1000) / 1000 }));
}

/** What begins in a chunk, what it is a part of, and their files. */
function inside(store: Store, chunk: RankedChunk["chunk"]): SymbolRow[] {
  const file = store.fileByPath(chunk.path);
  if (!file) return [];
  const found = store.symbolsOfFile(file.id).filter((one) => one.at === 0 || (one.start >= chunk.start && one.start <= chunk.end));
  for (
    let around = store.symbolById(chunk.symbol);
    around && around.at > 0;
    around = around.parent === null ? null : store.symbolById(around.parent)
  )
    if (!found.some((one) => one.id === around!.id)) found.push(around);
  return found;
}

/** How much of the description a definition's name holds; and its documentation and own lines besides, 0 to the sum of the weights. */
function fit(
  symbol: SymbolRow,
  wording: Wording,
  pages: Pages,
): { name: number; all: number; called: boolean; told: boolean; alike: boolean } {
  const { query, acronyms, alike } = wording;
  if (query.total === 0) return { name: 0, all: 0, called: false, told: false, alike: false };
  const parts = partsOf(symbol.kind === "file" ? stemOf(symbol.path) : symbol.name, acronyms);
  // What initials spell is said, and no name: any two words have the initials of something.
  const plain = new Set(splitIdentifier(symbol.kind === "file" ? stemOf(symbol.path) : symbol.name).map(stem));
  const outer = partsOf(symbol.qualified.split(".").slice(-2, -1)[0] ?? "", acronyms);
  const name = Math.max(
    nameOverlap(parts, query),
    settings.owner * nameOverlap([...parts, ...outer], query),
    settings.soft * softStemOverlap(parts, query),
    settings.synonym *
      nameOverlap(
        parts.map((part) => (query.idf.has(part) ? part : (alike.get(part) ?? part))),
        query,
      ),
  );
  const stated = new Set(words(`${symbol.doc} ${symbol.signature}`));
  const told = new Set([...parts, ...stated]);
  const last = Math.min(symbol.end, symbol.start + settings.lines);
  const text = new Set(symbol.kind === "file" ? [] : words(pages.text(symbol.path, symbol.start, last)));
  for (const word of told) text.add(word);
  return {
    name,
    all: settings.name * name + settings.told * covered(told, wording) + settings.body * covered(text, wording),
    called: query.stems.every((word) => plain.has(word)),
    told: query.stems.every((word) => plain.has(word) || stated.has(word)),
    alike: query.stems.every((word) => told.has(word) || [...alike].some(([other, own]) => own === word && told.has(other))),
  };
}

/** The idf share of the description that a set of words holds; one that means the same counts less. */
function covered(held: ReadonlySet<string>, { query, alike }: Wording): number {
  let sum = 0;
  const same = new Set<string>();
  if (alike.size > 0) for (const word of held) if (alike.has(word)) same.add(alike.get(word)!);
  for (const word of query.stems) sum += (query.idf.get(word) ?? 0) * (held.has(word) ? 1 : same.has(word) ? settings.synonym : 0);
  return sum / query.total;
}

/** A description as definitions are held against it. */
interface Wording {
  query: QueryWeights;
  /** Initials of its words, with their stems. */
  acronyms: ReadonlyMap<string, readonly string[]>;
  /** What developers call the same, with the word of it that it stands for. */
  alike: ReadonlyMap<string, string>;
}

function alikeOf(stems: readonly string[]): Map<string, string> {
  const alike = new Map<string, string>();
  for (const own of stems)
    for (const other of synonyms([own]))
      if (!other.includes(" ") && !stems.includes(stem(other)) && !alike.has(stem(other))) alike.set(stem(other), own);
  return alike;
}

/** Stemmed parts of a name; an acronym of words of the description counts as these. */
const partsOf = (name: string, acronyms: ReadonlyMap<string, readonly string[]>): string[] =>
  splitIdentifier(name).flatMap((part) => acronyms.get(part) ?? [stem(part)]);

/** Initials of two to four words of a description that follow one another, with their stems: "garbage collection" is gc. */
function acronymsOf(description: string): Map<string, string[]> {
  const list = description.toLowerCase().match(/[a-z]+/g) ?? [];
  const found = new Map<string, string[]>();
  for (let from = 0; from < list.length; from++)
    for (let size = 2; size <= 4 && from + size <= list.length; size++) {
      const some = list.slice(from, from + size);
      if (!some.some((word) => STOP_WORDS.has(word))) found.set(some.map((word) => word[0]).join(""), some.map(stem));
    }
  return found;
}

/** Is it a whole identifier that stands beside its parts (words.ts)? */
const isWhole = (word: string, description: string): boolean =>
  [...description.matchAll(/[\p{L}_][\p{L}\p{N}_]*/gu)].some(([name]) => {
    const parts = splitIdentifier(name);
    return parts.length > 1 && parts.join("") === word;
  });

// The ends of a path.

/** Definitions outside tests whose names have every word of a short description, wherever a search ranks them. */
function named(store: Store, description: string): SymbolRow[] {
  const said = (description.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !STOP_WORDS.has(word));
  if (said.length === 0 || said.length > settings.namedWords) return [];
  const stems = said.map(stem);
  // The longest says most; what its stem has in common with it stands in its other forms too.
  const [word, root] = said.map((one, at) => [one, stems[at]!] as const).sort((a, b) => b[0].length - a[0].length)[0]!;
  let same = 0;
  while (same < word.length && word[same] === root[same]) same++;
  if (same < 3) return [];
  return store.namesHolding(word.slice(0, same), settings.namedNames).flatMap((folded) =>
    store.symbolsByName(folded, true).filter((symbol) => {
      if (symbol.file === null || sortOf(symbol) === null || !isCode(symbol.language)) return false;
      const parts = new Set(splitIdentifier(symbol.name).map(stem));
      return stems.every((one) => parts.has(one)) && !store.fileById(symbol.file)?.tags.includes("test");
    }),
  );
}

/** Candidates of a description and what it means outside of the tree, by what each holds by itself. */
function together(fitting: readonly Candidate[], { resource, meant }: Outside): Candidate[] {
  const most = settings.name + settings.told + settings.body;
  const all = new Map<number, Candidate>(meant.map((one) => [one.symbol.id, { ...one, fit: most * one.score, named: true, called: true }]));
  const strength = Math.max(0, ...fitting.map(({ fit = most, called }) => Math.max(called ? settings.calledSo : 0, fit / most)));
  for (const one of fitting) {
    // A word for what lies outside means nothing that only comes near to it.
    if (resource && !one.called && !one.alike) continue;
    const score = Math.max(strength * one.score, one.called ? settings.calledSo : 0);
    if (score > (all.get(one.symbol.id)?.score ?? 0)) all.set(one.symbol.id, { ...one, score });
  }
  const best = Math.max(...[...all.values()].map(({ score }) => score));
  return [...all.values()].map((one) => ({ ...one, score: one.score / best })).sort((a, b) => b.score - a.score);
}

/** What an end of a relation may be: one symbol, or all that another relation gave. */
export interface Alternative {
  symbols: SymbolRow[];
  score: number;
  /** What it costs to take a part of it instead. */
  inside?: number;
}

/** The candidates of an end, each for what it costs to take it for what is described. */
const endsOf = (alternatives: readonly Alternative[]): End[] =>
  alternatives.flatMap(({ symbols, score, inside = walked.inside }) => {
    const cost = settings.doubt * -Math.log(Math.max(score, settings.least));
    return score < settings.least ? [] : symbols.map((symbol) => ({ symbol, cost, inside }));
  });

/** Symbols outside tests that calls lead to from the likeliest candidates of an end, or from which they lead there; both ways where ends have no order. */
function around(graph: Graph, alternatives: readonly Alternative[], calls: boolean, both: boolean): SymbolRow[] {
  const seen = new Map<number, SymbolRow>();
  const starts = alternatives.slice(0, settings.guides).flatMap(({ symbols }) => symbols.slice(0, settings.guides));
  let level = starts.flatMap((symbol) => graph.subtree(symbol).map(({ id }) => id)).slice(0, settings.near);
  while (level.length > 0 && seen.size < settings.near) {
    const next: number[] = [];
    for (const id of level)
      for (const { src, dst, resolution } of [
        ...(calls || both ? graph.store.edgesFrom(id, ["calls", "uses"]) : []),
        ...(!calls || both ? graph.store.edgesTo(id, ["calls", "uses"]) : []),
      ]) {
        const other = src === id ? dst : src;
        const symbol = resolution === "external" || seen.has(other) ? null : graph.symbol(other);
        if (symbol === null || symbol.file === null || graph.isTest(symbol) || seen.size >= settings.near) continue;
        seen.set(other, symbol);
        next.push(other);
      }
    level = next;
  }
  return [...seen.values()];
}

/** A text in quotes, a route or a flag that an end is described by: it stands in code, which is what is meant. */
function literalOf(description: string): string | null {
  const { quoted, route, flag } = LITERAL.exec(description)?.groups ?? {};
  return quoted ?? route ?? flag ?? (/^\S*[^\w\s.]\S*$/.test(description) ? description : null);
}
const LITERAL = /(["'`])(?<quoted>[^"'`]{2,})\1|(?<![\w/])(?<route>\/[\w{}:.-]+(?:\/[\w{}:.-]*)*)|(?<![\w-])(?<flag>--[a-z][\w-]*)/;

/** The definitions around the places in code, outside tests, where a literal stands; of a flag, those that read it by its name too. */
function holding(store: Store, literal: string): Alternative[] {
  const symbols = new Map<number, Alternative>();
  const look = (text: string, score: number): void => {
    const found = searchKeyword(store, text, { limit: settings.literals, accept: (_, language) => isCode(language) });
    for (const { path, lines } of found.files) {
      if (store.fileByPath(path)?.tags.includes("test")) continue;
      for (const { line } of lines) {
        const symbol = store.symbolAt(path, line);
        if (symbol && !symbols.has(symbol.id)) symbols.set(symbol.id, { symbols: [symbol], score });
      }
    }
  };
  look(literal, 1);
  const name = /^--(?:no-)?([a-z][\w-]*)$/.exec(literal)?.[1];
  if (name === undefined || symbols.size === 0) return [...symbols.values()];
  for (const one of new Set([name.replaceAll("-", "_"), name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())]))
    look(`.${one}`, settings.readFlag);
  return [...symbols.values()];
}
