import { z } from "zod";
import { Refusal } from "../../../base/errors.ts";
import { asking, keywords } from "../../../base/settings.ts";
import { EDGE_KINDS } from "../../../base/types.ts";
import { edgeKindOf } from "../../../query/edges.ts";
import { oneOf } from "../../flags.ts";
import { mcp } from "../../limits.ts";
import { replyTo } from "../reply.ts";
import { anyK, budget, filters, fleet, foundSchema, root } from "../schema.ts";
import { options, tool, withCalls } from "../tool.ts";

/** Meaning, structure, expression and keywords in one call. */
export const queryKnowledge = tool({
  name: "query_knowledge",
  title: "Query an area",
  description:
    "An area of the code with its connections: places by a question or a bug report, of those the ones whose path matches a regular expression and " +
    "whose text holds the keywords, and the one subgraph around them (who calls, imports, inherits, documents what). Filters alone will do.",
  input: z.strictObject({
    natural_query: z.string().max(asking.maxQuestion).default("").describe('For example "auth system".'),
    depth: z.number().int().min(0).max(asking.maxDepth).default(1).describe("Hops of the subgraph; 0 for none."),
    top_k: anyK,
    regex_filter: z
      .string()
      .min(1)
      .max(keywords.maxLength - 2)
      .optional()
      .describe('RE2 expression, for example "^src/server/.*".'),
    regex_in: z.enum(["path", "content"]).default("path").describe("What regex_filter must match."),
    keyword_filter: z
      .union([z.array(z.string().min(1).max(keywords.maxLength)).max(asking.maxKeywords), z.string().min(1).max(keywords.maxLength)])
      .optional()
      .describe("What must stand in a result; lower case matches any case."),
    edges: z
      .array(z.string().min(1).max(100))
      .max(2 * EDGE_KINDS.length)
      .optional()
      .describe("Relations to follow; all but contains and references unless said."),
    budget,
    filters,
    root,
    fleet,
  }),
  output: foundSchema,
  async run(trees, args) {
    const words = args.keyword_filter === undefined ? [] : [args.keyword_filter].flat();
    const given = Object.values(args.filters ?? {}).some((list) => list !== undefined && list.length > 0);
    if (args.natural_query.trim() === "" && args.regex_filter === undefined && words.length === 0 && !given)
      throw new Refusal(
        "bad-value",
        "query_knowledge needs a natural_query or a filter.",
        'For example {"natural_query": "auth system", "keyword_filter": "JWT"}.',
      );
    const open = args.top_k === undefined;
    const asked = options(args.top_k ?? mcp.defaultResults, args.filters, {
      open,
      ...(args.regex_filter === undefined ? {} : { regex: { source: args.regex_filter, in: args.regex_in } }),
      keywords: words,
      hops: args.depth,
      edges: args.edges && [...new Set(args.edges.map((name) => edgeKindOf(name) ?? oneOf("edges", name, EDGE_KINDS)))],
    });
    const answer = await trees.ask(args.natural_query, asked);
    return replyTo(trees.passages, withCalls(answer), { budget: args.budget, graph: args.depth > 0, citing: true, open });
  },
});
