/** Risk and gate: what a change may do, and whether it may pass. */
import type { FailOn, RiskLevel } from "../../base/impact.ts";
import { walking } from "../../base/settings.ts";
import type { Total } from "../walk/arrays.ts";
import { totalOf } from "../walk/risk.ts";
import { count, type Reach } from "./reach.ts";
import type { Seed } from "./seeds.ts";

export interface Judged {
  level: RiskLevel;
  reasons: string[];
}

/**
 * The risk of a change. `high` and `medium` by what is known to depend on it outside tests; `unknown` where something that may depend on it
 * could not be established, however little is known; `low` only where everything is known and that is little.
 */
export function riskOf(seeds: readonly Seed[], reach: Reach): Judged {
  const { symbols, files, tests } = totalOfReach(reach);
  const reasons = [`${count(symbols, "symbol")} in ${count(files, "file")} outside tests ${symbols === 1 ? "depends" : "depend"} on it`];
  const touched = seeds.filter((seed) => seed.change !== "contains" && seed.change !== "comment" && seed.change !== "imports");
  if (touched.length > 0)
    reasons.push(tests > 0 ? `${count(tests, "symbol")} in tests ${tests === 1 ? "reaches" : "reach"} it` : "no test reaches it");
  const dangling = new Set(reach.unknowns.filter((one) => one.code === "dangling-references").map((one) => one.path));
  const broken =
    dangling.size === 0
      ? []
      : reach.affected.filter((hit) => hit.kind === "imports" && hit.resolution === "exact" && dangling.has(hit.symbol.path));
  const signatures = touched.filter((seed) => seed.change === "signature" && reach.used.has(seed)).length;
  if (signatures > 0) reasons.push(`${count(signatures, "signature")} changed of something that is used`);
  if (reach.truncated) reasons.push("the walk was cut: it reaches more");
  const hidden = reach.unknowns.length;
  if (hidden > 0) reasons.push(...reach.unknowns.slice(0, 3).map((one) => one.message));
  if (hidden > 3) reasons.push(`and ${hidden - 3} more things that are not known`);
  const { medium, high } = walking.risk;
  if (broken.length > 0)
    return { level: "high", reasons: [`${count(broken.length, "import")} of something that is not there any more`, ...reasons] };
  if (symbols >= high.symbols || files >= high.files || reach.truncated) return { level: "high", reasons };
  if (hidden > 0) return { level: "unknown", reasons };
  if (symbols >= medium.symbols || files >= medium.files || signatures > 0) return { level: "medium", reasons };
  return { level: "low", reasons };
}

/** How much is affected; what is only counted is not listed for it. */
export const totalOfReach = (reach: Reach): Total => reach.total ?? reach.counted ?? totalOf(reach.affected);

export interface Verdict {
  max_affected: number | null;
  fail_on: FailOn[];
  verdict: "pass" | "risky" | "unknown";
  exit: number;
  reasons: string[];
}

/**
 * The verdict of a gate. Too much is worse than not knowing: 4 goes before 5.
 * @param affected symbols outside tests
 * @param unknowns how many things could not be established
 */
export function gateOf(risk: Judged, affected: number, unknowns: number, maxAffected: number | null, failOn: readonly FailOn[]): Verdict {
  const reasons: string[] = [];
  if (maxAffected !== null && affected > maxAffected)
    reasons.push(`${count(affected, "symbol")} affected, more than the ${maxAffected} allowed`);
  if (failOn.includes("risky") && risk.level === "high") reasons.push("the risk is high");
  if (failOn.includes("medium") && (risk.level === "high" || risk.level === "medium"))
    reasons.push(`the risk is ${risk.level}, medium is not allowed`);
  const gate = { max_affected: maxAffected, fail_on: [...failOn] };
  if (reasons.length > 0) return { ...gate, verdict: "risky", exit: 4, reasons };
  if (failOn.includes("unknown") && (risk.level === "unknown" || unknowns > 0))
    return { ...gate, verdict: "unknown", exit: 5, reasons: [`${count(unknowns, "thing")} could not be established`] };
  return { ...gate, verdict: "pass", exit: 0, reasons: [] };
}
