/** What a tool asks: one tree as it is now, or (serve/fleet/open.ts) several together. */
import type { ImpactOptions, ImpactSource } from "../../asking/impact.ts";
import { impactAnswer } from "../../asking/impact_answer.ts";
import { type Passage, passagesOf } from "../../asking/passages.ts";
import { type AskOptions, ask, type Session } from "../../asking.ts";
import type { Answer, Result } from "../../base/schema.ts";
import { type Shown, show } from "../../query/show.ts";

export interface Asked {
  /** The tree; of several the one where the server stands. */
  session: Session;
  /** What paths are relative to; "" where they begin with the names of trees. */
  root: string;
  ask(question: string, options: AskOptions): Promise<Answer>;
  impact(source: ImpactSource, options: ImpactAsked): Promise<Answer>;
  /** @throws Refusal as `show` */
  show(citation: string, context: number): Shown[];
  /** What of some results is worth quoting. */
  passages: PassagesOf;
  /** The id of the chunk at a line; "" for none. */
  chunkAt(path: string, line: number): string;
}

export type ImpactAsked = ImpactOptions & { question: string; k: number; budget: number; includePossible: boolean };
export type PassagesOf = (question: string, results: readonly Result[]) => Passage[];

/** One tree. */
export const ofOne = (session: Session): Asked => ({
  session,
  root: session.root,
  ask: (question, options) => ask(session, question, options),
  impact: (source, options) => impactAnswer(session, source, options),
  show: (citation, context) => show(session.store, citation, { context }),
  passages: (question, results) => passagesOf(session.store, question, results),
  chunkAt: (path, line) => session.store.chunkAt(path, line)?.id ?? "",
});
