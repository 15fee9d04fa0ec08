/** What the resolution of one file may cost, and where it ends. */
import { unforeseen } from "../../../base/limits.ts";
import type { Place } from "./place.ts";
import type { Tree } from "./tree.ts";

/** Thrown when the resolution of one file has taken more steps than it may (base/limits.ts): what is left of it stays unresolved. */
export class Exhausted extends Error {}

/** Does this end the resolution of one file? Its steps are used up, or something in it was not foreseen: no file may cost a tree its index. */
export const endsFile = (error: unknown): boolean =>
  error instanceof Exhausted || (!unforeseen.rethrows && (error instanceof TypeError || error instanceof RangeError));

/** What a computation finds, nothing if the steps end on the way. */
export function orNothing<T>(make: () => T[]): T[] {
  try {
    return make();
  } catch (error) {
    if (endsFile(error)) return [];
    throw error;
  }
}

/**
 * Values that hold one another are followed so many times: `get x() { return x; }` would be followed for ever, without even filling the stack (calls in
 * tail position leave nothing on it). Several values at once cost more of them, or their number would multiply at every step.
 */
export const MOST_STEPS = 16;
export const STEPS_OF_SEVERAL = 5;
/** Computations inside computations: deeper ones know nothing. */
const DEEPEST = 60;

/** How much may this file still cost, and is this being found out already? */
export class Effort {
  private depth = 0;
  /** What is being found out, by its kind. */
  private readonly active = new Map<string, Set<string | number>>();
  private steps = 0;

  constructor(
    private readonly tree: Tree,
    private readonly most: number,
  ) {}

  /** Counts a step. Steps, not time: what stays unresolved is the same on every machine. */
  step(): void {
    if (++this.steps > this.most) throw new Exhausted();
  }

  /** Runs once a key; a computation that needs itself (x = x.y()) knows nothing. */
  guarded(kind: string, key: string | number, make: () => Place | null): Place | null {
    this.step();
    let active = this.active.get(kind);
    if (!active) {
      active = new Set();
      this.active.set(kind, active);
    }
    if (active.has(key) || this.depth > DEEPEST) return null;
    return this.tree.memo(kind, key, () => {
      active.add(key);
      this.depth++;
      const value = make();
      this.depth--;
      active.delete(key);
      return value;
    });
  }
}
