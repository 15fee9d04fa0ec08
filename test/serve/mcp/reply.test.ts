/** Sharing out a budget over MCP: citations, code, subgraph; and what `query_knowledge` understands. */

import { describe, expect, test } from "bun:test";
import { ofOne } from "../../../src/serve/mcp/asked.ts";
import { tokensOf } from "../../../src/serve/mcp/reply.ts";
import type { FoundOutput } from "../../../src/serve/mcp/schema.ts";
import { queryKnowledge } from "../../../src/serve/mcp/tools/query_knowledge.ts";
import { indexed } from "../../_indexed.ts";

/** A connected tree: everything calls two functions, so that every result has a large subgraph around it. */
const FILES: Record<string, string> = {
  "src/core.ts": `/** Opens a session. */\nexport function openSession(name: string): string {\n  return name;\n}\n\n/** Closes a session. */\nexport function closeSession(name: string): string {\n  return openSession(name);\n}\n`,
  "lib/table.md": `# Table\n\nThe session table ${"of the keeper and its areas ".repeat(200)}\n`,
};
for (let n = 0; n < 60; n++)
  FILES[`src/area${n % 6}/part${n}.ts`] =
    `import { closeSession, openSession } from "../core";\n\n/** Keeps session ${n} of the area. */\nexport class Keeper${n} {\n  keep(name: string): string {\n    const opened = openSession(name);\n    const text = \`keeper ${n} of \${opened}\`;\n    return closeSession(text);\n  }\n}\n`;

const tree = indexed(FILES);

async function asked(args: Record<string, unknown>) {
  const reply = await queryKnowledge.check(args).run(ofOne(tree.session));
  const found = reply.structured as unknown as FoundOutput;
  return { reply, found, results: [...found.results, ...found.found_by_words], tokens: tokensOf(reply) };
}

describe("one budget", () => {
  const questions: Record<string, unknown>[] = [
    { natural_query: "how are sessions kept" },
    { natural_query: "how are sessions kept", depth: 3, top_k: 30 },
    { natural_query: "what calls openSession", depth: 2 },
    { regex_filter: "^src/.*" },
    { keyword_filter: "closeSession", depth: 2 },
    { natural_query: "keepers of sessions", keyword_filter: "opened", regex_filter: "area[0-3]", top_k: 50 },
  ];
  test.each(questions)("%j: the best results have code, the subgraph its share, together within it", async (args) => {
    for (const budget of [1_500, 4_000, 12_000]) {
      const { reply, found, results, tokens } = await asked({ ...args, budget });
      expect([budget, tokens <= budget]).toEqual([budget, true]);
      expect([budget, results.length > 0]).toEqual([budget, true]);
      expect([budget, results[0]!.lines.length > 0]).toEqual([budget, true]);
      expect([budget, found.graph!.nodes.length > 0]).toEqual([budget, true]);
      // The text has the code, what is structured only its place.
      for (const { path, lines } of results.slice(0, 1)) {
        const [[from, to]] = lines as [[number, number]];
        const quoted = (FILES[path] ?? "")
          .split("\n")
          .slice(from - 1, to)
          .join("\n");
        expect([path, reply.text.includes(quoted), JSON.stringify(found).includes(JSON.stringify(quoted))]).toEqual([path, true, false]);
      }
    }
  });
  test("the smallest budget has the best result, and of a line without end its beginning", async () => {
    expect((await asked({ natural_query: "how are sessions kept", budget: 400 })).results.length).toBeGreaterThan(0);
    const { reply, tokens } = await asked({ natural_query: "the session table", regex_filter: "table", budget: 900, depth: 0 });
    expect(reply.text).toContain("\n# Table\n");
    expect(tokens).toBeLessThanOrEqual(900);
  });
});

describe("what is understood", () => {
  test("conditions that nothing passes have no results, and no subgraph around none", async () => {
    for (const args of [
      { natural_query: "what calls openSession", keyword_filter: "nothing has this" },
      { natural_query: "what calls openSession", regex_filter: "^nowhere/" },
      { natural_query: "what calls openSession", filters: { path: ["nowhere/"] } },
      { natural_query: "openSession", regex_filter: "zzz+", regex_in: "content", depth: 3 },
      { regex_filter: "^nowhere/" },
    ]) {
      const { found, results } = await asked(args);
      expect([args, results, found.graph]).toEqual([args, [], { nodes: [], edges: [], omitted: 0 }]);
      expect(found.warnings.length).toBeGreaterThan(0);
    }
  });
  test("a path from the root on, with a slash or without", async () => {
    const plain = await asked({ natural_query: "how are sessions kept", regex_filter: "^src/area2/", top_k: 20 });
    expect(plain.results.length).toBeGreaterThan(5);
    for (const { path } of plain.results) expect(path).toStartWith("src/area2/");
    const slashed = await asked({ natural_query: "how are sessions kept", regex_filter: "^/src/area2/", top_k: 20 });
    expect(slashed.results).toEqual(plain.results);
    expect((await asked({ regex_filter: "^/(?:lib|nowhere)/" })).results.map(({ path }) => path)).toEqual(["lib/table.md"]);
  });
  test("an empty question with a filter is the filter; without one it is refused", async () => {
    const alone = await asked({ keyword_filter: "closeSession" });
    for (const empty of ["", "  \n"])
      expect((await asked({ natural_query: empty, keyword_filter: "closeSession" })).results).toEqual(alone.results);
    const filtered = await asked({ natural_query: "", filters: { path: ["lib/"] } });
    expect(filtered.results.map(({ path }) => path)).toEqual(["lib/table.md"]);
    expect(asked({ natural_query: " " })).rejects.toMatchObject({ code: "bad-value" });
    expect(asked({})).rejects.toMatchObject({ code: "bad-value" });
    expect(asked({ natural_query: "", filters: { path: [] } })).rejects.toMatchObject({ code: "bad-value" });
  });
  test("relations in any case, and by what others call them", async () => {
    const kinds = async (edges: string[]) =>
      new Set((await asked({ natural_query: "Keeper7", edges, top_k: 1, budget: 12_000 })).found.graph!.edges.map(({ kind }) => kind));
    expect([...(await kinds(["PARENT_OF"]))]).toEqual(["contains"]);
    const written = await asked({ natural_query: "Keeper7", edges: ["calls", "contains"], top_k: 1 });
    for (const edges of [
      ["CALLS", "Contains"],
      ["called-by", "parent_of"],
      ["CALLS", "calls", "CHILD_OF"],
    ])
      expect((await asked({ natural_query: "Keeper7", edges, top_k: 1 })).found).toEqual(written.found);
    expect(asked({ natural_query: "Keeper7", edges: ["likes"] })).rejects.toMatchObject({ code: "bad-value" });
  });
});
