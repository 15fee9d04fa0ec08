/** How far an answer can be trusted, and what to try where it cannot. */
import type { Warning } from "../base/errors.ts";
import type { Answer } from "../base/schema.ts";
import { ranking } from "../base/settings.ts";
import { brief } from "../base/visible.ts";
import { STOP_WORDS } from "../base/words.ts";
import type { Plan } from "../query/plan.ts";
import type { Found } from "./find.ts";

/**
 * How far the best result stands out: the z-score of the top among the results. Below `ranking.gap` nothing does.
 *
 * Equal scores are a gap (z = 0). Null where there is nothing to tell: a structural or exact answer, a single result, or so few that the best could not
 * reach `ranking.gap` however far it stood out (of n, at most √(n − 1)).
 */
export function evidenceOf(found: Pick<Found, "scores">, plan: Pick<Plan, "strategy">): Answer["evidence"] {
  const { scores } = found;
  if (plan.strategy === "structural" || plan.strategy === "keyword" || scores.length < 2) return { gap: false, z: null };
  const mean = scores.reduce((a, b) => a + b, 0) / scores.length;
  const deviation = Math.sqrt(scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / scores.length);
  if (deviation < 1e-9 * Math.max(1, Math.abs(mean))) return { gap: true, z: 0 };
  if (Math.sqrt(scores.length - 1) <= ranking.gap) return { gap: false, z: null };
  const z = (scores[0]! - mean) / deviation;
  return { gap: z < ranking.gap, z: Math.round(z * 1000) / 1000 };
}

/** Warnings that what was asked about is not here. */
export const NOT_FOUND: ReadonlySet<string> = new Set(["no-match", "weak-match", "symbol-unknown", "history-unknown"]);

/** Does a warning say that the answer is not what was asked for? Where search results stand for a relation, that there is none does. */
export const isVerdict = (code: string, fallback: boolean): boolean =>
  NOT_FOUND.has(code) ||
  code === "broader" ||
  code === "not-in-force" ||
  code === "owners-unread" ||
  (fallback && (code === "none-known" || code === "only-possible"));

/** What an answer of doubtful evidence says, and what to try instead. */
export function distrust(evidence: Answer["evidence"], found: Found, plan: Plan): { warnings: Warning[]; suggestions: string[] } {
  if (found.drafts.length === 0) return { warnings: [], suggestions: [] };
  if (found.weak) return { warnings: [], suggestions: instead(found, plan) };
  const warnings: Warning[] = [];
  if (evidence.gap)
    warnings.push({
      code: "evidence-gap",
      message: "No result stands out from the others: take these as places to start looking.",
    });
  return { warnings, suggestions: warnings.length > 0 ? instead(found, plan) : [] };
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
/** A longer question is not repeated in a command to try. */
const REPEATED = 120;

function instead(found: Found, plan: Plan): string[] {
  const tries: string[] = [];
  if (!plan.deep && plan.text.length <= REPEATED)
    tries.push(`manifold q ${quoted(plan.text)} --deep  (other readings of the question too)`);
  const name = found.drafts.find((draft) => draft.name !== "")?.name;
  if (name) tries.push(`manifold q ${quoted(brief(name))}  (if that is what you mean: what it is, and what uses it)`);
  // The longest word is the most telling, mostly.
  const [word] = plan.text
    .split(/[^\p{L}\p{N}_]+/u)
    .filter((one) => one.length > 3 && !STOP_WORDS.has(one.toLowerCase()))
    .sort((a, b) => b.length - a.length);
  if (word) tries.push(`manifold q ${quoted(`"${brief(word)}"`)}  (every line with that text)`);
  return tries;
}
