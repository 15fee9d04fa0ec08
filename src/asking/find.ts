/** Running a plan: each strategy asks its engines; lists of different strategies are fused by rank. */
import type { Warning } from "../base/errors.ts";
import { CALLABLES } from "../base/kinds.ts";
import type { Answer } from "../base/schema.ts";
import { asking, diversity, intents, likelihood, quoting, verbatim, walking } from "../base/settings.ts";
import type { Operation, Strategy } from "../base/types.ts";
import { brief } from "../base/visible.ts";
import { collapse, type Likeness, marginalOrder, termLikeness, vectorLikeness } from "../query/diversity.ts";
import { type Filters, fileFilter, filtersFiles, tagged } from "../query/filter.ts";
import { reciprocalRankFusion } from "../query/fuse.ts";
import { ranksOf } from "../query/graph/pagerank.ts";
import { distanceOf, searchKeyword } from "../query/keyword.ts";
import { mends } from "../query/mend.ts";
import type { Plan } from "../query/plan.ts";
import type { Presence } from "../query/presence.ts";
import type { Part } from "../query/rank.ts";
import type { Relation } from "../query/relation.ts";
import { type RankedChunk, type Retrieved, retrieveAmong } from "../query/retrieve.ts";
import { semanticsOf } from "../query/semantic.ts";
import { toNode } from "../query/subgraph.ts";
import { isTrace, type OwnFrame, ownFrames, placesNamed, readTrace, type Trace } from "../query/trace.ts";
import { type Holding, mayBePasted, quotedMessage, searchVerbatim } from "../query/verbatim.ts";
import { isGoverning } from "../query/walk/governance.ts";
import { outsideUses } from "../query/walk/outside.ts";
import { unreadCode } from "../query/walk/symbols.ts";
import { type Connection, isStructural, type StructuralAnswer, type StructuralHit, walk } from "../query/walk.ts";
import type { Store, SymbolRow } from "../store/graph.ts";
import { NO_SYMBOL } from "./answer.ts";
import type { Draft } from "./quote.ts";
import { chunkDraft, keywordDrafts, lineDraft, textsOf } from "./search.ts";
import { plainHit, toDraft, toGraph } from "./structural.ts";

/** Everything found, before it is quoted. */
export interface Found {
  drafts: Draft[];
  graph: Answer["graph"];
  symbol: Answer["symbol"];
  risk: Answer["risk"];
  /** Retrieval scores by rank, for the evidence gap; empty where ranks mean nothing (structural, keyword). */
  scores: number[];
  fallback: boolean;
  /** The results are merely the nearest: what was asked about is probably not here. */
  weak?: boolean;
  warnings: Warning[];
  suggestions: string[];
  /** How the ends of a path are connected. */
  connection?: Connection;
  /** The plan's relation with its descriptions bound. */
  relation?: Relation;
}

/** What is found before anything is. */
export const nothing = (): Found => ({
  drafts: [],
  graph: { nodes: [], edges: [] },
  symbol: NO_SYMBOL,
  risk: null,
  scores: [],
  fallback: false,
  warnings: [],
  suggestions: [],
});

/** Runs a plan against an index. */
export function find(store: Store, asked: Plan): Found {
  const plan = withSign(store, asked);
  const found = run(store, plan);
  if (plan.filters.languages.length > 0) {
    const known = Object.keys(store.languages());
    for (const name of plan.filters.languages)
      if (!known.includes(name.toLowerCase()))
        found.warnings.push({
          code: "no-language",
          message: `No file here is ${brief(name)}; there are ${known.join(", ") || "no languages"}.`,
        });
  }
  return found;
}

