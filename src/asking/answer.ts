/** The frame of an answer: everything but what was found. */

import type { Refusal } from "../base/errors.ts";
import { OUTPUT_VERSION } from "../base/limits.ts";
import type { Answer } from "../base/schema.ts";
import type { Route } from "../base/types.ts";
import { redact } from "../files/secrets.ts";
import type { Session } from "./options.ts";

/** No symbol was asked about. */
export const NO_SYMBOL: Answer["symbol"] = {
  chosen: null,
  candidates: [],
  resolved: 0,
  possible: 0,
  unresolved: 0,
  pagerank: null,
  together: false,
  only: null,
};

/** Whatever an answer says before anything is asked: of one tree, or of many. */
export type Frame = Pick<Session, "root" | "behind" | "warnings"> & { store: Pick<Session["store"], "meta"> };

/** An answer in which nothing is found. */
export function blank(session: Frame, question: string, route: Route): Answer {
  const query = redact(question).text;
  return {
    version: OUTPUT_VERSION,
    id: questionId(session, query),
    query,
    root: session.root,
    repositories: [],
    route,
    freshness: { behind: session.behind },
    fallback: false,
    warnings: session.warnings,
    results: [],
    paths: [],
    notes: [],
    graph: { nodes: [], edges: [] },
    symbol: NO_SYMBOL,
    risk: null,
    impact: null,
    evidence: { gap: false, z: null },
    budget: { tokens: 0, limit: 0, truncated: false, left_out: [], nodes_left_out: 0 },
    suggestions: [],
    plan: null,
    timings_ms: {},
  };
}

/** The same question on the same code has the same id. It is recorded, so no secret goes into it: of a short one it would be a way to try guesses. */
function questionId(session: Frame, redacted: string): string {
  const hash = Bun.SHA256.hash(`${session.store.meta("graph_hash") ?? ""}\0${redacted}`, "hex");
  return `q_${hash.slice(0, 16)}`;
}

const REFUSED: Route = {
  strategy: "semantic",
  operation: "search",
  symbol: null,
  target: null,
  keyword: null,
  intent: "explore",
  confidence: 0,
  reason: "The question was refused.",
  signals: [],
};

/** The answer of a line that could not be answered: nothing found, and why. */
export function emptyAnswer(session: Frame, question: string, { code, what, fix }: Refusal): Answer {
  return {
    ...blank(session, question, REFUSED),
    warnings: [...session.warnings, { code, message: what }],
    suggestions: [fix],
  };
}
