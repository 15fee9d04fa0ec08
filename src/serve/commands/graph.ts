/** The graph as data (`manifold graph`), and what it says of the whole tree (`manifold cycles`, `manifold unused`). */
import { EXIT, Refusal } from "../../base/errors.ts";
import type { GraphEdge, GraphNode } from "../../base/schema.ts";
import { asking, unused as settings } from "../../base/settings.ts";
import { toJson } from "../../base/visible.ts";
import { fileFilter } from "../../query/filter.ts";
import { CYCLE_KINDS, type Cycle, type CycleKind, cyclesOf } from "../../query/graph/cycles.ts";
import { unusedOf } from "../../query/graph/unused.ts";
import { around, toNode } from "../../query/subgraph.ts";
import { findSymbol } from "../../query/walk.ts";
import { allEdges, allNodes } from "../../store/export.ts";
import type { Store, SymbolRow } from "../../store/graph.ts";
import { command } from "../command.ts";
import { oneOf } from "../flags.ts";
import { print, printed } from "../print.ts";
import { filterFlags, fromRoot, outputFlags, pagerFlag, place, rootFlags } from "../question.ts";
import { type Style, visible } from "../render/visible.ts";
import { atMost, moreLines, placesIn, printReport } from "../report.ts";
import { sayWarnings, withSession } from "../session.ts";

export const GRAPH_FORMATS = ["json", "jsonl", "dot", "graphml", "mermaid"] as const;
export type GraphFormat = (typeof GRAPH_FORMATS)[number];

