/** The read path: `ask` is the list of what is done, from the question to the answer that fits its budget; `run` says who finds what. */
import { blank } from "./asking/answer.ts";
import { distrust, evidenceOf, isVerdict } from "./asking/confidence.ts";
import { echoed } from "./asking/echo.ts";
import { type Found, find } from "./asking/find.ts";
import { citable, fit } from "./asking/fit.ts";
import { listedOnly } from "./asking/lists.ts";
import type { AskOptions, Session } from "./asking/options.ts";
import { headed, type Passage, passagesOf } from "./asking/passages.ts";
import { isFiltered, planFor } from "./asking/planning.ts";
import { Pages, quoteAll, staleWarning } from "./asking/quote.ts";
import { toPaths } from "./asking/structural.ts";
import { asRefusal, Refusal, type Warning } from "./base/errors.ts";
import type { Answer, Result } from "./base/schema.ts";
import { asking, passages as settings } from "./base/settings.ts";
import { hasNotes } from "./notes/folder.ts";
import { tagged } from "./query/filter.ts";
import { withNearestIntent } from "./query/intent.ts";
import { falling } from "./query/likelihood.ts";
import { mends } from "./query/mend.ts";
import { filtersAsText, type Plan, printable } from "./query/plan.ts";
import { precedents } from "./query/precedents.ts";
import { descriptionsOf } from "./query/relation.ts";
import { readQuestion } from "./query/route.ts";
import { isBroken, prepareQuestions, semanticsOf } from "./query/semantic.ts";
import type { Store } from "./store/graph.ts";

export { emptyAnswer } from "./asking/answer.ts";
export { type AskOptions, PLAIN, type Session } from "./asking/options.ts";

/**
 * Answers one question.
 * @throws Refusal for a question that cannot be asked (empty, too long, a bad pattern or plan); what is merely not found is an answer too
 */
export async function ask(session: Session, question: string, options: AskOptions): Promise<Answer> {
  const started = performance.now();
  const { plan, doubts } = await planned(question, options);
  return fitted(
    session.store,
    await worked(session, question, await readied(session, plan, options), options, { doubts, started }),
    question,
    options,
  );
}

/** The plan of a question, and what went wrong on the way to it. @throws Refusal as `ask` */
export const planned = async (question: string, options: AskOptions) => planFor(checked(question, options), options);

/** An answer with everything quoted, and what is needed to fit it into its budget. */
export interface Worked {
  answer: Answer;
  plan: Plan;
  /** Results that are named whatever room there is. */
  k: number;
  passages: readonly Passage[];
  started: number;
  retrieved: number;
}

/** A plan for one index, with what that has beside the question. */
export interface Readied {
  plan: Plan;
  /** Results that are asked for. */
  k: number;
  notes: NonNullable<Session["notes"]> | null;
  warnings: readonly Warning[];
}

/** Makes a plan ready for one index. @param asked as `planned` makes it; it stays as it is */
export async function readied(session: Session, asked: Plan, options: AskOptions): Promise<Readied> {
  const notes = session.notes !== undefined && hasNotes(session.root, session.notes.folder) ? session.notes : null;
  const decided = notes === null ? asked : withoutNotes(asked, notes.folder);
  const plan = { ...widened(options.plan === undefined ? withIntent(session.store, decided) : decided, options) };
  const warnings = await prepareMeaning(session.store, plan);
  plan.precedents = await precedentsOf(session, plan);
  return { plan, k: asked.k, notes, warnings };
}

/**
 * Works a plan out on one index.
 * @throws Refusal as `ask`
 */
export async function worked(
  session: Session,
  question: string,
  { plan, k, notes, warnings: unasked }: Readied,
  options: AskOptions,
  { doubts = [], started = performance.now() }: { doubts?: readonly Warning[]; started?: number } = {},
): Promise<Worked> {
  const { store } = session;
  const routed = performance.now();
  const ran = await widelySaid(store, plan, await run(session, plan, options));
  // A relation that is none is what the router took the words for.
  if (plan.otherwise !== null && ran.relation === undefined) {
    const { strategy, operation } = plan.otherwise;
    Object.assign(plan, { strategy, operation, relation: null, route: plan.otherwise });
  }
  const found = notes !== null && plan.strategy === "structural" ? withoutNoted(ran, notes.folder) : ran;
  const retrieved = performance.now();
  const evidence = evidenceOf(found, plan);
  const doubt = distrust(evidence, found, plan);
  const pages = new Pages(store);
  const quoted = listed(quoteAll(falling(found.drafts), pages), plan, options);
  const passages = passagesOf(store, plan.description || plan.text, quoted);
  const whole: Answer = {
    ...blank(session, question.trim() === "" ? filtersAsText(plan) : question, plan.route),
    results: headed(store, quoted, passages),
    paths: found.connection ? toPaths(store, found.connection, pages) : [],
    graph: found.graph,
    symbol: found.symbol,
    risk: found.risk,
    evidence,
    fallback: found.fallback,
    budget: { tokens: 0, limit: plan.budget, truncated: false, left_out: [], nodes_left_out: 0 },
    warnings: verdictFirst(found.fallback, [
      ...session.warnings,
      ...doubts,
      ...unasked,
      ...doubt.warnings,
      ...found.warnings,
      ...staleWarning(pages),
    ]),
    suggestions: [...found.suggestions, ...doubt.suggestions],
    plan: options.explain ? printable({ ...plan, relation: found.relation ?? plan.relation }) : null,
    timings_ms: { route: round(routed - started), retrieve: round(retrieved - routed), quote: 0, total: 0 },
  };
  const noted = notes === null ? null : (await import("./asking/noted.ts")).notedFor(session, notes, plan, whole);
  if (noted !== null) {
    whole.notes = noted.notes;
    whole.warnings = verdictFirst(found.fallback, [...noted.warnings, ...whole.warnings]);
  }
  return { answer: whole, plan, k, passages, started, retrieved };
}

