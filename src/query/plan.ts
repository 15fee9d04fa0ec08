/** The typed plan of a question: what will be asked of which engine. Printable as JSON, and accepted back (`q --plan`). */
import { Refusal } from "../base/errors.ts";
import type { EdgeKind, Engine, Operation, Route, Strategy } from "../base/types.ts";
import type { Among } from "./among.ts";
import type { Filters } from "./filter.ts";
import type { Precedent } from "./precedents.ts";
import type { Relation } from "./relation.ts";

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
