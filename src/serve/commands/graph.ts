/** `manifold graph`: the graph, or the part around a symbol, as data. */
import { EXIT, Refusal } from "../../base/errors.ts";
import { asking } from "../../base/settings.ts";
import { around } from "../../query/around.ts";
import { findSymbol } from "../../query/walk.ts";
import { allEdges, allNodes } from "../../store/export.ts";
import type { Store, SymbolRow } from "../../store/graph.ts";
import { command } from "../command.ts";
import { oneOf } from "../flags.ts";
import { print, printed } from "../print.ts";
import { place, rootFlags } from "../question.ts";
import { visible } from "../render/visible.ts";
import { openSession } from "../session.ts";

const FORMATS = ["json", "jsonl"] as const;

export default command({
  name: "graph",
  about: "Print the graph, or the part around a symbol, as data",
  flags: {
    symbol: { type: "positional", description: "Only what lies within --depth of this symbol" },
    format: {
      type: "string",
      valueHint: FORMATS.join("|"),
      description: "json: one object {nodes, edges}; jsonl: one node or edge a line (default json)",
    },
    depth: { type: "string", valueHint: "N", description: "How many hops around the symbol (default 1)" },
    at: { type: "string", valueHint: "FILE:LINE", description: "The symbol defined there" },
    ...rootFlags,
  },
  async run(flags) {
    const format = oneOf("--format", flags.text("format") ?? "json", FORMATS);
    const depth = flags.number("depth", 1, 1, asking.maxDepth);
    const session = await openSession(flags);
    try {
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
      await printGraph(part?.nodes ?? allNodes(session.store), part?.edges ?? allEdges(session.store), format);
      for (const warning of session.warnings) process.stderr.write(`manifold: ${visible(warning.message)}\n`);
      return EXIT.ok;
    } finally {
      session.close();
    }
  },
});

function chosen(store: Store, name: string | null, at: { path: string; line: number } | undefined): SymbolRow {
  const choice = findSymbol(store, { name, at });
  if (choice.chosen) return choice.chosen;
  const near = choice.suggestions.length > 0 ? `Nearest names: ${choice.suggestions.join(", ")}.` : "Look it up with manifold q.";
  throw new Refusal("symbol-unknown", `Nothing in this tree is called ${name ?? `${at?.path}:${at?.line}`}.`, near);
}

/** Writes in pieces, waiting for the reader: a large graph is never held as one text. */
async function printGraph(nodes: Iterable<object>, edges: Iterable<object>, format: (typeof FORMATS)[number]): Promise<void> {
  let pending = "";
  const put = async (text: string) => {
    pending += text;
    if (pending.length < 1 << 16) return;
    await written(pending);
    pending = "";
  };
  if (format === "jsonl") {
    for (const node of nodes) await put(`${JSON.stringify({ type: "node", ...node })}\n`);
    for (const edge of edges) await put(`${JSON.stringify({ type: "edge", ...edge })}\n`);
  } else {
    let separator = '{"version":1,"nodes":[\n';
    for (const node of nodes) {
      await put(`${separator}${JSON.stringify(node)}`);
      separator = ",\n";
    }
    await put(separator.startsWith("{") ? '{"version":1,"nodes":[],"edges":[' : '\n],"edges":[');
    separator = "\n";
    for (const edge of edges) {
      await put(`${separator}${JSON.stringify(edge)}`);
      separator = ",\n";
    }
    await put("\n]}\n");
  }
  await written(pending);
}

async function written(text: string): Promise<void> {
  print(text);
  await printed();
}
