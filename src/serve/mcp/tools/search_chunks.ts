import { z } from "zod";
import type { Answer } from "../../../base/schema.ts";
import { CHUNK_KINDS } from "../../../base/types.ts";
import { mcp } from "../../limits.ts";
import type { Asked } from "../asked.ts";
import { replyTo } from "../reply.ts";
import { anyK, budget, describedFilters, fleet, foundSchema, question, root, topK } from "../schema.ts";
import { options, tool, withCalls } from "../tool.ts";

/** Chunks to cite from. */
export const searchChunks = tool({
  name: "search_chunks",
  title: "Find chunks to cite",
  description:
    "Chunks of code and documents to cite from: ids, lines, snippets, the rule by which to cite, and, where nothing is found, searches to try. " +
    "Answer only from what it returns.",
  input: z.strictObject({
    query: question("What they should be about."),
    k: topK(5),
    filters: z
      .strictObject({
        path_prefix: z.string().min(1).max(4_096).optional().describe('"src/server/"'),
        file_type: z.string().min(1).max(100).optional().describe('".ts" or "typescript".'),
        chunk_type: z.enum(CHUNK_KINDS).optional().describe("Kind of chunk."),
        tags: z
          .array(z.string().min(1).max(100))
          .max(20)
          .optional()
          .describe("All of: test, example, vendored, generated, docs, config, entry."),
      })
      .optional()
      .describe("All must hold."),
    budget,
    root,
  }),
  output: foundSchema,
  async run(asked, args) {
    const answer = await chunks(asked, args.query, args.k, args.filters ?? {});
    return replyTo(asked.passages, withCalls(answer, "k"), { budget: args.budget, graph: false, citing: true });
  },
});

interface ChunkFilters {
  path_prefix?: string | undefined;
  file_type?: string | undefined;
  chunk_type?: string | undefined;
  tags?: string[] | undefined;
}

/** Search results by meaning or text; the filters are those of `manifold q`. */
async function chunks(asked: Asked, query: string, k: number, filters: ChunkFilters): Promise<Answer> {
  const { path_prefix: prefix, file_type: type, chunk_type: kind, tags = [] } = filters;
  const answer = await asked.ask(query, {
    ...options(k, undefined),
    prefixes: prefix === undefined ? [] : [prefix],
    types: type === undefined ? [] : [type],
    kinds: kind === undefined ? [] : [kind],
    tags,
  });
  return answer.results.length > 0 ? answer : { ...answer, suggestions: nextSearches(answer, query, filters) };
}

/** What to try where nothing was found: fewer filters, single words, exact text. */
function nextSearches(answer: Answer, query: string, filters: ChunkFilters): string[] {
  const tries: string[] = [];
  if (Object.values(filters).some((value) => value !== undefined))
    tries.push(`search_chunks ${JSON.stringify({ query })}  (without the filters)`);
  const words = [...new Set(query.match(/[\p{L}\p{N}_]{4,}/gu) ?? [])].sort((a, b) => b.length - a.length).slice(0, 2);
  for (const word of words) {
    tries.push(`search_chunks ${JSON.stringify({ query: word })}`);
    tries.push(`search ${JSON.stringify({ query: `grep for ${word}` })}  (every line with that text)`);
  }
  return [...tries, ...answer.suggestions].slice(0, 5);
}

/** Any question; the router decides how it is answered. */
export const search = tool({
  name: "search",
  title: "Search the code",
  description:
    "Ask anything about the code in words, names or exact text; get ranked, cited places with their source. A router picks the engine: meaning " +
    '("how does login work"), structure ("what calls authenticate()"), exact text ("grep for DEPRECATED", "/regex/"), a pasted error or stack ' +
    "trace.",
  input: z.strictObject({
    query: question('For example "where are sessions stored".'),
    top_k: anyK,
    budget,
    filters: describedFilters,
    root,
    fleet,
  }),
  output: foundSchema,
  async run(asked, args) {
    const open = args.top_k === undefined;
    const answer = await asked.ask(args.query, options(args.top_k ?? mcp.defaultResults, args.filters, { open }));
    return replyTo(asked.passages, withCalls(answer), { budget: args.budget, graph: false, open });
  },
});