/** The answer as it is handed out: within its budget, without what is secret of the question. */
export function fitted(
  store: Store,
  { answer: whole, plan, k, passages, started, retrieved }: Worked,
  question: string,
  options: AskOptions,
): Answer {
  const { symbol, target, regex, keywords = [] } = options;
  const answer = echoed(whole, [question, symbol, target, regex?.source, options.plan, ...keywords]);
  const fits = fittedTo(store, answer, plan, k, options.form, passages);
  const results = fits.results.map((result, i) => ({ ...result, rank: i + 1 }));
  const ended = performance.now();
  return { ...fits, results, timings_ms: { ...fits.timings_ms, quote: round(ended - retrieved), total: round(ended - started) } };
}

/** Notes stand beside the results, never among them, unless their folder is what is asked about. */
function withoutNotes(plan: Plan, folder: string): Plan {
  const { paths, prefixes = [] } = plan.filters;
  // Of what a wide relation leads to nothing is looked at where nothing is filtered: its results are looked at once they are few.
  if (plan.strategy === "structural" || [...paths, ...prefixes].some((pattern) => pattern.includes(folder))) return plan;
  return { ...plan, filters: { ...plan.filters, without: folder } };
}

/** The results of a relation without notes, unless it is asked of one. */
function withoutNoted(found: Found, folder: string): Found {
  const isNote = (path: string) => path.startsWith(`${folder}/`);
  if (isNote(found.symbol.chosen?.path ?? "")) return found;
  return { ...found, drafts: found.drafts.filter(({ path }) => !isNote(path)) };
}

/** The plan with as many results as share the budget, where no number of them is asked for. */
function widened(plan: Plan, options: AskOptions): Plan {
  return options.open ? { ...plan, k: Math.max(plan.k, wideOf(plan)) } : plan;
}

/** Results as the form shows them. */
function listed(results: Result[], { route }: Plan, { form }: AskOptions): Result[] {
  return form?.listed === false ? listedOnly({ route, results }) : results;
}

/** @param cited how many results are named whatever room there is */
function fittedTo(store: Store, answer: Answer, plan: Plan, cited: number, form: AskOptions["form"], passages: readonly Passage[]): Answer {
  const { budget, k } = plan;
  if (budget === 0 && form === undefined) return answer;
  if (k <= cited) return fit(store, answer, budget, form, undefined, passages);
  if (plan.strategy === "structural") return fit(store, asFarAsNamed(answer), budget, form);
  return fit(store, answer, budget, form, citable(answer.results.slice(0, cited), budget * settings.named, 12), passages);
}

/** How many results share the budget of a question that asks for no number of them. */
function wideOf(plan: Plan): number {
  if (plan.relation !== null) return plan.k;
  return isSearch(plan) ? settings.pool : plan.strategy === "structural" ? settings.related : plan.k;
}

/** An answer of a relation with as many of its members as a budget has room to name with the line of their use; how many there are is said. */
function asFarAsNamed(answer: Answer): Answer {
  const named = citable(answer.results, answer.budget.limit * settings.relatedShare, settings.relatedTokens);
  const results = answer.results.filter((_, at) => named(at));
  if (results.length === answer.results.length) return answer;
  const more = answer.warnings.find(({ code }) => code === "more-results");
  const total = Math.max(answer.results.length, Number.parseInt(more?.message ?? "0", 10));
  const message = `${total} results; the nearest ${results.length} are shown, --budget and -k show more.`;
  return { ...answer, results, warnings: [...answer.warnings.filter((one) => one !== more), { code: "more-results", message }] };
}

