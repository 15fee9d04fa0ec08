/** What the MCP server records of the tools' answers. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Session } from "../../../src/asking.ts";
import { refresh } from "../../../src/indexing/refresh.ts";
import { index } from "../../../src/indexing.ts";
import { recordedQueries } from "../../../src/serve/feedback/store.ts";
import type { Reply } from "../../../src/serve/mcp/reply.ts";
import { Recorder, TOOLS } from "../../../src/serve/mcp/server.ts";
import { SMALL } from "../../binary/_binary.ts";
import { writeTree } from "../../query/_index.ts";

let root: string;
let session: Session & { close(): void };
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "manifold-record-"));
  writeTree(root, SMALL);
  await index(root, { quiet: true });
  const { store, behind, warnings } = await refresh(root, { skip: true });
  session = { root, store, behind, warnings, close: () => store.close() };
});
afterAll(() => {
  session?.close();
  rmSync(root, { recursive: true, force: true });
});

const call = (name: string, args: Record<string, unknown>): Promise<Reply> =>
  TOOLS.find((tool) => tool.name === name)!
    .check(args)
    .run(session);

test("every tool's question is recorded, and what is read after it counts as used; a server told not to records nothing", async () => {
  const asked: [string, Record<string, unknown>][] = [
    ["graph", { operation: "callers", symbol: "authenticate" }],
    ["impact", { symbol: "hash" }],
    ["query_knowledge", { keyword_filter: "hash" }],
    ["search_chunks", { query: "report" }],
    ["search", { query: "how does login work" }],
  ];
  const silent = new Recorder(false);
  for (const [name, args] of asked) silent.add(root, name, await call(name, args));
  silent.flush();
  expect(recordedQueries(root)).toEqual([]);

  const recorder = new Recorder(true);
  for (const [name, args] of asked) recorder.add(root, name, await call(name, args));
  const { structured } = await call("search", { query: "how does login work" });
  const [, second] = structured.results as { chunk: string; path: string; start: number; end: number }[];
  const citation = `${second!.chunk} ${second!.path}:${second!.start}-${second!.end}`;
  recorder.add(root, "read_chunk", await call("read_chunk", { citation }));
  recorder.flush();
  const recorded = recordedQueries(root);
  expect(recorded.map((query) => query.command).sort()).toEqual(asked.map(([name]) => `mcp:${name}`).sort());
  expect(recorded.find((query) => query.command === "mcp:search")!.used).toEqual([2]);
  for (const query of recorded) expect([query.command, query.count > 0]).toEqual([query.command, true]);
});
