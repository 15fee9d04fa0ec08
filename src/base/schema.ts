/**
 * The JSON output contract, version 1, as zod schemas. Only `manifold schema` and the tests evaluate it:
 * everything else imports the inferred types, so that a question does not pay for loading zod.
 */
import { z } from "zod";
import { EDGE_KINDS, INTENTS, OPERATIONS, RESOLUTIONS, STRATEGIES, SYMBOL_KINDS } from "./types.ts";

const line = z.number().int().min(1);
const share = z.number().min(0).max(1);

export const routeSchema = z.object({
  strategy: z.enum(STRATEGIES),
  operation: z.enum(OPERATIONS),
  symbol: z.string().nullable(),
  target: z.string().nullable(),
  keyword: z.string().nullable(),
  intent: z.enum(INTENTS),
  confidence: share,
  reason: z.string(),
  signals: z.array(z.string()),
});

export const resultSchema = z.object({
  rank: z.number().int().min(1),
  score: z.number(),
  chunk: z.string(),
  path: z.string(),
  start: line,
  end: line,
  kind: z.string(),
  name: z.string(),
  qualified: z.string(),
  language: z.string().nullable(),
  strategies: z.array(z.enum(STRATEGIES)),
  depth: z.number().int().min(0),
  line: line.nullable(),
  confidence: share,
  resolution: z.enum(RESOLUTIONS).nullable(),
  repository: z.string().nullable(),
  snippet: z.string(),
  truncated: z.boolean(),
});

export const nodeSchema = z.object({
  id: z.string(),
  kind: z.enum(SYMBOL_KINDS),
  name: z.string(),
  qualified: z.string(),
  path: z.string(),
  start: z.number().int().min(0),
  end: z.number().int().min(0),
  external: z.boolean(),
});

export const edgeSchema = z.object({
  from: z.string(),
  to: z.string(),
  kind: z.enum(EDGE_KINDS),
  line: z.number().int().min(0),
  resolution: z.enum(RESOLUTIONS),
  confidence: share,
});

export const answerSchema = z.object({
  version: z.literal(1),
  id: z.string(),
  query: z.string(),
  root: z.string(),
  route: routeSchema,
  results: z.array(resultSchema),
  graph: z.object({ nodes: z.array(nodeSchema), edges: z.array(edgeSchema) }),
  symbol: z.object({
    chosen: nodeSchema.nullable(),
    candidates: z.array(nodeSchema),
    resolved: z.number().int(),
    possible: z.number().int(),
    unresolved: z.number().int(),
  }),
  risk: z.object({ level: z.enum(["low", "medium", "high", "unknown"]), reasons: z.array(z.string()) }).nullable(),
  evidence: z.object({ gap: z.boolean(), z: z.number().nullable() }),
  fallback: z.boolean(),
  budget: z.object({ tokens: z.number().int(), limit: z.number().int(), truncated: z.boolean() }),
  freshness: z.object({ behind: z.number().int() }),
  warnings: z.array(z.object({ code: z.string(), message: z.string() })),
  suggestions: z.array(z.string()),
  /** The typed plan; only with --explain. */
  plan: z.record(z.string(), z.unknown()).nullable(),
  timings_ms: z.record(z.string(), z.number()),
});

export const indexReportSchema = z.object({
  version: z.literal(1),
  root: z.string(),
  files: z.number().int(),
  indexed: z.number().int(),
  parsed: z.number().int(),
  skipped: z.record(z.string(), z.number().int()),
  chunks: z.number().int(),
  symbols: z.number().int(),
  edges: z.number().int(),
  languages: z.record(z.string(), z.number().int()),
  graph_hash: z.string(),
  grammars: z.array(z.string()),
  model: z.string().nullable(),
  incremental: z.boolean(),
  ms: z.number(),
  warnings: z.array(z.object({ code: z.string(), message: z.string() })),
});

export type Answer = z.infer<typeof answerSchema>;
export type Result = z.infer<typeof resultSchema>;
export type GraphNode = z.infer<typeof nodeSchema>;
export type GraphEdge = z.infer<typeof edgeSchema>;
export type IndexReport = z.infer<typeof indexReportSchema>;
