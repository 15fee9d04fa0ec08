/** The typed plan of a question: what will be asked of which engine. Printable as JSON, and accepted back (`q --plan`). */
import { Refusal } from "../base/errors.ts";
import type { EdgeKind, Engine, Operation, Route, Strategy } from "../base/types.ts";
import type { Store } from "../store/graph.ts";
import { Totals } from "../store/lexical.ts";
import { type Filters, tagged } from "./filter.ts";
import type { Precedent } from "./precedents.ts";
import type { Relation } from "./relation.ts";
import type { RankedChunk, Retrieved } from "./retrieve.ts";

/** Version of the plan's form. */
export const PLAN_VERSION = 1;

/** An RE2 expression that the path of a result must match, or a line of its text. */
export interface RegexFilter {
  source: string;
  in: "path" | "content";
}

/** What a thick query has besides the question: conditions on text, and the subgraph around what was found. */
export interface Thick {
  regex: RegexFilter | null;
  /** Texts that must all stand in a result. */
  keywords: string[];
  /** Hops of the subgraph; 0 for none but what the question itself walked. */
  hops: number;
  /** Relations followed; null = those that say something about code. */
  edges: EdgeKind[] | null;
  /** What is done first: everything filtered, or everything ranked. null = what costs less; the answer is the same. */
  first: "filter" | "ranking" | null;
}

export interface Plan {
  version: 1;
  strategy: Strategy;
  operation: Operation;
  /** As typed: a name, `Class.method`, a file. */
  symbol: string | null;
  target: string | null;
  at: { path: string; line: number } | null;
  /** The same of the other end of a path. */
  toAt: { path: string; line: number } | null;
  /** Text or `/regex/flags` to match exactly. */
  keyword: string | null;
  /** The whole question, and what of it is left for retrieval once the relation is taken out. */
  text: string;
  description: string;
  filters: Filters;
  /** Hops; null = the operation's own. */
  depth: number | null;
  k: number;
  /** Tokens of quoted text; 0 = no limit. */
  budget: number;
  engines: Engine[];
  /** List what may be meant among the results, marked ambiguous. */
  includePossible: boolean;
  /** Asked by a structural command or `--op` of this name: an unknown symbol is then no reason to search for its words. */
  command: string | null;
  /** How much results should differ from each other, 0 to 1; null = as the intent has it. */
  diversity: number | null;
  /** Asked in further readings of the question too. */
  deep: boolean;
  thick: Thick | null;
  /** A relation of something described or of another relation; then `operation` is its, and `symbol` and `target` are not used. */
  relation: Relation | null;
  /** What the router alone read, where the relation is only one way to take the words. */
  otherwise: Route | null;
  /** The words are searched for whatever the relation gives: a path that is clear stands beside what they find. */
  aside?: boolean | undefined;
  route: Route;
  /** The indexes that are asked as one with this one; made for a run, never printed. */
  among?: Among | undefined;
  /** Of a report: what history says of files. */
  precedents?: ReadonlyMap<string, Precedent> | undefined;
}

/** The filters of a thick query as the text of a question that has no words of its own. */
export function filtersAsText({ thick, text }: Pick<Plan, "thick" | "text">): string {
  if (thick === null) return text;
  return [thick.regex?.source, ...thick.keywords].filter((part) => part !== undefined).join(" ");
}

/** A plan as `--explain` prints it and `--plan` takes it: the route is printed beside it. */
export function printable(plan: Plan): Record<string, unknown> {
  const { route: _, otherwise: __, among: ___, precedents: ____, aside: _____, ...rest } = plan;
  return { ...rest, filters: { ...rest.filters, without: undefined, mount: undefined } };
}

/**
 * A plan from text; whatever the text leaves out is taken from `defaults`.
 * @throws Refusal `bad-plan` with the place of the first mistake
 */
export async function parsePlan(text: string, defaults: Plan): Promise<Plan> {
  const { planSchema } = await import("./plan_schema.ts");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Refusal("bad-plan", "The plan is not JSON.", 'Give what manifold q --explain --json prints under "plan".', { cause: error });
  }
  const parsed = planSchema.safeParse(value);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const where = issue && issue.path.length > 0 ? issue.path.join(".") : "plan";
    throw new Refusal(
      "bad-plan",
      `The plan's ${where} is wrong: ${issue?.message ?? "unknown"}.`,
      "Correct it, or leave the key out for its default.",
    );
  }
  const given = Object.fromEntries(Object.entries(parsed.data).filter(([, set]) => set !== undefined)) as Partial<Plan>;
  const plan = { ...defaults, ...given, filters: { ...defaults.filters, ...parsed.data.filters } };
  const { strategy, operation, symbol, target, keyword } = plan;
  return {
    ...plan,
    route: { ...plan.route, strategy, operation, symbol, target, keyword, confidence: 1, reason: "The plan was given.", signals: [] },
  };
}

// Several indexes that one question asks as one: what words are weighed against, and one ranking of which each index takes its own part.

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
