import { z } from "zod";
import { type AskOptions, ask, type Session } from "../../../asking.ts";
import type { Answer, Result } from "../../../base/schema.ts";
import { mcp } from "../../../base/settings.ts";
import { CHUNK_KINDS } from "../../../base/types.ts";
import { languageNamed } from "../../../source/languages.ts";
import { replyTo } from "../reply.ts";
import { budget, foundSchema, question, root, topK } from "../schema.ts";
import { options, tool, withCalls } from "../tool.ts";

/** Chunks to cite from. */
export const searchChunks = tool({
  name: "search_chunks",
  title: "Search chunks to cite from",
  description:
    "The chunks of code and documents that answer a question, to cite from: chunk ids, lines, numbered snippets, the rule by which to cite, and, " +
    "where nothing is found, the next searches to try. Answer only from what it returns. Narrow it by path prefix, file type, chunk type and tags.",
  input: z.strictObject({
    query: question("What the chunks should be about."),
    k: topK(5),
    filters: z
      .strictObject({
        path_prefix: z.string().min(1).max(4_096).optional().describe('Paths that start with this, for example "src/server/".'),
        file_type: z.string().min(1).max(100).optional().describe('A file ending (".ts", "md") or a language ("typescript").'),
        chunk_type: z.enum(CHUNK_KINDS).optional().describe("Only chunks of this kind."),
        tags: z
          .array(z.string().min(1).max(100))
          .max(20)
          .optional()
          .describe("Chunks that have all of these: test, example, vendored, generated, docs, config, entry."),
      })
      .optional()
      .describe("All that are given must hold."),
    budget,
    root,
  }),
  output: foundSchema,
  async run(session, args) {
    const answer = await chunks(session, args.query, args.k, args.filters ?? {});
    return replyTo(withCalls(answer), { budget: args.budget, graph: false, citing: true });
  },
});

interface ChunkFilters {
  path_prefix?: string | undefined;
  file_type?: string | undefined;
  chunk_type?: string | undefined;
  tags?: string[] | undefined;
}

/** Search results by meaning or text; what the engines cannot filter by is filtered from a larger pool. */
async function chunks(session: Session, query: string, k: number, filters: ChunkFilters): Promise<Answer> {
  const { path_prefix: prefix, file_type: type, chunk_type: kind, tags = [] } = filters;
  const language = type === undefined ? null : languageNamed(type.toLowerCase());
  const ending = type === undefined || language ? null : `.${type.replace(/^\.+/, "").toLowerCase()}`;
  const narrowed: Partial<AskOptions> = {
    // As a pattern where that says the same; the comparison below decides.
    paths: prefix === undefined ? [] : [`/${prefix.replace(/^\.?\/+/, "").replace(/[\\*?[\]!# ]/g, "?")}*`],
    languages: language ? [language.name] : [],
    kinds: kind === undefined ? [] : [kind],
  };
  const bare = prefix?.replace(/^\.?\/+/, "") ?? "";
  const passes = ({ path, chunk }: Result): boolean =>
    path.startsWith(bare) &&
    (ending === null || path.toLowerCase().endsWith(ending)) &&
    (tags.length === 0 || tags.every((tag) => session.store.chunkById(chunk)?.tags.includes(tag)));
  const asked = (wanted: number) => ask(session, query, { ...options(wanted, undefined), ...narrowed });
  const filtered = ending !== null || tags.length > 0;
  let answer = await asked(filtered ? Math.max(k, mcp.filterPool[0]) : k);
  let kept = answer.results.filter(passes);
  if (filtered && kept.length < k && answer.results.length >= mcp.filterPool[0]) {
    answer = await asked(mcp.filterPool[1]);
    kept = answer.results.filter(passes);
  }
  const results = kept.slice(0, k).map((result, i) => ({ ...result, rank: i + 1 }));
  return results.length > 0 ? { ...answer, results } : { ...answer, results, suggestions: nextSearches(answer, query, filters) };
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
