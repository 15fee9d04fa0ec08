import { z } from "zod";
import { ask } from "../../../asking.ts";
import { Refusal } from "../../../base/errors.ts";
import { asking, keywords } from "../../../base/settings.ts";
import { EDGE_KINDS } from "../../../base/types.ts";
import { replyTo } from "../reply.ts";
import { budget, filters, foundSchema, question, root, topK } from "../schema.ts";
import { options, tool, withCalls } from "../tool.ts";

/** Meaning, structure, expression and keywords in one call. */
export const queryKnowledge = tool({
  name: "query_knowledge",
  title: "Query code and its surroundings",
  description:
    "One thick query: finds places by a question in natural language, keeps those whose path matches a regular expression and whose text holds " +
    "the keywords, and adds the one subgraph around them (who calls, imports, inherits, documents what), each node and edge once. Use it when you " +
    "need an area of the code with its connections; use `search` for the places alone. Filters without a question are a legal query.",
  input: z.strictObject({
    natural_query: question('The question, for example "auth system".').optional(),
    depth: z.number().int().min(0).max(asking.maxDepth).default(1).describe("Hops of the subgraph around the results; 0 for none."),
    top_k: topK(5),
    regex_filter: z
      .string()
      .min(1)
      .max(keywords.maxLength - 2)
      .optional()
      .describe('Expression (RE2 syntax) that the path must match, for example "^src/server/.*".'),
    regex_in: z
      .enum(["path", "content"])
      .default("path")
      .describe("What regex_filter is matched with: the path, or the lines of the chunk."),
    keyword_filter: z
      .union([z.string().min(1).max(keywords.maxLength), z.array(z.string().min(1).max(keywords.maxLength)).max(asking.maxKeywords)])
      .optional()
      .describe("Text, or list of texts, that must stand in a result. Lower case matches any case."),
    edges: z
      .array(z.enum(EDGE_KINDS))
      .max(EDGE_KINDS.length)
      .optional()
      .describe("Relations that the subgraph follows; by default all but contains and references."),
    budget,
    filters,
    root,
  }),
  output: foundSchema,
  async run(session, args) {
    const words = args.keyword_filter === undefined ? [] : [args.keyword_filter].flat();
    if (args.natural_query === undefined && args.regex_filter === undefined && words.length === 0)
      throw new Refusal(
        "bad-value",
        "query_knowledge needs a natural_query or a filter.",
        'For example {"natural_query": "auth system", "keyword_filter": "JWT"}.',
      );
    const asked = options(args.top_k, args.filters, {
      ...(args.regex_filter === undefined ? {} : { regex: { source: args.regex_filter, in: args.regex_in } }),
      keywords: words,
      hops: args.depth,
      edges: args.edges,
    });
    const answer = await ask(session, args.natural_query ?? "", asked);
    return replyTo(withCalls(answer), { budget: args.budget, graph: args.depth > 0, citing: true });
  },
});