/** A name that a sign ends (`empty?`, `save!`): the router takes the sign for the sentence's, unless something here is called so. */
function withSign(store: Store, plan: Plan): Plan {
  const { symbol, text, command } = plan;
  if (symbol === null || command !== null || !/^[\w.:#]*\w$/.test(symbol)) return plan;
  const after = text.slice(text.indexOf(symbol) + symbol.length);
  const sign = text.includes(symbol) ? after[0] : undefined;
  if (sign !== "?" && sign !== "!") return plan;
  const last = /\w+$/.exec(symbol)![0];
  if (store.symbolsByName(last + sign).length === 0) return plan;
  // at the end of a question it is a part of the name only where nothing has the name without it
  const ends = /^[?!.\s]*$/.test(after) && store.symbolsByName(last).some(({ file, kind }) => file !== null && kind !== "file");
  return ends ? plan : { ...plan, symbol: symbol + sign };
}

function run(store: Store, plan: Plan): Found {
  const held = pasted(store, plan);
  const found = routed(store, held.length > 0 && plan.strategy !== "keyword" ? asSearch(plan) : plan);
  return held.length === 0 || (plan.strategy === "keyword" && found.drafts.length > 0) ? found : heldFirst(store, plan, held, found);
}

function routed(store: Store, plan: Plan): Found {
  if (plan.strategy === "keyword") {
    const trace = plan.keyword === null ? readTrace(plan.text) : null;
    if (trace) return byTrace(store, plan, trace);
    // What only looks like a trace is a text like any other.
    return plan.keyword === null && isTrace(plan.text) ? routed(store, asSearch(plan)) : byKeyword(store, plan);
  }
  const structural = isStructural(plan.operation) && plan.engines.includes("graph");
  if (plan.strategy === "structural" && structural) return byRelation(store, plan);
  if (plan.strategy === "hybrid" && structural) return byBoth(store, plan);
  if (plan.operation === "similar") return byLikeness(store, plan);
  const sought = plan.strategy === "semantic" ? byWordsIn(store, plan) : null;
  if (sought) return sought;
  // The router looks at a beginning only; a report is searched for as a whole.
  return byMeaning(store, plan, (!mends(plan.text) && plan.description) || plan.text, "semantic");
}

/** Which decisions are about something, which documents describe it, asked in words: found among those, null where nothing is. */
function byWordsIn(store: Store, plan: Plan): Found | null {
  const [first = ""] = plan.command === null ? plan.route.signals : [];
  const tag = DECISIONS.has(first) ? "decision" : first === "docs-that-speak" ? "docs" : null;
  if (tag === null) return null;
  const filters = tagged(store, { ...plan.filters, tags: [...(plan.filters.tags ?? []), tag] });
  const found = byMeaning(store, { ...plan, filters }, plan.text, "semantic");
  return found.drafts.length > 0 && !found.weak ? found : null;
}

const DECISIONS: ReadonlySet<string> = new Set(["decisions-on", "what-governs"]);

// ---------------------------------------------------------------------------------------------- exact text

/** A longer question or name is not repeated in a command to try. */
const SUGGESTED = 200;

function byKeyword(store: Store, plan: Plan): Found {
  const found = nothing();
  const { kinds } = plan.filters;
  // The kind of a line is that of the chunk or symbol around it, which is looked up for lines that match.
  const limit = kinds.length > 0 ? asking.kindLimit : plan.k;
  const answer = searchKeyword(store, plan.keyword ?? plan.text, { limit, accept: fileFilter(plan.filters) });
  found.drafts = keywordDrafts(store, answer, plan.k, kinds);
  if (answer.more)
    found.warnings.push({ code: "more-matches", message: `There are more than ${answer.count} matching lines; ask for more with -k.` });
  if (found.drafts.length === 0) {
    found.warnings.push({ code: "no-match", message: `No line matches ${brief(plan.keyword ?? plan.text)}.` });
    if ((plan.keyword ?? plan.text).length > SUGGESTED) return found;
    if (/\p{Lu}/u.test(plan.keyword ?? ""))
      found.suggestions.push(`manifold q ${quoted(`grep for ${(plan.keyword ?? "").toLowerCase()}`)}  (lower case matches any case)`);
    found.suggestions.push(`manifold q ${quoted((plan.keyword ?? plan.text).replace(/[^\p{L}\p{N}]+/gu, " ").trim())} --strategy semantic`);
  }
  return found;
}

// ---------------------------------------------------------------------------------------------- pasted text

/** The places of a trace that are in the tree, innermost first; then where its message comes from. */
function byTrace(store: Store, plan: Plan, trace: Trace): Found {
  const accept = fileFilter(plan.filters);
  const own = ownFrames(store, trace).filter(({ own: path }) => accept(path, store.fileByPath(path)?.language ?? null));
  const found = nothing();
  const drafts = own.map((frame, i) => frameDraft(store, frame, i));
  const raised = trace.messages.flatMap((message) => searchVerbatim(store, message, 1, accept)).map((one) => heldDraft(store, one));
  const others = raised.filter((one) => !drafts.some((other) => other.path === one.path && other.line === one.line));
  found.drafts = [...drafts, ...others].slice(0, plan.k);
  const count = trace.frames.length;
  const where =
    own.length === 0 ? "none of them in this tree" : `${own.length} ${own.length === 1 ? "place" : "places"} in this tree, innermost first`;
  const note = `Read as a stack trace of ${trace.runtime}: ${count} ${count === 1 ? "frame" : "frames"}, ${where}.`;
  found.warnings.push({ code: own.length === 0 && others.length === 0 ? "weak-match" : "note", message: note });
  if (own.some((frame) => frame.moved))
    found.warnings.push({
      code: "note",
      message: "Some lines are not those of the trace: the file has changed since, or what ran was compiled from it.",
    });
  if (found.drafts.length > 0 || trace.messages.length === 0) return { ...found, fallback: found.drafts.length === 0 };
  const searched = byMeaning(store, { ...plan, strategy: "semantic" }, trace.messages.join(" "), "semantic");
  for (const draft of searched.drafts) draft.near = true;
  return { ...searched, fallback: true, warnings: [...found.warnings, ...searched.warnings.filter(({ code }) => code !== "weak-match")] };
}

/** A line of a trace that is not what it was. */
const MOVED = 0.5;

function frameDraft(store: Store, { own: path, at, moved }: OwnFrame, depth: number): Draft {
  const chunk = store.chunkAt(path, at);
  const symbol = store.symbolAt(path, at);
  const named = symbol && symbol.at > 0 ? { kind: symbol.kind, name: symbol.name, qualified: symbol.qualified } : {};
  return {
    ...lineDraft(chunk, path, at, store.fileByPath(path)?.language ?? null),
    ...named,
    score: moved ? MOVED : 1,
    depth,
    confidence: moved ? MOVED : 1,
    quote: { from: at, to: Math.min(chunk?.end ?? at, at + quoting.useLines - 1) },
  };
}

/** Places in the tree that a question names by path: a name that several files have is none. */
function pointedAt(store: Store, plan: Plan): OwnFrame[] {
  const accept = fileFilter(plan.filters);
  const named = isTrace(plan.text) && readTrace(plan.text) ? [] : placesNamed(plan.text);
  if (named.length === 0) return [];
  return ownFrames(store, { frames: named }, true).filter(({ own }) => accept(own, store.fileByPath(own)?.language ?? null));
}

/** A message whose words the router took for a relation ("cannot import name X from Y") is searched for. */
const asSearch = (plan: Plan): Plan => ({
  ...plan,
  strategy: "semantic",
  operation: "search",
  symbol: null,
  target: null,
  description: plan.text,
});

/** The lines that hold what may have been pasted, best first. */
function pasted(store: Store, plan: Plan): Holding[] {
  const { filters, command, at, engines, keyword, strategy } = plan;
  if (command !== null || at !== null || filters.kinds.length > 0 || filters.within || !engines.includes("lexical")) return [];
  if (isTrace(plan.text) && readTrace(plan.text)) return [];
  const text = strategy === "keyword" ? keyword : mayBePasted(plan.text) ? plan.text : quotedMessage(plan.text);
  if (text === null || (strategy === "keyword" && /^\/.+\/[a-z]*$/s.test(text))) return [];
  const held = searchVerbatim(store, text, verbatim.shown, fileFilter(filters));
  // What reads as a relation is one, unless a literal has nearly all of it.
  const sure = strategy === "semantic" || strategy === "keyword" || text.includes("\n") ? 0 : verbatim.plainShare;
  return held.filter((one) => one.share >= sure && (sure === 0 || one.literal));
}

function heldDraft(store: Store, { path, line, share }: Holding): Draft {
  const chunk = store.chunkAt(path, line);
  const to = Math.min(chunk?.end ?? line, line + quoting.useLines - 1);
  const score = likelihood.verbatim * share;
  return { ...lineDraft(chunk, path, line, store.fileByPath(path)?.language ?? null), score, confidence: share, quote: { from: line, to } };
}

/** The lines that hold the text, then what else is found. */
function heldFirst(store: Store, plan: Plan, held: readonly Holding[], found: Found): Found {
  const drafts = held.map((one) => heldDraft(store, one));
  const others = found.drafts.filter((draft) => !drafts.some((one) => one.chunk !== "" && one.chunk === draft.chunk));
  return {
    ...nothing(),
    drafts: [...drafts, ...others].slice(0, plan.k).map((draft, i) => (i < drafts.length ? draft : { ...draft, near: false })),
    warnings: found.warnings.filter(({ code }) => code !== "no-match" && code !== "weak-match" && code !== "symbol-unknown"),
  };
}

// ---------------------------------------------------------------------------------------------- the graph

function byRelation(store: Store, plan: Plan): Found {
  const walked = walk(store, plan.operation, plan.symbol, plan.target, {
    depth: plan.depth,
    at: plan.at ?? undefined,
    toAt: plan.toAt ?? undefined,
  });
  // What code names exactly so is meant before what is defined here under a name in other letters.
  const undefinedHere = walked.choice.chosen === null || isInexact(walked.choice);
  const defined = plan.among?.defined ?? null;
  if (walked.choice.chosen === null ? defined !== null : defined === "exact" && undefinedHere) return definitionFirst(store, plan, null);
  const outside = undefinedHere && isOfCode(plan) ? outsideUses(store, plan.operation, plan.symbol!, walked) : null;
  const answer = outside ?? walked;
  const unknown = answer.choice.chosen === null ? plan.symbol : answer.target?.chosen === null ? plan.target : null;
  if (answer.choice.chosen === null || answer.target?.chosen === null)
    return unknownSymbol(store, plan, answer, unknown ?? plan.symbol ?? "");
  if (plan.operation === "definition" && !plan.command) return definitionFirst(store, plan, answer);
  const found = nothing();
  const hits = acceptedHits(plan, answer);
  describe(store, found, plan, answer, { all: hits.length, shown: plan.k });
  found.drafts = hits.slice(0, plan.k).map((hit) => toDraft(store, hit, "structural"));
  if (found.drafts.length === 0 && isGuess(plan)) return byMeaning(store, asSearch(plan), plan.text, "semantic");
  if (found.drafts.length === 0 && chosenHits(plan, answer).length > 0) allFiltered(found, plan, answer);
  else if (found.drafts.length === 0) {
    nothingRelated(found, plan, answer);
    if (plan.command === null && isGoverning(plan.operation)) return searchedInstead(store, plan, found);
  }
  return found;
}

/** Documents can speak of something without naming it: what the words find, behind what was not found. */
function searchedInstead(store: Store, plan: Plan, found: Found): Found {
  const searched = byWordsIn(store, asSearch(plan)) ?? byMeaning(store, asSearch(plan), plan.text, "semantic");
  for (const draft of searched.drafts) draft.near = true;
  const warnings = [...found.warnings, ...searched.warnings.filter(({ code }) => code !== "weak-match" && code !== "no-match")];
  return { ...searched, symbol: found.symbol, graph: found.graph, warnings, suggestions: found.suggestions, fallback: true };
}

/** Is a name of code meant, whether or not anything defines it? "what uses caching" may speak of a thing. */
const isOfCode = (plan: Plan): boolean =>
  plan.at === null &&
  plan.symbol !== null &&
  (plan.command !== null || (!isGuess(plan) && (plan.operation !== "references" || /[\p{Lu}_$.:#\d]/u.test(plan.symbol))));

/** The router only guessed a relation: where it leads to nothing, the words were meant. */
const isGuess = ({ command, at, route }: Plan): boolean => command === null && at === null && route.confidence < asking.guess;

function allFiltered(found: Found, plan: Plan, answer: StructuralAnswer): void {
  const count = chosenHits(plan, answer).length;
  found.warnings.push({
    code: "all-filtered",
    message: `${count} found, but none that the filters (--path, --lang, --kind …) let through.`,
  });
  found.suggestions.push(
    `manifold ${plan.command ?? "q"} ${quoted(plan.command ? (plan.symbol ?? plan.text) : plan.text)}  (without filters)`,
  );
}

/**
 * What the answer says besides its results: the choice, the counts, the notes, the walked part of the graph.
 * @param count members of the relation that there are, filters applied, and of them in the answer at most
 */
function describe(store: Store, found: Found, plan: Plan, answer: StructuralAnswer, { all, shown }: { all: number; shown: number }): void {
  const { choice, counts } = answer;
  const pagerank =
    answer.operation === "definition" && plan.command !== null && choice.chosen?.file ? ranksOf(store).of(choice.chosen.id) : null;
  found.symbol = {
    chosen: choice.chosen && toNode(choice.chosen),
    candidates: choice.candidates.map(toNode),
    ...counts,
    pagerank: pagerank === null ? null : Math.round(pagerank * 1_000) / 1_000,
    together: false,
    only: null,
  };
  found.risk = answer.risk;
  if (answer.connection) found.connection = answer.connection;
  found.graph = toGraph(answer, chosenHits(plan, answer).slice(0, plan.k));
  if (choice.candidates.length > 1)
    found.warnings.push({
      code: "several-definitions",
      message: `${choice.candidates.length} definitions have this name. ${choice.reason}`,
    });
  else if (isInexact(choice)) found.warnings.push({ code: "inexact-name", message: choice.reason });
  for (const note of answer.notes) found.warnings.push({ code: "note", message: note });
  for (const one of answer.beyond) found.warnings.push(one);
  const total = answer.total && answer.total.symbols + answer.total.tests;
  const every = total !== undefined && (all >= walking.maxVisited || (isWhole(plan) && !plan.includePossible)) ? total : all;
  if (every > shown)
    found.warnings.push({
      code: "more-results",
      message: `${every} results; the nearest ${shown} are shown, -k shows more.`,
    });
  if (answer.truncated)
    found.warnings.push({ code: "walk-cut", message: "The graph was not followed to its end: there is more than this." });
  if (answer.possible.length > 0 && !plan.includePossible)
    found.warnings.push({
      code: "possible",
      message: `${counts.possible} more ${counts.possible === 1 ? "use" : "uses"} of this name could not be resolved and may mean it; --include-possible lists them.`,
    });
}

/** Only a name that is written otherwise was found. */
const isInexact = (choice: StructuralAnswer["choice"]): boolean =>
  /^No |^Nothing is defined |^\S+ has no \S+ of its own/.test(choice.reason);

const chosenHits = (plan: Plan, answer: StructuralAnswer): StructuralHit[] =>
  plan.includePossible ? [...answer.hits, ...answer.possible] : answer.hits;

function hitsOf(store: Store, plan: Plan, answer: StructuralAnswer, strategy: Strategy): Draft[] {
  return acceptedHits(plan, answer).map((hit) => toDraft(store, hit, strategy));
}

/** Is no hit filtered out? */
export const isWhole = ({ filters }: Plan): boolean => !filtersFiles(filters) && filters.kinds.length === 0;

/** Hits that the filters let through. Without filters nothing of a hit is looked at: those of wide walks are not unpacked yet. */
function acceptedHits(plan: Plan, answer: StructuralAnswer): StructuralHit[] {
  if (isWhole(plan)) return chosenHits(plan, answer);
  const accept = fileFilter(plan.filters);
  const kinds = new Set(plan.filters.kinds);
  return chosenHits(plan, answer)
    .filter((hit) => (hit.symbol.file === null ? plan.filters.paths.length === 0 : accept(hit.symbol.path, hit.symbol.language)))
    .filter((hit) => kinds.size === 0 || kinds.has(hit.symbol.kind));
}

/** Relations whose names are no words for what they lead to. */
const RELATIONS: Partial<Record<Operation, string>> = {
  documents: "mention in a document",
  governed_by: "decision, document or owner",
  governs: "code under the rule",
};

function nothingRelated(found: Found, plan: Plan, answer: StructuralAnswer): void {
  const name = answer.choice.chosen!.qualified;
  const below = plan.operation === "subclasses" && CALLABLES.has(answer.choice.chosen!.kind);
  const relation = below ? "override" : (RELATIONS[plan.operation] ?? plan.operation.replaceAll("_", " "));
  const doubt = answer.counts.possible + answer.counts.unresolved;
  const everyLine = `manifold q ${quoted(`"${answer.choice.chosen!.name}"`)}  (every line with that text)`;
  if (doubt === 0 && answer.beyond.length > 0) {
    found.warnings.push({
      code: "none-direct",
      message: answer.beyond.some(({ code }) => code === "unexplained")
        ? `No ${relation} of ${name} could be established, but what is said above may mean some: this is not "none".`
        : `No ${relation} of ${name} stand in this tree, but what is said above may mean some.`,
    });
    found.suggestions.push(plan.operation === "references" ? everyLine : `manifold refs ${quoted(name)}`);
    return;
  }
  // Of a chain the walk itself has said that there is none.
  if (plan.operation !== "path")
    found.warnings.push({
      code: doubt > 0 ? "only-possible" : "none-known",
      message:
        doubt > 0
          ? `No ${relation} of ${name} could be established, but ${doubt} uses of that name could not be resolved: this is not "none".`
          : `No ${relation} of ${name} in this tree.`,
    });
  if (doubt > 0) found.suggestions.push(`manifold ${plan.command ?? "q"} ${quoted(plan.symbol ?? name)} --include-possible`);
  found.suggestions.push(everyLine);
}

/** A structural command stops at an unknown name; a question falls through to retrieval and says so. */
function unknownSymbol(store: Store, plan: Plan, answer: StructuralAnswer, name: string): Found {
  const choice = answer.choice.chosen === null ? answer.choice : answer.target!;
  const nearest = choice.suggestions;
  const searched = plan.command ? nothing() : (byWordsIn(store, plan) ?? byMeaning(store, plan, plan.text, "semantic"));
  // A topic in one word need not be a name: what the words find is the answer.
  if (isTopic(plan) && !searched.weak && searched.drafts.length > 0) return searched;
  // A name that is not there is not like anything: what is merely nearest to its letters is no answer.
  const found = searched.weak ? { ...nothing(), suggestions: searched.suggestions } : searched;
  for (const draft of found.drafts) draft.near = true;
  const near = nearest.length > 0 ? ` Nearest names: ${nearest.join(", ")}.` : "";
  const what = (choice === answer.choice ? plan.at : plan.toAt)
    ? choice.reason
    : `Nothing is defined here under the name ${brief(name)}${calledUnread(store, name, answer)}.${unreadCode(store)}`;
  found.warnings.push({
    code: "symbol-unknown",
    message: `${what}${near}${plan.command || found.drafts.length === 0 ? "" : " These are search results for the words instead."}`,
  });
  found.fallback = !plan.command;
  const [before, after] = plan.operation !== "path" ? [[], []] : choice === answer.choice ? [[], [plan.target]] : [[plan.symbol], []];
  for (const suggestion of nearest.slice(0, 3)) {
    const ends = [...before, suggestion, ...after].flatMap((one) => (one === null ? [] : quoted(one)));
    found.suggestions.push(`manifold ${plan.command ?? "q"} ${ends.join(" ")}`);
  }
  if (/^[\w$]+(?:\W{1,2}[\w$]+)*$/.test(name) && name.length <= SUGGESTED)
    found.suggestions.push(`manifold q ${quoted(`"${name}"`)}  (every line with that text: it may be defined elsewhere, or be a field)`);
  if (plan.command && name !== "" && name.length <= SUGGESTED)
    found.suggestions.push(`manifold q ${quoted(name)} --strategy semantic  (search for the words)`);
  return found;
}

/** What is called but defined nowhere is defined by a macro, by what is generated, or elsewhere. */
function calledUnread(store: Store, name: string, answer: StructuralAnswer): string {
  const [first, ...others] = outsideUses(store, "callers", name, answer)?.hits ?? [];
  if (first === undefined) return "";
  const more = others.length > 0 ? ` and ${others.length} more ${others.length === 1 ? "place" : "places"}` : "";
  return ` as far as it can be read, but ${first.path}:${first.line}${more} may call it: a macro, a generator or something outside this tree may define it`;
}

/** Is the question a single word as it stands in any sentence? */
const isTopic = ({ operation, command, at, text, symbol }: Plan): boolean =>
  operation === "definition" && command === null && at === null && text.trim() === symbol && /^\p{L}\p{Ll}+$/u.test(text.trim());

/**
 * A bare name as a question: what defines it, in the order of the search, then what else the search finds.
 * @param answer null where it is defined in another of the indexes that are asked as one
 */
function definitionFirst(store: Store, plan: Plan, answer: StructuralAnswer | null): Found {
  const found = nothing();
  const definitions = answer === null ? [] : hitsOf(store, plan, answer, "structural");
  const all = retrieved(store, plan, plan.text, Math.max(plan.k, POOL)).chunks.map((item, i) => ({ item, at: i }));
  const ranked = all.filter(({ item }) => item.part.store === store);
  const order = new Map<string, number>();
  for (const { item, at: i } of ranked) if (i < POOL && !order.has(item.chunk.path)) order.set(item.chunk.path, i);
  const at = (draft: Draft) => order.get(draft.path) ?? POOL;
  definitions.sort((a, b) => at(a) - at(b) || (a.path < b.path ? -1 : a.path > b.path ? 1 : a.start - b.start));
  const held = (chunk: RankedChunk) =>
    definitions.some((draft) => draft.path === chunk.chunk.path && draft.start <= chunk.chunk.end && draft.end >= chunk.chunk.start);
  const others = ranked.flatMap(({ item, at: i }) => (held(item) ? [] : { draft: chunkDraft(item, "semantic"), at: i }));
  // A definition of another name (`tokenizer` for `Tokenizer`) has no right to the first place: it keeps that of its file.
  const inexact = answer === null ? plan.among?.defined === "nearly" : isInexact(answer.choice);
  const { first, other, beside } = likelihood.definition;
  const placed = definitions.map((draft, i) => ({
    draft: { ...draft, score: i === 0 ? first : other },
    at: at(draft) - (inexact ? 0 : POOL + 1),
  }));
  if (!inexact) for (const { draft } of others) draft.score *= beside;
  const sorted = [...placed, ...others].sort((a, b) => a.at - b.at).slice(0, plan.k);
  for (const { draft, at: place } of sorted) plan.among?.place(store, draft.chunk, place);
  found.drafts = sorted.map(({ draft }) => draft);
  if (answer === null) return found;
  describe(store, found, plan, answer, {
    all: definitions.length,
    shown: found.drafts.filter((draft) => draft.strategies.includes("structural")).length,
  });
  if (found.drafts.length === 0) allFiltered(found, plan, answer);
  return found;
}

// ---------------------------------------------------------------------------------------------- words

/** The ranked chunks for a text, by the engines that the plan has: words, meaning, or both; of all indexes that are asked as one. */
export function retrieved(store: Store, plan: Plan, text: string, k: number): Retrieved {
  const { engines, among, route } = plan;
  const wordless = !engines.includes("lexical");
  const options = { k, wordless, intent: route.intent, mends: mends(plan.text), graph: engines.includes("graph"), among: among?.totals };
  const rank = (plans: readonly [Store, Plan][]): Retrieved => {
    const parts = plans.map(
      ([of, own]): Part => ({
        store: of,
        filters: own.filters,
        semantics: engines.includes("vectors") ? semanticsOf(of) : null,
        precedents: own.precedents,
        pointed: new Set(pointedAt(of, own).map((frame) => frame.own)),
      }),
    );
    return wordless && parts.every(({ semantics }) => semantics === null)
      ? { chunks: [], fallback: false, presence: null }
      : retrieveAmong(parts, text, options);
  };
  return among?.has(store) ? among.ranked(store, plan, `${k} ${text}`, rank) : rank([[store, plan]]);
}

function byMeaning(store: Store, plan: Plan, text: string, strategy: Strategy): Found {
  const found = presented(store, plan, retrieved(store, plan, text, wantedOf(plan)), strategy);
  // Lines that a question names come first: nobody names one without a reason.
  const lines = plan.strategy === "semantic" ? pointedAt(store, plan).filter(({ line }) => line > 0) : [];
  if (lines.length === 0 || plan.filters.kinds.length > 0) return found;
  const pinned = lines.map((frame, i) => ({ ...frameDraft(store, frame, i), depth: 0 }));
  const others = found.drafts.filter((draft) => !pinned.some((one) => one.chunk !== "" && one.chunk === draft.chunk));
  return { ...found, drafts: [...pinned, ...others].slice(0, plan.k) };
}

/**
 * Chunks that are weighed against each other (varied, fused with other lists), however few or many are wanted: the first results are the same
 * for every -k, and more of them never take one away.
 */
export const POOL = diversity.most + diversity.spare;

/** How many chunks are retrieved for a plan: some may collapse. */
export const wantedOf = (plan: Plan): number => Math.max(plan.k + diversity.spare, POOL);

/** Ranked chunks as results: varied, cut to what is wanted; where there are none, why. */
export function presented(store: Store, plan: Plan, retrieved: Retrieved, strategy: Strategy): Found {
  const { chunks: ranked, fallback, presence, files } = retrieved;
  const found = nothing();
  const drafts = varied(plan, ranked)
    .slice(0, plan.k)
    .flatMap((item, at) => {
      if (item.part.store !== store) return [];
      plan.among?.place(store, item.chunk.id, at);
      return [{ ...chunkDraft(item, strategy), duplicates: item.duplicates, near: fallback }];
    });
  if (fallback && presence?.nothing) return notHere(drafts, presence);
  found.drafts = drafts;
  if (fallback) found.warnings.push({ code: "weak-match", message: `${unheard(presence)} These are only the nearest places.` });
  // Whether the first result stands out is told among as many, however many are wanted.
  found.scores = (files ?? ranked.map((item) => item.score)).slice(0, asking.defaultResults);
  found.fallback = fallback;
  found.weak = fallback;
  if (ranked.length === 0) {
    const filtered = filtersFiles({ ...plan.filters, without: undefined }) || plan.filters.kinds.length > 0;
    const message = !plan.engines.includes("lexical")
      ? plan.engines.includes("vectors") && semanticsOf(store)
        ? "Nothing here means anything like it; the engine that searches for words was left out by --engines."
        : "The engine that searches for words was left out by --engines, and there are no vectors."
      : filtered
        ? "Nothing that passes the filters has any of the question's words."
        : "None of the question's words stands in this tree.";
    found.warnings.push({ code: "no-match", message });
    found.suggestions.push(
      "Ask with words that the code itself uses, or a name from it.",
      "manifold index --json  (what is indexed, and what was left out)",
    );
  }
  return found;
}

/** How many of the nearest places are named where none is shown. */
const NEAREST = 3;

/** Nothing is worth showing: the nearest places are only something to try. */
function notHere(drafts: readonly Draft[], presence: Presence): Found {
  const found = nothing();
  found.fallback = true;
  found.weak = true;
  found.warnings.push({ code: "no-match", message: `Nothing here is about this. ${unheard(presence)}` });
  for (const { path, start, end } of drafts.slice(0, NEAREST))
    found.suggestions.push(`manifold show ${quoted(`${path}:${start}-${end}`)}  (among the nearest, but probably not it)`);
  found.suggestions.push("Ask with words that the code itself uses, or a name from it.");
  return found;
}

/** Why a question seems to be about something else than this tree. */
function unheard(presence: Presence | null): string {
  const missing = (presence?.missing ?? []).slice(0, 4).map((word) => `“${brief(word)}”`);
  if (missing.length === 0) return "Nothing here has the question's words together or is close to their meaning.";
  const list = missing.length === 1 ? missing[0]! : `${missing.slice(0, -1).join(", ")} and ${missing.at(-1)!}`;
  return `${list} ${missing.length === 1 ? "stands" : "stand"} nowhere in this tree, and nothing is close to the meaning.`;
}

/** Code like a symbol: its own words as the question, itself left out. */
function byLikeness(store: Store, plan: Plan): Found {
  const { choice } = walk(store, "definition", plan.symbol, null, { at: plan.at ?? undefined });
  if (!choice.chosen || choice.chosen.file === null) {
    const answer = walk(store, "definition", plan.symbol, null, { at: plan.at ?? undefined });
    return unknownSymbol(store, plan, answer, plan.symbol ?? "");
  }
  const self = choice.chosen;
  const children = store.childrenOf(self.id).map((child) => child.name);
  const calls = store.edgesFrom(self.id, ["calls"]).map((edge) => store.symbolById(edge.dst)?.name ?? "");
  const words = [self.name, self.signature, self.doc, ...children, ...calls].join(" ");
  const home = store.chunkAt(self.path, self.start);
  const own = home && semanticsOf(store)?.vectors.row(home.no);
  if (own) semanticsOf(store)?.prepare(words, Float32Array.from(own));
  const found = byMeaning(store, { ...plan, k: plan.k + 2 }, words, "semantic");
  found.drafts = found.drafts
    .filter((draft) => draft.path !== self.path || draft.end < self.start || draft.start > self.end)
    .slice(0, plan.k);
  found.scores = [];
  found.symbol = { ...found.symbol, chosen: toNode(self), candidates: choice.candidates.map(toNode) };
  return found;
}

// ---------------------------------------------------------------------------------------------- both

/**
 * A description and a relation: what the words find, and what the graph says of the symbol that is named or found first.
 *
 * The two lists are fused by rank: that is the order of the results, which belong to one list or the other all the same. A member of the relation
 * that the words found too is marked with both; what only the words found says nothing of the relation.
 */
function byBoth(store: Store, plan: Plan): Found {
  const description = named(plan);
  const all = byMeaning(store, { ...plan, k: Math.max(plan.k, diversity.most) }, description || plan.text, "semantic");
  const searched = { ...all, drafts: all.drafts.slice(0, plan.k) };
  // What is not here has no relations.
  if (plan.symbol === null && searched.weak) return searched;
  const anchor = plan.symbol ?? anchorOf(store, all.drafts);
  if (anchor === null) return searched;
  const answer = walk(store, plan.operation, anchor, plan.target, { depth: plan.depth });
  if (answer.choice.chosen === null) {
    searched.warnings.push({
      code: "symbol-unknown",
      message: `Nothing is defined here under the name ${brief(anchor)}: these are search results for the words.`,
    });
    searched.fallback = true;
    for (const draft of searched.drafts) draft.near = true;
    return searched;
  }
  explainedFirst(store, { ...plan, description }, answer, all);
  const found = nothing();
  // What is related to the symbol that a description means is so as far as that is the symbol.
  const sure = plan.symbol === null ? (all.drafts.find((draft) => anchorIn(store, draft) !== null)?.score ?? 1) : 1;
  const related = hitsOf(store, plan, answer, "structural").map((draft) => ({ ...draft, score: draft.score * sure }));
  found.scores = searched.scores;
  found.suggestions = searched.suggestions;
  const { semantic, structural } = intents[plan.route.intent];
  // A chunk that the words found is the first member that stands in it; other members there remain results of their own.
  const members = new Map<string, Draft>();
  for (const draft of related) if (draft.chunk !== "" && !members.has(draft.chunk)) members.set(draft.chunk, draft);
  const byWords = all.drafts.map((draft) => members.get(draft.chunk) ?? draft);
  const [weighed, further] = [byWords.slice(0, diversity.most), byWords.slice(diversity.most)];
  const key = (draft: Draft) => `${draft.chunk} ${draft.path}:${draft.start}:${draft.line ?? ""} ${draft.qualified}`;
  const fused = reciprocalRankFusion([weighed, related], key, [semantic, structural]).map(({ item, lists }) => ({
    ...item,
    strategies: lists.length > 1 ? (["semantic", "structural"] as Strategy[]) : item.strategies,
  }));
  const rest = further.filter((draft) => !related.includes(draft));
  found.drafts = [...fused, ...rest].slice(0, plan.k);
  const shown = found.drafts.filter((draft) => draft.strategies.includes("structural")).length;
  describe(store, found, plan, answer, { all: related.length, shown });
  found.warnings.push(...all.warnings);
  return found;
}

/** What a hybrid question describes, with the symbol's name where a pronoun stands for it: "what calls flush and why would it fail". */
function named({ symbol, description }: Plan): string {
  return symbol === null ? description : description.replace(PRONOUN, () => symbol);
}

const PRONOUN =
  /\b(?:it|its|they|them|their)\b|\b(?:this|that)(?=\s+(?:do(?:es)?|did|is|was|has|would|could|should|can|might|may|will|\p{L}+s)\b)/iu;

/**
 * "What calls flush and why would it fail": what a named symbol does stands where it is defined, and is the first thing to read about it.
 * That its words lead nowhere else is said of them, not of the relation.
 */
function explainedFirst(store: Store, plan: Plan, { choice }: StructuralAnswer, searched: Found): void {
  const symbol = plan.symbol === null ? null : choice.chosen;
  if (!symbol) return;
  if (searched.weak) {
    const message = `Beside it nothing here has the words “${brief(plan.description || plan.text)}” together: what they found is only near.`;
    searched.warnings = searched.warnings.map((one) =>
      one.code === "weak-match" || one.code === "no-match" ? { code: "note", message } : one,
    );
  }
  if (symbol.file === null || !fileFilter(plan.filters)(symbol.path, symbol.language)) return;
  const draft = { ...toDraft(store, plainHit(symbol), "semantic"), resolution: null };
  searched.drafts = [draft, ...searched.drafts.filter((one) => one.path !== draft.path || one.start > draft.end || one.end < draft.start)];
}

/** The symbol of the best result that is (a part of) one: what the description most likely means. */
function anchorOf(store: Store, drafts: readonly Draft[]): string | null {
  return drafts.slice(0, asking.anchors).flatMap((draft) => anchorIn(store, draft)?.key ?? [])[0] ?? null;
}

function anchorIn(store: Store, draft: Draft): SymbolRow | null {
  const chunk = store.chunkById(draft.chunk);
  const symbol = chunk && store.symbolById(chunk.symbol);
  return symbol && symbol.at > 0 && symbol.kind !== "section" ? symbol : null;
}

/** As a word for a shell that no command takes for a flag. */
const quoted = (text: string): string =>
  text.startsWith("-") ? quoted(` ${text}`) : /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

export type { Filters };

// Ranked chunks without near-repetitions and, as far as the intent or the asker wants it, unlike each other.

/** A chunk that also stands for near-duplicates. */
export interface Varied extends RankedChunk {
  duplicates: number;
}

/**
 * The first `settings.diversity.most` chunks with near-duplicates collapsed, in the order of maximal marginal relevance; the others follow as they are.
 * Compared are the stored vectors or, where there are none, the words.
 */
export function varied(plan: Pick<Plan, "diversity" | "engines" | "route" | "text">, ranked: readonly RankedChunk[]): Varied[] {
  const head = ranked.slice(0, diversity.most);
  const rest = ranked.slice(head.length).map((one) => ({ ...one, duplicates: 0 }));
  // Several places of a file at fault are alike, and all wanted.
  const share = plan.diversity ?? (mends(plan.text) ? 0 : intents[plan.route.intent].diversity);
  const { likeness, repeats } = compared(plan, head);
  const same = (a: number, b: number) => head[a]!.chunk.hash === head[b]!.chunk.hash || likeness(a, b) >= repeats;
  const away = head.map(({ chunk }) => distanceOf(chunk.tags, chunk.path));
  const { kept, duplicates } = collapse(head.length, same, (later, earlier) => away[later]! < away[earlier]!);
  // The order is by file first: a later chunk with a higher score of its own is no more relevant than those before it.
  let least = Number.POSITIVE_INFINITY;
  const relevance = kept.map((at) => {
    least = Math.min(least, head[at]!.score);
    return least;
  });
  const order = share > 0 ? marginalOrder(relevance, (a, b) => likeness(kept[a]!, kept[b]!), 1 - share) : kept.map((_, i) => i);
  return [...order.map((i) => ({ ...head[kept[i]!]!, duplicates: duplicates[i]! })), ...rest];
}

/** How alike the chunks are. */
function compared(plan: Pick<Plan, "engines">, chunks: readonly RankedChunk[]): { likeness: Likeness; repeats: number } {
  // Vectors of several models do not compare.
  const models = new Set(chunks.map(({ part: { semantics } }) => (semantics ? (semantics.state.folder ?? "") : null)));
  if (plan.engines.includes("vectors") && models.size <= 1 && !models.has(null))
    return { likeness: vectorLikeness(chunks.map(({ chunk, part }) => part.semantics!.vectors.row(chunk.no))), repeats: diversity.repeats };
  return { likeness: termLikeness(textsOf(chunks)), repeats: diversity.repeatsTerms };
}
