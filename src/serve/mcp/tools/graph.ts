import { z } from "zod";
import { Refusal } from "../../../base/errors.ts";
import { asking } from "../../../base/settings.ts";
import { STRUCTURAL } from "../../../query/walk.ts";
import { replyTo } from "../reply.ts";
import { budget, filters, fleet, foundSchema, place, root, symbol, topK } from "../schema.ts";
import { options, tool, withCalls } from "../tool.ts";

/** The relations of a symbol: those of the graph, and likeness. Search and related are questions. */
const RELATIONS = [...STRUCTURAL, "similar"] as const;

/** One relation of one named symbol. */
export const graph = tool({
  name: "graph",
  title: "Ask the graph",
  description:
    "One exact relation of a symbol, file or folder in the code graph: references are all uses, blast_radius all that a change can reach, path " +
    "the shortest call chain from `symbol` to `target`, governs the reverse of governed_by. Every hit says how it was resolved; what could not be " +
    'is counted: "none" is never "unknown".',
  input: z.strictObject({
    operation: z.enum(RELATIONS).describe("Relation."),
    symbol: symbol.describe('A name, "Class.method", "path/file.ts:name", a path, "ADR-7".').optional(),
    target: symbol.describe("End of a path.").optional(),
    at: place("The symbol at a line: instead of `symbol`, or to pick a definition.").optional(),
    target_at: place("The same for `target`.").optional(),
    depth: z.number().int().min(1).max(asking.maxDepth).optional().describe("Hops."),
    include_possible: z.boolean().default(false).describe("Unresolved candidates too."),
    top_k: topK(20),
    budget,
    filters,
    root,
    fleet,
  }),
  output: foundSchema,
  async run(trees, args) {
    const { operation, target, at, target_at: toAt, depth } = args;
    if (args.symbol === undefined && at === undefined)
      throw new Refusal(
        "bad-value",
        "graph needs a symbol, or a place in `at`.",
        'For example {"operation": "callers", "symbol": "login"}.',
      );
    if (operation === "path" && target === undefined && toAt === undefined)
      throw new Refusal("bad-value", "path needs a target.", 'For example {"operation": "path", "symbol": "main", "target": "save"}.');
    const words = [operation, args.symbol, target].filter((word) => word !== undefined).join(" ");
    const asked = options(args.top_k, args.filters, {
      operation,
      strategy: "structural",
      symbol: args.symbol,
      target,
      at,
      toAt,
      depth,
      includePossible: args.include_possible,
      command: operation,
    });
    return replyTo(trees.passages, withCalls(await trees.ask(words, asked)), {
      budget: args.budget,
      graph: operation === "path" || (depth ?? 1) > 1,
    });
  },
});
