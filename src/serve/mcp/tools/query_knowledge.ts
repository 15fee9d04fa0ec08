import { z } from "zod";
import { ask } from "../../../asking.ts";
import { Refusal } from "../../../base/errors.ts";
import { asking, keywords } from "../../../base/settings.ts";
import { EDGE_KINDS } from "../../../base/types.ts";
import { edgeKindOf } from "../../../query/edges.ts";
import { oneOf } from "../../flags.ts";
import { mcp } from "../../limits.ts";
import { replyTo } from "../reply.ts";
import { anyK, budget, filters, foundSchema, root } from "../schema.ts";
import { options, tool, withCalls } from "../tool.ts";

/** Meaning, structure, expression and keywords in one call. */
export const queryKnowledge = tool({
  name: "query_knowledge",
  title: "Query code and its surroundings",
  description:
    "One thick query: finds places by a question in natural language, keeps those whose path matches a regular expression and whose text holds " +
    "the keywords, and adds the one subgraph around them (who calls, imports, inherits, documents what), each node and edge once. Use it when you " +
    "need an area of the code with its connections; use `search` for the places alone. Filters without a question are a legal query. Of the budget, " +
    "the subgraph gets an eighth, the code that the question speaks of nearly all the rest.",
  input: z.strictObject({
    natural_query: z
      .string()
      .max(asking.maxQuestion)
      .default("")
      .describe('The question, for example "auth system". Empty or left out, the filters are the question.'),
    depth: z.number().int().min(0).max(asking.maxDepth).default(1).describe("Hops of the subgraph around the results; 0 for none."),
    top_k: anyK,
    regex_filter: z
      .string()
      .min(1)
      .max(keywords.maxLength - 2)
      .optional()
      .describe('Expression (RE2 syntax) that the path must match, for example "^src/server/.*"; "^/src" means the same.'),
    regex_in: z
      .enum(["path", "content"])
      .default("path")
      .describe("What regex_filter is matched with: the path, or the lines of the chunk."),
    keyword_filter: z
      .union([z.string().min(1).max(keywords.maxLength), z.array(z.string().min(1).max(keywords.maxLength)).max(asking.maxKeywords)])
      .optional()
      .describe("Text, or list of texts, that must stand in a result. Lower case matches any case."),
    edges: z
      .array(z.string().min(1).max(100))
      .max(2 * EDGE_KINDS.length)
      .optional()
      .describe(
        `Relations that the subgraph follows, both ways: ${EDGE_KINDS.join(", ")}, in any case, or what others call them (PARENT_OF, EXTENDS). By default all but contains and references.`,
      ),
    budget,
    filters,
    root,
  }),
  output: foundSchema,
  async run(session, args) {
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
    const answer = await ask(session, args.natural_query, asked);
    return replyTo(session.store, withCalls(answer), { budget: args.budget, graph: args.depth > 0, citing: true, open });
  },
});