export const graphCommand = command({
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

// `manifold cycles`: what depends on itself by way of others.

export const cyclesCommand = command({
  name: "cycles",
  about: "Files that import one another (strongly connected components), or symbols that call one another",
  flags: {
    kind: { type: "string", valueHint: CYCLE_KINDS.join("|"), description: "imports: between files (default); calls: between symbols" },
    k: { type: "string", valueHint: "N", description: `Number of cycles, largest first (default ${asking.defaultResults})` },
    ...outputFlags,
    ...rootFlags,
  },
  async run(flags) {
    const kind = oneOf("--kind", flags.text("kind") ?? "imports", CYCLE_KINDS);
    const k = flags.number("k", asking.defaultResults, 1, asking.maxResults);
    return withSession(flags, async (session) => {
      const { store, root } = session;
      const all = cyclesOf(store, kind);
      const { shown, more } = atMost(all, k);
      sayWarnings(session);
      const cycles = shown.map(({ members, path }) => ({
        size: members.length,
        members: members.map(toNode),
        path: path.map(({ from, to, line }) => ({ from: from.key, to: to.key, file: from.path, line })),
      }));
      printReport(flags, { root, kind, cycles, more }, (paint) => [
        ...(all.length === 0
          ? [`No ${kind === "imports" ? "files import one another" : "symbols call one another"}, as far as could be resolved.`]
          : []),
        ...shown.flatMap((cycle) => cycleLines(cycle, kind, root, paint)),
        ...moreLines(more, paint),
      ]);
      return all.length > 0 ? EXIT.ok : EXIT.nothing;
    });
  },
});

/** Members of a cycle that are named beside those of the way round. */
const BESIDE = 8;

function cycleLines({ members, path }: Cycle, kind: CycleKind, root: string, paint: Style): string[] {
  const place = placesIn(root, paint);
  const inPath = new Set(path.map(({ from }) => from.id));
  const { shown, more } = atMost(
    members.filter((one) => !inPath.has(one.id)),
    BESIDE,
  );
  return [
    paint.name(`${members.length} ${kind === "imports" ? "files" : "symbols"}`),
    ...path.map(({ from, to, line }) => `  ${place(from.path, line)}  ${visible(from.qualified)} -> ${visible(to.qualified)}`),
    ...shown.map((one) => paint.dim(`  also ${visible(fromRoot(one.path, root, process.cwd()))}:${one.start} ${visible(one.qualified)}`)),
    ...(more > 0 ? [paint.dim(`  and ${more} more (--json lists all)`)] : []),
  ];
}

// `manifold unused`: definitions that nothing in the tree seems to use.

const { path, exclude, lang, kind } = filterFlags;

export const unusedCommand = command({
  name: "unused",
  about: "Definitions that nothing in this tree seems to use, with how sure that is; what may be used is held back and counted",
  flags: {
    "min-confidence": {
      type: "string",
      valueHint: "N",
      description: `Percent from which a definition is listed (default ${settings.least * 100})`,
    },
    k: { type: "string", valueHint: "N", description: "Number of definitions, surest first (default 50)" },
    path,
    exclude,
    lang,
    kind,
    ...outputFlags,
    ...rootFlags,
  },
  async run(flags) {
    const least = flags.number("min-confidence", settings.least * 100, 0, 100) / 100;
    const k = flags.number("k", 50, 1, asking.maxResults);
    return withSession(flags, async (session) => {
      const { store, root } = session;
      const report = unusedOf(store, least);
      const kinds = new Set(flags.list("kind"));
      const accept = fileFilter({ paths: flags.list("path"), excludes: flags.list("exclude"), languages: flags.list("lang"), kinds: [] });
      const all = report.candidates.filter(
        ({ symbol }) => accept(symbol.path, symbol.language) && (kinds.size === 0 || kinds.has(symbol.kind)),
      );
      const { shown, more } = atMost(all, k);
      sayWarnings(session);
      const candidates = shown.map(({ symbol, ...told }) => ({ symbol: toNode(symbol), ...told }));
      printReport(flags, { root, candidates, more, held: report.held }, (paint) => {
        const place = placesIn(root, paint);
        const { open, mentioned, entry, override, published, unsure } = report.held;
        return [
          ...shown.map(
            ({ symbol, confidence, reason }) =>
              `${place(symbol.path, symbol.start)}  ${paint.name(`${symbol.kind} ${visible(symbol.qualified)}`)}  ${confidence.toFixed(2)}  ${paint.dim(reason)}`,
          ),
          ...moreLines(more, paint),
          ...(all.length === 0 ? ["Nothing here is unused, as far as could be told."] : []),
          paint.dim(
            `held back: ${open} that an unresolved reference may mean, ${mentioned} whose name stands elsewhere, ${entry} entry points, ${override} that supertypes may call, ${published} published, ${unsure} too unsure (--min-confidence)`,
          ),
        ];
      });
      return all.length > 0 ? EXIT.ok : EXIT.nothing;
    });
  },
});

// The graph in the formats of other programs, piece by piece: a large one is never held as one text.

/** The pieces of a graph as text, in order. */
export function* graphText(nodes: Iterable<GraphNode>, edges: Iterable<GraphEdge>, format: GraphFormat): Generator<string> {
  switch (format) {
    case "jsonl":
      for (const node of nodes) yield `${toJson({ type: "node", ...node })}\n`;
      for (const edge of edges) yield `${toJson({ type: "edge", ...edge })}\n`;
      return;
    case "json":
      yield* json(nodes, edges);
      return;
    case "dot":
      yield* dot(nodes, edges);
      return;
    case "graphml":
      yield* graphml(nodes, edges);
      return;
    case "mermaid":
      yield* mermaid(nodes, edges);
  }
}

function* json(nodes: Iterable<GraphNode>, edges: Iterable<GraphEdge>): Generator<string> {
  let separator = '{"version":1,"nodes":[\n';
  for (const node of nodes) {
    yield `${separator}${toJson(node)}`;
    separator = ",\n";
  }
  yield separator.startsWith("{") ? '{"version":1,"nodes":[],"edges":[' : '\n],"edges":[';
  separator = "\n";
  for (const edge of edges) {
    yield `${separator}${toJson(edge)}`;
    separator = ",\n";
  }
  yield "\n]}\n";
}

const placeOf = ({ path, start }: GraphNode): string => (path === "" ? "" : `${path}:${start}`);

/** Graphviz: double-quoted ids know no other escape than that of the quote; in labels a backslash begins one. */
function* dot(nodes: Iterable<GraphNode>, edges: Iterable<GraphEdge>): Generator<string> {
  const quoted = (text: string): string => `"${plain(text).replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
  yield "digraph manifold {\n  rankdir=LR;\n  node [shape=box];\n";
  for (const node of nodes) {
    const shape = node.external ? ", style=dashed" : node.kind === "file" ? ", shape=folder" : "";
    yield `  ${quoted(node.id)} [label=${quoted(node.qualified || node.name)}, kind=${quoted(node.kind)}, tooltip=${quoted(placeOf(node))}${shape}];\n`;
  }
  for (const { from, to, kind, line, resolution, confidence } of edges) {
    const doubt = resolution === "ambiguous" ? ", style=dashed" : "";
    yield `  ${quoted(from)} -> ${quoted(to)} [label=${quoted(kind)}, line=${line}, resolution=${quoted(resolution)}, confidence=${confidence}${doubt}];\n`;
  }
  yield "}\n";
}

const NODE_KEYS = ["kind", "name", "qualified", "path", "start", "end", "external"] as const;
const EDGE_KEYS = ["kind", "line", "resolution", "confidence"] as const;

function* graphml(nodes: Iterable<GraphNode>, edges: Iterable<GraphEdge>): Generator<string> {
  const typed = (key: string): string =>
    key === "confidence"
      ? "double"
      : key === "start" || key === "end" || key === "line"
        ? "int"
        : key === "external"
          ? "boolean"
          : "string";
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n';
  for (const key of NODE_KEYS) yield `  <key id="n_${key}" for="node" attr.name="${key}" attr.type="${typed(key)}"/>\n`;
  for (const key of EDGE_KEYS) yield `  <key id="e_${key}" for="edge" attr.name="${key}" attr.type="${typed(key)}"/>\n`;
  yield '  <graph id="manifold" edgedefault="directed">\n';
  for (const node of nodes)
    yield `    <node id="${xml(node.id)}">${NODE_KEYS.map((key) => `<data key="n_${key}">${xml(String(node[key]))}</data>`).join("")}</node>\n`;
  for (const edge of edges)
    yield `    <edge source="${xml(edge.from)}" target="${xml(edge.to)}">${EDGE_KEYS.map((key) => `<data key="e_${key}">${xml(String(edge[key]))}</data>`).join("")}</edge>\n`;
  yield "  </graph>\n</graphml>\n";
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** XML knows no control characters, not even escaped. */
function xml(text: string): string {
  return plain(text).replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}

/** Mermaid ends a label at many characters: all but letters, digits and a few marks become entities, which it writes with `#`. */
function* mermaid(nodes: Iterable<GraphNode>, edges: Iterable<GraphEdge>): Generator<string> {
  const label = (text: string): string =>
    `"${plain(text).replace(/[^\p{L}\p{N} _./:-]/gu, (character) => `#${character.codePointAt(0)};`)}"`;
  const names = new Map<string, string>();
  yield "flowchart LR\n";
  for (const node of nodes) {
    const name = `n${names.size}`;
    names.set(node.id, name);
    const [open, close] = node.external ? ["([", "])"] : node.kind === "file" ? ["[[", "]]"] : ["[", "]"];
    yield `  ${name}${open}${label(node.qualified || node.name)}${close}\n`;
  }
  for (const { from, to, kind, resolution } of edges) {
    const [a, b] = [names.get(from), names.get(to)];
    if (a !== undefined && b !== undefined) yield `  ${a} ${resolution === "ambiguous" ? "-.->" : "-->"}|${label(kind)}| ${b}\n`;
  }
}

/** Without control characters, what reorders or hides text made visible; white space as blanks, half a character as its replacement. */
function plain(text: string): string {
  const bare = text
    .toWellFormed()
    .replace(/\s+/g, " ")
    .replace(/[\u0000-\u001f\u007f\ufffe\uffff]/g, "");
  return visible(bare);
}
