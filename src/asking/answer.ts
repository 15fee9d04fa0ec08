/** The frame of an answer: everything but what was found. */

import type { Refusal } from "../base/errors.ts";
import { OUTPUT_VERSION } from "../base/limits.ts";
import type { Answer } from "../base/schema.ts";
import type { Route } from "../base/types.ts";
import { redact } from "../files/secrets.ts";
import type { Plan } from "../query/plan.ts";
import type { AskOptions, Session } from "./options.ts";

type Frame = Pick<Answer, "version" | "id" | "query" | "root" | "route" | "freshness">;

/** Version, id, question, root, route and freshness. */
export function shell(session: Session, question: string, plan: Plan): Frame {
  return frameOf(session, question, plan.route);
}

/** The same for an answer that no plan was made for. */
export function frameOf(session: Session, question: string, route: Route): Frame {
  return {
    version: OUTPUT_VERSION,
    id: questionId(session, question),
    query: redact(question).text,
    root: session.root,
    route,
    freshness: { behind: session.behind },
  };
}

/** The same question on the same code has the same id. It is recorded, so no secret goes into it: of a short one it would be a way to try guesses. */
function questionId(session: Session, question: string): string {
  const hash = Bun.SHA256.hash(`${session.store.meta("graph_hash") ?? ""}\0${redact(question).text}`, "hex");
  return `q_${hash.slice(0, 16)}`;
}

/** An answer without results, for a question that was refused. */
export function emptyOf(session: Session, question: string, refusal: Refusal): Answer {
  return {
    version: OUTPUT_VERSION,
    id: questionId(session, question),
    query: redact(question).text,
    root: session.root,
    route: {
      strategy: "semantic",
      operation: "search",
      symbol: null,
      target: null,
      keyword: null,
      intent: "explore",
      confidence: 0,
      reason: "The question was refused.",
      signals: [],
    },
    results: [],
    notes: [],
    graph: { nodes: [], edges: [] },
    symbol: { chosen: null, candidates: [], resolved: 0, possible: 0, unresolved: 0, pagerank: null, together: false, only: null },
    risk: null,
    impact: null,
    evidence: { gap: false, z: null },
    fallback: false,
    budget: { tokens: 0, limit: 0, truncated: false, left_out: [], nodes_left_out: 0 },
    freshness: { behind: session.behind },
    warnings: [...session.warnings, { code: refusal.code, message: refusal.what }],
    suggestions: [refusal.fix],
    plan: null,
    timings_ms: {},
  };
}

export type { AskOptions };
