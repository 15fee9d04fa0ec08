/** Which lines of each result are quoted within a token budget. Citations are never dropped; only their text is. */
import { asking } from "../base/settings.ts";

/** Lines of a result that are quoted together. */
export interface Step {
  /** Position of the result. */
  result: number;
  /** Positions of lines in its text, the one that matters most first: where not all have room, the first have. */
  lines: readonly number[];
  /** What they are worth; steps are taken from the highest on. */
  value: number;
}

/** What quoting takes in the form that is printed, in tokens. */
export interface Costs {
  /** Line `n` (from 0) of result `i`. */
  line(i: number, n: number): number;
  /** Saying that lines between two that are quoted were left out. */
  gap(i: number): number;
  /** Naming a result that would not be named if nothing of it were quoted. */
  open(i: number): number;
}

/**
 * The lines of each result that are quoted: steps in their order, whole where they fit, else as many of their first lines as do.
 * @param steps highest value first
 * @param room tokens for quoted lines and the gaps between them
 * @returns positions of the lines of each result, and the room that they take
 */
export function spend(steps: readonly Step[], results: number, room: number, costs: Costs): { shown: Set<number>[]; spent: number } {
  const shown = Array.from({ length: results }, () => new Set<number>());
  let left = room;
  for (const { result, lines } of steps) {
    if (left <= 0) break;
    const own = shown[result]!;
    const added: number[] = [];
    let cost = own.size === 0 ? costs.open(result) : 0;
    let fitting = 0;
    let spent = 0;
    for (const n of lines) {
      if (own.has(n)) continue;
      const beside = (own.has(n - 1) ? 1 : 0) + (own.has(n + 1) ? 1 : 0);
      own.add(n);
      added.push(n);
      cost += costs.line(result, n) + (1 - beside) * costs.gap(result);
      // A line after a gap costs more than one that closes it: what comes later may make all before it fit again.
      if (cost <= left) [fitting, spent] = [added.length, cost];
      else if (cost > left * 1.2 + 50) break;
    }
    // A line or two of what is cut say nothing.
    if (fitting < added.length && fitting < asking.leastLines) [fitting, spent] = [0, 0];
    for (const n of added.slice(fitting)) own.delete(n);
    left -= spent;
  }
  // A line or two between those that are quoted hardly take more than saying that they are left out.
  for (const [result, own] of shown.entries())
    for (const n of [...own].sort((a, b) => a - b)) {
      const next = own.has(n + 2) ? 2 : own.has(n + 3) ? 3 : 1;
      if (next === 1 || own.has(n + 1)) continue;
      const between = Array.from({ length: next - 1 }, (_, i) => n + 1 + i).filter((one) => !own.has(one));
      const cost = between.reduce((sum, one) => sum + costs.line(result, one), -costs.gap(result));
      if (cost > left) continue;
      left -= cost;
      for (const one of between) own.add(one);
    }
  return { shown, spent: room - left };
}
