import { z } from "zod";
import { ask } from "../../../asking.ts";
import { mcp } from "../../../base/limits.ts";
import { replyTo } from "../reply.ts";
import { anyK, budget, filters, foundSchema, question, root } from "../schema.ts";
import { options, tool, withCalls } from "../tool.ts";

/** Any question; the router decides how it is answered. */
export const search = tool({
  name: "search",
  title: "Search the code",
  description:
    "Ask anything about the code base in words, names or an exact text, and get ranked, cited places with their source. " +
    'A router picks the engine: meaning ("how does login work"), structure ("what calls authenticate()"), exact text ("grep for DEPRECATED", ' +
    '"/regex/"). Use it first; use `graph` when you know the symbol, `read_chunk` to read on. Always reflects the files as they are now.',
  input: z.strictObject({
    query: question('The question, for example "where are sessions stored" or "who calls save_report".'),
    top_k: anyK,
    budget,
    filters,
    root,
  }),
  output: foundSchema,
  async run(session, args) {
    const open = args.top_k === undefined;
    const answer = await ask(session, args.query, options(args.top_k ?? mcp.defaultResults, args.filters, { open }));
    return replyTo(session.store, withCalls(answer), { budget: args.budget, graph: false, open });
  },
});
