/** Which of the two kinds of walks is faster. */
import { walking } from "../../base/settings.ts";
import type { Store } from "../../store/graph.ts";

/** Counts the files that a walk over rows would unpack. */
export class Breadth {
  readonly #files = new Set<number>();
  readonly #limit: number;

  constructor(private readonly store: Store) {
    this.#limit = Math.max(walking.wide.files, store.counts().files * walking.wide.share);
  }

  /** Would going on from these symbols unpack so many files that the arrays are faster? */
  exceeds(level: readonly number[]): boolean {
    for (const id of level) {
      const files = this.store.fewReaching(id, this.#limit);
      if (files === null) return true;
      for (const file of files) this.#files.add(file);
      if (this.#files.size > this.#limit) return true;
    }
    return false;
  }
}
