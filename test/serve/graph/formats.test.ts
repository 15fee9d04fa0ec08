import { expect, test } from "bun:test";
import type { GraphEdge, GraphNode } from "../../../src/base/schema.ts";
import { GRAPH_FORMATS, type GraphFormat, graphText } from "../../../src/serve/commands/graph.ts";

const node = (id: string, qualified: string, external = false): GraphNode => ({
  id,
  kind: external ? "external" : "function",
  name: qualified,
  qualified,
  path: external ? "" : "src/a.ts",
  start: external ? 0 : 3,
  end: 4,
  external,
});
const NODES = [node("sym_1", 'a"b\\<c>&\u0007\nd'), node("sym_2", "plain"), node("sym_3", "left-pad", true)];
const EDGES: GraphEdge[] = [
  { from: "sym_1", to: "sym_2", kind: "calls", line: 4, resolution: "exact", confidence: 1 },
  { from: "sym_2", to: "sym_3", kind: "imports", line: 1, resolution: "ambiguous", confidence: 0.5 },
];
const text = (format: GraphFormat): string => [...graphText(NODES, EDGES, format)].join("");

test("json and jsonl parse back to the same nodes and edges, empty ones too", () => {
  expect(JSON.parse(text("json"))).toEqual({ version: 1, nodes: NODES, edges: EDGES });
  expect(JSON.parse([...graphText([], [], "json")].join(""))).toEqual({ version: 1, nodes: [], edges: [] });
  const lines = text("jsonl").trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
    ...NODES.map((one) => ({ type: "node", ...one })),
    ...EDGES.map((one) => ({ type: "edge", ...one })),
  ]);
});

test("dot: quotes and backslashes are escaped, control characters are gone", () => {
  expect(text("dot")).toBe(`digraph manifold {
  rankdir=LR;
  node [shape=box];
  "sym_1" [label="a\\"b\\\\<c>& d", kind="function", tooltip="src/a.ts:3"];
  "sym_2" [label="plain", kind="function", tooltip="src/a.ts:3"];
  "sym_3" [label="left-pad", kind="external", tooltip="", style=dashed];
  "sym_1" -> "sym_2" [label="calls", line=4, resolution="exact", confidence=1];
  "sym_2" -> "sym_3" [label="imports", line=1, resolution="ambiguous", confidence=0.5, style=dashed];
}
`);
});

test("graphml: entities, typed keys, one element a node and edge", () => {
  const xml = text("graphml");
  expect(xml).toContain('<data key="n_qualified">a&quot;b\\&lt;c&gt;&amp; d</data>');
  expect(xml).toContain('<key id="e_confidence" for="edge" attr.name="confidence" attr.type="double"/>');
  expect(xml.match(/<node /g)).toHaveLength(3);
  expect(xml.match(/<edge /g)).toHaveLength(2);
  expect(xml.match(/<(\w+)[ >]/g)!.filter((tag) => tag === "<data ").length).toBe(xml.match(/<\/data>/g)!.length);
});

test("mermaid: labels are entities but for plain letters; candidates are dotted", () => {
  expect(text("mermaid")).toBe(`flowchart LR
  n0["a#34;b#92;#60;c#62;#38; d"]
  n1["plain"]
  n2(["left-pad"])
  n0 -->|"calls"| n1
  n1 -.->|"imports"| n2
`);
});

test("every format ends with a line end", () => {
  for (const format of GRAPH_FORMATS) expect(text(format).endsWith("\n")).toBe(true);
});
