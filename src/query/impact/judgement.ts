/** Risk and gate: what a change may do, and whether it may pass. */

import { walking } from "../../base/settings.ts";
import type { FailOn, RiskLevel } from "../../base/types.ts";
import { totalOf } from "../walk/risk.ts";
import type { Total } from "../walk/types.ts";
import { brokenSentence } from "./broken.ts";
import type { Reach } from "./reached.ts";
import { count, isWalked, type Seed } from "./seeds.ts";

export interface Judged {
  level: RiskLevel;
  reasons: string[];
}

/** What a judgement looks at beside the walk. */
export interface Beside {
  /** Test files that are a part of the change. */
  changedTests: number;
  /** Hops that were walked. */
  depth: number;
}

/**
 * The risk of a change.
 *
 * `high`: something breaks, that is a use which was resolved before leads nowhere or does not fit now. How much depends on what still works
 * is `medium` at most: of 1,000 merged commits every fourth changes a body that twenty symbols depend on, and they were fine
 * (scripts/bench/results/gate.md); whoever wants a limit has --max-affected. Only a question about a symbol (`impact NAME`), which may be about
 * any change, is `high` by size. `unknown` where something that may depend on it could not be established, however little is known; `low`
 * only where everything is known and that is little.
 */
export function riskOf(seeds: readonly Seed[], reach: Reach, beside: Beside): Judged {
  const { symbols, files, tests } = totalOfReach(reach);
  const reasons = [
    `${reach.truncated ? "more than " : ""}${count(symbols, "symbol")} in ${count(files, "file")} outside tests ${symbols === 1 ? "depends" : "depend"} on it`,
  ];
  const touched = seeds.filter((seed) => isWalked(seed));
  if (touched.length > 0) reasons.push(testing(reach, tests, beside));
  const signatures = touched.filter((seed) => seed.change === "signature" && reach.left.has(seed)).length;
  if (signatures > 0) reasons.push(`${count(signatures, "signature")} changed of something that is used where nothing changed`);
  if (reach.truncated) reasons.push("the walk was cut: it reaches more");
  const hidden = reach.unknowns.length;
  if (hidden > 0) reasons.push(...reach.unknowns.slice(0, 3).map((one) => one.message));
  if (hidden > 3) reasons.push(`and ${hidden - 3} more things that are not known`);
  const { medium, high } = walking.risk;
  if (reach.broken.length > 0) return { level: "high", reasons: [...breaking(reach), ...reasons] };
  const asked = seeds.some((seed) => seed.change === "asked");
  if (asked && (symbols >= high.symbols || files >= high.files || reach.truncated)) return { level: "high", reasons };
  if (hidden > 0) return { level: "unknown", reasons };
  if (symbols >= medium.symbols || files >= medium.files || signatures > 0 || reach.truncated) return { level: "medium", reasons };
  return { level: "low", reasons };
}

/** What breaks, a sentence each; of many the first. */
function breaking({ broken }: Reach): string[] {
  const files = new Set(broken.map(({ symbol }) => symbol.path)).size;
  const first = broken.slice(0, NAMED).map(brokenSentence);
  return broken.length > NAMED ? [...first, `and ${count(broken.length - NAMED, "more use")}, in ${count(files, "file")} in all`] : first;
}

/** Uses that break which are named. */
const NAMED = 3;

/** What tests have to do with it: "none" only where that is so. */
function testing(reach: Reach, tests: number, { changedTests, depth }: Beside): string {
  if (tests > 0) return `${count(tests, "symbol")} in tests ${tests === 1 ? "reaches" : "reach"} it`;
  if (changedTests > 0) return `${count(changedTests, "test file")} ${changedTests === 1 ? "changes" : "change"} with it`;
  if (reach.unknowns.length > 0 || reach.possible.some((hit) => hit.test)) return "no test is known to reach it";
  const further = reach.total !== undefined || reach.truncated || reach.affected.some((hit) => hit.depth >= depth);
  return further ? `no test reaches it in ${count(depth, "step")}` : "no test reaches it";
}

/** How much is affected; what is only counted is not listed for it. */
export const totalOfReach = (reach: Reach): Total => reach.total ?? totalOf(reach.affected);

export interface Verdict {
  max_affected: number | null;
  fail_on: FailOn[];
  verdict: "pass" | "risky" | "unknown";
  exit: number;
  reasons: string[];
}

/**
 * The verdict of a gate. Too much is worse than not knowing: 4 goes before 5.
 * @param reach what was walked; null where nothing could be
 * @param affected symbols outside tests
 */
export function gateOf(
  risk: Judged,
  reach: Reach | null,
  affected: number,
  maxAffected: number | null,
  failOn: readonly FailOn[],
): Verdict {
  const reasons: string[] = [];
  const unknowns = reach?.unknowns.length ?? 1;
  // Whatever a gate fails on, what breaks is worse.
  const broken = failOn.length > 0 && reach !== null && reach.broken.length > 0;
  if (broken) reasons.push(...breaking(reach));
  if (maxAffected !== null && affected > maxAffected)
    reasons.push(`${count(affected, "symbol")} affected, more than the ${maxAffected} allowed`);
  if (!broken && failOn.includes("risky") && risk.level === "high") reasons.push("the risk is high");
  if (!broken && failOn.includes("medium") && (risk.level === "high" || risk.level === "medium"))
    reasons.push(`the risk is ${risk.level}, medium is not allowed`);
  const gate = { max_affected: maxAffected, fail_on: [...failOn] };
  if (reasons.length > 0) return { ...gate, verdict: "risky", exit: 4, reasons };
  if (failOn.includes("unknown") && (risk.level === "unknown" || unknowns > 0))
    return { ...gate, verdict: "unknown", exit: 5, reasons: [`${count(unknowns, "thing")} could not be established`] };
  return { ...gate, verdict: "pass", exit: 0, reasons: [] };
}
