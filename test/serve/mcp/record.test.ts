/** What the MCP server records of the tools' answers. */

import { expect, test } from "bun:test";
import { recordedQueries } from "../../../src/serve/feedback/record.ts";
import { ofOne } from "../../../src/serve/mcp/asked.ts";
import type { Reply } from "../../../src/serve/mcp/reply.ts";
import { Recorder, TOOLS } from "../../../src/serve/mcp/server.ts";
import { indexed } from "../../_indexed.ts";
import { SMALL } from "../../binary/_binary.ts";

const tree = indexed(SMALL);

const call = (name: string, args: Record<string, unknown>): Promise<Reply> =>
  TOOLS.find((tool) => tool.name === name)!
    .check(args)
    .run(ofOne(tree.session));

test("every tool's question is recorded, and what is read after it counts as used; a server told not to records nothing", async () => {
  const asked: [string, Record<string, unknown>][] = [
    ["graph", { operation: "callers", symbol: "authenticate" }],
    ["impact", { symbol: "hash" }],
    ["query_knowledge", { keyword_filter: "hash" }],
    ["search_chunks", { query: "report" }],
    ["search", { query: "how does login work" }],
  ];
  const silent = new Recorder(false);
  for (const [name, args] of asked) silent.add(tree.root, name, await call(name, args));
  silent.flush();
  expect(recordedQueries(tree.root)).toEqual([]);

  const recorder = new Recorder(true);
  for (const [name, args] of asked) recorder.add(tree.root, name, await call(name, args));
  const { structured } = await call("search", { query: "how does login work" });
  const [, second] = structured.results as { chunk: string; path: string; start: number; end: number }[];
  const citation = `${second!.chunk} ${second!.path}:${second!.start}-${second!.end}`;
  recorder.add(tree.root, "read_chunk", await call("read_chunk", { citation }));
  recorder.flush();
  const recorded = recordedQueries(tree.root);
  expect(recorded.map((query) => query.command).sort()).toEqual(asked.map(([name]) => `mcp:${name}`).sort());
  expect(recorded.find((query) => query.command === "mcp:search")!.used).toEqual([2]);
  for (const query of recorded) expect([query.command, query.count > 0]).toEqual([query.command, true]);
});
