/**
 * What is listed rather than answered, as zod schemas: the output of `show`, `graph`, `languages` and `models` with --json, version 1. Loaded by
 * `manifold schema` and the tests only, as schema.ts is.
 */
import { z } from "zod";
import { edgeSchema, nodeSchema } from "./schema.ts";

const line = z.number().int().min(0);

/** `manifold show --json`. */
export const showSchema = z.object({
  version: z.literal(1),
  root: z.string(),
  shown: z.array(
    z.object({
      /** The full citation as it is now. */
      citation: z.string(),
      chunk: z.string().nullable(),
      path: z.string(),
      language: z.string().nullable(),
      start: line,
      end: line,
      /** The line asked for, where only one was. */
      mark: line.nullable(),
      /** Number of the first of `lines`, which have the context around the citation. */
      first: line,
      lines: z.array(z.string()),
      kind: z.string(),
      qualified: z.string(),
      sameness: z.enum(["unchanged", "moved", "edited", "unchecked"]),
      by: z.enum(["id", "content", "symbol", "place"]),
      note: z.string().nullable(),
    }),
  ),
  warnings: z.array(z.object({ code: z.string(), message: z.string() })),
});

/** `manifold graph --format json`. */
export const graphSchema = z.object({ version: z.literal(1), nodes: z.array(nodeSchema), edges: z.array(edgeSchema) });

/** `manifold languages --json`. */
export const languagesSchema = z.object({
  version: z.literal(1),
  languages: z.array(
    z.object({
      name: z.string(),
      extensions: z.array(z.string()),
      filenames: z.array(z.string()),
      extracts: z.array(z.string()),
      /** Can this build parse it? Else it is text. */
      parser: z.boolean(),
    }),
  ),
});

/** `manifold models --json`. */
export const modelsSchema = z.object({
  version: z.literal(1),
  /** Where models are looked for. */
  folder: z.string(),
  models: z.array(
    z.object({
      id: z.string(),
      /** Of the model in the binary, the first one listed: `built in`. */
      path: z.string(),
      weights: z.string().nullable(),
      bytes: z.number().nullable(),
      dimensions: z.number().int().nullable(),
      pooling: z.string().nullable(),
      max_tokens: z.number().int().nullable(),
      query_prefix: z.string(),
      document_prefix: z.string(),
      /** What is missing or wrong, and how to mend it. */
      problem: z.string().nullable(),
      /** With --verify or --bench, or where a model was named. */
      hash: z.string().nullable(),
      verified: z.boolean().nullable(),
      speed: z.object({ documents_per_second: z.number(), query_ms: z.number() }).nullable(),
    }),
  ),
});
