/** `manifold graph`: the graph, or the part around a symbol, as data. */

import { EXIT, Refusal } from "../../base/errors.ts";
import type { GraphEdge, GraphNode } from "../../base/schema.ts";
import { asking } from "../../base/settings.ts";
import { around } from "../../query/subgraph.ts";
import { findSymbol } from "../../query/walk.ts";
import { allEdges, allNodes } from "../../store/export.ts";
import type { Store, SymbolRow } from "../../store/graph.ts";
import { command } from "../command.ts";
import { oneOf } from "../flags.ts";
import { GRAPH_FORMATS, type GraphFormat, graphText } from "../graph/formats.ts";
import { print, printed } from "../print.ts";
import { pagerFlag, place, rootFlags } from "../question.ts";
import { sayWarnings, withSession } from "../session.ts";

export default command({
  name: "graph",
  about: "Print the graph, or the part around a symbol, as data",
  flags: {
    symbol: { type: "positional", valueHint: "SYMBOL", description: "Only what lies within --depth of this symbol" },
    format: {
      type: "string",
      valueHint: GRAPH_FORMATS.join("|"),
      description: "json: one object {nodes, edges}; jsonl: one node or edge a line; or for Graphviz, GraphML and Mermaid (default json)",
    },
    depth: { type: "string", valueHint: "N", description: "How many hops around the symbol (default 1)" },
    at: { type: "string", valueHint: "FILE:LINE", description: "The symbol defined there" },
    ...rootFlags,
    ...pagerFlag,
  },
  async run(flags) {
    const format = oneOf("--format", flags.text("format") ?? "json", GRAPH_FORMATS);
    const depth = flags.number("depth", 1, 1, asking.maxDepth);
    return withSession(flags, async (session) => {
      const named = flags.word("symbol");
      const at = flags.text("at");
      const part =
        named === undefined && at === undefined
          ? null
          : around(
              session.store,
              chosen(session.store, named ?? null, at === undefined ? undefined : place(at, session.root, process.cwd())),
              depth,
            );
      sayWarnings(session);
      await printGraph(part?.nodes ?? allNodes(session.store), part?.edges ?? allEdges(session.store), format);
      return EXIT.ok;
    });
  },
});

function chosen(store: Store, name: string | null, at: { path: string; line: number } | undefined): SymbolRow {
  const choice = findSymbol(store, { name, at });
  if (choice.chosen) return choice.chosen;
  const near = choice.suggestions.length > 0 ? `Nearest names: ${choice.suggestions.join(", ")}.` : "Look it up with manifold q.";
  throw new Refusal("symbol-unknown", `Nothing is defined here under the name ${name ?? `${at?.path}:${at?.line}`}.`, near);
}

/** Writes in pieces, waiting for the reader: a large graph is never held as one text. */
async function printGraph(nodes: Iterable<GraphNode>, edges: Iterable<GraphEdge>, format: GraphFormat): Promise<void> {
  let pending = "";
  for (const text of graphText(nodes, edges, format)) {
    pending += text;
    if (pending.length < 1 << 16) continue;
    await written(pending);
    pending = "";
  }
  await written(pending);
}

async function written(text: string): Promise<void> {
  print(text);
  await printed();
}
