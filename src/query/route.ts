/**
 * The router: which strategy and operation a question asks for, by a table of regular expressions. No model, no state.
 *
 * The table is data (`route/signals.ts`); this file only applies it. Three rules do most of the work:
 * a relation counts only where nothing but neutral words or a finished clause stands before it, its slot decides between a symbol
 * (structural) and a description (hybrid), and a second clause about behaviour makes a relation hybrid.
 *
 * Time is linear: at most `routing.maxExamined` characters are looked at, whatever the length of the question.
 */

import type { Intent, Operation, Route } from "../base/types.ts";
import { mends } from "./mend.ts";
import { type Aside, asideOf, asideRoute } from "./route/beside.ts";
import {
  type Candidate,
  hybridCandidate,
  hybridSignals,
  intentSignals,
  keywordCandidate,
  keywordSignals,
  loneToken,
  relationCandidate,
  semanticSignals,
  structuralSignals,
  topicCandidate,
} from "./route/candidate.ts";
import { fold, mayFire, type Signal } from "./route/signal.ts";
import { caseTrust } from "./route/slot.ts";
import { normalise } from "./route/text.ts";
import { isTrace } from "./trace.ts";

/** A route, and the words that are left for retrieval once the relation is taken out ("" where nothing is). */
export interface Reading {
  route: Route;
  description: string;
  /** Of a relation of something described: the words of its ends. */
  operands?: Candidate["operands"];
  /** It asks for the tree's history, or for what is not used. */
  aside?: Aside;
}

/** Routes a question. Never throws; what nothing recognises is a semantic search of low confidence. */
export function route(question: string): Route {
  return readQuestion(question).route;
}

let last: { question: string; reading: Reading } | null = null;

/** Routes a question and says what is left to search for. The last one is remembered: parts of an answer ask again. */
export function readQuestion(question: string): Reading {
  if (last?.question !== question) last = { question, reading: read(question) };
  return last.reading;
}

function read(question: string): Reading {
  if (isTrace(question)) return TRACE(question);
  const text = normalise(question);
  const trust = caseTrust(text);
  const lone = /\s/.test(text) ? null : loneToken(text);
  if (lone) return conclude(text, [lone], []);

  const folded = fold(text);
  const report = mends(text) && (question.trim().includes("\n") || text.split(/\s+/).length >= LONG);
  const aside = report ? null : asideOf(text, folded);
  if (aside) return { route: asideRoute(aside), description: aside.about, aside };
  const collect = (signals: Signal[], candidate: (signal: Signal) => Candidate | null): Candidate[] =>
    signals.flatMap((signal) => (mayFire(signal, folded) ? (candidate(signal) ?? []) : []));
  const keywords = collect(keywordSignals, (signal) => keywordCandidate(signal, text));
  const relations = collect(structuralSignals, (signal) => relationCandidate(signal, text, trust));
  const hybrids = collect(hybridSignals, (signal) => hybridCandidate(signal, text, trust));
  const topics = collect(semanticSignals, (signal) => topicCandidate(signal, text));
  // Whoever reports what is wrong names relations as part of the story.
  const strong = ranked(keywords, relations, hybrids).filter(({ signal }) => !mends(text) || (!report && signal.weight >= LOOSE));
  return conclude(text, strong, topics.sort(byWeight));
}

/** Words of more than a sentence. */
const LONG = 16;

/** A stack trace is looked up, place by place (trace.ts). */
const TRACE = (question: string): Reading => ({
  route: {
    strategy: "keyword",
    operation: "search",
    symbol: null,
    target: null,
    keyword: null,
    intent: "fix_bug",
    confidence: 0.97,
    reason: "It is a stack trace: the places that it names are looked up.",
    signals: ["stack-trace"],
  },
  description: question,
});

/** Rows below this weight accept loose wording and give way to every other row of the strong families. */
const LOOSE = 0.7;

/** Strongest first over all families: exact text, then relations, then descriptions with a relation, by the rules of the header. */
function ranked(keywords: Candidate[], relations: Candidate[], hybrids: Candidate[]): Candidate[] {
  keywords.sort(byWeight);
  relations.sort(byPlace);
  hybrids.sort(byWeight);
  const [relation] = relations;
  const [hybrid] = hybrids;
  let related = [...relations, ...hybrids];
  if (relation && hybrid) {
    // "show me parse_config and its callers": finding the definition is only the first half.
    const firstHalf = relation.operation === "definition";
    const named = relation.strategy === "structural" && relation.neutral && !firstHalf && relation.signal.weight >= LOOSE;
    if (!named && (firstHalf || hybrid.confidence >= relation.confidence)) related = [...hybrids, ...relations];
  }
  return [...keywords, ...related];
}

function byWeight(a: Candidate, b: Candidate): number {
  return b.signal.weight - a.signal.weight;
}

const isLoose = ({ signal }: Candidate): number => Number(signal.weight < LOOSE);

function byPlace(a: Candidate, b: Candidate): number {
  return isLoose(a) - isLoose(b) || Number(b.neutral) - Number(a.neutral) || b.signal.weight - a.signal.weight || a.at - b.at;
}

// ---------------------------------------------------------------------------------------------- the decision

const OPERATION_INTENT: Record<Operation, Intent> = {
  search: "explore",
  definition: "find_definition",
  references: "explore",
  callers: "understand",
  callees: "understand",
  subclasses: "explore",
  superclasses: "explore",
  imports: "explore",
  importers: "explore",
  members: "explore",
  blast_radius: "refactor",
  path: "understand",
  similar: "refactor",
  related: "understand",
  documents: "understand",
  decisions: "find_decision",
  owners: "explore",
  governed_by: "find_decision",
  governs: "explore",
};

function conclude(text: string, strong: Candidate[], topics: Candidate[]): Reading {
  const fired = [...strong, ...topics];
  const best = fired[0];
  const signals = fired.map((one) => one.signal.name);
  let intent: Intent | null = null;
  const folded = fold(text);
  for (const signal of intentSignals) {
    if (!mayFire(signal, folded) || !signal.pattern.test(text)) continue;
    intent = signal.intent;
    signals.push(signal.name);
    break;
  }
  if (!best) {
    const reason = text === "" ? "The question is empty." : "Nothing in it names a relation or an exact text, so it is a topic.";
    return {
      route: {
        strategy: "semantic",
        operation: "search",
        symbol: null,
        target: null,
        keyword: null,
        intent: intent ?? "explore",
        confidence: text === "" ? 0 : 0.5,
        reason,
        signals,
      },
      description: text,
    };
  }
  return {
    route: {
      strategy: best.strategy,
      operation: best.operation,
      symbol: best.symbol,
      target: best.target,
      keyword: best.keyword,
      intent: intent ?? best.signal.intent ?? OPERATION_INTENT[best.operation],
      confidence: best.confidence,
      reason: best.reason,
      signals,
    },
    description: best.description,
    operands: best.operands,
  };
}
