/** How risky a change is, from what it reaches. Never `low` when something may call it that could not be resolved. */
import { walking } from "../../base/settings.ts";
import type { SymbolRow } from "../../store/graph.ts";
import type { Risk, StructuralAnswer, Total } from "./types.ts";

export function riskOf(answer: StructuralAnswer, chosen: SymbolRow): Risk {
  const { symbols, files, tests } = answer.total ?? totalOf(answer.hits);
  const { possible, unresolved } = answer.counts;
  const open = possible + unresolved;
  const more = answer.truncated ? "more than " : "";
  const reasons = [
    `${more}${count(symbols, "symbol")} in ${count(files, "file")} outside tests ${symbols === 1 ? "depends" : "depend"} on it`,
  ];
  reasons.push(tests > 0 ? `${count(tests, "symbol")} in tests ${tests === 1 ? "reaches" : "reach"} it` : "no test reaches it");
  if (possible > 0) reasons.push(`${count(possible, "open reference")} could be it`);
  if (unresolved > 0) reasons.push(`${count(unresolved, "reference")} of that name could not be told apart`);
  if (answer.truncated) reasons.push("the walk was cut: it reaches more");
  const { medium, high } = walking.risk;
  if (symbols >= high.symbols || files >= high.files || answer.truncated) return { level: "high", reasons };
  if (symbols >= medium.symbols || files >= medium.files) return { level: "medium", reasons };
  if (symbols === 0 && open > 0) return { level: "unknown", reasons: [...reasons, "no caller is certain, but some are possible"] };
  if (symbols === 0 && chosen.exported && tests === 0)
    return { level: "unknown", reasons: [...reasons, "it is exported: users outside this tree are not seen"] };
  if (open > 0) return { level: open > symbols ? "unknown" : "medium", reasons };
  return { level: "low", reasons };
}

/** How many hits there are, and in how many files. */
export function totalOf(hits: readonly { test: boolean; symbol: Pick<SymbolRow, "path"> }[]): Total {
  const outside = hits.filter((hit) => !hit.test);
  return { symbols: outside.length, files: new Set(outside.map((hit) => hit.symbol.path)).size, tests: hits.length - outside.length };
}

function count(n: number, what: string): string {
  return `${n} ${what}${n === 1 ? "" : "s"}`;
}