/** The plan, its intent the nearest one where no signal told it and the built-in embedding is there. */
function withIntent(store: Store, plan: Plan): Plan {
  if (plan.relation !== null || !plan.engines.includes("vectors") || semanticsOf(store)?.state.folder !== null) return plan;
  return { ...plan, route: withNearestIntent(plan.route, plan.text) };
}

/** What a plan finds: conditions and a subgraph, or relations of what is described, by modules that no other question loads. */
async function run(session: Session, asked: Plan, { rerank: model, strategy, operation }: AskOptions): Promise<Found> {
  const plan = { ...asked, filters: tagged(session.store, asked.filters) };
  if (plan.thick) return (await import("./asking/knowledge.ts")).thick(session, plan);
  const aside =
    strategy === undefined && operation === undefined && isSearch(plan) && plan.at === null ? readQuestion(plan.text).aside : undefined;
  if (aside?.row === "history:hotspots") return (await import("./asking/hotspots.ts")).hotspotsFor(session, plan, aside.about);
  if (aside?.row === "history:together") return (await import("./asking/hotspots.ts")).togetherFor(session, plan, aside);
  if (aside?.kind === "history") return (await import("./asking/history.ts")).historyOf(session, plan, aside);
  if (aside) return (await import("./asking/unused.ts")).unusedFor(session.store, plan, aside);
  if (plan.relation) return (await import("./asking/compose.ts")).compose(session.store, plan);
  if (plan.operation === "path") {
    const { compose, wordedPath } = await import("./asking/compose.ts");
    const relation = wordedPath(session.store, plan);
    if (relation) return compose(session.store, { ...plan, relation });
  }
  if (model !== undefined && isSearch(plan)) return (await import("./asking/rerank.ts")).reranked(session.store, plan, model);
  if (plan.deep && isSearch(plan)) return (await import("./asking/deep.ts")).deep(session.store, plan);
  return find(session.store, plan);
}

/** What was found; where that is nothing, with what is near to it. */
async function widelySaid(store: Store, plan: Plan, found: Found): Promise<Found> {
  const { broader, isLost } = await import("./asking/broader.ts");
  if (!isLost(found, plan)) return found;
  const { warnings, suggestions } = broader(store, plan);
  return { ...found, warnings: [...found.warnings, ...warnings], suggestions: [...suggestions, ...found.suggestions] };
}

/** A question that retrieval alone answers. */
const isSearch = (plan: Plan): boolean => plan.strategy === "semantic" || (plan.strategy === "hybrid" && plan.operation === "search");

const WORDS_ONLY = "Answered by words and the graph alone.";

/** Lets a local model embed what will be asked; where there is no asking for meaning, the words must do, and the answer says so. */
async function prepareMeaning(store: Store, plan: Plan): Promise<Warning[]> {
  if (!plan.engines.includes("vectors") || plan.strategy === "keyword" || plan.strategy === "structural") return [];
  try {
    const semantics = semanticsOf(store);
    if (semantics !== null)
      await prepareQuestions(semantics, [
        plan.description || plan.text,
        plan.text,
        ...(plan.relation ? descriptionsOf(plan.relation) : []),
      ]);
    else if (isBroken(store))
      return [{ code: "vectors-damaged", message: `The vectors are damaged; run manifold index --full. ${WORDS_ONLY}` }];
    return [];
  } catch (error) {
    const { code, what } = asRefusal(error);
    return [{ code, message: `${what} ${WORDS_ONLY}` }];
  }
}

/** What history says of where to mend; nothing where it cannot be had. */
async function precedentsOf({ store, frozen }: Session, plan: Plan): Promise<Plan["precedents"]> {
  if (!mends(plan.text) || plan.strategy === "keyword" || plan.strategy === "structural" || !plan.engines.includes("lexical"))
    return undefined;
  const { openPast } = await import("./indexing/history.ts");
  const past = await openPast(store, frozen);
  if ("why" in past) return undefined;
  try {
    return precedents(past, plan.text);
  } finally {
    past.close();
  }
}

function checked(question: string, options: AskOptions): string {
  if (question.length > asking.maxQuestion)
    throw new Refusal(
      "question-too-long",
      `The question has ${question.length} characters; ${asking.maxQuestion} is the limit.`,
      "Ask about the part that matters.",
    );
  const named = isFiltered(options) || options.symbol !== undefined || options.at !== undefined || options.plan !== undefined;
  if (!named && !/[\p{L}\p{N}\p{P}\p{S}]/u.test(question))
    throw new Refusal("empty-question", "The question is empty.", 'Write for example: manifold q "how does login work?".');
  return question;
}

/** That nothing was found, or only what is near, is said before all else. */
export const verdictFirst = (fallback: boolean, warnings: readonly Warning[]): Warning[] => [
  ...warnings.filter(({ code }) => isVerdict(code, fallback)),
  ...warnings.filter(({ code }) => !isVerdict(code, fallback)),
];

const round = (ms: number) => Math.round(ms * 1000) / 1000;
