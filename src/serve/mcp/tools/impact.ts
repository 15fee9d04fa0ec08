import { z } from "zod";
import { ask } from "../../../asking.ts";
import { Refusal } from "../../../base/errors.ts";
import { asking } from "../../../base/settings.ts";
import { replyTo } from "../reply.ts";
import { budget, filters, foundSchema, root, symbol, topK } from "../schema.ts";
import { options, tool, withCalls } from "../tool.ts";

/** What a change can reach, and how risky that is. */
export const impact = tool({
  name: "impact",
  title: "Impact of a change",
  description:
    "What a change to a symbol can reach: affected symbols by distance, the tests among them, and a risk (low, medium, high, unknown) with its " +
    "reasons. Never low when callers could not be resolved. Call it before you edit.",
  input: z.strictObject({
    symbol: symbol.describe('The symbol to be changed: a name, "Class.method" or "path/file.ts:name".').optional(),
    at: z
      .strictObject({ path: z.string().min(1).max(4_096), line: z.number().int().min(1) })
      .optional()
      .describe("Instead of `symbol`, or to pick one of several definitions."),
    depth: z.number().int().min(1).max(asking.maxDepth).optional().describe("Hops to follow."),
    top_k: topK(20),
    budget,
    filters,
    root,
  }),
  output: foundSchema,
  async run(session, args) {
    if (args.symbol === undefined && args.at === undefined)
      throw new Refusal("bad-value", "impact needs a symbol, or a place in `at`.", 'For example {"symbol": "Session.save"}.');
    const asked = options(args.top_k, args.filters, {
      operation: "blast_radius",
      strategy: "structural",
      symbol: args.symbol,
      at: args.at,
      depth: args.depth,
      command: "impact",
    });
    return replyTo(withCalls(await ask(session, `impact ${args.symbol ?? ""}`.trim(), asked)), { budget: args.budget, graph: false });
  },
});
