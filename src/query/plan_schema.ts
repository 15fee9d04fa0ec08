/** The plan's schema; loaded only when a plan is passed in, so that a question does not pay for zod. */
import { z } from "zod";
import { asking, keywords } from "../base/settings.ts";
import { EDGE_KINDS, ENGINES, OPERATIONS, STRATEGIES } from "../base/types.ts";
import { MAX_NESTING, type Operand, type Relation, SORTS } from "./relation.ts";

const patterns = z.array(z.string().min(1)).max(1_000);

const part = z.enum(["file", "type"]).nullable().default(null);
const sort = z.enum(SORTS).nullable().default(null);
const binding = z.strictObject({
  symbol: z.string(),
  qualified: z.string(),
  path: z.string(),
  start: z.number().int().min(0),
  end: z.number().int().min(0),
  score: z.number(),
});
const words = z.string().min(1).max(asking.maxQuestion);
const relations = OPERATIONS.filter((operation) => operation !== "search" && operation !== "related");

/** A relation nested at most so many times more. */
function relationOf(levels: number): z.ZodType<Relation> {
  const operand: z.ZodType<Operand> = z.union([
    z.strictObject({ symbol: words, part }),
    z.strictObject({ description: words, sort, part, bound: z.array(binding).max(100).nullable().default(null) }),
    ...(levels > 0 ? [z.strictObject({ relation: z.lazy(() => relationOf(levels - 1)) })] : []),
  ]);
  return z.strictObject({
    operation: z.enum(relations),
    of: operand,
    to: operand.nullable().default(null),
    either: z.boolean().default(false),
    only: z.enum(["tests", "code"]).nullable().default(null),
    sort,
    depth: z.number().int().min(1).max(asking.maxDepth).nullable().default(null),
    beside: z.boolean().default(false),
    overriding: z.string().max(asking.maxQuestion).optional(),
  });
}

/** The part of a plan that is a relation; what a compiled plan is checked against. */
export const relationSchema = relationOf(MAX_NESTING - 1).refine((relation) => relation.operation !== "path" || relation.to !== null, {
  message: "a path needs two ends",
  path: ["to"],
});

/** What a local model may decide of a plan (asking/ollama.ts); it must make sense as a whole. */
export const proposalSchema = z
  .strictObject({
    strategy: z.enum(STRATEGIES),
    operation: z.enum(OPERATIONS),
    symbol: z.string().min(1).max(1_000).nullable().default(null),
    target: z.string().min(1).max(1_000).nullable().default(null),
    keyword: z.string().min(1).max(keywords.maxLength).nullable().default(null),
    description: z.string().max(asking.maxQuestion).default(""),
    relation: relationOf(1).nullable().default(null),
  })
  .refine((plan) => plan.strategy !== "keyword" || plan.keyword !== null, { message: "a keyword plan needs the text", path: ["keyword"] })
  .refine((plan) => plan.strategy !== "structural" || plan.symbol !== null, {
    message: "a structural plan needs the symbol",
    path: ["symbol"],
  })
  .refine((plan) => plan.operation !== "path" || plan.target !== null || (plan.relation?.to ?? null) !== null, {
    message: "a path needs two ends",
    path: ["target"],
  });

const place = z
  .object({ path: z.string(), line: z.number().int().min(1) })
  .nullable()
  .optional();

export const planSchema = z.strictObject({
  version: z.literal(1),
  strategy: z.enum(STRATEGIES).optional(),
  operation: z.enum(OPERATIONS).optional(),
  symbol: z.string().nullable().optional(),
  target: z.string().nullable().optional(),
  at: place,
  toAt: place,
  keyword: z.string().nullable().optional(),
  text: z.string().max(asking.maxQuestion).optional(),
  description: z.string().max(asking.maxQuestion).optional(),
  filters: z
    .strictObject({
      paths: patterns,
      excludes: patterns,
      languages: patterns,
      kinds: patterns,
      prefixes: patterns,
      types: patterns,
      tags: patterns,
    })
    .partial()
    .optional(),
  depth: z.number().int().min(1).max(asking.maxDepth).nullable().optional(),
  k: z.number().int().min(1).max(asking.maxResults).optional(),
  budget: z.number().int().min(0).optional(),
  engines: z.array(z.enum(ENGINES)).optional(),
  includePossible: z.boolean().optional(),
  command: z.string().nullable().optional(),
  diversity: z.number().min(0).max(1).nullable().optional(),
  deep: z.boolean().optional(),
  relation: relationSchema.nullable().optional(),
  thick: z
    .strictObject({
      regex: z
        .strictObject({
          source: z
            .string()
            .min(1)
            .max(keywords.maxLength - 2),
          in: z.enum(["path", "content"]).default("path"),
        })
        .nullable()
        .default(null),
      keywords: z.array(z.string().min(1).max(keywords.maxLength)).max(asking.maxKeywords).default([]),
      hops: z.number().int().min(0).max(asking.maxDepth).default(1),
      edges: z.array(z.enum(EDGE_KINDS)).nullable().default(null),
      first: z.enum(["filter", "ranking"]).nullable().default(null),
    })
    .nullable()
    .optional(),
});
