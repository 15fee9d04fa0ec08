/** Several indexes that one question asks as one: what words are weighed against, and one ranking of which each index takes its own part. */

import type { Store } from "../store/graph.ts";
import { Totals } from "../store/lexical.ts";
import { type Filters, tagged } from "./filter.ts";
import type { Plan } from "./plan.ts";
import type { RankedChunk, Retrieved } from "./retrieve.ts";

export class Among {
  readonly totals: Totals;
  readonly #rankings = new Map<string, Retrieved>();
  /** Indexes that cannot be ranked, and why. */
  readonly #failed = new Map<Store, unknown>();
  /** The order of a model, made once. */
  reranked: Promise<RankedChunk[]> | undefined;
  readonly #places = new Map<Store, Map<string, number>>();

  /**
   * @param plans of each index, its own conditions in them: for one question
   * @param defined where a name is the whole question: one of them defines it, or only one written otherwise
   */
  constructor(
    private readonly plans: ReadonlyMap<Store, Plan>,
    readonly defined: "exact" | "nearly" | null = null,
  ) {
    this.totals = new Totals([...plans.keys()].map(({ db }) => db));
  }

  has(store: Store): boolean {
    return this.plans.has(store);
  }

  /**
   * The ranking of all indexes, made once for all that ask for the same. One that cannot be read has no part in it.
   * @param store the index that asks
   * @param key what else than the filters makes it another ranking
   * @param rank makes it of some indexes, each with its plan
   * @throws what is wrong with the index that asks
   */
  ranked(store: Store, plan: Plan, key: string, rank: (plans: readonly [Store, Plan][]) => Retrieved): Retrieved {
    const { tagged: _, mount: __, without: ___, within, ...filters } = plan.filters;
    const known = `${key} ${JSON.stringify(filters)} ${within !== undefined}`;
    let made = this.#rankings.get(known);
    if (!made) {
      const plans = [...this.plans].map(([of, own]): [Store, Plan] => [
        of,
        of === store ? plan : { ...plan, filters: filtersIn(of, plan.filters, own.filters), precedents: own.precedents },
      ]);
      try {
        made = rank(plans.filter(([of]) => !this.#failed.has(of)));
      } catch (error) {
        const sound = plans.filter((one) => this.#isSound(one, rank));
        if (sound.length === plans.length) throw error;
        made = rank(sound);
      }
      this.#rankings.set(known, made);
    }
    if (this.#failed.has(store)) throw this.#failed.get(store);
    return made;
  }

  #isSound(one: [Store, Plan], rank: (plans: readonly [Store, Plan][]) => Retrieved): boolean {
    try {
      rank([one]);
      return true;
    } catch (error) {
      this.#failed.set(one[0], error);
      return false;
    }
  }

  /** Notes where a chunk stands in the list of all. */
  place(store: Store, chunk: string, at: number): void {
    const places = this.#places.get(store) ?? new Map<string, number>();
    this.#places.set(store, places);
    if (!places.has(chunk)) places.set(chunk, at);
  }

  /** Where a chunk stands in the list of all; undefined for what no ranking has. */
  placeOf(store: Store, chunk: string): number | undefined {
    return this.#places.get(store)?.get(chunk);
  }
}

/** What one index is asked, as another is. */
function filtersIn(store: Store, asked: Filters, { mount, without }: Filters): Filters {
  const own = tagged(store, { ...asked, mount, without, tagged: undefined });
  return asked.within ? { ...own, within: asked.within.of(store, own) } : own;
}
