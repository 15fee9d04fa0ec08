/** The plan's schema; loaded only when a plan is passed in, so that a question does not pay for zod. */
import { z } from "zod";
import { asking, keywords } from "../base/settings.ts";
import { EDGE_KINDS, ENGINES, OPERATIONS, STRATEGIES } from "../base/types.ts";

const patterns = z.array(z.string().min(1)).max(1_000);

export const planSchema = z.strictObject({
  version: z.literal(1),
  strategy: z.enum(STRATEGIES).optional(),
  operation: z.enum(OPERATIONS).optional(),
  symbol: z.string().nullable().optional(),
  target: z.string().nullable().optional(),
  at: z
    .object({ path: z.string(), line: z.number().int().min(1) })
    .nullable()
    .optional(),
  keyword: z.string().nullable().optional(),
  text: z.string().max(asking.maxQuestion).optional(),
  description: z.string().max(asking.maxQuestion).optional(),
  filters: z.strictObject({ paths: patterns, excludes: patterns, languages: patterns, kinds: patterns }).partial().optional(),
  depth: z.number().int().min(1).max(asking.maxDepth).nullable().optional(),
  k: z.number().int().min(1).max(asking.maxResults).optional(),
  budget: z.number().int().min(0).optional(),
  engines: z.array(z.enum(ENGINES)).optional(),
  includePossible: z.boolean().optional(),
  command: z.string().nullable().optional(),
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
