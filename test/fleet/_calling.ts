/** An MCP server in this process, asked as a client asks it. Not a test file. */
import { afterEach } from "bun:test";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { Host } from "../../src/serve/mcp/server.ts";

const config = process.env.XDG_CONFIG_HOME;
afterEach(() => {
  if (config === undefined) delete process.env.XDG_CONFIG_HOME;
  else process.env.XDG_CONFIG_HOME = config;
});

interface Found {
  structuredContent: {
    root: string;
    warnings: string[];
    results?: { repository: string; path: string; line?: number }[];
    shown?: { path: string }[];
    affected?: { path: string; chunk: string }[];
  };
  content: { text: string }[];
  isError?: boolean;
}

/** Asks a server that stands in a folder. The user's configuration may be set meanwhile. @param address whose published trees are the fleet */
export async function calling<T>(
  folder: string,
  work: (call: (name: string, args: object) => Promise<Found>) => Promise<T>,
  address: string | null = null,
): Promise<T> {
  const host = new Host({ folder, named: true, notes: false, record: false, address });
  const [mine, theirs] = InMemoryTransport.createLinkedPair();
  await host.connect(theirs);
  const client = new Client({ name: "t", version: "1" });
  await client.connect(mine);
  try {
    return await work(async (name, args) => (await client.callTool({ name, arguments: { ...args } })) as unknown as Found);
  } finally {
    await client.close();
    await host.close();
  }
}
