/** The graph in the formats of other programs, piece by piece: a large one is never held as one text. */

import type { GraphEdge, GraphNode } from "../../base/schema.ts";
import { toJson, visible } from "../../base/visible.ts";

export const GRAPH_FORMATS = ["json", "jsonl", "dot", "graphml", "mermaid"] as const;
export type GraphFormat = (typeof GRAPH_FORMATS)[number];

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

const place = ({ path, start }: GraphNode): string => (path === "" ? "" : `${path}:${start}`);

/** Graphviz: double-quoted ids know no other escape than that of the quote; in labels a backslash begins one. */
function* dot(nodes: Iterable<GraphNode>, edges: Iterable<GraphEdge>): Generator<string> {
  const quoted = (text: string): string => `"${plain(text).replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
  yield "digraph manifold {\n  rankdir=LR;\n  node [shape=box];\n";
  for (const node of nodes) {
    const shape = node.external ? ", style=dashed" : node.kind === "file" ? ", shape=folder" : "";
    yield `  ${quoted(node.id)} [label=${quoted(node.qualified || node.name)}, kind=${quoted(node.kind)}, tooltip=${quoted(place(node))}${shape}];\n`;
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
