/**
 * Recording what was asked, for whoever answers: the command line and the MCP server alike.
 *
 * After an answer is out, `remember` writes its route, confidence, results and latency into `.manifold/feedback.db`, unless the user said no
 * (`--no-feedback`, `MANIFOLD_FEEDBACK=0`, `"feedback": {"record": false}` in manifold.json or in the user's own settings). It never throws, never waits, and no answer
 * depends on what is there.
 */

import type { Answer } from "../../base/schema.ts";
import { redact } from "../../files/secrets.ts";
import { feedback } from "../limits.ts";
import { projectRecords, userRecords } from "../settings.ts";
import { type AskedQuery, markUsed, queriesNaming, recordQueries, type Shown } from "./store.ts";

/** May questions about this tree be recorded? The environment, the project and the user's own settings can each say no. */
export function mayRecord(root: string): boolean {
  return !/^(?:0|false|no|off)$/i.test(process.env.MANIFOLD_FEEDBACK ?? "") && projectRecords(root) && userRecords();
}

/**
 * Records answers that were given.
 * @param command who asked: `q`, `callers`, `mcp:search`
 * @param answers of questions about this root; those that were refused are left out
 */
export function remember(root: string, command: string, answers: readonly Answer[]): void {
  try {
    const asked = answers.filter((answer) => answer.route.reason !== REFUSED).map((answer) => recordOf(command, answer));
    if (asked.length > 0 && mayRecord(root)) recordQueries(root, asked);
  } catch {
    // Nothing that goes wrong here is the asker's business.
  }
}

/** Reason of the route of an answer to a question that was refused (asking/answer.ts). */
const REFUSED = "The question was refused.";

function recordOf(command: string, answer: Answer): AskedQuery {
  const { route, results } = answer;
  return {
    id: answer.id,
    at: Date.now(),
    command,
    text: redact(answer.query.slice(0, feedback.maxText * 4)).text.slice(0, feedback.maxText),
    strategy: route.strategy,
    operation: route.operation,
    intent: route.intent,
    confidence: route.confidence,
    ms: answer.timings_ms.total ?? 0,
    count: results.length + citedOnly(answer).length,
    gap: answer.evidence.gap,
    fallback: answer.fallback,
    results: [
      ...results.map(({ chunk, path, start, end, strategies }): Shown => [chunk, path, start, end, [...strategies]]),
      ...citedOnly(answer),
    ].slice(0, feedback.maxResults),
  };
}

/** Results for which a small budget had no room but for their citations (asking/fit.ts). */
function citedOnly({ budget, route }: Answer): Shown[] {
  return budget.left_out.flatMap((place): Shown[] => {
    const [, chunk, path, start, end] = /^(chunk_\w+) (.*):(\d+)-(\d+)$/s.exec(place) ?? [];
    return chunk === undefined ? [] : [[chunk, path!, Number(start), Number(end), [route.strategy]]];
  });
}

/**
 * Marks a place that was read (`manifold show`, `read_chunk`) as used in the latest question whose answer named it, if there is one.
 * @param place relative to the root
 */
export function rememberShown(root: string, place: { chunk: string | null; path: string; start: number; end: number }): void {
  try {
    if (!mayRecord(root)) return;
    const [latest] = queriesNaming(root, place);
    if (latest) markUsed(root, latest.no, [latest.rank]);
  } catch {
    // As above.
  }
}
